"""Table: the authority over one game. It knows no sockets and no database: it judges decisions, and tells each seat
what it may know. A decision takes effect in two steps, `prepare` and, once it is stored for good, `accept`.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, NamedTuple

import numpy as np

from eclisse.catalogue.compile import Records
from eclisse.core.codes import DEPOTS, NONE, SETUP
from eclisse.faults import fault
from eclisse.game import Game, IllegalAction
from eclisse.server.model import Deal, Entry, Refused, Score, SeatRow, TableRow
from eclisse.shapes import Event, Undone

UNDO: Final = "undo"  # in the log: the last decision that still counts is taken back
MOST_UNDONE: Final = 200  # decisions of a game that can be taken back: its log must not grow for ever
# Events that tell nobody anything hidden.
SHOWN: Final = frozenset({"decision", "claimed", "built", "placed", "turn", "last-round"})
RECENT: Final = 6  # steps kept in memory for those who follow; older ones are played again when asked for
FEW: Final = 5  # routes, below which games are alike
PIECE: Final = 40  # lines of the log that are played again at once: some two milliseconds


_PAIRS: Final[dict[tuple[int, str], tuple[int, str]]] = {}  # there are some thousands of seats with actions


@dataclass(frozen=True)
class Decided:
    """A decision and its events, hidden things included; `present.step` filters them."""

    number: int
    entry: Entry
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Move:
    """A decision that the rules allow, not yet stored: the game as it would be after it."""

    entry: Entry
    number: int
    game: Game
    events: tuple[Event, ...]


class Before(NamedTuple):
    """The state before a decision, and whose turn it was."""

    states: Records
    turn: tuple[int, ...]


class Table:
    """One game from its deal on, with its log."""

    def __init__(self, deal: Deal, entries: Iterable[Entry] = (), recent: int = RECENT) -> None:
        self.deal = deal
        self.game = deal.open()
        self.log: list[Entry] = []
        self.kept: list[Entry] = []  # the log without what was taken back
        self._before: list[Before] = []  # what was before the last decisions, as far as these can be taken back
        self.turn_at = deal.started_at
        self._recent: deque[Decided] = deque(maxlen=recent)
        self.extend(entries)

    @property
    def number(self) -> int:
        """How many decisions have been accepted."""
        return len(self.log)

    def prepare(self, entry: Entry, number: int) -> Move:
        """Judge a decision made on seeing the state with this number; Refused says why not."""
        game, seat = self.game, entry.seat
        if game.over:
            raise Refused("table_over", fault("game-over"))
        if self._is_stale(seat, number):
            raise Refused("stale", fault("stale-state", seen=number, now=self.number))
        if seat not in game.to_act and (entry.action != UNDO or self.undoable(seat) is None):
            raise Refused("not_your_turn", fault("not-your-turn", seat=seat, to_act=list(game.to_act)))
        if entry.action == UNDO and self.undoable(seat) is None:
            raise Refused("illegal", fault("nothing-to-undo"))
        try:
            return self._move(entry)
        except IllegalAction as error:
            raise Refused("illegal", *error.faults) from None

    def undoable(self, seat: int) -> str | None:
        """The decision that a seat can take back: its own, the last one, and it told nobody anything hidden.

        Once its turn has passed, that is so only for somebody who plays alone against bots.
        """
        is_spent = len(self.log) - len(self.kept) >= 2 * MOST_UNDONE
        if not self._before or is_spent or self.game.over or self.kept[-1].seat != seat:
            return None
        is_same = self._before[-1].turn == turn_of(self.game)
        return self.kept[-1].action if is_same or self._is_alone(seat) else None

    def _is_alone(self, seat: int) -> bool:
        """Whether all others have always been bots."""
        return all(entry.by == "bot" for entry in self.log if entry.seat != seat)

    def _move(self, entry: Entry) -> Move:
        """A line of the log, played on a copy of the game; IllegalAction says why it cannot be."""
        after = self.game.copy()
        if entry.action == UNDO:
            _, text = after.actions.pop()
            after.states[0] = self._before[-1].states[0]
            return Move(entry, self.number + 1, after, (Undone(entry.seat, "undone", text),))
        events = after.play(entry.seat, entry.action)
        return Move(entry._replace(action=after.actions[-1][1]), self.number + 1, after, tuple(events))

    def _tells_nothing(self, move: Move) -> bool:
        """Whether neither a decision in somebody's turn nor chance brought anything to light."""
        if move.entry.by != "player" or not all(event.kind in SHOWN for event in move.events):
            return False
        before, after = self.game.states, move.game.states
        return bool(turn_of(self.game)) and before["counter"].item() == after["counter"].item()

    def turn_after(self, move: Move) -> float:
        """When the turn that a move leads to began."""
        return self.turn_at if turn_of(move.game) == turn_of(self.game) else move.entry.at

    def accept(self, move: Move) -> None:
        """Let a prepared decision take effect, now that it is stored."""
        if move.number != self.number + 1:
            raise ValueError(f"move {move.number} does not follow state {self.number}")
        self.turn_at = self.turn_after(move)
        self._before = self._before_last(move)
        self.game = move.game
        if move.entry.action == UNDO:
            self.kept.pop()
            self.log.append(move.entry)
        else:
            self.log.append(self._shared(move.entry))
            self.kept.append(self.log[-1])
        self._recent.append(Decided(move.number, move.entry, move.events))

    def _before_last(self, move: Move) -> list[Before]:
        """The states that the last decisions can be taken back to, once a move is made."""
        if move.entry.action == UNDO:
            return self._before[:-1]
        return [*self._before, Before(self.game.states, turn_of(self.game))] if self._tells_nothing(move) else []

    def extend(self, entries: Iterable[Entry]) -> None:
        """Play further lines of the log, which were judged when they were stored."""
        for entry in entries:
            self.accept(self._move(entry))

    def _shared(self, entry: Entry) -> Entry:
        """A line of the log whose text is shared by all tables, to save memory."""
        pair = _PAIRS.setdefault(pair := (entry.seat, entry.action), pair)
        self.game.actions[-1] = pair
        return entry._replace(action=pair[1])

    def rest(self) -> None:
        """Forget what can be computed again: nobody follows the table now."""
        self._recent.clear()

    def steps(self, since: int) -> Sequence[Decided]:
        """Every decision after a number, in order."""
        return [told for piece in self.pieces(since) for told in piece]

    def pieces(self, since: int) -> Iterator[Sequence[Decided]]:
        """The same a few at a time, up to the latest; older ones are played again."""
        if since >= self.number:
            return
        if self._recent and self._recent[0].number <= since + 1:
            yield [told for told in self._recent if told.number > since]
            return
        again = Table(self.deal, recent=PIECE)
        while (start := again.number) < self.number:
            again.extend(self.log[start : start + PIECE])
            yield [told for told in again._recent if told.number > max(start, since)]

    def _is_stale(self, seat: int, number: int) -> bool:
        """Whether a decision rests on an older state; while tickets are chosen, only the own seat's decisions count."""
        if number == self.number:
            return False
        own = any(entry.seat == seat for entry in self.log[number:])
        return number > self.number or bool(turn_of(self.game)) or own


