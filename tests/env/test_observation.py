"""The row of numbers a learner sees: nothing hidden, everything in its place, within its bounds."""

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from eclisse.catalogue.kit import open_kit
from eclisse.core import actions, observe
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import OVER
from eclisse.core.legal import legal
from eclisse.core.records import STATE
from eclisse.core.rng import derive, siphash
from eclisse.core.setup import deal
from eclisse.env.observation import AT, LAYOUT, SIZE, bounds, encode, encode_one
from eclisse.features import layout
from eclisse.features.write import mark_legal
from eclisse.jit.compiled import compiled
from eclisse.notation import key_from_seed
from tests.invariants.checker import tables

pytestmark = pytest.mark.compiled_only
DOCS = Path(__file__).parents[2] / "docs" / "environments.md"
Rows = npt.NDArray[np.int16]


@compiled
def equal(a: Rows, b: Rows) -> bool:
    return bool((a == b).all())


@compiled
def within(row: Rows, high: Rows) -> bool:
    return bool((row >= 0).all() and (row <= high).all())


@compiled
def check_rows(states: Records, boards: Records, rules: Records, n_seats: int, high: Rows, first: int, n: int) -> int:
    """Play at random; 0, or what is wrong with a row or mask at some decision."""
    numbers, mask = np.empty(N_ACTIONS, np.int16), np.empty(N_ACTIONS, np.int8)
    row, other = np.empty(SIZE, np.int16), np.empty(SIZE, np.int16)
    for game in range(first, first + n):
        k0, k1 = derive(np.uint64(7), np.uint64(8), game)
        deal(states[0], boards[0], rules[0], n_seats, k0, k1)
        step = 0
        while states[0].phase != OVER:
            viewer = (step + game) % n_seats
            row[:] = -1
            encode(states[0], boards[0], rules[0], viewer, row)
            if not within(row, high):
                return 1
            states[1] = states[0]
            observe.blank(states[1], viewer)
            encode(states[1], boards[0], rules[0], viewer, other)
            if not equal(row, other):
                return 2
            observe.redeal(states[1], boards[0], rules[0], viewer, np.uint64(step), k0)
            encode(states[1], boards[0], rules[0], viewer, other)
            if not equal(row, other):
                return 3
            seat = awaited(states[0])
            n_legal = legal(states[0], boards[0], rules[0], seat, numbers)
            action = numbers[int(siphash(k1, k0, np.uint64(step)) % np.uint64(n_legal))]
            if mark_legal(states[0], boards[0], rules[0], seat, numbers, mask) != n_legal or mask.sum() != n_legal:
                return 4
            for i in range(n_legal):
                if mask[numbers[i]] != 1:
                    return 5
            apply(states[0], boards[0], rules[0], seat, int(action))
            step += 1
    return 0


FAULTS = ("", "out of bounds", "the state shows more than the view", "a hidden swap shows", "masks", "masks")


def test_rows_show_what_the_view_shows_and_masks_what_is_legal_in_every_game() -> None:
    for kit, seats in tables():
        fault = check_rows(np.zeros(2, STATE), kit.board_row, kit.rules_row, seats, bounds()[1], 0, 2)
        assert fault == 0, f"{FAULTS[fault]}: {kit.game} {kit.modules} {seats}"


def test_fields_follow_each_other_without_a_gap() -> None:
    at = 0
    for field in LAYOUT:
        assert field.at == at, field.name
        at += field.size
    assert at == SIZE == len(bounds()[0]) == len(bounds()[1])


def dealt(seat: int) -> tuple[Records, Rows]:
    kit, states, row = open_kit("usa"), np.zeros(1, STATE), np.empty(SIZE, np.int16)
    key = key_from_seed(3)
    deal(states[0], kit.board, kit.rules, 3, key[0], key[1])
    states[0].owner[5], states[0].owner[6] = 1, 0
    states[0].points[1] = 15
    encode_one(states, kit.board_row, kit.rules_row, seat, row)
    return states, row


def test_the_observer_comes_first() -> None:
    for seat, (route_5, route_6, place) in {0: (2, 1, 1), 1: (1, 3, 0), 2: (3, 2, 2)}.items():
        _, row = dealt(seat)
        assert (row[AT["owner"] + 5], row[AT["owner"] + 6]) == (route_5, route_6)
        assert row[AT["points"] + place] == 15
        assert row[AT["points"] : AT["points"] + 5].sum() == 15


def test_the_own_hand_and_offer_are_shown() -> None:
    states, row = dealt(1)
    assert row[AT["hand"] : AT["hand"] + 9].tolist() == states[0].hands[1].tolist()
    for i in range(int(states[0].n_offer[1])):
        assert row[AT["ticket"] + states[0].offer[1, i]] == 2 + i
    assert np.count_nonzero(row[AT["ticket"] :]) == states[0].n_offer[1]


def table_of(heading: str) -> list[list[str]]:
    """The rows of the table under a heading of the document."""
    part = DOCS.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")]
    return rows[2:]


def test_the_document_lists_the_layout_of_observations() -> None:
    expected = [[str(f.at), str(f.size), f"`{f.name}`", str(f.high), f.text] for f in LAYOUT]
    assert table_of("Observations") == expected


def test_the_document_lists_the_blocks_of_features() -> None:
    expected = [[str(b.at), str(b.rows), str(b.width), f"`{b.name}`"] for b in layout.BLOCKS]
    assert [row[:4] for row in table_of("Features")] == expected
    assert f"The version of this layout is {layout.VERSION}" in DOCS.read_text(encoding="utf-8")


def test_the_document_lists_the_layout_of_actions() -> None:
    names = [
        "take", "draw", "tickets", "pass", "take_back", "decline", "warehouse", "collect", "keep", "claim", "station",
        "depot", "pay",
    ]  # fmt: skip
    starts = [getattr(actions, name.upper()) for name in names]
    sizes = np.diff([*starts, N_ACTIONS]).tolist()
    found = [(int(at), int(size), re.sub(r"\W", "", text.split()[0])) for at, size, text, *_ in table_of("Actions")]
    assert found == [(a, s, n.replace("_", "")) for a, s, n in zip(starts, sizes, names, strict=True)]
