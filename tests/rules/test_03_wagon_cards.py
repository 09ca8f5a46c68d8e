"""Section 3 of the rules: taking wagon cards, the market, the deck and the discard."""

from collections import Counter
from typing import Any

import pytest

from eclisse import Game
from eclisse.game import IllegalAction
from tests.refusing import refused
from tests.rules.helpers import WHITE, at, now, play, seat_of, texts

L = "locomotive"


def test_a_seat_takes_two_cards_from_market_or_deck() -> None:
    """DRAW-TWO"""
    market = ["red", "blue", "green", "black", "white"]
    game = at("usa", hands=[{"pink": 1}, {}], market=market, deck={"pink": 9})
    takes = ["take black", "take blue", "take green", "take red", "take white"]
    assert [text for text in texts(game) if text.split()[0] in ("take", "draw")] == ["draw", *takes]
    game.play(0, "take red")
    assert game.to_act == (0,)
    assert now(game, "hands")[0] == {"pink": 1, "red": 1}
    game.play(0, "draw")
    assert now(game, "hands")[0] == {"pink": 2, "red": 1}
    assert game.to_act == (1,)


def test_two_cards_may_be_blind() -> None:
    """DRAW-TWO"""
    game = play(at("usa", hands=[{}, {}], market=WHITE, deck={"pink": 9}), "draw", "draw")
    assert (now(game, "hands")[0], now(game, "deck"), now(game, "market")) == ({"pink": 2}, {"pink": 7}, WHITE)
    assert game.to_act == (1,)


def test_a_market_card_is_replaced_before_the_next_is_taken() -> None:
    """DRAW-TWO: the replacement may be the second card."""
    game = at("usa", hands=[{}, {}], market=["red", *WHITE[1:]], deck={"pink": 2})
    assert "take pink" not in texts(game)
    game.play(0, "take red")
    assert now(game, "market") == ["pink", *WHITE[1:]]
    assert texts(game) == ["draw", "pass", "take pink", "take white"]
    game.play(0, "take pink")
    assert now(game, "market") == ["pink", *WHITE[1:]]
    assert (now(game, "hands")[0], now(game, "deck")) == ({"pink": 1, "red": 1}, {})


def test_after_the_first_card_the_seat_may_stop_but_do_nothing_else() -> None:
    """DRAW-TWO: up to two cards may be taken, so one is enough."""
    game = at("usa", hands=[{"red": 4}, {}], market=WHITE, deck={"pink": 9})
    game.play(0, "draw")
    assert texts(game) == ["draw", "pass", "take white"]
    for other in ("tickets", "claim boston--new-york"):
        with pytest.raises(IllegalAction) as refused:
            game.play(0, other)
        assert [one.code for one in refused.value.faults] == ["second-card-awaited"]
    events = game.play(0, "pass")
    assert (now(game, "hands")[0], game.to_act, now(game, "drawn")) == ({"red": 4, "pink": 1}, (1,), 0)
    assert events[0].to_dict(None) == {"kind": "decision", "seat": 0, "action": "pass", "ends": "draw"}


def test_stopping_after_one_card_is_no_passed_turn() -> None:
    """DRAW-TWO, PASS: the game does not end when everybody stops after one card."""
    game = at("usa", hands=[{}, {}], market=WHITE, deck={"pink": 9})
    for _ in range(3):
        play(game, "draw", "pass", "draw", "pass")
        assert (game.over, now(game, "passes")) == (False, 0)


def test_a_warehouse_once_filled_a_card_must_be_taken() -> None:
    """DRAW-TWO, WAREHOUSE-FILL: only the second card may be left."""
    game = at("usa", modules=["warehouses"], hands=[{}, {}], market=WHITE, deck={"pink": 9})
    play(game, "warehouse 1")
    assert texts(game) == ["draw", "take white"]
    with pytest.raises(IllegalAction) as refused:
        game.play(0, "pass")
    assert [one.code for one in refused.value.faults] == ["card-awaited"]
    assert "pass" in texts(play(game, "draw"))


