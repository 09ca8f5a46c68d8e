"""Tables before and after the game."""
