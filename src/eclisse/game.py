"""Game: the friendly shell around one record, for people, bots in Python, the server and the command line."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, get_args

import numpy as np

from eclisse.catalogue.compile import Records
from eclisse.catalogue.find import first_modules
from eclisse.catalogue.kit import Kit, check_seats, open_kit
from eclisse.core import actions, doors
from eclisse.core.changes import N_NUMBERS
from eclisse.core.codes import NONE, OVER, SETUP
from eclisse.core.records import STATE, Record
from eclisse.events import events_of
from eclisse.faults import Fault, Faults, Faulty, cut, fault, shown, whole_number
from eclisse.illegal import reasons
from eclisse.notation import Action, BadText, action_of, key_from_seed, key_text, parse_action
from eclisse.positions import position, read_position
from eclisse.recall import InformationState, Moment
from eclisse.result import Result, in_new_words
from eclisse.shapes import By, Event
from eclisse.views import View


class IllegalAction(Faulty):
    """A decision that may not be made now. Nothing has changed.

    >>> Game.new("usa", seed=1).play(0, "draw")
    Traceback (most recent call last):
    eclisse.game.IllegalAction: draw: this is not possible now; choose your tickets with "keep"
    """


class NoSuchSeat(Faulty):
    """A seat the game does not have."""


class WrongNames(Faulty):
    """Names that are not one for each seat."""


class InvalidRecord(Faulty):
    """A record of a game that does not replay.

    >>> Game.replay({**Game.new("usa", seed=1).record(), "actions": [[0, "draw"]]})
    Traceback (most recent call last):
    eclisse.game.InvalidRecord: actions[0] (draw): this is not possible now; choose your tickets with "keep"
    """


RULES: Final = 2
"""The edition of the rules that records follow; those that name none were written under the first one."""
RECORD_KEYS: Final = (
    "position", "game", "modules", "rules", "seats", "key", "first", "actions", "result",
    "key_hash", "key_shown", "part", "promises", "nonces", "table", "started_at", "by", "bots", "bots_code",
    "version", "fault",
)  # the last ones are added by servers and tournaments; `fault`: what kept the game from its end  # fmt: skip


class Game:
    """One game of the family, from the deal to the final count.

    >>> game = Game.new("europe", seats=3, seed=7)
    >>> while not game.over:
    ...     seat = game.to_act[0]
    ...     events = game.play(seat, game.legal(seat)[0])
    >>> len(game.result.totals)
    3
    """

    def __init__(self, kit: Kit, states: Records, names: Iterable[str] = ()) -> None:
        self.kit, self._n_seats = kit, int(states["n_seats"].item())
        self.names = _names(names) or tuple(f"seat {seat}" for seat in range(self._n_seats))
        self.actions: list[tuple[int, str]] = []
        if len(self.names) != self._n_seats:
            raise WrongNames(fault("wrong-names", "names", names=len(self.names), seats=self._n_seats))
        self._key = key_text(states["key"][0])
        self._start: dict[str, Any] | None = None
        self._first: int | None = None  # the seat that was chosen to begin; None: chance chose
        self._states, self._dealt = states, copied(states)
        self._before = np.zeros(1, STATE)
        self._out = np.empty(actions.N_ACTIONS, np.int16)
        self._changed = np.empty(N_NUMBERS, np.int64)

    @classmethod
    def new(
        cls,
        game: str,
        seats: int = 2,
        seed: int | str | None = None,
        modules: Iterable[str] = (),
        names: Iterable[str] = (),
        first: int | None = None,
    ) -> "Game":
        """Deal a game; the same seed deals the same game, and None a game nobody can predict.

        A `first` seat begins in place of the one that chance would choose; the cards are the same (FIRST-SEAT).

        >>> game = Game.new("usa", seats=2, seed=1, modules=["warehouses"], names=["Ada", "Grace"])
        >>> game.names, game.over
        (('Ada', 'Grace'), False)
        """
        kit = open_kit(game, modules)
        check_seats(kit, seats)
        states = np.zeros(1, STATE)
        doors.deal(states, kit.board_row, kit.rules_row, seats, key_from_seed(seed))
        made = cls(kit, states, names)
        if first is not None:
            made._first = made._seat(first, NoSuchSeat, "first")
            states["first_seat"] = made._dealt["first_seat"] = made._first
        return made

    @property
    def state(self) -> Record:
        """The whole record, hidden things included; a seat's side of it is `view(seat)`."""
        return self._states[0]

    @property
    def states(self) -> Records:
        """The record as the doors of the core take it."""
        return self._states

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._n_seats

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now: at setup all that have not answered, then one.

        >>> Game.new("usa", seats=3).to_act
        (0, 1, 2)
        """
        states = self._states  # a field of the array is read 40 times as fast as an attribute of the record
        phase = states["phase"].item()
        if phase == SETUP:
            chosen = states["choice"][0].tolist()
            return tuple(seat for seat in range(self.seats) if chosen[seat] == NONE)
        return () if phase == OVER else (states["to_move"].item(),)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._states["phase"].item() == OVER)

    @property
    def result(self) -> Result:
        """The final sheet; before the end, the count so far."""
        return Result.count(self._states, self.kit)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Every decision a seat may make now.

        >>> [action.text for action in Game.new("usa").legal(0)]
        ['keep 1 2', 'keep 1 3', 'keep 2 3', 'keep 1 2 3']
        """
        seat = self._seat(seat, NoSuchSeat)
        kit, due = self.kit, self._due(seat)
        n = doors.legal_actions(self._states, kit.board_row, kit.rules_row, seat, self._out)
        return tuple(action_of(number, kit, due) for number in self._out[:n].tolist())

    def _seat(self, seat: Any, error: type[Faulty], where: str = "seat") -> int:
        """A seat of this game, or the error."""
        number = whole_number(seat)
        if number is None or not 0 <= number < self.seats:
            raise error(fault("seat-expected", where, last=self.seats - 1, value=shown(seat)))
        return number

    def _due(self, seat: int) -> int:
        """How many cards the seat must pay now; 0 if it need not pay."""
        return doors.amount_due(self._states, self.kit.board_row, self.kit.rules_row, seat)

    def play(self, seat: int, action: Action | str) -> list[Event]:
        """Make a decision and return its events; IllegalAction says why not, and nothing has changed.

        >>> game = Game.new("usa")
        >>> [event.kind for event in game.play(0, "keep 1 2")]
        ['decision']
        """
        seat = self._seat(seat, IllegalAction)
        kit, before, changed, due = self.kit, self._before, self._changed, self._due(seat)
        try:
            given = action if isinstance(action, Action) else parse_action(action, kit)
            number = whole_number(given.number)
            if number is None:
                raise BadText(fault("unknown-action-number", number=shown(given.number)))
            meant = action_of(number, kit, due)
        except BadText as error:
            raise IllegalAction(*error.faults) from None
        if given is not meant and given != meant and seat in self.to_act and (due or given.kind != "pay"):
            raise IllegalAction(_not_meant(action, meant))
        if not doors.play_action(self._states, before, kit.board_row, kit.rules_row, seat, meant.number, changed):
            raise IllegalAction(*reasons(self._states, kit, seat, meant.number))
        self.actions.append((seat, meant.text))
        return events_of(changed.tolist(), before, self._states, kit, seat, meant)

    def view(self, seat: int | None) -> View:
        """The view of a seat; None is a spectator (VIEW).

        >>> game = Game.new("usa")
        >>> len(game.view(0).to_dict()["offer"]), game.view(None).to_dict()["offer"]
        (3, None)
        """
        seat = None if seat is None else self._seat(seat, NoSuchSeat)
        views = np.zeros(1, STATE)
        doors.observe_seat(self._states, views, NONE if seat is None else seat)
        return View(views[0], self.kit, seat, self.to_act)

    def information_state(self, seat: int) -> InformationState:
        """All that a seat has seen and decided since the deal, or since the position the game began from.

        >>> game = Game.new("usa", seed=1)
        >>> before = game.information_state(1).key
        >>> events = game.play(0, "keep 1 2")
        >>> state = game.information_state(1)
        >>> len(state.moments), state.moments[1].own, state.key == before
        (2, None, False)
        """
        seat = self._seat(seat, NoSuchSeat)
        past = Game(self.kit, copied(self._dealt), self.names)
        moments = [Moment(None, past.view(seat))]
        for actor, text in self.actions:
            past.play(actor, text)
            moments.append(Moment(parse_action(text, self.kit) if actor == seat else None, past.view(seat)))
        return InformationState(seat, tuple(moments))

    def copy(self) -> "Game":
        """The same game, to be played on without touching this one.

        >>> game = Game.new("usa")
        >>> other = game.copy()
        >>> events = other.play(0, "keep 1 2")
        >>> game.to_act, other.to_act
        ((0, 1), (1,))
        """
        other = Game(self.kit, copied(self._states), self.names)
        other.actions, other._key = list(self.actions), self._key
        other._start, other._first, other._dealt = self._start, self._first, self._dealt
        return other

    def position(self) -> dict[str, Any]:
        """Everything about this moment as JSON, hidden things included."""
        return position(self.state, self.kit)

    @classmethod
    def from_position(cls, data: dict[str, Any]) -> "Game":
        """A game from a position; InvalidPosition lists every fault.

        >>> Game.from_position(Game.new("usa", seats=4).position()).seats
        4
        """
        return _from_start(data)

    def record(self) -> dict[str, Any]:
        """The game so far as JSON that replays on any machine; one begun from a position carries it."""
        start = {} if self._start is None else {"position": self._start}
        first = {} if self._first is None else {"first": self._first}
        return {
            **start,
            "game": self.kit.game,
            "modules": list(self.kit.modules),
            "rules": RULES,
            "seats": list(self.names),
            "key": self._key,
            **first,
            "actions": [[seat, text] for seat, text in self.actions],
            "result": self.result.to_dict() if self.over else None,
        }

    @classmethod
    def replay(cls, record: dict[str, Any], until: int | None = None) -> "Game":
        """Play a record again, whole or up to a number of decisions; InvalidRecord says where it fails.

        >>> game = Game.new("usa")
        >>> events = game.play(1, "keep 2 3")
        >>> Game.replay(game.record()).actions
        [(1, 'keep 2 3')]
        """
        game, moves = _open_record(record)
        last = whole_number(len(moves) if until is None else until)
        if last is None or last < 0:
            raise InvalidRecord(fault("number-expected", "until", low=0, high=len(moves), value=shown(until)))
        for number, (seat, text) in enumerate(moves[:last]):
            try:
                game.play(seat, text)
            except IllegalAction as error:
                raise InvalidRecord(*(_at(number, one) for one in error.faults)) from None
        stated = in_new_words(record.get("result"))
        if stated is not None and until is None and (not game.over or stated != game.result.to_dict()):
            raise InvalidRecord(fault("result-differs", "result"))
        return game


