"""Section 10 of docs/rules.md: what a seat may see. tests/views swaps everything hidden, in whole games."""

from typing import Any

import numpy as np

from eclisse import Game
from eclisse.core import doors
from eclisse.core.codes import HIDDEN, IN_DECK, NONE, OFFERED, OUT
from eclisse.core.records import STATE
from tests.refusing import refused
from tests.rules.helpers import WHITE, at, now, play

VIEWERS = (0, 1, None)


def sees(game: Game, seat: int | None) -> dict[str, Any]:
    return game.view(seat).to_dict()


def same_for(seat: int | None, one: Game, other: Game) -> bool:
    """Whether a seat cannot tell two games from each other."""
    same_bytes: bool = one.view(seat).record.tobytes() == other.view(seat).record.tobytes()
    assert same_bytes == (sees(one, seat) == sees(other, seat))
    return same_bytes


def test_the_cards_of_other_hands_are_hidden_and_their_number_is_public() -> None:
    """VIEW"""
    one = at("usa", hands=[{"red": 2, "blue": 1}, {"green": 1}], deck={"pink": 5})
    other = at("usa", hands=[{"pink": 3}, {"green": 1}], deck={"red": 2, "blue": 1, "pink": 2})
    assert same_for(1, one, other)
    assert same_for(None, one, other)
    assert not same_for(0, one, other)
    assert sees(one, 0)["hand"] == {"red": 2, "blue": 1}
    assert sees(one, None)["hand"] is None
    for seat in VIEWERS:
        assert [row["cards"] for row in sees(one, seat)["seats"]] == [3, 1]
    fewer = at("usa", hands=[{"red": 2}, {"green": 1}], deck={"pink": 5, "blue": 1})
    assert not same_for(1, one, fewer)


def test_what_the_deck_holds_is_hidden_and_its_number_is_public() -> None:
    """VIEW"""
    one, other = (at("usa", hands=[{}, {}], deck=deck) for deck in ({"red": 3}, {"blue": 2, "locomotive": 1}))
    for seat in VIEWERS:
        assert same_for(seat, one, other)
        assert sees(one, seat)["deck"] == 3


def test_the_next_card_is_nowhere_in_a_view() -> None:
    """VIEW: neither the key nor how often chance was asked"""
    position = at("usa").position()
    one, other = (Game.from_position({**position, "key": c * 32, "counter": n}) for c, n in (("a", 3), ("b", 9)))
    for seat in VIEWERS:
        assert same_for(seat, one, other)


def test_the_order_of_the_ticket_deck_is_hidden_and_its_number_is_public() -> None:
    """VIEW"""
    names = ["boston--miami", "denver--el-paso", "calgary--phoenix"]
    one, other = at("usa", ticket_deck=names), at("usa", ticket_deck=names[::-1])
    for seat in VIEWERS:
        assert same_for(seat, one, other)
        assert sees(one, seat)["ticket_deck"] == 3


def test_tickets_that_others_hold_are_hidden_and_their_number_is_public() -> None:
    """VIEW, TICKETS-KEPT"""
    here, there = ["boston--miami", "denver--el-paso"], ["calgary--phoenix", "dallas--new-york"]
    one = at("usa", tickets=[here, []], ticket_deck=there)
    other = at("usa", tickets=[there, []], ticket_deck=here)
    assert same_for(1, one, other)
    assert same_for(None, one, other)
    assert sorted(sees(one, 0)["tickets"]) == sorted(here)
    assert sees(one, 1)["tickets"] == []
    for seat in VIEWERS:
        assert [row["tickets"] for row in sees(one, seat)["seats"]] == [2, 0]


def test_tickets_that_others_choose_from_are_hidden_and_their_number_is_public() -> None:
    """VIEW"""
    names = ["boston--miami", "denver--el-paso", "calgary--phoenix", "dallas--new-york"]
    one, other = (play(at("usa", ticket_deck=deck), "tickets") for deck in (names, names[::-1]))
    assert same_for(1, one, other)
    assert same_for(None, one, other)
    assert sees(one, 0)["offer"] == names[:3]
    assert sees(one, 1)["offer"] == []
    assert sees(one, 1)["seats"][0]["offered"] == 3
    assert one.view(0).record.holder[one.kit.ticket_index["boston--miami"]] == OFFERED
    assert one.view(1).record.holder[one.kit.ticket_index["boston--miami"]] == HIDDEN


