"""The databases that all tests of the store and of tables run over."""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG

from tests.server import postgres

for what in ("connect", "read", "write", "pool"):  # a busy machine may take its time
    setattr(DEFAULT_TIMEOUT_CONFIG, what, 60.0)

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of this test process."""
    with postgres.cluster() as url:
        yield url


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """An empty database in it."""
    with postgres.database(postgres_url, f"test_{os.getpid()}_{next(_numbers)}") as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("postgres_database")
    return url


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """An empty SQLite file, for what has nothing to do with the database."""
    return f"sqlite:///{tmp_path / 'games.db'}"
