"""A complete player: it joins a table on a server over the open protocol (docs/protocol.md) and plays to the end.

    python examples/remote_bot.py http://localhost:8000 TABLE [--invite INVITE] [--token TOKEN] [--name NAME]

It needs `websockets` and nothing else of the package. Put your own idea into `choose`.
"""

import argparse
import asyncio
import contextlib
import json
import random
import urllib.request
from typing import Any

import websockets


def choose(update: dict[str, Any]) -> str:
    """One of the legal decisions: the longest route there is, else cards, else anything."""
    legal, view = update["own"]["legal"], update["view"]
    kinds = {action["kind"] for action in legal}
    if view["phase"] == "setup":
        return str(max(legal, key=lambda action: len(action["places"]))["text"])
    claims = [action for action in legal if action["kind"] == "claim"]
    if claims:
        prices = {row["route"]: max(map(price, row["payments"])) for row in update["own"]["affordable"]}
        return str(max(claims, key=lambda action: prices.get(action["route"], 0))["text"])
    if "draw" in kinds:
        return "draw"
    return str(random.choice(legal)["text"])


def price(payment: dict[str, Any]) -> int:
    """How many cards a payment has."""
    return int(payment["cards"] + payment["locomotives"])


class Client:
    """A player on a server."""

    def __init__(self, server: str, token: str | None = None) -> None:
        self.server, self.token, self.cookie = server.rstrip("/"), token, ""

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """One REST request."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **self.headers()}
        request = urllib.request.Request(f"{self.server}/api/{path}", data, headers, method=method)  # noqa: S310
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            cookie = answer.headers.get("Set-Cookie")
            self.cookie = cookie.split(";")[0] if cookie else self.cookie
            text = answer.read()
            return json.loads(text) if text else None

    def headers(self) -> dict[str, str]:
        """The header that says who we are."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {"Cookie": self.cookie}

    def take_name(self, name: str) -> None:
        """Become a player, known by a token."""
        if self.token is None:
            self.call("POST", "players", {"name": name})
            self.token = self.call("POST", "players/me/tokens")["token"]

    async def play(self, table: str, chooser: Any = choose) -> dict[str, Any]:
        """Play a table to its end, through lost connections; returns the ending."""
        since = 0
        while True:
            address = f"{self.server.replace('http', 'ws', 1)}/api/tables/{table}/socket?since={since}"
            with contextlib.suppress(OSError, EOFError, websockets.WebSocketException):
                async with websockets.connect(address, additional_headers=self.headers()) as socket:
                    async for text in socket:
                        message = json.loads(text)
                        if message["type"] == "refused" and message["code"] not in ("stale", "not_your_turn"):
                            print(message["code"], message["message"])
                            break  # look again, a moment later
                        if message["type"] != "update":
                            continue
                        since = message["number"]
                        if message["ending"]:
                            return dict(message["ending"])
                        if message["own"] and message["own"]["legal"]:
                            decision = {"type": "decide", "number": since, "action": chooser(message)}
                            await socket.send(json.dumps(decision))
            await asyncio.sleep(1)


def main() -> None:
    """Take a seat and play."""
    parser = argparse.ArgumentParser(description="Join a table and play it.")
    parser.add_argument("server")
    parser.add_argument("table")
    parser.add_argument("--invite")
    parser.add_argument("--token")
    parser.add_argument("--name", default="remote bot")
    options = parser.parse_args()
    client = Client(options.server, options.token)
    client.take_name(options.name)
    client.call("POST", f"tables/{options.table}/join", {"invite": options.invite} if options.invite else {})
    print(f"{options.name} is seated; waiting for the game")
    ending = asyncio.run(client.play(options.table))
    for seat, line in enumerate(ending["sheet"]["seats"]):
        print(f"seat {seat}: {line['total']} points{' (wins)' if seat in ending['sheet']['winners'] else ''}")


if __name__ == "__main__":
    main()