def test_a_market_locomotive_is_the_whole_draw() -> None:
    """DRAW-LOCO"""
    game = at("usa", hands=[{}, {}], market=[L, *WHITE[1:]], deck={"pink": 9})
    game.play(0, "take locomotive")
    assert now(game, "hands")[0] == {L: 1}
    assert now(game, "market") == ["pink", *WHITE[1:]]
    assert game.to_act == (1,)


def test_a_market_locomotive_cannot_be_the_second_card() -> None:
    """DRAW-LOCO"""
    for first in ("draw", "take white"):
        game = at("usa", hands=[{}, {}], market=[L, *WHITE[1:]], deck={"pink": 9})
        game.play(0, first)
        assert "take locomotive" not in texts(game)
        before = game.position()
        with refused("locomotive-as-second"):
            game.play(0, "take locomotive")
        assert game.position() == before


def test_a_locomotive_that_replaces_the_first_card_cannot_be_taken() -> None:
    """DRAW-LOCO"""
    game = at("usa", hands=[{}, {}], market=WHITE, deck={L: 3})
    game.play(0, "take white")
    assert now(game, "market") == [L, *WHITE[1:]]
    assert texts(game) == ["draw", "pass", "take white"]


def test_a_locomotive_from_the_deck_is_one_card_and_unknown_to_the_others() -> None:
    """DRAW-LOCO"""
    game = at("usa", hands=[{}, {}], market=WHITE, deck={L: 3})
    events = game.play(0, "draw")
    assert now(game, "hands")[0] == {L: 1}
    assert game.to_act == (0,)
    assert any(event.to_dict(0).get("card") == L for event in events)
    assert not any(L in str(event.to_dict(viewer)) for event in events for viewer in (1, None))
    assert game.view(1).to_dict()["seats"][0]["seen"] == {}
    assert L not in str(game.view(1).to_dict())
    game.play(0, "draw")
    assert now(game, "hands")[0] == {L: 2}
    assert game.to_act == (1,)


@pytest.mark.parametrize("first", ["take locomotive", "take white", "draw"])
def test_a_swiss_market_locomotive_is_one_card_like_any_other(first: str) -> None:
    """DRAW-LOCO-SWISS: first, second or both."""
    game = at("switzerland", hands=[{}, {}], market=[L, L, *WHITE[2:]], deck={"pink": 9})
    game.play(0, first)
    assert game.to_act == (0,)
    assert "take locomotive" in texts(game)
    game.play(0, "take locomotive")
    assert game.to_act == (1,)
    assert now(game, "hands")[0][L] == (2 if first == "take locomotive" else 1)


def test_three_locomotives_in_the_market_flush_it_as_long_as_needed() -> None:
    """MARKET-FLUSH: five locomotives and three others are left, so only a market with all three others stays."""
    game = at("usa", hands=[{}, {}], market=[L, L, "red", "blue", "green"], deck={L: 3}, discard={"white": 1})
    events = game.play(0, "take red")
    assert sorted(now(game, "market")) == ["blue", "green", L, L, "white"]
    assert now(game, "flushes") >= 2
    assert [event.times for event in events if event.kind == "flushed"] == [now(game, "flushes")]
    left = Counter(now(game, "deck")) + Counter(now(game, "discard"))
    assert left == {L: 3}


def flushed(game: str) -> Game:
    """A game in which a third locomotive has just come up, under the first key that lets it."""
    for key in range(100):
        cards: dict[str, Any] = {"hands": [{}, {}], "deck": {L: 1, "green": 6}, "key": f"{key:032x}"}
        table = play(at(game, **cards, market=[L, L, "red", "blue", "pink"]), "take red")
        if now(table, "flushes"):
            return table
    raise AssertionError("no locomotive came up")


def test_a_flush_discards_the_whole_market_and_turns_up_five_new_cards() -> None:
    """MARKET-FLUSH"""
    game = flushed("usa")
    assert now(game, "market") == ["green"] * 5
    assert (now(game, "discard"), now(game, "deck"), now(game, "flushes")) == (
        {L: 3, "blue": 1, "pink": 1},
        {"green": 1},
        1,
    )


def test_two_locomotives_in_the_market_do_not_flush_it() -> None:
    """MARKET-FLUSH"""
    game = at("usa", hands=[{}, {}], market=[L, "red", "blue", "green", "pink"], deck={L: 1}, discard={"white": 9})
    game.play(0, "take red")
    assert now(game, "market") == [L, L, "blue", "green", "pink"]
    assert (now(game, "flushes"), now(game, "deck")) == (0, {"white": 9})


