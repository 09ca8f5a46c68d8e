"""What leaves a table: views, steps and endings as messages. All of it goes through `Game.view` and `Event.to_dict`."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter
from pydantic_core import to_json

from eclisse.core.closed import closed_routes
from eclisse.core.codes import OVER
from eclisse.faults import Faulty
from eclisse.game import Game
from eclisse.hints import Hints, Progress
from eclisse.notation import Action, way_to_pay
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
    """What is the same for everybody at a table, made once for each decision."""

    number: int
    text: str  # the beginning of the update as JSON; its last part, the view, goes on


def common(table: Table) -> Common:
    """What is the same for everybody: all of it follows from what a spectator may see."""
    game = table.game
    told = {
        "type": "update",
        "number": table.number,
        "longest": longest(game),
        "closed": closed(game),
        "ending": ending(table) if game.over else None,
        "view": game.view(None).public(),
    }
    return Common(table.number, _json(told)[:-2])


def written(table: Table, viewer: int | None, shared: Common) -> str:
    """The present as JSON for one seat, from parts that are written once for all; steps, clock and the end are missing.

    It is not checked here, since this is done for everybody after each decision: `update` checks it all.
    """
    view = table.game.view(viewer)
    own = "null" if viewer is None else _own(table, view, viewer)
    return f'{shared.text},{_json(view.own())[1:]},"seat":{_json(viewer)},"own":{own}'


def timed(text: str, deadline: float | None) -> str:
    """An update with its clock and the end."""
    return f'{text},"clock":{_json({"now": clock.now(), "deadline": deadline})}}}'


def update(table: Table, viewer: int | None, since: int | None, deadline: float | None) -> p.Update:
    """Everything after a number (None: nothing before the present), then the present, for one seat."""
    told = "" if since is None else steps(table.steps(since), viewer)
    text = f'{written(table, viewer, common(table))},"steps":[{told}]'
    return p.Update.model_validate_json(timed(text, deadline))


def _json(value: object) -> str:
    """Plain data as JSON."""
    return to_json(value).decode()


@lru_cache(1 << 12)
def _quoted(name: str) -> str:
    """A name as JSON."""
    return _json(name)


def longest(game: Game) -> list[int]:
    """Each seat's longest path; it follows from routes that lie open."""
    lengths: list[int] = game.result.sheet.length[: game.seats].tolist()
    return lengths


def closed(game: Game) -> list[str]:
    """The free routes that nobody can claim any more, because of their other track."""
    kit = game.kit
    return [kit.names.routes[route] for route in closed_routes(game.state, kit.board, kit.rules).tolist()]


def _own(table: Table, view: View, seat: int) -> str:
    """What a seat can do, worked out from its view; the legal decisions too follow from it alone."""
    hints, is_over = Hints(view), view.record["phase"] == OVER
    claims = () if is_over else hints.claim_numbers()
    rows = [f'{{"route":{_quoted(route)},"payments":{_payments(due, ways)}}}' for route, due, ways in claims]
    tickets = [
        {"ticket": name, "completed": done, "circle": circle} for name, (done, circle) in hints.completed().items()
    ]
    return (
        f'{{"legal":{_actions(table.game.legal(seat))},"undo":{_json(table.undoable(seat))},'
        f'"affordable":[{",".join(rows)}],'
        f'"station_payments":{_actions(() if is_over else hints.station_payments())},"tickets":{_json(tickets)}}}'
    )


def _actions(some: Iterable[Action]) -> str:
    """Decisions as a client shows them."""
    return f"[{','.join([action.as_json for action in some])}]"


@lru_cache(1 << 12)
def _payments(due: int, numbers: tuple[int, ...]) -> str:
    """Ways to pay so many cards, as JSON; hands hold the same for many decisions."""
    return _actions(way_to_pay(number, due) for number in numbers)


def ending(table: Table) -> p.Ending:
    """The final count, how each seat played, and the key, unless others still play the same deal."""
    deal, key = table.deal, None if table.deal.is_secret else table.deal.key
    sheet = p.Sheet.model_validate(table.game.result.to_dict())
    return p.Ending(sheet=sheet, statistics=statistics(table), key=key, key_hash=deal.key_hash)


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
