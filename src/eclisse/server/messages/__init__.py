"""What comes in and what leaves: every message typed, and the tables as messages show them."""
