"""The numbers that a player decides by, made once from what its seat sees; `layout` explains them."""
