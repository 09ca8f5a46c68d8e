"""Messages of a table: its row, views, steps and endings.

What only some may know goes through `Game.view` and `told_to` of an event.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from eclisse.core import doors
from eclisse.core.codes import OVER
from eclisse.core.limits import MAX_ROUTES
from eclisse.faults import Faulty
from eclisse.game import Game
from eclisse.hints import Hints, Progress
from eclisse.notation import Action, way_to_pay
from eclisse.server.model import Player, Refused, SeatRow, TableRow, promise_of
from eclisse.server.play import protocol as p
from eclisse.server.play.levels import style_of
from eclisse.server.play.protocol import Clock, Ending, Own, Paths, SeatInfo, Statistics, TableInfo, Update, WhyNot
from eclisse.server.play.table import Decided, Table
from eclisse.shapes import Drew, Event, Offered, Pay, PublicView, Sheet, SheetSeat, Step, Took
from eclisse.views import View

TOLD: Final = (
    "id", "status", "number", "game", "public", "clock", "late", "chat", "planning", "first", "key_shown", "daily",
    "created_at", "started_at", "rematch",
)  # fmt: skip
_SEAT: Final = SeatInfo.model_fields.keys() & SeatRow.__dataclass_fields__.keys()  # what is told as it is stored


def step(told: Decided, viewer: int | None) -> Step:
    """A decision as a seat may know it."""
    entry = told.entry
    return Step(told.number, entry.seat, entry.by, entry.at, [event.told_to(viewer) for event in told.events])


class Common(NamedTuple):
    """The part of an update that all share, made once for each decision from a spectator's view."""

    number: int
    longest: list[int]
    closed: list[str]
    ending: Ending | None
    seen: View  # by a spectator
    view: PublicView


def common(table: Table, now: float) -> Common:
    """The part of an update that all share."""
    game = table.game
    end, seen = ending(table, now) if game.over else None, game.view(None)
    return Common(table.number, longest(game), closed(game), end, seen, seen.public())


def update_with(table: Table, viewer: int | None, shared: Common, steps: list[Step], time_left: Clock) -> Update:
    """The update of one seat: these decisions, then the present."""
    view = shared.seen if viewer is None else table.game.view(viewer)
    return Update(
        type="update",
        number=shared.number,
        longest=shared.longest,
        closed=shared.closed,
        ending=shared.ending,
        view=view.shape(shared.view),
        seat=viewer,
        own=None if viewer is None else _own(table, view, viewer),
        steps=steps,
        clock=time_left,
    )


def update(table: Table, viewer: int | None, since: int | None, now: float, deadline: float | None = None) -> Update:
    """Everything after a number (None: nothing before the present), then the present, for one seat."""
    steps = [] if since is None else [step(one, viewer) for one in table.steps(since)]
    return update_with(table, viewer, common(table, now), steps, Clock(now, deadline))


def written(update: Update) -> str:
    """An update as JSON; `dump_json` does the same and spends a third of the time on its options."""
    return p.UPDATE.serializer.to_json(update).decode()


def longest(game: Game) -> list[int]:
    """Each seat's longest path; it follows from routes that lie open."""
    lengths: list[int] = game.result.sheet.length[: game.seats].tolist()
    return lengths


def closed(game: Game) -> list[str]:
    """The free routes that nobody can claim any more, because of their other track."""
    kit = game.kit
    out = np.empty(MAX_ROUTES, np.int16)
    n = doors.closed(game.states, kit.board_row, kit.rules_row, out)
    return [kit.names.routes[route] for route in out[:n].tolist()]


def _own(table: Table, view: View, seat: int) -> Own:
    """The decisions of a seat and help with them, worked out from its view alone."""
    hints, is_over = Hints(view), view.record["phase"] == OVER
    claims = () if is_over else hints.claim_numbers()
    return Own(
        legal=[action.shape for action in table.game.legal(seat)],
        undo=table.undoable(seat),
        affordable=[p.Affordable(route, _payments(due, ways)) for route, due, ways in claims],
        station_payments=() if is_over else _pays(hints.station_payments()),
        tickets=[p.TicketState(name, done, circle) for name, (done, circle) in hints.completed().items()],
    )


def _pays(some: Iterable[Action]) -> tuple[Pay, ...]:
    """Payments as a client shows them."""
    return tuple([shape for shape in [action.shape for action in some] if isinstance(shape, Pay)])


@lru_cache(1 << 12)
def _payments(due: int, numbers: tuple[int, ...]) -> tuple[Pay, ...]:
    """Ways to pay so many cards; hands hold the same for many decisions."""
    return _pays(way_to_pay(number, due) for number in numbers)


