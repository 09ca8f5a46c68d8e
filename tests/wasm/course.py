"""A game that asks every exported function on its way: here by the engine that Python runs, in `course.mjs` by the
other one."""

import hashlib
import json
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.analysis import strongest, weighing
from eclisse.analysis.case import MOST_FOUND, WHY
from eclisse.analysis.option import OPTION
from eclisse.bots import forest, loop, random
from eclisse.bots.learned import ahead
from eclisse.bots.learned.lines import LINES
from eclisse.bots.learned.player import impulse
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.table import NAMES
from eclisse.bots.tree import TRIAL
from eclisse.browser.games import kits
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.core import batch, doors, needs, reasons, sketch, ways
from eclisse.core.actions import N_ACTIONS
from eclisse.core.changes import N_NUMBERS
from eclisse.core.codes import N_COLOURS, NONE, OVER
from eclisse.core.limits import MAX_CITIES, MAX_OFFER, MAX_ROUTES, MAX_SEATS, MAX_TICKETS
from eclisse.core.records import STATE
from eclisse.core.rng import siphash
from eclisse.core.scoring import SHEET
from eclisse.core.ways import MOST_WAYS
from eclisse.features.layout import SIZE
from eclisse.features.write import mark_usual, write

ROOT: Final = Path(__file__).parents[2]
NODE: Final = ROOT / "build" / "node" / "bin" / "node"
ZIG: Final = ROOT / "build" / "zig" / "bin" / "zig"
ENGINE: Final = ROOT / "build" / "wasm"  # made by `make wasm`
CLOSE: Final = {"think": 1e-5, "try_worlds": 1e-3, "read_out": 1e-3}  # as far as what the network thinks may differ


@dataclass(frozen=True)
class Row:
    """One game to play."""

    game: str
    modules: tuple[str, ...]
    seats: int
    key: tuple[str, str]
    first: int  # the bot of the first seat, where bots play on
    every: int = 16  # one decision in so many is looked at from all sides
    most: int = 5000  # decisions
    ahead: int = 40  # the decision at which bots look ahead
    line: int = 60  # decisions of the network in one go
    logged: int = 400
    fault: str = ""


@dataclass(frozen=True)
class Course:
    """The answers on the way."""

    digests: dict[str, str]  # by function
    thoughts: dict[str, list[float]]
    leaked: int = 0  # rooms that were not given back

    def differs(self, other: "Course") -> list[str]:
        """The functions that answered differently."""
        found = {name for name in self.digests | other.digests if self.digests.get(name) != other.digests.get(name)}
        for name, close in CLOSE.items():
            one, another = self.thoughts.get(name, []), other.thoughts.get(name, [])
            if len(one) != len(another) or not np.allclose(one, another, 0, close):
                found.add(name)
        return sorted(found | ({"in_use"} if self.leaked != other.leaked else set()))


@dataclass
class Notes:
    """A hash for each function, and what the network thought, whose last digits may differ."""

    hashes: dict[str, Any] = field(default_factory=lambda: defaultdict(hashlib.sha256))
    thoughts: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def think(self, name: str, *found: npt.NDArray[Any]) -> None:
        """Note numbers that come of the network."""
        for numbers in found:
            self.thoughts[name] += numbers.astype(np.float64).ravel().tolist()

    def note(self, name: str, answer: Any, *rows: npt.NDArray[Any]) -> Any:
        """Note an answer and what was written."""
        self.hashes[name].update(int(answer or 0).to_bytes(8, "little", signed=int(answer or 0) < 0))
        for row in rows:
            self.hashes[name].update(row.tobytes())
        return answer


def rows(seed: int) -> list[Row]:
    """A game for every number of seats that a game with any combination of its modules can have."""
    kinds = [(kit, seats) for kit in kits() for seats in range(int(kit.rules.min_seats), int(kit.rules.max_seats) + 1)]
    keys = [(str(seed + i), str(2**63 + i)) for i in range(len(kinds))]
    return [
        Row(kit.game, kit.modules, seats, key, i % len(NAMES))
        for i, ((kit, seats), key) in enumerate(zip(kinds, keys, strict=True))
    ]


