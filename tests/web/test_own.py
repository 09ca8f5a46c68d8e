"""Games against bots at a server's page: the page plays them by itself, and the server hears nothing of them."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.people import Person
from tests.server.serving import Thread
from tests.wasm.asks import finished, kept_of
from tests.web.conftest import Visitor, serious
from tests.web.playing import as_player, drive, keep_tickets, number, prefs, resize

pytestmark = pytest.mark.compiled_only
OWN = re.compile(r"/t/own-[0-9a-f]{32}$")
AT_SERVER = re.compile(r"/t/[0-9a-f]{32}$")
FACTS = ("catalogue", "games/", "boards/", "daily", "puzzles")  # what never changes, or is everybody's

REVIEWED = """id => new Promise(done => {
  const opened = indexedDB.open('eclisse-reviews')
  opened.onsuccess = () => {
    const change = opened.result.transaction('reviews', 'readwrite')
    change.objectStore('reviews').put({ id, build: '', review: { moments: [], accuracy: [0.9, 0.8] } })
    change.oncomplete = () => done(opened.result.close())
  }
})"""  # as if the coach had looked at all of it, which takes half a minute


def asked(page: Page) -> list[str]:
    """What a page asks of the server from now on, but for facts."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if "/api/" in request.url else None)
    return found


def of_games(urls: list[str]) -> list[str]:
    """The requests about games and players."""
    paths = [url.split("/api/", 1)[1] for url in urls]
    return [path for path in paths if not path.startswith(FACTS) and path != "tables"]


def quick(page: Page) -> None:
    """Begin a game against a bot, and keep tickets."""
    page.locator("[data-quick]").click()
    keep_tickets(page)
    page.locator("[data-phase=main]").wait_for()
    expect(page.locator("[data-deck]")).to_be_enabled()


def test_a_game_against_bots_asks_nothing_of_the_server(visitor: Visitor) -> None:
    """Not a hint, nor a plan, the end, its replay or its review."""
    with visitor.page(store=prefs(elsewhere=False)) as page:
        page.locator("[data-game=berlin]").click()
        requests = asked(page)
        page.locator("[data-seat='1']").select_option("hard")
        page.locator("[data-create]").click()
        keep_tickets(page)
        page.locator("[data-deck]:enabled").wait_for()
        expect(page).to_have_url(OWN)
        page.locator("[data-coach]").click()
        expect(page.locator("[data-hint]").first).to_contain_text("chance to win")
        page.keyboard.press("Escape")
        page.locator("[data-pin]").first.click()
        expect(page.locator("[data-plan]")).to_contain_text("trams")
        assert drive(page)["why"] == "over"
        expect(page.locator("[data-end]")).to_contain_text("Your browser dealt these cards itself")
        assert serious(page) == []
        page.locator("[data-end] a[href*=review]").click()
        page.locator("[data-review] .curve").wait_for()
        page.evaluate(REVIEWED, page.url.rpartition("/")[2].partition("?")[0])
        page.goto(f"{visitor.url}/you")
        expect(page.locator("[data-board=berlin]")).to_contain_text("1 game")
        assert of_games(requests) == []


def test_own_games_stand_beside_those_of_the_server_and_outlive_a_reload(visitor: Visitor, site: Thread) -> None:
    with Person(site.url) as person, visitor.page(store=prefs(elsewhere=False)) as page:
        table = person.table("usa", "you bot:easy")["id"]
        quick(page)
        before = number(page)
        page.reload()
        page.locator("[data-deck]:enabled").wait_for()
        assert number(page) == before
        page.goto(visitor.url)
        resize(page, (360, 640))
        expect(page.locator("[data-table^='own-']")).to_be_in_viewport()
        as_player(page, person)
        page.reload()
        expect(page.locator("[data-table^='own-']")).to_have_count(1)
        expect(page.locator(f"[data-table='{table}']")).to_be_visible()
        expect(page.locator("[data-kept]")).to_contain_text("Games of this browser")
        with page.expect_download() as saved:
            page.locator("[data-export]").click()
        games = json.loads(saved.value.path().read_text("utf-8"))["games"]
        assert [len(game["log"]) for game in games] == [before]