def ending(table: Table, now: float) -> Ending:
    """The final count, how each seat played, and the key, unless others still play the same deal."""
    deal, sheet = table.deal, table.game.result.shape()
    return Ending(sheet, statistics(table, sheet), None if deal.is_secret(now) else deal.key, deal.key_hash)


def paths(view: View, number: int) -> Paths:
    """The hints of a seat."""
    hints = Hints(view)
    return Paths(number=number, tickets=list(map(path, hints.tickets())), offer=list(map(path, hints.offered())))


def why_not(view: View, number: int, route: str) -> WhyNot:
    """Why a seat cannot claim a route."""
    try:
        faults = Hints(view).why_not(route)
    except Faulty as error:
        raise Refused("invalid", *error.faults) from None
    return WhyNot.model_validate({"number": number, "faults": [one.to_dict() for one in faults]})


def path(progress: Progress) -> p.TicketPath:
    """A hint."""
    return p.TicketPath(
        ticket=progress.ticket,
        completed=progress.completed,
        missing=list(progress.missing),
        cards=progress.n_missing,
        trains=progress.trains,
        subways=progress.subways,
        cut_off=progress.cut_off,
        circle=list(progress.circle),
        circle_cards=progress.n_circle,
    )


def statistics(table: Table, sheet: Sheet) -> list[Statistics]:
    """One row a seat."""
    game, counts = table.deal.open(), Counter[tuple[str, int | None]]()
    for seat in range(game.seats):
        counts["offered", seat] += int(game.state.n_offer[seat]) + int(game.state.n_later[seat])
    for entry in table.kept:
        before = game.states["turns"].item()
        for event in game.play(entry.seat, entry.action):
            _count(counts, event)
        counts["turns", entry.seat] += game.states["turns"].item() - before
    return [_row(counts, seat, line) for seat, line in enumerate(sheet.seats)]


def _count(counts: Counter[tuple[str, int | None]], event: Event) -> None:
    """Count one event."""
    match event:
        case Took() | Drew():
            counts[event.kind, event.seat] += 1
            counts["locomotives", event.seat] += event.kind == "took" and event.card == "locomotive"
        case Offered():
            counts["offered", event.seat] += event.tickets


def _row(counts: Counter[tuple[str, int | None]], seat: int, line: SheetSeat) -> Statistics:
    """One seat's row, its routes and tickets taken from the final sheet."""
    lengths = [route.length for route in line.route_list]
    done = sum(ticket.completed for ticket in line.ticket_list)
    return Statistics(
        turns=counts["turns", seat],
        blind=counts["drew", seat],
        face_up=counts["took", seat],
        locomotives=counts["locomotives", seat],
        tickets_drawn=counts["offered", seat],
        tickets_kept=len(line.ticket_list),
        tickets_completed=done,
        tickets_failed=len(line.ticket_list) - done,
        routes=len(lengths),
        average_length=round(sum(lengths) / len(lengths), 2) if lengths else 0.0,
    )


def info(row: TableRow, player: Player | None, now: float) -> TableInfo:
    """A table as a player (None: a visitor) may know it now."""
    mine = row.held_by(player.id if player else None)
    made = player is not None and player.id == row.creator
    is_told = row.status in ("over", "abandoned") or (row.key_shown and row.status == "playing")
    open_key = is_told and not row.is_secret(now)
    return TableInfo.model_validate(
        {
            **{name: getattr(row, name) for name in TOLD},
            "modules": list(row.modules),
            "seats": [seat_info(seat, seat.seat in mine, row.key is not None) for seat in row.seats],
            "yours": made,
            "host": next(iter(row.seats_of(row.creator)), None),
            "invite": row.invite if mine or made else None,
            "key_hash": _published(row),
            "key": row.key if open_key else None,
            "part": row.part if open_key else None,
            "shared": row.is_shared,
        }
    )


def seat_info(seat: SeatRow, is_yours: bool = False, is_dealt: bool = True) -> SeatInfo:
    """Who sits there; the number a client has added is shown when the game is dealt."""
    told = {name: getattr(seat, name) for name in _SEAT}
    told |= {"style": style_of(seat), "yours": is_yours, "away": seat.away_at}
    return SeatInfo.model_validate(told if is_dealt else {**told, "nonce": None})


def _published(row: TableRow) -> str | None:
    """The server's promise: of its part at once, of a key that has none from the start on."""
    if row.part is not None:
        return promise_of(row.part)
    return None if row.key is None or row.started_at is None else promise_of(row.key)
