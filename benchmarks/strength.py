"""How strong the bots are, on every game: writes docs/strength.md. Run as `make strength`.

Every game is measured by itself, on one core, and kept in build/strength until the page is written: after an
interruption, run the command again to go on. A section that is not made anew stays on the page as it is.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks.ladder import BOTS, cells, climb
from benchmarks.learned import fight
from benchmarks.searching import ITERATIONS, SEED, searched
from eclisse.arena.ratings import wilson
from eclisse.bots import LEVELS, table
from eclisse.bots.loop import match
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import Kit, open_kit

PAIRS: Final = (
    ("greedy", "random"), ("careless", "greedy"), ("forgetful", "careless"), ("path", "forgetful"), ("planner", "path"),
    ("planner", "one-step"), ("planner", "hungry"), ("planner", "long-route"), ("hasty", "planner"),
    ("learned", "hasty"), ("learned", "planner"), ("learned", "long-route"),
)  # fmt: skip
ROUND: Final = ("planner", "path", "greedy", "random", "hungry")  # who sits at a table of three, four or five
SEARCHED: Final = ("usa", "europe", "switzerland", "india")  # where the search plays, unless you choose
ITSELF: Final = "usa"  # where it plays itself too
Rows = dict[str, list[str]]  # lines of each table


@dataclass(frozen=True)
class Counts:
    """How many games of everything."""

    games: int
    learned: int
    search: int


def play(kit: Kit, bots: Sequence[str], games: int) -> tuple[Any, Any]:
    """Shares of wins and scores of each bot, in the order given; the same deals in every rotation."""
    n = len(bots)
    wins, scores = np.zeros(n), np.zeros(n)
    for shift in range(n):
        seats = [table.NAMES.index(bots[(seat + shift) % n]) for seat in range(n)]
        rows = np.array([seats] * (games // n), np.int64)
        _, sheets, decisions, _ = match(kit.board_row, kit.rules_row, rows, np.array([SEED, 1], np.uint64))
        if (decisions < 0).any():
            raise SystemExit(f"an illegal decision in {kit.game} among {bots}")
        won, total = sheets["winner"][:, :n], sheets["total"][:, :n]
        share = won / won.sum(axis=1, keepdims=True)
        for seat in range(n):
            wins[(seat + shift) % n] += share[:, seat].sum()
            scores[(seat + shift) % n] += total[:, seat].sum()
    played = games // n * n
    return wins / played, scores / played


def percent(share: float, n: int) -> str:
    """A share with its 95% interval."""
    low, high = wilson(share * n, n)
    return f"{100 * share:.1f}% ({100 * low:.0f}–{100 * high:.0f})"


def row(*found: object) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, found))} |"


def ladder_rows(name: str, counts: Counts) -> Rows:
    """Ratings with two seats and with all, and how often the bots of some pairs win."""
    kit = open_kit(name)
    seats = int(kit.rules.max_seats)
    two, most = (climb(kit, n, counts.games, counts.learned) for n in (2, seats))
    shares = [percent(*two.ahead[pair]) for pair in PAIRS]
    return {
        "two": [row(name, *cells(two.ratings))],
        "most": [row(name, seats, *cells(most.ratings))],
        "pairs": [row(name, *shares)],
    }


def round_rows(name: str, counts: Counts) -> Rows:
    """A line for each number of seats above two."""
    kit, lines = open_kit(name), []
    for seats in range(max(3, int(kit.rules.min_seats)), int(kit.rules.max_seats) + 1):
        bots = ROUND[:seats]
        wins, scores = play(kit, bots, counts.games)
        told = ", ".join(f"{bot} {100 * wins[i]:.1f}% ({scores[i]:.0f})" for i, bot in enumerate(bots))
        lines.append(row(name, seats, told))
    return {"more": lines}


def network_rows(name: str, counts: Counts) -> Rows:
    """A line with two seats and one with all."""
    kit, games, lines = open_kit(name), counts.learned, []
    for seats in dict.fromkeys((2, int(kit.rules.max_seats))):
        tally = fight(kit, "planner", games, seats)
        share, scores = tally.wins / games, f"{tally.own:.0f} and {tally.best:.0f}"
        lines.append(row(name, seats, percent(share, games), f"{share * seats:.2f}", scores, ", ".join(tally.told())))
    return {"network": lines}


def search_rows(name: str, counts: Counts) -> Rows:
    """The search against the planner and, in one game, against itself."""
    kit, games = open_kit(name), counts.search
    sheets = searched(kit, "planner", games)
    share = sum(won[0] / sum(won) for won, _ in sheets) / games
    own, other = (sum(total[i] for _, total in sheets) / games for i in (0, 1))
    told = f"{percent(share, games)} of {games} games, mean scores {own:.0f} and {other:.0f}"
    lines = [row(name, "search against planner", told)]
    if name == ITSELF:
        best = [max(total) for _, total in searched(kit, "search", max(1, games // 4))]
        told = f"mean of winners {sum(best) / len(best):.0f} in {len(best)} games"
        lines.append(row(name, "search against itself", told))
    return {"search": lines}


MEASURES: Final[dict[str, Callable[[str, Counts], Rows]]] = {
    "ladder": ladder_rows,
    "more": round_rows,
    "network": network_rows,
    "search": search_rows,
}
HEAD = """# How strong the bots are

