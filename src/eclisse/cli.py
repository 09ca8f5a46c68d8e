"""The `eclisse` command: its options, and how it reports faults; `terminal` does the work, loaded when needed."""

import gc
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from eclisse import __version__
from eclisse.cli_admin import admin
from eclisse.cli_arena import arena_app
from eclisse.cli_options import Database, GameName, JsonFlag, Modules, Position, RecordFile, Seats, Seed, print_json

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)
app.add_typer(admin, name="admin")
app.add_typer(arena_app)


def print_version(is_wanted: bool) -> None:
    """Print the version and stop, if somebody asks for it."""
    if is_wanted:
        print(f"eclisse {__version__}")
        raise typer.Exit


@app.callback()
def main_options(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Railway route-building games: play, simulate, count and check."""


def compile_once() -> None:
    """Compile what a first game needs before it begins, and say why it takes a while."""
    from eclisse.jit.folders import FIRST_GAME, is_compiled

    if not is_compiled(FIRST_GAME):
        from eclisse.terminal.warm import warm as compile_part

        print("Compiling the engine, once on this machine. It takes about half a minute.", file=sys.stderr, flush=True)
        print(compile_part(FIRST_GAME), file=sys.stderr)


@app.command()
def games(as_json: JsonFlag = False) -> None:
    """List the games, and how certain their boards and tickets are."""
    from eclisse.catalogue.find import catalogue_rows

    if as_json:
        print_json(catalogue_rows())
        return
    from eclisse.terminal.listing import print_games

    print_games(catalogue_rows())


@app.command()
def play(
    game: GameName = "usa",
    seats: Seats = 2,
    seed: Seed = None,
    modules: Modules = None,
    bots: Annotated[str, typer.Option(help="The bots in the other seats: one for all, or one for each.")] = "planner",
    name: Annotated[str, typer.Option(help="Your name on the score sheet.")] = "you",
    first: Annotated[
        int | None, typer.Option(help="The seat that begins, 0 for you; by default chance decides.")
    ] = None,
) -> None:
    """Play in the terminal against bots."""
    from eclisse.terminal import files
    from eclisse.terminal.play import play as sit_down

    compile_once()
    key, added = files.parse_seed(seed), files.split_names(modules)
    sit_down(game, seats, key, added, files.split_names(bots), name, first)


@app.command()
def simulate(
    game: GameName,
    seats: Seats = 2,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for each: random,random.")] = "random",
    n_games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    seed: Seed = None,
    threads: Annotated[
        int, typer.Option(min=1, max=256, help="Threads; they change only the speed. Your own bots play on one.")
    ] = 1,
    modules: Modules = None,
    as_json: JsonFlag = False,
) -> None:
    """Let bots play many games, and count the results."""
    from eclisse.bots.simulate import simulate as run
    from eclisse.terminal import files
    from eclisse.terminal.listing import print_simulation
    from eclisse.terminal.progress import progress_bar

    key, names, added = files.parse_seed(seed), files.split_names(bots), files.split_names(modules)
    with progress_bar(not as_json, n_games) as step:
        found = run(game, seats, names, n_games, key, threads, added, step)
    if as_json:
        print_json(found)
    else:
        print_simulation(found)


@app.command()
def score(position: Position, as_json: JsonFlag = False) -> None:
    """Count a position, and say where each point comes from."""
    from eclisse.terminal import files

    data = files.read_position(position)
    from eclisse.game import Game

    game = Game.from_position(data)
    if as_json:
        print_json(game.result.to_dict())
        return
    from eclisse.terminal.listing import print_result

    print_result(game)


@app.command()
def legal(
    position: Position,
    seat: Annotated[int | None, typer.Option(help="Only this seat; by default all seats that may act.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """List every legal decision in a position."""
    from eclisse.terminal import files

    data = files.read_position(position)
    from eclisse.faults import fault
    from eclisse.game import Game

    game = Game.from_position(data)
    if seat is not None and not 0 <= seat < game.seats:
        raise files.BadInput(fault("seat-expected", "--seat", last=game.seats - 1, value=str(seat)))
    seats = game.to_act if seat is None else (seat,)
    moves = {str(number): [action.text for action in game.legal(number)] for number in seats}
    if as_json:
        print_json({"to_act": list(game.to_act), "legal": moves})
        return
    for number, texts in moves.items():
        print(f"seat {number}: {len(texts)} legal")
        for text in texts:
            print(f"  {text}")


@app.command()
def replay(
    record: RecordFile,
    as_json: JsonFlag = False,
) -> None:
    """Tell a recorded game, move by move, and its result."""
    from eclisse.terminal import files

    data = files.read_record(record)
    from eclisse.game import Game, deciders

    game = Game.replay(data)
    if as_json:
        head = {"game": game.kit.game, "modules": list(game.kit.modules), "seats": list(game.names)}
        print_json({**head, "decisions": len(game.actions), "over": game.over, "result": game.result.to_dict()})
        return
    from eclisse.terminal.listing import print_log, print_result

    print_log(Game.replay(data, until=0), game.actions, deciders(data))
    print_result(game)


@app.command()
def analyse(
    record: RecordFile,
    seat: Annotated[int | None, typer.Option(help="Only the decisions of this seat.")] = None,
    budget: Annotated[int, typer.Option(min=2, help="Games played for the alternatives of each decision.")] = 600,
    total: Annotated[int, typer.Option(min=0, help="Or: games for the whole record, shared among decisions.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same report.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write the report as an HTML file.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Review a recorded game: chances to win, costly decisions, luck and skill."""
    from eclisse.terminal import files

    data = files.read_record(record)
    from eclisse.analysis.review import Effort
    from eclisse.terminal import analyse as reviewing

    report = reviewing.run(data, seat, Effort(budget, seed), total, as_json)
    if out is not None:
        reviewing.write_page(report, out)
    if as_json:
        print_json(report.to_dict())
    else:
        reviewing.print_report(report, seat)


@app.command()
def puzzle(
    number: Annotated[int | None, typer.Argument(metavar="NUMBER", help="Which puzzle; by default today's.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Find the best decision in a position from a bot game."""
    from datetime import UTC, datetime

    from eclisse.analysis import puzzle_book

    chosen = puzzle_book.puzzle(number) if number is not None else puzzle_book.of_day(datetime.now(UTC).date())
    if as_json:
        print_json({"number": chosen.number, "difficulty": chosen.difficulty, **chosen.to_dict()})
        return
    from eclisse.terminal.solving import show

    show(chosen)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Play fewer games: faster but less exact.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Measure the speed of the engine on this machine; nothing else should be running."""
    from eclisse.terminal import bench as measures

    if as_json:
        found = [figure.to_dict() for figure in measures.figures(quick)]
        print_json({"machine": measures.machine(), "figures": found})
    else:
        measures.show(quick)


@app.command("check-board")
def check_board(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .toml file of a board or a game.")],
    as_json: JsonFlag = False,
) -> None:
    """Check a board or game file, and list all its faults."""
    from eclisse.boards.errors import InvalidFile
    from eclisse.terminal import boardcheck

    try:
        found = boardcheck.check(file)
    except InvalidFile as error:
        if as_json:
            faults = [fault.to_dict() for fault in error.faults]
            print_json({"file": str(file), "message": str(error), "faults": faults})
        else:
            print(error, file=sys.stderr)
        raise typer.Exit(2) from None
    if as_json:
        print_json(found)
    else:
        print("\n".join(boardcheck.lines(found)))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets other machines connect.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any free one.")] = 8000,
    database: Database = None,
    root_path: Annotated[str, typer.Option(help="Where a proxy mounts the server, such as /trains.")] = "",
    public_url: Annotated[str, typer.Option(help="The address people use, for links in notices.")] = "",
    contact: Annotated[str, typer.Option(help="How people reach you: an e-mail address or a URL.")] = "",
    proxies: Annotated[str, typer.Option(help="Trusted proxies, whose X-Forwarded headers count.")] = "",
    origins: Annotated[str | None, typer.Option(help="Other allowed origins, such as https://a.org.")] = None,
    webhook_networks: Annotated[str | None, typer.Option(help="Private networks to which notices may be sent.")] = None,
    limits: Annotated[str | None, typer.Option(help="Changed limits, such as max_tables=100,chat_rate=2.")] = None,
    operator: Annotated[str, typer.Option(help="The id of a player, who gets a notice of every report.")] = "",
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
    browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Run the server of the online game."""
    from eclisse.server.operate.command import read_settings, run

    settings = read_settings(database, root_path, public_url, origins, webhook_networks, limits, operator)
    settings = replace(settings, contact=contact.strip())
    compile_once()
    run(settings, host, port, proxies, log_level, browser)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, or a folder for a new one.")],
    database: Database = None,
    keep: Annotated[int | None, typer.Option(min=1, help="How many backups of the folder to keep.")] = None,
) -> None:
    """Write a server's database to a new file; the server may run meanwhile."""
    from eclisse.server.operate.command import back_up

    print("\n".join(back_up(file, database, keep)))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `eclisse backup` wrote.")],
    database: Database = None,
    old: Annotated[
        str | None, typer.Option(metavar="URL", help="The database before: who was deleted there is deleted again.")
    ] = None,
) -> None:
    """Fill an empty database from a backup."""
    from eclisse.server.operate.admin import delete_again
    from eclisse.server.operate.command import bring_back, read_existing

    before = None if old is None else read_existing(old)
    print(f"{bring_back(file, database)} rows restored")
    print(f"{delete_again(database, file, before)} players deleted again")
    if before is None:
        print("Who was deleted since the newest backup is back; --old deletes them again.")


@app.command()
def verify(
    record: RecordFile,
    published: Annotated[
        str | None, typer.Option("--hash", help="The hash that was shown when the game started.")
    ] = None,
    nonce: Annotated[str | None, typer.Option(help="The number that your client added to the deal.")] = None,
    promises: Annotated[
        str | None, typer.Option(help="What the seats had promised before, with commas; nothing for a seat without.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Check that the record of an online game follows from the key that was promised, bots' decisions included."""
    from eclisse.terminal import files

    data = files.read_record(record)
    from eclisse.server.operate.verify import NotFair
    from eclisse.server.operate.verify import verify as check

    try:
        found = check(data, published, nonce, promises and [one.strip().lower() or None for one in promises.split(",")])
    except NotFair as error:
        faults = [one.to_dict() for one in error.faults]
        print_json({"valid": False, "faults": faults}) if as_json else print(error)
        sys.exit(1)
    if as_json:
        print_json({"valid": True, "checked": found})
    else:
        print("\n".join(found))


@app.command()
def site(
    out: Annotated[Path, typer.Argument(help="The folder; what is in it is replaced.")],
) -> None:
    """Write the page without a server, for any web host."""
    from eclisse.terminal.site import write_site

    print(f"{out}: {write_site(out) / 1e6:.1f} MB")


@app.command(hidden=True)
def openapi() -> None:
    """Print the OpenAPI document of the server, with the messages of its WebSocket."""
    from eclisse.server.app import openapi as document

    print_json(document())


@app.command(hidden=True)
def warm(
    first: Annotated[bool, typer.Option("--first", help="Only what a first game needs.")] = False,
) -> None:
    """Compile the engine ahead of time."""
    from eclisse.jit.folders import EVERYTHING, FIRST_GAME, is_compiled
    from eclisse.terminal.warm import warm as compile_part

    if not first:
        print(compile_part(EVERYTHING))
    elif not is_compiled(FIRST_GAME):
        print("Compiling the engine, once on this machine (about 20 s) ...", flush=True)
        print(compile_part(FIRST_GAME))


def fail(message: str) -> NoReturn:
    """One message on standard error, exit code 2."""
    print(f"eclisse: {message}", file=sys.stderr)
    sys.exit(2)


def main() -> None:
    """Run the command; report a fault in words, never as a traceback.

    Every fault of the package is a ValueError; naming them here would load the engine.
    """
    try:
        app()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output is gone; without this, Python would complain again as it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (ValueError, OverflowError) as error:
        fail(str(error))
    finally:
        gc.freeze()  # as it exits, Python would look through all that was loaded for something to free


if __name__ == "__main__":
    main()
