"""The catalogue, boards and games as a client draws and lists them."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from eclisse import __version__
from eclisse.boards.model import Ticket
from eclisse.catalogue import clauses as rules
from eclisse.catalogue import find as games
from eclisse.catalogue.find import catalogue_rows
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.catalogue.model import Module
from eclisse.core.codes import NONE
from eclisse.core.knobs import KNOBS, Choice, Knob
from eclisse.core.mechanics.pieces import spaces
from eclisse.faults import Faulty, cut, fault, nearest, shown
from eclisse.positions.write import cards_out
from eclisse.server.messages import bodies
from eclisse.server.messages.base import Message, RefusalCode
from eclisse.server.messages.refusal import Refused


@cache
def catalogue() -> bodies.Catalogue:
    """Everything that a table can be made of."""
    rows = [bodies.GameRow.model_validate(row) for row in catalogue_rows()]
    modules = [_module(module) for module in games.modules().values()]
    return bodies.Catalogue(
        games=rows,
        modules=modules,
        levels=list(bodies.LEVELS),
        styles={},
        waiting=[],
        stand_in_after=0.0,
        version=__version__,
    )


def _module(module: Module) -> bodies.ModuleRow:
    """A module."""
    return bodies.ModuleRow(id=module.id, name=_words(module.name), about=_words(module.about))


def _words(words: object) -> bodies.Words:
    """A name in both languages."""
    return bodies.Words.model_validate(words, from_attributes=True)


@cache
def board_facts(name: str) -> bodies.BoardFacts:
    """A board alone, its routes scored as in the first game on it."""
    first = {spec.board.id: spec.id for spec in reversed(games.builtin_games().values())}
    if name not in first:
        raise Refused("not_found", fault("no-such-board", name=cut(name), boards=sorted(first)))
    kit = open_kit(first[name])
    board = kit.spec.board
    return bodies.BoardFacts(
        board=board.id,
        name=_words(board.name),
        provenance=board.provenance,
        countries=list(board.countries),
        cities=[bodies.CityFact.model_validate(city, from_attributes=True) for city in board.cities],
        routes=[_route(kit, i) for i in range(len(board.routes))],
        tickets=[_board_ticket(ticket) for ticket in board.tickets],
        words=_said(kit),
    )


def _board_ticket(ticket: Ticket) -> bodies.BoardTicket:
    """A ticket with all its possible values."""
    return bodies.BoardTicket.model_validate(
        {**vars(ticket), "worth": dict(ticket.worth), "values": dict(ticket.values), "sets": list(ticket.sets)}
    )


def game_facts(name: str, modules: Iterable[str]) -> bodies.GameFacts:
    """A game with its modules."""
    check_game(name, "not_found")
    try:
        return _game_facts(name, tuple(sorted(set(modules))))
    except Faulty as error:
        raise Refused("invalid", *error.faults) from None


def check_game(name: object, otherwise: RefusalCode = "invalid") -> None:
    """Refuse a game that is not in the catalogue; files are for the command line only."""
    known = games.builtin_games()
    if not isinstance(name, str) or name not in known:
        text = cut(name) if isinstance(name, str) else shown(name)
        raise Refused(
            otherwise, fault("not-in-catalogue", "game", name=text, games=list(known), **nearest(name, known))
        )


@cache
def _game_facts(name: str, modules: tuple[str, ...]) -> bodies.GameFacts:
    """The same, made once."""
    kit, alone = open_kit(name, modules), board_facts(games.builtin_games()[name].board.id)
    return bodies.GameFacts(
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


def clauses(name: str, modules: Iterable[str]) -> bodies.Clauses:
    """The rules of a game with its modules."""
    check_game(name, "not_found")
    try:
        spec = games.with_modules(games.find_game(name), modules)
    except Faulty as error:
        raise Refused("invalid", *error.faults) from None
    told = {"game": name, "differences": rules.differences(spec), "sections": rules.sections(spec)}
    return bodies.Clauses.model_validate(told, from_attributes=True)


def _said(kit: Kit) -> dict[str, dict[str, str]]:
    """The words of a game."""
    return {language: dict(forms) for language, forms in kit.spec.words.items()}


def _route(kit: Kit, i: int) -> bodies.RouteFact:
    """A route."""
    route, board = kit.spec.board.routes[i], kit.board
    twin = int(board.twin[i])
    return bodies.RouteFact(
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


def _tickets(kit: Kit) -> list[bodies.TicketFact]:
    """The tickets in play."""
    board = kit.board
    return [
        bodies.TicketFact(
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
    return bodies.GameRules.model_validate({knob.name: _told(knob, kit.rules[knob.name]) for knob in KNOBS})


def _told(knob: Knob, value: Any) -> object:
    """The value of a knob as a client reads it: names instead of codes, cards by their colour."""
    if isinstance(knob.values, Choice):
        return knob.values.names[int(value)]
    return cards_out(value) if knob.name == "cards" else value.tolist()
