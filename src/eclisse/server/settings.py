"""All settings of a server, with their defaults."""

import os
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

from eclisse.jit.folders import system_folder


@dataclass(frozen=True)
class Settings:
    """The settings of one server process."""

    database: str  # URL: sqlite:///FILE or postgresql://…
    root_path: str = ""  # where a proxy mounts the server, such as /trains
    origins: tuple[str, ...] = ()  # other allowed origins, for a proxy that changes the Host header
    public_url: str = ""  # the address people use, for links in notices
    contact: str = ""  # how to reach whoever runs the server: an e-mail address or a URL
    listens: tuple[str, int] | None = None  # where, if it is known
    operator: str = ""  # the id of the player who is told of reports
    tables_in_memory: int = 500  # without anybody connected
    bot_threads: int = max(2, os.cpu_count() or 2)
    work_threads: int = 1  # for scores, replays and paths
    # Limits; the server refuses what exceeds one, and names it.
    max_tables: int = 20_000  # open or in progress, with recent activity
    tables_per_player: int = 30  # the same, created by one player
    tables_per_hour: int = 60  # created from one address; of those at which several people sit, five count as one
    max_sockets: int = 5_000  # in this process
    sockets_per_player: int = 30  # visitors without a name count together, for each address
    sockets_per_address: int = 500
    max_connections: int = 10_000  # of all kinds in this process, if the system allows that many
    connections_per_address: int = 600  # the same; those of a trusted proxy do not count
    message_size: int = 4_096  # bytes of a WebSocket message
    body_size: int = 65_536  # bytes of a request
    message_rate: float = 100.0  # messages a second on one socket; three seconds' worth may come at once
    request_rate: float = 50.0  # REST requests a second from one address; five seconds' worth may come at once
    player_rate: float = 0.5  # new players a second from one address; a minute's worth may come at once
    cost_rate: float = 0.2  # seconds of processor time a second for one address; twenty seconds' worth may come at once
    chat_rate: float = 0.5  # lines a second from one player; ten seconds' worth may come at once
    address_chat_rate: float = 2.0  # the same from one address
    flood: int = 200  # how many more messages may be refused as too fast than accepted before the socket is closed
    # Times in seconds.
    open_for: float = 24 * 3600.0  # until an idle table that has not started is removed
    idle_after: float = 24 * 3600.0  # until an idle table no longer counts towards the limits
    forget_after: float = 2 * 365 * 24 * 3600.0  # until somebody who does not come any more is forgotten; 0: never
    sweep_every: float = 1.0  # between searches for clocks that ran out and bots that must move
    compare_every: float = 5.0  # between comparisons of numbers with the database, in case a notice was missed
    send_timeout: float = 20.0  # until a client that does not read is cut off
    stop_timeout: float = 15.0  # until the server stops without waiting for a silent database
    webhook_timeout: float = 5.0
    away_grace: float = 8.0  # until somebody who has disconnected is shown as away
    start_grace: float = 30.0  # after a start, until any turn clock may run out
    stand_in_after: float = 24 * 3600.0  # of absence, until the others may let a bot stand in, where there is no clock
    stalled_after: float = 7 * 24 * 3600.0  # until a bot stands in by itself, at a table without a clock
    nudge_every: float = 60.0  # between two nudges of one seat
    webhook_networks: tuple[IPv4Network | IPv6Network, ...] = ()  # private networks that webhooks may reach


def data_folder() -> Path:
    """The user's folder for lasting data on this operating system."""
    return system_folder("XDG_DATA_HOME", ".local/share", "Application Support")
