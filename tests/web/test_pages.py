"""Score sheet, replay, browsing and rules in a real browser against a real server."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from eclisse import Game
from eclisse.analysis import review
from eclisse.catalogue.find import builtin_games
from eclisse.server.coach import reviews
from eclisse.vocabulary import worded
from tests.server.people import Person
from tests.server.serving import Thread, wait_until
from tests.web.conftest import DESKTOP, PHONE, WEB, Visitor, expect_totals, serious
from tests.web.games import bot_game, enter, form_of

pytestmark = pytest.mark.compiled_only
FRENCH = {"eclisse.prefs": json.dumps({"language": "fr"})}
ENGLISH = {"eclisse.prefs": json.dumps({"language": "en"})}
TEXTS = {
    language: json.loads((WEB / "src" / "i18n" / f"clauses.{language}.json").read_text("utf-8"))
    for language in ("en", "fr")
}
DARK = {"eclisse.prefs": json.dumps({"language": "en", "theme": "dark"})}


@pytest.fixture(scope="module")
def finished(site: Thread) -> Iterator[tuple[Game, str]]:
    """A finished game of Europe, and its table."""
    game = bot_game("europe", 3, 7)
    with Person(site.url) as person:
        yield game, enter(person, game, public=True)


def entered(game: Game, **store: str) -> dict[str, str]:
    """A browser's storage with a game entered at the score sheet."""
    return {**ENGLISH, "eclisse.score": json.dumps(form_of(game)), **store}


def step(page: Page, name: str) -> None:
    """Go to a step of the score sheet."""
    page.get_by_role("navigation", name=re.compile("Steps|Étapes")).get_by_role("button", name=name).click()


# --- the score sheet ------------------------------------------------------------------------------------------------


def test_the_score_sheet_reproduces_the_result_of_every_game(visitor: Visitor) -> None:
    with visitor.page("rules", store=ENGLISH) as page:
        for name in builtin_games():
            modules = ["warehouses"] if name in ("berlin", "europe", "india") else []
            game = bot_game(name, 3, 11, modules, "random" if modules else "planner")
            page.evaluate("form => localStorage.setItem('eclisse.score', form)", json.dumps(form_of(game)))
            page.goto(f"{visitor.url}/score/count")
            expect_totals(page, game.result.totals)
            for seat in game.result.winners:
                expect(page.locator(".verdict")).to_contain_text(game.names[seat])


