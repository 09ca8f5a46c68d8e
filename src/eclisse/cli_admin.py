"""The `eclisse admin` commands, for whoever runs a server."""

from typing import Annotated, Final

import typer

from eclisse.cli_options import Database, JsonFlag, print_json

admin = typer.Typer(no_args_is_help=True, help="Look after the players and tables of a server, while it runs.")
SomeId = Annotated[str, typer.Argument(metavar="ID", help="An id from one of the lists.")]
Search = Annotated[str, typer.Argument(metavar="[TEXT]", help="Only those whose name, or game, contains it.")]
Why = Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the log.")]
Days = Annotated[float | None, typer.Option(min=0.01, help="For so many days; without, for good.")]
LISTS: Final = {
    "players": "The newest players.",
    "tables": "The tables that changed last.",
    "reports": "What players have reported and nobody has closed.",
    "statistics": "How much there is.",
    "log": "What operators did.",
}


def _add_list(name: str, words: str) -> None:
    """Add the command that prints one of the operator's lists."""

    @admin.command(name, help=words)
    def show(search: Search = "", database: Database = None, as_json: JsonFlag = False) -> None:
        from eclisse.server.operate import admin as work
        from eclisse.terminal.rows import columns

        found = work.over(database, lambda store: work.LISTS[name](store, search))
        if as_json:
            print_json(found)
        else:
            shown = [{name: len(v) if isinstance(v, list) else v for name, v in row.items()} for row in found]
            print("\n".join(columns(shown)))


for _name, _words in LISTS.items():
    _add_list(_name, _words)


@admin.command()
def ban(player: SomeId, days: Days = None, why: Why = "", database: Database = None) -> None:
    """Keep a player out, for some days or for good."""
    from eclisse.server.operate import admin as work

    work.over(database, lambda store: work.ban(store, player, days, why))


@admin.command()
def unban(player: SomeId, why: Why = "", database: Database = None) -> None:
    """Let a banned player in again."""
    from eclisse.server.operate import admin as work

    work.over(database, lambda store: work.unban(store, player, why))


@admin.command("close")
def close_report(report: SomeId, why: Why = "", database: Database = None) -> None:
    """Close a report."""
    from eclisse.server.operate import admin as work

    work.over(database, lambda store: work.close_report(store, report, why))


@admin.command()
def export(player: SomeId, database: Database = None) -> None:
    """Print everything that is stored about a player, as JSON."""
    from eclisse.server.operate import admin as work

    print_json(work.over(database, lambda store: work.export(store, player)))


@admin.command()
def delete(some: SomeId, why: Why = "", database: Database = None) -> None:
    """Forget a player, or remove a table with its game."""
    from eclisse.server.operate import admin as work

    work.over(database, lambda store: work.delete(store, some, why))
