"""Many games of several kinds side by side, played up to the next decision of a learner; other seats are bots."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots import table
from eclisse.bots.loop import LOG, OUTSIDER, ask, play_on
from eclisse.catalogue.kit import open_kit
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import awaited
from eclisse.core.codes import OVER
from eclisse.core.records import MAX_SEATS, STATE, Record
from eclisse.core.rng import derive, siphash
from eclisse.core.routes import Actions
from eclisse.core.scoring import SHEET, count, win_share
from eclisse.core.setup import deal
from eclisse.features.layout import SIZE
from eclisse.features.write import mark_usual, write
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]
Numbers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

LEARNER: Final = 0  # who sits on a seat
EARLIER: Final = 1  # an earlier self of the learner's, which is asked outside too
FIRST_BOT: Final = 2  # from here on: the compiled bots, in the order of their table
PLANNER: Final = FIRST_BOT + table.PLANNER
STYLES: Final = tuple(FIRST_BOT + bot for bot in (table.PATH, table.HUNGRY, table.ONE_STEP, table.LONG_ROUTE))
STRIDE: Final = 1 << 24  # deals between one round of a place and the next
TASK: Final = 256  # games stepped in one go


class Pack(NamedTuple):
    """The arrays of some games, one row a game."""

    states: Records
    sheets: Records
    kits: Numbers  # which of the boards and rules it is played by
    n_seats: Numbers
    deals: Numbers  # number of the first deal in this place
    rounds: Numbers  # games dealt in this place so far
    players: Numbers  # LEARNER, EARLIER or a bot, on each seat
    seats: Numbers  # the seat that decides now
    rows: npt.NDArray[np.uint8]  # its features
    masks: npt.NDArray[np.int8]  # its legal actions
    points: npt.NDArray[np.float32]  # of each seat, so far
    ended: npt.NDArray[np.bool_]  # whether the last step ended a game; then:
    totals: npt.NDArray[np.float32]  # final points of each seat
    wins: npt.NDArray[np.float32]  # its share of the win


@compiled
def _play_bots(pack: Pack, boards: Records, rules: Records, views: Records, i: int) -> None:
    """Let the bots of a game decide until it is over or another must."""
    k, bots = int(pack.kits[i]), np.empty(MAX_SEATS, np.int64)
    for seat in range(MAX_SEATS):
        player = int(pack.players[i, seat])
        bots[seat] = OUTSIDER if player < FIRST_BOT else player - FIRST_BOT
    one, board, rule = pack.states[i : i + 1], boards[k : k + 1], rules[k : k + 1]
    if play_on(one, views, board, rule, bots, (one[0].key[1], one[0].key[0]), 0, np.empty(0, LOG)) < 0:
        raise ValueError("a bot's decision is not legal")


@compiled
def _finish(pack: Pack, board: Record, rules: Record, i: int) -> None:
    """Count a finished game."""
    count(pack.states[i], board, rules, pack.sheets[i])
    for seat in range(pack.states[i].n_seats):
        pack.totals[i, seat] = pack.sheets[i].total[seat]
        pack.wins[i, seat] = win_share(pack.sheets[i], seat)
    pack.ended[i] = True


@compiled
def _deal_next(pack: Pack, board: Record, rules: Record, key: Keys, i: int) -> None:
    """Deal the next game of a place."""
    k0, k1 = derive(key[0], key[1], int(pack.deals[i]) + STRIDE * int(pack.rounds[i]))
    deal(pack.states[i], board, rules, int(pack.n_seats[i]), k0, k1)
    pack.rounds[i] += 1


@compiled
def _show(pack: Pack, board: Record, rules: Record, seat: int, numbers: Actions, i: int) -> None:
    """Write what the seat that decides knows, and what it may do."""
    pack.seats[i] = seat
    write(pack.states[i], board, rules, seat, pack.rows[i])
    mark_usual(pack.states[i], board, rules, seat, numbers, pack.masks[i])
    for k in range(pack.n_seats[i]):
        pack.points[i, k] = pack.states[i].points[k]


@compiled
def step_games(pack: Pack, boards: Records, rules: Records, key: Keys, actions: Numbers, start: int, stop: int) -> None:
    """Carry out the actions of the games start … stop - 1 and play on to the next decision asked for outside."""
    views, numbers = np.zeros(1, STATE), np.empty(N_ACTIONS, np.int16)
    for i in range(start, stop):
        state, board, rule = pack.states[i], boards[pack.kits[i]], rules[pack.kits[i]]
        pack.ended[i] = False
        if pack.rounds[i] == 0:
            _deal_next(pack, board, rule, key, i)
        else:
            apply(state, board, rule, int(pack.seats[i]), int(actions[i]))
        _play_bots(pack, boards, rules, views, i)
        while state.phase == OVER:
            _finish(pack, board, rule, i)
            _deal_next(pack, board, rule, key, i)
            _play_bots(pack, boards, rules, views, i)
        _show(pack, board, rule, awaited(state), numbers, i)


@compiled
def teach_games(pack: Pack, boards: Records, rules: Records, number: int, out: Numbers, start: int, stop: int) -> None:
    """The decisions of `planner` in the games start … stop - 1."""
    views = np.zeros(1, STATE)
    for i in range(start, stop):
        k, key = int(pack.kits[i]), pack.states[i].key
        chance = np.uint64(siphash(key[1], key[0], np.uint64(number)))
        one, board, rule = pack.states[i : i + 1], boards[k : k + 1], rules[k : k + 1]
        out[i] = ask(table.PLANNER, one, views, board, rule, int(pack.seats[i]), chance)


@dataclass(frozen=True)
class Group:
    """Some games of one kind."""

    game: str
    seats: int
    n: int
    modules: tuple[str, ...] = ()


class Practice:
    """All games of some groups, in shared arrays, stepped by a pool of threads.

    `rows` may be memory of the caller's, such as one that a GPU can read fast.
    """

    def __init__(
        self, groups: Sequence[Group], seed: int, pool: ThreadPoolExecutor, rows: npt.NDArray[np.uint8] | None = None
    ) -> None:
        self.groups, self.n, self._pool = tuple(groups), sum(group.n for group in groups), pool
        n, kinds = self.n, list(dict.fromkeys((group.game, group.modules) for group in groups))
        kits = [open_kit(*kind) for kind in kinds]
        self._boards = np.concatenate([kit.board_row for kit in kits])
        self._rules = np.concatenate([kit.rules_row for kit in kits])
        self._key, self._number = np.array([seed, 1], np.uint64), 0
        self.arrays = Pack(
            np.zeros(n, STATE), np.zeros(n, SHEET),
            np.concatenate([np.full(group.n, kinds.index((group.game, group.modules))) for group in groups]),
            np.concatenate([np.full(group.n, group.seats) for group in groups]), np.arange(n),
            np.zeros(n, np.int64), np.zeros((n, MAX_SEATS), np.int64), np.zeros(n, np.int64),
            np.zeros((n, SIZE), np.uint8) if rows is None else rows, np.zeros((n, N_ACTIONS), np.int8),
            np.zeros((n, MAX_SEATS), np.float32), np.zeros(n, np.bool_), np.zeros((n, MAX_SEATS), np.float32),
            np.zeros((n, MAX_SEATS), np.float32),
        )  # fmt: skip
        self.actions = np.zeros(n, np.int64)
        self._tasks = [(a, min(a + TASK, n)) for a in range(0, n, TASK)]

    @property
    def sizes(self) -> tuple[int, int]:
        """The most routes and cities of any board here."""
        return int(self._boards["n_routes"].max()), int(self._boards["n_cities"].max())

    def _start(self, work: Callable[[int, int], None]) -> list[Future[None]]:
        """Hand a piece of work for every task to the pool."""
        return [self._pool.submit(work, *task) for task in self._tasks]

    def step(self) -> list[Future[None]]:
        """Carry out `actions` (the first time: deal) and go on to the next decisions; the futures say when."""

        def work(start: int, stop: int) -> None:
            step_games(self.arrays, self._boards, self._rules, self._key, self.actions, start, stop)

        return self._start(work)

    def teach(self) -> list[Future[None]]:
        """Write into `actions` what `planner` would decide."""
        self._number += 1

        def work(start: int, stop: int) -> None:
            teach_games(self.arrays, self._boards, self._rules, self._number, self.actions, start, stop)

        return self._start(work)


def wait(futures: Sequence[Future[None]]) -> None:
    """Wait until all is done; raise what was raised."""
    for future in futures:
        future.result()
