"""The engine, and a whole game without a network, in browsers of other makes."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import pytest

from eclisse.game import Game
from eclisse.server.play.levels import choose
from eclisse.terminal.site import write_site
from tests.browsers.makes import Driven, firefox, webkit
from tests.wasm.course import ROOT
from tests.web.files import Files
from tests.web.playing import DRIVE, SEED, prefs

PACKAGE: Final = ROOT / "build" / "package" / "package"  # made by `make package`
MAKES: Final[dict[str, Callable[[], AbstractContextManager[Driven]]]] = {"firefox": firefox, "webkit": webkit}
PLAY: Final = """async (address, name, options, level) => {
  const { Game } = await import(address)
  const game = new Game(name, options)
  while (!game.over) game.play(game.toAct[0], await game.bot(game.toAct[0], level))
  return game.record()
}"""
THERE: Final = """async () => {
  while (!document.querySelector('[data-number]')) await new Promise(done => setTimeout(done, 20))
}"""
SIT: Final = """async (seed, level) => {
  const there = async selector => {
    while (!document.querySelector(selector)) await new Promise(done => setTimeout(done, 20))
    return document.querySelector(selector)
  }
  const enter = (field, value, kind) => {
    field.value = value
    field.dispatchEvent(new Event(kind, { bubbles: true }))
  }
  ;(await there('[data-game=usa]')).click()
  enter(await there("[data-seat='1']"), level, 'change')
  enter(await there('.seed input'), seed, 'input')
  ;(await there('[data-create]')).click()
  await there('[data-number]')
  await navigator.serviceWorker.ready
}"""


@pytest.fixture(scope="module", params=MAKES)
def page(request: pytest.FixtureRequest) -> Iterator[Driven]:
    """A page in a browser of some make."""
    with MAKES[request.param]() as driven:
        yield driven


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_the_engine_plays_as_in_python(page: Driven, level: Any) -> None:
    files = Files(PACKAGE)
    page.go(f"{files.url}README.md")
    made = page.run(PLAY, f"{files.url}engine/package.js", "europe", {"seats": 3, "seed": SEED}, level)
    files.stop()
    game = Game.new("europe", 3, SEED)
    while not game.over:
        game.play(game.to_act[0], choose(game, game.to_act[0], level))
    assert made == game.record()


def test_a_game_begun_with_a_network_ends_without_one(page: Driven, tmp_path: Path) -> None:
    write_site(tmp_path / "site")
    files = Files(tmp_path / "site")
    page.go(f"{files.url}icon-192.png")  # WebKit never installs a worker whose page goes while it starts
    page.run("async all => Object.assign(localStorage, all)", prefs())
    page.go(files.url)
    page.run(SIT, str(SEED), "hard")
    begun = page.run(DRIVE, {"seed": SEED, "goal": 8})
    assert begun["why"] == "goal", begun
    address = page.run("async () => location.href")
    files.stop()
    page.go(address)
    page.run(THERE)
    ended = page.run(DRIVE, {"seed": SEED})
    assert ended["why"] == "over", ended
    assert ended["number"] > begun["number"]
    assert ended["alerts"] == []
