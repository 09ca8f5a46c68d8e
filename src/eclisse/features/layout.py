"""The layout of a decision's features: one row of bytes, the same for every game, cut into blocks of small tables.

Cities, routes and tickets are rows of tables, so that a learner needs to know no board by heart. Seats are counted from
the one that decides: place 0 is its own. Every number is a count from 0 to 255; `scale` brings it near 1.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import N_COLOURS, PHASE_NAMES
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_SEATS

VERSION: Final = 1  # changes whenever a number changes its place or its meaning
SHOWN: Final = 16  # tickets in a row: those offered, then the open ones, then as many completed ones as fit
NOWHERE: Final = 255  # an end of a route that is not there

Row = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Block:
    """Some rows of the same numbers: their names, and what each is divided by."""

    name: str
    rows: int
    names: tuple[str, ...]
    scales: tuple[float, ...]
    at: int = 0

    @property
    def width(self) -> int:
        """Numbers in a row."""
        return len(self.names)

    @property
    def stop(self) -> int:
        """Where the block ends."""
        return self.at + self.rows * self.width


def _block(name: str, rows: int, text: str) -> Block:
    """A block from words such as `length/6`: a name, and what to divide by unless it is 1."""
    parts = [word.partition("/") for word in text.split()]
    return Block(name, rows, tuple(p[0] for p in parts), tuple(float(p[2] or 1) for p in parts))


_ROUTES = """
    exists length/6 points/15 gray locomotives/2 tunnel subway double
    own others closed free claimable lacking/4 held/6 face_up/2 pending
    ways/2 ways_gain/40 most_gain/40 near/2 offered_ways/2 offered_gain/40
    touches_own touches_others touches_one redundant spare/20 collectable/6 at_depot
"""
_CITIES = """
    exists exit own_routes/2 others_routes/3 own_station others_station own_depot others_depot stored/6
    ticket_ends/2 ends_gain/40 offered_ends/2 free_routes/4 pending rails/20 buildable borrowing/2
"""
_TICKETS = """
    exists offered done lost distance/15 gain/40 points/15 long enough shared/4 two_ways second/10 stretch/15 countries
"""
_COLOURS = """
    hand/6 face_up/2 discard/12 stock/12 known/6 laid/3 revealed/2 locomotive asked wanted/10 wanted_soon/6
    hand_1 hand_2 hand_3 hand_4 hand_5 hand_6
"""
_TABLE = """
    drawn deck/60 ticket_deck/30 last_round last_round_own cost/6 surcharge/3 cards/20 largest/8 locomotives/4
    open/4 open_gain/60 open_distance/30 done/4 done_points/40 lost/2 lost_points/20 trains_left/20 fewest_left/20
    stations_rule/3 station_points/4 longest/10 globetrotter/15 mandala depots_rule/5 depot_bonus/15
    tunnel_cards/3 locomotives_rule locomotive_rule last_round_at/2 draws/3 keeps/2 both_tracks
"""
_SEAT = """
    exists cards/15 tickets/5 offered/4 trains/40 few_trains/10 subways/5 points/80 stations/3 depots/5 stored/6
    last_round acts rails/40 known_locomotives/4
"""


def _table_names() -> str:
    """The numbers of the table: phases and seats one by one, then the others, then those of each place."""
    seats = [f"{place}_{word}" for place in range(MAX_SEATS) for word in _SEAT.split()]
    return " ".join([*PHASE_NAMES, "two", "three", "four", "five", *_TABLE.split(), *seats])


def _laid_out(*blocks: Block) -> tuple[Block, ...]:
    """Give each block its place after the one before it."""
    result: list[Block] = []
    for block in blocks:
        at = result[-1].stop if result else 0
        result.append(Block(block.name, block.rows, block.names, block.scales, at))
    return tuple(result)


BLOCKS: Final = _laid_out(
    _block("routes", MAX_ROUTES, _ROUTES),
    _block("cities", MAX_CITIES, _CITIES),
    _block("tickets", SHOWN, _TICKETS),
    _block("colours", N_COLOURS, _COLOURS),
    _block("table", 1, _table_names()),
    _block("ends", 2, " ".join(f"of_{route}" for route in range(MAX_ROUTES))),
    _block("colour_of", 1, " ".join(f"of_{route}" for route in range(MAX_ROUTES))),
    _block("places", 1, " ".join(f"of_{seat}" for seat in range(MAX_SEATS))),
    _block("on_way", SHOWN, " ".join(f"of_{route}/2" for route in range(MAX_ROUTES))),
)
BY_NAME: Final = {block.name: block for block in BLOCKS}
SIZE: Final = BLOCKS[-1].stop


def part(rows: Any, name: str) -> Any:
    """A block of many rows of features, of NumPy or PyTorch, as (number of rows, rows of the block, numbers)."""
    block = BY_NAME[name]
    return rows[:, block.at : block.stop].reshape(rows.shape[0], block.rows, block.width)


def scale(name: str) -> npt.NDArray[np.float32]:
    """The factors for the numbers of a block."""
    return (1 / np.array(BY_NAME[name].scales)).astype(np.float32)
