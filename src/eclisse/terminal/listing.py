"""Output of the commands for people: the catalogue, simulations, results and logs."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from eclisse.terminal.look import make_console

if TYPE_CHECKING:
    from eclisse.game import Game

FOR_A_PLAYER = {"clock": " (time was up: a bot decided)", "stand-in": " (away: a bot decided)"}
DOUBTS = {"unverified": "⚠ unverified", "reconstruction": "⚠ reconstruction"}


def standing(provenance: str) -> Text:
    """How sure something is; anything less than verified stands out."""
    return Text(DOUBTS.get(provenance, provenance), "bold yellow" if provenance in DOUBTS else "green")


def print_games(rows: Sequence[Mapping[str, Any]]) -> None:
    """The catalogue as a table, then the modules whose tickets are in doubt."""
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    for name, right in (("game", 0), ("seats", 0), ("trains", 1), ("tickets", 1), ("board", 0), ("provenance", 0)):
        table.add_column(name, justify="right" if right else "left")
    for row in rows:
        low, high = row["seats"]
        n = row["tickets"]["long"] + row["tickets"]["standard"]
        sure = _worse(row["provenance"]["board"], row["provenance"]["tickets"])
        table.add_row(row["id"], f"{low}-{high}", str(row["trains"]), str(n), row["board"], standing(sure))
    console = make_console()
    console.print(table)
    for line in _module_lines(rows):
        console.print(line)


def _worse(*provenances: str) -> str:
    """The least certain."""
    from eclisse.boards.model import worst  # noqa: PLC0415 - beside the other data of boards

    return worst(provenances)


def _module_lines(rows: Sequence[Mapping[str, Any]]) -> list[Text]:
    """Each module, the boards it goes with and how sure its tickets are."""
    boards: dict[str, dict[str, str]] = {}
    for row in rows:
        for name, sure in row["module_provenance"].items():
            boards.setdefault(name, {})[row["board"]] = sure
    return [
        Text.assemble(f"module {name}: on {', '.join(sorted(found))}, ", standing(_worse(*found.values())))
        for name, found in sorted(boards.items())
    ]


def print_simulation(found: Mapping[str, Any]) -> None:
    """Speed, then one row a seat."""
    console = make_console()
    speed = f"{found['games_per_second']:,.0f} games and {found['decisions_per_second']:,.0f} decisions a second"
    console.print(f"{found['game']}: {found['games']:,} games in {found['seconds']:.2f} s, {speed}")
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("seat")
    for name in ("wins", "score", "routes", "tickets", "completed", "path length"):
        table.add_column(name, justify="right")
    keys = ("mean_score", "mean_routes", "mean_tickets", "mean_tickets_completed", "mean_path_length")
    for seat, bot in enumerate(found["bots"]):
        means = [f"{found[key][seat]:.2f}" for key in keys]
        table.add_row(f"{seat} {bot}", f"{found['wins'][seat]:,}", *means)
    console.print(table)
    console.print(Text(f"{found['shared']:,} games ended in a shared win; key {found['key']}", "dim"))


def print_result(game: "Game") -> None:
    """The sheet of a game, over or not."""
    from eclisse.terminal.sheet import print_sheet  # noqa: PLC0415 - needs the engine

    console = make_console()
    if not game.over:
        console.print(Text("The game is not over; these are the points so far.", "dim"))
    print_sheet(console, game.result.to_dict(), game.names, game.kit.spec.board)


def print_log(game: "Game", moves: Sequence[tuple[int, str]], by: Sequence[str]) -> None:
    """Everything that happened in a recorded game, hidden things included, and where a bot decided for a player."""
    from eclisse.terminal.sentences import Teller  # noqa: PLC0415 - needs the engine

    console, teller = make_console(), Teller(game.kit.spec, game.names)
    for number, (seat, text) in enumerate(moves):
        events = game.play(seat, text)
        told = teller.tell(event.to_dict(event.seat) for event in events)
        console.print(f"{number:4} {game.names[seat]}: {text}{FOR_A_PLAYER.get(by[number], '')}")
        for sentence in told:
            console.print(Text(f"       {sentence}", "dim"))