def deciders(record: dict[str, Any]) -> list[By]:
    """Who made each decision of a record; players, where the record does not say so of every one."""
    by, n = record.get("by"), len(record["actions"])
    if isinstance(by, list) and len(by) == n and all(one in get_args(By) for one in by):
        return by
    return ["player"] * n


def _not_meant(given: Action | str, meant: Action) -> Fault:
    """Why an action that is written well is not the one its number means here and now."""
    if meant.kind == "pay":
        return fault("wrong-sum", cut(given) if isinstance(given, str) else "", payment=meant.text)
    return fault("foreign-action", number=meant.number, meant=meant.text)


def copied(states: Records) -> Records:
    """A copy as plain memory, which NumPy does far faster than field by field."""
    return states.view(np.uint8).copy().view(STATE)


def _names(names: Any) -> tuple[str, ...]:
    """Names of players, or the error."""
    given = None if isinstance(names, str) or not isinstance(names, Iterable) else tuple(names)
    if given is None or not all(isinstance(name, str) for name in given):
        raise WrongNames(fault("players-expected", "names", value=shown(names)))
    return given


def _from_start(data: Any, names: Iterable[str] = ()) -> Game:
    """A game from a position, which its record will begin with."""
    game = Game(*read_position(data), names)
    game._start = game.position()
    return game


