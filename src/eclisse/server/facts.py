"""Facts: the catalogue, boards, games and rules as a client draws and lists them, and the count of a position."""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field, create_model

from eclisse import __version__
from eclisse.boards.model import Ticket
from eclisse.bots.styles import STYLES
from eclisse.catalogue import clauses as rules
from eclisse.catalogue import find as games
from eclisse.catalogue.clauses import KEYS as CLAUSES
from eclisse.catalogue.clauses import SECTIONS
from eclisse.catalogue.find import catalogue_rows
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.catalogue.model import SIGNS, Module
from eclisse.core.codes import NONE
from eclisse.core.knobs import KNOBS, Choice, Knob
from eclisse.core.mechanics.pieces import spaces
from eclisse.faults import Faulty, cut, fault
from eclisse.game import Game
from eclisse.positions.write import cards_out
from eclisse.server.messages import Message, Position, Words
from eclisse.server.model import Refused, check_known
from eclisse.server.play.levels import Level, waiting
from eclisse.server.play.services import REFUSALS, Has, in_thread
from eclisse.shapes import Sheet

api = APIRouter(prefix="/api", responses=REFUSALS)


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


@cache
def catalogue() -> Catalogue:
    """Everything that a table can be made of."""
    rows = [GameRow.model_validate(row) for row in catalogue_rows()]
    modules = [_module(module) for module in games.modules().values()]
    return Catalogue(
        games=rows,
        modules=modules,
        levels=list(get_args(Level)),
        styles={},
        waiting=[],
        stand_in_after=0.0,
        version=__version__,
    )


def _module(module: Module) -> ModuleRow:
    """A module."""
    return ModuleRow(id=module.id, name=_words(module.name), about=_words(module.about))


def _words(words: object) -> Words:
    """A name in both languages."""
    return Words.model_validate(words, from_attributes=True)


@cache
def board_facts(name: str) -> BoardFacts:
    """A board alone, its routes scored as in the first game on it."""
    first = {spec.board.id: spec.id for spec in reversed(games.builtin_games().values())}
    if name not in first:
        raise Refused("not_found", fault("no-such-board", name=cut(name), boards=sorted(first)))
    kit = open_kit(first[name])
    board = kit.spec.board
    return BoardFacts(
        board=board.id,
        name=_words(board.name),
        provenance=board.provenance,
        countries=list(board.countries),
        cities=[CityFact.model_validate(city, from_attributes=True) for city in board.cities],
        routes=[_route(kit, i) for i in range(len(board.routes))],
        tickets=[_board_ticket(ticket) for ticket in board.tickets],
        words=_said(kit),
    )


def _board_ticket(ticket: Ticket) -> BoardTicket:
    """A ticket with all its possible values."""
    return BoardTicket.model_validate(
        {**vars(ticket), "worth": dict(ticket.worth), "values": dict(ticket.values), "sets": list(ticket.sets)}
    )


def game_facts(name: str, modules: Iterable[str]) -> GameFacts:
    """A game with its modules."""
    check_known(name, "not_found")
    try:
        return _game_facts(name, tuple(sorted(set(modules))))
    except Faulty as error:
        raise Refused("invalid", *error.faults) from None


@cache
def _game_facts(name: str, modules: tuple[str, ...]) -> GameFacts:
    """The same, made once."""
    kit, alone = open_kit(name, modules), board_facts(games.builtin_games()[name].board.id)
    return GameFacts(
        game=name,
        modules=list(kit.modules),
        board=alone.board,
        name=_words(kit.spec.name),
        seats=(int(kit.rules.min_seats), int(kit.rules.max_seats)),
        countries=alone.countries,
        cities=alone.cities,
        routes=[_route(kit, i) for i in range(len(alone.routes))],
        tickets=_tickets(kit),
        big_cities=list(kit.spec.big_cities),
        tips=[_words(tip) for tip in kit.spec.tips],
        sign=kit.spec.sign,
        words=_said(kit),
        rules=_rules(kit),
    )


