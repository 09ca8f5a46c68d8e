"""How far it pays to look ahead: what the network says after some rounds, against what comes of it at the end.

python -m benchmarks.depth play ROWS.jsonl --seconds 600
python -m benchmarks.depth tell ROWS.jsonl

`learned` plays itself with two seats. Now and then every decision it may like is carried out in many likely worlds and
played to the end, and the network says after each round how it stands. Then half of the worlds choose as
`learned@…` would: by what it says after so many rounds, in as many worlds as the same time allows, or in all of that
half. The other half tell how many more games that choice wins than the network's favourite. Several processes may add
to the same rows, each with deals of its own; a deal that the rows hold is not played again.
"""

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.ahead import read
from eclisse import Game
from eclisse.bots.learned import ahead
from eclisse.bots.learned.lines import deal_lines, new_pack, step_lines
from eclisse.bots.learned.player import think
from eclisse.bots.learned.weights import Brain, load_brain, read_card
from eclisse.bots.worlds import Worlds
from eclisse.core.codes import MAIN, NONE
from eclisse.notation import key_from_seed
from eclisse.views import View

Values = npt.NDArray[np.float64]

SEED = 900_000
WEIGHTS = read_card()["version"]
DEPTHS = 13  # rounds after which the network is asked
WORLDS = 160
OFTEN = 0.08  # share of the decisions that are looked into
SPLITS = 6  # ways to halve the worlds
DECISIONS = 1000  # of the network, for each that is chosen: about half a second


class Told(NamedTuple):
    """What the network says after each round, and in the last column how it ended: worlds × choices × columns."""

    wins: Values
    lead: Values
    decisions: Values  # of the network until then, in the mean of a line


def play_out(brain: Brain, view: View, choices: npt.NDArray[np.int64], deal: int) -> Told:
    """Carry out each choice in every world, and let the network play to the end."""
    worlds = Worlds(view, key_from_seed(deal))
    question, seat, sizes = worlds.question, worlds.question.seat, (view.kit.board.n_routes, view.kit.board.n_cities)
    n, began = WORLDS * len(choices), int(view.record["turns"])
    pack = new_pack(n, seat)
    deal_lines(question, worlds.weights, worlds.key, 0, len(choices), pack)
    wins, lead, decisions = (np.full((n, DEPTHS + 1), np.nan) for _ in range(3))
    going, actions, n_asked = np.arange(n), np.tile(choices, WORLDS), np.zeros(n)
    while True:
        step_lines(question, pack, going, actions)
        going = going[pack.seats[going] != NONE]
        if not len(going):
            break
        advice, states = brain.advise(pack.rows[going], pack.masks[going], *map(int, sizes)), pack.states[going]
        n_asked[going] += 1
        depth = (states["turns"].astype(np.int64) - began - 1) // 2
        asked = (states["phase"] == MAIN) & (pack.seats[going] == seat) & (depth >= 0) & (depth < DEPTHS)
        at, points = (going[asked], depth[asked]), states["points"][asked].astype(float)
        wins[at] = advice.wins[asked, 0]
        lead[at] = points[:, seat] - points[:, 1 - seat] + advice.to_come[asked, 0] - advice.to_come[asked, 1]
        decisions[at] = n_asked[at[0]]
        actions = advice.chances.argmax(axis=1)
    wins[:, -1], lead[:, -1] = pack.wins[:, seat], pack.points[:, seat] - pack.points[:, 1 - seat]
    decisions[:, -1] = n_asked
    for told in (wins, lead, decisions):
        for k in reversed(range(DEPTHS)):  # the game ended before
            told[:, k] = np.where(np.isnan(told[:, k]), told[:, k + 1], told[:, k])
    shape = WORLDS, len(choices), DEPTHS + 1
    return Told(wins.reshape(shape), lead.reshape(shape), decisions.mean(axis=0))