def test_a_flush_needs_three_cards_that_are_not_locomotives() -> None:
    """MARKET-FLUSH: with two in market, deck and discard together it would never end."""
    game = at("usa", hands=[{"pink": 9}, {}], market=[L, L, "red", "blue", "green"], deck={L: 3})
    game.play(0, "take red")
    assert now(game, "market") == [L, L, L, "blue", "green"]
    assert (now(game, "flushes"), now(game, "discard"), now(game, "deck")) == (0, {}, {L: 2})


def test_a_market_that_could_not_be_flushed_is_flushed_once_cards_are_discarded() -> None:
    """MARKET-FLUSH: at any time, not only when a card was taken."""
    game = at("usa", hands=[{"pink": 1}, {}], market=[L, L, L, "blue", "green"], deck={L: 2})
    game.play(0, "claim portland--seattle")
    assert now(game, "flushes") >= 1
    assert sorted(now(game, "market")) == ["blue", "green", L, L, "pink"]


@pytest.mark.parametrize("game", ["usa", "switzerland", "berlin"])
def test_the_market_is_flushed_in_every_game(game: str) -> None:
    """MARKET-FLUSH"""
    assert now(flushed(game), "market") == ["green"] * 5


@pytest.mark.compiled_only
def test_the_market_is_flushed_during_setup_too() -> None:
    """MARKET-FLUSH: no dealt market has three locomotives, and the flushed cards are in the discard."""
    n_flushed = 0
    for seed in range(150):
        game = Game.new("berlin", seats=2, seed=seed)
        place = game.position()
        assert len(place["market"]) == 5
        assert place["market"].count(L) < 3
        assert sum(place["discard"].values()) == 5 * place["flushes"]
        if place["flushes"]:
            n_flushed += 1
            assert place["discard"][L] >= 3 * place["flushes"]
    assert n_flushed > 0


def stock(game: Game) -> tuple[object, ...]:
    """The deck, the discard, and how often the deck was made anew."""
    return now(game, "deck"), now(game, "discard"), now(game, "reshuffles")


def test_the_discard_becomes_the_deck_the_moment_the_deck_is_empty() -> None:
    """RESHUFFLE: the last card is drawn, and at once there is a new deck."""
    game = at("usa", hands=[{}, {}], market=WHITE, deck={"red": 1}, discard={"blue": 4})
    events = game.play(0, "draw")
    assert stock(game) == ({"blue": 4}, {}, 1)
    assert any(event.kind == "reshuffled" for event in events)
    game.play(0, "draw")
    assert (stock(game), now(game, "hands")[0]) == (({"blue": 3}, {}, 1), {"red": 1, "blue": 1})


def test_what_is_discarded_later_is_not_in_the_new_deck() -> None:
    """RESHUFFLE"""
    game = at("usa", hands=[{}, {"red": 2}], market=WHITE, deck={"green": 1}, discard={"blue": 4})
    play(game, "draw", "pass", "claim boston--new-york")
    assert stock(game) == ({"blue": 4}, {"red": 2}, 1)


def test_an_empty_deck_is_made_of_the_next_discard_as_a_whole() -> None:
    """RESHUFFLE: all cards of a payment are discarded together."""
    game = at("usa", hands=[{"red": 1, L: 1}, {}], market=WHITE)
    play(game, "claim boston--new-york")
    assert stock(game) == ({"red": 1, L: 1}, {}, 1)


def test_a_card_put_in_a_warehouse_may_be_the_last_of_the_deck() -> None:
    """RESHUFFLE, WAREHOUSE-FILL"""
    game = at("usa", modules=["warehouses"], hands=[{}, {}], market=WHITE, deck={"red": 1}, discard={"blue": 4})
    assert stock(play(game, "warehouse 1")) == ({"blue": 4}, {}, 1)


