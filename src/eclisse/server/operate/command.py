"""The options of `eclisse serve` as settings."""

import asyncio
import ipaddress
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from eclisse.faults import Faulty, cut, fault, nearest, shown
from eclisse.server.guard.gate import origin_of
from eclisse.server.operate.serve import serve
from eclisse.server.settings import Settings, data_folder
from eclisse.server.sharing import is_loopback
from eclisse.server.store import open_store
from eclisse.server.store.backup import backup, dated, prune, restore
from eclisse.server.store.engine import BadDatabase, database_url

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


LOG_LEVELS: Final = ("debug", "info", "warning", "error")
POSITIVE: Final = frozenset(
    {
        "bot_threads",
        "work_threads",
        "cost_rate",
        "sweep_every",
        "compare_every",
        "send_timeout",
        "webhook_timeout",
        "nudge_every",
    }
)


class BadSetting(Faulty):
    """A setting that cannot be used."""


def read_settings(
    database: str | None,
    root_path: str,
    public_url: str,
    origins: str | None,
    networks: str | None,
    limits: str | None,
    operator: str = "",
) -> Settings:
    """The settings as they are typed, checked."""
    settings = Settings(
        database=read_database(database),
        root_path=_root_path(root_path),
        public_url=_public_url(public_url),
        operator=operator,
        origins=tuple(_origin(text) for text in _split(origins)),
        webhook_networks=tuple(_network(text) for text in _split(networks)),
    )
    return with_limits(settings, _split(limits))


def run(settings: Settings, host: str, port: int, proxies: str, log_level: str, browser: bool) -> None:
    """Serve, alone with its database."""
    if log_level not in LOG_LEVELS:
        raise BadSetting(fault("choice-expected", "--log-level", choices=list(LOG_LEVELS), value=shown(log_level)))
    trusted = _proxies(proxies)
    if _trusts_everybody(trusted) and not is_loopback(host):
        raise BadSetting(fault("proxies-too-open", "--proxies"))
    with _alone(settings.database):
        _keep_private(settings.database)
        _check_database(settings.database)
        serve(settings, host, port, trusted, log_level, browser)


def back_up(where: Path, database: str | None, keep: int | None) -> list[str]:
    """Write a database to a file, or to a new one in a folder; the server may run meanwhile. Tells what was done."""
    url = read_existing(database)
    if keep is not None and not where.is_dir():
        raise BadSetting(fault("folder-expected", "--keep", value=shown(str(where))))
    file = dated(where, time.time()) if where.is_dir() else where
    try:
        told = [f"{backup(url, file)} rows written to {file}"]
        return told + [f"removed {old}" for old in (prune(where, keep) if keep else ())]
    except (SQLAlchemyError, OSError) as error:
        raise BadDatabase(fault("database-unusable", "--database", reason=reason(error))) from None


def bring_back(file: Path, database: str | None) -> int:
    """Fill an empty database from a file; no server may use it. Returns the number of rows."""
    url = read_database(database)
    with _alone(url):
        _keep_private(url)
        try:
            return restore(url, file)
        except SQLAlchemyError as error:
            raise BadDatabase(fault("database-unusable", "--database", reason=reason(error))) from None


def reason(error: Exception) -> str:
    """A database's complaint, in one line and without values."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def with_limits(settings: Settings, changes: list[str]) -> Settings:
    """The settings with some of their numbers changed, each given as NAME=NUMBER."""
    kinds = {field.name: field.type for field in fields(Settings) if field.type in (int, float)}
    values: dict[str, float] = {}
    for change in changes:
        name, _, text = change.partition("=")
        if name not in kinds:
            hint = nearest(name, kinds)
            raise BadSetting(fault("unknown-limit", "--limits", name=cut(name), limits=list(kinds), **hint))
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value < 1e12:
            raise BadSetting(fault("limit-expected", "--limits", name=name, value=shown(text)))
        values[name] = int(value) if kinds[name] is int else value
        if name in POSITIVE and not values[name]:
            raise BadSetting(fault("limit-not-positive", "--limits", name=name))
    return replace(settings, **values)  # type: ignore[arg-type]


def read_database(url: str | None) -> str:
    """The URL of the database; by default a file in the user's data folder."""
    if url is None:
        folder = data_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'games.db'}"
    parsed = database_url(url)
    if parsed.get_backend_name() == "sqlite":
        Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
    return url


