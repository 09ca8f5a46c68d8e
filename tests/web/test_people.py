"""People who come and go: presence, nudges, stand-ins and returns, as browsers show them."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect

from eclisse import Game
from eclisse.server.coach.reviews import KeptReviews
from eclisse.server.model import DAY, day_of
from tests.server.people import Person
from tests.server.reviewed import keep_review
from tests.server.serving import Thread, wait_until
from tests.server.test_daily import Days, finish
from tests.server.test_tables import make_older
from tests.web.conftest import Visitor, serious
from tests.web.games import bot_game, enter
from tests.web.playing import as_player, keep_tickets, prefs, shot

SIZES = ((1366, 768), (360, 640))


def test_whoever_sits_down_before_the_server_knows_them_keeps_their_name(visitor: Visitor, site: Thread) -> None:
    with Person(site.url, "Ann") as ann, Person(site.url, "Grace") as grace, visitor.page(store=prefs()) as page:
        as_player(page, grace)
        table, held = ann.table("usa", "you open"), list[Route]()

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/api/players/me", hold)
        page.goto(f"{site.url}/t/{table['id']}?invite={table['invite']}")
        page.locator("[data-sit='1']").click()
        for route in held:
            route.continue_()
        page.unroute("**/api/players/me")
        expect(page.locator("[data-start], [data-sit]").first).to_be_visible()
        expect(page.locator("main")).to_contain_text("Grace")
        assert grace.get("players/me")["name"] == "Grace"


def test_a_friend_who_closes_the_browser_is_missed_replaced_and_welcomed_back(visitor: Visitor, site: Thread) -> None:
    with Person(site.url, "Ann") as ann, Person(site.url, "Grace") as grace:
        table = ann.start_with(grace)
        with (
            visitor.page(store=prefs()) as host,
            visitor.page(store=prefs(), size=(360, 640)) as guest,
            visitor.page(f"t/{table}", store=prefs()) as watcher,
        ):
            as_player(host, ann)
            as_player(guest, grace)
            guest.goto(f"{site.url}/t/{table}")
            guest.locator("[data-keep]").wait_for()
            host.goto(f"{site.url}/t/{table}")
            keep_tickets(host)
            expect(watcher.locator("[data-player='1'] [data-away=false]")).to_be_visible()
            guest.goto(f"{site.url}/rules")
            expect(watcher.locator("[data-player='1'] [data-away=true]")).to_be_visible()
            for width, height in SIZES:
                host.set_viewport_size({"width": width, "height": height})
                expect(host.locator("[data-missed='1']")).to_be_in_viewport(ratio=1)
                shot(host, f"missed-{width}")
            host.locator("[data-nudge]").click()
            expect(host.locator("[data-said]")).to_have_text("Grace cannot be reached right now.")
            host.locator("[data-stand-in]").click()  # after a day, which this server takes for nothing
            expect(host.locator("[data-number]")).not_to_have_attribute("data-number", "1")
            assert watcher.locator("[data-missed]").count() == 0
            guest.goto(f"{site.url}/t/{table}")
            expect(watcher.locator("[data-player='1'] [data-away=false]")).to_be_visible()
            wait_until(lambda: not ann.get(f"tables/{table}")["seats"][1]["stand_in"])
            expect(
                guest.locator(f"[data-number='{ann.get(f'tables/{table}')['number']}'] .acts").first
            ).to_be_attached()
            waits = 1 - guest.evaluate("+document.querySelector('.acts').dataset.player")
            (grace if waits else ann).post(f"tables/{table}/nudge", seat=1 - waits)
            expect((host if waits else guest).locator("[data-nudged]")).to_be_visible()
            shot(guest, "nudged")


def test_only_who_can_start_is_told_to(visitor: Visitor, site: Thread) -> None:
    with Person(site.url, "Ann") as ann, Person(site.url, "Grace") as grace:
        table = ann.table("usa", "you open open", public=True, modules=["classic"])["id"]
        grace.post(f"tables/{table}/join")
        with visitor.page(store=prefs()) as host, visitor.page(store=prefs(), size=(390, 844)) as guest:
            as_player(host, ann)
            as_player(guest, grace)
            for page in (host, guest):
                page.goto(f"{site.url}/t/{table}")
            expect(host.locator("[data-start]")).to_have_text("Start with bots on the free seats")
            expect(guest.locator(".lobby")).to_contain_text("The host can put bots on the free seats.")
            expect(guest.locator(".lobby [data-modules]")).to_have_text("Played with Classic values")
            assert guest.locator("[data-start]").count() == 0
            shot(guest, "guest-waits")
            ann.post(f"tables/{table}/leave")  # who has stood up only watches
            expect(host.locator("[data-sit='0']")).to_be_visible()
            expect(host.locator("[data-start]")).to_have_count(0)


def test_chat_is_muted_and_whoever_writes_blocked_and_reported(visitor: Visitor, site: Thread) -> None:
    with Person(site.url, "Ann") as ann, Person(site.url, "Mallory") as mallory:
        table = ann.start_with(mallory)
        with visitor.page(store=prefs()) as page, mallory.sit(table) as rude:
            as_player(page, ann)
            page.goto(f"{site.url}/t/{table}")
            expect(page.locator("#tab-panel")).to_be_hidden()  # tickets to choose from have its room
            page.locator("[data-tab=chat]").click()
            rude.send(type="say", text="first")
            rude.send(type="say", text="second")
            page.locator("[data-author]").nth(1).click()
            page.locator("[data-report]").click()
            page.get_by_placeholder("What is wrong?").fill("rude")
            page.locator("[data-send-report]").click()
            expect(page.get_by_text("The operator has been told.")).to_be_visible()
            shot(page, "chat")
            page.locator("[data-mute]").click()
            expect(page.get_by_text("second")).to_be_hidden()
            page.locator("[data-unmute]").click()
            page.locator("[data-author]").first.click()
            page.locator("[data-block]").click()
            expect(page.get_by_text("second")).to_be_hidden()
            wait_until(lambda: [one["name"] for one in ann.get("players/me/blocks")] == ["Mallory"])


def test_whoever_never_writes_is_blocked_and_reported_too(visitor: Visitor, site: Thread) -> None:
    with Person(site.url, "Ann") as ann, Person(site.url, "Mallory") as mallory:
        table = ann.start_with(mallory)
        with visitor.page(store=prefs(), size=(390, 844)) as page:
            as_player(page, ann)
            page.goto(f"{site.url}/t/{table}")
            page.locator("[data-tab=menu]").click()
            page.locator("[data-author=seat-1]").click()
            page.locator("[data-report]").click()
            page.get_by_placeholder("What is wrong?").fill("spoils every game")
            page.locator("[data-send-report]").click()
            expect(page.get_by_text("The operator has been told.")).to_be_visible()
            assert serious(page) == []
            shot(page, "others")
            page.reload()
            page.locator("[data-tab=menu]").click()
            page.locator("[data-author=seat-1]").click()
            page.locator("[data-block]").click()
            expect(page.get_by_text("You have blocked Mallory.")).to_be_visible()
            assert [one["name"] for one in ann.get("players/me/blocks")] == ["Mallory"]


def test_what_was_read_or_decided_without_you_is_told_as_it_is(visitor: Visitor, site: Thread) -> None:
    with Person(site.url, "Ann") as ann, Person(site.url, "Grace") as grace:
        table = ann.table("usa", "you open", public=True, clock=60)["id"]
        grace.post(f"tables/{table}/join")
        with visitor.page(f"t/{table}", store=prefs()) as watcher:
            expect(watcher.locator(".lobby")).to_contain_text("You can watch as soon as the game begins.")
            assert watcher.locator("[data-start]").count() == 0
            watcher.goto(site.url)
            expect(watcher.locator(f"[data-table='{table}'] .who")).to_have_text(re.compile(r"^\s*Ann, Grace\s*$"))
        ann.post(f"tables/{table}/start")
        with visitor.page(store=prefs(), size=(360, 640)) as page, grace.sit(table) as other:
            as_player(page, ann)
            page.goto(f"{site.url}/t/{table}")
            chat = page.locator("[data-tab=chat]")
            other.send(type="say", text="hello")
            expect(chat.locator(".news")).to_have_text("1")
            chat.click()
            expect(chat.locator(".news")).to_have_count(0)
            page.reload()
            page.locator("[data-offer]").wait_for()
            expect(chat.locator(".news")).to_have_count(0)
            late = ann.table("usa", "you open", public=True, clock=60)["id"]
            grace.post(f"tables/{late}/join")
            ann.post(f"tables/{late}/start")
            make_older(site, late, 120)
            site.services.hub.residents._lives.pop(late, None)
            page.goto(f"{site.url}/t/{late}")
            page.locator("[data-number]").wait_for()
            site.call(site.services.hub.driver.sweep())
            expect(page.locator("[data-time-up]")).to_contain_text("Your time was up, and a bot decided for you.")
            assert serious(page) == []
            shot(page, "time-up")
            page.locator("[data-time-up] button").click()
            expect(page.locator("[data-time-up]")).to_have_count(0)


def is_crowned(page: Page) -> None:
    """Whoever has won is crowned, and the crown unfolds where things may move."""
    page.locator("[data-skip]").click()
    leaves = page.locator("[data-won] i")
    expect(leaves).to_have_count(10)
    expect(leaves.first).to_have_css("animation-name", re.compile("unfold"))
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(leaves).to_have_count(10)
    expect(leaves.first).to_have_css("animation-name", "none")


def test_a_win_is_crowned_and_a_rematch_told_at_the_count_and_on_the_first_page(visitor: Visitor, site: Thread) -> None:
    game = bot_game("berlin", 2, 5)
    assert game.result.winners == (1,)
    with (
        Person(site.url, "Ann") as ann,
        Person(site.url, "Grace") as grace,
        visitor.page(store=prefs(motion=True)) as page,
    ):
        table = finished_between(site, ann, grace, game)
        as_player(page, grace)
        page.goto(f"{site.url}/t/{table}")
        is_crowned(page)
        as_player(page, ann)
        page.reload()
        expect(page.locator("[data-end] [data-rematch]")).to_be_visible()
        expect(page.locator("[data-won]")).to_have_count(0)  # who has lost is not
        as_player(page, grace)
        page.reload()
        expect(page.locator("[data-rematch]")).to_have_text("Rematch")
        expect(page.locator("[data-rematch-told]")).to_have_count(0)
        again = ann.post(f"tables/{table}/rematch")["id"]
        expect(page.locator("[data-rematch-told]")).to_contain_text("A rematch has been offered.")
        page.goto(site.url)
        expect(page.locator(f"li:has([data-table='{table}'])")).to_contain_text("A rematch has been offered.")
        assert serious(page) == []
        shot(page, "rematch")
        page.locator(f"[data-join-rematch='{table}']").click()
        expect(page).to_have_url(f"{site.url}/t/{again}")
        page.goto(site.url)
        expect(page.locator(f"[aria-labelledby=mine] [data-table='{again}']")).to_be_visible()
        expect(page.locator("[data-join-rematch]")).to_have_count(0)


def test_the_end_of_the_deal_of_the_day_tells_place_and_streak_and_gives_a_picture(
    visitor: Visitor, site: Thread
) -> None:
    with Person(site.url, "Ann") as ann, visitor.page(store=prefs()) as page:
        yesterday = site.clock.now() - DAY
        site.call(Days(site.services.store).keep([(ann.id, day_of(yesterday), 50, 60, yesterday)]))
        as_player(page, ann)
        page.goto(site.url)
        today = ann.get("daily")
        page.locator("[data-play-daily]").click()
        expect(page.locator("[data-offer]")).to_be_visible()
        expect(page.locator("[data-advise]")).to_have_count(0)  # the coach does not help
        table = ann.get("daily")["table"]
        points, other = finish(ann, table)
        page.goto(site.url)
        expect(page.locator("[data-daily]")).to_contain_text("You have played today’s deal.")
        page.locator("[data-see-daily]").click()
        told = page.locator("[data-today]")
        expect(told.locator("[data-secret]")).to_contain_text("Others still play these cards.")
        expect(page.locator("[data-verdict], [data-share], a[href^='replay/']")).to_have_count(0)
        expect(told.locator("dd").first).to_have_text(re.compile("^1 ?the only one so far$"))
        expect(told).to_contain_text(str(points).replace("-", "\N{MINUS SIGN}"))
        expect(told).to_contain_text(f"{str(other).replace('-', chr(0x2212))} for the bot")
        expect(told).to_contain_text(re.compile("2 ?days in a row"))
        with page.expect_download() as download:
            told.locator("[data-postcard]").click()
        assert download.value.suggested_filename == f"eclisse-{today['day']}.png"
        assert download.value.path().read_bytes()[:24].endswith(bytes([0, 0, 4, 176, 0, 0, 2, 118])), "1200 by 630"
        expect(told.locator("img")).to_be_visible()
        assert serious(page) == []
        shot(page, "today")
        shares = "navigator.share = async told => { document.body.dataset.told = told.files[0].name + told.text }"
        page.add_init_script(f"navigator.canShare = () => true; {shares}")
        page.reload()
        expect(told.locator("[data-postcard]")).to_have_text("Share a picture")
        told.locator("[data-postcard]").press("Enter")
        place = "png.*Place 1 the only one so far · Points [\N{MINUS SIGN}0-9]+ .* days in a row"
        expect(page.locator("body")).to_have_attribute("data-told", re.compile(place, re.DOTALL))


def finished_between(site: Thread, ann: Person, grace: Person, game: Game) -> str:
    """A finished game of two people; returns the table's id."""
    made = ann.table(game.kit.game, "you open", seed=game.record()["key"])
    table: str = made["id"]
    grace.post(f"tables/{table}/join", invite=made["invite"])
    ann.post(f"tables/{table}/start")
    with ann.sit(table) as first, grace.sit(table) as second:
        number = first.update()["number"]
        for seat, action in game.actions:
            (first, second)[seat].decide(number, action)
            number = first.update(number + 1)["number"]
            second.update(number)
    return table


