"""Games in step between the network and compiled bots: all decisions of the network that are due are made at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots import table
from eclisse.bots.learned.player import impulse
from eclisse.bots.learned.weights import Advice, Advisor
from eclisse.catalogue.kit import Kit
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS, PAY, kind_of
from eclisse.core.batch import Records, awaited
from eclisse.core.changes import N_NUMBERS
from eclisse.core.codes import NONE, OVER, SURCHARGE
from eclisse.core.legal import usual
from eclisse.core.records import MAX_SEATS, SHEET, STATE
from eclisse.core.rng import derive
from eclisse.features.layout import SIZE
from eclisse.features.write import write_many

LEARNED: Final = "learned"
HASTY: Final = "hasty"
BRAINY: Final = (LEARNED, HASTY)  # who asks the network


@dataclass
class Played:
    """Finished games: their states and sheets, and what was chosen in them."""

    states: Records
    sheets: Records
    chosen: npt.NDArray[np.int64]  # how often each action by the network
    surcharges: npt.NDArray[np.int64]  # paid by each seat of each game
    n_decisions: npt.NDArray[np.int64]


class Match:
    """Some games of one kind; bots[i] names the bot of each seat of the i-th, numbers[i] is the number of its deal.

    The deals follow from a key of two numbers: the seed and, where there is one, its second half.
    """

    def __init__(
        self, kit: Kit, brain: Advisor, bots: Sequence[Sequence[str]], numbers: Sequence[int], seed: int, half: int = 1
    ) -> None:
        self._kit, self._brain, self._bots, self._n = kit, brain, bots, len(bots)
        self._states, self._sheets = np.zeros(self._n, STATE), np.zeros(self._n, SHEET)
        self._views, self._before, self._changed = np.zeros(1, STATE), np.zeros(1, STATE), np.empty(N_NUMBERS, np.int64)
        self._keys = [np.array(derive(np.uint64(seed), np.uint64(half), number), np.uint64) for number in numbers]
        self._made = np.zeros(self._n, np.int64)
        self._chosen = np.zeros(N_ACTIONS, np.int64)
        self._surcharges = np.zeros((self._n, MAX_SEATS), np.int64)

    def _one(self, i: int) -> Records:
        """The i-th state as an array of one."""
        return self._states[i : i + 1]

    def _play(self, i: int, seat: int, action: int) -> None:
        """Carry out a decision."""
        kit = self._kit
        self._surcharges[i, seat] += self._states[i]["phase"] == SURCHARGE and kind_of(action) == PAY
        told = doors.play_action(self._one(i), self._before, kit.board_row, kit.rules_row, seat, action, self._changed)
        if not told:
            raise RuntimeError(f"{self._bots[i][seat]} decided {action}, which is not legal")
        self._made[i] += 1

    def _play_bots(self, i: int) -> int:
        """Let the compiled bots of a game decide until the network is asked; returns the seat, or -1 at the end."""
        kit, state = self._kit, self._states[i]
        while state["phase"] != OVER:
            seat = int(awaited(state))
            name = self._bots[i][seat]
            if name in BRAINY:
                return seat
            doors.observe_seat(self._one(i), self._views, seat)
            bot, number = table.NAMES.index(name), int(self._made[i])
            self._play(
                i, seat, table.decide_view(bot, self._views, kit.board_row, kit.rules_row, seat, self._keys[i], number)
            )
        return -1

    def _chosen_by(self, going: Sequence[int], seats: npt.NDArray[np.int64], advice: Advice) -> list[int]:
        """What those that ask the network make of its advice."""
        chosen = advice.chances.argmax(axis=1).tolist()
        for k, (i, seat) in enumerate(zip(going, seats, strict=True)):
            if self._bots[i][seat] == HASTY:
                doors.observe_seat(self._one(i), self._views, int(seat))
                rows, made = (self._kit.board_row, self._kit.rules_row), int(self._made[i])
                grabbed = impulse(self._views, *rows, int(seat), self._keys[i], made)
                chosen[k] = chosen[k] if grabbed == NONE else grabbed
        return chosen

    def play(self) -> Played:
        """Play all games to their end."""
        kit, numbers = self._kit, np.empty(N_ACTIONS, np.int16)
        for i in range(self._n):
            doors.deal(self._one(i), kit.board_row, kit.rules_row, len(self._bots[i]), self._keys[i])
        going = list(range(self._n))
        while going:
            seats = np.array([self._play_bots(i) for i in going])
            going, seats = [i for i, seat in zip(going, seats, strict=True) if seat >= 0], seats[seats >= 0]
            if not going:
                break
            states = self._states[going]
            rows, masks = np.empty((len(going), SIZE), np.uint8), np.zeros((len(going), N_ACTIONS), np.int8)
            write_many(states, kit.board_row, kit.rules_row, seats, rows, 0, len(going))
            for k, seat in enumerate(seats):
                masks[k, numbers[: usual(states[k], kit.board, kit.rules, int(seat), numbers)]] = 1
            advice = self._brain.advise(rows, masks, int(kit.board.n_routes), int(kit.board.n_cities))
            for i, seat, action in zip(going, seats, self._chosen_by(going, seats, advice), strict=True):
                self._chosen[action] += 1
                self._play(i, int(seat), int(action))
        for i in range(self._n):
            doors.count(self._one(i), kit.board_row, kit.rules_row, self._sheets[i : i + 1])
        return Played(self._states, self._sheets, self._chosen, self._surcharges, self._made)
