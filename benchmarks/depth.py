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
from eclisse.bots.learned.lines import LINES, begin_line, deal_world, open_lines, step
from eclisse.bots.learned.player import think
from eclisse.bots.learned.weights import Brain, load_brain, read_card
from eclisse.catalogue.kit import Kit
from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import MAIN, NONE
from eclisse.features.layout import SIZE
from eclisse.features.write import mark_usual, write
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
    """The network's forecast after each round, and the end in the last column: worlds × choices × columns."""

    wins: Values
    lead: Values
    decisions: Values  # of the network until then, in the mean of a line


def play_line(lines: Any, brain: Brain, kit: Kit, began: int) -> Values:
    """Let the network play a line to its end: after each round the wins, the lead and its decisions so far."""
    board, rules, told, n = kit.board, kit.rules, np.full((DEPTHS + 1, 3), np.nan), 0
    row, mask, numbers = np.empty(SIZE, np.uint8), np.empty(N_ACTIONS, np.int8), np.empty(N_ACTIONS, np.int16)
    while True:
        step(lines, board, rules)
        seat, state = int(lines.seat), lines.state
        if lines.to_act == NONE:
            told[-1] = lines.wins[seat], lines.points[seat] - lines.points[1 - seat], n
            break
        write(state, board, rules, int(lines.to_act), row)
        mark_usual(state, board, rules, int(lines.to_act), numbers, mask)
        advice = brain.advise(row[None], mask[None], int(board.n_routes), int(board.n_cities))
        n, depth = n + 1, (int(state.turns) - began - 1) // 2
        if state.phase == MAIN and lines.to_act == seat and 0 <= depth < DEPTHS:
            lead = int(state.points[seat]) - int(state.points[1 - seat]) + advice.to_come[0, 0] - advice.to_come[0, 1]
            told[depth] = advice.wins[0, 0], lead, n
        lines.action = int(advice.chances[0].argmax())
    for k in reversed(range(DEPTHS)):  # the game ended before
        told[k] = np.where(np.isnan(told[k]), told[k + 1], told[k])
    return told


def play_out(brain: Brain, view: View, choices: npt.NDArray[np.int64], deal: int) -> Told:
    """Carry out each choice in every world, and let the network play to the end."""
    kit, lines, key, seat = view.kit, np.zeros(1, LINES), key_from_seed(deal), NONE if view.seat is None else view.seat
    open_lines(lines[0], view.records, kit.board_row, kit.rules_row, seat, (key[0], key[1]))
    found = np.empty((WORLDS, len(choices), DEPTHS + 1, 3))
    for world in range(WORLDS):
        deal_world(lines[0], kit.board, kit.rules, world)
        for i, choice in enumerate(choices):
            begin_line(lines[0], int(choice))
            found[world, i] = play_line(lines[0], brain, kit, int(view.record["turns"]))
    return Told(found[..., 0], found[..., 1], found[..., 2].reshape(-1, DEPTHS + 1).mean(axis=0))


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
