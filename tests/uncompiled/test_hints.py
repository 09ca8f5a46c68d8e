"""Hints that a seat can work out from its view, as plain Python."""

import random
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from eclisse import Game
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import COLOUR_NAMES, NONE, SURCHARGE
from eclisse.core.records import MAX_CITIES, MAX_ROUTES
from eclisse.core.scoring import SHEET
from eclisse.game import IllegalAction
from eclisse.hints import Hints
from eclisse.notation import BadText, action_of
from tests.refusing import refused


def test_a_seat_counts_what_is_unseen_and_finds_its_ways() -> None:
    game = Game.new("switzerland", 2, 3)
    for seat in (0, 1):
        game.play(seat, game.legal(seat)[-1])
    view = game.view(game.to_act[0])
    hints = Hints(view)
    held = dict(zip(COLOUR_NAMES, np.asarray(view.record.hands[view.seat]).tolist(), strict=True))
    shown = [colour for colour in view.to_dict()["market"] if colour]
    cards = dict(zip(COLOUR_NAMES, view.kit.rules.cards.tolist(), strict=True))
    for colour, left in hints.unseen().items():
        assert left == cards[colour] - held[colour] - shown.count(colour)
    for row in hints.tickets():
        assert row.n_missing == hints.plan([row.ticket]).trains > 0


def test_cities_are_grouped_by_one_path_and_by_two() -> None:
    routes = dict.fromkeys(("boston--montreal", "montreal--new-york", "boston--new-york", "new-york--washington"), 0)
    game = Game.from_position({"game": "usa", "seats": 2, "routes": routes})
    single, double = np.empty(MAX_CITIES, np.int16), np.empty(MAX_CITIES, np.int16)
    doors.link_groups(game.states, game.kit.board_row, 0, single, double)
    at = [game.kit.names.cities.index(city) for city in ("boston", "montreal", "new-york", "washington", "miami")]
    assert [int(single[city] == single[at[0]]) for city in at] == [1, 1, 1, 1, 0]
    assert [int(double[city] == double[at[0]]) for city in at] == [1, 1, 1, 0, 0]


def ask_all(game: Game, seat: int, rng: random.Random) -> None:
    """Everything that a seat can ask, and some decisions that are mostly refused."""
    hints, names = Hints(game.view(seat)), game.kit.names
    held = [*hints.completed()][:2] + rng.sample(names.tickets, 1)
    assert {row.ticket for row in hints.tickets()} == set(hints.completed())
    assert len(hints.offered()) == len(game.view(seat).to_dict()["offer"])
    plan, payments = hints.plan([*held, *held[:1]]), hints.station_payments()
    assert plan.missing == sum(plan.cards.values()) - sum(plan.held.values())
    assert not payments or payments[0].payment
    claims, phase = hints.claims(), game.view(None).to_dict()["phase"]
    for route in rng.sample(names.routes, 8):
        is_free_to = route in claims and phase == "main" and game.to_act == (seat,)
        assert bool(hints.why_not(route)) != is_free_to
    for number in rng.sample(range(N_ACTIONS), 12):
        with suppress(BadText, IllegalAction):
            game.copy().play(seat, action_of(number, game.kit, 1))


@pytest.mark.parametrize(
    ("name", "modules"), [("india", ()), ("switzerland", ()), ("europe", ("warehouses",)), ("berlin", ())]
)
def test_whatever_happens_hints_and_reasons_are_there(name: str, modules: tuple[str, ...]) -> None:
    rng, n = random.Random(name), 0
    game = Game.new(name, 2, 5, modules)
    while not game.over and n < 130:
        seat = game.to_act[0]
        if n in (0, 3, 40, 90):
            ask_all(game, rng.randrange(2), rng)
        legal = game.legal(seat)
        bold = [action for action in legal if action.kind in ("claim", "station", "pay", "collect", "depot")]
        game.play(seat, rng.choice(bold or legal))
        n += 1
    check_paths(game)


def check_paths(game: Game) -> list[dict[str, Any]]:
    """The path of each ticket in the final sheet is the one that the core finds; returns these tickets."""
    result, kit = game.result, game.kit
    sheets, out = np.zeros(1, SHEET), np.empty(MAX_ROUTES, np.int16)
    doors.count(game.states, kit.board_row, kit.rules_row, sheets)
    tickets = [(seat, row) for seat, line in enumerate(result.to_dict()["seats"]) for row in line["ticket_list"]]
    for seat, row in tickets:
        n = doors.ticket_path(game.states, kit.board_row, sheets, seat, kit.ticket_index[row["ticket"]], out)
        assert [kit.names.routes[route] for route in out[:n].tolist()] == row["path"]
    return [row for _, row in tickets]


def test_a_city_with_a_building_a_hand_too_small_and_no_deck_are_reasons() -> None:
    wien = {"game": "europe", "seats": 2, "stations": [["wien"], []], "hands": [{"red": 1}, {}]}
    for data, action, code in (
        (wien, "station wien", "city-built"),
        (wien, "station berlin", "station-too-dear"),
        (
            {"game": "europe", "seats": 2, "stations": [["wien", "berlin", "paris"], []]},
            "station roma",
            "no-station-left",
        ),
        ({"game": "europe", "seats": 2, "modules": ["warehouses"], "deck": {"red": 3}}, "draw", "warehouse-first"),
        ({"game": "usa", "seats": 2, "deck": {}, "discard": {}, "market": ["red"] * 5}, "draw", "deck-empty"),
        ({"game": "usa", "seats": 2, "phase": "over", "to_move": None}, "draw", "game-over"),
    ):
        with refused(code):
            Game.from_position(data).play(0, action)
    game = Game.new("usa", 2, 1)
    game.play(0, game.legal(0)[-1])
    with refused("already-chosen"):
        game.play(0, "draw")
    game = Game.new("europe", 2, 1)
    game.state.phase, game.state.to_move = SURCHARGE, 0
    with refused("surcharge-awaited"):
        game.play(0, "draw")


def test_tickets_that_others_have_closed_are_cut_off() -> None:
    game = Game.new("india", 2, 1)
    board = game.kit.board
    ends = {*board.ticket_a[:3].tolist(), *board.ticket_b[:3].tolist()}
    closed = [route for route in range(board.n_routes) if ends & {int(board.a[route]), int(board.b[route])}]
    game.state.owner[closed] = 1
    game.state.holder[:3] = 0
    hints, tickets = Hints(game.view(0)), list(game.kit.names.tickets[:3])
    assert [(row.cut_off, row.circle) for row in hints.tickets()] == [(True, ())] * 3
    assert hints.plan(tickets).cut_off == tuple(tickets)


def test_tickets_to_countries_have_the_paths_of_the_sheet() -> None:
    game = Game.new("switzerland", 2, 1)
    board = game.kit.board
    game.state.owner[: board.n_routes : 2] = 0
    to_countries = np.flatnonzero(board.ticket_b[: board.n_tickets] == NONE)[::3]
    game.state.holder[: board.n_tickets] = NONE
    game.state.holder[to_countries] = 0
    assert any(row["path"] for row in check_paths(game))
    assert all(row.circle == () for row in Hints(game.view(0)).tickets())
