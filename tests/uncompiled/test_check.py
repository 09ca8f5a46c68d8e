"""Each fault of a record has its flag, and only its own; doors that random play alone does not reach."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from eclisse import Game
from eclisse.bots.loop import random_match
from eclisse.catalogue.kit import open_kit
from eclisse.core import batch, check, doors
from eclisse.core.codes import COLOUR_NAMES, NONE
from eclisse.core.legal import can_take
from eclisse.core.records import STATE


def own(state: Any, *routes: tuple[str, int]) -> None:
    """Give routes away without laying pieces or scoring."""
    index = open_kit("europe", ["warehouses"]).route_index
    for name, seat in routes:
        state.owner[index[name]] = seat


def too_many(state: Any) -> None:
    state.hands[0, 0] += 13
    state.n_hand[0] += 13


def too_few(state: Any) -> None:
    colour = int(np.argmax(state.deck))
    state.deck[colour] -= 1
    state.n_deck -= 1


def negative(state: Any) -> None:
    state.discard[0] -= 1
    state.n_discard -= 1
    state.hands[0, 0] += 1
    state.n_hand[0] += 1


def station_and_depot(state: Any) -> None:
    state.station[0], state.depot[0] = 0, 1
    state.stations_left[0] -= 1
    state.depots_left[1] -= 1


CASES: list[tuple[Callable[[Any], object], int]] = [
    (too_many, check.TOO_MANY_CARDS),
    (too_few, check.TOO_FEW_CARDS),
    (negative, check.WRONG_COUNT),
    (lambda s: s.n_hand.__setitem__(0, 9), check.WRONG_COUNT),
    (lambda s: setattr(s, "n_deck", s.n_deck + 1), check.WRONG_COUNT),
    (lambda s: s.stock.__setitem__(slice(None), 0), check.STOCK_TOO_SMALL),
    (lambda s: s.blind.__setitem__((0, 8), 15), check.STOCK_TOO_SMALL),
    (lambda s: s.seen.__setitem__((1, 0), 12), check.SEEN_TOO_MUCH),
    (lambda s: s.pieces.__setitem__((0, 0), 44), check.TOO_MANY_PIECES),
    (lambda s: s.points.__setitem__(0, 1), check.WRONG_POINTS),
    (
        lambda s: own(s, ("madrid--pamplona", 0), ("madrid--pamplona.2", 0)),
        check.TOO_MANY_PIECES | check.WRONG_POINTS | check.DOUBLE_OWNED | check.DOUBLE_CLOSED,
    ),
    (
        lambda s: own(s, ("madrid--pamplona", 0), ("madrid--pamplona.2", 1)),
        check.TOO_MANY_PIECES | check.WRONG_POINTS | check.DOUBLE_CLOSED,
    ),
    (station_and_depot, check.BUILDINGS_WRONG),
    (lambda s: s.stations_left.__setitem__(0, 2), check.BUILDINGS_WRONG),
    (lambda s: s.depots_left.__setitem__(1, 6), check.BUILDINGS_WRONG),
    (lambda s: s.n_tickets.__setitem__(0, 9), check.TICKETS_MISCOUNTED),
    (lambda s: s.holder.__setitem__(s.queue[s.head], -2), check.TICKET_TWICE),
    (lambda s: s.queue.__setitem__(s.head, s.queue[s.head + 1]), check.TICKET_TWICE),
]


def started() -> Game:
    """A game of Europe with warehouses in which all have chosen their tickets and placed a depot."""
    game = Game.new("europe", 2, seed=4, modules=["warehouses"])
    for text in ("keep 1 2", "keep 1 2"):
        game.play(game.to_act[0], text)
    for _ in range(2):
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    return game


@pytest.mark.parametrize(("spoil", "flags"), CASES)
def test_a_fault_of_a_record_has_its_flag(spoil: Callable[[Any], object], flags: int) -> None:
    game = started()
    assert doors.status(game.states, game.kit.board_row, game.kit.rules_row) == 0
    spoil(game.state)
    assert doors.status(game.states, game.kit.board_row, game.kit.rules_row) == flags
    assert all(flag in check.FAULTS for flag in (1 << i for i in range(12)) if flags & flag)


def test_an_offer_whose_tickets_are_elsewhere_is_a_fault() -> None:
    game = started()
    game.play(game.to_act[0], "tickets")
    seat = game.to_act[0]
    game.state.holder[game.state.offer[seat, 0]] = -2
    assert doors.status(game.states, game.kit.board_row, game.kit.rules_row) & check.TICKET_TWICE


def world_of(position: dict[str, Any], seat: int, salt: int) -> Game:
    """A world a seat cannot tell from a position."""
    game = Game.from_position(position)
    views, states = np.zeros(1, STATE), np.zeros(1, STATE)
    doors.observe_seat(game.states, views, seat)
    key = np.array([salt, 1], np.uint64)
    doors.redeal(views, game.kit.board_row, game.kit.rules_row, states, seat, key)
    return Game(game.kit, states)


PAYING: list[dict[str, Any]] = [
    {
        "game": "usa",
        "route": "atlanta--miami",
        "hands": [{}, {"blue": 5, "locomotive": 5}],
        "deck": {"pink": 9, "red": 12},
    },
    {"game": "europe", "route": "palermo--smyrna", "hands": [{}, {"red": 5, "locomotive": 2, "blue": 4}]},
    {"game": "europe", "city": "wien", "hands": [{"white": 1}, {"green": 1, "red": 1}], "deck": {"black": 2}},
    {
        "game": "usa",
        "route": "montreal--toronto",
        "hands": [{}, {"red": 3, "blue": 3}],
        "stock": {"pink": 2},
        "deck": {"pink": 2},
    },
    {"game": "usa", "route": "atlanta--miami", "hands": [{}, {"blue": 2, "locomotive": 5}], "discard": {"blue": 10}},
    {
        "game": "usa",
        "route": "montreal--toronto",
        "hands": [{}, {"blue": 3, "locomotive": 1}],
        "deck": {"red": 3},
        "stock": {"red": 3},
        "discard": {"red": 9},
    },
]


WORLDS = 24 if numba.config.DISABLE_JIT else 40  # plain Python takes long; the 22nd cannot be made at first


@pytest.mark.parametrize("position", PAYING)
def test_in_every_world_a_seat_that_named_a_route_or_station_can_pay_for_it(position: dict[str, Any]) -> None:
    whole = {"seats": 2, "to_move": 1, "phase": "paying", **position}
    for salt in range(WORLDS):
        world = world_of(whole, 0, salt)
        assert world.legal(1)
        assert world.state.n_hand[1] == sum(world.state.hands[1])


def test_a_world_behind_a_position_written_by_hand_may_hold_long_tickets() -> None:
    """Nothing is said of the setup, and the deck has all other standard tickets: one of the two must be long."""
    tickets = [["brest--petrograd", "london--wien"], ["athina--edinburgh", "berlin--roma"]]
    world = world_of({"game": "europe", "seats": 2, "tickets": tickets}, 0, 1)
    board = world.kit.board
    held = [t for t in range(int(board.n_tickets)) if world.state.holder[t] == 1]
    assert sorted(int(board.ticket_long[t]) for t in held) == [0, 1]


def test_batches_can_be_copied_and_split_over_threads() -> None:
    kit = open_kit("berlin")
    key = np.array([1, 2], np.uint64)
    whole, split = (random_match(kit.board_row, kit.rules_row, 2, key, 2, threads).states for threads in (1, 2))
    copies = np.zeros(2, STATE)
    batch.copy_states(split, copies)
    assert whole.tobytes() == copies.tobytes()


def test_nobody_is_awaited_at_setup_once_all_have_answered() -> None:
    game = Game.new("usa", 2, seed=1)
    game.state.choice[:] = 3
    assert batch.awaited(game.state) == NONE


def test_the_face_up_cards_that_can_be_taken_are_those_that_legal_lists() -> None:
    game = Game.new("usa", 2, seed=5)
    for seat in (0, 1):
        game.play(seat, game.legal(seat)[-1])
    for _ in range(2):
        seat = game.to_act[0]
        listed = {action.colour for action in game.legal(seat) if action.kind == "take"}
        held = {name for c, name in enumerate(COLOUR_NAMES) if can_take(game.state, game.kit.rules, c)}
        assert listed == held
        game.play(seat, "draw")
