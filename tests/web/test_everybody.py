"""The game is for everybody: in both languages, with nothing that keeps people out, and behind a proxy."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from eclisse.server.tables import levels
from tests.server.serving import serving
from tests.web.conftest import DESKTOP, PHONE, Visitor, serious
from tests.web.playing import BOARDS, drive, prefs, sit_down
from tests.web.proxy import https

pytestmark = pytest.mark.compiled_only
KEYS = re.compile(r"\b(app|home|table|end|log|cards|moves)\.[a-z][a-z-]+")


def test_no_text_is_missing_in_either_language(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        sit_down(page, "berlin", ("warehouses",))
        drive(page, goal=30)
        for tab in ("moves", "log", "chat", "menu"):
            page.locator(f"[data-tab={tab}]").click()
            assert keys_shown(page) == [], tab
        drive(page)
        assert keys_shown(page) == []


def keys_shown(page: Page) -> list[str]:
    """Keys that a page shows instead of texts, in the other language or in this one."""
    shown = []
    for _ in "ab":
        before = page.locator("html").get_attribute("lang")
        page.locator("button.language").click()
        expect(page.locator("html")).to_have_attribute("lang", "fr" if before == "en" else "en")
        shown += KEYS.findall(page.locator("body").inner_text())
    return shown


def test_the_language_changes_at_once(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        page.get_by_role("button", name="Passer en français").click()
        expect(page.get_by_role("heading", name="Choisir un jeu")).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="Choisir un jeu")).to_be_visible()


def test_a_fault_of_contrast_is_found_though_nothing_is_painted(visitor: Visitor) -> None:
    with visitor.page("rules/usa", store=prefs(theme="light")) as page:
        page.locator("h1").evaluate("title => { title.style.color = '#ddd' }")
        assert [fault.split(":")[0] for fault in serious(page)] == ["color-contrast"]
        page.reload()
        page.locator("h1").wait_for()
        assert serious(page) == []
        assert page.evaluate("getComputedStyle(document.documentElement).opacity") == "0"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_home_has_no_serious_fault_of_access(
    visitor: Visitor, theme: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "is_whole", lambda: False)  # levels that are not ready say so at length
    with visitor.page(store=prefs(theme=theme), size=size) as page:
        page.locator("[data-game=usa]").wait_for()
        assert serious(page) == []
        page.locator("[data-game=usa]").click()
        page.locator("[data-create]").wait_for()
        assert page.locator("dialog").evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        assert serious(page) == []
        page.goto(visitor.url)
        page.locator("[data-game=usa]").wait_for()
        page.keyboard.press("?")
        page.locator("kbd").first.wait_for()
        assert serious(page) == []


@pytest.mark.parametrize("board", BOARDS)
def test_no_board_in_play_has_a_serious_fault_of_access(visitor: Visitor, board: str) -> None:
    with visitor.page(store=prefs(theme="dark" if board in ("usa", "india") else "light")) as page:
        sit_down(page, board)
        page.locator("[data-offer]").wait_for()
        assert serious(page) == []
        drive(page, goal=14)
        assert serious(page) == []


def test_a_phone_in_play_has_no_serious_fault_of_access(visitor: Visitor) -> None:
    with visitor.page(store=prefs(), size=PHONE) as page:
        sit_down(page, "europe")
        drive(page, goal=6)
        for tab in ("tickets", "moves", "log", "chat", "menu"):
            page.locator(f"[data-tab={tab}]").click()
            assert serious(page) == [], tab
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_all_works_under_a_path_of_a_proxy_that_speaks_https(browser: Any, tmp_path: Path) -> None:
    with (
        serving(f"sqlite:///{tmp_path}/eclisse.db", proxies="127.0.0.1", root_path="/trains") as server,
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
