"""What a player thinks with: the numbers of a decision, made once from what its seat sees; `layout` explains them."""