def in_node(rows: Sequence[Row]) -> list[Course]:
    """Play games with the engine for browsers."""
    command = [NODE, Path(__file__).parent / "course.mjs", ENGINE]
    text = json.dumps([asdict(row) for row in rows])
    made = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return [Course(**one) for one in json.loads(made.stdout)]


def compare(rows: Sequence[Row]) -> list[list[str]]:
    """Play games with both engines; returns for each which functions answered differently."""
    return [natively(row).differs(course) for row, course in zip(rows, in_node(rows), strict=True)]


def look(notes: Notes, kit: Kit, states: Any, views: Any, seat: int, n: int, key: Any) -> None:
    """Ask about a position from all sides."""
    board, rules, n_cities = kit.board_row, kit.rules_row, int(kit.board.n_cities)
    worlds, sheets, features = np.zeros(1, STATE), np.zeros(1, SHEET), np.zeros(SIZE, np.uint8)
    notes.note("redeal", doors.redeal(views, board, rules, worlds, seat, key), worlds)
    notes.note("features", write(views[0], kit.board, kit.rules, seat, features), features)
    mask, numbers = np.zeros(N_ACTIONS, np.int8), np.empty(N_ACTIONS, np.int16)
    weighed = notes.note("mark_usual", mark_usual(views[0], kit.board, kit.rules, seat, numbers, mask), mask)
    notes.note("status", doors.status(states, board, rules))
    found = np.zeros(MAX_ROUTES, np.int16)
    notes.note("trail", doors.trail(states, board, seat, found), found)
    single, double = np.zeros(MAX_CITIES, np.int16), np.zeros(MAX_CITIES, np.int16)
    doors.link_groups(states, board, seat, single, double)
    notes.note("link_groups", 0, single[:n_cities], double[:n_cities])
    n_closed = doors.closed(states, board, rules, found)
    notes.note("closed", n_closed, found[:n_closed])
    tickets = np.zeros(MAX_TICKETS, np.int16)
    n_circles = doors.circles(states, board, rules, seat, tickets)
    notes.note("circles", n_circles, tickets[:n_circles])
    notes.note("count", doors.count(states, board, rules, sheets), sheets)
    ticket = n % int(kit.board.n_tickets)
    length = doors.ticket_path(states, board, sheets, seat, ticket, found)
    notes.note("ticket_path", length, found[:length])
    notes.note("usual", doors.usual_actions(views, board, rules, seat, numbers))
    notes.note("impulse", impulse(views, board, rules, seat, key, n))
    suggest(notes, kit, views, seat, n)
    judge(notes, kit, n)
    if weighed:
        advice = load_brain().advise(features[None], mask[None], int(kit.board.n_routes), n_cities)
        notes.think("think", advice.chances, advice.wins)


def look_ahead(notes: Notes, kit: Kit, views: Any, seat: int, key: Any, row: Row) -> None:
    """Try the candidates of a decision in two worlds, and in one more those that are left."""
    looks, table, weights = np.zeros(1, ahead.LOOK), (kit.board_row, kit.rules_row), load_brain().weights
    masks, numbers = np.zeros((1, N_ACTIONS), np.int8), np.empty(N_ACTIONS, np.int16)
    if mark_usual(views[0], kit.board, kit.rules, seat, numbers, masks[0]) < 2:
        return
    notes.note("begin_look", ahead.begin_look(looks, views, *table, seat, key, 1, masks, weights))
    for until in (2, 3):
        while not notes.note("look_on", ahead.look_on(looks, *table, weights, until, row.line)):
            continue
        notes.note("halve", ahead.halve(looks))
    notes.note("halve", looks["choices"][0, 0])


