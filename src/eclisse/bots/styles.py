"""Bots as people meet them at a table: their names, their ways of playing, and where their chance comes from."""

from typing import Final

NAMES: Final = ("Ada", "Basile", "Clara", "Dario", "Edda")  # as many as a table has seats
# Bots of a level who play in a way of their own, about as well as the others.
STYLES: Final = {"medium": {"Clara": "hungry", "Dario": "long-route", "Edda": "one-step"}}
CHANCE: Final = "eclisse-bot-1"  # what the hash of a bot's chance begins with
