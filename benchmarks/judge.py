"""How well the coach judges decisions and chances, by games that strong players play on from there.

python -m benchmarks.judge decisions --seconds 400 --jobs 16   # more decisions, added to the file
python -m benchmarks.judge chances --seconds 100 --jobs 16     # more moments, added to the other file
python -m benchmarks.judge tell                                # both tables of docs/coach.md

Bots of several strengths play. Of some decisions, what may be good is tried in likely worlds: the network looks ahead,
and games are played to their end by plan. Then `learned` plays all seats to the end in 80 worlds that nobody has seen:
that is what a decision is worth. Of some moments, chances are told in several ways, and who won is noted.
"""

import argparse
import gzip
import json
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse import Game
from eclisse.analysis.review import Moment, moments
from eclisse.analysis.weighing import LIKING, LOOKING, UNLIKELY
from eclisse.analysis.worlds import forecast, worlds_of
from eclisse.bots.learned import ahead
from eclisse.bots.learned.lines import LINES, open_lines, try_out
from eclisse.bots.learned.player import think
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.plans import PLAN
from eclisse.bots.seated import play_out, sit_down
from eclisse.bots.tree import list_options, new_trials
from eclisse.bots.usual import usual
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import open_kit
from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import NONE
from eclisse.core.records import MAX_SEATS
from eclisse.notation import key_from_seed
from eclisse.views import View

Values = npt.NDArray[np.float64]
Rows = list[dict[str, Any]]

BOTS: Final = ("learned", "planner", "path", "forgetful")
EACH: Final = 3  # decisions or moments of a game
MOST: Final = 7  # options of a decision
WORLDS, GAMES, TRUE = 24, 100, 80  # to look ahead in, to play out by plan, and to play to the end by the network
AHEAD: Final = 16  # worlds to look ahead in for a chance
TO_THE_END: Final = 1 << 40  # a turn that no game comes to
FILES: Final = {name: Path(__file__).parent / f"judge-{name}.jsonl.gz" for name in ("decisions", "chances")}


def look(view: View, options: Sequence[int], n: int, key: int, until: int | None = None) -> Values:
    """The wins of options in n likely worlds by the network's forecast, or, if `until` never comes, at the end."""
    kit, lines, seat = view.kit, np.zeros(1, LINES), NONE if view.seat is None else view.seat
    open_lines(lines[0], view.records, kit.board_row, kit.rules_row, seat, key_from_seed(key))
    if until is not None:
        lines[0]["until"] = until
    wins, points = np.zeros((2, n, len(options), int(view.record["n_seats"])))
    numbers = np.array(options, np.int64)
    try_out(lines, kit.board_row, kit.rules_row, load_brain().weights, numbers, 0, wins, points)
    return wins


def game_of(number: int) -> tuple[Game, list[str], np.random.Generator]:
    """A game of any kind between bots of any strength."""
    rng, names = np.random.default_rng(10**7 + number), sorted(builtin_games())
    name = names[number % len(names)]
    seats = 2 if rng.random() < 0.7 else int(rng.integers(2, int(open_kit(name).rules.max_seats) + 1))
    game = Game.new(name, seats, 9_000_000 + number)
    bots = [BOTS[int(rng.integers(len(BOTS)))] for _ in range(seats)]
    play_out(game, sit_down(bots, f"{number:032x}"))
    return game, bots, rng


def options_of(moment: Moment, chances: Values) -> list[int]:
    """The decision that was made, those that the network likes, and those that search would try."""
    question, tries = worlds_of(moment.view, 0, moment.number).question, np.empty(N_ACTIONS, np.int16)
    n = list_options(
        question, worlds_of(moment.view, 0, moment.number).key, new_trials(), np.zeros(MAX_SEATS, PLAN), tries
    )
    liked = [int(k) for k in np.argsort(-chances, kind="stable")[: ahead.MOST] if chances[k] >= ahead.LEAST]
    legal = {action.number for action in usual(moment.view, moment.legal)}
    found = dict.fromkeys((moment.action.number, *liked, *(int(k) for k in tries[:n] if int(k) in legal)))
    return list(found)[:MOST]


def decisions(number: int) -> Iterator[dict[str, Any]]:
    """Some decisions of a game before its last round."""
    game, bots, rng = game_of(number)
    every = [one for one in moments(game.record()) if len(one.legal) > 1 and one.view.record["last_round_by"] == NONE]
    for i in rng.choice(len(every), min(EACH, len(every)), replace=False):
        moment = every[int(i)]
        view, seat = moment.view, moment.seat
        chances = think(load_brain(), view, [one.number for one in moment.legal]).chances[0].astype(float)
        options = options_of(moment, chances)
        plan = worlds_of(view, 5, moment.number).try_out(options, 0, GAMES)
        true = look(view, options, TRUE, 60_000 + moment.number, TO_THE_END)[:, :, seat]
        yield {
            "name": game.kit.game,
            "deal": number,
            "seats": game.seats,
            "bot": bots[seat],
            "some": options,
            "ch": [float(chances[k]) for k in options],
            "win": look(view, options, WORLDS, 1000 + moment.number)[:, :, seat].round(4).tolist(),
            "plan": plan.wins[:, :, seat].mean(axis=0).round(4).tolist(),
            "true": true.mean(axis=0).round(4).tolist(),
            "err": ((true - true[:, :1]).std(axis=0) / np.sqrt(TRUE)).round(4).tolist(),
        }


