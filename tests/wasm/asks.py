"""Questions that need no table, and what the server answers to them: for `asks.mjs` to put to the page's engine.

Positions, whole and spoilt; games from a position; records, whole and spoilt, and their replays; puzzles.
"""

import json
import random
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from eclisse.analysis.puzzle_book import puzzle
from eclisse.game import Game
from eclisse.server import facts, sharing
from eclisse.server.coach import positions as coach
from eclisse.server.model import Deal, Entry, Refused, promise_of
from eclisse.server.play import present
from eclisse.server.play.levels import choose
from eclisse.server.play.table import UNDO, Table
from eclisse.shapes import plain
from tests.positions.mutations import mutated, pick
from tests.wasm.course import ENGINE, NODE, ROOT
from tests.wasm.messages import SOURCES, shown

Json = dict[str, Any]
SPOILT: Final[tuple[Json, ...]] = (
    {"actions": []}, {"actions": "keep 1"}, {"actions": [[0, "fly"]]}, {"actions": [[9, "draw"]]}, {"actions": [[0]]},
    {"key": "x"}, {"first": 9}, {"rules": 99}, {"seats": [1, 2]}, {"modules": "max"}, {"game": 3}, {"result": {}},
)  # fmt: skip


def asked(question: Json, answer: Callable[[], Any]) -> Json:
    """A question, and the server's answer to it or its refusal."""
    try:
        return {"question": question, "expected": answer()}
    except Refused as error:
        return {"question": question, "expected": {"code": error.code, "faults": shown(error)}}


def finished(game: str, seats: int, seed: int, modules: tuple[str, ...] = ()) -> Game:
    """A game that bots have played to its end."""
    one = Game.new(game, seats, seed=seed, modules=modules)
    while not one.over:
        one.play(one.to_act[0], choose(one, one.to_act[0], "easy"))
    return one


def positions(rng: random.Random, n: int) -> Iterator[Json]:
    """Positions of real games and what is left of them when some of it is changed, counted."""
    for i in range(n):
        position = mutated(rng) if i % 4 else pick(rng).position
        yield asked({"what": "score", "position": position}, partial(counted, position))


def counted(position: Json) -> Any:
    """The count of a position."""
    return plain(facts._score(position))


def sandboxes(rng: random.Random, n: int) -> Iterator[Json]:
    """Some decisions of a seat from a position, and the answers of bots; some of them cannot be."""
    while n:
        position = pick(rng).position
        seat, level = rng.randrange(position["seats"]), rng.choice(("easy", "medium"))
        body: Json = {
            "position": position,
            "seat": seat,
            "level": level,
            "since": rng.choice((None, 0)),
            "decisions": [],
        }
        for _ in range(rng.randrange(3)):
            body["decisions"].append(next_decision(rng, body))
        yield asked({"what": "sandbox", "body": body}, partial(played, body))
        n -= 1


def played(body: Json) -> Json:
    """The server's answer to a sandbox, without the time."""
    return written(coach.played(coach.Sandbox(**body), set(), 0.0))


def written(pieces: Iterator[BaseModel | None]) -> Json:
    """What is made in pieces, as the server sends it."""
    *_, made = pieces
    assert made
    told: Json = json.loads(made.model_dump_json())
    return told


def next_decision(rng: random.Random, body: Json) -> str:
    """A decision that the seat may make next, if there is one; now and then one that it may not."""
    try:
        told = played({**body, "since": None})["updates"][-1]["own"] or {}
    except Refused:
        told = {}
    legal = [one["text"] for one in told.get("legal", [])]
    return str(rng.choice(legal)) if legal and rng.random() < 0.9 else "fly"


def records(seed: int) -> Iterator[Json]:
    """Replays of finished games from a seat and with open hands, and of records with something spoilt."""
    for game, seats, modules in (("usa", 2, ()), ("europe", 3, ("warehouses",)), ("india", 4, ())):
        record = finished(game, seats, seed, modules).record()
        for seat in (None, seats - 1, 4):
            yield of_record(record, seat)
        yield of_record({**record, "by": ["bot"] * len(record["actions"]), "started_at": 7, "first": None}, 0)
    old = {key: value for key, value in record.items() if key not in ("rules", "result")}
    yield of_record(old, None)
    yield of_record({**record, "actions": record["actions"][:-1], "result": None}, None)
    for more in SPOILT:
        yield of_record({**record, **more}, None)
    for key in ("game", "seats", "key", "actions"):
        yield of_record({name: value for name, value in record.items() if name != key}, None)


def of_record(record: Json, seat: int | None) -> Json:
    """The replay of a record."""
    question = {"what": "replay", "record": record, "seat": seat}
    return asked(question, lambda: written(sharing.of_record(record, seat)))


def kept_games(seed: int) -> Iterator[Json]:
    """The record of a game that a browser has kept, and such games taken over from elsewhere, some of them spoilt."""
    game = finished("usa", 2, seed)
    kept = kept_of(game)
    by = [entry["by"] for entry in kept["log"]]
    more = {"key_hash": promise_of(kept["deal"]["key"]), "table": kept["id"], "started_at": 5, "by": by}
    bots = [None, {"level": "easy", "style": None}]
    yield {
        "question": {"what": "record", "kept": kept},
        "expected": {**game.record(), **more, "bots": bots, "bots_code": None, "version": None},
    }
    yield {"question": {"what": "kept", "kept": kept}, "expected": kept}
    begun = {**kept, "log": kept["log"][:9], "scores": None}
    yield {"question": {"what": "kept", "kept": begun}, "expected": begun}
    claimed = [*kept["log"][:9], {**kept["log"][9], "action": "undo"}]
    undo = {"code": "nothing-to-undo", "where": "actions[9]", "params": {}}
    yield refused({**kept, "log": claimed}, undo)
    strange = {"code": "record-expected", "where": "", "params": {"value": "3"}}
    yield {"question": {"what": "kept", "kept": 3}, "expected": {"code": "invalid", "faults": [strange]}}
    unknown = {"code": "key-expected", "where": "", "params": {"value": '"x"'}}
    yield refused({**kept, "deal": {**kept["deal"], "key": "x"}}, unknown)


