"""Every invariant over every game, number of seats and module, by random play and by hypothesis."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eclisse import Game, IllegalAction
from eclisse.bots.loop import random_match
from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.catalogue.kit import Kit, open_kit
from tests.invariants.checker import check, tables

TABLES = list(tables())
GAMES = [(name, tuple(modules)) for name, spec in builtin_games().items() for modules in ((), modules_for(spec))]


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("kit", "seats"), TABLES, ids=lambda x: f"{x.game}+{'+'.join(x.modules)}" if isinstance(x, Kit) else str(x)
)
def test_random_games_keep_every_invariant(kit: Kit, seats: int) -> None:
    """Cards, pieces and tickets are conserved; a legal decision always exists; views and redeals are consistent."""
    assert check(kit, seats, first=0, n_games=20, every=4) > 0


def play_out(game: Game, pick: Callable[[int], int], most: int) -> None:
    """Play up to so many decisions, each picked by number."""
    for _ in range(most):
        if game.over:
            return
        seat = game.to_act[pick(len(game.to_act))]
        legal = game.legal(seat)
        game.play(seat, legal[pick(len(legal))])


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(table=st.sampled_from(GAMES), seed=st.integers(0, 2**128 - 1), data=st.data())
def test_any_moment_goes_out_and_in_unchanged(
    table: tuple[str, tuple[str, ...]], seed: int, data: st.DataObject
) -> None:
    """Position, record and copy of any moment lead to the same bytes."""
    game = Game.new(table[0], seats=2, seed=seed, modules=table[1])
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    play_out(game, lambda n: int(rng.integers(n)), data.draw(st.integers(0, 250)))
    position = json.loads(json.dumps(game.position()))
    again = Game.from_position(position)
    assert again.position() == position
    assert [again.legal(seat) for seat in (0, 1)] == [game.legal(seat) for seat in (0, 1)]
    replayed = Game.replay(json.loads(json.dumps(game.record())))
    assert replayed.state.tobytes() == game.state.tobytes() == game.copy().state.tobytes()


@pytest.mark.compiled_only
def test_positions_of_every_table_go_out_and_in_unchanged() -> None:
    """One game at each table, its position written and read again in every phase and at some moments between."""
    rng = np.random.default_rng(3)
    for kit, seats in TABLES:
        game, phases = Game.new(kit.game, seats, seed=7, modules=kit.modules), set[int]()
        while True:
            phase = int(game.state.phase)
            if phase not in phases or rng.random() < 0.003:
                phases.add(phase)
                again = Game.from_position(json.loads(json.dumps(game.position())))
                assert again.position() == game.position()
                assert [again.legal(s) for s in range(seats)] == [game.legal(s) for s in range(seats)]
            if game.over:
                break
            play_out(game, lambda n: int(rng.integers(n)), 1)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(table=st.sampled_from(GAMES), seed=st.integers(0, 2**64), text=st.text(max_size=30))
def test_nonsense_is_refused_and_changes_nothing(table: tuple[str, tuple[str, ...]], seed: int, text: str) -> None:
    """Whatever is typed is either a legal decision or refused with a reason."""
    game = Game.new(table[0], seats=2, seed=seed, modules=table[1])
    before = game.state.tobytes()
    with pytest.raises(IllegalAction):
        game.play(0, text)
    assert game.state.tobytes() == before
    assert game.actions == []


@pytest.mark.compiled_only
def test_the_number_of_threads_changes_nothing() -> None:
    """The same key gives the same bytes on one thread, two and seven."""
    kit = open_kit("europe", ["warehouses"])
    key = np.array([11, 12], np.uint64)
    runs = [random_match(kit.board_row, kit.rules_row, 3, key, 50, threads).states.tobytes() for threads in (1, 2, 7)]
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.compiled_only
def test_playing_never_writes_to_board_or_rules() -> None:
    """Compiled code could write through a read-only array; it does not."""
    kit = open_kit("india", ["warehouses"])
    before = kit.board_row.tobytes(), kit.rules_row.tobytes()
    random_match(kit.board_row, kit.rules_row, 4, np.array([1, 1], np.uint64), 20)
    assert (kit.board_row.tobytes(), kit.rules_row.tobytes()) == before


@pytest.mark.compiled_only
def test_another_process_deals_and_plays_the_same() -> None:
    """The same key gives the same bytes in another process."""
    code = (
        "import hashlib, numpy as np; from eclisse.bots.loop import random_match;"
        "from eclisse.catalogue.kit import open_kit;"
        "k = open_kit('berlin');"
        "s = random_match(k.board_row, k.rules_row, 3, np.array([3, 4], np.uint64), 20).states;"
        "print(hashlib.sha256(s.tobytes()).hexdigest())"
    )
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    kit = open_kit("berlin")
    here = random_match(kit.board_row, kit.rules_row, 3, np.array([3, 4], np.uint64), 20).states
    assert there.strip() == hashlib.sha256(here.tobytes()).hexdigest()
