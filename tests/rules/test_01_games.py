"""Section 1 of the rules: the games and modules, the deal, the first tickets and the first seat."""

import json
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from eclisse import Game
from eclisse.catalogue.find import ModuleNotApplicable
from eclisse.catalogue.kit import WrongSeats
from eclisse.game import IllegalAction, InvalidRecord, NoSuchSeat
from tests.refusing import refused
from tests.rules.helpers import at, counted, now, play, seat_of, texts

L = "locomotive"
COLOURS = ("pink", "blue", "orange", "white", "green", "yellow", "black", "red")
BERLIN_COLOURS = ("blue", "green", "black", "pink", "red", "orange")

# game: most seats, trains, subways, standard tickets, long tickets
GAMES = {
    "usa": (5, 45, 0, 30, 0),
    "usa-1910": (5, 45, 0, 35, 0),
    "usa-mega": (5, 45, 0, 69, 0),
    "usa-big-cities": (5, 45, 0, 35, 0),
    "europe": (5, 45, 0, 40, 6),
    "europe-1912": (5, 45, 0, 49, 6),
    "europe-mega": (5, 45, 0, 89, 12),
    "europe-big-cities": (5, 45, 0, 45, 0),
    "switzerland": (3, 40, 0, 46, 0),
    "india": (4, 45, 0, 58, 0),
    "berlin": (4, 11, 5, 22, 0),
}
# game: tickets dealt, fewest to keep, where unkept ones go
FIRST_TICKETS = {
    "usa": (3, 2, "bottom"),
    "usa-1910": (3, 2, "bottom"),
    "usa-mega": (5, 3, "bottom"),
    "usa-big-cities": (4, 2, "bottom"),
    "europe": (4, 2, "out"),
    "europe-1912": (4, 2, "out"),
    "europe-big-cities": (5, 2, "mixed"),
    "switzerland": (5, 2, "out"),
    "india": (4, 2, "bottom"),
    "berlin": (2, 1, "bottom"),
}


def long_tickets(game: Game) -> set[str]:
    flags = game.kit.board.ticket_long
    return {name for i, name in enumerate(game.kit.names.tickets) if flags[i]}


def keep(n: int) -> str:
    """Keep the first n tickets of the offer."""
    return " ".join(["keep", *(str(i + 1) for i in range(n))])


def keeps(n: int, least: int, most: int) -> set[str]:
    """All choices of `least` to `most` out of n tickets."""
    masks = [[i + 1 for i in range(n) if mask >> i & 1] for mask in range(1 << n)]
    return {" ".join(["keep", *map(str, chosen)]) for chosen in masks if least <= len(chosen) <= most}


def tickets_in(game: Game) -> Counter[str]:
    """Every ticket that is somewhere in the game: held, offered or in the deck."""
    place = game.position()
    rows = [*place["tickets"], *place.get("offers", []), *place.get("later", []), place["ticket_deck"]]
    return Counter(name for row in rows for name in row)


# --- the catalogue ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_for_as_many_seats_as_the_table_says(name: str) -> None:
    """SETUP-CARDS: and every seat gets its pieces."""
    most, trains, subways, *_ = GAMES[name]
    for seats in range(2, most + 1):
        game = Game.new(name, seats=seats, seed=1)
        assert game.seats == seats
        pieces = [(seat_of(game, seat)["trains"], seat_of(game, seat)["subways"]) for seat in range(seats)]
        assert pieces == [(trains, subways)] * seats
    for seats in (1, most + 1):
        with pytest.raises(WrongSeats):
            Game.new(name, seats=seats, seed=1)


def test_four_tickets_have_the_values_of_the_anniversary_box() -> None:
    """TICKETS-SCORE: the table of section 1."""
    for name, points in (("usa", -20), ("usa-mega", -20), ("usa-big-cities", -20)):
        game = at(name, phase="over", to_move=None, tickets=[["los-angeles--new-york"], []])
        assert counted(game, 0)["tickets"] == points


@pytest.mark.compiled_only
def test_the_module_classic_gives_four_tickets_their_first_values() -> None:
    """TICKETS-SCORE: the modules of section 1; all other tickets keep theirs."""
    higher = {"los-angeles--miami": 1, "los-angeles--new-york": 1, "new-york--seattle": 2}
    higher["oklahoma-city--sault-st-marie"] = 1
    for ticket in Game.new("usa", seed=1).kit.names.tickets:
        worth = [
            -counted(at("usa", phase="over", tickets=[[ticket], []], modules=modules), 0)["tickets"]
            for modules in ([], ["classic"])
        ]
        assert worth[1] - worth[0] == higher.get(ticket, 0)


