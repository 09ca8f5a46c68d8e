"""Faults of a game that no single knob shows: too few tickets to deal, routes nobody can pay, and the like."""

from collections.abc import Iterator

from eclisse.boards.errors import Faults
from eclisse.catalogue.model import GameSpec
from eclisse.core.codes import COLOUR_NAMES, SUBWAY, TRAIN
from eclisse.core.limits import MAX_OFFER


def check_game(faults: Faults, spec: GameSpec) -> None:
    """Note every contradiction between the knobs, the tickets and the board."""
    for what in (*_seats(spec), *_setup(spec), *_tickets(spec), *_board(spec)):
        faults.add("rules", what)


def _seats(spec: GameSpec) -> Iterator[str]:
    """Seats and wagon cards."""
    knobs = spec.knobs
    if knobs.min_seats > knobs.max_seats:
        yield f"min_seats is {knobs.min_seats}; expected at most max_seats, {knobs.max_seats}"
    needed = knobs.hand * knobs.max_seats
    if sum(knobs.cards) < needed:
        yield f"cards are {sum(knobs.cards)} in all; expected at least {needed} to deal {knobs.hand} to each seat"


def _setup(spec: GameSpec) -> Iterator[str]:
    """What is dealt and kept."""
    knobs = spec.knobs
    dealt = knobs.deal if knobs.long_first else knobs.deal + knobs.deal_long
    if dealt > MAX_OFFER:
        yield f"deal + deal_long is {dealt}; expected at most {MAX_OFFER} tickets to choose from"
    if knobs.keep > dealt:
        yield f"keep is {knobs.keep}; expected at most the {dealt} tickets dealt"
    if knobs.keep_without_long > knobs.deal:
        yield f"keep_without_long is {knobs.keep_without_long}; expected at most deal, {knobs.deal}"
    if knobs.long_first and not knobs.deal_long:
        yield "long_first is 1 but deal_long is 0; expected long tickets to choose first"
    if knobs.draw_keep > knobs.draw:
        yield f"draw_keep is {knobs.draw_keep}; expected at most draw, {knobs.draw}"


def _tickets(spec: GameSpec) -> Iterator[str]:
    """Enough tickets for every seat."""
    knobs, n_long = spec.knobs, spec.n_long
    decks = (("deal", knobs.deal, len(spec.tickets) - n_long), ("deal_long", knobs.deal_long, n_long))
    for key, dealt, there in decks:
        if dealt * knobs.max_seats > there:
            needed = f"at least {dealt * knobs.max_seats} for {knobs.max_seats} seats"
            yield f"{key} is {dealt}, of {there} such tickets in play; expected {needed}"


def _board(spec: GameSpec) -> Iterator[str]:
    """Cards and pieces for every kind of route."""
    coloured = {route.colour for route in spec.board.routes}
    for colour, cards in zip(COLOUR_NAMES, spec.knobs.cards, strict=True):
        if colour in coloured and not cards:
            yield f"cards has no {colour}, but the board has {colour} routes; expected some"
    kinds = {SUBWAY if route.subway else TRAIN for route in spec.board.routes}
    for kind, name in ((TRAIN, "train"), (SUBWAY, "subway")):
        if kind in kinds and not spec.knobs.pieces[kind]:
            yield f"pieces has no {name}, but the board has {name} routes; expected some"