def made_up_review(game: Game) -> dict[str, Any]:
    """A review in which the first seat misses the same thing three times, and the second one another once."""
    numbers = [[i for i, (who, text) in enumerate(game.actions) if who == seat and text == "draw"] for seat in (0, 1)]
    drawing = {"action": {"kind": "tickets", "text": "tickets"}, "tickets": []}
    wrong = {number: ("tickets", loss) for number, loss in zip(numbers[0], (0.1, 0.3, 0.2), strict=False)}
    wrong[numbers[1][0]] = ("take red", 0.2)
    moments = []
    for number, (seat, action) in enumerate(game.actions):
        better, loss = wrong.get(number, (None, 0.0))
        told = {"action": better, "routes": [], "cities": [], "win": [0.7, 0.3], "taken": drawing, "decision": drawing}
        rest = {"better": better and {**told, "why": [], "later": []}, "loss": loss, "sure": better is not None}
        moments.append({"number": number, "seat": seat, "turn": number, "action": action, "win": [0.5, 0.5], **rest})
    idea = {"idea": "draw-tickets", "loss": 0.45, "moments": [numbers[0][1], numbers[0][2], numbers[0][0]]}
    figures = {"accuracy": [0.9, 0.8], "skill": [0, 0], "luck": [0, 0]}
    return {"done": 1, "moments": moments, **figures, "ideas": [[idea], []]}


