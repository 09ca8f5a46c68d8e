"""Browsers of other makes than Chromium, driven through what each of them brings along: no driver is fetched."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from websockets.sync.client import ClientConnection, connect

from tests.server.postgres import free_port

PATIENCE: Final = 300  # seconds that a busy machine may take for anything
FIREFOX: Final = ("firefox-esr", "firefox")
LISTENING: Final = ("--remote-debugging-port", "0", "--no-remote")
WEBKIT: Final = "WebKitWebDriver"


class Driven(Protocol):
    """A page in some browser."""

    def go(self, url: str) -> None:
        """Open an address, and wait until it is there."""

    def run(self, script: str, *arguments: Any) -> Any:
        """Call an asynchronous function in the page, and return what it answers."""


class Firefox:
    """Firefox over WebDriver BiDi, which it speaks itself."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._n = socket, 0
        self._ask("session.new", capabilities={})
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **parameters: Any) -> Any:
        """Send a command and wait for its answer; whatever else comes is left out."""
        self._n += 1
        self._socket.send(json.dumps({"id": self._n, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("id") == self._n:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def run(self, script: str, *arguments: Any) -> Any:
        call = f"async () => JSON.stringify((await ({script})(...{json.dumps(arguments)})) ?? null)"
        target = {"context": self._page}
        answer = self._ask("script.callFunction", functionDeclaration=call, awaitPromise=True, target=target)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])


class WebKit:
    """WebKitGTK over classic WebDriver, with the driver that is a part of it."""

    def __init__(self, address: str, browser: str) -> None:
        options = {"binary": browser, "args": ["--automation"]}
        wish = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._at = address
        self._session = f"/session/{self._ask('/session', wish)['sessionId']}"
        self._ask(f"{self._session}/timeouts", {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE})

    def _ask(self, path: str, body: object) -> Any:
        """Post a command and return the value of its answer."""
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._at + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE + 10) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()}") from None

    def go(self, url: str) -> None:
        self._ask(f"{self._session}/url", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        told = "answer => done({ answer }), error => done({ error: String(error) })"
        call = f"const done = arguments[arguments.length - 1]; ({script})(...{json.dumps(arguments)}).then({told})"
        answer = self._ask(f"{self._session}/execute/async", {"script": call, "args": []})
        assert "error" not in answer, answer["error"]
        return answer.get("answer")


@contextmanager
def firefox() -> Iterator[Driven]:
    """A Firefox with a profile of its own, without windows."""
    found = next(filter(None, map(shutil.which, FIREFOX)), None)
    assert found, "Firefox is not there: `make browsers` installs it"
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        process([found, "--headless", "--profile", folder, *LISTENING], HOME=folder) as started,
        connect(f"{bidi(started)}/session", open_timeout=PATIENCE, max_size=None) as socket,
    ):
        yield Firefox(socket)


def bidi(started: subprocess.Popen[str]) -> str:
    """The address that Firefox says it listens at."""
    assert started.stdout is not None
    for line in started.stdout:
        if "WebDriver BiDi listening on" in line:
            return line.rsplit(" ", 1)[1].strip()
    raise AssertionError("Firefox ended before it listened")


@contextmanager
def webkit() -> Iterator[Driven]:
    """A WebKitGTK on a screen that nobody sees."""
    browser = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
    driver, screen, port = shutil.which(WEBKIT), shutil.which("xvfb-run"), free_port()
    if driver is None or screen is None or browser is None:
        raise FileNotFoundError("WebKitGTK is not there: `make browsers` installs it")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        process([screen, "-a", driver, f"--port={port}"], HOME=folder, XDG_RUNTIME_DIR=folder),
    ):
        yield WebKit(answering(f"http://127.0.0.1:{port}"), str(browser))


def answering(address: str) -> str:
    """The same address, once somebody answers there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/status", timeout=PATIENCE):
                return address
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nobody answers")


@contextmanager
def process(command: list[str], **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A program in a group of its own, ended with all that it has started."""
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    started = subprocess.Popen(command, env={**os.environ, **environment}, start_new_session=True, **pipes)
    try:
        yield started
    finally:
        os.killpg(started.pid, signal.SIGTERM)
        started.communicate()
