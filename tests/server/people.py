"""People and programs that use a server: REST and WebSocket, one at a time and without surprises."""

import json
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.inside import Wire, inside, transport

Json = dict[str, Any]


class Open(ABC):
    """Something that is closed after use."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Person(Open):
    """Somebody with a name and a cookie."""

    def __init__(self, url: str, name: str = "Ann", address: str | None = None) -> None:
        self.url = url
        self.proxied = {} if address is None else {"X-Forwarded-For": address}  # as a proxy tells where one comes from
        self.http = httpx.Client(
            base_url=f"{url}/api/", timeout=60, headers=self.proxied, verify=False, transport=transport(url)
        )
        self.id = self.post("players", name=name)["id"]

    def call(self, method: str, path: str, body: Any = None, **options: Any) -> httpx.Response:
        return self.http.request(method, path, json=body, **options)

    def post(self, path: str, **body: Any) -> Any:
        answer = self.call("POST", path, body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        answer = self.call("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, method: str, path: str, body: Any = None) -> str:
        """The code of a refusal."""
        answer = self.call(method, path, body)
        assert 400 <= answer.status_code < 600, answer.text
        return str(answer.json()["code"])

    def table(self, game: str = "usa", seats: str = "you you", **more: Any) -> Json:
        """A table; seats such as `you bot:easy open`."""
        made = []
        for word in seats.split():
            kind, _, level = word.partition(":")
            made.append({"kind": kind, **({"level": level} if level else {})})
        table: Json = self.post("tables", game=game, seats=made, **more)
        return table

    def start_with(self, guest: "Person") -> str:
        """Start a public table that somebody else has joined; returns its id."""
        table: str = self.table("usa", "you open", public=True)["id"]
        guest.post(f"tables/{table}/join")
        self.post(f"tables/{table}/start")
        return table

    def headers(self) -> dict[str, str]:
        return {"Cookie": f"eclisse={self.http.cookies['eclisse']}", **self.proxied}

    def sit(self, table_id: str, **query: Any) -> "Seat":
        """Connect to a table."""
        return Seat(self.url, table_id, self.headers(), **query)

    def close(self) -> None:
        self.http.close()


class Seat(Open):
    """One WebSocket, and what came over it."""

    def __init__(self, url: str, table_id: str, headers: dict[str, str] | None = None, **query: Any) -> None:
        text = "&".join(f"{key}={value}" for key, value in query.items() if value is not None)
        self._stack = ExitStack()
        connecting = opened(f"{url}/api/tables/{table_id}/socket?{text}", headers or {})
        self.socket: ClientConnection | Wire = self._stack.enter_context(connecting)
        self.messages: list[Json] = []
        self.texts: list[str] = []

    def receive(self, timeout: float = 60) -> Json:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.texts.append(text)
        self.messages.append(json.loads(text))
        return self.messages[-1]

    def until(self, wanted: Callable[[Json], Any], timeout: float = 60) -> Json:
        """Receive until a message is the one waited for."""
        while True:
            message = self.receive(timeout)
            if wanted(message):
                return message

    def update(self, number: int = 0, timeout: float = 60) -> Json:
        """The next update with at least this number."""
        return self.until(lambda m: m["type"] == "update" and m["number"] >= number, timeout)

    def table(self, status: str) -> Json:
        """The next message about the table with this status."""
        return self.until(lambda m: m["type"] == "table" and m["table"]["status"] == status)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def decide(self, number: int, action: str, seat: int | None = None) -> None:
        more = {} if seat is None else {"seat": seat}
        self.send(type="decide", number=number, action=action, **more)

    def refusal(self) -> str:
        """The code of the next refusal."""
        return str(self.until(lambda m: m["type"] == "refused")["code"])

    def closed(self, timeout: float = 60) -> int | None:
        """The code the server closes with; whatever comes before is kept."""
        try:
            while True:
                self.receive(timeout)
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else None

    def close(self) -> None:
        self._stack.close()


def opened(url: str, headers: dict[str, str]) -> AbstractContextManager[ClientConnection | Wire]:
    """A WebSocket to a server, real or inside this process."""
    server = inside(url)
    if server is not None:
        return closing(Wire(server, url, headers))
    return connect(url.replace("http", "ws", 1), additional_headers=headers, max_size=None)


def play(seats: dict[int, Seat], rng: random.Random, most: int = 10_000) -> Json:
    """Play a table whose seats are all connected, at most so many decisions; returns the last update seen."""
    latest = {seat: connection.update() for seat, connection in seats.items()}
    for _ in range(most):
        acting = next(iter(latest.values()))["view"]["to_act"]
        if not acting:
            break
        seat = rng.choice([s for s in acting if s in seats])
        update = latest[seat]
        seats[seat].decide(update["number"], rng.choice(update["own"]["legal"])["text"], seat)
        for other, connection in seats.items():
            latest[other] = connection.update(update["number"] + 1)
    return next(iter(latest.values()))


def play_alone(connection: Seat, rng: random.Random) -> Json:
    """Play one seat to the end, whatever the others do; returns the last update."""
    while True:
        message = connection.until(lambda m: m["type"] in ("update", "refused"))
        if message["type"] == "refused":
            assert message["code"] in ("stale", "not_your_turn"), message
        elif message["ending"]:
            return message
        elif message["own"]["legal"]:
            connection.decide(message["number"], rng.choice(message["own"]["legal"])["text"])


def play_with_bots(seats: dict[int, Seat], rng: random.Random) -> Json:
    """Play all these seats to the end at once, with anybody at the others; returns the last update."""
    with ThreadPoolExecutor(len(seats)) as pool:
        done = [pool.submit(play_alone, seat, random.Random(rng.random())) for seat in seats.values()]
        return next(one.result(300) for one in done)
