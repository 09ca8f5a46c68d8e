"""Games in step between the network and compiled bots: all decisions of the network that are due are made at once."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots import table
from eclisse.bots.learned.player import impulse
from eclisse.bots.learned.weights import Advisor
from eclisse.bots.loop import LOG, OUTSIDER, Keys, Numbers, note, play_on
from eclisse.catalogue.kit import Kit
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS, TAKE_BACK
from eclisse.core.apply import play
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import NONE, OVER, SURCHARGE
from eclisse.core.records import MAX_SEATS, STATE
from eclisse.core.rng import derive
from eclisse.core.scoring import SHEET
from eclisse.features.layout import SIZE
from eclisse.features.write import mark_usual, write
from eclisse.jit.compiled import compiled

LEARNED: Final = "learned"
HASTY: Final = "hasty"
NETWORK: Final = (LEARNED, HASTY)  # who asks the network
STEP_GAMES: Final = 40  # that are enough for the network at once


def in_step(bots: Collection[str]) -> bool:
    """Whether the network plays among compiled bots: it decides in many games at once."""
    return not {*NETWORK}.isdisjoint(bots) and {*bots} <= {*table.NAMES, *NETWORK}


class Together(NamedTuple):
    """Some games and the decisions that they await, one row a game."""

    states: Records
    sheets: Records
    bots: Numbers  # of each seat; OUTSIDER where the network is asked
    keys: Keys  # of the deal, and of the bots' chance
    n_decisions: Numbers
    logs: Records
    seats: Numbers  # where the network is asked, or NONE
    rows: npt.NDArray[np.uint8]  # what that seat knows, as features
    masks: npt.NDArray[np.int8]  # and what it may do


@compiled
def play_up_to_network(games: Together, boards: Records, rules: Records) -> bool:
    """Let compiled bots decide in each game until the network is asked or it is counted; False: something illegal."""
    views, numbers = np.zeros(1, STATE), np.empty(N_ACTIONS, np.int16)
    for i in range(games.states.shape[0]):
        state, key = games.states[i], (games.keys[i, 0], games.keys[i, 1])
        one, n = games.states[i : i + 1], int(games.n_decisions[i])
        games.n_decisions[i] = play_on(one, views, boards, rules, games.bots[i], key, n, games.logs[i])
        if games.n_decisions[i] < 0:
            return False
        games.seats[i] = NONE if state.phase == OVER else awaited(state)
        if games.seats[i] != NONE:
            write(state, boards[0], rules[0], int(games.seats[i]), games.rows[i])
            mark_usual(state, boards[0], rules[0], int(games.seats[i]), numbers, games.masks[i])
    return True


@compiled
def play_chosen(games: Together, boards: Records, rules: Records, actions: Numbers) -> bool:
    """Carry out a decision in each game that awaits one; False: one is illegal."""
    out = np.empty(N_ACTIONS, np.int16)
    for i in range(games.states.shape[0]):
        seat, n = int(games.seats[i]), int(games.n_decisions[i])
        if seat == NONE:
            continue
        if n < games.logs.shape[1]:
            note(games.logs[i, n], games.states[i], boards[0], rules[0], seat, int(actions[i]), out)
        if not play(games.states[i], boards[0], rules[0], seat, int(actions[i])):
            return False
        games.n_decisions[i] += 1
    return True


class Match:
    """Some games of one kind; bots[i] names the bot of each seat of the i-th, numbers[i] is the number of its deal.

    The deals follow from a key of two numbers: the seed and, where there is one, its second half. Of each game the
    first `room` decisions are kept.
    """

    def __init__(
        self, kit: Kit, brain: Advisor, bots: Sequence[Sequence[str]], numbers: Sequence[int], seed: int, half: int = 1,
        room: int = 0,
    ) -> None:  # fmt: skip
        self._kit, self._brain, self._names, n = kit, brain, bots, len(bots)
        codes = {**dict.fromkeys(NETWORK, OUTSIDER), **{name: code for code, name in enumerate(table.NAMES)}}
        seated = [[codes[name] for name in row] + [OUTSIDER] * (MAX_SEATS - len(row)) for row in bots]
        keys = [derive(np.uint64(seed), np.uint64(half), number) for number in numbers]
        self._games = Together(
            np.zeros(n, STATE), np.zeros(n, SHEET), np.array(seated, np.int64), np.array(keys, np.uint64),
            np.zeros(n, np.int64), np.zeros((n, room), LOG), np.full(n, NONE), np.zeros((n, SIZE), np.uint8),
            np.zeros((n, N_ACTIONS), np.int8),
        )  # fmt: skip

    def play(self) -> Together:
        """Play all games to their end."""
        games, rows = self._games, (self._kit.board_row, self._kit.rules_row)
        for i, names in enumerate(self._names):
            doors.deal(games.states[i : i + 1], *rows, len(names), games.keys[i])
        actions, is_legal = np.zeros(len(self._names), np.int64), play_up_to_network(games, *rows)
        while is_legal and len(going := np.flatnonzero(games.seats != NONE)):
            actions[going] = self._decide(going)
            is_legal = play_chosen(games, *rows, actions) and play_up_to_network(games, *rows)
        if not is_legal:
            raise RuntimeError("a bot decided what is not legal")
        for i in range(len(self._names)):
            doors.count(games.states[i : i + 1], *rows, games.sheets[i : i + 1])
        return games

    def _decide(self, going: Numbers) -> Numbers:
        """The decisions of the network in these games, or of `hasty` on impulse."""
        games, board = self._games, self._kit.board
        advice = self._brain.advise(games.rows[going], games.masks[going], int(board.n_routes), int(board.n_cities))
        chosen = advice.chances.argmax(axis=1)
        for k, i in enumerate(going):
            if self._names[i][games.seats[i]] == HASTY and (grabbed := self._impulse(i)) != NONE:
                chosen[k] = grabbed
        return chosen

    def _impulse(self, i: int) -> int:
        """The impulsive decision of `hasty` in the i-th game; NONE where it thinks."""
        games, kit, views = self._games, self._kit, np.zeros(1, STATE)
        seat, n = int(games.seats[i]), int(games.n_decisions[i])
        doors.observe_seat(games.states[i : i + 1], views, seat)
        return impulse(views, kit.board_row, kit.rules_row, seat, games.keys[i], n)


def surcharges(games: Together) -> Numbers:
    """How many surcharges each seat of each game has paid, in the decisions that were kept."""
    is_paid = (games.logs["phase"] == SURCHARGE) & (games.logs["action"] != TAKE_BACK)
    return np.stack([(is_paid & (games.logs["seat"] == seat)).sum(axis=1) for seat in range(MAX_SEATS)], axis=1)
