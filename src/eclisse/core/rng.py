"""Random numbers: SipHash-2-4 of a counter under the game's key; both live in the state.

All unsigned arithmetic of the core is here. Nobody who lacks the key can predict a number; the same key replays the
same game. In a record of the kind TOLD somebody outside says what chance does instead.
"""

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import NONE
from eclisse.core.records import Record
from eclisse.jit.compiled import compiled
from eclisse.jit.kinds import by_field

Counts = npt.NDArray[np.int16]

_V0 = np.uint64(0x736F6D6570736575)
_V1 = np.uint64(0x646F72616E646F6D)
_V2 = np.uint64(0x6C7967656E657261)
_V3 = np.uint64(0x7465646279746573)
_LAST_BLOCK = np.uint64(8 << 56)  # the message is always 8 bytes long
_FF = np.uint64(0xFF)
_13, _16, _17, _21, _32 = np.uint64(13), np.uint64(16), np.uint64(17), np.uint64(21), np.uint64(32)
_51, _48, _47, _43 = np.uint64(51), np.uint64(48), np.uint64(47), np.uint64(43)


@compiled
def _round(
    v0: np.uint64, v1: np.uint64, v2: np.uint64, v3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """One SipRound."""
    v0 = v0 + v1
    v1 = ((v1 << _13) | (v1 >> _51)) ^ v0
    v0 = (v0 << _32) | (v0 >> _32)
    v2 = v2 + v3
    v3 = ((v3 << _16) | (v3 >> _48)) ^ v2
    v0 = v0 + v3
    v3 = ((v3 << _21) | (v3 >> _43)) ^ v0
    v2 = v2 + v1
    v1 = ((v1 << _17) | (v1 >> _47)) ^ v2
    v2 = (v2 << _32) | (v2 >> _32)
    return v0, v1, v2, v3


@compiled
def siphash(k0: np.uint64, k1: np.uint64, message: np.uint64) -> np.uint64:
    """SipHash-2-4 of the 8 bytes of `message`, little end first."""
    v0, v1, v2, v3 = _V0 ^ k0, _V1 ^ k1, _V2 ^ k0, _V3 ^ k1 ^ message
    for _ in range(2):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0 ^= message
    v3 ^= _LAST_BLOCK
    for _ in range(2):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0 ^= _LAST_BLOCK
    v2 ^= _FF
    for _ in range(4):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@compiled
def _drawn(state: Record, n: int) -> int:
    """The next random number under the game's key."""
    x = siphash(state.key[0], state.key[1], np.uint64(state.counter))
    state.counter += 1
    return int(np.int64(x % np.uint64(n)))


@compiled
def _drawn_colour(state: Record, counts: Counts, total: int) -> int:
    """The colour of the next card under the game's key."""
    k = _drawn(state, total)
    colour = 0
    while k >= counts[colour]:
        k -= int(counts[colour])
        colour += 1
    return colour


@compiled
def _next_told(state: Record, n: int) -> int:
    """The next answer that was told; with none left the question is opened, of n outcomes, and NONE is returned."""
    if state.n_used == state.n_told:
        state.n_outcomes = n
        state.opened_at = state.counter
        return NONE
    state.counter += 1
    state.n_used += 1
    return int(state.told[state.n_used - 1])


@compiled
def _told(state: Record, n: int) -> int:
    """The number that was told; what is drawn after a question was opened counts for nothing."""
    if state.n_outcomes > 0 or n == 1:
        return _drawn(state, n)
    answer = _next_told(state, n)
    if answer != NONE:
        return answer
    for k in range(n):
        state.weights[k] = 1
    return 0


@compiled
def _told_colour(state: Record, counts: Counts, total: int) -> int:
    """The colour that was told; as likely as it has cards in the counts."""
    colour = _drawn_colour(state, counts, total)
    if state.n_outcomes > 0 or counts[colour] == total:
        return colour
    state.counter -= 1
    answer = _next_told(state, counts.shape[0])
    if answer != NONE:
        return answer
    for c in range(counts.shape[0]):
        state.weights[c] = counts[c]
    return colour


_number = by_field("told", _told, _drawn)
_colour = by_field("told", _told_colour, _drawn_colour)


@compiled
def below(state: Record, n: int) -> int:
    """The next random number of the game, 0 to n - 1."""
    return _number(state, n)


@compiled
def pick(state: Record, counts: Counts, total: int) -> int:
    """Take one card at random out of counts that sum to `total`; returns its colour."""
    colour = _colour(state, counts, total)
    counts[colour] -= 1
    return colour


@compiled
def derive(k0: np.uint64, k1: np.uint64, number: int) -> tuple[np.uint64, np.uint64]:
    """A separate key for the number-th game, bot or world under a key."""
    return siphash(k0, k1, np.uint64(2 * number)), siphash(k1, k0, np.uint64(2 * number + 1))
