"""Messages of a table, compared with what their receiver may know: swapping all that is hidden changes no byte.

Worlds that a viewer cannot tell apart are made by tests/views: hidden cards, tickets and keys are somewhere else. A
step is compared with the same decision in such a world, among those worlds where chance shows everybody the same.
`python -m tests.server.leaks --games N` checks many more games than the tests do.
"""

import argparse
import json
import random
import time
from collections import Counter
from dataclasses import replace
from typing import Any

from eclisse import Game
from eclisse.server.model import Deal, Entry, Refused
from eclisse.server.play import present
from eclisse.server.play.protocol import UPDATE, Clock
from eclisse.server.play.table import Table
from tests.views.test_nothing_hidden import KINDS, ROWS, Swap, step, swapped_game

WORLDS = 8  # tried for a step in which chance shows something


def table_of(game: Game) -> Table:
    """A table that stands at this moment of a game, as far as messages can tell."""
    deal = Deal(game.kit.game, game.kit.modules, game.names, "0" * 32, 0.0)
    table = Table(deal)
    table.game = game
    return table


def message(game: Game, viewer: int | None, told: Any = None) -> str:
    """The update that a viewer gets at this moment, with the step that led to it."""
    update = present.update(table_of(game), viewer, None, 0.0, 99.0)
    steps = [] if told is None else [present.step(told, viewer)]
    return UPDATE.dump_json(replace(update, steps=steps, number=1, clock=Clock(0.0, 99.0))).decode()


def swapped(game: Game, viewer: int | None, rng: random.Random) -> Game:
    """The same moment with everything the viewer cannot see somewhere else."""
    position = json.loads(json.dumps(game.position()))
    return swapped_game(Swap(position, game.kit.names.tickets, viewer, rng).data)


def decided(game: Game, seat: int, text: str) -> Table:
    """A table at which a decision has just been made."""
    table = table_of(game)
    entry = Entry(seat, text, "player", 1.0)
    table.accept(table.prepare(entry, 0))
    return table


def check_moment(game: Game, rng: random.Random, counts: Counter[str]) -> None:
    """Compare the message of one moment for one viewer, or the step of a decision from it."""
    viewer = rng.choice((None, *range(game.seats)))
    seat = rng.choice(game.to_act)
    if viewer == seat or rng.random() < 0.5:
        assert message(swapped(game, viewer, rng), viewer) == message(game, viewer), f"seat {viewer} is told too much"
        counts["views"] += 1
    else:
        check_step(game, seat, rng.choice(game.legal(seat)).text, viewer, rng, counts)


def check_step(game: Game, seat: int, text: str, viewer: int | None, rng: random.Random, counts: Counter[str]) -> None:
    """Compare the step a viewer is told with the same decision in worlds where the public sees the same."""
    true = decided(game.copy(), seat, text)
    public = public_side(true.game)
    for _ in range(WORLDS):
        try:
            other = decided(swapped(game, viewer, rng), seat, text)
        except Refused:  # the swapped hand does not allow it
            continue
        if public_side(other.game) == public:
            mine, theirs = message(true.game, viewer, true.steps(0)[0]), message(other.game, viewer, other.steps(0)[0])
            assert mine == theirs, f"{text} of seat {seat} tells seat {viewer} what is hidden"
            counts["steps"] += 1
            counts[text.split(maxsplit=1)[0]] += 1
            return


def public_side(game: Game) -> dict[str, Any]:
    """The public part."""
    return game.view(None).to_dict()


def random_moment(name: str, modules: list[str], number: int, rng: random.Random) -> Game:
    """A random moment of a random game; the first ones and the last ones come often."""
    low, high = ROWS[name]["seats"]
    game = Game.new(name, rng.randint(low, high), seed=number, modules=modules)
    for _ in range(rng.choice((rng.randint(0, 8), rng.randint(0, 120), rng.randint(0, 300)))):
        if game.over:
            break
        step(game, rng)
    return game


def check_games(kinds: list[tuple[str, list[str]]], games: int, seed: int) -> Counter[str]:
    """One moment of each of so many games of each kind."""
    counts: Counter[str] = Counter()
    for name, modules in kinds:
        for number in range(games):
            rng = random.Random(f"{name} {modules} {number} {seed}")
            game = random_moment(name, modules, number, rng)
            if not game.over:
                check_moment(game, rng, counts)
            counts["games"] += 1
    return counts


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Check that no message tells what is hidden, in many random games.")
    parser.add_argument("--games", type=int, default=10_000)
    start, each = time.monotonic(), -(-parser.parse_args().games // len(KINDS))
    print(dict(check_games(KINDS, each, time.time_ns())), f"{time.monotonic() - start:.0f} s")
