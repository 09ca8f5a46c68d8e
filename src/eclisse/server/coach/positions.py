"""Positions to play on from: puzzles, which the coach judges, and sandboxes, in which bots answer; no game is kept."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from eclisse.analysis.puzzle_book import LEVELS, NoPuzzle, all_puzzles, of_day, puzzle
from eclisse.analysis.puzzle_book import Puzzle as Kept
from eclisse.bots import LESSONS, make_bot
from eclisse.bots.styles import NAMES
from eclisse.faults import Faulty, fault
from eclisse.game import Game
from eclisse.notation import key_from_seed
from eclisse.server.coach.hints import DecisionInfo, ReasonInfo, decision_info, reason_infos
from eclisse.server.messages import Message, Number, Position, Seat
from eclisse.server.model import Deal, Entry, Refused, check_known
from eclisse.server.play import present
from eclisse.server.play.protocol import MAX_ACTION, Paths, Update, WhyNot
from eclisse.server.play.services import REFUSALS, Has, Me, in_pieces, in_thread
from eclisse.server.play.table import Table, known_by
from eclisse.shapes import By

NO_KEY: Final = "0" * 32  # chance of a position that names none
MOST_TOLD: Final = 60  # updates in one answer; between two decisions of a seat there are a few
api = APIRouter(prefix="/api", responses=REFUSALS)

MAX_DECISIONS: Final = 250  # of one seat in a sandbox; nobody needs as many for a game


class Sandbox(Message):
    """A position to play on from, alone and without a table: what a seat has decided so far; bots have the others."""

    position: Position
    seat: Seat = 0
    decisions: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MAX_ACTION)]], Field(max_length=MAX_DECISIONS)
    ] = Field(default_factory=list)
    level: Literal["easy", "medium"] = "easy"
    since: Number | None = None  # one update for each decision after this number; None: one for all of them


class Played(Message):
    """The messages that the seat would get at a table, and its hints."""

    updates: list[Update]
    paths: Paths


@dataclass(frozen=True)
class Begun(Deal):
    """A position in place of a deal."""

    position: dict[str, Any] = field(default_factory=dict)

    def open(self) -> Game:
        """The game at this position."""
        return Game.from_position(self.position)


def played(body: Sandbox, asked: set[str], now: float) -> Iterator[Played | None]:
    """The decisions of a seat and the answers to them, as it is told of them; None after each piece of the work.

    Refused says what is wrong. The positions in which a bot decided are added to those asked about.
    """
    sandbox = _Sandbox(open_table(body.position, body.seat, now), body, asked)
    yield None
    for number, text in enumerate(body.decisions):
        sandbox.answer()
        sandbox.decide(body.seat, text, "player", f"decisions[{number}]")
        yield None
    sandbox.answer()
    yield sandbox.result()


def open_table(position: dict[str, Any], seat: int, now: float) -> Table:
    """A table at a position; its time stands still."""
    check_known(position.get("game"))
    try:
        if position.get("key") is None:
            position = {**position, "key": NO_KEY}
        game = Game.from_position(position)
    except Faulty as error:
        faults = (replace(one, where=f"position.{one.where}".rstrip(".")) for one in error.faults)
        raise Refused("invalid", *faults) from None
    if seat >= game.seats:
        raise Refused("invalid", fault("seat-expected", "seat", last=game.seats - 1, value=str(seat)))
    return Table(Begun(game.kit.game, game.kit.modules, game.names, game.record()["key"], now, position=position))


class _Sandbox:
    """A game that is being played on."""

    def __init__(self, table: Table, body: Sandbox, asked: set[str]) -> None:
        self._table, self._body, self._asked = table, body, asked
        self._updates: list[Update] = []

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
        bot = make_bot(LESSONS[self._body.level], key_from_seed(chance))
        return bot.choose(table.game.view(seat), table.game.legal(seat)).text

    def decide(self, seat: int, text: str, by: By, where: str) -> None:
        """Make a decision, and note what the seat is told of it."""
        table, body = self._table, self._body
        try:
            table.accept(table.prepare(Entry(seat, text, by, table.deal.started_at), table.number))
        except Refused as error:
            raise Refused(error.code, *(replace(one, where=where) for one in error.faults)) from None
        if body.since is not None and table.number > body.since:
            self._tell(table.number - 1)

    def _tell(self, since: int) -> None:
        """Note what the seat is told after a number; Refused where that is too much."""
        table, seat = self._table, self._body.seat
        if len(self._updates) == MOST_TOLD:
            low, value = table.number - MOST_TOLD, str(self._body.since)
            raise Refused("invalid", fault("number-expected", "since", low=low, high=table.number, value=value))
        self._updates.append(present.update(table, seat, since, table.deal.started_at))

    def result(self) -> Played:
        """All that the seat is told."""
        if self._body.since is None:
            self._tell(0)
        paths = present.paths(self._table.game.view(self._body.seat), self._table.number)
        return Played(updates=self._updates, paths=paths)


@api.post("/sandbox", response_model=Played, tags=["facts"])
async def play_sandbox(body: Sandbox, has: Has, request: Request) -> Response:
    """Play on from a position; nothing is kept. No bot decides in a position that people play at the moment."""
    asked = set[str]()
    answer = await in_pieces(request, played(body, asked, has.clock.now()))
    if await has.store.is_played(asked):
        raise Refused("not_allowed", fault("position-being-played", "position"))
    return answer


# --- puzzles --------------------------------------------------------------------------------------------------------


TOGETHER: Final = 2000  # answers in one request
PuzzleNumber = Annotated[int, Field(ge=1, lt=1_000_000)]
PuzzleNumbers = Annotated[list[PuzzleNumber], Field(max_length=TOGETHER)]


class PuzzleRow(Message):
    """A puzzle in the list."""

    number: int
    game: str
    modules: list[str]
    seats: int
    difficulty: int  # how many of the bots that tried it miss it


class Puzzles(Message):
    """All puzzles, and the one of the day for everybody."""

    day: str  # such as 2026-11-16, UTC
    today: int
    bots: int  # how many have tried each puzzle
    puzzles: list[PuzzleRow]


class Puzzle(PuzzleRow):
    """A position as the seat sees it that is to decide."""

    seat: Seat
    names: list[str]
    update: Update
    paths: Paths


class PuzzleAnswer(Message):
    """Your answer; an empty one asks for the solution."""

    action: Annotated[str, Field(min_length=1, max_length=MAX_ACTION)] | None = None


class PuzzleOption(Message):
    """A decision, and what it leaves of the chance to win."""

    action: str
    decision: DecisionInfo
    win: float
    behind: float  # the best one, in chances to win …
    error: float  # … and half the interval of that


class Verdict(Message):
    """The coach's verdict on an answer."""

    right: bool
    loss: float | None  # chance to win that the answer gives away; None: no answer was given
    at_least: bool  # it gives away as much or more
    options: list[PuzzleOption]  # the best ones, the best first
    why: list[ReasonInfo]
    routes: list[str]  # what is lit on the board
    cities: list[str]
    found: int  # how many of the bots decide right


