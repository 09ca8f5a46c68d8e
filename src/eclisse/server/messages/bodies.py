"""The bodies of REST requests and answers, typed; the OpenAPI document is made from these."""

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, create_model

from eclisse.catalogue.clauses import KEYS as CLAUSES
from eclisse.catalogue.clauses import SECTIONS
from eclisse.catalogue.model import SIGNS
from eclisse.core.knobs import KNOBS, Choice, Knob
from eclisse.server.messages.base import FaultInfo, Message, Number, RefusalCode, Seat
from eclisse.server.messages.events import Step
from eclisse.server.messages.protocol import MAX_ACTION, Sheet, Statistics, TableInfo, Update, View
from eclisse.server.messages.written import Name, Secret, encodable

LEVELS: Final = ("beginner", "easy", "medium", "hard", "very-hard", "expert")
Level = Literal["beginner", "easy", "medium", "hard", "very-hard", "expert"]
DAY: Final = 24 * 3600
MAX_DECISIONS: Final = 250  # of one seat in a sandbox; nobody needs as many for a game


class Refusal(Message):
    """The body of every answer that refuses."""

    code: RefusalCode
    message: str  # the faults in English, one a line
    faults: list[FaultInfo]


# --- tables ---------------------------------------------------------------------------------------------------------


Late = Literal["turn", "bot", "resign"]
"""When time runs out: a bot decides this turn, or plays on until the player is back, or the seat has resigned."""


class NewSeat(Message):
    """Who will sit there: the player who creates the table, a bot, anybody who joins, or somebody who is invited."""

    kind: Literal["you", "bot", "open", "invited"]
    level: Level | None = None  # of a bot; medium if left out
    name: Name | None = None  # of a person on this device (several on one), instead of the player's own


class NewTable(Message):
    """A table to create."""

    game: Annotated[str, Field(max_length=64)]
    modules: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=8)] = Field(default_factory=list)
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=5)]
    public: bool = False
    clock: Annotated[int, Field(ge=10, le=30 * DAY)] | None = None  # seconds a turn
    late: Late = "turn"  # what happens when they are over
    chat: bool = True
    planning: bool | None = None  # planning aids; None: for somebody who plays alone against bots
    first: Annotated[int, Field(ge=0, lt=5)] | None = None  # the seat that begins; None: chance decides
    seed: Annotated[str, Field(max_length=39, pattern=r"^([0-9]{1,38}|[0-9a-fA-F]{32})$")] | None = None
    show_key: bool = False  # the deal's key is shown from the start; so it is when a seed is given


Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", min_length=64, max_length=64)]


class Join(Message):
    """Take a seat, any free one if none is named; a private table asks for its invitation.

    A promise made here is in time however soon the game starts (see Promise).
    """

    seat: Annotated[int, Field(ge=0, lt=5)] | None = None
    invite: Secret | None = None
    name: Name | None = None
    promise: Hash | None = None


class Leave(Message):
    """Give up a seat, or all your seats; during a game that is to resign."""

    seat: Annotated[int, Field(ge=0, lt=5)] | None = None


class Start(Message):
    """Begin; free seats are given to bots of this level, otherwise there must be none."""

    fill: Level | None = None


class AtSeat(Message):
    """Somebody else's seat."""

    seat: Annotated[int, Field(ge=0, lt=5)]


class Wish(Message):
    """What you would like: to end the game without a result, once all agree; or, where there is no clock, a bot for
    those who are waited for and have long been away, once all others agree who are there. None: nothing any more.
    """

    wish: Literal["end", "stand-in"] | None


class Nudged(Message):
    """Whether somebody could be told that they are waited for."""

    told: bool


class Promise(Message):
    """The hash of a number that one's client will add to the deal: SHA-256 of its 32 hexadecimal digits."""

    promise: Hash


class Nonce(Message):
    """The number that was promised."""

    nonce: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", min_length=32, max_length=32)]


class TableList(Message):
    """Public tables: those you can join, and those you can watch."""

    open: list[TableInfo]
    playing: list[TableInfo]


# --- facts ----------------------------------------------------------------------------------------------------------


class Words(Message):
    """A name in both languages."""

    en: str
    fr: str


class TicketCounts(Message):
    """How many tickets are in play."""

    long: int
    standard: int


class GameProvenance(Message):
    """How certain the facts are: verified, unverified or reconstruction."""

    board: str
    tickets: str


class GameRow(Message):
    """A game of the catalogue; the same as `eclisse games --json`."""

    id: str
    name: Words
    about: Words
    board: str
    seats: tuple[int, int]  # fewest, most
    trains: int
    subways: int
    tickets: TicketCounts
    modules: list[str]
    provenance: GameProvenance
    module_provenance: dict[str, str]


class ModuleRow(Message):
    """A module of the catalogue."""

    id: str
    name: Words
    about: Words


class Catalogue(Message):
    """Everything that a table can be made of."""

    games: list[GameRow]
    modules: list[ModuleRow]
    levels: list[Level]
    styles: dict[str, dict[str, str]]  # by level: named bots, and the ways of their own in which they play
    waiting: list[Level]  # levels that are still being compiled: they can be chosen, but their first move takes longer
    stand_in_after: float  # seconds of absence, after which the others may let a bot stand in, where there is no clock
    version: str


class CityFact(Message):
    """A city, or a border exit when it has a country."""

    id: str
    name: str
    lat: float
    lon: float
    country: str | None
    also: list[str]  # other names by which people look for it


