"""After a game each browser deals it again from the key, and says whether that gives what it was shown."""

import json

import pytest
from playwright.sync_api import Page, expect

from eclisse.game import Game
from eclisse.server import sharing
from eclisse.server.model import Deal
from eclisse.server.operate.verify import verify
from tests.server.people import Json, Person
from tests.server.serving import Thread
from tests.web.conftest import Visitor
from tests.web.playing import as_player, drive, keep_tickets, prefs

OTHER_KEY = "1" * 32


def play(page: Page) -> None:
    """A whole game in a city."""
    page.locator("[data-game=berlin]").click()
    page.locator("[data-seat='1']").select_option("beginner")
    page.locator("[data-create]").click()
    assert drive(page)["why"] == "over"


def deals_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator makes the key as promised, publishes it, and deals other cards all the same."""
    published = sharing.record
    monkeypatch.setattr(
        Deal, "open", lambda deal: Game.new(deal.game, len(deal.names), OTHER_KEY, deal.modules, deal.names)
    )
    monkeypatch.setattr(sharing, "record", lambda table, row: {**published(table, row), "key": table.deal.key})


def test_the_cards_of_an_honest_game_are_those_of_its_key_and_without_the_engine_nobody_says_so(
    visitor: Visitor,
) -> None:
    visitor.expected = ("/engine/", "engine.wasm")  # which the last browser does not get
    with visitor.page(store=prefs()) as page:
        play(page)
        expect(page.locator("[data-cards=same]")).to_be_visible()
        expect(page.locator("[data-verdict=fair].good")).to_be_visible()
        assert visitor.faults == []
        page.reload()
        expect(page.locator("[data-cards=same]")).to_be_visible()
        page.context.route("**/engine/*", lambda route: route.abort())
        page.reload()
        expect(page.locator("[data-cards=unknown]")).to_contain_text("The command below")


def test_an_operator_who_deals_from_another_key_than_the_published_one_is_told_on(
    visitor: Visitor, site: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals_otherwise(monkeypatch)
    with visitor.page(store=prefs()) as page:
        play(page)
        expect(page.locator("[data-verdict=cards].bad")).to_be_visible()
        expect(page.locator("[data-cards=same]")).to_have_count(0)


def shortened(record: Json) -> Json:
    """The same without its last decision."""
    return {**record, "actions": record["actions"][:-1], "by": record["by"][:-1]}


def ended_early(visitor: Visitor, site: Thread, host: Page, ann: Person, bob: Person) -> str:
    """A game from which the other player resigns; returns the address of its table, with its invitation."""
    as_player(host, ann)
    table = ann.table("berlin", "you open")
    bob.post(f"tables/{table['id']}/join", invite=table["invite"])
    host.goto(f"{visitor.url}/t/{table['id']}")
    host.locator("[data-start]").click()
    keep_tickets(host)
    with bob.sit(table["id"]) as seat:
        seat.decide(seat.update(1)["number"], "keep 1 2")
        seat.update(2)
    bob.post(f"tables/{table['id']}/leave")
    expect(host.locator("[data-ended]")).to_contain_text("Bob")
    return f"{visitor.url}/t/{table['id']}?invite={table['invite']}"


def test_a_game_that_ended_early_is_dealt_again_too_by_players_and_whoever_was_invited(
    visitor: Visitor, site: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        Person(site.url, "Ann") as ann,
        Person(site.url, "Bob") as bob,
        visitor.page(store=prefs()) as host,
        visitor.page(store=prefs()) as invited,
    ):
        there = ended_early(visitor, site, host, ann, bob)
        expect(host.locator("[data-ended] [data-verdict=fair].good")).to_be_visible()
        expect(host.locator("[data-ended] [data-cards=same]")).to_be_visible()
        invited.goto(there)
        expect(invited.locator("[data-ended] [data-cards=same]")).to_be_visible()
        invited.locator("[data-ended] a[href^=replay]").click()
        expect(invited.locator("[data-early]")).to_be_visible()
        expect(invited.locator("[data-at='2']")).to_be_attached()
        expect(invited.locator("[data-side] .tabs button")).to_have_count(1)
        with invited.expect_download() as download:
            invited.locator("a[download]").click()
        assert verify(json.loads(download.value.path().read_text()))
        whole = sharing.record
        with monkeypatch.context() as patch:  # a record that leaves out what was shown last
            patch.setattr(sharing, "record", lambda *of: shortened(whole(*of)))
            host.reload()
            expect(host.locator("[data-ended] [data-verdict=cards].bad")).to_be_visible()
        deals_otherwise(monkeypatch)
        ended_early(visitor, site, host, ann, bob)
        expect(host.locator("[data-ended] [data-verdict=cards].bad")).to_be_visible()


def test_lessons_and_counts_need_no_server_once_their_page_is_there(visitor: Visitor) -> None:
    asked: list[str] = []
    with visitor.page("rules", store=prefs()) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{visitor.url}/learn/stations")
        expect(page.locator("[data-go]")).to_be_enabled()
        page.goto(f"{visitor.url}/score/count")
        expect(page.locator("[data-total='0']")).to_be_visible()
    assert [url for url in asked if url.endswith(("/sandbox", "/score"))] == [], "the page's own engine answers"
