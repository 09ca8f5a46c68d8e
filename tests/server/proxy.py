"""A small reverse proxy for HTTP and WebSockets that does what the shipped one does, in a process.

It keeps connections to the server open and sends the requests of many clients over each of them, and it says for whom:
X-Forwarded-For is the address that it sees. What a client has written there is dropped (as Caddy does, and nginx with
`$remote_addr`) or, with `adds`, stands before it (nginx with `$proxy_add_x_forwarded_for`).
"""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
UNPACKED = ROOT / "build" / "caddy" / "usr" / "bin"  # where `make proxy` puts one
CADDY = shutil.which("caddy") or shutil.which("caddy", path=UNPACKED)
Way = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Head = tuple[str, list[tuple[str, str]]]


class Proxy:
    """Relays what comes to its port."""

    def __init__(self, server: str, adds: bool) -> None:
        self._server, self._adds = urlsplit(server), adds
        self._idle: list[Way] = []

    async def serve(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """All requests of one client, one after the other."""
        with suppress(OSError, asyncio.IncompleteReadError):
            while await self._relay(client, back):
                pass
        back.close()

    async def _relay(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> bool:
        """One request and its answer; whether another may follow."""
        line, fields = await read_head(client)
        named = [value for name, value in fields if name == "x-forwarded-for"] if self._adds else []
        kept = [field for field in fields if field[0] != "x-forwarded-for"]
        told = ("x-forwarded-for", ", ".join([*named, back.get_extra_info("peername")[0]]))
        host, port = self._server.hostname, self._server.port
        way = self._idle.pop() if self._idle else await asyncio.open_connection(host, port)
        write_head(way[1], (line, [*kept, told]))
        way[1].write(await client.readexactly(length_of(fields)))
        answer = await read_head(way[0])
        write_head(back, answer)
        if answer[0].split(" ")[1] == "101":
            await asyncio.gather(pour(client, way[1]), pour(way[0], back))
            return False
        back.write(await way[0].readexactly(0 if line.startswith("HEAD") else length_of(answer[1])))
        await back.drain()
        if ("connection", "close") in answer[1]:
            way[1].close()
        else:
            self._idle.append(way)
        return True


async def read_head(reader: asyncio.StreamReader) -> Head:
    """The first line and the fields of a request or an answer."""
    line, *fields = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip("\r\n").split("\r\n")
    pairs = [field.split(":", 1) for field in fields]
    return line, [(name.strip().lower(), value.strip()) for name, value in pairs]


def write_head(writer: asyncio.StreamWriter, head: Head) -> None:
    """The same, back."""
    lines = [head[0], *(f"{name}: {value}" for name, value in head[1]), "", ""]
    writer.write("\r\n".join(lines).encode("latin-1"))


def length_of(fields: list[tuple[str, str]]) -> int:
    """How many bytes follow a head; the server sends nothing in chunks that these tests ask for."""
    return int(dict(fields).get("content-length", "0"))


async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """All that comes, until it ends."""
    with suppress(OSError):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    writer.close()


async def listen(server: str, mode: str) -> None:
    """Relay until killed."""
    listener = await asyncio.start_server(Proxy(server, mode == "adds").serve, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}", flush=True)
    await listener.serve_forever()


@contextmanager
def proxied(server: str, mode: str) -> Iterator[str]:
    """The address of a proxy before a server: this one or, for `caddy`, a Caddy set up as we ship it."""
    with caddy(server) if mode == "caddy" else relay(server, mode) as url:
        yield url


@contextmanager
def relay(server: str, mode: str) -> Iterator[str]:
    """This proxy, in a process of its own."""
    command = [sys.executable, "-m", "tests.server.proxy", server, mode]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


@contextmanager
def caddy(*servers: str) -> Iterator[str]:
    """Caddy with the file that we ship, but for the names and ports of the servers, and without certificates."""
    assert CADDY is not None
    shipped = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "dynamic a server 8000" in shipped
    host, addresses = own_address(), " ".join(urlsplit(one).netloc for one in servers)
    own = f"{{\n\tadmin off\n\tdefault_bind {host}\n}}\n"
    text = own + shipped.replace("dynamic a server 8000", f"to {addresses}")
    with TemporaryDirectory() as folder:
        file, url = Path(folder) / "Caddyfile", f"http://{host}:8000"
        file.write_text(text)
        environment = {**os.environ, "HOME": folder, "XDG_DATA_HOME": folder, "ECLISSE_DOMAIN": url}
        command = [CADDY, "run", "--config", str(file), "--adapter", "caddyfile"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stderr is not None
            try:
                said: list[str] = []
                while "serving initial configuration" not in "".join(said[-1:]):
                    said.append(process.stderr.readline())
                    assert said[-1], f"Caddy does not start: {said}"
                yield url
            finally:
                process.kill()


def own_address() -> str:
    """An address of this machine that no other test uses: of 127.0.0.1, a port that is free now may be taken soon."""
    high, low = divmod(os.getpid() % 65_000, 250)
    return f"127.77.{high % 256}.{low + 1}"


if __name__ == "__main__":
    asyncio.run(listen(*sys.argv[1:]))
