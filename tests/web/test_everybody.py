"""The game is for everybody: in both languages, with nothing that keeps people out, and behind a proxy."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from eclisse.server.play import levels
from tests.server.serving import on_port
from tests.web.conftest import DESKTOP, PHONE, Visitor, serious
from tests.web.playing import BICYCLE, back_of, drive, prefs, sit_down
from tests.web.proxy import https

pytestmark = pytest.mark.compiled_only
# Every board and module but Berlin, where a whole game is played; the other games of a board differ in their tickets,
# which the score sheet's test has all of.
TABLES = [
    ("usa-mega", ("warehouses",), "dark"),
    ("europe", ("max", "orient-express", "warehouses"), "light"),
    ("switzerland", (), "light"),
    ("india", (), "dark"),
]


def test_the_language_changes_at_once(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        page.get_by_role("button", name="Passer en français").click()
        expect(page.get_by_role("heading", name="Choisir un jeu")).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="Choisir un jeu")).to_be_visible()


def test_a_language_is_chosen_though_the_page_is_reloaded_before_its_texts_are_here(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        french = page.get_by_role("button", name="Passer en français")
        french.wait_for()
        page.route("**/*.js", lambda _: None)  # the texts never come
        french.click()
        page.unroute("**/*.js")
        page.reload()
        expect(page.get_by_role("heading", name="Choisir un jeu")).to_be_visible()


def test_a_fault_of_contrast_is_found_though_nothing_is_painted(visitor: Visitor) -> None:
    with visitor.page("rules/usa", store=prefs(theme="light")) as page:
        page.locator("h1").evaluate("title => { title.style.color = '#ddd' }")
        assert [fault.split(":")[0] for fault in serious(page, "h1")] == ["color-contrast"]
        page.reload()
        page.locator("h1").wait_for()
        assert serious(page, "h1") == []
        assert page.evaluate("getComputedStyle(document.documentElement).opacity") == "0"


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "dark"), (PHONE, "light")])
def test_home_has_no_serious_fault_of_access(
    visitor: Visitor, size: tuple[int, int], theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "is_compiled", lambda: False)  # levels that are not ready say so at length
    with visitor.page(store=prefs(theme=theme), size=size) as page:
        page.locator("[data-game=usa]").wait_for()
        assert serious(page) == []
        page.locator("[data-game=usa]").click()
        page.locator("[data-create]").wait_for()
        assert page.locator("dialog").evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        assert serious(page, "dialog") == []
        page.goto(visitor.url)
        page.locator("[data-game=usa]").wait_for()
        page.keyboard.press("?")
        page.locator("kbd").first.wait_for()
        assert serious(page, "dialog") == []


@pytest.mark.parametrize(("game", "modules", "theme"), TABLES)
def test_any_board_is_played_by_clicking_and_has_no_serious_fault_of_access(
    visitor: Visitor, game: str, modules: tuple[str, ...], theme: str
) -> None:
    with visitor.page(store=prefs(theme=theme)) as page:
        sit_down(page, game, modules)
        played = drive(page, goal=40)
        assert played["alerts"] == [], "something illegal could be clicked"
        assert serious(page) == []
        assert back_of(page) != BICYCLE, "the back shows what the cards of another game show"


def test_a_phone_in_play_has_no_serious_fault_of_access(visitor: Visitor) -> None:
    with visitor.page(store=prefs(), size=PHONE) as page:
        sit_down(page, "europe")
        drive(page, goal=6)
        page.locator("[data-tab=tickets]").click()
        assert serious(page) == []
        for tab in ("moves", "log", "chat", "menu"):
            page.locator(f"[data-tab={tab}]").click()
            assert serious(page, "#tab-panel") == [], tab
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_all_works_under_a_path_of_a_proxy_that_speaks_https(browser: Any, tmp_path: Path) -> None:
    with (
        on_port(f"sqlite:///{tmp_path}/eclisse.db", proxies="127.0.0.1", root_path="/trains") as server,
        https(server.url.removesuffix("/trains"), "/trains") as url,
    ):
        visitor = Visitor(browser, url)
        with visitor.page(store=prefs(), ignore_https_errors=True) as page:
            sit_down(page, "berlin")
            page.wait_for_url("**/trains/t/*")
            drive(page, goal=6)
            page.reload()
            expect(page.locator("[data-number]")).to_be_visible()
            [cookie] = page.context.cookies()
            assert [cookie.get(part) for part in ("secure", "httpOnly", "path")] == [True, True, "/trains"]
        visitor.check()