class RouteFact(Message):
    """One track between two cities."""

    id: str
    cities: tuple[str, str]
    length: int  # cards it costs
    spaces: int  # pieces it takes
    colour: str  # gray: any one colour
    locomotives: int  # at least, of a ferry
    tunnel: bool
    subway: bool
    twin: str | None  # the other track of a double route
    points: int


class TicketFact(Message):
    """A ticket in play: between two cities, or from ends[0] to countries of different worth."""

    id: str
    ends: tuple[str, str]
    points: int
    country: str | None
    worth: dict[str, int]
    long: bool
    sets: list[str]
    provenance: str


class BoardTicket(TicketFact):
    """A ticket of a board, in whichever games it is played."""

    values: dict[str, int]  # other points it has in some games


def _knob_field(knob: Knob) -> Any:
    """A knob as a field of the API: a number, one of its names, or a table; with its sentence."""
    tables = {"pieces": tuple[int, int], "cards": dict[str, int], "mandala": list[int], "points": list[list[int]]}
    single = Literal[knob.values.names] if isinstance(knob.values, Choice) else int
    return tables.get(knob.name, single), Field(description=knob.says)


GameRules = create_model(
    "GameRules", __base__=Message, __doc__="The knobs of a game.", **{knob.name: _knob_field(knob) for knob in KNOBS}
)


class GameFacts(Message):
    """A game with its modules: board, tickets in play, and the knobs."""

    game: str
    modules: list[str]
    board: str
    name: Words
    seats: tuple[int, int]
    countries: list[str]
    cities: list[CityFact]
    routes: list[RouteFact]
    tickets: list[TicketFact]
    big_cities: list[str]  # one of which every ticket names; none in most games
    tips: list[Words]  # advice for its players
    sign: Literal[SIGNS]  # type: ignore[valid-type] # what is drawn on the cards that stand for any colour
    words: dict[str, dict[str, str]]  # by language: what the game says in place of the usual words for cards and pieces
    rules: GameRules  # type: ignore[valid-type] # made from the knobs


class ClauseInfo(Message):
    """One sentence of the rules, without its words; a ruling is what the printed rules leave open."""

    key: Literal[CLAUSES]  # type: ignore[valid-type] # all that the catalogue has
    params: dict[str, int]
    ruling: bool


class SectionInfo(Message):
    """The sentences about one thing."""

    id: Literal[SECTIONS]  # type: ignore[valid-type]
    clauses: list[ClauseInfo]


class Clauses(Message):
    """The rules of a game: what differs from the basic game, and all of them."""

    game: str
    differences: list[ClauseInfo]
    sections: list[SectionInfo]


class BoardFacts(Message):
    """A board alone: geography, routes, and the tickets of all its games."""

    board: str
    name: Words
    provenance: str
    countries: list[str]
    cities: list[CityFact]
    routes: list[RouteFact]
    tickets: list[BoardTicket]
    words: dict[str, dict[str, str]]  # those of the first game on it


class TicketPath(Message):
    """How you could still complete one of your tickets."""

    ticket: str
    completed: bool
    missing: list[str]  # a cheapest set of free routes that would complete it
    cards: int  # their length
    trains: int  # pieces that they take
    subways: int
    cut_off: bool  # no free routes complete it any more
    circle: list[str]  # where a mandala counts: two separate ways, as few of their routes free as can be
    circle_cards: int  # the length of the free ones; 0: the ticket lies in a circle


class Paths(Message):
    """The hints of a seat: its tickets, then what it is offered."""

    number: int
    tickets: list[TicketPath]
    offer: list[TicketPath]


class WhyNot(Message):
    """Why a seat cannot claim a route; no faults: it can."""

    number: int
    faults: list[FaultInfo]


class ReplayFrame(Message):
    """The game after a decision, as the seat asked for saw it."""

    number: int
    step: Step | None  # None: the deal
    view: View
    longest: list[int]
    hands: list[dict[str, int]] | None  # everybody's, in an open replay
    tickets: list[list[str]] | None


class Replay(Message):
    """Every moment of a finished game."""

    table: TableInfo
    seat: int | None
    frames: list[ReplayFrame]
    sheet: Sheet
    statistics: list[Statistics]


Record = Annotated[dict[str, Any], AfterValidator(encodable)]
"""The record of section "Records" in docs/protocol.md; `eclisse verify` checks it."""


class ReplayRecord(Message):
    """A record to watch, from a seat or with all hands open."""

    record: Record
    seat: Annotated[int, Field(ge=0, lt=5)] | None = None


Position = Annotated[dict[str, Any], AfterValidator(encodable)]
"""A position as `eclisse score` takes it."""


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
    """What the seat would be told at a table, and its hints."""

    updates: list[Update]
    paths: Paths


class DailyResult(Message):
    """What somebody reached in the deal of the day, and their bot."""

    place: int  # among all; those with as many points share it
    name: str
    points: int
    other: int
    yours: bool


class Daily(Message):
    """The deal of a day: everybody has one attempt, against a bot of this level."""

    day: str
    game: str
    level: Level
    key_hash: str  # SHA-256 of the key, from the beginning
    key: str | None  # once the day is over
    told_at: float  # when the key is told: what has not ended by then does not count
    players: int  # how many have finished it
    ahead: int  # how many of them have more points than their bot
    results: list[DailyResult]  # the best ones, and yours
    table: str | None  # your attempt, if you have begun it
    status: Literal["playing", "over", "abandoned"] | None  # of that table
    streak: int  # days in a row on which you have played, up to today; up to yesterday while you have not


class Health(Message):
    """The process answers; ready: so does its database."""

    status: Literal["ok", "starting", "stopping", "unavailable"]
    version: str
