"""A view tells nothing of what is hidden: with all of it swapped, not a byte of the view changes (VIEW)."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from eclisse import Game
from eclisse.catalogue.find import catalogue_rows
from eclisse.core import doors
from eclisse.core.check import TOO_FEW_CARDS
from eclisse.core.codes import SETUP
from eclisse.core.records import STATE
from eclisse.positions import read_position

ROWS = {row["id"]: row for row in catalogue_rows()}
KINDS: list[tuple[str, list[str]]] = []
for _name, _row in ROWS.items():
    for _modules in ([], ["warehouses"], [m for m in _row["modules"] if m != "warehouses"], _row["modules"]):
        if (_name, _modules) not in KINDS:
            KINDS.append((_name, _modules))
IDS = ["+".join([name, *modules]) for name, modules in KINDS]


def step(game: Game, rng: random.Random) -> None:
    """A random decision: first its kind, so that rare ones happen and games last."""
    seat = rng.choice(game.to_act)
    legal = game.legal(seat)
    kind = rng.choice(sorted({action.kind for action in legal}))
    game.play(seat, rng.choice([action for action in legal if action.kind == kind]))


def moments(name: str, modules: list[str], often: float, n_games: int = 1) -> Iterator[Game]:
    """Random moments of random games, the first and the last among them."""
    low, high = ROWS[name]["seats"]
    for number in range(n_games):
        rng = random.Random(f"{name} {modules} {number}")
        game = Game.new(name, rng.randint(low, high), seed=number, modules=modules)
        while not game.over:
            if game.state.phase == SETUP or rng.random() < often:
                yield game.copy()
            step(game, rng)
        yield game


class Swap:
    """A copy of a position in which everything a seat cannot see is somewhere else."""

    def __init__(
        self, position: dict[str, Any], tickets: tuple[str, ...], seat: int | None, rng: random.Random
    ) -> None:
        self.data, self.tickets, self.seat, self.rng = copy.deepcopy(position), tickets, seat, rng
        self.others = [other for other in range(position["seats"]) if other != seat]
        self.setup = position["phase"] == "setup"
        self.cards()
        self.known()
        self.choices()
        self.swap_tickets()
        self.data["key"], self.data["counter"] = f"{rng.getrandbits(128):032x}", rng.randrange(10**6)

    def cards(self) -> None:
        """Deck, warehouses and what nobody saw of other hands, shuffled together; blind draws of others forgotten."""
        data = self.data
        paying = data["phase"] in ("paying", "surcharge")  # everybody knows that the seat can pay
        hidden_hands = [other for other in self.others if not (paying and other == data["to_move"])]
        places = [data["deck"], *data["warehouses"], *(data["hands"][other] for other in hidden_hands)]
        seen: list[dict[str, int]] = [{}] * (1 + data["seats"]) + [data["seen"][other] for other in hidden_hands]
        pool: list[str] = []
        sizes = []
        for place, fixed in zip(places, seen, strict=True):
            hidden = [name for name, n in place.items() for _ in range(n - fixed.get(name, 0))]
            sizes.append(len(hidden))
            pool += hidden
        self.rng.shuffle(pool)
        self.deck_first(pool, sizes[0])
        for place, fixed, size in zip(places, seen, sizes, strict=True):
            place.clear()
            for name in [*(name for name, n in fixed.items() for _ in range(n)), *(pool.pop() for _ in range(size))]:
                place[name] = place.get(name, 0) + 1

    def deck_first(self, pool: list[str], size: int) -> None:
        """Bring to the end of the pool as many cards as the deck has, all of what it was made from (RESHUFFLE)."""
        own = {} if self.seat is None else self.data["blind"][self.seat]
        room = {name: n - own.get(name, 0) for name, n in self.data["stock"].items()}
        for k in range(size):
            place = next(i for i in range(len(pool) - 1 - k, -1, -1) if room.get(pool[i], 0) > 0)
            pool[place], pool[-1 - k] = pool[-1 - k], pool[place]
            room[pool[-1 - k]] -= 1
        for other in self.others:  # what others drew blind only they know
            self.data["blind"][other] = {}

    def known(self) -> None:
        """Others may know anything of tickets put away."""
        self.own = [name for name, seats in self.data["known"].items() if self.seat in seats]
        self.data["known"] = {name: [self.seat] for name in self.own}
        for name in self.rng.sample(self.tickets, 6):
            self.data["known"].setdefault(name, []).extend(self.others)

    def choices(self) -> None:
        """Others may have chosen anything; that they have is public."""
        if self.setup:
            for other in self.others:
                self.data["kept_at_setup"][other] = self.rng.randint(0, 1)
                if self.data["choices"][other] is not None:
                    self.data["choices"][other] = self.rng.randint(1, 31)

    def swap_tickets(self) -> None:
        """All tickets whose place the seat does not know, shuffled over all such places and out of the game."""
        data, rng, seat = self.data, self.rng, self.seat
        deck, (start, n_mixed) = data["ticket_deck"], data["mixed"]
        mixed = range(start, start + n_mixed)
        mine = [] if seat is None else [*data["tickets"][seat], *data.get("offers", [[]] * data["seats"])[seat]]
        pool = [name for name in self.tickets if name not in mine and name not in self.own]
        rng.shuffle(pool)
        free = [k for k in mixed if k < len(deck)]
        rng.shuffle(free)
        placed: list[str | None] = [
            name if name in self.own and k not in mixed else None for k, name in enumerate(deck)
        ]
        for name in self.own:
            if name in deck and name not in placed:
                placed[free.pop()] = name
        data["ticket_deck"] = [pool.pop() if name is None else name for name in placed]
        for key in ("tickets", "offers", "later"):
            rows = data.get(key, [])
            for other in range(len(rows)):
                if other != seat or key == "later":
                    rows[other] = [pool.pop() for _ in rows[other]]
        if self.setup:  # how many long ones were kept is not public yet
            for other in self.others:
                data["tickets"][other] = (
                    [pool.pop()] if data["tickets"][other] == [] and rng.random() < 0.5 and pool else []
                )


def swapped_game(swapped: dict[str, Any]) -> Game:
    """The game of a swapped position; what is hidden may be there as in no game."""
    return Game(*read_position(swapped, reachable=False))


def test_every_kind_of_game_is_here() -> None:
    assert {name for name, _ in KINDS} == set(ROWS)
    assert ("europe", ["max", "orient-express", "warehouses"]) in KINDS


@pytest.mark.parametrize(("name", "modules"), KINDS, ids=IDS)
def test_a_view_is_the_same_with_everything_hidden_swapped(name: str, modules: list[str]) -> None:
    """VIEW, WAREHOUSE-COUNT, SETUP-TICKETS"""
    rng = random.Random(name)
    changed = 0
    for game in moments(name, modules, 0.04):
        position = json.loads(json.dumps(game.position()))
        true = Game.from_position(position)
        for seat in (None, *range(game.seats)):
            swapped = Swap(position, game.kit.names.tickets, seat, rng).data
            other = swapped_game(swapped)
            assert other.view(seat).to_dict() == true.view(seat).to_dict() == game.view(seat).to_dict()
            assert other.view(seat).record.tobytes() == true.view(seat).record.tobytes()
            changed += swapped["ticket_deck"] != position["ticket_deck"] and swapped["deck"] != position["deck"]
    assert changed > 3


def observed(states: Any, seat: int) -> Any:
    views = np.zeros(1, STATE)
    doors.observe_seat(states, views, seat)
    return views


def redeal(game: Game, views: Any, seat: int, key: int) -> Game:
    states = np.zeros(1, STATE)
    doors.redeal(views, game.kit.board_row, game.kit.rules_row, states, seat, np.array([key, 1], np.uint64))
    return Game(game.kit, states)


def hidden_parts(world: Game) -> tuple[Any, ...]:
    position = world.position()
    keys = ("hands", "deck", "warehouses", "tickets", "ticket_deck", "offers", "later", "choices")
    return tuple(str(position.get(key)) for key in keys)


@pytest.mark.parametrize(("name", "modules"), KINDS, ids=IDS)
def test_a_world_dealt_anew_keeps_the_view_and_is_sound(name: str, modules: list[str]) -> None:
    """VIEW: byte for byte; other keys deal other worlds"""
    for game in moments(name, modules, 0.1):
        for seat in range(game.seats):
            views = observed(game.states, seat)
            before = views.tobytes()
            worlds = [redeal(game, views, seat, key) for key in range(3)]
            assert views.tobytes() == before
            for world in worlds:
                assert observed(world.states, seat).tobytes() == before
                assert doors.status(world.states, game.kit.board_row, game.kit.rules_row) == 0
                assert world.to_act == game.to_act
            state, others = game.state, [other for other in range(game.seats) if other != seat]
            unseen = int(state.n_hand[others].sum() - state.seen[others].sum())
            if unseen > 4 and state.n_deck > 12 and state.n_reshuffles == 0:
                assert len({hidden_parts(world) for world in worlds}) > 1
            assert redeal(game, views, seat, 1).state.tobytes() == worlds[1].state.tobytes()


@pytest.mark.parametrize(("name", "modules"), KINDS, ids=IDS)
def test_a_world_dealt_anew_can_be_played_to_its_end(name: str, modules: list[str]) -> None:
    for game in moments(name, modules, 0.02):
        for seat in range(game.seats):
            world, rng = redeal(game, observed(game.states, seat), seat, 5), random.Random(seat)
            for _ in range(25):
                if not world.over:
                    step(world, rng)
            assert doors.status(world.states, game.kit.board_row, game.kit.rules_row) == 0


@pytest.mark.parametrize(
    ("name", "modules"), [("usa", []), ("europe", ["warehouses"]), ("switzerland", []), ("berlin", [])]
)
def test_public_knowledge_holds_in_the_true_game_and_in_every_world(name: str, modules: list[str]) -> None:
    """VIEW, RESHUFFLE: what was seen in a hand is there, and a new deck is made of the old discard"""
    after_reshuffle = 0
    for game in moments(name, modules, 0.15):
        worlds = [redeal(game, observed(game.states, seat), seat, 2) for seat in range(game.seats)]
        for world in [game, *worlds]:
            state = world.state
            assert (state.hands >= state.seen).all()
            assert (state.deck <= state.stock).all()
        after_reshuffle += bool(game.state.n_reshuffles and game.state.stock.sum() < sum(game.kit.rules.cards))
    assert after_reshuffle > 0


def test_after_a_reshuffle_the_stock_is_the_old_discard() -> None:
    """VIEW, RESHUFFLE"""
    found = 0
    for number in range(6):
        rng = random.Random(number)
        game = Game.new("berlin", 4, seed=number)
        while not game.over:
            before = game.state.copy()
            step(game, rng)
            after = game.state
            if after.n_reshuffles == before.n_reshuffles + 1 and after.n_flushes == before.n_flushes:
                found += 1
                assert (after.deck <= before.discard + before.hands.sum(axis=0)).all()
                assert not (after.blind > after.hands.sum(axis=0)).any()
            if after.n_reshuffles == 0:
                assert (after.deck + after.blind.sum(axis=0) == after.stock).all()
    assert found > 0


@pytest.mark.parametrize("name", ["europe", "europe-1912", "europe-mega", "usa", "switzerland"])
def test_a_partial_position_can_be_dealt_anew(name: str) -> None:
    """A position that says nothing of the setup has a view, and worlds behind it."""
    tickets = {
        "europe": [["brest--petrograd", "london--wien"], ["athina--edinburgh", "berlin--roma"]],
        "europe-1912": [["london--sochi"], ["kyiv--pamplona", "cadiz--lisboa"]],
        "europe-mega": [["brest--petrograd"], ["athina--edinburgh"]],
        "usa": [["boston--miami"], ["denver--el-paso", "calgary--phoenix"]],
        "switzerland": [["basel--bern"], ["bern--countries"]],
    }[name]
    game = Game.from_position({"game": name, "seats": 2, "tickets": tickets, "last_round_by": None})
    for seat in range(2):
        views = observed(game.states, seat)
        world = run_with_limit(game, views, seat)
        assert doors.status(world.states, game.kit.board_row, game.kit.rules_row) & ~TOO_FEW_CARDS == 0
        assert observed(world.states, seat).tobytes() == views.tobytes()


def run_with_limit(game: Game, views: Any, seat: int) -> Game:
    """Deal a world in another process: one that never ends must not stop the tests."""
    import multiprocessing

    context = multiprocessing.get_context("fork")
    process = context.Process(target=redeal, args=(game, views, seat, 1))
    process.start()
    process.join(120)
    hangs = process.is_alive()
    process.kill()
    process.join()
    assert not hangs, "redeal does not end"
    assert process.exitcode == 0
    return redeal(game, views, seat, 1)