def search(notes: Notes, kit: Kit, views: Any, seat: int, key: Any) -> None:
    """Try the candidates of a search in some worlds, and in one more the better half of the first few."""
    forests, asked = np.zeros(1, forest.FOREST), (views, kit.board_row, kit.rules_row, seat, key)
    n = notes.note("begin_search", forest.begin_search(forests, *asked), forests["actions"])
    first = notes.note("grow", forest.grow(forests, *asked, 0, forest.TREES, 0, 2), forests["sums"])
    notes.note("leave_first", forest.leave_first(forests, max(2, n - 1)), forests["is_active"])
    notes.note("halve_search", forest.halve(forests), forests["is_active"])
    notes.note("grow", forest.grow(forests, *asked, 1, forest.TREES, first, 1), forests["sums"])
    notes.note("best_found", forest.best(forests))


def weigh(notes: Notes, kit: Kit, views: Any, seat: int, n: int, key: Any) -> None:
    """Weigh a decision, look at one, compare two, and say why one is better."""
    board, rules, network = kit.board_row, kit.rules_row, load_brain().weights
    record, trials, lines = np.zeros(1, weighing.WEIGHING), np.zeros(1, TRIAL), np.zeros(1, LINES)
    out = np.empty(N_ACTIONS, np.int16)
    if doors.usual_actions(views, board, rules, seat, out) < 2:
        return
    asked, numbers = (record, trials, lines, views, board, rules, seat, key, n), out[:2].astype(np.int64)
    for name, begin, more in (
        ("begin_weighing", weighing.begin_weighing, (NONE, 64, 0, network)),
        ("begin_glance", weighing.begin_glance, (int(out[0]), 16)),
        ("begin_comparison", weighing.begin_comparison, (numbers, 6)),
    ):
        due = notes.note(name, begin(*asked, *more))
        while due:
            wins, points = (np.zeros((due, int(record["n_active"][0]), MAX_SEATS)) for _ in range(2))
            weighing.try_worlds(record, trials, lines, views, board, rules, 0, wins, points, network)
            notes.think("try_worlds", wins, points)
            due = notes.note("end_round", weighing.end_round(record, views, wins, points))
        options = np.zeros(weighing.SHOWN + 1, OPTION)
        notes.note("read_out", weighing.read_out(record, views, options), options["action"], options["exact"])
        notes.think("read_out", *(options[name] for name in ("win", "points", "ahead", "error")))
    pair, whys = options[1:3], np.zeros(MOST_FOUND, WHY)
    notes.note("distinct", weighing.distinct(board, pair, numbers), numbers)
    notes.note("why_better", strongest.why_better(views, board, rules, seat, pair, whys), whys)
    notes.note("why_hinted", strongest.why_hinted(views, board, rules, seat, pair, 0, whys), whys)


def suggest(notes: Notes, kit: Kit, views: Any, seat: int, n: int) -> None:
    """Ask for hints about a view."""
    asked, turns = (views, kit.board_row, kit.rules_row, seat), np.zeros(1, STATE)
    counts = np.zeros(N_COLOURS, np.int16)
    notes.note("unseen", doors.unseen_cards(views, kit.rules_row, counts), counts)
    routes, ends = np.zeros(MAX_ROUTES, np.int16), np.zeros(MAX_ROUTES, np.int64)
    out = np.zeros(MAX_ROUTES * MOST_WAYS, np.int16)
    n_claims = notes.note("claims", ways.claims(views, turns, *asked[1:], routes, out, ends))
    notes.note("claims", 0, routes[:n_claims], ends[:n_claims], out[: ends[n_claims - 1] if n_claims else 0])
    numbers = np.zeros(N_ACTIONS, np.int16)
    n_ways = ways.station_ways(views, turns, *asked[1:], numbers)
    notes.note("station_ways", n_ways, numbers[:n_ways])
    why = np.zeros(reasons.MOST_REASONS, reasons.REASON)
    notes.note("why_not", reasons.why_not(*asked, n % N_ACTIONS, why), why)
    notes.note("why_no_claim", reasons.why_no_claim(*asked, n % int(kit.board.n_routes), why), why)
    held = np.zeros((MAX_TICKETS, 3), np.int16)
    n_held = needs.held(*asked, held)
    notes.note("held", n_held, held[:n_held])
    for name, ask, most in (("needs", needs.needs, MAX_TICKETS), ("offer_needs", needs.offer_needs, MAX_OFFER)):
        found = np.zeros(most, needs.NEED)
        notes.note(name, ask(*asked, found), found)
    plan = np.zeros(1, needs.NEEDS)
    notes.note("plan", needs.plan(*asked, np.arange(3, dtype=np.int16), plan), plan)


