"""Lessons and puzzles: played by keyboard and with a finger, at the table as it always is, and remembered."""

import re

import pytest
from playwright.sync_api import Page, expect

from eclisse.analysis.puzzle_book import Puzzle, all_puzzles
from tests.server.people import Person
from tests.server.serving import Thread, wait_until
from tests.web.conftest import Visitor, serious
from tests.web.playing import prefs, resize

pytestmark = pytest.mark.compiled_only
LAPTOP, SMALL = (1366, 768), (360, 640)


def at(page: Page, step: int) -> None:
    """Wait until a lesson is at a step; the first one takes a while on a busy machine."""
    page.locator(f"[data-step='{step}']").wait_for()


def press(page: Page, *selectors: str) -> None:
    """Choose one thing after the other by keyboard, each as soon as it can be chosen."""
    for selector in selectors:
        target = page.locator(selector).first
        expect(target).to_be_enabled()
        target.focus()
        page.keyboard.press("Enter")


def tap(page: Page, selector: str) -> None:
    """Tap on something of the map once the map has come to rest."""
    target = page.locator(selector)
    target.element_handle().wait_for_element_state("stable")
    target.tap(force=True)


def claim(page: Page, route: str) -> None:
    """Claim a route by keyboard and pay as is proposed first."""
    press(page, f"g[data-route='{route}'][role=button]", "[data-option]")


def test_a_newcomer_plays_the_first_game_by_keyboard_to_its_end(visitor: Visitor) -> None:
    with visitor.page(size=LAPTOP, store=prefs()) as page:
        press(page, "[data-welcome] a")
        at(page, 1)
        expect(page.locator("[data-tab=log]")).to_be_visible()
        expect(page.locator("[data-tab=chat]")).to_have_count(0)
        assert serious(page) == []
        for box in page.locator("[data-offer] input").all()[:2]:
            box.press("Space")
        press(page, "[data-keep]")
        at(page, 2)
        press(page, "[data-deck]")
        expect(page.locator("[data-phase=drawing]")).to_be_visible()
        press(page, "[data-deck]")
        at(page, 3)
        expect(page.locator("[data-market]:enabled")).to_have_count(1)  # the locomotive is all that may be taken
        press(page, "[data-market]:enabled")
        at(page, 4)
        expect(page.locator("g[data-route][role=button]")).to_have_count(2)
        press(page, "[data-go=show]")
        at(page, 5)
        expect(page.locator("[data-player='0'] .score")).to_contain_text("2")
        press(page, "[data-back]")
        at(page, 4)
        claim(page, "denver--santa-fe")
        at(page, 5)
        press(page, "[data-go=next]")
        at(page, 6)
        press(page, "[data-go=show]")  # with the cards that are left
        at(page, 7)
        expect(page.locator("[data-ticket='denver--el-paso']")).to_contain_text("completed")
        press(page, "[data-go=next]", "[data-go=show]")
        at(page, 9)
        resize(page, SMALL)  # where the others' last moves are told for a moment
        page.locator(".game.narrow").wait_for()
        expect(page.locator("[data-toast]")).to_have_count(0)  # that was another game
        resize(page, LAPTOP)
        press(page, "[data-go=next]")
        at(page, 10)
        claim(page, "pittsburgh--saint-louis")
        at(page, 11)
        claim(page, "kansas-city--saint-louis")
        at(page, 12)
        expect(page.locator("[data-total='0']")).to_have_text("121")
        press(page, "[data-go=next]")
        expect(page.get_by_role("heading", name="You know the game")).to_be_visible()
        expect(page.locator(".cutout > svg")).to_have_count(8)
        assert serious(page) == []
        page.goto(visitor.url)
        page.locator("[data-game=usa]").wait_for()
        expect(page.locator("[data-welcome]")).to_have_count(0)


