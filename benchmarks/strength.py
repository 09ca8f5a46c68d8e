"""How strong the bots are, on every game: writes docs/strength.md. Run as `make strength` (SEARCH=200 adds the search).

Every pairing plays the same deals with seats swapped. With more seats one bot of each kind sits at the table, in every
rotation.
"""

import argparse
import itertools
import math
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.learned import fight
from eclisse.arena.ratings import wilson
from eclisse.bots import LEVELS, table
from eclisse.bots.match import match
from eclisse.bots.search import Budget, search
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.core import doors
from eclisse.core.batch import awaited
from eclisse.core.codes import OVER
from eclisse.core.records import SHEET, STATE
from eclisse.core.rng import derive

RUNGS = ("beginner", "easy", "medium", "hard")  # levels that answer at once
PAIRS = [
    ("greedy", "random"),
    *(("planner", other) for other in ("greedy", "path", "hungry", "one-step", "long-route", "planner")),
]
ROUND = ("planner", "path", "greedy", "random", "hungry")  # who sits at a table of three, four or five
ITERATIONS = 2500  # of a search, what one core does in 500 ms
SEED = 2026


def play(kit: Kit, bots: Sequence[str], games: int) -> tuple[Any, Any]:
    """Shares of wins and scores of each bot, in the order given; the same deals in every rotation."""
    n = len(bots)
    wins, scores = np.zeros(n), np.zeros(n)
    for shift in range(n):
        seats = [table.NAMES.index(bots[(seat + shift) % n]) for seat in range(n)]
        rows = np.array([seats] * (games // n), np.int64)
        _, sheets, decisions, _ = match(kit.board_row, kit.rules_row, rows, np.array([SEED, 1], np.uint64), 0, 2)
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


def pair_rows(games: int) -> Iterator[str]:
    """A line for each game, two seats."""
    for name in builtin_games():
        kit, cells = open_kit(name), []
        for a, b in PAIRS:
            wins, scores = play(kit, (a, b), games)
            cells.append(f"{scores[0]:.0f}" if a == b else percent(wins[0], games))
        yield f"| {name} | {' | '.join(cells)} |"


def round_rows(games: int) -> Iterator[str]:
    """A line for each game and number of seats above two."""
    for name in builtin_games():
        kit = open_kit(name)
        for seats in range(max(3, int(kit.rules.min_seats)), int(kit.rules.max_seats) + 1):
            bots = ROUND[:seats]
            wins, scores = play(kit, bots, games)
            told = ", ".join(f"{bot} {100 * wins[i]:.1f}% ({scores[i]:.0f})" for i, bot in enumerate(bots))
            yield f"| {name} | {seats} | {told} |"


def level_rows(games: int) -> Iterator[str]:
    """A line for each game: how often each level wins against the one below, two seats."""
    for name in builtin_games():
        kit, cells = open_kit(name), []
        for below, above in itertools.pairwise(RUNGS):
            wins, _ = play(kit, (LEVELS[above], LEVELS[below]), games)
            cells.append(f"{percent(wins[0], games)}, {rating(wins[0]):+.0f}")
        yield f"| {name} | {' | '.join(cells)} |"


def rating(share: float) -> float:
    """By how much a rating is higher if so large a share is won."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else math.inf


def play_search(kit: Kit, number: int, bots: Sequence[str]) -> Any:
    """One game in which some seats search; returns its sheet."""
    states, views, sheets = np.zeros(1, STATE), np.zeros(1, STATE), np.zeros(1, SHEET)
    before, told = np.zeros(1, STATE), np.zeros(64, np.int64)
    doors.deal(states, kit.board_row, kit.rules_row, len(bots), np.array([SEED, number // 2], np.uint64))
    n = 0
    while states[0]["phase"] != OVER:
        seat = awaited(states[0])
        doors.observe_seat(states, views, seat)
        key = np.array(derive(np.uint64(SEED), np.uint64(number), n), np.uint64)
        if bots[seat] == "search":
            action = search(views, kit.board_row, kit.rules_row, seat, key, Budget(iterations=ITERATIONS))
        else:
            bot = table.NAMES.index(bots[seat])
            action = table.decide_view(bot, views, kit.board_row, kit.rules_row, seat, key, n)
        if not doors.play_action(states, before, kit.board_row, kit.rules_row, seat, action, told):
            raise SystemExit(f"{bots[seat]} decided something illegal in {kit.game}")
        n += 1
    doors.count(states, kit.board_row, kit.rules_row, sheets)
    return sheets[0]


def searched(kit: Kit, other: str, games: int) -> list[tuple[list[int], list[int]]]:
    """Wins and totals of the search and of another bot in each game, seats swapped, one game a thread."""

    def sheet_of(number: int) -> tuple[list[int], list[int]]:
        swapped = number % 2
        sheet = play_search(kit, number, (other, "search") if swapped else ("search", other))
        order = (swapped, 1 - swapped)
        return [int(sheet["winner"][i]) for i in order], [int(sheet["total"][i]) for i in order]

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(sheet_of, range(games)))


def search_rows(games: int, names: Sequence[str]) -> Iterator[str]:
    """Lines about the search in some games: against the planner, and in the first of them against itself."""
    for name in names:
        sheets = searched(open_kit(name), "planner", games)
        share = sum(won[0] / sum(won) for won, _ in sheets) / games
        own, other = (sum(total[i] for _, total in sheets) / games for i in (0, 1))
        told = f"{percent(share, games)} of {games} games, mean scores {own:.0f} and {other:.0f}"
        yield f"| {name} | search against planner | {told} |"
    best = [max(total) for _, total in searched(open_kit(names[0]), "search", max(1, games // 4))]
    yield f"| {names[0]} | search against itself | mean of winners {sum(best) / len(best):.0f} in {len(best)} games |"


HEAD = """# How strong the bots are

`python -m benchmarks.strength --games {games} --learned {learned} --search {search}` wrote this page. Each figure comes
from {games:,} games unless it says otherwise; the bots swap or rotate seats over the same deals. In brackets is the 95%
interval (Wilson). A shared win counts in parts.

## Two seats
How often the first bot of each pair wins. The last column is the mean score of `planner` against itself.
"""
MORE = """
## More seats
One bot of each kind sits at the table: how often each wins, and its mean score.

| game | seats | wins |
|---|---|---|"""
SEARCHING = """
## The search
`search` has {iterations:,} iterations for each decision: that is 500 ms on a core that plays out 5,000 games a second,
the least that `eclisse bench` asks for.

| game | pairing | result |
|---|---|---|"""

LEVELLED = """
## The levels
How often each level wins against the one below it, with two seats and {games:,} games each, and how many points of
rating (Elo) that is. `expert` is `{expert}`, `hard` is `{hard}`: the next table has that step.

| game | easy – beginner | medium – easy | hard – medium |
|---|---|---|---|"""
LEARNING = """
## The network
`learned` on each seat in turn, `planner` on all others, {games:,} games each: how often it wins, how many times its
fair share that is, the mean scores of itself and of the best other, and what it did in a game beside what each other
did.

| game | seats | wins | fair shares | scores | itself : each other |
|---|---|---|---|---|---|"""


def learned_rows(games: int) -> Iterator[str]:
    """A line for each game with two seats and with all."""
    for name in builtin_games():
        kit = open_kit(name)
        for seats in dict.fromkeys((2, int(kit.rules.max_seats))):
            tally = fight(kit, "planner", games, seats)
            share = tally.wins / games
            scores = f"{tally.own:.0f} and {tally.best:.0f}"
            cells = (name, seats, percent(share, games), f"{share * seats:.2f}", scores, ", ".join(tally.told()))
            yield f"| {' | '.join(map(str, cells))} |"


def document(games: int, n_learned: int, n_search: int, names: Sequence[str]) -> Iterator[str]:
    """The page, line by line."""
    yield HEAD.format(games=games, learned=n_learned, search=n_search)
    heads = [f"{a} – {b}" if a != b else "planner, mean" for a, b in PAIRS]
    yield f"| game | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}"
    yield from pair_rows(games)
    yield MORE
    yield from round_rows(games)
    yield LEVELLED.format(games=games, expert=LEVELS["expert"], hard=LEVELS["hard"])
    yield from level_rows(games)
    yield LEARNING.format(games=n_learned)
    yield from learned_rows(n_learned)
    if n_search:
        yield SEARCHING.format(iterations=ITERATIONS)
        yield from search_rows(n_search, names)


def main() -> None:
    """Write the page, and show it as it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument(
        "--learned", type=int, default=200, help="games of the network for each game and number of seats"
    )
    parser.add_argument("--search", type=int, default=0, help="games of the search for each pairing")
    parser.add_argument("--on", default="usa,europe,switzerland,india", help="games of the search, with commas")
    parser.add_argument("--out", type=Path, default=Path("docs/strength.md"))
    options = parser.parse_args()
    started, lines = time.time(), []
    for line in document(options.games, options.learned, options.search, options.on.split(",")):
        print(line, flush=True)
        lines.append(line)
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"\nwritten to {options.out} in {time.time() - started:.0f} s")


if __name__ == "__main__":
    main()
