"""Whole games as the server would tell them: every message, refusal and answer, for `messages.mjs` to make again.

A game is a list of things that are done at a table, each with what the server answers. The decisions come from bots and
chance; in between some are taken back, some are refused, and seats ask for hints.
"""

import json
import random
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from eclisse.bots import make_bot
from eclisse.browser.games import kits
from eclisse.catalogue.kit import Kit
from eclisse.core.actions import N_ACTIONS
from eclisse.faults import Faulty
from eclisse.notation import BadText, action_of
from eclisse.server.coach.hints import _plan as plan
from eclisse.server.model import Deal, Entry, Refused
from eclisse.server.play import present
from eclisse.server.play.levels import chance_of, choose
from eclisse.server.play.table import UNDO, Table
from eclisse.shapes import plain
from tests.wasm.course import ENGINE, NODE, ROOT

Json = dict[str, Any]
SOURCES: Final = ROOT / "web" / "src" / "engine"
RICH: Final = (
    ("europe", ("warehouses",), 1),
    ("europe", ("warehouses",), 2),
    ("india", (), 3),
    ("europe", (), 4),
)  # stations, depots, tunnels, circles
LEVELS: Final = ("beginner", "easy", "medium", "hungry", "long-route", "one-step", "hard", "greedy")
LOOKING: Final = ("learned@48", "search@200")
AHEAD: Final = 30  # the decision at which they are asked, at these tables
LOOKED: Final = (("usa", (), 2), ("europe", (), 2), ("india", (), 4))
NONSENSE: Final = (
    "", "fly", "keep", "keep 1 1", "keep 9", "draw 2", "pay", "pay 2", "pay 2 red 2 red", "pay 1 red 1 blue",
    "pay 1 gray", "pay 10 red", "pay 3 red", "pay 1 red 1 locomotive", "pay 2 locomotive", "take gold", "take red blue",
    "claim nowhere", "station nowhere", "warehouse 7", "warehouse", "collect 0", "claim", "undo",
    "  take   red ", "pass", "take-back", "x" * 80,
)  # fmt: skip


def shown(error: Refused | Faulty) -> list[Json]:
    """The faults of a refusal, without a suggestion: the page never writes a name wrongly."""
    faults = [one.to_dict() for one in error.faults]
    return [{**one, "params": {k: v for k, v in one["params"].items() if k != "nearest"}} for one in faults]