def test_a_position_with_an_empty_deck_beside_a_discard_is_set_right_by_the_next_decision() -> None:
    """RESHUFFLE"""
    game = at("usa", hands=[{"red": 2}, {}], market=WHITE, discard={"blue": 4})
    assert stock(game) == ({}, {"blue": 4}, 0)
    assert stock(play(game, "claim boston--new-york")) == ({"blue": 4}, {"red": 2}, 1)


def test_market_and_deck_are_not_swapped_for_ever() -> None:
    """MARKET-FLUSH, RESHUFFLE: a deck of five with three locomotives would only change places with the market."""
    market = [L, L, L, "red", "blue"]
    stays = at("usa", hands=[{}, {}], market=market, deck={L: 3, "white": 2})
    assert sorted(now(stays, "market")) == sorted(market)
    for deck in ({L: 2, "white": 3}, {L: 3, "white": 3}):
        with refused("flush-due"):
            at("usa", hands=[{}, {}], market=market, deck=deck)


@pytest.mark.parametrize(("modules", "decision"), [([], "draw"), (["warehouses"], "warehouse 1")])
def test_a_flush_that_had_to_wait_follows_as_soon_as_the_deck_is_smaller(modules: list[str], decision: str) -> None:
    """MARKET-FLUSH: at any time, so also when a card leaves the deck unseen."""
    game = at("usa", modules=modules, hands=[{}, {}], market=[L, L, L, "red", "blue"], deck={L: 3, "white": 2})
    game.play(0, decision)
    assert now(game, "flushes") >= 1
    assert now(game, "market").count(L) < 3


def test_the_discard_becomes_the_deck_for_the_market() -> None:
    """RESHUFFLE"""
    game = at("usa", hands=[{}, {}], market=["red", *WHITE[1:]], discard={"blue": 4})
    game.play(0, "take red")
    assert now(game, "market") == ["blue", *WHITE[1:]]
    assert (now(game, "deck"), now(game, "discard")) == ({"blue": 3}, {})


def test_the_new_deck_is_shuffled() -> None:
    """RESHUFFLE: any card of the discard may come first."""
    drawn = set()
    for key in range(20):
        game = at("usa", hands=[{}, {}], market=WHITE, discard={"blue": 5, "red": 5}, key=f"{key:032x}")
        game.play(0, "draw")
        drawn |= set(now(game, "hands")[0])
    assert drawn == {"blue", "red"}


def test_gaps_in_the_market_stay_open_without_cards() -> None:
    """MARKET-SHORT"""
    game = at("usa", hands=[{}, {}], market=["red", "blue", "green"])
    play(game, "take red")
    assert now(game, "market") == ["blue", "green"]
    play(game, "take blue")
    assert (now(game, "market"), game.to_act) == (["green"], (1,))


def test_gaps_in_the_market_are_filled_right_after_a_claim() -> None:
    """MARKET-SHORT: the next seat finds the payment in the market."""
    game = at("usa", hands=[{"red": 2}, {}], market=["blue", "green"])
    play(game, "claim boston--new-york")
    assert sorted(now(game, "market")) == ["blue", "green", "red", "red"]
    assert (now(game, "deck"), now(game, "discard")) == ({}, {})
    assert "take red" in texts(game, 1)


def test_gaps_in_the_market_are_filled_right_after_a_station_is_paid() -> None:
    """MARKET-SHORT"""
    game = at("europe", hands=[{"red": 1}, {}], market=["blue", "green"])
    play(game, "station wien")
    assert sorted(now(game, "market")) == ["blue", "green", "red"]


def test_gaps_in_the_market_are_filled_only_as_far_as_they_go() -> None:
    """MARKET-SHORT, RESHUFFLE: of five cards discarded, two fill the market."""
    game = at("usa", hands=[{"black": 5}, {}], market=["blue", "green", "white"])
    play(game, "claim montreal--sault-st-marie")
    assert sorted(now(game, "market")) == ["black", "black", "blue", "green", "white"]
    assert now(game, "deck") == {"black": 3}


def test_without_any_card_to_take_the_action_is_closed() -> None:
    """NO-CARDS"""
    game = at("usa", hands=[{"red": 1}, {}])
    assert {text.split()[0] for text in texts(game)} == {"tickets", "claim"}
    for move in ("draw", "take red"):
        with pytest.raises(IllegalAction):
            game.play(0, move)


