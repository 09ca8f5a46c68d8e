"""Random play with every invariant checked on the way, compiled, so that a million games are a matter of minutes."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.core import doors, observe
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply, play
from eclisse.core.batch import awaited
from eclisse.core.check import status
from eclisse.core.codes import NONE, OVER
from eclisse.core.legal import legal
from eclisse.core.reach import unreachable
from eclisse.core.records import STATE
from eclisse.core.rng import derive, siphash
from eclisse.core.setup import deal
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]
Bytes = npt.NDArray[np.uint8]

FAULTS: Final = (
    "none",
    "the record is not in order",
    "the record says that it cannot be reached",
    "no decision is legal",
    "a view allows other decisions than the state",
    "a redealt world is not in order",
    "a redealt world shows another view",
    "an illegal decision was taken",
    "an illegal decision changed the state",
    "the game does not end",
)
NO_FAULT, DISORDER, UNREACHABLE, STUCK, VIEW_DIFFERS, WORLD_DISORDER, WORLD_DIFFERS, TAKEN, CHANGED, ENDLESS = range(
    len(FAULTS)
)
MOST_DECISIONS: Final = 20_000


@compiled
def same(a: Bytes, b: Bytes) -> bool:
    """Whether two rows of bytes are equal."""
    for i in range(a.shape[0]):
        if a[i] != b[i]:
            return False
    return True


@compiled
def check_refusal(
    state: Records,
    copy: Records,
    raw: Bytes,
    raw_copy: Bytes,
    board: Records,
    rules: Records,
    seat: int,
    action: int,
    out: npt.NDArray[np.int16],
    n: int,
) -> int:
    """An action that is not in the list is refused and changes nothing."""
    for i in range(n):
        if out[i] == action:
            return NO_FAULT
    copy[0] = state[0]
    if play(state[0], board[0], rules[0], seat, action):
        return TAKEN
    return NO_FAULT if same(raw, raw_copy) else CHANGED


@compiled
def check_view(
    state: Records,
    view: Records,
    again: Records,
    raw_view: Bytes,
    raw_again: Bytes,
    board: Records,
    rules: Records,
    viewer: int,
    seat: int,
    out: npt.NDArray[np.int16],
    n: int,
    salt: int,
) -> int:
    """A view allows the same decisions; a world redealt from it is in order and shows the same view."""
    other = np.empty(N_ACTIONS, np.int16)
    view[0] = state[0]
    observe.blank(view[0], viewer)
    if viewer == seat:
        if legal(view[0], board[0], rules[0], seat, other) != n:
            return VIEW_DIFFERS
        for i in range(n):
            if other[i] != out[i]:
                return VIEW_DIFFERS
    again[0] = view[0]
    observe.redeal(again[0], board[0], rules[0], viewer, np.uint64(salt), np.uint64(viewer))
    if status(again[0], board[0], rules[0]) != 0:
        return WORLD_DISORDER
    observe.blank(again[0], viewer)
    return NO_FAULT if same(raw_view, raw_again) else WORLD_DIFFERS


@compiled
def check_games(
    states: Records,
    views: Records,
    others: Records,
    raws: npt.NDArray[np.uint8],
    raw_views: npt.NDArray[np.uint8],
    raw_others: npt.NDArray[np.uint8],
    boards: Records,
    rules: Records,
    n_seats: int,
    key: npt.NDArray[np.uint64],
    first: int,
    n_games: int,
    every: int,
) -> tuple[int, int, int, int]:
    """Play games at random; returns fault, game, decision and the number of decisions made."""
    out = np.empty(N_ACTIONS, np.int16)
    total = 0
    for game in range(first, first + n_games):
        k0, k1 = derive(key[0], key[1], game)
        deal(states[0], boards[0], rules[0], n_seats, k0, k1)
        step = 0
        while states[0].phase != OVER:
            if step > MOST_DECISIONS:
                return ENDLESS, game, step, total
            seat = awaited(states[0])
            n = legal(states[0], boards[0], rules[0], seat, out)
            if n == 0:
                return STUCK, game, step, total
            chance = siphash(k1, k0, np.uint64(step))
            if status(states[0], boards[0], rules[0]) != 0:
                return DISORDER, game, step, total
            if unreachable(states[0], boards[0], rules[0]) != 0:
                return UNREACHABLE, game, step, total
            if int(chance >> np.uint64(40)) % every == 0:
                viewer = (step + game) % n_seats
                fault = check_view(
                    states, views, others, raw_views, raw_others, boards, rules, viewer, seat, out, n, total
                )
                if fault == NO_FAULT:
                    action = int(chance >> np.uint64(20)) % N_ACTIONS
                    fault = check_refusal(states, others, raws, raw_others, boards, rules, seat, action, out, n)
                if fault != NO_FAULT:
                    return fault, game, step, total
            apply(states[0], boards[0], rules[0], seat, int(out[int(chance % np.uint64(n))]))
            step += 1
            total += 1
        if status(states[0], boards[0], rules[0]) != 0:
            return DISORDER, game, step, total
        if unreachable(states[0], boards[0], rules[0]) != 0:
            return UNREACHABLE, game, step, total
    return NO_FAULT, NONE, NONE, total


def check(kit: Kit, seats: int, first: int, n_games: int, every: int, seed: int = 1) -> int:
    """Play and check games of one kit; raises with the game and decision that failed, returns the decisions made."""
    states, views, others = (np.zeros(1, STATE) for _ in range(3))
    raw = [array.view(np.uint8) for array in (states, views, others)]
    key = np.array([seed, 0], np.uint64)
    fault, game, step, total = check_games(
        states, views, others, raw[0], raw[1], raw[2], kit.board_row, kit.rules_row, seats, key, first, n_games, every
    )
    if fault != NO_FAULT:
        flags = doors.status(states, kit.board_row, kit.rules_row)
        reach = unreachable(states[0], kit.board_row[0], kit.rules_row[0])
        where = f"{kit.game} {kit.modules} {seats} seats, seed {seed}, game {game}, decision {step}"
        where += f", status {flags}, reach {reach:b}"
        raise AssertionError(f"{FAULTS[fault]}: {where}")
    return total


def tables() -> Iterator[tuple[Kit, int]]:
    """Every game with no module, each module alone and all together, for every number of seats."""
    for name, spec in builtin_games().items():
        offered = modules_for(spec)
        choices = {(), offered, *((module,) for module in offered)}
        for modules in sorted(choices):
            kit = open_kit(name, modules)
            for seats in range(int(kit.rules.min_seats), int(kit.rules.max_seats) + 1):
                yield kit, seats
