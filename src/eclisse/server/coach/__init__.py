"""Learning: hints, reviews, puzzles, lessons."""
