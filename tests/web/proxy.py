"""A small proxy that speaks https and keeps the server under a path, as one before a real site does.

It runs as a process of its own: python -m tests.web.proxy SERVER PATH prints the address for people.
"""

import asyncio
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import trustme


@contextmanager
def https(server: str, path: str) -> Iterator[str]:
    """Serve a server's address as https under a path, which it does not see."""
    command = [sys.executable, "-m", "tests.web.proxy", server, path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


async def serve(server: str, path: str) -> None:
    """Relay until killed, one request to a connection."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("localhost").configure_cert(context)
    inner = urlsplit(server)

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            there, back = await asyncio.open_connection(inner.hostname, inner.port)
            back.write(rewritten(head, path))
            await asyncio.gather(pour(reader, back), pour(there, writer))

    listener = await asyncio.start_server(relay, "127.0.0.1", 0, ssl=context)
    print(f"https://localhost:{listener.sockets[0].getsockname()[1]}{path}", flush=True)
    await listener.serve_forever()


def rewritten(head: bytes, path: str) -> bytes:
    """A request as the server gets it: without the path, told how it came, one to a connection."""
    line, *fields = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    fields += ["X-Forwarded-Proto: https", "X-Forwarded-For: 203.0.113.9"]
    if not any(field.lower().startswith("upgrade:") for field in fields):
        fields = [field for field in fields if not field.lower().startswith("connection:")] + ["Connection: close"]
    return "\r\n".join([line.replace(path, "", 1), *fields, "", ""]).encode("latin-1")


async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """All that comes, until it ends."""
    with suppress(OSError):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    writer.close()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