def _open_record(record: Any) -> tuple[Game, list[tuple[int, str]]]:
    """The dealt game of a record and its actions, or what is wrong with it."""
    if not isinstance(record, dict):
        raise InvalidRecord(fault("record-expected", value=shown(record)))
    missing = [fault("missing-key", key=key) for key in ("game", "seats", "key", "actions") if key not in record]
    if missing:
        raise InvalidRecord(*missing)
    names, modules, faults = record["seats"], record.get("modules"), Faults()
    modules = [] if modules is None else modules
    for key in record:
        if key not in RECORD_KEYS:
            faults.add("unknown-key", key=cut(str(key)), **faults.hint(key, RECORD_KEYS))
    if not isinstance(record["game"], str):
        faults.add("game-expected", "game", value=shown(record["game"]))
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        faults.add("players-expected", "seats", value=shown(names))
    if not isinstance(modules, list) or not all(isinstance(name, str) for name in modules):
        faults.add("modules-expected", "modules", value=shown(modules))
    if not isinstance(record["key"], str):
        faults.add("key-expected", "key", value=shown(record["key"]))
    if record.get("rules", RULES) != RULES:
        faults.add("rules-expected", "rules", edition=RULES, value=shown(record["rules"]))
    moves = _moves(record["actions"], faults)
    faults.raise_any(InvalidRecord)
    start = record.get("position")
    if "rules" not in record:
        modules, start = first_modules(record["game"], modules), _in_first_edition(start)
    try:
        if "position" in record:
            return _agreeing(_from_start(start, names), record, modules), moves
        return Game.new(record["game"], len(names), record["key"], modules, names, record.get("first")), moves
    except Faulty as error:
        raise InvalidRecord(*error.faults) from None


