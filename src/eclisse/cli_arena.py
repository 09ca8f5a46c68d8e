"""The commands that let many bots play: tournaments, datasets, statistics, and a test of your own bot."""

from pathlib import Path
from typing import Annotated

import typer

from eclisse.cli_options import GameName, JsonFlag, Modules, Seats, Seed, print_json

arena_app = typer.Typer()


@arena_app.command()
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots: planner,greedy,my_module:MyBot; a single bot plays itself.")],
    out: Annotated[Path, typer.Option(help="The folder for the results; an unfinished tournament there continues.")],
    n_games: Annotated[
        int, typer.Option("--games", min=1, help="Games for each pairing, rounded up to whole deals.")
    ] = 100,
    seats: Seats = 2,
    modules: Modules = None,
    seed: Seed = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="Each bot plays only its neighbours in this order.")] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Games at the same time; by default one per core.")
    ] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one.")] = None,
    limit: Annotated[float, typer.Option(min=0.01, help="Seconds a bot may take to decide.")] = 10.0,
    decisions: Annotated[bool, typer.Option(help="Keep every decision, or only the games.")] = True,
    as_json: JsonFlag = False,
) -> None:
    """Run a tournament of bots, with ratings and a report."""
    from eclisse.arena.schedule import Settings
    from eclisse.terminal import arena as tournament
    from eclisse.terminal import files

    for extra in ("arena", "ray") if ray else ("arena",):
        tournament.need(extra)
    key, names = tournament.key_for(out, files.parse_seed(seed)), tuple(files.split_names(bots))
    added = tuple(sorted(set(files.split_names(modules))))
    settings = Settings(game, added, seats, names, n_games, key, ladder, limit, decisions)
    found = tournament.run(settings, out, workers, ray, as_json)
    if as_json:
        print_json(found)
    else:
        tournament.print_tournament(found)
    if found["interrupted"]:
        raise typer.Exit(130)


@arena_app.command()
def dataset(
    game: GameName,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for each: learned,planner.")],
    n_games: Annotated[int, typer.Option("--games", min=1, help="How many games.")],
    out: Annotated[Path, typer.Option(help="The folder for the dataset; an unfinished one there continues.")],
    observations: Annotated[
        bool, typer.Option("--observations", help="Keep what the seat saw, and what was legal, with each decision.")
    ] = False,
    seats: Annotated[
        int | None, typer.Option(min=1, help="How many seats; by default one for each bot, two at least.")
    ] = None,
    modules: Modules = None,
    seed: Seed = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Shards at the same time; by default one per core.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Write many games of bots as Parquet files, for training and statistics."""
    from eclisse.terminal import dataset as making
    from eclisse.terminal import files

    names, added = files.split_names(bots), files.split_names(modules)
    settings = making.settings_for(game, added, seats, names, n_games, files.parse_seed(seed), out)
    found = making.run(settings, out, observations, workers, as_json)
    if as_json:
        print_json(found)
    else:
        making.print_dataset(found, out)
    if found["interrupted"]:
        raise typer.Exit(130)


@arena_app.command()
def insights(
    out: Annotated[Path, typer.Option(help="The folder for insights.md and its images.")] = Path("docs"),
    bot: Annotated[str, typer.Option(help="The bot that plays against itself.")] = "planner",
    n_games: Annotated[int, typer.Option("--games", min=1, help="Games on each board with two seats.")] = 3000,
    beside: Annotated[str | None, typer.Option(metavar="BOT", help="A better bot to compare it with.")] = None,
    n_beside: Annotated[int, typer.Option("--beside-games", min=1, help="Games on each board of that one.")] = 500,
    seed: Seed = "1",
    workers: Annotated[int | None, typer.Option(min=1, max=256, help="Games at a time; otherwise all cores.")] = None,
) -> None:
    """Write statistics for players about every board."""
    from eclisse.terminal import arena as tournament
    from eclisse.terminal import files

    tournament.need("arena")
    better = (beside, n_beside) if beside else None
    tournament.write_insights(out, (bot, n_games), better, files.parse_seed(seed), workers)


@arena_app.command("check-bot")
def check_bot(
    bot: Annotated[str, typer.Argument(metavar="MODULE:CLASS", help="Your own bot.")],
    limit: Annotated[float, typer.Option(min=0.01, help="Seconds it may take to decide.")] = 10.0,
    as_json: JsonFlag = False,
) -> None:
    """Test your own bot, and list what it does wrong."""
    from eclisse.terminal import botcheck

    report = botcheck.check_bot(bot, limit)
    if as_json:
        print_json(report.to_dict())
    else:
        botcheck.print_report(report)
    if report.faults:
        raise typer.Exit(2)


@arena_app.command()
def evaluate(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, or your own as MODULE:CLASS.")],
    quick: Annotated[bool, typer.Option("--quick", help="A tenth of the games, in about a minute.")] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Tables at the same time; by default one per core.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Measure a bot by the protocol eclisse-1: one score, the same on every machine."""
    from eclisse.terminal import evaluate as measuring

    found = measuring.run(bot, quick, workers, as_json)
    if as_json:
        print_json(found)
    else:
        measuring.print_result(found)
