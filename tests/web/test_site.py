"""The page without a server, from a plain file server below a path: everything that it offers, offline too."""

import json
import shutil
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from eclisse import Game
from eclisse.analysis.puzzle_book import all_puzzles
from eclisse.server.coach.hints import doubt, hints
from eclisse.server.coach.positions import judged
from eclisse.terminal.site import PAGE, renew, write_site
from tests.wasm.asks import finished, kept_of
from tests.web.chromium import profile
from tests.web.conftest import TIMEOUT, expect_totals
from tests.web.files import Files
from tests.web.games import bot_game, form_of
from tests.web.playing import SEED, drive, number, prefs, sit_down

SUB_PATH: Final = "some/where"
ROOM: Final = 40_000  # bytes that a full storage has left: some decisions
KEPT: Final = """() => new Promise(done => {
  const opened = indexedDB.open('eclisse')
  opened.onsuccess = () => {
    const asked = opened.result.transaction('games').objectStore('games').getAll()
    asked.onsuccess = () => { opened.result.close(); done(asked.result) }
  }
})"""
REACHED: Final = "n => Number(document.querySelector('[data-number]').dataset.number) >= n"
FILL: Final = """async () => {
  const opened = indexedDB.open('filler')
  opened.onupgradeneeded = () => opened.result.createObjectStore('all', { autoIncrement: true })
  await new Promise(done => (opened.onsuccess = done))
  for (let size = 65536; size; size >>= 1) {
    const change = opened.result.transaction('all', 'readwrite')
    change.objectStore('all').put('x'.repeat(size))
    const why = await new Promise(done => {
      change.oncomplete = () => done(null)
      change.onabort = () => done(change.error.name)
    })
    if (size === 1) return why
    if (!why) size <<= 1
  }
}"""
FOLLOWS: Final = {"en": "they follow from the date, so they are no secret", "fr": "elles découlent de la date"}
# The step that a lesson has got to, or none: it is over, and the list of lessons is there.
STEPPED: Final = """place => {
  const step = document.querySelector('[data-step]')?.dataset.step
  return step ? step !== place && { step } : document.querySelector('[data-lesson]') && { step: null }
}"""
UPDATE: Final = """() => navigator.serviceWorker.getRegistration().then(async known => {
  await known.update()
  while (!known.waiting) await new Promise(done => setTimeout(done, 50))
})"""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A folder, from a file server, at the site's path."""
    files = Files(folder)
    yield f"{files.url}{SUB_PATH}/"
    files.stop()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site below a path."""
    assert (PAGE / "index.html").is_file(), "the page without a server is not built: run `make site` first"
    made = tmp_path_factory.mktemp("files")
    write_site(made / SUB_PATH)
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The site, for all tests that leave it as it is."""
    with serving(folder) as running:
        yield running


def keep(context: BrowserContext, language: str = "en") -> None:
    """A browser of somebody who wants nothing to move."""
    context.set_default_timeout(TIMEOUT)
    wanted = prefs(language=language)
    context.add_init_script("".join(f"localStorage[{name!r}] ??= {value!r};" for name, value in wanted.items()))


class Visit:
    """A browser that looks at the site, and whatever it complains about."""

    def __init__(self, context: BrowserContext) -> None:
        self.context, self.trouble, self.asked = context, list[str](), list[str]()
        self.page: Page = context.new_page()
        self.page.on("console", lambda said: self.trouble.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        context.on("request", lambda request: self.asked.append(request.url))


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Somebody who visits the site for the first time."""
    context = browser.new_context()
    keep(context)
    visit = Visit(context)
    visit.page.goto(address)
    yield visit
    context.close()
    assert visit.trouble == []
    assert [url for url in visit.asked if "/api/" in url] == []


def until_kept(page: Page) -> None:
    """Wait until the page is kept for when there is no network."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")


def test_a_game_goes_on_without_a_network(visit: Visit) -> None:
    page = visit.page
    sit_down(page, "europe", other="very-hard")
    drive(page, goal=8)
    until_kept(page)
    reached = number(page)
    visit.context.set_offline(True)
    page.reload()
    page.locator("[data-number]").wait_for()
    assert number(page) >= reached
    drive(page, goal=reached + 20)
    page.locator("header .brand").click()
    sit_down(page, "europe", ("orient-express", "warehouses"))  # never asked for while there was a network
    drive(page, goal=4)
    assert page.locator("main [role=alert]").count() == 0