def test_games_of_a_page_without_a_server_are_taken_over_by_that_of_one(visitor: Visitor) -> None:
    with visitor.page(store=prefs(elsewhere=False)) as page:
        quick(page)
        page.goto(visitor.url)
        with page.expect_download() as saved:
            page.locator("[data-export]").click()
        text = saved.value.path().read_text("utf-8").replace("own-", "")  # as such a page once named them
    with visitor.page(store=prefs(elsewhere=False)) as page:
        page.get_by_role("button", name="Settings").click()
        file = {"name": "games.json", "mimeType": "application/json", "buffer": text.encode()}
        page.locator("[data-import]").set_input_files(file)  # type: ignore[arg-type]
        expect(page.locator("dialog [data-kept]")).to_contain_text("1 game was taken over")
        page.keyboard.press("Escape")
        page.locator("[data-table^='own-']").click()
        expect(page.locator("[data-deck]")).to_be_enabled()


def test_finished_games_go_along_with_whoever_signs_in(visitor: Visitor, site: Thread) -> None:
    game = finished("berlin", 2, 1)
    kept = kept_of(game)
    text = json.dumps({"eclisse": 1, "games": [kept]})
    file = {"name": "games.json", "mimeType": "application/json", "buffer": text.encode()}
    listed = f"[data-table='own-{kept['id']}']"
    plain = prefs(elsewhere=False)
    with Person(site.url) as person, visitor.page(store=plain) as page, visitor.page(store=plain) as other:
        page.get_by_role("button", name="Settings").click()
        page.locator("[data-import]").set_input_files(file)  # type: ignore[arg-type]
        expect(page.locator("dialog [data-kept]")).to_contain_text("1 game was taken over")
        as_player(page, person)
        with page.expect_response(f"**/players/me/records/{kept['id']}"):
            page.reload()
        as_player(other, person)
        other.reload()
        other.locator(listed).click()
        expect(other.locator("[data-end]")).to_contain_text(str(max(game.result.totals)))
        other.goto(visitor.url)
        other.once("dialog", lambda dialog: dialog.accept())
        other.locator("[data-forget]").click()
        expect(other.locator(listed)).to_have_count(0)
        page.reload(wait_until="networkidle")
        expect(page.locator(listed)).to_have_count(1)
        assert person.get("players/me/records") == [], "what was deleted is not told again"


def test_somebody_can_keep_games_against_bots_on_the_server(visitor: Visitor) -> None:
    with visitor.page(store=prefs(elsewhere=False)) as page:
        page.locator("[data-game=usa]").click()
        page.locator("[data-elsewhere]").check()
        page.locator("[data-seat='1']").select_option("open")
        expect(page.locator("[data-elsewhere]")).to_have_count(0)  # it is there anyway
        page.locator("[data-seat='1']").select_option("easy")
        page.locator("[data-create]").click()
        page.locator("[data-keep]").wait_for()
        expect(page).to_have_url(AT_SERVER)
        page.goto(visitor.url)
        page.locator("[data-quick]").click()  # the same choice
        page.locator("[data-keep]").wait_for()
        expect(page).to_have_url(AT_SERVER)


@pytest.mark.parametrize("missing", ["engine", "worker", "SIMD"])
def test_where_the_engine_cannot_run_the_server_has_the_game_and_the_puzzle(
    visitor: Visitor, old_browser: Browser, missing: str
) -> None:
    visitor.expected = ("/engine/", "engine.wasm", "WebAssembly")
    if missing == "SIMD":
        visitor.browser = old_browser
    with visitor.page(store=prefs(elsewhere=False)) as page:
        if missing == "engine":
            page.context.route("**/engine/*", lambda route: route.abort())
        if missing == "worker":
            page.add_init_script("delete window.Worker")
        page.reload()
        page.locator("[data-quick]").click()
        page.locator("[data-keep]").wait_for()
        expect(page).to_have_url(AT_SERVER)
        page.goto(f"{visitor.url}/t/own-{'0' * 32}")
        expect(page.locator("main .message")).to_contain_text(re.compile("could not be started|no such table"))
        page.goto(f"{visitor.url}/puzzles/1")
        page.locator("[data-solution]").click()
        page.locator("[data-verdict]").wait_for()