class Answered(Message):
    """The puzzles you have tried: those you solved, and those you missed."""

    right: PuzzleNumbers
    wrong: PuzzleNumbers


def listed(now: float) -> Puzzles:
    """All puzzles, and the one of the day that a moment belongs to."""
    day = datetime.fromtimestamp(now, UTC).date()
    rows = [row(one) for one in all_puzzles()]
    return Puzzles(day=day.isoformat(), today=of_day(day).number, bots=len(LEVELS), puzzles=rows)


def row(one: Kept) -> PuzzleRow:
    """A puzzle in the list."""
    return PuzzleRow(**_row(one))


def _row(one: Kept) -> dict[str, Any]:
    """A puzzle without its position."""
    named = {name: one.position[name] for name in ("game", "modules", "seats")}
    return {"number": one.number, **named, "difficulty": one.difficulty}


def shown(number: int, now: float) -> Puzzle:
    """A puzzle as its seat sees it."""
    one = _kept(number)
    table = open_table(one.position, one.seat, now)
    update, paths = present.update(table, one.seat, None, now), present.paths(table.game.view(one.seat), 0)
    names = list(NAMES[: table.game.seats])
    return Puzzle(**_row(one), seat=one.seat, names=names, update=update, paths=paths)


def why_not(number: int, route: str) -> WhyNot:
    """Why the seat cannot claim a route."""
    return present.why_not(_kept(number).view(), 0, route)


