"""How right and how quick the coach is.

python benchmarks/coach.py play --n 100 --first 0 --out build/coach     # games between levels, moments judged
python benchmarks/coach.py plot build/coach docs/images/coach.svg       # of those judged 70%, how many won
python benchmarks/coach.py speed                                        # a review, a first curve, a hint
python benchmarks/coach.py flips --n 40                                 # how often a larger budget changes a verdict
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from eclisse import Game
from eclisse.analysis.hint import hint
from eclisse.analysis.review import GLANCES, LOOKS, SHARP_LOOKS, Effort, judge, judge_all, moments, review
from eclisse.analysis.worlds import forecast
from eclisse.bots.seated import play_out, sit_down
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import open_kit

LEVELS = ("greedy", "path", "planner", "learned")  # those that answer at once
MOMENTS = 6  # of each game
WORLDS = 100


def games(first: int, n: int) -> Iterator[Game]:
    """Games on every board in turn, with any number of seats, between levels chosen at random."""
    names = sorted(builtin_games())
    for number in range(first, first + n):
        rng = np.random.default_rng(number)
        rules = open_kit(names[number % len(names)]).rules
        seats = int(rng.integers(int(rules.min_seats), int(rules.max_seats) + 1)) if rng.random() < 0.5 else 2
        game = Game.new(names[number % len(names)], max(2, seats), number)
        bots = [LEVELS[int(rng.integers(len(LEVELS)))] for _ in range(game.seats)]
        play_out(game, sit_down(bots, f"{number:032x}"))
        yield game


def play(first: int, n: int, out: Path) -> None:
    """Judge some moments of each game, and note who won."""
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, game in enumerate(games(first, n), first):
        rng = np.random.default_rng(10**6 + number)
        found = [moment for moment in moments(game.record()) if len(moment.legal) > 1]
        winners = game.result.winners
        for i in rng.choice(len(found), min(MOMENTS, len(found)), replace=False):
            moment = found[int(i)]
            told = forecast(moment.view, WORLDS, 0, number)
            won = [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]
            done = round(moment.number / len(game.actions), 3)
            rows.append(
                {"game": game.kit.game, "board": game.kit.spec.board.id, "done": done, "win": told.win, "won": won}
            )
    (out / f"{first:06}.json").write_text(json.dumps({"games": n, "rows": rows}), "utf-8")


def read(folder: Path) -> tuple[int, list[dict[str, Any]]]:
    """All that was played, and in how many games."""
    parts = [json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))]
    return sum(part["games"] for part in parts), [row for part in parts for row in part["rows"]]


def bins(rows: list[dict[str, Any]]) -> list[tuple[float, float, int]]:
    """Judged and won shares in tenths, with how many chances each is made of."""
    judged = np.array([p for row in rows for p in row["win"]])
    won = np.array([p for row in rows for p in row["won"]])
    result = []
    for k in range(10):
        inside = (judged >= k / 10) & ((judged < (k + 1) / 10) | (k == 9))
        if inside.sum() >= 20:
            result.append((float(judged[inside].mean()), float(won[inside].mean()), int(inside.sum())))
    return result


def plot(folder: Path, out: Path) -> None:
    """The calibration of each board as a picture, and as a table on standard output."""
    from eclisse.arena.style import MUTED, PALETTE, add_axes, make_figure, picture, to_svg  # noqa: PLC0415 - an extra

    n, rows = read(folder)
    boards = sorted({row["board"] for row in rows})

    @picture
    def draw() -> Any:
        figure = make_figure(11, 2.9)
        for ax, board, colour in zip(add_axes(figure, 1, len(boards), sharey=True), boards, PALETTE, strict=False):
            found = bins([row for row in rows if row["board"] == board])
            ax.plot([0, 1], [0, 1], color=MUTED, linewidth=1)
            ax.plot([a for a, _, _ in found], [b for _, b, _ in found], "o-", color=colour)
            ax.set(title=board, xlabel="judged", xlim=(0, 1), ylim=(0, 1), aspect="equal")
            ax.set(xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
            ax.yaxis.set_label_text("won" if board == boards[0] else "")
        return figure

    out.write_text(to_svg(draw()), "utf-8")
    print(f"{n} games, {len(rows)} moments")
    for name, part in (("all", rows), *((b, [row for row in rows if row["board"] == b]) for b in boards)):
        score = np.mean([(p - w) ** 2 for row in part for p, w in zip(row["win"], row["won"], strict=True)])
        cells = " ".join(f"{100 * a:.0f}:{100 * b:.0f}" for a, b, _ in bins(part))
        print(f"{name:12} moments {len(part):5} Brier {score:.4f}  {cells}")


def speed(name: str) -> None:
    """Seconds for a first curve, a whole review and a hint, on two threads."""
    game = Game.new(name, 2, 7)
    play_out(game, sit_down(("planner", "path"), "7" * 32))
    found, effort = list(moments(game.record())), Effort(threads=2)
    hint(found[40].view, found[40].legal, 20)  # loads what was compiled
    curve = timed(lambda: list(judge_all(found, GLANCES, effort)))
    whole = timed(lambda: review(found, effort))
    slowest = max(timed(lambda moment=moment: hint(moment.view, moment.legal)) for moment in found[2::10])
    for what, (wall, busy) in (("first curve", curve), ("review", whole), ("slowest hint", slowest)):
        print(f"{name}, {len(found)} decisions: {what} {wall:.2f} s, {busy:.2f} s of work")


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds on the clock, and seconds of work on all cores together."""
    start, busy = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - busy


def flips(n: int) -> None:
    """How often verdicts of the usual look and of one with ten times the games differ."""
    rng, same, called, kept = np.random.default_rng(3), 0, 0, 0
    for game in games(50_000, n):
        found = [moment for moment in moments(game.record()) if len(moment.legal) > 2]
        moment = found[int(rng.integers(len(found)))]
        one, two = judge(moment, LOOKS).verdict, judge(moment, SHARP_LOOKS).verdict
        same += one.sure == two.sure
        called += one.sure
        kept += one.sure and two.gap > 0
    print(f"{n} decisions: {same} verdicts stay; of {called} mistakes called, {kept} still lose something")


def main() -> None:
    """One of the four."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "plot", "speed", "flips"))
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--n", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("build/coach"))
    parser.add_argument("--games", default="usa,europe")
    options = parser.parse_args()
    if options.what == "play":
        play(options.first, options.n, options.out)
    elif options.what == "plot":
        plot(*options.paths)
    elif options.what == "speed":
        for name in options.games.split(","):
            speed(name)
    else:
        flips(options.n)


if __name__ == "__main__":
    main()
