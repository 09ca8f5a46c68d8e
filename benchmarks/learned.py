"""How strong `learned` is against compiled bots: seats swapped or rotated over the same deals.

python benchmarks/learned.py --games usa,europe --against planner,hungry --n 200 [--seats 4]
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from eclisse.arena.ratings import wilson
from eclisse.bots.learned.in_step import LEARNED, Match, Together, surcharges
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.loop import ROOM
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import Kit, open_kit

SEED = 2026


@dataclass
class Tally:
    """The results of some games."""

    wins: float
    own: float
    best: float
    uses: dict[str, tuple[float, float]]  # what the network, and each other, did a game

    def told(self) -> list[str]:
        """The averages of the network and of the others, in words."""
        return [f"{name} {own:.1f} : {its:.1f}" for name, (own, its) in self.uses.items()]


def _uses(kit: Kit, played: Together, seats: int) -> dict[str, npt.NDArray[np.float64]]:
    """Counts of each seat at the end of each game, where the rules keep them."""
    states, sheets = played.states, played.sheets
    found = {
        "stations": int(kit.rules.stations) - states["stations_left"][:, :seats],
        "depots": int(kit.rules.depots) - states["depots_left"][:, :seats],
        "surcharges": surcharges(played)[:, :seats],
        "mandalas": sheets["mandalas"][:, :seats],
        "tickets": sheets["completed"][:, :seats],
    }
    return {name: value.astype(float) for name, value in found.items() if value.any()}


def fight(kit: Kit, other: str, n: int, seats: int) -> Tally:
    """`learned` on each seat in turn, the other bot on the rest."""
    at = [i % seats for i in range(n)]
    bots = [[LEARNED if seat == mine else other for seat in range(seats)] for mine in at]
    played = Match(kit, load_brain(), bots, [i // seats for i in range(n)], SEED, room=ROOM).play()
    won, total, every = played.sheets["winner"][:, :seats], played.sheets["total"][:, :seats], np.arange(n)
    is_own = np.arange(seats)[None] == np.array(at)[:, None]
    others = np.where(is_own, -999, total)
    uses = {name: (float(x[is_own].mean()), float(x[~is_own].mean())) for name, x in _uses(kit, played, seats).items()}
    return Tally(
        float((won / won.sum(axis=1, keepdims=True))[every, at].sum()),
        float(total[every, at].mean()),
        float(others.max(axis=1).mean()),
        uses,
    )


def main() -> None:
    """Print a line for each pairing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(builtin_games()))
    parser.add_argument("--against", default="planner")
    parser.add_argument("--modules", default="")
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2)
    options = parser.parse_args()
    for game in options.games.split(","):
        kit = open_kit(game, tuple(options.modules.split(",")) if options.modules else ())
        for other in options.against.split(","):
            start = time.time()
            tally = fight(kit, other, options.n, options.seats)
            low, high = wilson(tally.wins, options.n)
            share = f"{100 * tally.wins / options.n:.1f}% ({100 * low:.0f}–{100 * high:.0f})"
            uses = ", ".join(tally.told())
            cells = (game, options.seats, other, share, f"{tally.own:.0f} : {tally.best:.0f}", uses)
            print(f"| {' | '.join(str(cell) for cell in cells)} | {time.time() - start:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