@pytest.mark.parametrize("name", ["usa-1910", "usa-mega", "usa-big-cities", "europe", "switzerland", "india", "berlin"])
def test_the_module_classic_goes_with_the_basic_game_only(name: str) -> None:
    """TICKETS-SCORE: the modules of section 1."""
    with refused("module-for-others", ModuleNotApplicable):
        Game.new(name, seed=1, modules=["classic"])


@pytest.mark.parametrize(
    ("name", "longest", "globetrotter"),
    [("usa", 10, 0), ("usa-1910", 0, 15), ("usa-mega", 10, 15), ("usa-big-cities", 0, 0)],
)
def test_the_games_of_the_usa_differ_in_their_bonuses(name: str, longest: int, globetrotter: int) -> None:
    """LONGEST, GLOBETROTTER: the table of section 1; `usa-big-cities` gives none."""
    ticket = "dallas--new-york" if name == "usa" else "chicago--new-york"
    path = ["chicago--pittsburgh", "new-york--pittsburgh", "chicago--saint-louis", "little-rock--saint-louis"]
    routes = dict.fromkeys([*path, "dallas--little-rock"], 0)
    game = at(name, phase="over", to_move=None, tickets=[[ticket], []], routes=routes)
    assert (counted(game, 0)["longest"], counted(game, 0)["globetrotter"]) == (longest, globetrotter)


def test_tickets_of_modules_join_the_standard_deck() -> None:
    """SETUP-TICKETS: `orient-express` has 6 and `max` 1, in every game of Europe."""
    for name in ("europe", "europe-1912", "europe-mega", "europe-big-cities"):
        plain = Game.new(name, seed=1)
        more = Game.new(name, seed=1, modules=["orient-express", "max"])
        added = set(more.kit.names.tickets) - set(plain.kit.names.tickets)
        assert len(added) == 7
        assert not added & long_tickets(more)
        assert added <= set(tickets_in(more))


# --- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_cards_are_dealt_and_turned_up(name: str) -> None:
    """SETUP-CARDS"""
    cards = {**dict.fromkeys(COLOURS, 12), L: 14}
    if name == "berlin":
        cards = {**dict.fromkeys(BERLIN_COLOURS, 6), L: 8}
    most = GAMES[name][0]
    for seed in range(3):
        place = Game.new(name, seats=most, seed=seed).position()
        assert [sum(hand.values()) for hand in place["hands"]] == [2 if name == "berlin" else 4] * most
        assert len(place["market"]) == 5
        everything = Counter(place["deck"]) + Counter(place["discard"]) + Counter(place["market"])
        for hand in place["hands"]:
            everything += Counter(hand)
        assert everything == cards


def test_the_cards_are_shuffled() -> None:
    """SETUP-CARDS: seeds deal different hands, the same seed the same."""
    hands = {json.dumps(now(Game.new("usa", seed=seed), "hands"), sort_keys=True) for seed in range(10)}
    assert len(hands) == 10
    assert Game.new("usa", seed=3).position() == Game.new("usa", seed=3).position()


# --- the first tickets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIRST_TICKETS)
def test_all_seats_choose_their_first_tickets_at_once(name: str) -> None:
    """SETUP-TICKETS: in any order, each at least the number in the table."""
    dealt, least, _ = FIRST_TICKETS[name]
    game = Game.new(name, seats=3, seed=5)
    assert list(game.to_act) == [0, 1, 2]
    assert [len(offer) for offer in now(game, "offers")] == [dealt] * 3
    assert max(tickets_in(game).values()) == 1
    for seat in range(3):
        assert set(texts(game, seat)) == keeps(dealt, least, dealt)
    with pytest.raises(IllegalAction):
        game.play(1, keep(least - 1))
    game.play(1, keep(least))
    assert list(game.to_act) == [0, 2]
    with refused("already-chosen"):
        game.play(1, keep(least))
    game.play(2, keep(dealt))
    game.play(0, keep(least))
    assert [len(held) for held in now(game, "tickets")] == [least, least, dealt]
    assert (now(game, "phase"), game.to_act) == ("main", (now(game, "first_seat"),))


@pytest.mark.parametrize("name", FIRST_TICKETS)
def test_unkept_first_tickets_go_where_the_table_says(name: str) -> None:
    """SETUP-TICKETS: by seat, lowest first, and in the order dealt within a seat."""
    dealt, least, where = FIRST_TICKETS[name]
    game = Game.new(name, seats=3, seed=5)
    offers, deck = now(game, "offers"), now(game, "ticket_deck")
    for seat in (2, 0, 1):
        game.play(seat, keep(least))
    assert [sorted(held) for held in now(game, "tickets")] == [sorted(offer[:least]) for offer in offers]
    unkept = [ticket for offer in offers for ticket in offer[least:]]
    assert len(unkept) == 3 * (dealt - least)
    after = now(game, "ticket_deck")
    assert after[: len(deck)] == deck
    if where == "out":
        assert after == deck
        assert not set(unkept) & set(tickets_in(game))
    elif where == "bottom":
        assert after[len(deck) :] == unkept
    else:
        assert sorted(after[len(deck) :]) == sorted(unkept)


