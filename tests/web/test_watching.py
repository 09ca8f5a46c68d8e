"""The moves of the others, as a browser shows them: they come one by one, stay in sight, and take nothing away; nor
does a lost connection."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from eclisse import Game
from tests.server.people import Person, Seat
from tests.server.serving import Thread
from tests.web.conftest import Visitor
from tests.web.games import bot_game, enter
from tests.web.playing import keep_tickets, number, prefs, sit_down
from tests.web.test_screens import IN_FRAME

pytestmark = pytest.mark.compiled_only
KEEPS_SOCKETS = """
    window.sockets = []
    window.WebSocket = class extends WebSocket {
      constructor(...args) { super(...args); window.sockets.push(this) }
    }"""

# Keeps the first alert if there is no card to be drawn then: it is gone in a moment.
SEES_LOSS = """() => {
  const look = () => {
    const alert = document.querySelector('.banner.lost')
    if (alert && !document.querySelector('[data-deck]:enabled')) window.lost ??= alert.textContent.match(/^[a-z ]*/i)[0]
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
}"""


def claimed_last() -> tuple[Game, str]:
    """A game of bots in which the second seat has just claimed a route, and the route."""
    whole = bot_game("usa", 2, 3)
    game = bot_game("usa", 2, 3, until=0)
    for seat, action in whole.actions:
        before = set(game.view(None).to_dict()["routes"])
        game.play(seat, action)
        new = set(game.view(None).to_dict()["routes"]) - before
        if new and seat == 1 and game.to_act == (0,) and len(game.actions) > 12:
            return game, new.pop()
    raise AssertionError("no such moment")


@contextmanager
def against_somebody(site: Thread, page: Page, game: Game) -> Iterator[Seat]:
    """A game entered by two people: the first one's seat is taken over by the page, the other's is given."""
    with Person(site.url, "Ada") as ada, Person(site.url, "Grace") as grace:
        made = ada.table("usa", "you open", seed=game.record()["key"])
        table = made["id"]
        grace.post(f"tables/{table}/join", invite=made["invite"])
        ada.post(f"tables/{table}/start")
        with ada.sit(table) as first, grace.sit(table) as second:
            number = first.update()["number"]
            for seat, action in game.actions:
                (first, second)[seat].decide(number, action)
                number = first.update(number + 1)["number"]
                second.update(number)
            token = ada.post("players/me/recovery")["token"]
            page.goto(f"{site.url}/#recover={token}")
            page.locator(f"[aria-labelledby=mine] [data-table='{table}']").click()
            page.locator("[data-number]").wait_for()
            yield second


COVERED_BY_TOAST = """() => {
  const box = one => one.getBoundingClientRect()
  const toast = box(document.querySelector('[data-toast]'))
  const parts = [...document.querySelectorAll('header .brand, header button, [data-player] .who')]
  const over = one => box(one).left < toast.right && box(one).right > toast.left && box(one).top < toast.bottom
  return parts.filter(over).map(one => one.outerHTML.slice(0, 80))
}"""


def draw_two(page: Page) -> None:
    """A turn of drawing, from the keyboard: the deck keeps its focus."""
    page.keyboard.press("Tab")
    page.locator("[data-deck]:enabled").focus()
    for _ in range(2):
        expect(page.locator("[data-deck]:enabled")).to_be_focused()
        before = page.locator("[data-number]").get_attribute("data-number")
        page.keyboard.press("Enter")
        page.wait_for_function("n => document.querySelector('[data-number]').dataset.number !== n", arg=before)


def answer(grace: Seat) -> None:
    """The other one draws two cards as well."""
    for _ in range(2):
        update = grace.until(
            lambda m: m["type"] == "update" and any(one["kind"] == "draw" for one in m["own"]["legal"])
        )
        grace.decide(update["number"], "draw")


def brought_into_sight(page: Page, game: Game, route: str) -> None:
    """A phone frames what another has just claimed; where somebody looks elsewhere, a sign at the edge leads there."""
    (cities,) = (list(one.cities) for one in game.kit.spec.board.routes if one.id == route)
    sign = page.locator(f"[data-outside='{route}']")
    page.wait_for_function(IN_FRAME, arg=cities)
    expect(sign).to_have_count(0)
    for _ in range(5):
        page.get_by_role("button", name="Zoom in").tap()
    expect(sign).to_be_visible()
    sign.tap()
    expect(sign).to_have_count(0)
    page.wait_for_function(IN_FRAME, arg=cities)


def test_the_last_move_of_the_others_stays_lit_and_the_keyboard_stays_where_it_was(
    visitor: Visitor, site: Thread
) -> None:
    game, route = claimed_last()
    with visitor.page(store=prefs(pace="normal"), size=(390, 844)) as page, against_somebody(site, page, game) as grace:
        recent = page.locator(f"[data-recent='{route}']")
        expect(recent).to_be_attached()
        expect(page.locator("[data-deck]")).to_be_enabled()
        expect(page.locator("[data-coach]")).to_have_count(0)  # it helps nobody against somebody else
        brought_into_sight(page, game, route)
        page.locator("[data-tab=log]").tap()
        page.locator(f"[data-shows='{route}']").tap()
        expect(page.locator(f"[data-route='{route}'] .sure")).to_be_attached()
        expect(page.locator("#tab-panel")).to_be_hidden()
        draw_two(page)
        expect(page.locator("[data-recent]")).to_have_count(0)
        answer(grace)
        expect(page.locator("[data-toast]")).to_have_text("Grace drew 2 cards from the deck.")
        toast, window = page.locator("[data-toast]").bounding_box(), page.locator(".table").bounding_box()
        assert toast
        assert window
        assert toast["y"] + toast["height"] <= window["y"], "it lies over the map"
        assert page.evaluate(COVERED_BY_TOAST) == []
        page.set_viewport_size({"width": 1366, "height": 768})
        expect(page.locator("[data-last='1']")).to_be_visible()
        expect(page.locator("[data-deck]")).to_be_focused()
        line = page.locator(f"[data-shows='{route}']")
        line.hover()
        expect(page.locator(f"[data-route='{route}'] .sure")).to_be_attached()
        page.mouse.move(5, 5)
        expect(page.locator(f"[data-route='{route}'] .sure")).to_have_count(0)
        box = page.locator("div.sheet").bounding_box()
        assert box is not None
        assert box["width"] > 1000, "the map has not got the width"


def test_bots_move_one_after_the_other_even_where_nothing_may_move(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        page.locator("[data-game=usa]").click()
        for seat in (1, 2, 3):
            if seat > 1:
                page.locator("[data-add]").click()
            page.locator(f"[data-seat='{seat}']").select_option("easy")
        expect(page.locator("[data-level=easy]")).to_contain_text("loses sight of some")
        page.locator("[data-create]").click()
        keep_tickets(page)
        page.locator("[data-deck]:enabled").wait_for()
        expect(page.locator("[data-face]")).to_have_count(3)
        page.locator("[data-tab=menu]").click()
        expect(page.locator("[data-bots] p", has_text="loses sight of some").locator("[data-face]")).to_have_count(3)
        page.locator("label:has([data-pace=slow])").click()
        while page.locator("[data-deck]:enabled").count():
            before = page.locator("[data-number]").get_attribute("data-number")
            page.locator("[data-deck]").click()
            page.wait_for_function("n => document.querySelector('[data-number]').dataset.number !== n", arg=before)
        expect(page.locator("[data-thinks]").first).to_be_attached()
        page.locator("[data-skip-moves]").click()
        expect(page.locator("[data-deck]")).to_be_enabled()
        expect(page.locator("[data-skip-moves]")).to_have_count(0)


def free_tunnel() -> tuple[Game, str]:
    """A game of bots in which the first seat may dig a tunnel that turns out to cost nothing more, and the claim."""
    for game in starts():
        for claim in [str(one) for one in game.legal(0) if str(one).startswith("claim")]:
            events = game.copy().play(0, claim)
            if any(event.kind == "tunnel" and not event.surcharge for event in events):
                return game, claim
    raise AssertionError("no such moment")


def starts() -> Iterator[Game]:
    """Games of bots at the beginning of a turn of the first seat."""
    for seed in range(50):
        game = bot_game("europe", 2, seed, until=0)
        for seat, action in bot_game("europe", 2, seed).actions:
            if game.to_act == (0,) and game.view(0).to_dict()["phase"] == "main":
                yield game
            game.play(seat, action)


SEES_TUNNEL = """() => new MutationObserver(() => {
  window.tunnel ??= document.querySelector('[data-tunnel] .verdict')?.textContent.trim()
}).observe(document.body, { subtree: true, childList: true })"""


def test_who_watches_a_tunnel_is_not_told_to_pay_nothing(visitor: Visitor, site: Thread) -> None:
    game, claim = free_tunnel()
    with Person(site.url, "Ada") as ada, visitor.page(store=prefs()) as page:
        table = enter(ada, game, public=True)
        page.goto(f"{visitor.url}/t/{table}")
        page.locator("[data-number]").wait_for()
        page.evaluate(SEES_TUNNEL)
        with ada.sit(table) as seat:
            seat.decide(seat.update()["number"], claim, 0)
            told = page.wait_for_function("() => window.tunnel").json_value()
        assert told == f"No card matches: {game.names[0]} pays nothing more."


def is_back(page: Page) -> None:
    """The page has said that the connection was lost, and has begun another."""
    assert page.wait_for_function("() => window.lost").json_value() == "Connection lost"
    expect(page.get_by_text("Connection lost")).to_be_hidden()


def test_a_reload_and_a_lost_connection_in_the_middle_of_a_turn_lose_nothing(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        page.add_init_script(KEEPS_SOCKETS)
        page.clock.install()
        sit_down(page, "usa")
        keep_tickets(page)
        page.locator("[data-deck]:enabled").click()
        expect(page.locator("[data-phase=drawing]")).to_be_visible()
        before, hand = number(page), page.locator("[data-hand]").inner_text()
        page.reload()
        expect(page.locator("[data-phase=drawing]")).to_be_visible()
        assert (number(page), page.locator("[data-hand]").inner_text()) == (before, hand)
        page.evaluate(f"({SEES_LOSS})(); sockets.at(-1).close()")
        is_back(page)
        page.evaluate("sockets.at(-1).send = () => window.lost = undefined")  # dead, and nobody was told
        page.locator("[data-deck]:enabled").click()
        page.clock.fast_forward(10_000)
        is_back(page)
        assert number(page) == before
        page.locator("[data-deck]:enabled").click()
        page.wait_for_function("before => +document.querySelector('[data-number]').dataset.number > before", arg=before)
        expect(page.locator("[data-deck]:enabled, [data-phase=main]").first).to_be_visible()