def test_a_lesson_is_learned_with_a_finger_on_a_small_phone(visitor: Visitor) -> None:
    with visitor.page(size=SMALL, store=prefs(language="fr")) as page:
        page.locator("[data-decline]").tap()
        expect(page.locator("[data-welcome]")).to_have_count(0)
        page.reload()
        page.locator("[data-game=usa]").wait_for()
        expect(page.locator("[data-welcome]")).to_have_count(0)
        page.goto(f"{visitor.url}/learn/stations")
        at(page, 1)
        tap(page, "g[data-route='frankfurt--munchen'][role=button]")
        page.locator("[data-option]").first.tap()
        at(page, 2)
        assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
        page.locator("[data-mode=station]").tap()
        tap(page, "g[data-city='munchen'][role=button]")
        page.locator("[data-option]").first.tap()
        at(page, 3)
        page.locator("[data-go=next]").tap()
        at(page, 4)
        page.locator("[data-go=next]").tap()
        expect(page.locator("[data-lesson=stations] .done")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
        page.goto(f"{visitor.url}/rules/switzerland")
        expect(page.locator("article .cutout > svg")).to_have_count(3)
        page.locator("article [data-lesson=countries]").tap()
        at(page, 1)


def puzzle(answer: str) -> Puzzle:
    """The first puzzle whose answer is of this kind, in the main phase of a turn."""
    return next(one for one in all_puzzles() if re.match(answer, one.answer) and one.position["phase"] == "main")


def test_a_puzzle_is_solved_by_keyboard(visitor: Visitor) -> None:
    one = puzzle("take (?!locomotive)")
    colour = one.answer.split()[1]
    place = one.position["market"].index(colour) + 1
    with visitor.page("puzzles", LAPTOP, prefs()) as page:
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        page.locator("[data-choose=game]").select_option(one.position["game"])
        page.locator(f"[data-puzzle='{one.number}']").wait_for()
        places, stars = (page.locator(f"[data-puzzle] {part}").all_inner_texts() for part in ("b", ".grade"))
        assert places == [str(n + 1) for n in range(len(places))], "no gaps"
        assert stars == sorted(stars), "easy ones first"
        expect(page.locator("[data-rating]")).to_have_count(0)
        page.locator(f"[data-puzzle='{one.number}']").focus()
        page.keyboard.press("Enter")
        page.locator("[data-number]").wait_for()
        expect(page.locator("[data-puzzle]")).to_contain_text(one.game().kit.spec.name.en)
        page.keyboard.press(str(place))
        page.locator("[data-verdict=right]", has_text="Right!").wait_for()
        assert serious(page) == []
        page.keyboard.press("n")
        page.locator("[data-solution]").wait_for()
        page.locator("[data-leave]").focus()
        page.keyboard.press("Enter")
        page.locator(f"[data-puzzle='{one.number}'][data-state=right]").wait_for()
        expect(page.locator("[data-choose=game]")).to_have_value(one.position["game"])
        expect(page.locator("[data-score]")).to_contain_text("1 of 1")
        rating = re.compile(r"Your rating: 12\d\d\s+\(kept in this browser\)")
        expect(page.locator("[data-rating]")).to_have_text(rating)
        assert [url for url in asked if "/api/puzzles" in url] == [], "the page lists, shows and judges them itself"


def test_a_puzzle_is_missed_and_solved_with_a_finger_on_a_small_phone(visitor: Visitor) -> None:
    one = puzzle("tickets")
    with visitor.page(f"puzzles/{one.number}", SMALL, prefs(language="fr")) as page:
        page.locator("[data-deck]").tap()
        page.locator("[data-verdict=wrong]", has_text="Le mieux").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
        page.locator("[data-retry]").tap()
        page.locator("[data-tickets]").tap()
        page.locator("[data-option]").first.tap()
        page.locator("[data-verdict=right]", has_text="Bien vu").wait_for()
        expect(page.locator("[data-proof]")).to_have_count(0 if one.found_by else 1)
        page.locator("[data-next]").tap()
        page.locator(f"[data-puzzle]:not([data-puzzle='{one.number}'])").wait_for()
        page.locator("[data-solution]").tap()
        page.locator("[data-verdict=wrong]").wait_for()
        expect(page.locator("[data-retry]")).to_have_count(0)
        page.locator("[data-leave]").tap()
        page.locator(f"[data-puzzle='{one.number}'][data-state=wrong]").wait_for()
        assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]


def test_progress_with_puzzles_follows_a_player_to_every_device(visitor: Visitor, site: Thread) -> None:
    with Person(site.url) as ann, visitor.page("puzzles/1", LAPTOP, prefs()) as page:
        ann.post("puzzles/answered", right=[2], wrong=[])
        press(page, "[data-solution]")
        page.locator("[data-verdict=wrong]").wait_for()
        page.goto(f"{site.url}/#recover={ann.post('players/me/recovery')['token']}")
        page.get_by_role("button", name="Ann").wait_for()
        page.goto(f"{site.url}/puzzles")
        page.locator("[data-puzzle='1'][data-state=wrong]").wait_for()
        page.locator("[data-puzzle='2'][data-state=right]").wait_for()
        page.goto(f"{site.url}/puzzles/3")
        press(page, "[data-solution]")
        wait_until(lambda: ann.get("puzzles/answered") == {"right": [2], "wrong": [1, 3]})