`make strength` (`python -m benchmarks.strength`) writes this page in about {minutes} minutes on two cores, except its
last section: the search takes hours, so `--only search --search 200` makes that by itself, and `--on` chooses the
games. The bots swap or rotate seats over the same deals. In brackets is the 95% interval (Wilson). A shared win counts
in parts.
"""
TEXTS: Final = {
    "The ladder": """
Ratings on the scale of chess (Elo): a bot with 400 points more than another comes out ahead of it ten times as often as
behind. `planner` stands at 2000 in every line, so compare only the numbers of one line. After the ± is half the 95%
interval. *Under* or *over* a number: the bot lost, or won, every game against those that have a rating, so games cannot
tell more. Each pair or table played {games:,} games, or {learned:,} where `hasty` or `learned` sits.

The levels for people are {levels}. `learned@1s`
takes too long for this table; [it beats `learned`](training.md#how-strong-it-is), so it stands somewhat higher.

With two seats:

{two}

With as many seats as the game has, where a rating says who comes out ahead of whom at the table, not only who wins:

{most}
""",
    "Two seats": """
How often the first bot of each pair wins; from the games of the ladder.

{pairs}
""",
    "More seats": """
One bot of each kind sits at the table: how often each wins in {games:,} games, and its mean score.

{more}
""",
    "The network": """
`learned` on each seat in turn, `planner` on all others, {learned:,} games each: how often it wins, how many times its
fair share that is, the mean scores of itself and of the best other, and what it did in a game beside what each other
did.

{network}
""",
    "The search": """
`search` has {iterations:,} iterations for each decision: that is 500 ms on a core that plays out 5,000 games a second,
the least that `eclisse bench` asks for.

{search}
""",
}
MINUTES: Final = 16
HEADS: Final = {
    "two": ("game", *BOTS),
    "most": ("game", "seats", *BOTS),
    "pairs": ("game", *(f"{a} – {b}" for a, b in PAIRS)),
    "more": ("game", "seats", "wins"),
    "network": ("game", "seats", "wins", "fair shares", "scores", "itself : each other"),
    "search": ("game", "pairing", "result"),
}


def page(tables: Rows, counts: Counts, old: str) -> str:
    """The page: what was measured now, and of what was not, what an older page says."""
    filled = {name: filled_table(HEADS[name], lines, old) for name, lines in tables.items()}
    values: dict[str, Any] = {"games": counts.games, "learned": counts.learned, "iterations": ITERATIONS, **filled}
    values["levels"] = ", ".join(f"`{level}` (`{bot}`)" for level, bot in LEVELS.items())
    kept = {part.partition("\n")[0]: part.partition("\n")[2] for part in old.split("\n## ")[1:]}
    parts = [HEAD.format(minutes=MINUTES)]
    for title, text in TEXTS.items():
        if all(name in filled for name in HEADS if f"{{{name}}}" in text):
            parts.append(f"## {title}{text.format(**values)}")
        elif title in kept:
            parts.append(f"## {title}\n{kept[title].rstrip()}\n")
    return "\n".join(parts)


def filled_table(heads: Sequence[str], lines: Sequence[str], old: str) -> str:
    """A table with new lines and, for games that have none, those of the same table on an older page."""
    head, rule = row(*heads), "|---" * len(heads) + "|"
    older = old.partition(f"{head}\n{rule}\n")[2].partition("\n\n")[0].splitlines()
    new = {game_of(line) for line in lines}
    names = list(builtin_games())
    every = [*lines, *(line for line in older if game_of(line) not in new)]
    return "\n".join((head, rule, *sorted(every, key=lambda line: names.index(game_of(line)))))


def game_of(line: str) -> str:
    """The game that a line of a table is about."""
    return line.split("|")[1].strip()


def measured(section: str, name: str, counts: Counts, folder: Path) -> Rows:
    """The lines of a section about one game, from the folder if they are there, else measured and put there."""
    file = folder / f"{section}-{name}-{counts.games}-{counts.learned}-{counts.search}.json"
    if not file.exists():
        rows = MEASURES[section](name, counts)
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(".part")
        unfinished.write_text(json.dumps(rows), encoding="utf-8")
        unfinished.replace(file)
    found: Rows = json.loads(file.read_text("utf-8"))
    return found


def usual(section: str) -> Sequence[str]:
    """The games of a section, if nobody chooses."""
    return SEARCHED if section == "search" else list(builtin_games())


def measure(jobs: Sequence[tuple[str, str]], counts: Counts, folder: Path, workers: int) -> Rows:
    """All lines of some sections, one game on each core at a time; tells about each as it is done."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        futures = [pool.submit(measured, section, name, counts, folder) for section, name in jobs]
        numbers = {future: i for i, future in enumerate(futures)}
        try:
            for n, future in enumerate(as_completed(futures), 1):
                future.result()
                print(f"{n} of {len(jobs)}: {' on '.join(jobs[numbers[future]])}", flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)  # what is done is kept, the rest waits for the next time
            raise
        return gathered(future.result() for future in futures)


def gathered(parts: Iterable[Rows]) -> Rows:
    """The lines of all games, table by table."""
    found: Rows = {}
    for part in parts:
        for name, lines in part.items():
            found.setdefault(name, []).extend(lines)
    return found


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600, help="games of each pair or table of compiled bots")
    parser.add_argument("--learned", type=int, default=200, help="games of each pair or table with the network")
    parser.add_argument("--search", type=int, default=0, help="games of the search for each pairing")
    parser.add_argument("--on", help="games to measure, with commas; the others stay as they are")
    parser.add_argument("--only", choices=MEASURES, help="the section to make anew")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("docs/strength.md"))
    parser.add_argument("--keep", type=Path, default=Path("build/strength"), help="where unfinished work is kept")
    options = parser.parse_args()
    sections = [options.only] if options.only else [name for name in MEASURES if name != "search" or options.search]
    counts, started = Counts(options.games, options.learned, options.search), time.time()
    chosen = options.on.split(",") if options.on else []
    jobs = [(section, name) for section in sections for name in chosen or usual(section)]
    tables = measure(jobs, counts, options.keep, options.workers)
    old = options.out.read_text("utf-8") if options.out.exists() else ""
    options.out.write_text(page(tables, counts, old), encoding="utf-8")
    for file in options.keep.glob("*.json"):
        file.unlink()
    print(f"written to {options.out} in {time.time() - started:.0f} s")


if __name__ == "__main__":
    main()