def test_the_cards_in_warehouses_are_hidden_from_everybody() -> None:
    """VIEW, WAREHOUSE-COUNT"""
    one, other = (
        at("usa", modules=["warehouses"], hands=[{}, {}], deck={b: 2}, warehouses=[{a: 2}, {}])
        for a, b in (("red", "blue"), ("blue", "red"))
    )
    for seat in VIEWERS:
        assert same_for(seat, one, other)
        assert [row["warehouse"] for row in sees(one, seat)["seats"]] == [2, 0]


def test_market_discard_routes_pieces_and_score_are_public() -> None:
    """VIEW"""
    game = at(
        "europe", hands=[{"red": 1}, {}], market=["red"] * 5, discard={"pink": 2}, stations=[["wien"], []],
        routes={"dieppe--paris": 0, "brest--pamplona": 1},
    )  # fmt: skip
    for seat in VIEWERS:
        view = sees(game, seat)
        assert view["market"] == ["red"] * 5
        assert view["discard"] == {"pink": 2}
        assert view["routes"] == {"dieppe--paris": 0, "brest--pamplona": 1}
        assert view["stations"] == [["wien"], []]
        assert [row["trains"] for row in view["seats"]] == [44, 41]
        assert [row["stations"] for row in view["seats"]] == [2, 3]
        assert [row["score"] for row in view["seats"]] == [1, 7]
        assert (view["to_act"], view["last_round_by"], view["phase"]) == ([0], None, "main")


def test_subways_and_depots_left_are_public() -> None:
    """VIEW"""
    game = at("berlin", modules=["warehouses"], routes={"kadewe--kurfurstendamm": 1}, depots=[["kadewe"], []])
    for seat in VIEWERS:
        view = sees(game, seat)
        assert [(row["trains"], row["subways"], row["depots"]) for row in view["seats"]] == [(11, 5, 4), (11, 4, 5)]
        assert view["depots"] == [["kadewe"], []]


def test_the_cards_turned_up_for_a_tunnel_and_the_payment_are_public() -> None:
    """VIEW, TUNNEL"""
    game = at("europe", hands=[{"red": 3}, {}], market=WHITE, deck={"red": 1}, discard={})
    play(game, "claim barcelona--pamplona")
    for seat in VIEWERS:
        view = sees(game, seat)
        assert (view["revealed"], view["laid"], view["surcharge"]) == (["red"], {"red": 2}, 1)
        assert view["route"] == "barcelona--pamplona"


def test_a_card_taken_from_the_market_was_seen_by_all() -> None:
    """VIEW"""
    game = play(at("usa", market=["red", *WHITE[:4]], hands=[{"blue": 1}, {}], deck={"pink": 9}), "take red")
    for seat in VIEWERS:
        assert sees(game, seat)["seats"][0]["seen"] == {"red": 1}


def test_a_card_from_the_deck_was_seen_by_its_seat_only() -> None:
    """VIEW, DRAW-LOCO: not even that it is a locomotive"""
    games = []
    for here, there in (("locomotive", "red"), ("red", "locomotive")):
        game = at("usa", market=WHITE, hands=[{}, {there: 1}], deck={here: 1}, discard={})
        events = game.play(0, "draw")
        games.append((game, [[event.to_dict(seat) for event in events] for seat in VIEWERS]))
    (one, told), (other, retold) = games
    assert sees(one, None)["seats"][0]["seen"] == {}
    assert same_for(None, one, other)
    assert told[2] == retold[2]
    assert told[1] == retold[1]
    assert told[0] != retold[0]
    assert sees(one, 0)["hand"] == {"locomotive": 1}


def test_a_seen_card_is_forgotten_when_it_may_have_been_played() -> None:
    """VIEW: of three red cards, two seen, one is played: at least one of those seen is left"""
    game = at("usa", market=WHITE, hands=[{"red": 3}, {}], seen=[{"red": 2}, {}], deck={"pink": 9})
    play(game, "claim atlanta--nashville")
    assert sees(game, 1)["seats"][0]["seen"] == {"red": 1}


