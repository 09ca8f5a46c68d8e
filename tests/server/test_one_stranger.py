"""One anonymous address does its worst, inside the usual limits, and an honest pair plays on beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import attacks
from tests.server.serving import Process

SECONDS = 5.0
BUSY = [
    attacks.score,
    attacks.replays,
    attacks.since,
    attacks.look,
    attacks.sockets,
    attacks.experts,
    attacks.tables,
]
USUAL, LONGEST = 1.0, 10.0  # seconds that a decision may take on a busy machine; without the limits it was a minute


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with its usual limits."""
    folder = tmp_path_factory.mktemp("attacked")
    process = Process(f"sqlite:///{folder / 'games.db'}", folder, "--proxies", "127.0.0.1", limits="")
    yield process
    process.stop()


@pytest.mark.parametrize("attack", BUSY)
def test_an_honest_pair_does_not_wait(server: Process, tmp_path: Path, attack: attacks.Attack) -> None:
    with attacks.attacked(server.url, attack, 60):
        waits = attacks.waits(server.url, SECONDS)
    assert sorted(waits)[len(waits) // 2] < USUAL
    assert max(waits) < LONGEST


@pytest.mark.parametrize("attack", [attacks.slow_headers, attacks.slow_body, attacks.second_request, attacks.headers])
def test_connections_of_a_stranger_keep_nobody_out(tmp_path: Path, attack: attacks.Attack) -> None:
    direct = Process(f"sqlite:///{tmp_path / 'games.db'}", tmp_path, limits="")
    try:
        with attacks.attacked(direct.url, attack, 60):
            waits = attacks.waits(direct.url, SECONDS)
    finally:
        direct.stop()
    assert sorted(waits)[len(waits) // 2] < USUAL
    assert max(waits) < LONGEST
