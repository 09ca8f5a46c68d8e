"""How likely the tickets that bots truly hold are by what the coach thinks of hidden ones.

python -m benchmarks.tickets --seconds 60

Games for two between bots of many strengths are stopped at four moments. Of each hand that the other seat cannot see:
how likely is it among all hands of as many long and other tickets? And how many points are its tickets worth so far,
where what is not complete counts against it? The constants of `bots.likely` were fitted on games of even numbers; those
of odd numbers are told.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import njit

from eclisse import Game
from eclisse.bots import likely
from eclisse.bots.seated import play_out, sit_down
from eclisse.core.codes import HIDDEN
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_TICKETS
from eclisse.features.ways import FAR, price_routes

Values = npt.NDArray[np.float64]
Law = Callable[
    [Values, Values], Values
]  # the logarithm of a weight, by the share of the way that is left and its length
PAIRS: Final = (
    ("learned", "planner"),
    ("learned", "learned"),
    ("planner", "path"),
    ("path", "forgetful"),
    ("planner", "planner"),
    ("learned", "path"),
)
BOARDS: Final = ("usa", "europe", "switzerland", "india", "berlin", "usa-1910", "europe-big-cities", "europe-1912")
MOMENTS: Final = (0.3, 0.6, 0.8, 1.0)
NOW: Final = (likely.STEEPNESS, likely.BLOCKED, likely.BUILT)
BEFORE: Final = (7.0, 1.25, 0.0)


@dataclass(frozen=True)
class Hand:
    """A hidden hand among all tickets it may hold."""

    part: float  # of the game
    share: Values  # of its way that is left; BLOCKED and more: it cannot be completed
    whole: Values
    points: Values
    is_long: npt.NDArray[np.bool_]
    held: npt.NDArray[np.bool_]


@njit
def ways(views: Any, boards: Any, rules: Any, other: int, left: Any, whole: Any) -> None:
    """What is left of the cheapest way of each ticket for a seat, and how long its cheapest way is."""
    goal, far, via = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    cost, free = np.empty(MAX_ROUTES, np.int64), np.full(MAX_ROUTES, FAR)
    price_routes(views[0], boards[0], rules[0], other, cost)
    for route in range(boards[0].n_routes):
        free[route] = int(boards[0].length[route])
    for ticket in range(boards[0].n_tickets):
        left[ticket] = likely._way_left(boards[0], cost, ticket, goal, far, via)
        whole[ticket] = likely._way_left(boards[0], free, ticket, goal, far, via)


def log_weights(share: Values, whole: Values, steepness: float, blocked: float, built: float) -> Values:
    """What `bots.likely` computes, with any constants."""
    return np.where(share == 0, built * whole, -steepness * np.minimum(blocked, share))


def hands(number: int) -> Iterator[Hand]:
    """Those of one game."""
    board, pair = BOARDS[number % len(BOARDS)], PAIRS[number // len(BOARDS) % len(PAIRS)]
    game = Game.new(board, 2, 900_000 + number)
    play_out(game, sit_down(pair, f"{number:032x}"))
    record, last = game.record(), len(game.actions) - 1
    for part in MOMENTS:
        stopped = Game.replay(record, until=int(part * last))
        for seat in (0, 1):
            yield hand(stopped, seat, part)


def hand(game: Game, seat: int, part: float) -> Hand:
    """What the other seat holds, as a seat may think of it."""
    kit, view, other = game.kit, game.view(seat), 1 - seat
    hidden = [t for t in range(int(kit.board.n_tickets)) if view.record.holder[t] == HIDDEN]
    left, whole = np.zeros(MAX_TICKETS), np.zeros(MAX_TICKETS)
    ways(view.records, kit.board_row, kit.rules_row, other, left, whole)
    share = np.minimum(left[hidden] / whole[hidden], BEFORE[1])
    held = np.array([int(game.state.holder[t]) == other for t in hidden])
    is_long = np.array([bool(kit.board.ticket_long[t]) for t in hidden])
    points = np.array([float(kit.board.ticket_points[t]) for t in hidden])
    return Hand(part, share, whole[hidden], points, is_long, held)


def sums(logs: Values, n: int) -> float:
    """The logarithm of the sum over all choices of n weights of their products."""
    most = logs.max()
    found = np.zeros(n + 1)
    found[0] = 1.0
    for weight in np.exp(logs - most):
        found[1:] += weight * found[:-1].copy()
    return float(np.log(found[n]) + n * most)


def decks(one: Hand) -> Iterator[tuple[npt.NDArray[np.int64], int]]:
    """The places of the tickets of each kind, and how many of them are held."""
    for kind in (False, True):
        places = np.flatnonzero(one.is_long == kind)
        n = int(one.held[places].sum())
        if n:
            yield places, n


def likelihood(one: Hand, law: Law) -> float:
    """The logarithm of how likely the true hand is."""
    logs = law(one.share, one.whole)
    return sum(
        float(logs[places][one.held[places]].sum()) - (sums(logs[places], n) if n < len(places) else logs[places].sum())
        for places, n in decks(one)
    )


def thought(one: Hand, law: Law) -> float:
    """The points that the hand is worth in the mean."""
    logs, value = law(one.share, one.whole), np.where(one.share == 0, one.points, -one.points)
    total = 0.0
    for places, n in decks(one):
        every = sums(logs[places], n)
        for place in places:
            others = places[places != place]
            rest = sums(logs[others], n - 1) if len(others) else 0.0
            total += float(np.exp(logs[place] + rest - every) * value[place])
    return total


def true_points(one: Hand) -> float:
    """The points that the hand is worth."""
    return float(np.where(one.share == 0, one.points, -one.points)[one.held].sum())


def tell(found: Sequence[Hand]) -> Iterator[str]:
    """The table of docs/coach.md."""
    laws: dict[str, Law] = {
        "before": partial(log_weights, steepness=BEFORE[0], blocked=BEFORE[1], built=BEFORE[2]),
        "now": partial(log_weights, steepness=NOW[0], blocked=NOW[1], built=NOW[2]),
    }
    columns = [f"{what} {name}" for what in ("log likelihood", "points") for name in laws]
    yield f"| part of the game | hands | {' | '.join(columns)} | points in truth |\n|{'---|' * (3 + len(columns))}"
    for part in MOMENTS:
        some = [one for one in found if one.part == part]
        told = " | ".join(f"{np.mean([likelihood(one, law) for one in some]):.2f}" for law in laws.values())
        points = " | ".join(f"{np.mean([thought(one, law) for one in some]):.1f}" for law in laws.values())
        yield f"| {part:.0%} | {len(some)} | {told} | {points} | {np.mean([true_points(one) for one in some]):.1f} |"


def main() -> None:
    """Play, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    end, number, found = time.monotonic() + options.seconds, 1, list[Hand]()
    while time.monotonic() < end:
        found += hands(number)
        number += 2
    print(f"{len(found)} hands of {number // 2} games")
    print("\n".join(tell(found)))


if __name__ == "__main__":
    main()
