"""Games as data; `eclisse.games()` is the catalogue, although a package has that name too."""

import sys
from types import ModuleType
from typing import Any


class _Catalogue(ModuleType):
    """A package that can be called, so that `from eclisse import Game, games` means one thing in any order."""

    def __call__(self) -> list[dict[str, Any]]:
        """One entry a game, as `eclisse games --json` prints it."""
        from eclisse.games.catalogue import catalogue_rows

        return catalogue_rows()


sys.modules[__name__].__class__ = _Catalogue
