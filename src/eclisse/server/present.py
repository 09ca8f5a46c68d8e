"""What leaves a table: views, steps and endings as messages. All of it goes through `Game.view` and `Event.to_dict`."""

import time
from collections.abc import Iterable
from hashlib import sha256

from eclisse.core import actions
from eclisse.core.codes import COLOUR_NAMES, LOCOMOTIVE, OVER
from eclisse.game import Game
from eclisse.games.kit import Kit
from eclisse.hints import Hints, Progress
from eclisse.notation import Action
from eclisse.server import protocol as p
from eclisse.server.bodies import TicketPath
from eclisse.server.statistics import statistics
from eclisse.server.table import Table, Told
from eclisse.views import View


def key_hash(key: str) -> str:
    """What is published of a key before the game is over."""
    return sha256(key.encode()).hexdigest()


def step(told: Told, viewer: int | None) -> p.Step:
    """A decision as a seat may know it."""
    entry = told.entry
    return p.Step.model_validate(
        {"number": told.number, "seat": entry.seat, "by": entry.by, "at": entry.at, "events": told.events_for(viewer)}
    )


def update(
    table: Table, viewer: int | None, since: int | None, deadline: float | None, end: p.Ending | None = None
) -> p.Update:
    """Everything after a number (None: nothing before the present), then the present, for one seat."""
    game, told = table.game, () if since is None else table.steps(since)
    view = game.view(viewer)
    return p.Update(
        type="update",
        number=table.number,
        seat=viewer,
        steps=[step(one, viewer) for one in told],
        view=p.View.model_validate(view.to_dict()),
        longest=longest(game),
        own=None if viewer is None else own(game, view, viewer),
        clock=p.Clock(now=time.time(), deadline=deadline),
        ending=end,
    )


def longest(game: Game) -> list[int]:
    """Each seat's longest path; it follows from routes that lie open."""
    return [int(n) for n in game.result.sheet.length[: game.seats]]


def own(game: Game, view: View, seat: int) -> p.Own:
    """What a seat can do, worked out from its view; the legal decisions too follow from it alone."""
    hints, kit = Hints(view), game.kit
    over = view.record.phase == OVER
    claims = {} if over else hints.claims()
    return p.Own(
        legal=[legal(action, kit) for action in game.legal(seat)],
        affordable=[p.Affordable(route=route, payments=payments(ways)) for route, ways in claims.items()],
        station_payments=[] if over else payments(hints.station_payments()),
        tickets=[p.TicketState(ticket=name, completed=done) for name, done in hints.completed().items()],
    )


def payments(ways: Iterable[Action]) -> list[p.Pay]:
    """Payments as a client shows them."""
    return [payment(action) for action in ways]


def payment(action: Action) -> p.Pay:
    """One payment; how many cards of its colour it takes is in its text, since that depends on what is paid."""
    colour = actions.payment_colour(action.number)
    locomotives = actions.payment_locomotives(action.number)
    cards = 0 if colour == LOCOMOTIVE else int(action.text.split()[1])
    name = None if colour == LOCOMOTIVE else COLOUR_NAMES[colour]
    return p.Pay(kind="pay", text=action.text, colour=name, cards=cards, locomotives=locomotives)


def legal(action: Action, kit: Kit) -> p.Legal:
    """A legal decision with its parts named."""
    n, text = action.number, action.text
    if n < actions.DRAW:
        return p.Take(kind="take", text=text, card=COLOUR_NAMES[n])
    if n < actions.WAREHOUSE:
        return p.Plain.model_validate({"kind": text, "text": text})
    if n < actions.COLLECT:
        return p.Stock(kind="warehouse", text=text, warehouse=n - actions.WAREHOUSE)
    if n < actions.KEEP:
        return p.Stock(kind="collect", text=text, warehouse=n - actions.COLLECT)
    if n < actions.CLAIM:
        mask = n - actions.KEEP
        return p.Keep(kind="keep", text=text, places=[i for i in range(mask.bit_length()) if mask >> i & 1])
    if n < actions.STATION:
        return p.Claim(kind="claim", text=text, route=kit.names.routes[n - actions.CLAIM])
    if n < actions.DEPOT:
        return p.Build(kind="station", text=text, city=kit.names.cities[n - actions.STATION])
    if n < actions.PAY:
        return p.Build(kind="depot", text=text, city=kit.names.cities[n - actions.DEPOT])
    return payment(action)


def ending(table: Table) -> p.Ending:
    """The final count, how each seat played, and the key."""
    key = table.deal.key
    sheet = p.Sheet.model_validate(table.game.result.to_dict())
    return p.Ending(sheet=sheet, statistics=statistics(table), key=key, key_hash=key_hash(key))


def path(progress: Progress) -> TicketPath:
    """A hint."""
    return TicketPath(
        ticket=progress.ticket,
        completed=progress.completed,
        missing=list(progress.missing),
        trains=progress.n_missing,
        cut_off=progress.cut_off,
    )
