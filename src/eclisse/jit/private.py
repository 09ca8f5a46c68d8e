"""Files that only their user can have written: what is read from them is run, so nobody else may slip something in.

A file counts if it and every folder on the way to it, from the root of the cache on, belong to the user (or to root,
who can do anything anyway), and nobody else can write to them.
"""

import os
import stat
import sys
from pathlib import Path

OTHERS = stat.S_IWGRP | stat.S_IWOTH  # who is not the owner may write


class NotPrivate(PermissionError):
    """A file or folder that somebody else could have written."""


def _check(place: Path, found: os.stat_result) -> None:
    """Refuse what does not belong to this user, or what others can write."""
    if sys.platform != "win32" and (found.st_uid not in (0, os.getuid()) or found.st_mode & OTHERS):
        raise NotPrivate(f"{place} can be written by others")


def _way(root: Path, folder: Path) -> list[Path]:
    """The root and the folders that lead from it to one below it."""
    way = [root]
    for part in folder.relative_to(root).parts:
        way.append(way[-1] / part)
    return way


def read(root: Path, file: Path) -> bytes:
    """The content of a file below the root; OSError if it is not there, or not private."""
    for folder in _way(root, file.parent):
        _check(folder, folder.lstat())
    place = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(place, "rb") as opened:
        _check(file, os.fstat(opened.fileno()))
        return opened.read()


def make(root: Path, folder: Path) -> None:
    """Make a folder below the root that nobody else can write; what is ours already is closed to others."""
    root.parent.mkdir(parents=True, exist_ok=True)
    for part in _way(root, folder):
        part.mkdir(mode=0o700, exist_ok=True)
        found = part.lstat()
        if sys.platform != "win32" and found.st_uid == os.getuid() and found.st_mode & OTHERS:
            part.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)
        _check(part, part.lstat())
