"""`learned`: the network knows no board by heart, sees only its view, and plays well."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eclisse import Game
from eclisse.bots import make_bot
from eclisse.bots.learned import player
from eclisse.bots.learned.in_step import Match, surcharges
from eclisse.bots.learned.network import shapes
from eclisse.bots.learned.weights import FOLDER, BadWeights, load_brain, read_card
from eclisse.bots.loop import ROOM
from eclisse.catalogue.kit import open_kit
from eclisse.core import actions
from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import MAIN
from eclisse.core.records import MAX_ROUTES
from eclisse.core.rng import derive, siphash
from eclisse.env.vector import VectorGames
from eclisse.features.layout import BY_NAME, NOWHERE
from eclisse.features.write import features_of
from eclisse.notation import key_from_seed, key_text

pytestmark = pytest.mark.compiled_only


def some_rows(game: str = "usa", seats: int = 2, n: int = 12) -> tuple[Any, Any]:
    """Features and masks of decisions in games played at random."""
    games = VectorGames(game, seats, n, seed=3)
    games.reset()
    for _ in range(40):
        games.step(games.sample())
    kit, arrays = games.kit, games.arrays
    rows = [features_of(arrays.states[i : i + 1], kit.board_row, kit.rules_row, int(arrays.seats[i])) for i in range(n)]
    return np.array(rows), arrays.masks.copy()


def test_the_weights_are_small_and_as_the_card_says() -> None:
    card, brain = read_card(), load_brain()
    assert (FOLDER / "weights.npz").stat().st_size < 4_000_000
    assert sum(value.size for value in brain.parameters.values()) == card["parameters"]
    assert {name: value.shape for name, value in brain.parameters.items()} == shapes(brain.shape)


def test_damaged_weights_and_other_features_are_refused(tmp_path: Path) -> None:
    for name in ("card.json", "weights.npz"):
        shutil.copy(FOLDER / name, tmp_path / name)
    card = read_card()
    (tmp_path / "card.json").write_text(json.dumps({**card, "features": 999}), "utf-8")
    with pytest.raises(BadWeights, match="features 999"):
        load_brain(tmp_path)
    (tmp_path / "card.json").write_text(json.dumps({**card, "sha256": "0"}), "utf-8")
    with pytest.raises(BadWeights, match="not the file"):
        load_brain(tmp_path)


def test_room_for_larger_boards_changes_nothing() -> None:
    rows, masks = some_rows()
    kit, brain = open_kit("usa"), load_brain()
    close, wide = brain.advise(rows, masks, int(kit.board.n_routes), int(kit.board.n_cities)), brain.advise(rows, masks)
    assert np.allclose(close.chances, wide.chances, atol=1e-4)
    assert np.allclose(close.wins, wide.wins, atol=1e-4)


def shuffled(rows: Any, order: Any) -> Any:
    """The same decisions on a board whose routes have other numbers."""
    result, n = rows.copy(), len(order)
    routes, ends, colour, on = (BY_NAME[name] for name in ("routes", "ends", "colour_of", "on_way"))
    for block, height, width in ((routes, 1, routes.width), (ends, 2, 1), (colour, 1, 1), (on, on.rows, 1)):
        whole = rows[:, block.at : block.stop].reshape(len(rows), height, MAX_ROUTES, width).copy()
        whole[:, :, :n] = whole[:, :, order]
        result[:, block.at : block.stop] = whole.reshape(len(rows), -1)
    return result


def test_the_numbers_of_the_routes_mean_nothing() -> None:
    rows, masks = some_rows()
    n = int(open_kit("usa").board.n_routes)
    order = np.random.default_rng(1).permutation(n)
    other = masks.copy()
    other[:, actions.CLAIM : actions.CLAIM + n] = masks[:, actions.CLAIM + order]
    brain = load_brain()
    plain, mixed = brain.advise(rows, masks).chances, brain.advise(shuffled(rows, order), other).chances
    assert np.allclose(plain[:, actions.CLAIM + order], mixed[:, actions.CLAIM : actions.CLAIM + n], atol=1e-4)
    assert np.allclose(plain[:, : actions.CLAIM], mixed[:, : actions.CLAIM], atol=1e-4)


def test_chances_are_of_legal_actions_and_of_seats_that_are_there() -> None:
    rows, masks = some_rows("europe", 3)
    advice = load_brain().advise(rows, masks)
    assert np.allclose(advice.chances.sum(axis=1), 1, atol=1e-4)
    assert (advice.chances[masks == 0] == 0).all()
    assert np.allclose(advice.wins[:, :3].sum(axis=1), 1, atol=1e-4)
    assert (rows[:, BY_NAME["places"].at + 3] == NOWHERE).all()
    assert masks.shape[1] == N_ACTIONS


@pytest.mark.parametrize(("game", "seats"), [("europe", 3), ("switzerland", 2), ("india", 4), ("berlin", 2)])
@pytest.mark.parametrize("bot", ["learned", "hasty"])
def test_it_plays_whole_games_and_always_the_same(game: str, seats: int, bot: str) -> None:
    records = []
    for _ in range(2):
        played = Game.new(game, seats=seats, seed=11)
        bots = [make_bot(bot, key_from_seed(seat)) for seat in range(seats)]
        while not played.over:
            seat = played.to_act[0]
            played.play(seat, bots[seat].choose(played.view(seat), played.legal(seat)))
        records.append(played.record())
    assert records[0] == records[1]


def test_it_beats_greedy_most_of_the_time() -> None:
    n, kit = 12, open_kit("usa")
    bots = [("learned", "greedy") if i % 2 else ("greedy", "learned") for i in range(n)]
    sheets = Match(kit, load_brain(), bots, [i // 2 for i in range(n)], 5).play().sheets
    assert sum(int(sheets["winner"][i, (i + 1) % 2]) for i in range(n)) >= n - 2


def key_of_first_decision(is_hasty: bool) -> Any:
    """A key with which the first decision is made on impulse, or is not."""
    keys = map(key_from_seed, range(1000))
    return next(key for key in keys if (int(siphash(key[0], key[1], np.uint64(0))) % 100 < player.GREED) == is_hasty)


@pytest.mark.parametrize(("is_hasty", "like"), [(False, "learned"), (True, "greedy")])
def test_hasty_is_the_network_but_for_what_it_does_on_impulse(is_hasty: bool, like: str) -> None:
    """In the turns it does on impulse it decides as `greedy` does; tickets it always chooses with care."""
    game, key = Game.new("europe", 2, 3), key_of_first_decision(is_hasty)
    for _ in range(60):
        seat = game.to_act[0]
        view, legal = game.view(seat), game.legal(seat)
        expected = make_bot(like if view.record["phase"] == MAIN else "learned", key).choose(view, legal)
        assert make_bot("hasty", key).choose(view, legal) == expected
        game.play(seat, expected)


def test_hasty_decides_alike_alone_and_among_many_games() -> None:
    kit, seed, deals = open_kit("berlin"), 5, range(3)
    played = Match(kit, load_brain(), [("hasty", "hasty")] * len(deals), deals, seed).play()
    for deal in deals:
        key = np.array(derive(np.uint64(seed), np.uint64(1), deal), np.uint64)
        game, bot = Game.new("berlin", 2, key_text(key)), make_bot("hasty", key)
        while not game.over:
            seat = game.to_act[0]
            game.play(seat, bot.choose(game.view(seat), game.legal(seat)))
        assert list(game.result.totals) == played.sheets["total"][deal, :2].tolist()


def test_surcharges_are_counted_where_there_are_tunnels() -> None:
    for game, is_any in (("switzerland", True), ("usa", False)):
        played = Match(open_kit(game), load_brain(), [("planner", "planner")] * 2, range(2), 5, room=ROOM).play()
        paid = surcharges(played)
        assert paid[:, :2].any() == is_any
        assert not paid[:, 2:].any()
