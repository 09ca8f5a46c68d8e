"""Joining a Ray cluster, for a tournament or for training."""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import ray

from eclisse.arena.schedule import BadArena
from eclisse.faults import fault

PATIENCE: Final = 10.0  # seconds


@contextmanager
def joined(address: str, where: str = "--ray") -> Iterator[None]:
    """Join a cluster; `auto` finds one, `local` starts one here for as long as it is needed.

    `where` is the option that named it.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    _knock(address, where)
    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, include_dashboard=False)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise BadArena(fault("no-ray-cluster", where, address=address, reason=str(error))) from None
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str, where: str) -> None:
    """Refuse an address where nobody listens; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadArena(fault("no-ray-cluster", where, address=address, reason=reason)) from None