def choose(worth: Values, chances: Values, n_lines: int) -> tuple[int, int]:
    """The choice of `learned@…`, from what each is worth in some worlds, and how many lines it tries."""
    active, n_rounds, n_tried, n_used = np.arange(len(chances)), math.ceil(math.log2(len(chances))), 0, 0
    for _ in range(n_rounds):
        more = min(len(worth) - n_tried, max(1, n_lines // (n_rounds * len(active))))
        n_tried, n_used = n_tried + more, n_used + more * len(active)
        score = worth[:n_tried, active].mean(axis=0) + ahead.LIKING * np.log(chances[active])
        active = active[np.argsort(-score, kind="stable")[: (len(active) + 1) // 2]]
    return int(active[0]), n_used


def gains(told: Told, chances: Values, chance: np.random.Generator) -> Values:
    """For each depth: the wins and points that choosing so brings beside the favourite, changes of mind, lines."""
    result = np.zeros((DEPTHS + 1, 4))
    for _ in range(SPLITS):
        some, rest = np.split(chance.permutation(WORLDS), 2)
        for k in range(DEPTHS + 1):
            worth = (told.wins + ahead.POINT * told.lead)[some, :, k]
            i, n_used = choose(worth, chances, int(DECISIONS / told.decisions[k]))
            wins, lead = ((part[rest, i, -1] - part[rest, 0, -1]).mean() for part in (told.wins, told.lead))
            result[k] += np.array([wins, lead, i > 0, n_used]) / SPLITS
    return result


def look_into(game: str, deal: int) -> Iterator[dict[str, Any]]:
    """A game of `learned` with itself; a row for each decision that was looked into."""
    brain, chance, played = load_brain(), np.random.default_rng(deal), Game.new(game, seats=2, seed=SEED + deal)
    while not played.over:
        seat = played.to_act[0]
        legal, view = played.legal(seat), played.view(seat)
        chances = think(brain, view, [action.number for action in legal]).chances[0].astype(float)
        order = np.argsort(-chances, kind="stable")[: ahead.MOST]
        order = order[chances[order] >= ahead.LEAST]
        if len(order) > 1 and chance.random() < OFTEN:
            told = play_out(brain, view, order, deal)
            found = gains(told, chances[order], chance)
            yield {"game": game, "deal": deal, "weights": WEIGHTS, "gains": found.round(4).tolist()}
        best = int(chances.argmax())
        played.play(seat, next(action for action in legal if action.number == best))


def doubt(rows: list[dict[str, Any]], found: Values) -> Values:
    """Half the 95% interval of the means; decisions of one game may err together."""
    games = defaultdict(lambda: np.zeros(found.shape[1:]))
    for row, error in zip(rows, found - found.mean(axis=0), strict=True):
        games[row["game"], row["deal"]] += error
    result: Values = 1.96 * np.sqrt(sum(error**2 for error in games.values())) / len(rows)
    return result


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each depth."""
    found = np.array([row["gains"] for row in rows])
    mean, half = found.mean(axis=0), doubt(rows, found)
    yield f"{len(rows)} decisions\n\n| rounds | lines | wins of 1,000 | points | changed |\n|---|---|---|---|---|"
    for k in range(DEPTHS + 1):
        wins = f"{1000 * mean[k, 0]:+.1f} ± {1000 * half[k, 0]:.1f}"
        points, name = f"{mean[k, 1]:+.2f} ± {half[k, 1]:.2f}", k + 1 if k < DEPTHS else "to the end"
        yield f"| {name} | {mean[k, 3]:.0f} | {wins} | {points} | {100 * mean[k, 2]:.0f}% |"


def main() -> None:
    """Play, or tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "tell"))
    parser.add_argument("rows", type=Path)
    parser.add_argument("--games", default="usa,europe,switzerland,india")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--seconds", type=float, default=60, help="no decision is looked into after so long")
    options = parser.parse_args()
    rows = read(options.rows) if options.what == "tell" or options.rows.exists() else []
    if options.what == "tell":
        print("\n".join(table(rows)))
        return
    end, deal, games = time.monotonic() + options.seconds, options.first, options.games.split(",")
    done = {(row["game"], row["deal"]) for row in rows if row["weights"] == WEIGHTS}
    while time.monotonic() < end:
        game = games[deal % len(games)]
        for row in look_into(game, deal) if (game, deal) not in done else ():
            with options.rows.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            if time.monotonic() > end:
                break
        deal += 1


if __name__ == "__main__":
    main()
