"""The screen of the terminal game: everything one seat sees before it decides, and nothing else."""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from eclisse.boards.names import Names
from eclisse.hints import Hints, Progress
from eclisse.notation import Action
from eclisse.terminal.aids import buildings, worths
from eclisse.terminal.look import called, card, cards, join, route_kind, said_move
from eclisse.views import View
from eclisse.vocabulary import worded

MOST_ROUTES = 10  # shown before the rest is left to the command `routes`
ASKS = {
    "setup": "Choose your first tickets: keep 1 2 …",
    "offer": "Choose tickets: keep 1 2 …",
    "depots": "Place your first depot: depot CITY",
    "main": "Your turn: take COLOUR, draw, tickets, claim ROUTE{more}",
    "drawing": "Take a card: take COLOUR or draw",
    "paying": "How do you pay for {what}?  (undo gives it up)",
    "surcharge": "Pay {surcharge} more for {what}, or take-back",
    "collecting": "Empty a warehouse: collect SEAT, or decline",
}


class Screen:
    """One view laid out for a terminal."""

    def __init__(self, console: Console, view: View, legal: Sequence[Action], players: Sequence[str]) -> None:
        self._console, self._players = console, players
        self._board, self._rules = view.kit.spec.board, view.kit.rules
        self._names, self._title = Names(self._board), view.kit.spec.name.en
        self._words = view.kit.spec.words
        self._worth = {ticket.id: worths(ticket, self._names) for ticket in view.kit.spec.tickets}
        self._legal = legal
        self._hints = Hints(view)
        self._seat = view.seat
        self._data = view.to_dict()

    def show(self) -> None:
        """The whole screen at the start of a turn; between decisions of one turn only what matters then."""
        phase = self._data["phase"]
        if phase in ("setup", "main", "depots"):
            self._heading()
            self._console.print(self._table())
            self._console.print(self._standing())
        self._console.print(self._cards())
        if phase in ("setup", "main", "offer"):
            self._console.print(self._tickets())
        if phase in ("setup", "offer"):
            self._console.print(self._offer())
        if phase == "main":
            self.show_routes(MOST_ROUTES)
        if phase in ("paying", "surcharge", "collecting"):
            self._console.print(self._choices())
        self._console.print(Text(self._ask(), "bold"))

    def _heading(self) -> None:
        """Game, turn, and the banner of the last round."""
        data = self._data
        self._console.print(Rule(Text(f"{self._title} · turn {data['turns'] + 1}", "bold"), align="left"))
        if data["last_round_by"] is not None:
            self._console.print(Text(" LAST ROUND: this is your last turn ", "bold white on #d70000"))

    def _table(self) -> Table:
        """The public figures of every seat; columns only for what the game has."""
        rules = self._rules
        heads = {"trains": worded("[trains]", self._words), "subways": worded("[subways]", self._words)}
        columns = ["score", "trains"]
        columns += ["subways"] if rules.pieces[1] else []
        columns += ["stations"] if rules.stations else []
        columns += ["depots", "warehouse"] if rules.depots else []
        columns += ["cards", "tickets"]
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("")
        for name in columns:
            table.add_column(heads.get(name, name), justify="right")
        for seat, row in enumerate(self._data["seats"]):
            mark = "▶" if seat in self._data["to_act"] else " "
            style = "bold" if seat == self._seat else ""
            table.add_row(Text(f"{mark} {seat} {self._players[seat]}"), *(str(row[c]) for c in columns), style=style)
        return table

    def _cards(self) -> Table:
        """Market and hand."""
        data = self._data
        grid = _grid()
        market = self._row(data["market"]) if data["market"] else Text("empty", "dim")
        piles = f"deck {data['deck']}, discard {sum(data['discard'].values())}, tickets {data['ticket_deck']}"
        grid.add_row("market", market)
        grid.add_row("", Text(piles, "dim"))
        grid.add_row("hand", cards(data["hand"], self._words))
        if data["revealed"]:
            grid.add_row("tunnel", self._row(data["revealed"]))
        return grid

    def _standing(self) -> Table:
        """The buildings on the board."""
        grid = _grid()
        for kind, placed in buildings(self._data, self._names, self._players):
            grid.add_row(kind, Text(placed))
        return grid

    def _row(self, names: Sequence[str]) -> Text:
        """Cards side by side."""
        return join([card(name, called(name, self._words)) for name in names])

    def _tickets(self) -> Table:
        """The seat's own tickets and how far they are."""
        grid = _grid()
        held = self._hints.tickets()
        for i, row in enumerate(held):
            grid.add_row("tickets" if i == 0 else "", self._progress(row))
        return grid

    def _offer(self) -> Table:
        """Tickets to choose from, numbered."""
        grid = _grid()
        for i, row in enumerate(self._hints.offered()):
            grid.add_row("offer" if i == 0 else "", Text.assemble((f"{i + 1}) ", "bold"), self._progress(row, True)))
        return grid

    def _progress(self, row: Progress, offered: bool = False) -> Text:
        """One ticket: points, ends, and what is joined and missing."""
        mark = ("", "") if offered else ("✓ ", "bold green") if row.completed else ("○ ", "bold")
        text = Text.assemble(mark, (f"{row.points:>2} ", "bold"), self._names.link(row.ticket))
        if self._worth.get(row.ticket):
            text.append(f"  {self._worth[row.ticket]}")
        if row.completed:
            return text
        if row.cut_off:
            return text.append("  cut off: no free routes lead there", "red")
        if row.n_missing == 0:
            return text.append("  connected already", "green")
        text.append(f"  {row.n_missing} missing: {', '.join(row.missing)}", "dim")
        for end, *cities in row.joined:
            reached = ", ".join(self._names.city(city) for city in cities)
            text.append(f"\n     {self._names.city(end)} is connected to {reached}", "dim")
        return text

    def show_routes(self, most: int | None = None) -> None:
        """Routes the seat can pay for now: those its tickets want first, then the longest."""
        wanted = {route for row in self._hints.tickets() for route in row.missing}
        routes = [action.route for action in self._legal if action.route]
        length = {route.id: route.length for route in self._board.routes}
        routes.sort(key=lambda name: (name not in wanted, -length[name], name))
        if not routes:
            self._console.print(Text("routes   none that your hand can pay for", "dim"))
            return
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("routes you can pay for", no_wrap=True)
        table.add_column("points", justify="right")
        table.add_column("costs", no_wrap=True)
        table.add_column("pay (+ other ways)")
        for name in routes[:most]:
            table.add_row(*self._route(name, name in wanted))
        rest = len(routes) - len(routes[:most])
        more = [Text(f"… and {rest} more: type routes", "dim")] if rest else []
        self._console.print(Group(table, *more))

    def show_legal(self) -> None:
        """Every move, those of one kind together."""
        for _, alike in groupby(self._legal, key=attrgetter("kind")):
            self._console.print(Columns([Text(said_move(one.text, self._words)) for one in alike], padding=(0, 2)))

    def _route(self, name: str, wanted: bool) -> tuple[Text, Text, Text, Text]:
        """One route that can be claimed; a star for one that a ticket wants."""
        route = next(route for route in self._board.routes if route.id == name)
        points = (self._board.subway_scoring if route.subway else self._board.scoring)[route.length]
        ways = self._hints.payments(name)
        cheapest = min((way.payment for way in ways if way.payment), key=attrgetter("locomotives"))
        hint = cards(cheapest.counts, self._words, between="")
        if len(ways) > 1:
            hint.append(f" +{len(ways) - 1}", "dim")
        label = Text.assemble(("★ " if wanted else "  ", "bold yellow"), name)
        return label, Text(str(points)), route_kind(self._board, name), hint

    def _choices(self) -> Table:
        """All that can be answered, one a line."""
        grid = _grid()
        for i, action in enumerate(self._legal):
            grid.add_row("choices" if i == 0 else "", Text(said_move(action.text, self._words)))
        return grid

    def _ask(self) -> str:
        """The decision that is due."""
        data: dict[str, Any] = self._data
        what = self._names.link(data["route"]) if data["route"] else ""
        what = what or (f"a station in {self._names.city(data['city'])}" if data["city"] else "")
        more = ", station CITY" if self._rules.stations else ""
        if self._rules.depots:
            more += ", warehouse SEAT (before cards), depot CITY"
        return ASKS[data["phase"]].format(what=what, surcharge=data["surcharge"], more=f"{more}   (help, legal)")


def _grid() -> Table:
    """Two columns: a small heading and what it is about."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim", min_width=8)
    grid.add_column()
    return grid