def test_taps_on_the_board_and_choices_in_the_lists_make_the_same_count(visitor: Visitor) -> None:
    """A small game entered by hand on a phone: by touch on the map, by list, and through a reload."""
    position: dict[str, Any] = {
        "game": "europe",
        "seats": 2,
        "phase": "over",
        "routes": {"paris--zurich": 0, "munchen--zurich": 0, "munchen--wien": 1},
        "tickets": [["paris--wien"], []],
        "stations": [["munchen"], []],
    }
    with visitor.page("score", PHONE, ENGLISH) as page:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/api/games/europe", hold, times=1)
        page.get_by_label("Which game?").select_option("europe")
        page.get_by_label("Name of player 1").fill("Zoé")
        page.wait_for_function("() => localStorage['eclisse.score']?.includes('Zoé')")
        wait_until(lambda: [page.evaluate("1"), *held][1:])  # the browser has asked for it
        held[0].continue_()
        step(page, "Routes")
        tap(page, '[data-route="paris--zurich"] rect >> nth=0')
        expect(page.locator("[data-routes]")).to_contain_text("Paris – Zürich")
        page.get_by_role("button", name="As a list").click()
        page.get_by_label("Find a route by its cities").fill("munchen")
        page.locator("#owner-munchen--zurich").select_option(label="Zoé")
        page.locator("#owner-munchen--wien").select_option(label="Blue")
        step(page, "Tickets")
        page.get_by_label("Find a ticket by its cities").fill("vienne")
        page.get_by_role("button", name="Paris – Wien").click()
        expect(page.locator("[data-chosen]")).to_contain_text("Paris – Wien")
        step(page, "Buildings")
        page.locator("#score-city").select_option(label="München")
        page.reload()
        expect(page.locator("[data-step=buildings]")).to_be_visible()
        page.go_back()
        expect(page.locator("[data-step=tickets] [data-chosen]")).to_contain_text("Paris – Wien")
        step(page, "Count")
        expected = Game.from_position(position).result
        expect(page.locator("[data-total]").first).to_have_text(str(expected.totals[0]).replace("-", "\N{MINUS SIGN}"))
        expect_totals(page, expected.totals)
        expect(page.get_by_text("The station in München borrows München – Wien")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def tap(page: Page, selector: str) -> None:
    """Touch a place on the board with a finger."""
    place = page.locator(selector).element_handle()
    place.wait_for_element_state("stable")
    box = place.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_what_cannot_be_is_told_in_the_reader_s_language(visitor: Visitor) -> None:
    visitor.expected = ("422",)
    form = form_of(bot_game("europe", 2, 3, until=4))
    both = {"dieppe--paris": 0, "frankfurt--paris": 0, "frankfurt--paris.2": 0}
    form |= {"routes": both, "tickets": {}, "stations": dict.fromkeys(("paris", "wien", "roma", "riga"), 1)}
    texts = {
        "en": ["Ada owns both tracks of Frankfurt – Paris", "Grace has 4 stations on the board, but only 3"],
        "fr": ["Ada a pris les deux voies de Frankfurt – Paris", "Grace a 4 gares sur le plateau, mais n’en a que 3"],
    }
    with visitor.page("score/tickets", store={**ENGLISH, "eclisse.score": json.dumps(form)}) as page:
        for language, sentences in texts.items():
            expect(page.locator("html")).to_have_attribute("lang", language)
            for sentence in sentences:
                expect(page.get_by_role("alert")).to_contain_text(sentence)
            page.locator("button.language").click()
            page.reload()


def test_another_game_does_not_lose_tickets_without_asking(visitor: Visitor) -> None:
    game = bot_game("europe", 2, 3)
    with visitor.page("score", store=entered(game)) as page:
        kept = page.evaluate("localStorage['eclisse.score']")
        with page.expect_event("dialog"):
            page.on("dialog", lambda dialog: dialog.dismiss())
            page.get_by_label("Which game?").select_option("europe-big-cities")
        expect(page.get_by_label("Which game?")).to_have_value("europe")
        assert json.loads(page.evaluate("localStorage['eclisse.score']"))["tickets"] == json.loads(kept)["tickets"]


def test_a_saved_sheet_is_there_again_after_another_game_was_entered(visitor: Visitor) -> None:
    game = bot_game("india", 2, 5)
    with visitor.page("score/count", store=entered(game)) as page:
        page.locator("[data-save]").click()
        expect(page.locator("[data-save]")).to_be_disabled()
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Start over").click()
        page.locator("[data-saved]").click()
        expect_totals(page, game.result.totals)
        page.emulate_media(media="print")
        expect(page.locator(".brand")).to_be_hidden()
        expect(page.locator("[data-total]").first).to_be_visible()


def test_a_ticket_of_the_count_is_drawn_on_the_board(visitor: Visitor) -> None:
    game = bot_game("usa", 2, 5)
    with visitor.page("score", store=entered(game)) as page:
        step(page, "Count")
        winner = game.result.to_dict()["seats"][game.result.winners[0]]
        page.locator(".lines button").first.click()
        expect(page.locator("path.lit.sure")).to_have_count(len(winner["longest_path"]))


# --- replay ---------------------------------------------------------------------------------------------------------


def test_a_replay_goes_to_any_moment_and_its_link_leads_back_there(
    visitor: Visitor, finished: tuple[Game, str]
) -> None:
    game, table = finished
    last = len(game.actions)
    with visitor.page(f"replay/{table}?n=60", store=ENGLISH) as page:
        slider = page.get_by_label("Position in the game")
        expect(slider).to_have_value("60")
        page.locator(".piece").first.wait_for(state="attached")
        shown = page.locator(".piece").count()
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value("61")
        page.keyboard.press("End")
        expect(slider).to_have_value(str(last))
        expect(page.locator(".controls .now")).to_contain_text("The game is over")
        wait_until(lambda: page.locator(".piece").count() > shown)
        scores = [int(text) for text in page.locator("li .score").all_inner_texts()]
        assert scores == [seat["routes"] for seat in game.result.to_dict()["seats"]]
        page.get_by_role("button", name="Final count").click()
        expect(page.locator("[data-total]")).to_have_count(game.seats)
        expect_totals(page, game.result.totals)
        slider.fill("100")
        page.get_by_label("Point of view").select_option("1")
        expect(page).to_have_url(re.compile(r"n=100&seat=1$"))
        page.reload()
        expect(page.get_by_label("Position in the game")).to_have_value("100")
        expect(page.get_by_label("Point of view")).to_have_value("1")
        expect(page.locator(".hand")).to_have_count(1)  # that of the seat looked from


def test_a_replay_plays_by_itself_and_a_record_can_be_pasted(visitor: Visitor) -> None:
    game = bot_game("berlin", 2, 4, ["warehouses"], "random")
    with visitor.page("replay", store=FRENCH) as page:
        page.locator("textarea").fill(json.dumps(game.record()))
        page.get_by_role("button", name="Montrer la partie").click()
        page.get_by_label("Vitesse").select_option("8")
        page.get_by_role("button", name="Lecture").click()
        expect(page.get_by_label("Moment de la partie")).not_to_have_value("0")
        page.get_by_role("button", name="Pause").click()


def test_a_review_draws_the_curve_and_goes_from_mistake_to_mistake(
    visitor: Visitor, site: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "judge", lambda moment, look: review.judge(moment, look, iterations=4))
    game = bot_game("berlin", 2, 7)
    with Person(site.url) as person:
        table = enter(person, game, public=True)
    with visitor.page(f"replay/{table}?show=review", store=ENGLISH) as page:
        page.locator("[data-review='100']").wait_for()
        expect(page.locator("[data-review] .line")).to_have_count(game.seats)
        expect(page.locator("[data-review] .seats li").first).to_contain_text("accuracy")
        assert serious(page) == []
        if page.locator("[data-next-mistake]").is_enabled():
            page.keyboard.press("ArrowDown")
            expect(page.locator("[data-mistake]")).to_contain_text("winning chance")


def test_a_record_that_does_not_replay_says_why(visitor: Visitor) -> None:
    visitor.expected = ("422",)
    game = bot_game("berlin", 2, 4, bot="random")
    with visitor.page("replay", store=ENGLISH) as page:
        page.locator("textarea").fill("not a record")
        page.get_by_role("button", name="Show the game").click()
        expect(page.get_by_role("alert")).to_contain_text("not JSON")
        page.locator("textarea").fill(json.dumps({**game.record(), "actions": game.record()["actions"][1:]}))
        page.get_by_role("button", name="Show the game").click()
        expect(page.get_by_role("alert")).to_contain_text("action")


# --- browsing and rules ---------------------------------------------------------------------------------------------


def test_routes_and_tickets_are_filtered_and_light_up(visitor: Visitor) -> None:
    board = builtin_games()["usa"].board
    with visitor.page("browse/usa", store=ENGLISH) as page:
        rows = page.locator("tbody tr")
        expect(rows).to_have_count(len(board.routes))
        page.get_by_label("Colour", exact=True).select_option("red")
        page.get_by_label("Length").select_option("2")
        wanted = [route for route in board.routes if route.colour == "red" and route.length == 2]
        expect(rows).to_have_count(len(wanted))
        expect(page.locator("path.lit.sure")).to_have_count(len(wanted))
        rows.first.hover()
        expect(page.locator("path.lit.sure")).to_have_count(1)
        page.get_by_role("link", name="Tickets").click()
        page.get_by_label("Set").select_option("1910")
        expect(rows).to_have_count(sum("1910" in ticket.sets for ticket in board.tickets))
        rows.first.hover()
        expect(page.locator("circle.lit")).to_have_count(2)


def test_what_is_not_verified_is_said_so(visitor: Visitor) -> None:
    with visitor.page("browse/berlin", store=ENGLISH) as page:
        expect(page.get_by_text("This board is a reconstruction")).to_be_visible()
        expect(page.locator(".cartouche .subtitle")).to_have_text("Plan of the City")  # it shows no railways
        page.goto(f"{visitor.url}/rules/berlin")
        expect(page.get_by_role("heading", name="What is not certain")).to_be_visible()
        page.goto(f"{visitor.url}/rules/europe")
        expect(page.get_by_text("The tickets of Orient Express are stand-ins")).to_be_visible()
        page.goto(f"{visitor.url}/rules/usa")
        expect(page.get_by_role("heading", name="All the rules")).to_be_visible()
        expect(page.get_by_role("heading", name="What is not certain")).to_have_count(0)


def test_rules_tell_the_numbers_of_each_game_in_both_languages(visitor: Visitor) -> None:
    for language, store in (("en", ENGLISH), ("fr", FRENCH)):
        with visitor.page("rules", store=store) as page:
            for name, spec in builtin_games().items():
                page.locator(f'nav a[href$="rules/{name}"]').click()
                expect(page.get_by_role("heading", level=1)).to_have_text(getattr(spec.name, language))
                trains, subways = spec.knobs.pieces
                sentence = TEXTS[language]["pieces-trams"] if subways else TEXTS[language]["pieces"]["other"]
                told = worded(sentence, spec.words, language).format(n=trains, subways=subways)
                expect(page.locator(".columns")).to_contain_text(told)
                text = page.locator("article").inner_text()
                assert not re.search(r"(rules|clauses)\.|\{\w+\}|\[", text), text
                assert not spec.words or not re.search(r"locomotive|wagon|\btrain", text, re.IGNORECASE), text
                assert spec.knobs.stations or not re.search(r"borrow|emprunt", text), "nobody borrows a route here"
                expect(page.locator("[data-big-cities]")).to_have_count(int(bool(spec.big_cities)))
                expect(page.locator("[data-tips] li")).to_have_count(len(spec.tips))


# --- for everybody --------------------------------------------------------------------------------------------------


# Pages, and what one waits to see there.
PAGES = {
    DESKTOP: {"browse/europe": "tbody tr"},
    PHONE: {
        "browse/india?show=tickets": "tbody tr",
        "rules/india": "article h2",
        "score": "[data-step]",
        "replay": "textarea",
    },
}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_serious_is_wrong_for_readers_of_any_kind(
    visitor: Visitor, finished: tuple[Game, str], size: tuple[int, int]
) -> None:
    game, table = finished
    store = {**(FRENCH if size == PHONE else DARK), "eclisse.score": json.dumps(form_of(game))}
    found: dict[str, list[str]] = {}
    with visitor.page(f"replay/{table}?n=90", size, store, reduced_motion="reduce") as page:
        page.locator(".piece").first.wait_for(state="attached")
        found["replay"] = serious(page)
        for path, seen in PAGES[size].items():
            page.goto(f"{visitor.url}/{path}")
            page.locator(seen).first.wait_for()
            found[path] = serious(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        page.goto(f"{visitor.url}/score")
        for name in ("Tickets", "Count") if size == DESKTOP else ("Routes", "Bâtiments"):
            step(page, name)
            found[f"score {name}"] = serious(page)
    assert {path: rows for path, rows in found.items() if rows} == {}
