"""The final sheet as tables: the points of every seat, then where they come from."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from eclisse.boards.model import Board
from eclisse.boards.names import Names
from eclisse.shapes import Points

CALLED: Final = {"stations": "stations left", "longest": "longest path", "globetrotter": "most tickets"}
DECIDED: Final = {
    "tickets-completed": "on tickets completed",
    "fewest-stations": "on fewest stations built",
    "longest-path": "on the longest path",
}


def print_sheet(console: Console, result: Mapping[str, Any], players: Sequence[str], board: Board) -> None:
    """The whole sheet; `result` has the shape of `score --json`."""
    names = Names(board)
    console.print(_points(result["seats"], players))
    console.print(Text(verdict(result, players), "bold"))
    for player, seat in zip(players, result["seats"], strict=True):
        console.print()
        _print_seat(console, player, seat, names)


def verdict(result: Mapping[str, Any], players: Sequence[str]) -> str:
    """Who won, or who leads, and which tie-break settled it."""
    winners = [players[seat] for seat in result["winners"]]
    how = DECIDED.get(result["decided_by"], "")
    verb = "lead" if result["ended"] == "not-ended" else "win"
    if len(winners) > 1:
        return f"{', '.join(winners[:-1])} and {winners[-1]} {verb} together: they are tied to the end."
    one = verb if winners[0] == "you" else f"{verb}s"
    reason = f", tied on points but ahead {how}" if how else ""
    return f"{winners[0][:1].upper()}{winners[0][1:]} {one}{reason}."


def _points(seats: Sequence[Mapping[str, Any]], players: Sequence[str]) -> Table:
    """One column a seat; kinds of points nobody has are left out."""
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("points")
    for player in players:
        table.add_column(Text(player), justify="right")
    for key in (field.name for field in fields(Points)):
        if key in ("routes", "tickets") or any(seat[key] for seat in seats):
            table.add_row(CALLED.get(key, key), *(str(seat[key]) for seat in seats))
    table.add_section()
    table.add_row("total", *(str(seat["total"]) for seat in seats), style="bold")
    table.add_section()
    held = [f"{seat['tickets_completed']} of {len(seat['ticket_list'])}" for seat in seats]
    table.add_row("tickets completed", *held, style="dim")
    table.add_row("path length", *(str(seat["longest_path_length"]) for seat in seats), style="dim")
    return table


def _print_seat(console: Console, player: str, seat: Mapping[str, Any], names: Names) -> None:
    """Tickets, borrowed routes and the longest path of one seat."""
    table = Table.grid(padding=(0, 1))
    for justify in ("left", "right", "left"):
        table.add_column(justify=justify)
    for ticket in sorted(seat["ticket_list"], key=lambda row: -int(row["points"])):
        table.add_row(*_ticket(ticket, names))
    for row in seat["borrowed"]:
        use = f"borrows {names.link(row['route'])}" if row["route"] else "borrows nothing"
        table.add_row("", "", Text(f"station {names.city(row['station'])}: {use}"))
    if seat["longest_path"]:
        path = names.chain(seat["longest_path"])
        table.add_row("", Text(str(seat["longest_path_length"])), Text(f"longest path: {path}", "dim"))
    console.print(Text(f"{player}: {seat['total']} points", "bold"))
    console.print(table)


def _ticket(ticket: Mapping[str, Any], names: Names) -> tuple[Text, Text, Text]:
    """One ticket: mark, points, ends and by which path."""
    done = ticket["completed"]
    what = Text(names.link(ticket["ticket"]), "" if done else "dim")
    if ticket["mandala"]:
        what.append(" (mandala)", "bold")
    if not done:
        what.append(", not completed")
    elif len(ticket["path"]) > 1:
        what.append(f"  by {names.chain(ticket['path'])}", "dim")
    if ticket["borrowed"]:
        what.append(f", borrowing {', '.join(names.link(route) for route in ticket['borrowed'])}", "dim")
    mark = Text("✓", "bold green") if done else Text("✗", "bold red")
    return mark, Text(f"{ticket['points']:+d}"), what
