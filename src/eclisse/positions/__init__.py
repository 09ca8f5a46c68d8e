"""Positions as JSON, both ways."""

from eclisse.positions.read import InvalidPosition, read_position
from eclisse.positions.write import position

__all__ = ["InvalidPosition", "position", "read_position"]
