"""The databases that all tests of the store and of tables run over."""

import asyncio
import itertools
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG

from eclisse.server.store import open_store
from tests.server import postgres

for what in ("connect", "read", "write", "pool"):  # a busy machine may take its time
    setattr(DEFAULT_TIMEOUT_CONFIG, what, 60.0)

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of this test process."""
    with postgres.cluster() as url:
        yield url


def _name() -> str:
    """A name that no other database has."""
    return f"test_{os.getpid()}_{next(_numbers)}"


@pytest.fixture
def empty_postgres(postgres_url: str) -> Iterator[str]:
    """A database without anything in it."""
    with postgres.database(postgres_url, _name()) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres_url: str) -> Iterator[str]:
    """The name of a database with our tables, to be copied: making them takes longer."""
    with postgres.database(postgres_url, name := _name()) as url:
        _make_tables(url)
        yield name


@pytest.fixture
def postgres_database(postgres_url: str, postgres_template: str) -> Iterator[str]:
    """A new database in PostgreSQL."""
    with postgres.database(postgres_url, _name(), postgres_template) as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with our tables, to be copied."""
    file = tmp_path_factory.mktemp("template") / "games.db"
    _make_tables(f"sqlite:///{file}")
    return file


def _make_tables(url: str) -> None:
    """Make the tables as a server does when it first starts."""

    async def once() -> None:
        await (await open_store(url, "template")).close()

    asyncio.run(once())


@pytest.fixture
def sqlite(tmp_path: Path, sqlite_template: Path) -> str:
    """A new SQLite file, for what has nothing to do with the database."""
    shutil.copy(sqlite_template, tmp_path / "games.db")
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(params=["sqlite", "postgres_database"])
def database(request: pytest.FixtureRequest) -> str:
    """A new database of each kind."""
    url: str = request.getfixturevalue(request.param)
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind without anything in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("empty_postgres")
    return url