def judge(notes: Notes, kit: Kit, n: int) -> None:
    """Ask what is wrong with a position in which one seat has everything."""
    sketches, states, flaws = (
        np.zeros(1, sketch.SKETCH),
        np.zeros(1, STATE),
        np.zeros(sketch.MOST_FLAWS + 1, sketch.FLAW),
    )
    sketches["seats"], sketches["turns"] = 2, n
    found = sketch.settle(sketches, kit.board_row, kit.rules_row, states, sketch.CHECKED, flaws)
    notes.note("settle", found, flaws)


def natively(row: Row) -> Course:
    """Play a game with the engine that Python runs."""
    kit, notes = open_kit(row.game, row.modules), Notes()
    board, rules, note = kit.board_row, kit.rules_row, notes.note
    states, before, views = np.zeros(1, STATE), np.zeros(1, STATE), np.zeros(1, STATE)
    sheets, changed, out = np.zeros(1, SHEET), np.zeros(N_NUMBERS, np.int64), np.empty(N_ACTIONS, np.int16)
    key = np.array([int(part) for part in row.key], np.uint64)
    note("deal", doors.deal(states, board, rules, row.seats, key), states)
    n = 0
    while states[0]["phase"] != OVER and n < row.most:
        seat = note("awaited", int(batch.awaited(states[0])))
        chance = np.uint64(siphash(key[0], key[1], np.uint64(n)))
        note("siphash", chance)
        n_legal = doors.legal_actions(states, board, rules, seat, out)
        note("legal", n_legal, out[:n_legal])
        note("due", doors.amount_due(states, board, rules, seat))
        note("observe", doors.observe_seat(states, views, seat), views)
        if n % row.every == 0:
            look(notes, kit, states, views, seat, n, key)
        if n == row.ahead:
            look_ahead(notes, kit, views, seat, key, row)
            search(notes, kit, views, seat, key)
            weigh(notes, kit, views, seat, n, key)
        note("ask", loop.ask(n % len(NAMES), states, views, board, rules, seat, chance))
        action = note("pick", random.pick(states[0], kit.board, kit.rules, seat, chance, out))
        assert note("play", doors.play_action(states, before, board, rules, seat, action, changed), states, changed)
        n += 1
    note("count", doors.count(states, board, rules, sheets), sheets)
    play_on(row, kit, notes, key)
    return Course({name: found.hexdigest() for name, found in notes.hashes.items()}, notes.thoughts)


def play_on(row: Row, kit: Kit, notes: Notes, key: npt.NDArray[np.uint64]) -> None:
    """Let the bots play the same deal."""
    states, views, logs = np.zeros(1, STATE), np.zeros(1, STATE), np.zeros(row.logged, loop.LOG)
    notes.note("deal", doors.deal(states, kit.board_row, kit.rules_row, row.seats, key), states)
    bots = np.array([(row.first + seat) % len(NAMES) for seat in range(MAX_SEATS)], np.int64)
    n = loop.play_on(states, views, kit.board_row, kit.rules_row, bots, (key[0], key[1]), 0, logs)
    notes.note("play_on", n, states, logs[:n])