def test_a_review_is_of_your_own_mistakes_each_said_once_and_tried_again(visitor: Visitor, site: Thread) -> None:
    game = bot_game("berlin", 2, 7)
    review = made_up_review(game)
    with Person(site.url, "Ann") as ann, Person(site.url, "Grace") as grace, visitor.page(store=prefs()) as page:
        table = finished_between(site, ann, grace, game)
        site.call(KeptReviews(site.services.store).write(table, json.dumps(review)))
        as_player(page, ann)
        page.route("**/review", lambda route: route.fulfill(json={**review, "done": 0.5}))
        page.goto(f"{site.url}/replay/{table}?show=review")
        page.locator("[data-review='50']").wait_for()
        expect(page.locator("[data-review] .seats")).not_to_contain_text("accuracy")
        page.unroute("**/review")
        expect(page.locator("[data-review='100'] .seats")).to_contain_text("accuracy 90%")
        ahead = ("You are", "Grace is")[game.result.to_dict()["winners"][0]]
        expect(page.locator("[data-won]")).to_contain_text(ahead)
        expect(page.locator("[data-whose]")).to_have_value("0")
        expect(page.locator("[data-review]")).to_contain_text("3 mistakes found")
        page.locator("[data-whose]").select_option("")
        expect(page.locator("[data-review]")).to_contain_text("4 mistakes found")
        page.locator("[data-whose]").select_option("0")
        expect(page.locator("[data-ideas]")).to_contain_text("3 mistakes, together at least 45 points")
        page.locator("[data-idea=draw-tickets]").click()
        worst = max((one for one in review["moments"] if one["seat"] == 0), key=lambda one: one["loss"])["number"]
        expect(page.locator("[data-mistake]")).to_have_attribute("data-mistake", str(worst))
        expect(page.locator("[data-mistake]")).to_contain_text("Better: drawing tickets")
        expect(page.locator("[data-again]")).to_contain_text("The same advice 3 times:")
        assert serious(page) == []
        shot(page, "review")
        page.locator("[data-retry]").click()
        expect(page.locator("[data-try]")).to_contain_text("You play on from here as Ann, against bots.")
        page.locator("[data-deck]:enabled").click()
        expect(page.locator(".game")).not_to_have_attribute("data-number", "0")
        shot(page, "retry")
        page.locator("[data-leave-try]").click()
        expect(page.locator("[data-whose]")).to_be_visible()


