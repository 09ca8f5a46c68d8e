"""One anonymous address does its worst, inside the usual limits, and an honest pair plays on beside it."""

from collections.abc import Iterator

import pytest

from tests.server import attacks
from tests.server.serving import Process

SECONDS = 1.0  # of playing on, once the attack has begun
BUSY = [
    attacks.score,
    attacks.replays,
    attacks.since,
    attacks.look,
    attacks.sockets,
    attacks.experts,
    attacks.tables,
    attacks.files,
]
USUAL, LONGEST = 5.0, 30.0  # seconds that a decision may take on a busy machine; without the limits it was a minute


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with its usual limits."""
    folder = tmp_path_factory.mktemp("attacked")
    process = Process(f"sqlite:///{folder / 'games.db'}", folder, "--proxies", "127.0.0.1", limits="")
    yield process
    process.stop()


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server without a proxy before it, with its usual limits."""
    folder = tmp_path_factory.mktemp("direct")
    process = Process(f"sqlite:///{folder / 'games.db'}", folder, limits="")
    yield process
    process.stop()


def play_beside(server: Process, attack: attacks.Attack) -> None:
    """Let an honest pair play while a stranger attacks."""
    with attacks.attacked(server.url, attack, 60):
        waits = attacks.waits(server.url, SECONDS)
    assert sorted(waits)[len(waits) // 2] < USUAL
    assert max(waits) < LONGEST


@pytest.mark.parametrize("attack", BUSY)
def test_an_honest_pair_does_not_wait(server: Process, attack: attacks.Attack) -> None:
    play_beside(server, attack)


@pytest.mark.parametrize("attack", [attacks.slow_headers, attacks.slow_body, attacks.second_request, attacks.headers])
def test_connections_of_a_stranger_keep_nobody_out(direct: Process, attack: attacks.Attack) -> None:
    play_beside(direct, attack)
