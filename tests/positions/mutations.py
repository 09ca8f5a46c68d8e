"""Positions of real games with something changed; each is refused with faults, or plays on in good order to the end."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse import Game, InvalidPosition
from eclisse.catalogue.kit import Kit
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import awaited
from eclisse.core.check import TOO_FEW_CARDS, status
from eclisse.core.codes import COLOUR_NAMES, OVER, PHASE_NAMES
from eclisse.core.legal import legal
from eclisse.core.reach import unreachable
from eclisse.core.rng import siphash
from eclisse.jit.compiled import compiled
from tests.invariants.checker import tables

Json = dict[str, Any]
Records = npt.NDArray[Any]

FAULTS: Final = ("none", "the record is not in order", "it says that it cannot be reached", "no decision is legal")
NO_FAULT, DISORDER, UNREACHABLE, STUCK = range(len(FAULTS))
MOST_DECISIONS: Final = 5_000  # a game may go on for ever where tunnels fail again and again
GAMES_A_TABLE: Final = 3
TABLES: Final = list(tables())


@compiled
def play_on(states: Records, boards: Records, rules: Records, key: int, most: int) -> tuple[int, int]:
    """Play at random to the end, everything checked at every step; the fault and the decision before it."""
    out = np.empty(N_ACTIONS, np.int16)
    for step in range(most):
        if status(states[0], boards[0], rules[0]) & ~TOO_FEW_CARDS != 0:
            return DISORDER, step
        if unreachable(states[0], boards[0], rules[0]) != 0:
            return UNREACHABLE, step
        if states[0].phase == OVER:
            return NO_FAULT, step
        seat = awaited(states[0])
        n = legal(states[0], boards[0], rules[0], seat, out)
        if n == 0:
            return STUCK, step
        chance = siphash(np.uint64(key), np.uint64(0), np.uint64(step))
        apply(states[0], boards[0], rules[0], seat, int(out[int(chance % np.uint64(n))]))
    return NO_FAULT, most


class Moment(NamedTuple):
    """A position of a real game, and other moments of the same table to borrow from."""

    position: Json
    others: list[Game]
    kit: Kit


@cache
def table_moments(number: int) -> tuple[Kit, dict[str, list[Game]]]:
    """Moments of some games at one table, by phase."""
    kit, seats = TABLES[number]
    rng = random.Random(number)
    found: dict[str, list[Game]] = defaultdict(list)
    for _ in range(GAMES_A_TABLE):
        game = Game.new(kit.game, seats, seed=rng.randrange(1 << 60), modules=kit.modules)
        while True:
            phase = PHASE_NAMES[game.state.phase]
            if phase not in ("main", "drawing") or rng.random() < 0.1:
                found[phase].append(Game(kit, game.states.copy()))
            if game.over:
                break
            seat = rng.choice(game.to_act)
            game.play(seat, rng.choice(game.legal(seat)))
    return kit, found


def pick(rng: random.Random) -> Moment:
    """A moment of any table, each phase as likely as any other."""
    kit, found = table_moments(rng.randrange(len(TABLES)))
    position = rng.choice(found[rng.choice(sorted(found))]).position()
    return Moment(position, [one for row in found.values() for one in row], kit)


def drop(rng: random.Random, moment: Moment) -> None:
    """Leave a key out."""
    keys = [key for key in moment.position if key not in ("game", "seats", "modules")]
    del moment.position[rng.choice(keys)]


def borrow(rng: random.Random, moment: Moment) -> None:
    """Take a key from another moment, which may be one of another phase."""
    other = rng.choice(moment.others).position()
    key = rng.choice([key for key in other if key not in ("game", "seats", "modules")])
    moment.position[key] = other[key]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a document that holds a plain value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path
        return
    for key, one in inner:
        yield from places(one, (*path, key))


def inside(data: Any, path: tuple[Any, ...]) -> Any:
    """The value at a place."""
    for key in path:
        data = data[key]
    return data


def change(rng: random.Random, moment: Moment) -> None:
    """Another number, or another name, in some place."""
    found = [path for path in places(moment.position) if path[0] not in ("game", "seats", "modules", "key")]
    path = rng.choice(found)
    holder, old = inside(moment.position, path[:-1]), inside(moment.position, path)
    names = moment.kit.names
    if isinstance(old, str):
        kinds = [COLOUR_NAMES, names.cities, names.routes, names.tickets, PHASE_NAMES]
        new: Any = rng.choice(next((kind for kind in kinds if old in kind), COLOUR_NAMES))
    else:
        new = rng.choice([None, 0, 1, 2, 3, (old or 0) + 1, (old or 0) - 1, rng.randrange(64)])
    holder[path[-1]] = new


def move(rng: random.Random, moment: Moment) -> None:
    """A card, a ticket or a city from one list or count to another of the same kind."""
    data = moment.position
    if rng.random() < 0.5:
        rows = [row for key in ("hands", "warehouses") for row in data.get(key) or [] if isinstance(row, dict)]
        rows += [data[key] for key in ("deck", "discard", "laid") if isinstance(data.get(key), dict)]
        full = [row for row in rows if row]
        if full:
            source, target = rng.choice(full), rng.choice(rows)
            colour = rng.choice(sorted(source))
            if isinstance(source[colour], int) and isinstance(target.get(colour, 0), int):
                source[colour] -= 1
                target[colour] = target.get(colour, 0) + 1
        return
    lists = [row for key in ("tickets", "offers", "later") for row in data.get(key) or [] if isinstance(row, list)]
    lists += [data["ticket_deck"]] if isinstance(data.get("ticket_deck"), list) else []
    full_lists = [row for row in lists if row]
    if full_lists:
        target_list = rng.choice(lists)
        target_list.append(rng.choice(full_lists).pop())


def rephase(rng: random.Random, moment: Moment) -> None:
    """The same in another phase, or for another seat."""
    if rng.random() < 0.7:
        moment.position["phase"] = rng.choice(PHASE_NAMES)
    else:
        moment.position["to_move"] = rng.randrange(moment.position["seats"])


WAYS: Final[tuple[Callable[[random.Random, Moment], None], ...]] = (drop, borrow, borrow, change, change, move, rephase)


def mutated(rng: random.Random) -> Json:
    """A real position with one to three things changed."""
    moment = pick(rng)
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice(WAYS)(rng, moment)
    return moment.position


def judge(position: Json, key: int) -> list[str]:
    """Read a position and play it on; the codes of its faults, none if it is accepted. Raises if it plays wrongly."""
    try:
        game = Game.from_position(position)
    except InvalidPosition as error:
        return [fault.code for fault in error.faults if str(fault)]
    again = Game.from_position(game.position())
    assert again.position() == game.position()
    kit = game.kit
    fault, step = play_on(game.states, kit.board_row, kit.rules_row, key, MOST_DECISIONS)
    if fault != NO_FAULT:
        flags = [doors.status(game.states, kit.board_row, kit.rules_row)]
        flags.append(unreachable(game.states[0], kit.board_row[0], kit.rules_row[0]))
        raise AssertionError(f"{FAULTS[fault]} after {step} decisions, flags {flags}: {position}")
    return []


def run(seed: int, n: int) -> dict[str, int]:
    """Judge n mutated positions; how many were accepted, and how many had each fault first."""
    rng = random.Random(seed)
    counts: dict[str, int] = defaultdict(int)
    for _ in range(n):
        found = judge(mutated(rng), rng.randrange(1 << 60))
        counts[found[0] if found else "accepted"] += 1
    return dict(counts)
