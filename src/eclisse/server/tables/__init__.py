"""Tables: the game of one, those in memory, what happens around a game."""