@pytest.mark.parametrize("name", ["usa", "europe", "europe-big-cities", "switzerland", "berlin"])
def test_nothing_depends_on_who_answers_first(name: str) -> None:
    """SETUP-TICKETS: the whole position is the same, chance included."""
    dealt, least, _ = FIRST_TICKETS[name]
    outcomes = []
    for order in permutations(range(3)):
        game = Game.new(name, seats=3, seed=11)
        for seat in order:
            game.play(seat, keep(dealt if seat == 1 else least))
        outcomes.append(game.position())
    assert all(outcome == outcomes[0] for outcome in outcomes)


def test_unkept_tickets_wait_until_all_have_answered() -> None:
    """SETUP-TICKETS: and nobody learns before how many another kept."""
    game = Game.new("usa", seats=2, seed=5)
    deck = now(game, "ticket_deck")
    events = game.play(0, "keep 1 3")
    assert now(game, "ticket_deck") == deck
    assert now(game, "phase") == "setup"
    other = game.view(1).to_dict()
    assert (other["seats"][0]["chosen"], other["seats"][0]["tickets"], other["seats"][0]["offered"]) == (True, 0, 3)
    assert not any("keep" in str(event.to_dict(1)) for event in events)
    game.play(1, "keep 1 2")
    assert len(now(game, "ticket_deck")) == len(deck) + 2


@pytest.mark.parametrize("name", ["europe", "europe-1912"])
def test_each_seat_of_europe_is_dealt_one_long_ticket_and_the_others_leave_the_game(name: str) -> None:
    """SETUP-TICKETS: undealt long tickets unseen, unkept ones long or standard."""
    game = Game.new(name, seats=4, seed=2)
    long = long_tickets(game)
    offers = now(game, "offers")
    assert [len(set(offer) & long) for offer in offers] == [1] * 4
    assert len(set(tickets_in(game)) & long) == 4
    assert not set(now(game, "ticket_deck")) & long
    assert [offer[0] in long for offer in offers] == [True] * 4
    game.play(0, "keep 1 2")
    for seat in (1, 2, 3):
        game.play(seat, "keep 2 3 4")
    kept = [set(held) & long for held in now(game, "tickets")]
    assert [len(row) for row in kept] == [1, 0, 0, 0]
    assert set(tickets_in(game)) & long == kept[0]
    assert sum(tickets_in(game).values()) == len(game.kit.names.tickets) - 6 + 1 - 2


def test_the_ticket_deck_is_shuffled() -> None:
    """SETUP-TICKETS"""
    decks = {tuple(now(Game.new("usa", seed=seed), "ticket_deck")) for seed in range(5)}
    assert len(decks) == 5


@pytest.mark.parametrize("name", ["europe-big-cities", "europe-mega"])
def test_tickets_that_are_mixed_are_shuffled_together(name: str) -> None:
    """SETUP-TICKETS, MEGA: under the deck, but not always in the order in which they were put away."""
    shuffled = 0
    for seed in range(6):
        game = Game.new(name, seats=3, seed=seed)
        if name == "europe-mega":
            for seat in range(3):
                game.play(seat, "keep 1")
        offers, deck = now(game, "offers"), now(game, "ticket_deck")
        for seat in range(3):
            game.play(seat, "keep 1 2")
        unkept = [ticket for offer in offers for ticket in offer[2:]]
        after = now(game, "ticket_deck")
        assert after[: len(deck)] == deck
        assert sorted(after[len(deck) :]) == sorted(unkept)
        shuffled += after[len(deck) :] != unkept
    assert shuffled >= 5


# --- europe-mega -----------------------------------------------------------------------------------------------------


def test_long_tickets_are_chosen_first_and_one_at_most_is_kept() -> None:
    """MEGA: before the standard ones are seen."""
    game = Game.new("europe-mega", seats=3, seed=4)
    long = long_tickets(game)
    for seat, offer in enumerate(now(game, "offers")):
        assert len(offer) == 2
        assert set(offer) <= long
        assert texts(game, seat) == ["keep", "keep 1", "keep 2"]
        with pytest.raises(IllegalAction):
            game.play(seat, "keep 1 2")
    later = now(game, "later")
    assert [len(row) for row in later] == [5] * 3
    assert not {ticket for row in later for ticket in row} & long
    view = json.dumps(game.view(0).to_dict())
    assert not any(ticket in view for ticket in later[0])