def test_cards_of_the_market_may_be_taken_when_deck_and_discard_are_empty() -> None:
    """NO-CARDS"""
    game = at("usa", hands=[{}, {}], market=["red", "blue"], ticket_deck=[])
    assert texts(game) == ["take blue", "take red"]
    play(game, "take red")
    assert texts(game) == ["pass", "take blue"]
    play(game, "take blue")
    assert (now(game, "hands")[0], game.to_act) == ({"red": 1, "blue": 1}, (1,))


@pytest.mark.parametrize("game", ["europe", "europe-1912", "europe-mega", "europe-big-cities"])
@pytest.mark.parametrize("modules", [[], ["warehouses"]])
def test_in_europe_no_draw_begins_while_deck_and_discard_are_empty(game: str, modules: list[str]) -> None:
    """NO-CARDS: even if cards lie in the market."""
    table = at(game, hands=[{}, {}], market=["red", "blue"], ticket_deck=[], modules=modules)
    assert {text.split()[0] for text in texts(table)} - {"depot"} == {"pass"}
    with refused("deck-empty"):
        table.play(0, "take red")


@pytest.mark.parametrize("game", ["usa", "usa-mega", "switzerland", "india", "berlin"])
def test_elsewhere_a_draw_may_begin_with_the_market_alone(game: str) -> None:
    """NO-CARDS"""
    assert texts(at(game, hands=[{}, {}], market=["red"], ticket_deck=[])) == ["take red"]


def test_in_europe_a_card_of_deck_or_discard_opens_the_market() -> None:
    """NO-CARDS"""
    for place in ("deck", "discard"):
        cards: dict[str, Any] = {"hands": [{}, {}], "market": WHITE, place: {"pink": 1}}
        assert texts(at("europe", **cards, ticket_deck=[])) == ["draw", "take white"]


def test_in_europe_a_draw_that_has_begun_goes_on_with_the_market() -> None:
    """NO-CARDS"""
    game = play(at("europe", hands=[{}, {}], market=["red", *WHITE[1:]], deck={"pink": 1}), "draw")
    assert (texts(game), game.to_act) == (["pass", "take red", "take white"], (0,))
    play(game, "take red")
    assert (game.to_act, "take white" in texts(game)) == ((1,), False)
    filled = at("europe", modules=["warehouses"], hands=[{}, {}], market=WHITE, deck={"pink": 1}, ticket_deck=[])
    assert texts(play(filled, "warehouse 1")) == ["take white"]


def test_the_draw_ends_after_one_card_if_there_is_no_second() -> None:
    """NO-CARDS: the last market card, or the last card of the deck."""
    game = play(at("usa", hands=[{}, {}], market=["red"]), "take red")
    assert (now(game, "hands")[0], game.to_act, now(game, "phase")) == ({"red": 1}, (1,), "main")
    game = play(at("usa", hands=[{}, {}], deck={"red": 1}), "draw")
    assert (now(game, "hands")[0], game.to_act, now(game, "phase")) == ({"red": 1}, (1,), "main")


def test_the_draw_ends_after_one_card_if_only_a_market_locomotive_is_left() -> None:
    """NO-CARDS, DRAW-LOCO"""
    game = play(at("usa", hands=[{}, {}], market=["red", L]), "take red")
    assert (now(game, "hands")[0], now(game, "market"), game.to_act) == ({"red": 1}, [L], (1,))


def test_a_swiss_draw_goes_on_to_the_last_market_locomotive() -> None:
    """NO-CARDS, DRAW-LOCO-SWISS"""
    game = play(at("switzerland", hands=[{}, {}], market=["red", L]), "take red")
    assert (texts(game), game.to_act) == (["pass", "take locomotive"], (0,))


def test_a_hand_may_hold_any_number_of_cards() -> None:
    """HAND"""
    colours = ("pink", "blue", "orange", "green", "yellow", "black", "red")
    full = {**dict.fromkeys(colours, 12), L: 14}
    game = at("usa", hands=[full, {}], market=WHITE, deck={"white": 5})
    play(game, "draw", "take white")
    assert now(game, "hands")[0] == {**full, "white": 2}
    assert seat_of(game, 0)["cards"] == 100
    assert game.to_act == (1,)
