"""Section 9 of docs/rules.md: how the cards of the warehouses become the deck."""

from typing import Any

from tests.rules.helpers import WHITE, at, now, play, texts

ON: dict[str, Any] = {"modules": ["warehouses"], "market": WHITE}
STORED: dict[str, Any] = {"warehouses": [{"blue": 2}, {"green": 1}], "hands": [{"pink": 1}, {"pink": 1}]}


def test_with_deck_and_discard_empty_and_a_seat_without_depots_the_warehouses_become_the_deck() -> None:
    """WAREHOUSE-EMPTY: at once, in the middle of a turn"""
    game = at("usa", **ON, **STORED, deck={"red": 1}, discard={}, depots_left=[5, 0])
    play(game, "warehouse 0")
    assert now(game, "warehouses") == [{}, {}]
    assert now(game, "deck") == {"blue": 2, "green": 1, "red": 1}
    assert texts(game) == ["draw", "take white"]


def test_the_warehouses_become_the_deck_after_the_last_card_was_drawn() -> None:
    """WAREHOUSE-EMPTY: the second card can come from them"""
    game = at("usa", **ON, **STORED, deck={"red": 2}, discard={}, depots_left=[0, 5])
    play(game, "warehouse 0", "draw")
    assert now(game, "hands")[0] == {"pink": 1, "red": 1}
    assert now(game, "deck") == {"blue": 2, "green": 1, "red": 1}
    play(game, "draw")
    assert sum(now(game, "deck").values()) == 3


def test_the_warehouses_stay_while_every_seat_has_a_depot() -> None:
    """WAREHOUSE-EMPTY"""
    game = play(at("usa", **ON, **STORED, deck={"red": 1}, discard={}, depots_left=[1, 1]), "warehouse 0")
    assert now(game, "warehouses") == [{"blue": 2, "red": 1}, {"green": 1}]
    assert now(game, "deck") == {}


def test_the_warehouses_stay_while_there_is_a_discard() -> None:
    """WAREHOUSE-EMPTY, RESHUFFLE"""
    game = at("usa", **ON, **STORED, deck={}, discard={"red": 1, "black": 1}, depots_left=[0, 0])
    play(game, "warehouse 1")
    assert now(game, "warehouses")[0] == {"blue": 2}
    assert sum(now(game, "warehouses")[1].values()) == 2
    assert sum(now(game, "deck").values()) == 1


def test_a_tunnel_can_empty_the_warehouses() -> None:
    """WAREHOUSE-EMPTY, TUNNEL, MARKET-FLUSH: a flush that was put off for want of cards comes at once"""
    game = at(
        "europe",
        modules=["warehouses"],
        hands=[{"red": 2}, {}],
        market=["locomotive"] * 3 + ["green"] * 2,
        deck={"locomotive": 1},
        discard={},
        warehouses=[{"pink": 9}, {}],
        depots_left=[0, 5],
    )
    play(game, "claim barcelona--pamplona")
    assert (now(game, "phase"), now(game, "surcharge")) == ("surcharge", 1)
    assert now(game, "revealed") == ["locomotive", "pink", "pink"]
    assert (now(game, "market"), now(game, "flushes"), now(game, "deck")) == (["pink"] * 5, 1, {"pink": 2})


def test_placing_the_last_depot_can_empty_the_warehouses() -> None:
    """WAREHOUSE-EMPTY: and gaps in the market are filled"""
    game = at(
        "usa",
        modules=["warehouses"],
        market=["white"],
        **STORED,
        deck={},
        discard={},
        depots_left=[1, 5],
        ticket_deck=[],
    )
    play(game, "depot atlanta")
    assert now(game, "warehouses") == [{}, {}]
    assert sorted(now(game, "market")) == ["blue", "blue", "green", "white"]


def test_giving_up_the_last_depot_can_empty_the_warehouses() -> None:
    """WAREHOUSE-EMPTY, WAREHOUSE-COLLECT: of those left, since the collected one is in the hand"""
    game = at(
        "usa", modules=["warehouses"], market=["white"] * 4, hands=[{"red": 1}, {}], deck={}, discard={},
        depots=[[], ["atlanta"]], depots_left=[1, 4], warehouses=[{"green": 2}, {"blue": 3}],
    )  # fmt: skip
    play(game, "claim atlanta--nashville", "collect 1")
    assert now(game, "hands")[0] == {"blue": 3}
    assert now(game, "warehouses") == [{}, {}]
    assert now(game, "deck") == {"green": 2}
    assert sorted(now(game, "market")) == ["red", "white", "white", "white", "white"]


def test_the_cards_of_a_tunnel_can_come_from_the_warehouses() -> None:
    """WAREHOUSE-EMPTY, TUNNEL-SHORT"""
    game = at(
        "europe", **ON, hands=[{"red": 2}, {}], deck={"white": 1}, discard={}, depots_left=[0, 5],
        warehouses=[{"blue": 3}, {}],
    )  # fmt: skip
    play(game, "claim barcelona--pamplona")
    assert sorted(now(game, "revealed")) == ["blue", "blue", "white"]
    assert now(game, "warehouses") == [{}, {}]


def test_the_last_cards_turned_up_for_a_tunnel_empty_the_warehouses() -> None:
    """WAREHOUSE-EMPTY, TUNNEL: at once, though what lies on the table is discarded a moment later"""
    game = at(
        "europe", **ON, hands=[{"red": 2}, {}], deck={"white": 3}, discard={}, depots_left=[0, 5],
        warehouses=[{"blue": 3}, {}],
    )  # fmt: skip
    play(game, "claim barcelona--pamplona")
    assert (now(game, "warehouses"), now(game, "deck")) == ([{}, {}], {"blue": 3})
    assert now(game, "discard") == {"red": 2, "white": 3}


def test_warehouses_without_cards_make_no_deck() -> None:
    """WAREHOUSE-EMPTY"""
    game = at("usa", **ON, hands=[{}, {}], deck={}, discard={}, depots_left=[0, 0])
    play(game, "take white", "take white")
    assert now(game, "deck") == {}
    assert now(game, "reshuffles") == 0
