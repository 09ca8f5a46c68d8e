"""The online game: tables, players, a log that loses nothing, and the protocol they speak."""
