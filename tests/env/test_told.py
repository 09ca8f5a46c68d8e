"""Where somebody outside says what chance does, the rules are the same, and every draw has its true odds."""

import pickle
from collections import Counter
from itertools import accumulate

import numpy as np
import pytest

from eclisse import Game
from eclisse.core.records import STATE, TOLD
from eclisse.core.rng import siphash
from eclisse.env.told import NotTold, ToldGame
from eclisse.notation import key_from_seed
from tests.invariants.checker import tables

pytestmark = pytest.mark.compiled_only


def told_by_key(game: ToldGame, key: tuple[int, int]) -> None:
    """Tell what a game under this key would have drawn, until a seat is to act."""
    while game.outcomes:
        k = int(siphash(np.uint64(key[0]), np.uint64(key[1]), np.uint64(game.drawn))) % sum(game.weights)
        game.tell(next(i for i, until in enumerate(accumulate(game.weights)) if k < until))


def first_told(game: ToldGame, generator: np.random.Generator) -> None:
    """Let chance do anything until a seat is to act."""
    while game.outcomes:
        numbers, shares = zip(*game.outcomes, strict=True)
        game.tell(int(generator.choice(numbers, p=shares)))


def test_told_what_its_key_would_have_drawn_every_game_goes_byte_for_byte_as_under_the_key() -> None:
    for kit, seats in list(tables())[::5]:
        real = Game.new(kit.game, seats, 5, kit.modules)
        key = (int(real.state.key[0]), int(real.state.key[1]))
        game = ToldGame(kit.game, seats, kit.modules, key)
        generator = np.random.default_rng(1)
        told_by_key(game, key)
        while not real.over:
            assert game.states.tobytes() == real.state.tobytes()
            assert game.to_act == real.to_act[0]
            legal = real.legal(real.to_act[0])
            assert game.legal() == sorted(action.number for action in legal)
            action = legal[generator.integers(len(legal))]
            assert game.text(action.number) == action.text
            real.play(real.to_act[0], action)
            game.play(action.number)
            told_by_key(game, key)
        assert game.over
        assert game.states.tobytes() == real.state.tobytes()


def test_a_card_is_as_likely_as_there_are_cards_of_its_colour_in_the_deck() -> None:
    game = ToldGame("usa", 2)
    assert game.outcomes == ((0, 0.5), (1, 0.5))
    game.tell(1)
    assert dict(game.outcomes) == {colour: (14 if colour == 8 else 12) / 110 for colour in range(9)}
    game.tell(8)
    assert dict(game.outcomes)[8] == 13 / 109
    for _ in range(3 + 4 + 5):
        game.tell(0)
    assert len(game.outcomes) == 30  # the tickets are shuffled: with which of 30 does the last one change places?
    assert {share for _, share in game.outcomes} == {1 / 30}


def test_what_can_only_go_one_way_is_not_asked() -> None:
    game, generator, asked = ToldGame("berlin", 2), np.random.default_rng(2), Counter[int]()
    first_told(game, generator)
    while not game.over:
        game.play(int(generator.choice(game.legal())))
        asked[len(game.outcomes)] += 1
        first_told(game, generator)
    assert 1 not in asked
    assert asked.total() > asked[0] > 0


def test_an_outcome_that_chance_does_not_have_is_refused() -> None:
    game = ToldGame("usa", 2)
    with pytest.raises(NotTold, match="chance cannot do 2 now; expected one of 0, 1"):
        game.tell(2)
    with pytest.raises(NotTold, match="not legal"):
        game.play(24)
    first_told(game, np.random.default_rng(1))
    with pytest.raises(NotTold, match="not legal"):
        game.play(0)


def test_copies_and_what_is_pickled_go_on_by_themselves() -> None:
    game, generator = ToldGame("europe", 3), np.random.default_rng(3)
    first_told(game, generator)
    others = [game.copy(), pickle.loads(pickle.dumps(game))]
    before, action = game.states.tobytes(), game.legal()[0]
    for other in others:
        other.play(action)
        assert game.states.tobytes() == before != other.states.tobytes()
    assert others[0].states.tobytes() == others[1].states.tobytes()
    assert others[0].information_state(1) == others[1].information_state(1)


def test_a_record_of_one_kind_does_not_begin_as_the_other_does() -> None:
    """Numba would take the longer one for the shorter, and draw where it should ask."""
    assert TOLD.names is not None
    assert STATE.names is not None
    assert TOLD.names[-len(STATE.names) :] == STATE.names
    assert all(TOLD.itemsize - STATE.itemsize == TOLD.fields[n][1] - STATE.fields[n][1] for n in STATE.names)  # type: ignore[index]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_a_seat_remembers_is_what_the_game_says_it_knows(seat: int) -> None:
    real = Game.new("europe", 3, 5, ["warehouses"])
    key = (int(real.state.key[0]), int(real.state.key[1]))
    game, generator = ToldGame("europe", 3, ("warehouses",), key), np.random.default_rng(1)
    told_by_key(game, key)
    for _ in range(40):
        actor = real.to_act[0]
        legal = real.legal(actor)
        action = legal[generator.integers(len(legal))]
        real.play(actor, action)
        game.play(action.number)
        told_by_key(game, key)
    assert real.information_state(seat).key == game.information_state(seat)


def test_a_redealt_world_is_one_that_the_seat_cannot_tell_from_its_own() -> None:
    game, generator = ToldGame("europe", 3), np.random.default_rng(4)
    first_told(game, generator)
    for _ in range(60):
        game.play(int(generator.choice(game.legal())))
        first_told(game, generator)
    worlds = [game.redealt(1, key_from_seed(seed)) for seed in range(4)]
    for world in worlds:
        assert world.information_state(1) == game.information_state(1)
        assert world.sight(1) == game.sight(1)
        while not world.over:
            world.play(int(generator.choice(world.legal())))
            first_told(world, generator)
    assert len({worlds[k].redealt(1, key_from_seed(9)).sight(0) for k in range(4)}) > 1