def judged(number: int, action: str | None) -> Verdict:
    """The coach's verdict on a decision, or the solution without one; Refused if it is not legal."""
    one = _kept(number)
    table = open_table(one.position, one.seat, 0.0)
    entry = None if action is None else table.prepare(Entry(one.seat, action, "player", 0.0), 0).entry
    loss = None if entry is None else one.loss(entry.action)
    legal = {option.text: option for option in table.game.legal(one.seat)}
    view, best = one.view(), legal[one.answer]
    return Verdict(
        right=loss == 0.0,
        loss=one.worst_loss if entry is not None and loss is None else loss,
        at_least=entry is not None and loss is None,
        options=[
            PuzzleOption(
                action=row["action"],
                decision=decision_info(view, one.seat, legal[row["action"]]),
                win=row["win"][one.seat],
                behind=-row["ahead"],
                error=row["error"],
            )
            for row in one.choices
        ],
        why=reason_infos(one.why()),
        routes=[] if best.route is None else [best.route],
        cities=[] if best.city is None else [best.city],
        found=len(one.found_by),
    )


def better(known: dict[int, bool], told: Answered) -> dict[int, bool]:
    """The answers that are new, or better than the known ones; numbers that no puzzle has are left out."""
    found = dict.fromkeys(told.wrong, False) | dict.fromkeys(told.right, True)
    last = len(all_puzzles())
    return {n: right for n, right in found.items() if n <= last and (n not in known or right > known[n])}


def sorted_out(known: dict[int, bool]) -> Answered:
    """Answers as those that were right and those that were wrong."""
    return Answered(right=sorted(n for n in known if known[n]), wrong=sorted(n for n in known if not known[n]))


def _kept(number: int) -> Kept:
    """A puzzle by its number; Refused if there is none."""
    try:
        return puzzle(number)
    except NoPuzzle as error:
        raise Refused("not_found", *error.faults) from None


@api.get("/puzzles", tags=["puzzles"])
async def read_puzzles(has: Has, request: Request) -> Puzzles:
    """All puzzles, and the one of the day."""
    return await in_thread(request, lambda: listed(has.clock.now()))


@api.get("/puzzles/answered", tags=["puzzles"])
async def read_answered(me: Me, has: Has) -> Answered:
    """The puzzles you have tried, on any device."""
    return sorted_out(await has.store.people.answers(me.id))


@api.post("/puzzles/answered", tags=["puzzles"])
async def add_answered(body: Answered, me: Me, has: Has) -> Answered:
    """Add puzzles that you have tried; what was right once stays right."""
    known = await has.store.people.answers(me.id)
    if more := better(known, body):
        await has.store.people.add_answers(me.id, more)
    return sorted_out(known | more)


@api.get("/puzzles/{number}", tags=["puzzles"])
async def read_puzzle(number: PuzzleNumber, has: Has, request: Request) -> Puzzle:
    """A puzzle as its seat sees it."""
    return await in_thread(request, lambda: shown(number, has.clock.now()))


@api.get("/puzzles/{number}/why-not", tags=["puzzles"])
async def read_puzzle_why_not(
    number: PuzzleNumber, route: Annotated[str, Query(max_length=80)], request: Request
) -> WhyNot:
    """Why the seat of a puzzle cannot claim a route."""
    return await in_thread(request, lambda: why_not(number, route))


@api.post("/puzzles/{number}/answer", tags=["puzzles"])
async def answer_puzzle(number: PuzzleNumber, body: PuzzleAnswer, request: Request) -> Verdict:
    """The coach's verdict on your decision; without one, the solution."""
    return await in_thread(request, lambda: judged(number, body.action))
