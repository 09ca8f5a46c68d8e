"""How strong `search` is: games against a compiled bot, or against itself. `benchmarks.strength` makes a page of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from eclisse.bots import table
from eclisse.bots.search import Budget, search
from eclisse.catalogue.kit import Kit
from eclisse.core import doors
from eclisse.core.batch import awaited
from eclisse.core.codes import OVER
from eclisse.core.records import STATE
from eclisse.core.rng import derive
from eclisse.core.scoring import SHEET

ITERATIONS = 2500  # of a search, what one core does in 500 ms
SEED = 2026


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
    """Wins and totals of the search and of another bot in each game, seats swapped."""
    found = []
    for number in range(games):
        swapped = number % 2
        sheet = play_search(kit, number, (other, "search") if swapped else ("search", other))
        order = (swapped, 1 - swapped)
        found.append(([int(sheet["winner"][i]) for i in order], [int(sheet["total"][i]) for i in order]))
    return found
