"""The web client's files. Each is read and packed once, so that whoever asks again and again costs next to nothing.

Starlette would pack a file for every request, or look for a hundred parts of it, in a task that nobody pays for.
"""

import gzip
from email.utils import formatdate
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from fastapi import Response
from starlette.datastructures import Headers

LEVEL: Final = 6  # of packing
KEPT: Final = 500  # files in memory; the client has a fifth of that


@lru_cache(KEPT)
def _read(file: Path, _changed: int) -> tuple[bytes, bytes]:
    """A file as it is since it was changed last, plain and packed."""
    data = file.read_bytes()
    return data, gzip.compress(data, LEVEL, mtime=0)


def served(file: Path, headers: Headers) -> Response:
    """A file for a request with these headers: packed if the client can unpack, and nothing that it has already."""
    stat = file.stat()
    tag = f'W/"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
    told = {"ETag": tag, "Vary": "Accept-Encoding", "Last-Modified": formatdate(stat.st_mtime, usegmt=True)}
    if tag in headers.get("if-none-match", ""):
        return Response(status_code=304, headers=told)
    data, packed = _read(file, stat.st_mtime_ns)
    if len(packed) < len(data) and "gzip" in headers.get("accept-encoding", ""):
        data, told = packed, {**told, "Content-Encoding": "gzip"}
    return Response(data, media_type=guess_type(file.name)[0] or "text/plain", headers=told)
