"""Playing on from a position without a table: the same request has the same answer, and nothing is kept.

One seat's decisions come with the request. Bots decide for the others; their chance follows from the position's key.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final

from eclisse.bots import make_bot
from eclisse.faults import Faulty, fault
from eclisse.game import By, Game
from eclisse.notation import key_from_seed
from eclisse.server.messages import bodies, present
from eclisse.server.messages.facts import check_game
from eclisse.server.messages.refusal import Refused
from eclisse.server.process import clock
from eclisse.server.tables.table import Deal, Entry, Table, known_by

NO_KEY: Final = "0" * 32  # chance of a position that names none
MOST_TOLD: Final = 60  # updates in one answer; between two decisions of a seat there are a few
BOTS: Final = {"easy": "greedy", "medium": "path"}  # lessons count on what these do, whatever becomes of the levels


@dataclass(frozen=True)
class Begun(Deal):
    """A position in place of a deal."""

    position: dict[str, Any] = field(default_factory=dict)

    def open(self) -> Game:
        """The game at this position."""
        return Game.from_position(self.position)


def played(body: bodies.Sandbox, asked: set[str]) -> Iterator[str]:
    """What a seat is told of its decisions and the answers to them, as pieces of the JSON of a `Played`.

    Refused says what is wrong. The positions in which a bot decided are added to those asked about.
    """
    sandbox = _Sandbox(open_table(body.position, body.seat), body, asked)
    yield '{"updates":['
    for number, text in enumerate(body.decisions):
        sandbox.answer()
        sandbox.decide(body.seat, text, "player", f"decisions[{number}]")
        yield sandbox.news() or " "  # no piece is empty
    sandbox.answer()
    yield sandbox.told()


def open_table(position: dict[str, Any], seat: int) -> Table:
    """A table at a position."""
    check_game(position.get("game"))
    try:
        if position.get("key") is None:
            position = {**position, "key": NO_KEY}
        game = Game.from_position(position)
    except Faulty as error:
        faults = (replace(one, where=f"position.{one.where}".rstrip(".")) for one in error.faults)
        raise Refused("invalid", *faults) from None
    if seat >= game.seats:
        raise Refused("invalid", fault("seat-expected", "seat", last=game.seats - 1, value=str(seat)))
    return Table(
        Begun(game.kit.game, game.kit.modules, game.names, game.record()["key"], clock.now(), position=position)
    )


class _Sandbox:
    """A game that is being played on."""

    def __init__(self, table: Table, body: bodies.Sandbox, asked: set[str]) -> None:
        self._table, self._body, self._asked = table, body, asked
        self._n_told, self._news = 0, ""

    def answer(self) -> None:
        """Let bots decide until it is the seat's turn, or the game is over."""
        while not self._table.game.over and self._body.seat not in self._table.game.to_act:
            seat = self._table.game.to_act[0]
            self.decide(seat, self._choice(seat), "bot", "")

    def _choice(self, seat: int) -> str:
        """A bot's decision, the same for the same position and number."""
        table = self._table
        self._asked.add(known_by(table.game))
        chance = sha256(f"{table.deal.key} {table.number}".encode()).hexdigest()[:32]
        bot = make_bot(BOTS[self._body.level], key_from_seed(chance))
        return bot.choose(table.game.view(seat), table.game.legal(seat)).text

    def decide(self, seat: int, text: str, by: By, where: str) -> None:
        """Make a decision, and note what the seat is told of it."""
        table, body = self._table, self._body
        try:
            table.accept(table.prepare(Entry(seat, text, by, clock.now()), table.number))
        except Refused as error:
            raise Refused(error.code, *(replace(one, where=where) for one in error.faults)) from None
        if body.since is not None and table.number > body.since:
            self._tell(table.number - 1)

    def _tell(self, since: int) -> None:
        """Note what the seat is told after a number; Refused where that is too much."""
        table, seat = self._table, self._body.seat
        if self._n_told == MOST_TOLD:
            low, value = table.number - MOST_TOLD, str(self._body.since)
            raise Refused("invalid", fault("number-expected", "since", low=low, high=table.number, value=value))
        told = present.update(table, seat, since, None).model_dump_json()
        self._news += f",{told}" if self._n_told else told
        self._n_told += 1

    def news(self) -> str:
        """What the seat is told of the latest decisions."""
        news, self._news = self._news, ""
        return news

    def told(self) -> str:
        """The rest of what the seat is told."""
        table, seat = self._table, self._body.seat
        if self._body.since is None:
            self._tell(0)
        return f'{self.news()}],"paths":{present.paths(table.game.view(seat), table.number).model_dump_json()}}}'
