"""Tables and the games on them."""
