"""At a server's table the page judges a decision first: what is certain is shown at once."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from eclisse import Game
from tests.server.serving import Thread
from tests.web.conftest import Visitor
from tests.web.playing import at_the_table, moment, number, prefs

pytestmark = pytest.mark.compiled_only
# What the server says is held back from `holding` on; `release` hands it on, `sockets` can be closed.
HELD = """() => {
  const Real = WebSocket
  const held = []
  window.sockets = []
  window.holding = false
  window.release = () => { window.holding = false; held.splice(0).forEach(one => one()) }
  window.WebSocket = class extends Real {
    constructor(...how) { super(...how); sockets.push(this) }
    set onmessage(take) { super.onmessage = take && (event => holding ? held.push(() => take(event)) : take(event)) }
  }
}"""
READY = "() => performance.getEntriesByName('eclisse-engine').length"


def plain_claim(game: Game) -> str | None:
    """A route that the seat can claim, and which is no tunnel."""
    facts = game.kit.board
    names = {f"claim {name}": i for i, name in enumerate(game.kit.names.routes)}
    legal = [str(one) for one in game.legal(0)]
    found = (one for one in legal if one in names and not facts["tunnel"][names[one]])
    return next((one.removeprefix("claim ") for one in found), None)


@pytest.fixture
def claiming(visitor: Visitor, site: Thread) -> Any:
    """A table of two people on one device, its engine there, and a route to be claimed; the server is not heard."""
    game, route = moment(plain_claim)
    with visitor.page(store=prefs()) as page:
        page.add_init_script(f"({HELD})()")
        page.reload()
        at_the_table(visitor, site, game, page)
        page.wait_for_function(READY)
        page.evaluate("window.holding = true")
        yield page, route


def claim(page: Page, route: str) -> int:
    """Claim a route in the first way there is; returns the number of the state before."""
    before = number(page)
    page.locator(f"[data-route='{route}']").focus()
    page.keyboard.press("Enter")
    page.locator("[data-option]").first.click()
    return before


def test_a_claim_is_shown_before_the_server_has_answered(claiming: tuple[Page, str]) -> None:
    page, route = claiming
    before = claim(page, route)
    expect(page.locator(f"[data-route='{route}'].taken")).to_be_attached()
    foreseen = number(page)
    assert foreseen > before
    page.evaluate("release()")
    expect(page.locator("[data-curtain]")).to_be_visible()
    page.locator("[data-curtain] button").click()
    expect(page.locator("[data-deck]")).to_be_enabled()
    assert number(page) == foreseen


def test_a_claim_that_the_server_never_heard_of_is_taken_back(claiming: tuple[Page, str]) -> None:
    page, route = claiming
    page.evaluate("sockets.at(-1).send = () => undefined")
    before = claim(page, route)
    expect(page.locator(f"[data-route='{route}'].taken")).to_be_attached()
    page.evaluate("sockets.at(-1).close(); window.holding = false")
    expect(page.locator(f"[data-route='{route}'].taken")).to_have_count(0)
    expect(page.locator("[data-deck]")).to_be_enabled()
    assert number(page) == before


def test_ways_and_reasons_are_worked_out_in_the_page(claiming: tuple[Page, str]) -> None:
    page, _ = claiming
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("[data-ticket]").first.click()
    page.locator("[data-tab=moves]").click()
    page.locator("#tab-panel summary").focus()
    page.keyboard.press("Enter")
    page.locator("[data-why]").first.press("Enter")
    expect(page.locator("[data-why-not]")).not_to_be_empty()
    assert asked == []
