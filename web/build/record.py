"""Record updates as the server sends them, for the tests of the page: `.venv/bin/python web/build/record.py`.

Each file holds the updates of seat 0 around one moment of a game between two bots. The same version of the rules
records the same files.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from eclisse.bots import make_bot
from eclisse.notation import key_from_seed
from eclisse.server.model import Deal, Entry
from eclisse.server.play.present import update, written
from eclisse.server.play.table import Table

FOLDER: Final = Path(__file__).parents[1] / "src/lib/feed/recorded"
Json = dict[str, Any]


class Recording:
    """A game of which seat 0 is told after every decision."""

    def __init__(self, game: str, modules: tuple[str, ...], seed: int) -> None:
        self._table = Table(Deal(game, modules, ("Ada", "Grace"), f"{seed:032x}", 0.0))
        self._bots = [make_bot("greedy", key_from_seed(seat)) for seat in range(2)]
        self.told = [self._update(None)]

    @property
    def now(self) -> Json:
        """The last update."""
        return self.told[-1]

    def decide(self, seat: int, action: str) -> None:
        """Make a decision, and note what seat 0 is told of it."""
        number = self._table.number
        self._table.accept(self._table.prepare(Entry(seat, action, "player", 0.0), number))
        self.told.append(self._update(number))

    def go_on(self) -> None:
        """Let a bot decide."""
        game = self._table.game
        seat = game.to_act[0]
        self.decide(seat, self._bots[seat].choose(game.view(seat), game.legal(seat)).text)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return self._table.game.over

    def _update(self, since: int | None) -> Json:
        """The update that seat 0 is sent now; no clock runs."""
        told = json.loads(written(update(self._table, 0, since, 0.0)))
        return {**told, "clock": {"now": 0, "deadline": None}}


def recordings(game: str, modules: tuple[str, ...] = ()) -> Iterator[Recording]:
    """Every moment of several games in which seat 0 begins a turn."""
    for seed in range(1, 100):
        recording = Recording(game, modules, seed)
        while not recording.is_over:
            view = recording.now["view"]
            if view["phase"] == "main" and view["to_act"] == [0]:
                yield recording
            recording.go_on()


def claim(recording: Recording) -> bool:
    """Claim a route that can be paid for in several ways, and pay in the last of them; false: there is none."""
    own = recording.now["own"]
    open_routes = {one["route"] for one in own["legal"] if one["kind"] == "claim"}
    for row in own["affordable"]:
        if row["route"] in open_routes and len(row["payments"]) > 1:
            recording.decide(0, f"claim {row['route']}")
            recording.decide(0, row["payments"][-1]["text"])
            return True
    return False


def paid() -> list[Json]:
    """Seat 0 claims a route and pays for it; then the other seat has its turn."""
    recording = next(one for one in recordings("berlin") if claim(one))
    before = len(recording.told) - 3
    while recording.now["view"]["to_act"] != [0]:
        recording.go_on()
    return recording.told[before:]


def tunnel() -> list[Json]:
    """Seat 0 claims a tunnel that costs more than was laid."""
    for recording in recordings("switzerland"):
        before = len(recording.told) - 1
        if claim(recording) and recording.now["view"]["phase"] == "surcharge":
            return recording.told[before:]
    raise AssertionError("no such moment")


def depots() -> list[Json]:
    """Seat 0 draws tickets, keeps one of them, and ends its turn without placing a depot."""
    recording = next(recordings("berlin", ("warehouses",)))
    before = len(recording.told) - 1
    while recording.now["view"]["phase"] != "depots":
        recording.decide(0, recording.now["own"]["legal"][0]["text"])
    recording.decide(0, "pass")
    return recording.told[before:]


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for record in (paid, tunnel, depots):
        file = FOLDER / f"{record.__name__}.json"
        file.write_text(json.dumps(record(), separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
