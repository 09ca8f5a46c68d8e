"""Faults that no single knob shows, such as too few tickets to deal or routes nobody can pay for."""

from eclisse.catalogue.model import GameSpec
from eclisse.core.codes import COLOUR_NAMES, SUBWAY, TRAIN
from eclisse.core.limits import MAX_OFFER
from eclisse.faults import Faults


def check_game(faults: Faults, spec: GameSpec) -> None:
    """Note every contradiction between the knobs, the tickets and the board."""
    for check in (_seats, _setup, _tickets, _board):
        check(faults, spec)


def _seats(faults: Faults, spec: GameSpec) -> None:
    """Seats and wagon cards."""
    knobs = spec.knobs
    if knobs.min_seats > knobs.max_seats:
        faults.add("seats-reversed", "rules.min_seats", min_seats=knobs.min_seats, max_seats=knobs.max_seats)
    cards, needed = sum(knobs.cards), knobs.hand * knobs.max_seats
    if cards < needed:
        faults.add("too-few-cards-to-deal", "rules.cards", cards=cards, needed=needed, hand=knobs.hand)


def _setup(faults: Faults, spec: GameSpec) -> None:
    """Check the tickets that are dealt and kept."""
    knobs = spec.knobs
    dealt = knobs.deal if knobs.long_first else knobs.deal + knobs.deal_long
    if dealt > MAX_OFFER:
        faults.add("offer-too-large", "rules.deal", dealt=dealt, most=MAX_OFFER)
    for key, keep, of in (
        ("keep", knobs.keep, dealt),
        ("keep_without_long", knobs.keep_without_long, knobs.deal),
        ("draw_keep", knobs.draw_keep, knobs.draw),
    ):
        if keep > of:
            faults.add("keep-above-dealt", f"rules.{key}", keep=keep, dealt=of)
    if knobs.long_first and not knobs.deal_long:
        faults.add("no-long-tickets-dealt", "rules.long_first")


def _tickets(faults: Faults, spec: GameSpec) -> None:
    """Enough tickets for every seat."""
    knobs, n_long = spec.knobs, spec.n_long
    decks = (("deal", knobs.deal, len(spec.tickets) - n_long), ("deal_long", knobs.deal_long, n_long))
    for key, dealt, there in decks:
        needed = dealt * knobs.max_seats
        if needed > there:
            where = f"rules.{key}"
            faults.add("too-few-tickets", where, dealt=dealt, tickets=there, needed=needed, seats=knobs.max_seats)


def _board(faults: Faults, spec: GameSpec) -> None:
    """Cards and pieces for every kind of route."""
    coloured = {route.colour for route in spec.board.routes}
    for colour, cards in zip(COLOUR_NAMES, spec.knobs.cards, strict=True):
        if colour in coloured and not cards:
            faults.add("colour-without-cards", "rules.cards", colour=colour)
    kinds = {SUBWAY if route.subway else TRAIN for route in spec.board.routes}
    for kind, name in ((TRAIN, "train"), (SUBWAY, "subway")):
        if kind in kinds and not spec.knobs.pieces[kind]:
            faults.add("kind-without-pieces", "rules.pieces", kind=name)
