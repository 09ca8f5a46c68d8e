"""A plain file server, which knows nothing of the page that it serves."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class _Quiet(SimpleHTTPRequestHandler):
    """It says nothing."""

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


class _Patient(ThreadingHTTPServer):
    """A browser that hangs up does not disturb it."""

    def handle_error(self, *_: Any) -> None:
        """Nobody waits for the rest."""


class Files:
    """The files of a folder, until it is stopped."""

    def __init__(self, folder: Path, handler: type[SimpleHTTPRequestHandler] = _Quiet) -> None:
        self._server = _Patient(("127.0.0.1", 0), partial(handler, directory=folder))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"

    def stop(self) -> None:
        """Answer nobody any more."""
        self._server.shutdown()
        self._server.server_close()