def known_by(game: Game) -> str:
    """By what a position is known again, from what everybody sees: the board, and the routes that somebody has.

    As long as these are few, many games have the same: then also the open cards, and the hand of whoever is to act.
    """
    states = game.states
    claimed = states["owner"][0] != NONE
    parts = [game.kit.spec.board.id.encode(), np.packbits(claimed).tobytes()]
    if np.count_nonzero(claimed) < FEW:
        seat = states["to_move"].item()
        is_setup = states["phase"].item() == SETUP  # all are to act
        hand = states["first_seat"] if is_setup or seat == NONE else states["hands"][0][seat]
        parts += [np.sort(states["market"][0]).tobytes(), hand.tobytes(), bytes([game.seats])]
    return sha256(b"\n".join(parts)).hexdigest()[:32]


def turn_of(game: Game) -> tuple[int, ...]:
    """One turn of the clock: all of setup, one first depot, or one turn with the depots after it."""
    states = game.states  # a field of the array is read 40 times as fast as an attribute of the record
    phase = states["phase"].item()
    if phase == SETUP:
        return ()
    first, turns = phase == DEPOTS, states["turns"].item()
    if first and turns > 0:  # the action is done and counted
        first, turns = False, turns - 1
    return int(first), turns, states["to_move"].item()


Scores = tuple[Score, ...]


def scores(game: Game, seats: Sequence[SeatRow] = (), log: Iterable[Entry] = ()) -> Scores:
    """Points and place of each seat, and how often a bot decided for its player.

    Whoever shares the win is first, and nobody else is; those who gave up are last.
    """
    totals, out = game.result.totals, {seat.seat for seat in seats if seat.out}
    ranked = {seat: total for seat, total in enumerate(totals) if seat not in out}
    won = set(game.result.winners) - out or {seat for seat in ranked if ranked[seat] == max(ranked.values())}
    late = Counter(entry.seat for entry in log if entry.by in ("clock", "stand-in"))

    def place(seat: int) -> int:
        ahead = sum(other > totals[seat] for other in ranked.values())
        return 1 if seat in won else 1 + (len(ranked) if seat in out else max(1, ahead))

    return tuple(Score(total, place(seat), late[seat]) for seat, total in enumerate(totals))


def with_scores(row: TableRow, reached: Scores) -> TableRow:
    """A table whose seats have what they reached."""
    seats = (replace(seat, **score._asdict()) for seat, score in zip(row.seats, reached, strict=True))
    return replace(row, seats=tuple(seats))