def test_devices_tokens_data_and_the_end_are_in_the_settings(visitor: Visitor, site: Thread) -> None:
    with Person(site.url, "Ann") as ann:
        ann.post("players/me/tokens", name="old bot")
        with visitor.page(store=prefs(), size=(360, 640)) as page:
            as_player(page, ann)
            page.reload()
            page.get_by_role("button", name="Ann").click()
            page.locator("[data-own] summary").click()
            expect(page.locator("[data-device=token]").get_by_text("old bot")).to_be_visible()
            shot(page, "own")
            assert serious(page) == []
            page.get_by_placeholder("Name of the program").fill("new bot")
            page.locator("[data-token]").click()
            expect(page.locator("[data-device=token]")).to_have_count(2)
            page.locator("[data-everywhere]").click()
            expect(page.locator("[data-device]")).to_have_count(1)
            with page.expect_download() as download:
                page.get_by_text("Download everything").click()
            assert "Ann" in download.value.path().read_text()
            page.get_by_text("Delete me").click()
            page.locator("[data-forget]").click()
            expect(page.get_by_role("button", name="Ann")).to_be_hidden()
        wait_until(lambda: ann.call("GET", "players/me").status_code == 401)


def test_the_coach_shows_what_it_knows_of_a_person(visitor: Visitor, site: Thread) -> None:
    with Person(site.url, "Ann") as ann, visitor.page("you", store=prefs()) as page:
        expect(page.locator("[data-you]")).to_contain_text("does not know you yet")
        as_player(page, ann)
        games = {keep_review(site, ann), keep_review(site, ann, "berlin", better=("keep 1", "keep 2"))}
        page.goto(site.url)
        page.locator("[data-you-link]").click()
        expect(page.locator("[data-reviewed]")).to_have_count(2)
        assert {dot.get_attribute("data-reviewed") for dot in page.locator("[data-reviewed]").all()} == games
        expect(page.locator("[data-board=berlin]")).to_contain_text("90%")
        expect(page.locator("[data-lost=tickets]")).to_contain_text(
            "About once in 2 games; it costs about 20 points of winning chance."
        )
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            shot(page, f"you-{width}")
            assert page.evaluate("document.documentElement.scrollWidth") == width
        assert serious(page) == []