def clauses(name: str, modules: Iterable[str]) -> Clauses:
    """The rules of a game with its modules."""
    check_known(name, "not_found")
    try:
        spec = games.with_modules(games.find_game(name), modules)
    except Faulty as error:
        raise Refused("invalid", *error.faults) from None
    told = {"game": name, "differences": rules.differences(spec), "sections": rules.sections(spec)}
    return Clauses.model_validate(told, from_attributes=True)


def _said(kit: Kit) -> dict[str, dict[str, str]]:
    """The words of a game."""
    return {language: dict(forms) for language, forms in kit.spec.words.items()}


def _route(kit: Kit, i: int) -> RouteFact:
    """A route."""
    route, board = kit.spec.board.routes[i], kit.board
    twin = int(board.twin[i])
    return RouteFact(
        id=route.id,
        cities=route.cities,
        length=route.length,
        spaces=int(spaces(board, i)),
        colour=route.colour,
        locomotives=route.locomotives,
        tunnel=route.tunnel,
        subway=route.subway,
        twin=None if twin == NONE else kit.names.routes[twin],
        points=int(kit.rules.points[board.kind[i], board.length[i]]),
    )


def _tickets(kit: Kit) -> list[TicketFact]:
    """The tickets in play."""
    board = kit.board
    return [
        TicketFact(
            id=ticket.id,
            ends=ticket.ends,
            points=int(board.ticket_points[i]),
            country=ticket.country,
            worth=dict(ticket.worth),
            long=bool(board.ticket_long[i]),
            sets=list(ticket.sets),
            provenance=ticket.provenance,
        )
        for i, ticket in enumerate(games.with_modules(kit.spec, kit.modules).tickets)
    ]


def _rules(kit: Kit) -> Message:
    """The knobs of a game."""
    return GameRules.model_validate({knob.name: _told(knob, kit.rules[knob.name]) for knob in KNOBS})


def _told(knob: Knob, value: Any) -> object:
    """The value of a knob as a client reads it: names instead of codes, cards by their colour."""
    if isinstance(knob.values, Choice):
        return knob.values.names[int(value)]
    return cards_out(value) if knob.name == "cards" else value.tolist()


# --- facts ----------------------------------------------------------------------------------------------------------


@api.get("/catalogue", tags=["facts"])
async def read_catalogue(has: Has) -> Catalogue:
    """Everything that a table can be made of."""
    after = has.settings.stand_in_after
    return catalogue().model_copy(update={"waiting": waiting(), "styles": STYLES, "stand_in_after": after})


@api.get("/boards/{board}", tags=["facts"])
async def read_board(board: Annotated[str, Path(max_length=64)]) -> BoardFacts:
    """A board: cities and routes."""
    return board_facts(board)


@api.get("/games/{game}", tags=["facts"])
async def read_game(
    game: Annotated[str, Path(max_length=64)], modules: Annotated[str, Query(max_length=200)] = ""
) -> GameFacts:
    """A game: board, tickets in play and knobs; modules are separated by commas."""
    return game_facts(game, [name for name in modules.split(",") if name])


@api.get("/games/{game}/clauses", tags=["facts"])
async def read_clauses(
    game: Annotated[str, Path(max_length=64)], modules: Annotated[str, Query(max_length=200)] = ""
) -> Clauses:
    """The rules of a game as clauses: keys and values, in order."""
    return clauses(game, [name for name in modules.split(",") if name])


@api.post("/score", tags=["facts"])
async def score(position: Position, request: Request) -> Sheet:
    """Count a position; all its faults are listed."""
    return await in_thread(request, lambda: _score(position))


def _score(position: dict[str, Any]) -> Sheet:
    """The same, in a thread."""
    check_known(position.get("game"))
    try:
        return Game.from_position(position).result.shape()
    except Faulty as error:
        raise Refused("invalid", *error.faults) from None