@pytest.mark.parametrize(("first", "least"), [("keep 1", 2), ("keep 2", 2), ("keep", 3)])
def test_a_seat_without_a_long_ticket_keeps_three_standard_ones_at_least(first: str, least: int) -> None:
    """MEGA"""
    game = Game.new("europe-mega", seats=2, seed=4)
    later = now(game, "later")[0]
    game.play(0, first)
    assert game.to_act == (0, 1)
    assert now(game, "offers")[0] == later
    assert set(texts(game, 0)) == keeps(5, least, 5)
    assert texts(game, 1) == ["keep", "keep 1", "keep 2"]


def test_no_long_ticket_remains_but_those_kept() -> None:
    """MEGA"""
    game = Game.new("europe-mega", seats=3, seed=4)
    long = long_tickets(game)
    offers = now(game, "offers")
    assert not set(now(game, "ticket_deck")) & long
    play_all(game, {0: ["keep 2", "keep 1 2"], 1: ["keep", "keep 1 2 3"], 2: ["keep 1", "keep 1 2 3 4 5"]})
    assert set(tickets_in(game)) & long == {offers[0][1], offers[2][0]}
    assert [seat_of(game, seat)["tickets"] for seat in range(3)] == [3, 3, 6]
    assert sum(tickets_in(game).values()) == 89 + 2
    assert now(game, "phase") == "main"


def play_all(game: Game, moves: dict[int, list[str]]) -> None:
    for seat, texts_of_seat in moves.items():
        for text in texts_of_seat:
            game.play(seat, text)


def test_nothing_depends_on_who_answers_first_in_the_mega_game_either() -> None:
    """MEGA, SETUP-TICKETS"""
    one, two = (Game.new("europe-mega", seats=2, seed=9) for _ in range(2))
    play_all(one, {0: ["keep 1", "keep 1 2"], 1: ["keep", "keep 3 4 5"]})
    play_all(two, {1: ["keep", "keep 3 4 5"], 0: ["keep 1", "keep 1 2"]})
    assert one.position() == two.position()


# --- the first seat --------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_chance_decides_which_seat_begins() -> None:
    """FIRST-SEAT: each of three about equally often."""
    begun = Counter(int(Game.new("berlin", seats=3, seed=seed).state.first_seat) for seed in range(150))
    assert set(begun) == {0, 1, 2}
    assert all(30 < begun[seat] < 70 for seat in range(3))


def test_a_named_seat_begins_the_same_deal() -> None:
    """FIRST-SEAT: only the seat that begins is another one, and the record says so."""
    dealt = Game.new("usa", seats=3, seed=4).position()
    other = (now(Game.new("usa", seats=3, seed=4), "first_seat") + 1) % 3
    game = Game.new("usa", seats=3, seed=4, first=other)
    assert game.position() == {**dealt, "first_seat": other}
    assert "first" not in Game.new("usa", seats=3, seed=4).record()
    for seat in range(3):
        game.play(seat, "keep 1 2")
    again = Game.replay(game.record())
    assert game.record()["first"] == game.copy().record()["first"] == other
    assert game.to_act == again.to_act == (other,)
    assert again.position() == game.position()
    with pytest.raises(NoSuchSeat, match="seat"):
        Game.new("usa", seats=3, seed=4, first=3)
    with pytest.raises(InvalidRecord, match="seat"):
        Game.replay({**game.record(), "first": "Ada"})
    begun = Game.from_position(game.position()).record()
    assert Game.replay({**begun, "first": other}).to_act == (other,)
    with pytest.raises(InvalidRecord, match="first"):
        Game.replay({**begun, "first": (other + 1) % 3})


def test_turns_go_round_in_seat_order_from_the_first_seat() -> None:
    """FIRST-SEAT"""
    for seed in range(6):
        game = Game.new("usa", seats=3, seed=seed)
        for seat in range(3):
            game.play(seat, "keep 1 2")
        first = now(game, "first_seat")
        order = []
        for _ in range(4):
            order.append(game.to_act[0])
            play(game, "draw", "draw")
        assert order == [first, (first + 1) % 3, (first + 2) % 3, first]


def test_a_position_reads_back_as_itself() -> None:
    """SETUP-CARDS, SETUP-TICKETS: each of the table's games, while tickets are chosen."""
    for name in GAMES:
        game = Game.new(name, seats=2, seed=8)
        place: dict[str, Any] = game.position()
        assert Game.from_position(place).position() == place
