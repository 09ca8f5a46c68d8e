"""Many games of several kinds side by side, played up to the next decision of a learner; other seats are bots."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots import planner
from eclisse.core import observe
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import awaited
from eclisse.core.codes import OVER
from eclisse.core.compiled import compiled
from eclisse.core.legal import legal
from eclisse.core.records import MAX_SEATS, SHEET, STATE, Record
from eclisse.core.rng import derive
from eclisse.core.scoring import count
from eclisse.core.setup import deal
from eclisse.features.layout import SIZE
from eclisse.features.write import write
from eclisse.games.kit import Kit, open_kit

Records = npt.NDArray[Any]
Numbers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

LEARNER: Final = 0  # who sits on a seat
EARLIER: Final = 1  # an earlier self of the learner's, which is asked outside too
PLANNER: Final = 2


class Pack(NamedTuple):
    """The arrays of some games, one row a game."""

    states: Records
    sheets: Records
    rounds: Numbers  # games dealt in this place so far
    players: Numbers  # LEARNER … of each seat
    seats: Numbers  # the seat that decides now
    rows: npt.NDArray[np.uint8]  # its features
    masks: npt.NDArray[np.int8]  # its legal actions
    points: npt.NDArray[np.float32]  # of each seat, so far
    ended: npt.NDArray[np.bool_]  # whether the last step ended a game; then:
    totals: npt.NDArray[np.float32]  # final points of each seat
    wins: npt.NDArray[np.float32]  # its share of the win


@compiled
def _planned(state: Record, views: Records, board: Record, rules: Record, seat: int, number: int) -> int:
    """What `planner` does for a seat."""
    views[0] = state
    observe.blank(views[0], seat)
    k0, k1 = derive(state.key[1], state.key[0], number)
    return planner.decide(views[0], board, rules, seat, k0, k1)


@compiled
def _finish(pack: Pack, board: Record, rules: Record, i: int) -> None:
    """Count a finished game."""
    count(pack.states[i], board, rules, pack.sheets[i])
    n, winners = int(pack.states[i].n_seats), 0
    for seat in range(n):
        winners += int(pack.sheets[i].winner[seat])
    for seat in range(n):
        pack.totals[i, seat] = pack.sheets[i].total[seat]
        pack.wins[i, seat] = pack.sheets[i].winner[seat] / winners
    pack.ended[i] = True


@compiled
def _deal_next(pack: Pack, boards: Records, rules: Records, n_seats: int, key: Keys, i: int) -> None:
    """Deal the next game of a place."""
    k0, k1 = derive(key[0], key[1], i + pack.states.shape[0] * int(pack.rounds[i]))
    deal(pack.states[i], boards[0], rules[0], n_seats, k0, k1)
    pack.rounds[i] += 1


@compiled
def step_games(
    pack: Pack, boards: Records, rules: Records, n_seats: int, key: Keys, actions: Numbers, start: int, stop: int
) -> None:
    """Carry out the actions of the games start … stop - 1 and play on to the next decision asked for outside."""
    views, numbers = np.zeros(1, STATE), np.empty(N_ACTIONS, np.int16)
    board, rule = boards[0], rules[0]
    for i in range(start, stop):
        state = pack.states[i]
        pack.ended[i] = False
        if pack.rounds[i] == 0:
            _deal_next(pack, boards, rules, n_seats, key, i)
        else:
            apply(state, board, rule, int(pack.seats[i]), int(actions[i]))
        number = 0
        while True:
            if state.phase == OVER:
                _finish(pack, board, rule, i)
                _deal_next(pack, boards, rules, n_seats, key, i)
            seat = awaited(state)
            if pack.players[i, seat] != PLANNER:
                break
            apply(state, board, rule, seat, _planned(state, views, board, rule, seat, number))
            number += 1
        pack.seats[i] = seat
        write(state, board, rule, seat, pack.rows[i])
        pack.masks[i, :] = 0
        for k in range(legal(state, board, rule, seat, numbers)):
            pack.masks[i, numbers[k]] = 1
        for k in range(n_seats):
            pack.points[i, k] = state.points[k]


@compiled
def teach_games(pack: Pack, boards: Records, rules: Records, number: int, out: Numbers, start: int, stop: int) -> None:
    """What `planner` would decide in the games start … stop - 1."""
    views = np.zeros(1, STATE)
    for i in range(start, stop):
        out[i] = _planned(pack.states[i], views, boards[0], rules[0], int(pack.seats[i]), number)


@dataclass(frozen=True)
class Group:
    """Some games of one kind."""

    game: str
    seats: int
    n: int
    modules: tuple[str, ...] = ()


class Games:
    """All games of some groups, in shared arrays, stepped by a pool of threads.

    `rows` may be memory of the caller's, such as one that a GPU can read fast.
    """

    def __init__(
        self, groups: Sequence[Group], seed: int, pool: ThreadPoolExecutor, rows: npt.NDArray[np.uint8] | None = None,
        chunk: int = 64,
    ) -> None:  # fmt: skip
        self.groups, self.n, self._pool = tuple(groups), sum(group.n for group in groups), pool
        n = self.n
        self.arrays = Pack(
            np.zeros(n, STATE), np.zeros(n, SHEET), np.zeros(n, np.int64), np.zeros((n, MAX_SEATS), np.int64),
            np.zeros(n, np.int64), np.zeros((n, SIZE), np.uint8) if rows is None else rows,
            np.zeros((n, N_ACTIONS), np.int8), np.zeros((n, MAX_SEATS), np.float32), np.zeros(n, np.bool_),
            np.zeros((n, MAX_SEATS), np.float32), np.zeros((n, MAX_SEATS), np.float32),
        )  # fmt: skip
        self.n_seats = np.concatenate([np.full(group.n, group.seats) for group in groups])
        self.group_of = np.concatenate([np.full(group.n, i) for i, group in enumerate(groups)])
        self.actions = np.zeros(n, np.int64)
        self._parts, self._number = list[tuple[Kit, int, Pack, Keys, slice]](), 0
        self._tasks: list[tuple[int, int, int]] = []
        self._lay_out(seed, chunk)

    def _lay_out(self, seed: int, chunk: int) -> None:
        """Give each group its part of the arrays, and cut the parts into tasks."""
        kits: dict[tuple[str, tuple[str, ...]], Kit] = {}
        at = 0
        for number, group in enumerate(self.groups):
            kit = kits.setdefault((group.game, group.modules), open_kit(group.game, group.modules))
            here = slice(at, at + group.n)
            part = Pack(*(array[here] for array in self.arrays))
            self._parts.append((kit, group.seats, part, np.array([seed, 1 + number], np.uint64), here))
            self._tasks += [(number, a, min(a + chunk, group.n)) for a in range(0, group.n, chunk)]
            at += group.n

    @property
    def sizes(self) -> tuple[int, int]:
        """The most routes and cities of any board here."""
        boards = [part[0].board for part in self._parts]
        return max(int(board.n_routes) for board in boards), max(int(board.n_cities) for board in boards)

    def keys_of(self, group: int, seed: int) -> None:
        """Let the deals of a group depend on this seed alone."""
        kit, seats, part, _, here = self._parts[group]
        self._parts[group] = (kit, seats, part, np.array([seed, 0], np.uint64), here)

    def _start(self, work: Callable[[int, int, int], None]) -> list[Future[None]]:
        """Hand a piece of work for every task to the pool."""
        return [self._pool.submit(work, *task) for task in self._tasks]

    def step(self) -> list[Future[None]]:
        """Carry out `actions` (the first time: deal) and go on to the next decisions; the futures say when."""

        def work(number: int, start: int, stop: int) -> None:
            kit, seats, part, key, here = self._parts[number]
            step_games(part, kit.boards, kit.rules, seats, key, self.actions[here], start, stop)

        return self._start(work)

    def teach(self) -> list[Future[None]]:
        """Write into `actions` what `planner` would decide."""
        self._number += 1

        def work(number: int, start: int, stop: int) -> None:
            kit, _, part, _, here = self._parts[number]
            teach_games(part, kit.boards, kit.rules, self._number, self.actions[here], start, stop)

        return self._start(work)


def wait(futures: Sequence[Future[None]]) -> None:
    """Wait until all is done; raise what was raised."""
    for future in futures:
        future.result()