def test_pages_are_found_again_at_their_addresses(visit: Visit, address: str) -> None:
    page = visit.page
    page.locator("header nav a[href=browse]").click()
    page.wait_for_url("**/?at=browse")
    page.reload()
    expect(page.locator("main h1")).to_be_visible()
    until_kept(page)
    visit.context.set_offline(True)
    page.goto(f"{address}rules/usa")
    page.wait_for_url("**/?at=rules/usa")
    expect(page.locator("main h1")).to_be_visible()


def test_the_folder_has_one_page_and_one_engine(folder: Path) -> None:
    assert (folder / SUB_PATH / "index.html").is_file()
    assert len(list(folder.rglob("*.wasm"))) == 1


def test_the_page_can_be_installed_with_the_icons_that_systems_take(folder: Path) -> None:
    site = folder / SUB_PATH
    icons = json.loads((site / "manifest.webmanifest").read_text("utf-8"))["icons"]
    assert all((site / icon["src"]).is_file() for icon in icons)
    drawn = [icon for icon in icons if icon["type"] == "image/png"]
    assert {(icon["purpose"], icon["sizes"]) for icon in drawn} == {
        (purpose, size) for purpose in ("any", "maskable") for size in ("192x192", "512x512")
    }
    assert [icon["sizes"] for icon in drawn] == [size_of(site / icon["src"]) for icon in drawn]
    assert 'rel="apple-touch-icon" href="./apple-touch-icon.png"' in (site / "index.html").read_text("utf-8")
    assert size_of(site / "apple-touch-icon.png") == "180x180"


def size_of(picture: Path) -> str:
    """The size that a PNG file says it has."""
    head = picture.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    return "{}x{}".format(*struct.unpack(">II", head[16:]))


def finish(page: Page, address: str, game: Game) -> str:
    """Let the browser take over a finished game, and watch its replay; returns the id of the game."""
    kept = kept_of(game)
    page.goto(address)
    give(page, {"eclisse": 1, "games": [kept]})
    expect(page.locator("[data-kept] [role=status]")).to_have_text("1 game was taken over.")
    return str(kept["id"])


def give(page: Page, games: object) -> None:
    """Open a file of games on the first page."""
    text = games if isinstance(games, str) else json.dumps(games)
    page.locator("[data-import]").set_input_files(
        {"name": "g.json", "mimeType": "application/json", "buffer": text.encode()}
    )


