"""What `eclisse serve` was told, as settings."""

import asyncio
import ipaddress
from dataclasses import fields, replace
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from eclisse.boards.errors import listed, nearest
from eclisse.server.serve import serve
from eclisse.server.settings import Settings, data_folder
from eclisse.server.store import open_store
from eclisse.server.store.engine import BadDatabase, database_url


class BadSetting(ValueError):
    """A setting that cannot be used."""


def run(
    host: str,
    port: int,
    database: str | None,
    root_path: str,
    public_url: str,
    proxies: str,
    origins: str | None,
    networks: str | None,
    limits: str | None,
    log_level: str,
    browser: bool,
) -> None:
    """Check the settings and serve."""
    if log_level not in ("debug", "info", "warning", "error"):
        raise BadSetting(f'the log level is debug, info, warning or error, not "{log_level}"')
    settings = with_limits(
        Settings(
            database=_database(database),
            root_path=_root_path(root_path),
            public_url=public_url.rstrip("/"),
            origins=tuple(_split(origins)),
            webhook_networks=tuple(_network(text) for text in _split(networks)),
        ),
        _split(limits),
    )
    _check_database(settings.database)
    serve(settings, host, port, proxies, log_level, browser)


def with_limits(settings: Settings, changes: list[str]) -> Settings:
    """The settings with some of their numbers changed, each given as NAME=NUMBER."""
    kinds = {field.name: field.type for field in fields(Settings) if field.type in (int, float)}
    values: dict[str, float] = {}
    for change in changes:
        name, _, text = change.partition("=")
        if name not in kinds:
            raise BadSetting(f'there is no limit "{name}"{nearest(name, kinds)}; limits are {listed(kinds)}')
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value < 1e12:
            raise BadSetting(f'the limit {name} must be a number, not "{text}"')
        values[name] = int(value) if kinds[name] is int else value
    return replace(settings, **values)  # type: ignore[arg-type]


def _database(url: str | None) -> str:
    """The URL of the database; by default a file in the user's data folder."""
    if url is None:
        folder = data_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'games.db'}"
    parsed = database_url(url)
    if parsed.get_backend_name() == "sqlite":
        Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
    return url


def _check_database(url: str) -> None:
    """Connect once and bring the schema up to date, so that what is wrong is told in a sentence."""

    async def once() -> None:
        await (await open_store(url, "start")).close()

    try:
        asyncio.run(once())
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise BadDatabase(f"the database cannot be used: {reason}") from None


def _root_path(text: str) -> str:
    """A path with a slash before and none after."""
    path = text.strip("/")
    if not all(
        part and part.replace("-", "").replace("_", "").replace(".", "").isalnum() for part in path.split("/") if path
    ):
        raise BadSetting(f'a root path is made of letters and digits, such as /trains, not "{text}"')
    return f"/{path}" if path else ""


def _split(text: str | None) -> list[str]:
    """`a,b` as a list."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """A network such as 192.168.0.0/16."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise BadSetting(f'"{text}" is no network; for example 192.168.0.0/16') from None