def test_a_payment_taken_back_from_a_tunnel_has_been_seen() -> None:
    """VIEW, TUNNEL-BACK"""
    game = at("europe", hands=[{"red": 3}, {}], seen=[{"red": 1}, {}], market=WHITE, deck={"red": 1}, discard={})
    play(game, "claim barcelona--pamplona", "take-back")
    for seat in VIEWERS:
        assert sees(game, seat)["seats"][0]["seen"] == {"red": 2}


def test_a_seat_knows_the_tickets_it_put_under_the_deck() -> None:
    """VIEW: which, and where"""
    names = ["boston--miami", "denver--el-paso", "calgary--phoenix", "dallas--new-york"]
    game = play(at("usa", ticket_deck=names, tickets=[[], ["atlanta--montreal"]]), "tickets", "keep 2")
    index, record = game.kit.ticket_index, game.view(0).record
    queue = [int(record.queue[(record.head + k) % 128]) for k in range(3)]
    assert queue == [NONE, index["boston--miami"], index["calgary--phoenix"]]
    assert record.holder[index["boston--miami"]] == IN_DECK
    for seat in (1, None):
        other = game.view(seat).record
        assert other.holder[index["boston--miami"]] == HIDDEN
        assert (other.queue == NONE).all()
        assert not other.known_by.any()


def test_a_seat_knows_the_tickets_it_put_out_of_the_game() -> None:
    """VIEW"""
    names = ["basel--bern", "bern--chur", "bern--geneve"]
    game = play(at("switzerland", ticket_deck=names), "tickets", "keep 1 3")
    ticket = game.kit.ticket_index["bern--chur"]
    assert [game.view(seat).record.holder[ticket] for seat in VIEWERS] == [OUT, HIDDEN, HIDDEN]


def test_tickets_that_were_mixed_have_no_known_place() -> None:
    """VIEW: the seat knows only that they are in the deck"""
    game = Game.new("europe-big-cities", 2, seed=4)
    offers = now(game, "offers")
    play(game, "keep 1 2", "keep 1 2")
    for seat in range(2):
        record = game.view(seat).record
        assert (record.queue == NONE).all()
        for name in offers[seat][2:]:
            assert record.holder[game.kit.ticket_index[name]] == IN_DECK
        for name in offers[1 - seat][2:]:
            assert record.holder[game.kit.ticket_index[name]] == HIDDEN


def test_how_many_tickets_were_kept_is_public_only_when_all_have_chosen() -> None:
    """VIEW, SETUP-TICKETS"""
    games = [Game.new("usa", 2, seed=3) for _ in range(2)]
    for game, kept in zip(games, ("keep 1 2", "keep 1 2 3"), strict=True):
        game.play(0, kept)
        for seat in (1, None):
            assert sees(game, seat)["seats"][0]["chosen"]
            assert sees(game, seat)["seats"][0]["tickets"] == 0
    assert same_for(1, *games)
    assert same_for(None, *games)
    for game in games:
        game.play(1, "keep 1 2 3")
    assert [sees(game, 1)["seats"][0]["tickets"] for game in games] == [2, 3]


def test_which_long_ticket_was_kept_is_hidden_while_the_others_choose() -> None:
    """VIEW, MEGA"""
    games = [Game.new("europe-mega", 2, seed=3) for _ in range(3)]
    for game, kept in zip(games, ("keep 1", "keep 2", "keep"), strict=True):
        game.play(0, kept)
    for game in games[1:]:
        assert same_for(1, games[0], game)
        assert same_for(None, games[0], game)


def test_a_seat_does_not_see_its_standard_tickets_before_the_long_one_is_chosen() -> None:
    """VIEW, MEGA"""
    game = Game.new("europe-mega", 2, seed=3)
    later = now(game, "later")[0]
    record = game.view(0).record
    assert (record.later == NONE).all()
    assert all(record.holder[game.kit.ticket_index[name]] == HIDDEN for name in later)


def test_the_choice_of_tickets_is_told_to_its_seat_only() -> None:
    """VIEW, SETUP-TICKETS"""
    event = Game.new("usa", 2, seed=3).play(0, "keep 1 2")[0]
    assert event.to_dict(0) == {"kind": "decision", "seat": 0, "action": "keep 1 2"}
    assert event.to_dict(1) == event.to_dict(None) == {"kind": "decision", "seat": 0}


