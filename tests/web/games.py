"""Games for the pages to show: played by bots here, then entered at a server move by move."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from eclisse import Game
from eclisse.bots import make_bot
from eclisse.notation import key_from_seed
from tests.server.people import Person

NAMES = ("Ada", "Grace", "Emmy", "Sofia", "Maryam")


def bot_game(
    game: str,
    seats: int = 2,
    seed: int = 1,
    modules: Sequence[str] = (),
    bot: str = "planner",
    until: int | None = None,
) -> Game:
    """A game played by bots, to its end or for so many decisions."""
    played = Game.new(game, seats, seed, modules, NAMES[:seats])
    key = np.asarray(key_from_seed(seed + 1), np.uint64)
    bots = [make_bot(bot, key + np.uint64(seat)) for seat in range(seats)]
    while not played.over and (until is None or len(played.actions) < until):
        seat = played.to_act[0]
        played.play(seat, bots[seat].choose(played.view(seat), played.legal(seat)))
    return played


def enter(person: Person, game: Game, **more: Any) -> str:
    """Play the same game at a server, all seats on one device, at such a table; returns its id."""
    seats = [{"kind": "you", "name": name} for name in game.names]
    record = game.record()
    body = {"game": record["game"], "modules": record["modules"], "seats": seats, "seed": record["key"]}
    table: str = person.post("tables", **body, **more)["id"]
    person.post(f"tables/{table}/start")
    with person.sit(table) as connection:
        number = connection.update()["number"]
        for seat, action in game.actions:
            connection.decide(number, action, seat)
            number = connection.update(number + 1)["number"]
    return table


def form_of(game: Game) -> dict[str, Any]:
    """The entries of somebody at /score at the end of a game, as the page keeps them."""
    position = game.position()

    def owners(rows: list[list[str]]) -> dict[str, int]:
        return {name: seat for seat, names in enumerate(rows) for name in names}

    left = dict(enumerate(position["depots_left"])) if "warehouses" in position["modules"] else {}
    return {
        "game": position["game"],
        "modules": position["modules"],
        "seats": [{"name": name, "style": seat} for seat, name in enumerate(game.names)],
        "routes": position["routes"],
        "tickets": owners(position["tickets"]),
        "stations": owners(position["stations"]),
        "depots": owners(position["depots"]),
        "depotsLeft": left,
    }