def refused(kept: Json, fault: Json) -> Json:
    """A kept game that is not taken over."""
    return {"question": {"what": "kept", "kept": kept}, "expected": {"code": "invalid", "faults": [fault]}}


def kept_of(game: Game) -> Json:
    """A game as a browser keeps it."""
    record = game.record()
    deal = {"game": record["game"], "modules": [], "seats": game.seats, "key": record["key"], "first": None}
    seats = [{"kind": "player", "name": record["seats"][0], "level": None}]
    seats.append({"kind": "bot", "name": record["seats"][1], "level": "easy"})
    log = [
        {"seat": seat, "action": text, "by": "bot" if seat else "player", "at": 7} for seat, text in record["actions"]
    ]
    totals = [seat.total for seat in game.result.shape().seats]
    scores = [{"points": n, "place": 1 if i in game.result.shape().winners else 2} for i, n in enumerate(totals)]
    more = {"planning": True, "createdAt": 5, "scores": scores, "rematch": None}
    return {"id": "ab" * 16, "deal": deal, "seats": seats, "log": log, **more}


def dealt_again(seed: int) -> Iterator[Json]:
    """Finished games as a seat and a spectator were shown them, and what comes of showing something else."""
    for game, modules, viewer in (("usa", (), 0), ("europe", ("warehouses",), 1), ("india", (), None)):
        record, sights = seen(finished(game, 2, seed, modules), viewer)
        question = {"what": "differs", "record": record, "sights": sights}
        yield {"question": question, "expected": None}
        hole = {**question, "sights": sights[9:]}
        yield {"question": hole, "expected": {"code": "invalid", "faults": []}}
        yield {"question": {**question, "record": {**record, "key": "1" * 32}}, "expected": 0}
        for number in (0, 7, len(sights) - 1):
            other = json.loads(json.dumps(sights))
            market = other[number]["view"]["market"]
            market[0] = "red" if market[0] != "red" else "blue"
            yield {"question": {**question, "sights": other}, "expected": number}
        other = json.loads(json.dumps(sights))
        step = next(one["steps"][0] for one in other if one["steps"] and "card" in one["steps"][0]["events"][-1])
        step["events"][-1]["card"] = "red" if step["events"][-1]["card"] != "red" else "blue"
        yield {"question": {**question, "sights": other}, "expected": step["number"]}


def seen(game: Game, viewer: int | None) -> tuple[Json, list[Json]]:
    """The record of a game and every update that a seat or a spectator got of it; much was taken back on the way."""
    record = game.record()
    table = Table(Deal(record["game"], tuple(record["modules"]), game.names, record["key"], 0.0))
    sights = [sight(table, viewer, 0)]
    for seat, text in game.actions:
        accept(table, seat, text)
        sights.append(sight(table, viewer, table.number - 1))
        if table.undoable(seat) is not None:
            for again in (UNDO, text):
                accept(table, seat, again)
                sights.append(sight(table, viewer, table.number - 1))
    return record, sights


def accept(table: Table, seat: int, text: str) -> None:
    """Make a decision at a table."""
    table.accept(table.prepare(Entry(seat, text, "player", 0.0), table.number))


def sight(table: Table, viewer: int | None, since: int) -> Json:
    """What an update shows of cards and tickets."""
    told = plain(present.update(table, viewer, since, 0.0))
    return {name: told[name] for name in ("number", "seat", "steps", "view")}


def puzzles(numbers: range) -> Iterator[Json]:
    """Puzzles as their seats see them, a route that cannot be claimed, and decisions there."""
    for number in numbers:
        one = puzzle(number)
        where = {"position": one.position, "seat": one.seat}
        told = coach.shown(number, 0.0).model_dump(mode="json")
        yield {
            "question": {"what": "puzzle", **where},
            "expected": {key: told[key] for key in ("update", "paths", "names")},
        }
        route = one.view().kit.names.routes[number % 20]
        why = coach.why_not(number, route).model_dump(mode="json")["faults"]
        yield {"question": {"what": "whyNot", **where, "route": route}, "expected": why}
        for action in (one.answer, "fly", f"claim {route}"):
            question = {"what": "decision", **where, "action": action}
            yield asked(question, partial(decided, one.position, one.seat, action))


def decided(position: Json, seat: int, action: str) -> str:
    """A decision as the server writes it."""
    return coach.open_table(position, seat, 0.0).prepare(Entry(seat, action, "player", 0.0), 0).entry.action


def in_node(asks: list[Json]) -> tuple[list[str], int]:
    """Ask the page's engine the same; returns where it answers differently, and how many bytes it keeps."""
    script = ROOT / "tests" / "wasm" / "asks.mjs"
    command: list[str | Path] = [NODE, "--no-warnings", script, ENGINE, SOURCES]
    made = subprocess.run(command, input=json.dumps(asks), capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    answer = json.loads(made.stdout)
    return [one for one in answer["found"] if one], answer["left"]
