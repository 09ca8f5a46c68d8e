"""At which addresses others reach this server."""

import ipaddress
import socket
from typing import Final

import psutil

from eclisse.server.process.settings import Settings

EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - what it means to listen there is what this is about


def is_loopback(host: str) -> bool:
    """Whether a name or an address means the machine it is used on."""
    name = host.strip("[]").partition("%")[0].lower()
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def is_checked(host: str) -> bool:
    """Whether a name that a request claims to be for can only be ours: no other site can have it."""
    try:
        return bool(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return is_loopback(host)


def url(host: str, port: int, root_path: str) -> str:
    """The address to type in a browser."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{root_path}/"


def reachable(settings: Settings) -> list[str]:
    """The addresses to give to others, the likeliest first; none if only this machine reaches the server."""
    if settings.public_url:
        return [f"{settings.public_url}/"]
    if settings.listens is None or is_loopback(settings.listens[0]):
        return []
    host, port = settings.listens
    hosts = _own() if host in EVERYWHERE else [host]
    return [url(one, port, settings.root_path) for one in hosts]


def _own() -> list[str]:
    """The addresses of this machine that others may reach: those of home networks first, IPv6 last."""
    found = [one.address for each in psutil.net_if_addrs().values() for one in each if one.family == socket.AF_INET]
    found += [one.address for each in psutil.net_if_addrs().values() for one in each if one.family == socket.AF_INET6]
    usable = [one for one in found if "%" not in one and not is_loopback(one)]
    plain = [one for one in usable if not ipaddress.ip_address(one).is_link_local]
    return sorted(plain, key=lambda one: (":" in one, not one.startswith("192.168.")))
