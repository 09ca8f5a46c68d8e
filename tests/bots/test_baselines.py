"""The scripted bots: legal everywhere, the same from the same view, and better than chance."""

import itertools
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from eclisse.bots import LEVELS, careless, forgetful, greedy, hungry, long_route, one_step, path, random, table
from eclisse.bots.loop import match
from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.core import observe
from eclisse.core.apply import play
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import OVER
from eclisse.core.records import STATE
from eclisse.core.rng import siphash
from eclisse.core.setup import deal

Decide = Callable[..., int]

BOTS: dict[str, Decide] = {
    "greedy": greedy.decide,
    "path": path.decide,
    "hungry": hungry.decide,
    "one-step": one_step.decide,
    "long-route": long_route.decide,
    "careless": careless.decide,
}
MOST_DECISIONS = 3000  # no game takes as many


def kits() -> Iterator[Kit]:
    """Every game alone and with all its modules; `make soak-bots` plays with each of them too."""
    for name, spec in builtin_games().items():
        for chosen in ((), modules_for(spec)):
            yield open_kit(name, chosen)


def key(*numbers: int) -> tuple[np.uint64, np.uint64]:
    """A key made of small numbers."""
    return np.uint64(numbers[0]), np.uint64(numbers[-1])


def start(kit: Kit, seats: int, number: int) -> Records:
    """A dealt game."""
    states = np.zeros(1, STATE)
    deal(states[0], kit.board, kit.rules, seats, *key(number, 5))
    return states


def step(kit: Kit, states: Records, bots: list[Decide], number: int) -> None:
    """Let the awaited seat decide from its view alone; the decision must be legal."""
    seat = awaited(states[0])
    views = states.copy()
    observe.blank(views[0], seat)
    before = views.tobytes()
    action = bots[seat](views[0], kit.board, kit.rules, seat, np.uint64(siphash(*key(number, 9), np.uint64(0))))
    assert views.tobytes() == before
    assert play(states[0], kit.board, kit.rules, seat, action), (kit.game, kit.modules, int(states[0].phase), action)


def play_out(kit: Kit, bots: list[Decide], number: int) -> Records:
    """Play a whole game; returns its last state."""
    states = start(kit, len(bots), number)
    for n in range(MOST_DECISIONS):
        if states[0].phase == OVER:
            return states
        step(kit, states, bots, n)
    raise AssertionError(f"{kit.game} {kit.modules}: no end after {MOST_DECISIONS} decisions")


@pytest.mark.compiled_only
@pytest.mark.parametrize("kit", list(kits()), ids=lambda kit: "+".join((kit.game, *kit.modules)))
def test_every_bot_plays_every_game_to_its_end(kit: Kit) -> None:
    """Against itself, on the fewest seats or the most, and against all the others."""
    for number, decide in enumerate(BOTS.values()):
        play_out(kit, [decide] * int((kit.rules.min_seats, kit.rules.max_seats)[number % 2]), number)
    others = [*BOTS.values(), random.decide]
    for number in range(0, len(others), 2):
        play_out(kit, [*others[number:], *others[:number]][: int(kit.rules.max_seats)], number)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_a_short_game(name: str) -> None:
    """Compiled or not."""
    play_out(open_kit("berlin", ["warehouses"]), [BOTS[name], BOTS[name]], 3)


@pytest.mark.parametrize("name", BOTS)
def test_hidden_things_do_not_change_a_decision(name: str) -> None:
    """Redealing all a seat cannot see leaves its view, and so its decision, as they were."""
    kit = open_kit("berlin")
    states = start(kit, 2, 7)
    for n in range(30):
        step(kit, states, [BOTS[name], BOTS[name]], n)
    seat = awaited(states[0])
    views, again = states.copy(), states.copy()
    observe.blank(views[0], seat)
    again[0] = views[0]
    observe.redeal(again[0], kit.board, kit.rules, seat, *key(1, 2))
    observe.blank(again[0], seat)
    first, second = (BOTS[name](x[0], kit.board, kit.rules, seat, np.uint64(34)) for x in (views, again))
    assert first == second


def won_by_second(kit: Kit, first: int, second: int) -> int:
    """How many of 100 games the second of two bots wins, in turn on both seats."""
    bots = np.array([[first, second], [second, first]] * 50)
    games = match(kit.board_row, kit.rules_row, bots, np.array(key(8, 3)))
    assert (games.n_decisions > 0).all()
    won = games.sheets["winner"]
    return int(won[::2, 1].sum() + won[1::2, 0].sum())


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", ["usa", "europe", "switzerland", "india", "berlin"])
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_beats_chance(name: str, game: str) -> None:
    """Nearly always; only the careless one loses one game in seven, on the smallest board."""
    kit, bot, chance = open_kit(game), table.NAMES.index(name), table.NAMES.index("random")
    assert won_by_second(kit, chance, bot) >= 80


def test_a_ticket_out_of_sight_stays_so_for_a_while_and_comes_back() -> None:
    kit = open_kit("usa")
    view, seen = start(kit, 2, 1)[0], []
    for turn in range(200):
        view.turns = turn
        seen.append([forgetful.is_forgotten(view, 0, ticket, 40) for ticket in range(30)])
    spans = [seen[i : i + 16] for i in range(0, 192, 16)]
    assert all(turn == span[0] for span in spans for turn in span)
    by_ticket = np.array([span[0] for span in spans])
    assert 0.3 < by_ticket.mean() < 0.5
    assert by_ticket.any(axis=0).all()
    assert not by_ticket.all(axis=0).any()


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", ["usa", "europe"])
def test_each_level_beats_the_one_below(game: str) -> None:
    """Those that answer at once; about four times in five."""
    kit, levels = open_kit(game), [table.NAMES.index(LEVELS[name]) for name in ("beginner", "easy", "medium", "hard")]
    for weaker, stronger in itertools.pairwise(levels):
        assert 60 <= won_by_second(kit, weaker, stronger) <= 95