def read_existing(url: str | None) -> str:
    """The same, for what works only on a database that is there: a mistyped name makes no new one."""
    found = read_database(url)
    parsed = database_url(found)
    if parsed.get_backend_name() == "sqlite" and not Path(str(parsed.database)).is_file():
        raise BadDatabase(fault("database-unusable", "--database", reason=f"there is no {parsed.database}"))
    return found


@contextmanager
def _alone(url: str) -> Iterator[None]:
    """Hold the lock of a SQLite file, which serves one process only; for other databases, do nothing."""
    parsed = database_url(url)
    if parsed.get_backend_name() != "sqlite":
        yield
        return
    with Path(f"{Path(str(parsed.database)).resolve()}.lock").open("a") as file:
        try:
            _lock(file.fileno())
        except (BlockingIOError, PermissionError):
            raise BadDatabase(fault("database-in-use", "--database", file=str(parsed.database))) from None
        yield


def _lock(file: int) -> None:
    """Lock a file until the process ends, or fail at once if another process has locked it."""
    if sys.platform == "win32":
        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _keep_private(url: str) -> None:
    """Let nobody but its owner read a SQLite file; what SQLite puts beside it has the same mode."""
    parsed = database_url(url)
    if parsed.get_backend_name() == "sqlite":
        file = Path(str(parsed.database))
        try:
            file.touch(mode=0o600)
            if file.stat().st_nlink > 1:  # its other name would have another lock
                raise BadDatabase(fault("database-has-two-names", "--database", file=str(file)))
            file.chmod(0o600)
        except PermissionError as error:
            raise BadDatabase(fault("database-unusable", "--database", reason=str(error.strerror))) from None


def _check_database(url: str) -> None:
    """Connect once, bring the schema up to date and look for damage, so that problems are reported in a sentence."""

    async def once() -> None:
        store = await open_store(url, "start")
        damage = await store.damage()
        await store.close()
        if damage:
            raise BadDatabase(fault("database-damaged", "--database", reason=damage))

    try:
        asyncio.run(once())
    except SQLAlchemyError as error:
        raise BadDatabase(fault("database-unusable", "--database", reason=reason(error))) from None


def _root_path(text: str) -> str:
    """A path with a slash before and none after."""
    path = text.strip("/")
    if not all(
        part and part.replace("-", "").replace("_", "").replace(".", "").isalnum() for part in path.split("/") if path
    ):
        raise BadSetting(fault("root-path-expected", "--root-path", value=shown(text)))
    return f"/{path}" if path else ""


def _public_url(text: str) -> str:
    """The URL that people use, without a slash at its end."""
    if text:
        try:
            origin_of(text)
        except ValueError:
            raise BadSetting(fault("address-expected", "--public-url", value=shown(text))) from None
    return text.rstrip("/")


def _origin(text: str) -> str:
    """An origin as browsers write it."""
    try:
        origin = origin_of(text)
        if text.rstrip("/").count("/") > len("//"):
            raise ValueError
    except ValueError:
        raise BadSetting(fault("origin-expected", "--origins", value=shown(text))) from None
    return origin


def _proxies(text: str) -> str:
    """Addresses or networks of proxies with commas, or * for any."""
    for part in _split(text) if text.strip() != "*" else ():
        try:
            ipaddress.ip_network(part)
        except ValueError:
            raise BadSetting(fault("proxy-expected", "--proxies", value=shown(part))) from None
    return text.strip()


def _trusts_everybody(proxies: str) -> bool:
    """Whether these are all addresses there are of a kind, however that is written."""
    if proxies == "*":
        return True
    networks = [ipaddress.ip_network(part) for part in _split(proxies)]
    four = [one for one in networks if isinstance(one, ipaddress.IPv4Network)]
    six = [one for one in networks if isinstance(one, ipaddress.IPv6Network)]
    all_four = any(one.prefixlen == 0 for one in ipaddress.collapse_addresses(four))
    return all_four or any(one.prefixlen == 0 for one in ipaddress.collapse_addresses(six))


def _split(text: str | None) -> list[str]:
    """`a,b` as a list."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """A network such as 192.168.0.0/16."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise BadSetting(fault("network-expected", "--webhook-networks", value=shown(text))) from None
