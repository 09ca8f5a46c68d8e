"""Fair shares: bots' threads, tables of an address, places in the lobby."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from eclisse.server.lobby import routes
from eclisse.server.play.work import FairPool
from tests.server.people import Person
from tests.server.serving import on_port, serving
from tests.server.test_passkeys import Authenticator


def test_whoever_asks_for_much_waits_behind_their_own_work() -> None:
    began: list[str] = []
    gate = threading.Event()

    def think(who: str) -> str:
        gate.wait(20)
        began.append(who)
        return who

    async def ask() -> None:
        pool = FairPool(1, "test")
        much = [asyncio.create_task(pool.run("eve", think, f"eve {i}")) for i in range(50)]
        await asyncio.sleep(0)
        little = [asyncio.create_task(pool.run(who, think, who)) for who in ("ann", "bob")]
        await asyncio.sleep(0)
        gate.set()
        assert await asyncio.gather(*little) == ["ann", "bob"]
        await asyncio.gather(*much)
        pool.close()

    asyncio.run(ask())
    assert sorted(began.index(who) for who in ("ann", "bob")) == [
        2,
        3,
    ]  # behind one under way and one that waited first


def test_what_fails_or_is_not_waited_for_keeps_nobody_from_their_turn() -> None:
    async def ask() -> None:
        pool = FairPool(1, "test")
        gate = threading.Event()
        first = asyncio.create_task(pool.run("eve", gate.wait, 20))
        gone = asyncio.create_task(pool.run("eve", gate.wait, 20))
        await asyncio.sleep(0)
        gone.cancel()
        gate.set()
        assert await first
        with pytest.raises(ZeroDivisionError):
            await pool.run("ann", divmod, 1, 0)
        assert await pool.run("ann", divmod, 7, 2) == (3, 1)
        pool.close()

    asyncio.run(ask())


def test_a_limit_of_tables_holds_however_many_are_asked_for_at_once(database: str) -> None:
    with serving(database, tables_per_player=7) as server, Person(server.url) as ann:
        body = {"game": "usa", "seats": [{"kind": "you"}] * 2}
        with ThreadPoolExecutor(20) as pool:
            codes = list(pool.map(lambda _: ann.call("POST", "tables", body).status_code, range(40)))
        assert codes.count(201) == 7
        assert codes.count(429) == 33


def test_an_address_makes_so_many_tables_an_hour_whoever_it_says_it_is(sqlite: str) -> None:
    with on_port(sqlite, tables_per_hour=3, proxies="127.0.0.1") as server:
        people = [Person(server.url, f"Eve {i}", f"2001:db8:0:1::{i}") for i in range(4)]
        for eve in people[:3]:
            eve.table()
        assert people[3].refused("POST", "tables", {"game": "usa", "seats": [{"kind": "you"}] * 2}) == "too_many"
        with Person(server.url, "Ann", "2001:db8:0:2::1") as ann:
            ann.table()
        for eve in people:
            eve.close()


CLUB = 50  # people behind one address
OF_CLUB = {"X-Forwarded-For": "192.0.2.50"}


def at_once(url: str, come: Callable[[httpx.Client, int], list[httpx.Response]]) -> list[int]:
    """The status of every request of a club whose members all come at the same moment, and how long it took."""
    gate = threading.Barrier(CLUB)

    def enter(number: int) -> list[int]:
        with httpx.Client(base_url=f"{url}/api/", headers={**OF_CLUB, "Origin": url}, verify=False) as one:
            gate.wait()
            return [answer.status_code for answer in come(one, number)]

    with ThreadPoolExecutor(CLUB) as pool:
        start = time.monotonic()
        codes = [code for answers in pool.map(enter, range(CLUB)) for code in answers]
        print(f"a club of {CLUB} was in after {time.monotonic() - start:.2f} s")
    return codes


def test_a_club_behind_one_address_gets_in(sqlite: str) -> None:
    """Fifty at once with the shipped settings: new ones invited by one host, and those who have played before."""
    with on_port(sqlite, shipped=True, proxies="127.0.0.1") as server, Person(server.url, "Host") as host:
        tables = [host.table("europe", "you open open open") for _ in range(17)]
        invited = [{"table": table["id"], "invite": table["invite"]} for table in tables for _ in range(3)]

        def by_invitation(one: httpx.Client, number: int) -> list[httpx.Response]:
            body = invited[number]
            named = one.post("players", json={"name": f"Guest {number}", **body})
            return [named, one.post(f"tables/{body['table']}/join", json={"invite": body["invite"]})]

        assert Counter(at_once(server.url, by_invitation)) == {201: CLUB, 200: CLUB}
        taken = [seat["kind"] for table in tables for seat in host.get(f"tables/{table['id']}")["seats"][1:]]
        assert taken.count("player") == CLUB
        members, mine, way_in = list[tuple[str, Authenticator]](), "players/me/passkeys", "players/passkey"
        for number in range(CLUB):
            with Person(server.url, f"Member {number}", f"198.51.100.{number}") as at_home:
                at_home.http.headers["Origin"] = server.url
                key = Authenticator(server.url, f"key-{number}")
                at_home.post(mine, **key.answer("create", at_home.post(f"{mine}/challenge")["challenge"]))
                members.append((at_home.post("players/me/recovery")["token"], key))

        def by_sign_in(one: httpx.Client, number: int) -> list[httpx.Response]:
            token, key = members[number]
            if number % 2:
                return [one.post("players/recover", json={"token": token}), one.get("players/me")]
            asked = one.post(f"{way_in}/challenge")
            answer = key.answer("get", asked.json().get("challenge", ""))
            return [asked, one.post(way_in, json=answer), one.get("players/me")]

        assert Counter(at_once(server.url, by_sign_in)) == {201: CLUB // 2, 200: 2 * CLUB}
        assert server.connections._guard.account(OF_CLUB["X-Forwarded-For"]).debt() == 0, "nobody waits for a purse"
        told = server.services.metrics.text().decode()
        assert [line for line in told.splitlines() if "refusals_total{" in line] == []


def test_an_invitation_lets_a_few_in_where_the_address_has_no_place_left(sqlite: str) -> None:
    with serving(sqlite, player_rate=1 / 60) as server, Person(server.url, "the only one in a minute") as host:
        table = host.table("usa", "you open")
        invited = {"name": "Guest", "table": table["id"], "invite": table["invite"]}
        for wrong in ({"name": "Guest"}, {**invited, "invite": "x" * 20}, {**invited, "table": "0" * 32}):
            assert host.refused("POST", "players", wrong) == "too_fast"
        codes = [host.call("POST", "players", invited).status_code for _ in range(11)]
        assert codes == [201] * 10 + [429]


def test_tables_at_which_several_people_sit_count_a_fifth(sqlite: str) -> None:
    with serving(sqlite, tables_per_hour=3) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        for _ in range(10):
            table = ann.table("usa", "you open")
            bob.post(f"tables/{table['id']}/join", invite=table["invite"])
        ann.table()
        assert ann.refused("POST", "tables", {"game": "usa", "seats": [{"kind": "you"}] * 2}) == "too_many"


def test_the_lobby_shows_every_hosts_newest_table_first(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "SHOWN", 10)
    with on_port(database, proxies="127.0.0.1") as server:
        with Person(server.url, "Ann", "192.0.2.1") as ann, Person(server.url, "Bob", "192.0.2.2") as bob:
            early = [person.table(seats="you open", public=True)["id"] for person in (ann, bob)]
        with Person(server.url, "Eve", "192.0.2.66") as eve:
            many = [eve.table(seats="you open", public=True)["id"] for _ in range(12)]
            shown = [table["id"] for table in eve.get("tables")["open"]]
        assert shown[:3] == [many[-1], early[1], early[0]]
        assert shown[3:] == many[-2:-9:-1]


def test_the_address_a_table_was_made_from_is_forgotten_after_a_day(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table, store = ann.table()["id"], server.services.store
        assert server.call(store.table(table)).origin == "127.0.0.1"
        server.call(store.forget_origins(server.call(store.table(table)).created_at + 1))
        assert server.call(store.table(table)).origin is None
