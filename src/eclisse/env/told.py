"""One game in which somebody outside says what chance does, so that every draw has its outcomes and their odds."""

from typing import Any

import numpy as np
import numpy.typing as npt

from eclisse.catalogue.kit import check_seats, open_kit
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS
from eclisse.core.batch import Records
from eclisse.core.codes import NONE, OVER, SETUP
from eclisse.core.records import MAX_TOLD, STATE, TOLD
from eclisse.core.scoring import SHEET
from eclisse.core.telling import deal_told, play_told
from eclisse.env.observation import SIZE, encode_one
from eclisse.env.rewards import write_rewards
from eclisse.faults import Faulty, fault
from eclisse.notation import action_of
from eclisse.recall import remember
from eclisse.views import View


class NotTold(Faulty):
    """An outcome or a decision that is not possible now; nothing has changed."""


class ToldGame:
    """A game that stops wherever chance has a say, until somebody tells it what happens.

    >>> game = ToldGame("usa", seats=2)
    >>> game.outcomes  # who begins
    ((0, 0.5), (1, 0.5))
    >>> while game.outcomes:
    ...     game.tell(game.outcomes[0][0])
    >>> game.to_act, len(game.legal())
    (0, 4)
    """

    def __init__(self, game: str, seats: int = 2, modules: tuple[str, ...] = (), key: tuple[int, int] = (0, 0)) -> None:
        self.kit = open_kit(game, modules)
        check_seats(self.kit, seats)
        self.seats = seats
        self.states = np.zeros(1, STATE)  # before what is under way
        self.drawn = 0  # random numbers drawn before the open question
        self._key = np.array(key, np.uint64)
        self._under_way: tuple[int, int] | None = (NONE, NONE)  # a seat and its action; the deal has neither
        self._told: tuple[int, ...] = ()  # of what is under way
        self.weights: list[int] = []  # of what chance can do
        self._memories = (b"",) * seats
        self._go_on()

    @property
    def outcomes(self) -> tuple[tuple[int, float], ...]:
        """What chance can do now, and how likely each of it is; nothing if a seat is to act, or the game is over.

        An outcome is a colour where a card is drawn, else a place: the seat that begins, or the place with which a
        ticket changes its own when tickets are shuffled. What can only go one way is not asked.
        """
        total = sum(self.weights)
        return tuple((number, weight / total) for number, weight in enumerate(self.weights) if weight)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._under_way is None and bool(self.states["phase"].item() == OVER)

    @property
    def to_act(self) -> int | None:
        """The seat that is to decide; at setup they answer in order. None while chance is asked, and after the end."""
        if self._under_way is not None or self.over:
            return None
        if self.states["phase"].item() != SETUP:
            return int(self.states["to_move"].item())
        return int(self.states["choice"][0].tolist().index(NONE))

    def legal(self) -> list[int]:
        """The numbers of the actions that the seat to act may choose, in ascending order."""
        seat = self.to_act
        if seat is None:
            return []
        numbers = np.empty(N_ACTIONS, np.int16)
        n = doors.legal_actions(self.states, self.kit.board_row, self.kit.rules_row, seat, numbers)
        return sorted(numbers[:n].tolist())

    def text(self, action: int) -> str:
        """An action of the seat to act as it is written, such as `claim boston--new-york`."""
        seat, kit = self.to_act, self.kit
        due = 0 if seat is None else doors.amount_due(self.states, kit.board_row, kit.rules_row, seat)
        return action_of(action, kit, due).text

    def tell(self, outcome: int) -> None:
        """Say what chance does."""
        if not 0 <= outcome < len(self.weights) or not self.weights[outcome]:
            raise NotTold(fault("outcome-not-possible", outcome=outcome, outcomes=[one for one, _ in self.outcomes]))
        self._told = (*self._told, outcome)
        self._go_on()

    def play(self, action: int) -> None:
        """Make a decision of the seat to act."""
        seat = self.to_act
        if seat is None or action not in self.legal():
            raise NotTold(fault("illegal-number", action=action, seat=NONE if seat is None else seat))
        self._under_way = (seat, action)
        self._go_on()

    def _go_on(self) -> None:
        """Play what is under way with what was told; it has happened once nothing more is asked."""
        seat, action = self._under_way or (NONE, NONE)
        kit, tables = self.kit, self._table()
        if seat == NONE:
            asked = deal_told(tables, kit.board_row, kit.rules_row, self.seats, self._key)
        else:
            asked = play_told(tables, kit.board_row, kit.rules_row, seat, action)
        self.weights = tables["weights"][0, :asked].tolist()
        if asked:
            self.drawn = tables["opened_at"].item()
            return
        self.states = tables.view(np.uint8)[-STATE.itemsize :].copy().view(STATE)
        self._told, self._under_way = (), None
        views = [self._views(other) for other in range(self.seats)]
        self._memories = tuple(
            remember(memory, action if other == seat else NONE, views[other])
            for other, memory in enumerate(self._memories)
        )

    def _table(self) -> Records:
        """The state with what was told beside it."""
        tables = np.zeros(1, TOLD)
        tables.view(np.uint8)[-STATE.itemsize :] = self.states.view(np.uint8)
        tables["n_told"] = len(self._told)
        if len(self._told) > MAX_TOLD:
            raise NotTold(fault("too-many-outcomes", most=MAX_TOLD))
        tables["told"][0, : len(self._told)] = self._told
        return tables

    def _views(self, seat: int) -> Records:
        views = np.zeros(1, STATE)
        doors.observe_seat(self.states, views, seat)
        return views

    def view(self, seat: int) -> View:
        """What a seat may see of the game as it was when chance was first asked."""
        return View(self._views(seat)[0], self.kit, seat, () if self.to_act is None else (self.to_act,))

    def observation(self, seat: int) -> npt.NDArray[np.int16]:
        """What a seat sees as a row of numbers (`Observation.encode`)."""
        row = np.empty(SIZE, np.int16)
        encode_one(self.states, self.kit.board_row, self.kit.rules_row, seat, row)
        return row

    def sight(self, seat: int) -> str:
        """The key of what a seat sees now, without the past."""
        return remember(b"", NONE, self._views(seat)).hex()

    def information_state(self, seat: int) -> str:
        """The key of all that a seat has seen and decided, as `Game.information_state(seat).key` has it."""
        return self._memories[seat].hex()

    def rewards(self) -> list[float]:
        """What each seat gets in the end; 0 before."""
        rewards = np.zeros(self.seats, np.float32)
        if self.over:
            sheets = np.zeros(1, SHEET)
            doors.count(self.states, self.kit.board_row, self.kit.rules_row, sheets)
            write_rewards(sheets[0], self.seats, rewards)
        return [float(reward) for reward in rewards]

    def redealt(self, seat: int, key: npt.NDArray[np.uint64]) -> "ToldGame":
        """A world the seat holds possible: what it cannot see is dealt anew; of the past the others know their view."""
        other = self.copy()
        views, other.states = self._views(seat), np.zeros(1, STATE)
        doors.redeal(views, self.kit.board_row, self.kit.rules_row, other.states, seat, key)
        other.states["key"], other.states["counter"] = self.states["key"], self.states["counter"]
        other._memories = tuple(
            memory if one == seat else remember(b"redealt", NONE, other._views(one))
            for one, memory in enumerate(self._memories)
        )
        return other

    def copy(self) -> "ToldGame":
        """The same game, to be played on without touching this one."""
        made = ToldGame.__new__(ToldGame)
        vars(made).update(vars(self))  # none of its arrays is ever written again
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> "ToldGame":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (self.kit.game, self.kit.modules, {**vars(self), "kit": None})


def _unpacked(game: str, modules: tuple[str, ...], values: dict[str, Any]) -> ToldGame:
    """A game that was written with `pickle`."""
    made = ToldGame.__new__(ToldGame)
    vars(made).update(values, kit=open_kit(game, modules))
    return made
