"""The page's engine says what the server says: every update, refusal, hint and decision of a bot, over whole games."""

from typing import Any

import pytest

from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import open_kit
from tests.wasm.messages import RICH, Course, in_node, tables

pytestmark = pytest.mark.compiled_only
SAMPLE = 16  # of the tables with modules, one in so many is played at each run
ASKED = ("legal", "due", "play", "observe", "count", "trail", "ticket_path", "closed", "circles", "usual",
         "unseen", "claims", "station_ways", "why_not", "why_no_claim", "held", "needs", "offer_needs", "plan",
         "ask")  # fmt: skip


def sampled(game: str) -> list[dict[str, Any]]:
    """Games with the fewest and the most seats, without modules and with some."""
    found = [(i, kit, seats) for i, (kit, seats) in enumerate(tables()) if kit.game == game]
    return [Course(kit, seats, i).play(70) for i, kit, seats in found[:2] + found[2::SAMPLE]]


@pytest.mark.parametrize("game", builtin_games())
def test_the_page_tells_a_game_as_the_server_does(game: str) -> None:
    games = sampled(game)
    assert in_node(games) == [""] * len(games)


def test_a_fault_in_any_function_that_the_page_asks_is_noticed() -> None:
    games = [Course(open_kit(game, modules), 2, seed).play(400) for game, modules, seed in RICH]
    assert in_node(games) == [""] * len(games)
    found = in_node(games, ASKED)
    told = [found[i : i + len(games)] for i in range(0, len(found), len(games))]
    assert [name for name, some in zip(ASKED, told, strict=True) if not any(some)] == []
