"""All that a seat has seen and decided so far, in order: what a player with perfect memory knows of a game."""

from dataclasses import dataclass
from hashlib import blake2b

from eclisse.core.batch import Records
from eclisse.core.codes import NONE
from eclisse.notation import Action
from eclisse.views import View


@dataclass(frozen=True)
class Moment:
    """The deal, or one decision of whichever seat, as one seat remembers it."""

    own: Action | None  # what this seat decided; None if another did
    view: View  # what it saw afterwards


@dataclass(frozen=True)
class InformationState:
    """The moments of one seat, the deal first; a seat cannot tell two games apart in which its key is the same."""

    seat: int
    moments: tuple[Moment, ...]

    @property
    def key(self) -> str:
        """A digest of all moments."""
        memory = b""
        for moment in self.moments:
            memory = remember(memory, NONE if moment.own is None else moment.own.number, moment.view.records)
        return memory.hex()


def remember(memory: bytes, own: int, views: Records) -> bytes:
    """The digest of what a seat remembers after one moment more: its own decision or NONE, and what it saw then."""
    return blake2b(memory + own.to_bytes(2, "little", signed=True) + views.tobytes(), digest_size=16).digest()
