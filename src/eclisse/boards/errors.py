"""Files that cannot be used."""

from eclisse.faults import Faulty


class InvalidFile(Faulty):
    """A board, game or module file that cannot be used."""