def test_a_passkey_brings_somebody_back_on_a_device_that_knows_nothing_else(browser: Browser, site: Thread) -> None:
    visitor = Visitor(browser, site.url.replace("127.0.0.1", "localhost"))  # a passkey needs a name
    with Person(visitor.url, "Ann") as ann, visitor.page(store=prefs()) as page:
        device = page.context.new_cdp_session(page)
        device.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        made = {**options, "isUserVerified": True, "automaticPresenceSimulation": True}
        device.send("WebAuthn.addVirtualAuthenticator", {"options": made})
        as_player(page, ann)
        page.reload()
        page.get_by_role("button", name="Ann").click()
        page.locator("[data-make-passkey]").click()
        expect(page.locator("[data-passkey]")).to_have_count(1)
        page.context.clear_cookies()
        page.evaluate("localStorage.removeItem('eclisse.known')")
        page.reload()
        page.get_by_role("button", name="Settings").click()
        page.locator("[data-use-passkey]").click()
        expect(page.get_by_role("button", name="Ann")).to_be_visible()
        assert len(ann.get("players/me/devices")) == 2
    visitor.check()


def test_a_finished_game_is_listed_with_its_winner_and_shared_with_strangers(visitor: Visitor, site: Thread) -> None:
    game = bot_game("berlin", 2, 4)
    clipboard = ["clipboard-read", "clipboard-write"]
    with (
        Person(site.url) as ann,
        visitor.page(store=prefs(), permissions=clipboard) as page,
        visitor.page(store=prefs()) as stranger,
    ):
        table = enter(ann, game)
        as_player(page, ann)
        page.reload()
        for _ in range(8):  # newer than the one that is looked for
            ann.table("switzerland")
        page.reload()
        mine = page.locator(f"[aria-labelledby=mine] [data-table='{table}']")
        expect(page.locator("[aria-labelledby=mine] [data-table]")).to_have_count(8)
        expect(mine).to_have_count(0)
        page.locator("[data-more-games]").click()
        expect(page.locator("[aria-labelledby=mine] [data-table]")).to_have_count(9)
        expect(page.locator("[data-more-games]")).to_have_count(0)
        for name, points in zip(game.names, game.result.totals, strict=True):
            expect(mine).to_contain_text(re.compile(f"{name}.* {points}"))
        expect(mine.locator(".won")).to_contain_text(game.names[game.result.winners[0]])
        mine.click()
        page.goto(f"{site.url}/replay/{table}?invite={ann.get(f'tables/{table}')['invite']}&n=7")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("status").filter(has_text="Only the players")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == f"{site.url}/replay/{table}?n=7"
        page.goto(f"{site.url}/t/{table}")
        page.locator("[data-agree]").click()
        link = page.locator("[data-share=open] [data-copy]").get_attribute("data-copy")
        stranger.goto(link or "")
        expect(stranger.locator("[data-route]").first).to_be_attached()
        expect(stranger.get_by_role("button", name="Final count")).to_be_visible()
        expect(stranger.locator("[download], [data-review]")).to_have_count(0)
        shot(page, "share")
