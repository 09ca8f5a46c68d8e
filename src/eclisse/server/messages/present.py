"""What leaves a table: views, steps and endings as messages. All of it goes through `Game.view` and `Event.to_dict`."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from eclisse.core.closed import closed_routes
from eclisse.core.codes import OVER
from eclisse.faults import Faulty
from eclisse.game import Game
from eclisse.hints import Hints, Progress
from eclisse.notation import Action
from eclisse.server.messages import protocol as p
from eclisse.server.messages.bodies import Paths, TicketPath, WhyNot
from eclisse.server.messages.events import Step
from eclisse.server.messages.refusal import Refused
from eclisse.server.process import clock
from eclisse.server.tables.statistics import statistics
from eclisse.server.tables.table import Table, Told
from eclisse.views import View

Json = dict[str, Any]
_STEPS: Final = TypeAdapter(list[Step])


def step(told: Told, viewer: int | None) -> Step:
    """A decision as a seat may know it."""
    return Step.model_validate(_step(told, viewer))


def steps(told: Sequence[Told], viewer: int | None) -> str:
    """Decisions as a seat may know them, as JSON without the brackets around them."""
    checked = _STEPS.validate_python([_step(one, viewer) for one in told])
    return _STEPS.dump_json(checked).decode()[1:-1]


def _step(told: Told, viewer: int | None) -> Json:
    """The same step as plain data."""
    entry = told.entry
    return {
        "number": told.number,
        "seat": entry.seat,
        "by": entry.by,
        "at": entry.at,
        "events": told.events_for(viewer),
    }


class Common(NamedTuple):
    """What is the same for everybody at a table, computed once for each decision."""

    number: int
    longest: list[int]
    closed: list[str]
    end: p.Ending | None


def common(table: Table) -> Common:
    """What is the same for everybody."""
    return Common(table.number, longest(table.game), closed(table.game), ending(table) if table.game.over else None)


def update(
    table: Table, viewer: int | None, since: int | None, deadline: float | None, shared: Common | None = None
) -> p.Update:
    """Everything after a number (None: nothing before the present), then the present, for one seat.

    It is put together as plain data and checked once as a whole, which is far faster than part by part.
    """
    shared = shared or common(table)
    game, told = table.game, () if since is None else table.steps(since)
    view = game.view(viewer)
    return p.Update.model_validate(
        {
            "type": "update",
            "number": table.number,
            "seat": viewer,
            "steps": [_step(one, viewer) for one in told],
            "view": view.to_dict(),
            "longest": shared.longest,
            "closed": shared.closed,
            "own": None if viewer is None else {**own(game, view, viewer), "undo": table.undoable(viewer)},
            "clock": {"now": clock.now(), "deadline": deadline},
            "ending": shared.end,
        }
    )


def longest(game: Game) -> list[int]:
    """Each seat's longest path; it follows from routes that lie open."""
    lengths: list[int] = game.result.sheet.length[: game.seats].tolist()
    return lengths


def closed(game: Game) -> list[str]:
    """The free routes that nobody can claim any more, because of their other track."""
    kit = game.kit
    return [kit.names.routes[route] for route in closed_routes(game.state, kit.board, kit.rules).tolist()]


def own(game: Game, view: View, seat: int) -> Json:
    """What a seat can do, worked out from its view; the legal decisions too follow from it alone."""
    hints, is_over = Hints(view), view.record.phase == OVER
    claims = {} if is_over else hints.claims()
    return {
        "legal": list(map(_shown, game.legal(seat))),
        "affordable": [{"route": route, "payments": list(map(_shown, ways))} for route, ways in claims.items()],
        "station_payments": [] if is_over else list(map(_shown, hints.station_payments())),
        "tickets": [
            {"ticket": name, "completed": done, "circle": circle} for name, (done, circle) in hints.completed().items()
        ],
    }


@lru_cache(maxsize=1 << 14)
def _shown(action: Action) -> Json:
    """A decision as a client shows it; there are only a few."""
    return action.to_dict()


def ending(table: Table) -> p.Ending:
    """The final count, how each seat played, and the key."""
    deal = table.deal
    sheet = p.Sheet.model_validate(table.game.result.to_dict())
    return p.Ending(sheet=sheet, statistics=statistics(table), key=deal.key, key_hash=deal.key_hash)


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


def path(progress: Progress) -> TicketPath:
    """A hint."""
    return TicketPath(
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
