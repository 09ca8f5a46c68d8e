"""Whether the coach's figures say who plays better, and whether it says the same twice.

python -m benchmarks.reviewed play --seconds 500 --jobs 16   # more games of two bots, reviewed: added to the file
python -m benchmarks.reviewed tell                           # the tables of docs/coach.md

The stronger bot of each pair stands first. They change seats from game to game. Of ten games of a pair on a board, one
is reviewed twice, the second time in other worlds.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from benchmarks.judge import Rows, add, read
from eclisse import Game
from eclisse.analysis.ideas import ideas
from eclisse.analysis.review import Effort, Judged, moments, review
from eclisse.analysis.summary import summarise
from eclisse.bots.seated import play_out, sit_down

PAIRS: Final = (("learned", "planner"), ("planner", "path"), ("path", "forgetful"), ("learned@200ms", "learned"))
BOARDS: Final = ("usa", "europe", "switzerland", "india")
CELLS: Final = [(pair, board) for board in BOARDS for pair in PAIRS]
BLOCK: Final = 10  # games over which two players are compared
DRAWN: Final = 5_000  # times that so many are drawn from those that were played
FILE: Final = Path(__file__).parent / "reviewed.jsonl.gz"


def played(number: int) -> Iterator[dict[str, Any]]:
    """One reviewed game; whatever there is of each player stands in the order of the pair."""
    (pair, board), count = CELLS[number % len(CELLS)], number // len(CELLS)
    order = (0, 1) if count % 2 == 0 else (1, 0)  # the player of each seat, and the seat of each player
    game = Game.new(board, 2, 70_000 + number)
    play_out(game, sit_down([pair[k] for k in order], f"{number:032x}"))
    found = list(moments(game.record()))
    looks = [review(found, Effort(seed=seed)) for seed in range(2 if count % BLOCK == 0 else 1)]
    summary = summarise(game, looks[0])
    figures = (summary.accuracy, summary.skill, summary.luck, game.result.win_shares)
    accuracy, skill, luck, won = ([values[seat] for seat in order] for values in figures)
    yield {
        "number": number,
        "accuracy": accuracy,
        "skill": skill,
        "luck": luck,
        "won": won,
        "looks": [[row_of(one, order) for one in look] for look in looks],
        "ideas": [[[one.idea for one in ideas(look, seat, lambda _: False)] for seat in order] for look in looks],
    }


def row_of(judged: Judged, order: Sequence[int]) -> list[float]:
    """A decision: its player, their chance after it, what it lost, half of the interval of that, and if for sure."""
    seat, verdict = judged.moment.seat, judged.verdict
    win, gap, error = (round(value, 4) for value in (verdict.taken.win[seat], verdict.gap, verdict.error))
    return [order[seat], win, gap, error, int(verdict.sure)]


def column(rows: Rows, name: str) -> npt.NDArray[np.float64]:
    """A figure of both players in all games."""
    return np.array([row[name] for row in rows], float)


def luck_of(row: dict[str, Any]) -> float:
    """What the stronger player won beyond a fair share and what mistakes explain."""
    given = [sum(max(0.0, one[2]) for one in row["looks"][0] if one[0] == player and one[4]) for player in (0, 1)]
    return float(row["won"][0] - 0.5 - (given[1] - given[0]))


def tell_players(rows: Rows) -> Iterator[str]:
    """Wins, accuracy and luck of each pair, and how often the stronger is the more accurate over ten games."""
    rng = np.random.default_rng(1)
    yield f"{len(rows)} games\n"
    yield "| stronger, weaker | games | won | accuracy | more accurate over ten games | luck |\n|" + "---|" * 6
    for number, pair in enumerate(PAIRS):
        some = [row for row in rows if row["number"] % len(PAIRS) == number]
        won, accuracy, luck = column(some, "won"), column(some, "accuracy"), np.array([luck_of(row) for row in some])
        mean, tens = 100 * accuracy.mean(axis=0), rng.choice(accuracy, (DRAWN, BLOCK)).mean(axis=1)
        noise = 196 * luck.std() / np.sqrt(len(some))
        yield (
            f"| `{pair[0]}`, `{pair[1]}` | {len(some)} | {won[:, 0].sum():g} | {mean[0]:.1f}% : {mean[1]:.1f}%"
            f" | {100 * (tens[:, 0] > tens[:, 1]).mean():.0f}% | {100 * luck.mean():+.0f} ± {noise:.0f} |"
        )
    for board in BOARDS:
        some = [row for row in rows if CELLS[row["number"] % len(CELLS)][1] == board]
        mean = 100 * column(some, "accuracy").mean(axis=0)
        yield f"{board}: {len(some)} games, accuracy {mean[0]:.1f}% : {mean[1]:.1f}%"


def tell_twice(rows: Rows) -> Iterator[str]:
    """What a second review in other worlds says of the same games."""
    twice = [row for row in rows if len(row["looks"]) > 1]
    pairs = [(one, two) for row in twice for one, two in zip(*row["ideas"], strict=True)]
    told = [(one, two) for one, two in pairs if one]
    same, first = sum(set(one) == set(two) for one, two in pairs), sum(one[:1] == two[:1] for one, two in told)
    sure = [(a, b) for row in twice for a, b in zip(*row["looks"], strict=True) if a[4]]
    yield f"\n{len(twice)} games reviewed twice: the same ideas for {same} of {len(pairs)} players,"
    yield f"the same first idea for {first} of {len(told)} who were told any"
    again, nothing = sum(b[4] for _, b in sure), sum(b[2] <= 0 for _, b in sure)
    yield f"of {len(sure)} sure mistakes {again} are sure again, {nothing} cost nothing the second time"


def tell_chances(rows: Rows) -> Iterator[str]:
    """The chance of whoever decided, by the board and by the third of the game, and who won."""
    yield "\n| | told | won | log loss |\n|---|---|---|---|"
    found = [
        (
            BOARDS[row["number"] % len(CELLS) // len(PAIRS)],
            3 * i // len(row["looks"][0]),
            one[1],
            row["won"][int(one[0])],
        )
        for row in rows
        for i, one in enumerate(row["looks"][0])
    ]
    groups = {"all": found}
    groups |= {board: [one for one in found if one[0] == board] for board in BOARDS}
    groups |= {f"third {k + 1} of the game": [one for one in found if one[1] == k] for k in range(3)}
    for name, some in groups.items():
        told, won = np.array([one[2:] for one in some]).T
        sure = np.clip(told, 0.001, 0.999)
        loss = -(won * np.log(sure) + (1 - won) * np.log(1 - sure)).mean()
        yield f"| {name} | {100 * told.mean():.1f}% | {100 * won.mean():.1f}% | {loss:.3f} |"


def main() -> None:
    """Add games, or tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "tell"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.what == "play":
        add(FILE, played, options.seconds, options.jobs, 1 + max((row["number"] for row in read(FILE)), default=-1))
    else:
        rows = read(FILE)
        print("\n".join((*tell_players(rows), *tell_twice(rows), *tell_chances(rows))))


if __name__ == "__main__":
    main()