def chances(number: int) -> Iterator[dict[str, Any]]:
    """Some moments of a game, with the chances of all seats."""
    game, bots, rng = game_of(number)
    every = [one for one in moments(game.record()) if len(one.legal) > 1]
    for i in rng.choice(len(every), min(EACH, len(every)), replace=False):
        moment = every[int(i)]
        told = look(moment.view, [moment.action.number], AHEAD, number)[:, 0].mean(axis=0)
        plan = forecast(moment.view, GAMES, 0, number).win
        yield {"won": list(game.result.win_shares), "plan": list(plan), "ahead": told.round(4).tolist(), "bots": bots}


def work(make: Callable[[int], Iterator[dict[str, Any]]], first: int, step: int, end: float, rows: Any) -> None:
    """Make rows until the time is up."""
    number = first
    while time.monotonic() < end:
        for row in make(number):
            rows.put(row)
        number += step
    rows.put(None)


def add(file: Path, make: Callable[[int], Iterator[dict[str, Any]]], seconds: float, jobs: int, first: int) -> None:
    """Add rows to a file, those of the first number and of those after it, from so many processes."""
    context = multiprocessing.get_context("spawn")
    queue, going = context.Queue(), jobs
    for k in range(jobs):
        asked = (make, first + k, jobs, time.monotonic() + seconds, queue)
        context.Process(target=work, args=asked, daemon=True).start()
    with gzip.open(file, "at", encoding="utf-8") as out:
        while going:
            row = queue.get()
            going -= row is None
            out.write("" if row is None else json.dumps(row, separators=(",", ":")) + "\n")


def read(file: Path) -> Rows:
    """All rows of a file."""
    if not file.exists():
        return []
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


JUDGES: Final[dict[str, Callable[[dict[str, Any], slice], Values]]] = {
    "the network's liking": lambda row, _: np.log(np.maximum(row["ch"], 1e-9)),
    "games by plan": lambda row, _: np.array(row["plan"]),
    "looking ahead": lambda row, some: np.array(row["win"])[some].mean(axis=0),
    "both": lambda row, some: LOOKING * np.array(row["win"])[some].mean(axis=0) + (1 - LOOKING) * np.array(row["plan"]),
    "both, with liking": lambda row, some: JUDGES["both"](row, some) + LIKING * np.log(np.maximum(row["ch"], UNLIKELY)),
}


def tell_decisions(rows: Rows) -> Iterator[str]:
    """How well each judge chooses, and orders pairs that are at least ten points apart."""
    yield f"{len(rows)} decisions\n"
    yield "| judge | pairs in the right order | wins of 1,000 more than by liking |\n|---|---|---|"
    for name, judge in JUDGES.items():
        gains, right = [], []
        for row in rows:
            values, true = judge(row, slice(None)), np.array(row["true"])
            gains.append(true[values.argmax()] - true[np.argmax(row["ch"])])
            pairs = [(i, j) for i in range(len(true)) for j in range(i) if abs(true[i] - true[j]) > 0.1]
            right += [(values[i] - values[j]) * (true[i] - true[j]) > 0 for i, j in pairs]
        more, half = 1000 * np.mean(gains), 1960 * np.std(gains) / np.sqrt(len(gains))
        yield f"| {name} | {100 * np.mean(right):.1f}% of {len(right)} | {more:+.1f} ± {half:.1f} |"


def tell_losses(rows: Rows) -> Iterator[str]:
    """Where even worlds would choose otherwise: what odd ones say that it brings, and the truth."""
    found = []
    for row in rows:
        best = int(JUDGES["both, with liking"](row, slice(0, None, 2)).argmax())
        both, true = JUDGES["both"](row, slice(1, None, 2)), row["true"]
        found += [(both[best] - both[0], true[best] - true[0])] if best else []
    told, true = 100 * np.array(found).T
    yield f"\nwhere they would choose otherwise ({len(told)}): told {told.mean():.1f} points, true {true.mean():.1f}"


def tell_chances(rows: Rows) -> Iterator[str]:
    """The log loss of chances told in each way."""
    won = np.concatenate([row["won"] for row in rows])
    ways = {name: np.concatenate([row[name] for row in rows]) for name in ("plan", "ahead")}
    ways["both"] = LOOKING * ways["ahead"] + (1 - LOOKING) * ways["plan"]
    yield f"\n{len(rows)} moments\n\n| chances by | log loss | squared error |\n|---|---|---|"
    for name, told in ways.items():
        sure = np.clip(told, 0.001, 0.999)
        loss = -(won * np.log(sure) + (1 - won) * np.log(1 - sure)).mean()
        yield f"| {name} | {loss:.3f} | {((told - won) ** 2).mean():.4f} |"


def main() -> None:
    """Add rows, or tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("decisions", "chances", "tell"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.what != "tell":
        file = FILES[options.what]
        add(file, globals()[options.what], options.seconds, options.jobs, len(read(file)))
        return
    rows = read(FILES["decisions"])
    print("\n".join((*tell_decisions(rows), *tell_losses(rows), *tell_chances(read(FILES["chances"])))))


if __name__ == "__main__":
    main()
