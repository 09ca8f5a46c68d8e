"""Options that several commands have, and the one way to print JSON."""

import json
from typing import Annotated, Any

import typer

Database = Annotated[
    str | None,
    typer.Option(
        envvar="ECLISSE_DATABASE", help="sqlite:///FILE or postgresql://…; by default a file in your data folder."
    ),
]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, or a .toml file of a game or board.")]
Seats = Annotated[int, typer.Option(min=1, help="How many seats.")]
Seed = Annotated[
    str | None, typer.Option(help="A number or 32 hexadecimal digits; the same seed gives the same games.")
]
Modules = Annotated[str | None, typer.Option(help="Modules to add, such as warehouses,max.")]
RecordFile = Annotated[str, typer.Argument(metavar="RECORD", help="A file with a record, or - for standard input.")]
Position = Annotated[str, typer.Argument(metavar="POSITION", help="A file with a position, or - for standard input.")]


def print_json(value: Any) -> None:
    """One document on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=1))