def test_tickets_drawn_and_kept_are_told_by_number() -> None:
    """VIEW, TICKETS-DRAW"""
    game = at("usa", ticket_deck=["boston--miami", "denver--el-paso", "calgary--phoenix"])
    offered = game.play(0, "tickets")[1]
    assert offered.to_dict(1) == {"kind": "offered", "seat": 0, "tickets": 3}
    assert offered.to_dict(0)["offer"] == ["boston--miami", "denver--el-paso", "calgary--phoenix"]
    kept = game.play(0, "keep 2 3")[1]
    assert kept.to_dict(None) == {"kind": "kept", "seat": 0, "tickets": 2}
    assert sorted(kept.to_dict(0)["kept"]) == ["calgary--phoenix", "denver--el-paso"]


def test_there_is_no_view_of_a_seat_that_is_not_there() -> None:
    """VIEW"""
    for seat in (-1, 2, 5):
        with refused("seat-expected"):
            at("usa").view(seat)


def redealt(game: Game, seat: int, key: int = 1) -> Game:
    """A world that the seat cannot tell from the true one."""
    views, states = np.zeros(1, STATE), np.zeros(1, STATE)
    doors.observe_seat(game.states, views, seat)
    doors.redeal(views, game.kit.board_row, game.kit.rules_row, states, seat, np.array([key, 0], np.uint64))
    return Game(game.kit, states)


def moments() -> list[Game]:
    """One moment of each kind that hides something different."""
    mega = Game.new("europe-mega", 3, seed=8)
    steps = [mega.copy()]
    for seat, text in (
        (0, "keep 1"),
        (0, "keep 1 2"),
        (1, "keep"),
        (2, "keep 2"),
        (2, "keep 1 2 3"),
        (1, "keep 1 2 3"),
    ):
        mega.play(seat, text)
        steps.append(mega.copy())
    play(mega, "tickets")
    steps.append(mega.copy())
    play(mega, "keep 1")
    steps.append(mega.copy())
    swiss = play(Game.new("switzerland", 2, seed=2), "keep 1 2", "keep 1 2", "tickets", "keep 1")
    europe = Game.new("europe", 2, seed=2, modules=["warehouses"])
    steps.append(europe.copy())
    play(europe, "keep 1 2")
    steps.append(europe.copy())
    play(europe, "keep 1 2", "depot wien", "depot paris", "warehouse 0", "draw")
    cards: dict[str, Any] = {"hands": [{"red": 3}, {}], "market": WHITE, "deck": {"red": 1}, "discard": {}}
    tickets = [["london--wien", "berlin--roma"], ["athina--wilno", "bruxelles--danzig"]]
    tunnel = at("europe", **cards, tickets=tickets, kept_at_setup=[2, 2])
    return [*steps, swiss, europe, play(tunnel, "claim barcelona--pamplona")]


def test_a_redealt_world_looks_the_same_to_its_seat() -> None:
    """VIEW: and nothing is wrong with it"""
    for game in moments():
        for seat in range(game.seats):
            world = redealt(game, seat)
            faults = doors.status(world.states, game.kit.board_row, game.kit.rules_row)
            assert faults & ~2 == 0  # a partial position may lack cards
            assert same_for(seat, game, world)


def test_a_redealt_world_keeps_the_cards_everybody_saw() -> None:
    """VIEW"""
    hands, seen = [{}, {"red": 2, "blue": 1}], [{}, {"red": 2}]
    game = at("usa", hands=hands, seen=seen, deck={"pink": 6, "blue": 1})
    blue = 0
    for key in range(12):
        hand = now(redealt(game, 0, key), "hands")[1]
        assert hand["red"] >= 2
        assert sum(hand.values()) == 3
        blue += hand == {"red": 2, "blue": 1}
    assert blue < 12


def test_after_a_reshuffle_the_deck_of_a_redealt_world_has_only_cards_of_the_old_discard() -> None:
    """VIEW, RESHUFFLE"""
    game = at("usa", market=WHITE, hands=[{}, {"red": 5}], deck={}, discard={"blue": 4, "green": 2})
    play(game, "draw")
    for key in range(12):
        assert set(now(redealt(game, 0, key), "deck")) <= {"blue", "green"}