def _in_first_edition(position: Any) -> Any:
    """A position of a record that was written under the first edition of the rules, with the modules for it."""
    modules = position.get("modules") or [] if isinstance(position, dict) else None
    if not isinstance(modules, list) or not all(isinstance(name, str) for name in modules):
        return position
    return {**position, "modules": first_modules(str(position.get("game")), modules)}


def _agreeing(game: Game, record: dict[str, Any], modules: list[str]) -> Game:
    """A game begun from the position of a record, if the record says the same of it."""
    stated = {"game": record["game"], "modules": ", ".join(sorted(set(modules))), "key": record["key"].lower()}
    found = {"game": game.kit.game, "modules": ", ".join(game.kit.modules), "key": game._key}
    if record.get("first") is not None:
        stated["first"], found["first"] = shown(record["first"]), shown(int(game.state.first_seat))
    wrong = [key for key in stated if stated[key] != found[key]]
    if wrong:
        raise InvalidRecord(
            *(fault("record-contradicts", key, stated=cut(stated[key]), found=cut(found[key])) for key in wrong)
        )
    return game


def _moves(given: Any, faults: Faults) -> list[tuple[int, str]]:
    """The actions of a record, each with its seat."""
    if not isinstance(given, list):
        faults.add("moves-expected", "actions", value=shown(given))
        return []
    moves: list[tuple[int, str]] = []
    for number, move in enumerate(given):
        match move:
            case [seat, str(text)] if (known := whole_number(seat)) is not None:
                moves.append((known, text))
            case _:
                faults.add("move-expected", f"actions[{number}]", value=shown(move))
    return moves


def _at(number: int, one: Fault) -> Fault:
    """The fault of an action, with its place in the record."""
    return replace(one, where=f"actions[{number}] ({one.where})" if one.where else f"actions[{number}]")
