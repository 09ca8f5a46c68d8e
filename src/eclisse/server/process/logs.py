"""Logs as one JSON object a line. Nothing secret goes in: no cookies, tokens, invitations, keys or query strings."""

import json
import logging
import sys
import time
from collections import OrderedDict
from typing import Any, Final

_PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}

EVERY: Final = 10.0  # seconds between two lines of the same
KNOWN: Final = 2_000  # lines that are remembered


class Rarely(logging.Filter):
    """What an address gets wrong, and the same failure at the same place, is told now and then, with how often it was.

    So nobody can fill the disk, whatever they send and whatever fails.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: OrderedDict[tuple[Any, ...], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is told."""
        if not hasattr(record, "address") and not record.exc_info:
            return True
        key = (record.name, record.msg, getattr(record, "address", None), *_place(record))
        at, left_out = self._told.get(key, (-EVERY, 0))
        is_told = record.created - at >= EVERY
        self._told[key] = (record.created, 0) if is_told else (at, left_out + 1)
        if len(self._told) > KNOWN:
            self._told.popitem(last=False)
        if is_told and left_out:
            record.left_out = left_out
        return is_told


def _place(record: logging.LogRecord) -> tuple[object, ...]:
    """What failed and where, if something did."""
    kind, _, trace = record.exc_info or (None, None, None)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (kind, trace and trace.tb_frame.f_code, trace and trace.tb_lineno)


class JsonFormatter(logging.Formatter):
    """A record as JSON: time, level, logger, message and `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update({key: value for key, value in vars(record).items() if key not in _PLAIN})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def configure(level: str) -> None:
    """Send all logs to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Rarely())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    for name in ("websockets", "alembic", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel("WARNING")  # among what they would tell are addresses with their queries
    logging.getLogger("uvicorn.error").setLevel("ERROR")  # of what clients get wrong we tell ourselves, and less