class Course:
    """One table, and all that is asked and answered there."""

    def __init__(self, kit: Kit, seats: int, seed: int) -> None:
        self._rng = random.Random(seed)
        self._key = f"{self._rng.getrandbits(128):032x}"
        first = self._rng.choice((None, seats - 1))
        names = tuple(f"seat {seat}" for seat in range(seats))
        self._deal = Deal(kit.game, kit.modules, names, self._key, 0.0, first=first)
        self._table, self._kit, self._seats, self._told = Table(self._deal), kit, seats, [0] * (seats + 1)
        self.rows: list[Json] = []

    def play(self, most: int) -> Json:
        """Play to the end, or so many decisions; what happened, as JSON."""
        people = set(self._rng.sample(range(self._seats), self._rng.choice((1, self._seats))))
        self._look()
        self._err(0, 1)
        while not self._table.game.over and self._table.number < most:
            if self._rng.random() < 0.15:
                self._err()
                continue
            if self._rng.random() < 0.08:
                self._ask()
            seat = self._rng.choice(self._table.game.to_act)
            self._decide(seat, "player" if seat in people else "bot")
            if seat in people and self._rng.random() < 0.3:
                self._answer({"do": "decide", "seat": seat, "action": UNDO, "by": "player"})
                self._look(0.2)
            self._look(0.2)
        for seat in range(self._seats):
            self._err(seat)
        self._look()
        self._ask()
        deal = self._deal
        told = {"game": deal.game, "modules": deal.modules, "seats": self._seats, "key": deal.key, "first": deal.first}
        return {"deal": told, "rows": self.rows}

    def _decide(self, seat: int, by: str) -> None:
        """A decision of a bot, mostly claiming what it can; the page's bots must decide the same."""
        level = self._rng.choice(LEVELS)
        action = choose(self._table.game, seat, level)
        self.rows.append({"do": "bot", "seat": seat, "bot": level, "answer": action})
        if self._table.number == AHEAD and (self._kit.game, self._kit.modules, self._seats) in LOOKED:
            self._look_ahead(seat)
        if self._rng.random() < 0.2:
            action = self._rng.choice(self._table.game.legal(seat)).text
        self._answer({"do": "decide", "seat": seat, "action": action, "by": by})

    def _look_ahead(self, seat: int) -> None:
        """The decisions of the bots that look ahead for so long."""
        game = self._table.game
        for bot in LOOKING:
            action = make_bot(bot, chance_of(game, seat)).choose(game.view(seat), game.legal(seat)).text
            self.rows.append({"do": "bot", "seat": seat, "bot": bot, "answer": action})

    def _err(self, seat: int | None = None, ahead: int | None = None) -> None:
        """A decision that is mostly not possible, or that rests on another state."""
        who = self._rng.randrange(self._seats) if seat is None else seat
        action = self._rng.choice((self._any_action(), self._any_action(), self._rng.choice(NONSENSE)))
        number = self._table.number + (self._rng.choice((0, 0, 0, 0, -1, 1)) if ahead is None else ahead)
        self._answer({"do": "decide", "seat": who, "action": action, "by": "player"}, max(0, number))

    def _any_action(self) -> str:
        """Any action that this game has."""
        while True:
            try:
                return action_of(self._rng.randrange(N_ACTIONS), self._kit, self._rng.randint(1, 6)).text
            except BadText:
                continue

    def _answer(self, row: Json, number: int | None = None) -> None:
        """Decide at the table, and note what it says."""
        row["number"] = self._table.number if number is None else number
        row["at"] = round(self._rng.random() * 1e6, 3)
        entry = Entry(row["seat"], row["action"], row["by"], row["at"])
        try:
            self._table.accept(self._table.prepare(entry, row["number"]))
            row["answer"] = None
        except Refused as error:
            row["answer"] = {"code": error.code, "faults": shown(error)}
        self.rows.append(row)

    def _look(self, share: float = 1.0) -> None:
        """The update that each seat and a spectator get, after what they were told last."""
        for place in range(self._seats + 1):
            if self._rng.random() >= share:
                continue
            viewer = None if place == self._seats else place
            since = self._rng.choice((None, self._told[place], self._told[place]))
            told = plain(present.update(self._table, viewer, since, 0.0))
            del told["clock"]
            self.rows.append({"do": "look", "seat": viewer, "since": since, "answer": told})
            self._told[place] = self._table.number

    def _ask(self) -> None:
        """Hints, why a route cannot be claimed, and a plan."""
        game, number, seat = self._table.game, self._table.number, self._rng.randrange(self._seats)
        view, names = game.view(seat), self._kit.names
        self.rows.append({"do": "paths", "seat": seat, "answer": present.paths(view, number).model_dump(mode="json")})
        for route in self._rng.sample(names.routes, 6):
            told = present.why_not(view, number, route).model_dump(mode="json")["faults"]
            self.rows.append({"do": "whyNot", "seat": seat, "route": route, "answer": told})
        held = view.to_dict()["tickets"] or []
        for tickets in (held[:8], self._rng.sample(names.tickets, self._rng.randint(1, 4))):
            told = plan(view, number, list(tickets)).model_dump(mode="json")
            self.rows.append({"do": "plan", "seat": seat, "tickets": list(tickets), "answer": told})


def tables() -> Iterator[tuple[Kit, int]]:
    """Every game with every combination of modules, with the fewest and the most seats."""
    for kit in kits():
        for seats in sorted({int(kit.rules.min_seats), int(kit.rules.max_seats)}):
            yield kit, seats


def in_node(games: list[Json], faults: Iterable[str] = ("",), sources: Path = SOURCES) -> list[str]:
    """Let the page's engine do the same, once for each fault; returns where it answers differently, for each game."""
    script = ROOT / "tests" / "wasm" / "messages.mjs"
    command: list[str | Path] = [NODE, "--no-warnings", script, ENGINE, sources, ",".join(faults)]
    made = subprocess.run(command, input=json.dumps(games), capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    found: list[str] = json.loads(made.stdout)
    return found