def test_every_page_that_is_offered_is_there_without_a_network(visit: Visit, address: str) -> None:
    page = visit.page
    expect(page.locator("[data-game]")).to_have_count(11)
    until_kept(page)
    visit.context.set_offline(True)
    seen, ahead = set[tuple[str, bool]](), [address]
    while ahead:
        page.goto(ahead.pop())
        expect(page.locator("main h1, main [data-step]:not(.score), main [data-number]").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.locator("[role=alert]").all_inner_texts() == [], page.url
        expect(page.locator("main > p.lost")).to_have_count(0)
        for link in page.locator("a[href]").evaluate_all("all => all.map(one => one.href)"):
            kind = link.removeprefix(address).removeprefix("?at=").split("/")[0].split("?")[0].split("#")[0]
            deep = "/" in link.removeprefix(address)
            if link.startswith(address) and (kind, deep) not in seen:
                seen.add((kind, deep))
                ahead.append(link)
    kinds = {kind for kind, _ in seen}
    assert {"learn", "puzzles", "score", "browse", "rules", "replay"} <= kinds


def test_all_levels_are_offered_and_the_best_plays(visit: Visit) -> None:
    page = visit.page
    page.locator("[data-game=usa]").click()
    levels = page.locator("[data-seat='1'] option").evaluate_all(
        "all => all.filter(one => !one.disabled).map(one => one.value)"
    )
    assert levels == ["you", "beginner", "easy", "medium", "hard", "very-hard", "expert"]
    page.locator("[data-seat='1']").select_option("expert")
    page.locator("[data-create]").click()
    drive(page, goal=5)
    assert number(page) >= 5


def test_two_people_share_the_device(visit: Visit) -> None:
    page = visit.page
    sit_down(page, "switzerland", other="you")
    page.locator("[data-curtain] button").click()
    done = drive(page, goal=8)
    assert done["clicks"]["curtain"] >= 3


def test_a_lesson_is_learned_in_the_page(visit: Visit, address: str) -> None:
    page = visit.page
    page.goto(f"{address}?at=learn/stations")
    page.locator("[data-step]").wait_for()
    until_kept(page)
    visit.context.set_offline(True)
    place = page.locator("[data-step]").get_attribute("data-step")
    while place:
        page.locator("[data-go]").click()
        place = page.wait_for_function(STEPPED, arg=place).json_value()["step"]
    expect(page.locator("[data-lesson=stations] .done")).to_be_visible()


def test_a_puzzle_is_judged_and_weighed_in_the_page_as_on_a_server(visit: Visit, address: str) -> None:
    page = visit.page
    page.goto(f"{address}?at=puzzles")
    page.locator("[data-puzzle]").first.wait_for()
    until_kept(page)
    visit.context.set_offline(True)
    assert page.locator("[data-puzzle]").count() == len(all_puzzles())
    page.locator("[data-today]").click()
    page.locator("[data-solution]").click()
    expect(page.locator("[data-verdict]")).to_contain_text("Best, says the coach:")
    for answer in ("draw", "tickets"):
        one = next(one for one in all_puzzles() if one.answer == answer and one.loss("draw") is not None)
        expected = judged(one.number, "draw")
        page.goto(f"{address}?at=puzzles/{one.number}")
        page.locator("[data-deck]").click()
        verdict = page.locator(f"[data-verdict={'right' if expected.right else 'wrong'}]")
        expect(verdict).to_contain_text("Right!" if expected.right else f"{round(100 * (expected.loss or 0))} point")


def test_the_score_sheet_counts_in_the_page(visit: Visit, address: str) -> None:
    game = bot_game("europe", 3, SEED)
    page = visit.page
    page.evaluate("form => localStorage.setItem('eclisse.score', form)", json.dumps(form_of(game)))
    page.goto(f"{address}?at=score/count")
    expect_totals(page, [seat["total"] for seat in game.result.to_dict()["seats"]])


def test_games_leave_the_browser_come_back_and_are_shown_again(visit: Visit, address: str) -> None:
    page, game = visit.page, finished("usa", 2, SEED)
    table = finish(page, address, game)
    with page.expect_download() as saved:
        page.locator("[data-export]").click()
    text = Path(saved.value.path()).read_text("utf-8")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("[data-forget]").click()
    expect(page.locator("[data-table]")).to_have_count(0)
    give(page, "{}")
    expect(page.locator("main [role=alert]")).to_contain_text("no games")
    spoilt = json.loads(text)
    spoilt["games"][0]["log"][5]["action"] = "fly"
    give(page, spoilt)
    expect(page.locator("main [role=alert]")).to_contain_text("actions[5]")
    expect(page.locator("[data-table]")).to_have_count(0)
    for told in ("1 game was taken over.", "0 games were taken over."):
        give(page, text)
        expect(page.locator("[data-kept] [role=status]")).to_have_text(told)
    expect(page.locator(f"[data-table='{table}']")).to_contain_text(str(game.result.totals[0]))
    is_shown_again(page, address, table, game)
    follows_once(page, address, table)


def late_mistake(game: Game) -> tuple[int, str]:
    """A moment at which drawing a card is a clear mistake of the first seat's, and what the coach would do."""
    record = {key: value for key, value in game.record().items() if key != "result"}
    for at in reversed(range(len(game.actions))):
        before = Game.replay({**record, "actions": record["actions"][:at]})
        if "draw" in [action.text for action in before.legal(0)] and doubt(before, 0, at, "draw").loss:
            return at, hints(before, 0, at).hints[0].action
    raise AssertionError("no such moment")


def test_the_coach_advises_and_reviews_without_a_network(visit: Visit, address: str) -> None:
    page, game = visit.page, finished("berlin", 2, 2)
    at, best = late_mistake(game)
    kept = {**kept_of(game), "scores": None}
    kept["log"] = kept["log"][:at]
    give(page, {"eclisse": 1, "games": [kept]})
    page.locator(f"[data-table='{kept['id']}']").wait_for()
    until_kept(page)
    visit.context.set_offline(True)
    page.clock.install()
    page.goto(f"{address}?at=t/{kept['id']}")
    page.locator("[data-coach]").click()
    expect(page.locator("[data-hint]").first).to_have_attribute("data-hint", best)
    page.get_by_label("ask me before a clear mistake").check()
    page.keyboard.press("Escape")
    page.clock.pause_at(page.evaluate("() => Date.now()") + 1)  # on a busy machine a doubt would come too late
    page.locator("[data-deck]").click()
    expect(page.locator("[data-confirm]")).to_contain_text("Are you sure?")
    page.clock.resume()
    page.locator("[data-cancel]").click()
    assert number(page) == at
    assert drive(page)["why"] == "over"
    page.locator("a[href*='show=review']").click()
    page.locator("[data-next-mistake]:enabled").click()
    mistake = page.locator("[data-mistake]")
    expect(mistake).to_contain_text("of winning chance")
    before = mistake.get_attribute("data-mistake")
    page.locator("[data-retry]").click()
    expect(page.locator("[data-try]")).to_contain_text("You play on from here")
    expect(page.locator("[data-try]")).to_have_attribute("data-try", before or "")
    page.locator("[data-number]").wait_for()


def is_shown_again(page: Page, address: str, table: str, game: Game) -> None:
    """The replay of a game of one's own, whose record opens anywhere."""
    page.goto(f"{address}?at=replay/{table}")
    with page.expect_download() as saved:
        page.locator("[data-record]").click()
    record = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert Game.replay(record).result.to_dict() == game.result.to_dict()
    page.goto(f"{address}?at=replay")
    page.locator("#replay-text").fill(json.dumps(record))
    page.get_by_role("button", name="Show").click()
    page.locator("li .score").first.wait_for()
    page.keyboard.press("End")
    expect(page.locator("li .score")).to_have_text([str(seat["routes"]) for seat in game.result.to_dict()["seats"]])
    page.get_by_role("button", name="Review").click()
    page.locator("[data-review] .curve").wait_for()


def follows_once(page: Page, address: str, table: str) -> None:
    """A rematch is one game, however often it is asked for."""
    tables = set[str]()
    for _ in range(2):
        page.goto(f"{address}?at=t/{table}")
        page.locator("[data-rematch]").first.click()
        page.wait_for_url(lambda url: "at=t/" in url and table not in url)
        tables.add(page.url)
    assert len(tables) == 1


def test_the_deal_of_the_day_follows_from_the_date_and_the_page_says_so(browser: Browser, address: str) -> None:
    deals = []
    for day, language in ((15, "en"), (15, "fr"), (16, "en")):
        with browser.new_context() as context:
            keep(context, language)
            page = context.new_page()
            page.clock.set_fixed_time(f"2027-01-{day}T12:00:00Z")
            page.goto(address)
            expect(page.locator("[data-daily]")).to_contain_text(FOLLOWS[language])
            page.locator("[data-play-daily]").click()
            page.locator("[data-number]").wait_for()
            deals.append(page.evaluate(KEPT)[0]["deal"])
    assert deals[0] == deals[1]
    assert deals[1]["key"] != deals[2]["key"]
    assert deals[1]["game"] != deals[2]["game"], "every game has its day"


def test_a_full_storage_is_told_and_nothing_is_lost(visit: Visit, address: str) -> None:
    page, alert = visit.page, visit.page.locator("[role=alert]")
    until_kept(page)
    storage = visit.context.new_cdp_session(page)
    origin = {"origin": page.evaluate("origin")}
    used = storage.send("Storage.getUsageAndQuota", origin)["usage"]
    storage.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": used + ROOM})
    sit_down(page, "usa", other="easy")
    while not alert.count():
        drive(page, steps=1)
    expect(alert).to_contain_text("could not store this")
    kept = page.evaluate(KEPT)[0]["log"]
    assert number(page) == len(kept) > 5
    page.reload()
    page.locator("[data-number]").wait_for()
    assert number(page) == len(kept)
    page.goto(address)
    assert page.evaluate(FILL) == "QuotaExceededError"  # not even a little is left
    page.locator("[data-quick]").click()
    expect(page.locator("main [role=alert]")).to_contain_text("no room left")
    storage.send("Storage.overrideQuotaForOrigin", origin)
    page.locator("[data-table]").click()
    drive(page, goal=len(kept) + 4)
    assert page.evaluate(KEPT)[0]["log"][: len(kept)] == kept


def test_a_browser_that_stores_nothing_says_so_and_still_teaches(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    (tmp_path / "Default").mkdir()
    refusing = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(refusing), "utf-8")
    with profile(browser, tmp_path) as context:
        page = context.new_page()
        page.goto(address)
        page.locator("[data-quick]").click()
        expect(page.locator("main [role=alert]")).to_contain_text("does not let this page store anything")
        page.goto(f"{address}?at=learn/stations")
        expect(page.locator("[data-go]")).to_be_enabled()


def test_two_tabs_with_the_same_game_show_the_same_game_and_it_outlives_a_crash(visit: Visit) -> None:
    page = visit.page
    sit_down(page, "usa", other="easy")
    drive(page, goal=4)
    other = visit.context.new_page()
    other.goto(page.url)
    drive(other, goal=8)
    page.wait_for_function(REACHED, arg=number(other))
    drive(page, goal=12)
    other.wait_for_function(REACHED, arg=number(page))
    reached = number(page)
    assert len(page.evaluate(KEPT)[0]["log"]) == reached
    begun = page.url
    other.close()
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")
    page = visit.context.new_page()
    page.goto(begun)
    drive(page, goal=reached + 4)
    assert page.evaluate(KEPT)[0]["log"][reached + 3]


def test_a_new_version_is_used_once_its_tabs_are_closed_and_the_game_goes_on_to_its_end(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder / SUB_PATH, tmp_path / SUB_PATH)
    with serving(tmp_path) as address, browser.new_context() as context:
        keep(context)
        page = context.new_page()
        page.goto(address)
        sit_down(page, "berlin", other="hard")
        drive(page, goal=6)
        until_kept(page)
        reached, begun = number(page), page.url
        write_site(tmp_path / SUB_PATH)
        index = tmp_path / SUB_PATH / "index.html"
        index.write_text(index.read_text("utf-8").replace("<title>Éclisse", "<title>Nouvelle Éclisse"), "utf-8")
        renew(tmp_path / SUB_PATH)
        page.evaluate(UPDATE)
        drive(page, goal=reached + 4)
        page.close()
        context.set_offline(True)
        page = context.new_page()
        page.goto(begun)
        page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
        assert "Nouvelle" in page.evaluate("() => fetch('./index.html').then(answer => answer.text())")
        page.locator("[data-number]").wait_for()
        assert number(page) >= reached + 4
        assert drive(page)["why"] == "over"
        page.reload()
        expect(page.locator("[data-end]")).to_be_visible()
        page.locator("header .brand").click()
        expect(page.locator("[data-game]")).to_have_count(11)


@pytest.mark.parametrize("missing", ["worker", "engine", "SIMD"])
def test_a_browser_that_cannot_run_the_engine_is_told_so(
    browser: Browser, old_browser: Browser, address: str, missing: str
) -> None:
    with (old_browser if missing == "SIMD" else browser).new_context(service_workers="block") as context:
        keep(context)
        if missing == "worker":
            context.add_init_script("delete window.Worker")
        elif missing == "engine":
            context.route("**/engine.wasm*", lambda route: route.fulfill(body="not WebAssembly"))
        page = context.new_page()
        page.goto(address)
        page.locator("[data-quick]").click()
        told = page.locator("main [role=alert], main .message")
        expect(told).to_contain_text("could not be started in this browser")
        page.goto(f"{address}?at=puzzles/1")
        expect(told).to_contain_text("could not be started in this browser")
