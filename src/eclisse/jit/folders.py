"""Where compiled functions are kept on disk.

A compiled function is kept in a folder named after a hash of its module and of every module that this one imports,
near or far: Numba alone does not notice that a function called from another file has changed. Times and places of
files play no part, so that a copy of the sources finds what another copy has compiled.

There are two such places: the user's own, with what was compiled on this machine, and one inside the package, which a
wheel brings along, compiled for any processor of its kind (GENERIC).
"""

import hashlib
import os
import platform
import re
import sys
from functools import cache
from pathlib import Path
from typing import Final

import numba
import numpy as np

from eclisse.jit import private

PACKAGE = Path(__file__).resolve().parent.parent
IMPORT: Final = re.compile(r"^ *from eclisse((?:\.\w+)*) import (\([^)]*\)|.*)$", re.MULTILINE)
BROUGHT: Final = PACKAGE / "compiled"  # what a wheel brings along
GENERIC: Final = {"x86_64": "x86-64-v3", "AMD64": "x86-64-v3", "aarch64": "generic", "arm64": "generic"}
EVERYTHING: Final = "everything"
FIRST_GAME: Final = "first-game"  # what a person needs who sits down against a quick bot
COMPILED_PACKAGES: Final = ("jit", "core", "features", "bots", "env")  # those with compiled functions


@cache
def module_file(module: str) -> Path | None:
    """The file of a module, by its name; None if it is not a module. Of other packages it must be loaded."""
    if not module.startswith("eclisse."):
        place = getattr(sys.modules.get(module), "__file__", None)
        return Path(place) if place else None
    path = PACKAGE.joinpath(*module.split(".")[1:])
    candidates = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in candidates if file.is_file()), None)


@cache
def imports(path: Path) -> frozenset[Path]:
    """Our own files that a file imports."""
    found = set()
    for package, names in IMPORT.findall(path.read_text("utf-8")):
        for name in re.findall(r"\w+", names):
            found.add(module_file(f"eclisse{package}.{name}") or module_file(f"eclisse{package}"))
    return frozenset(file for file in found if file)


@cache
def sources(module: str) -> tuple[Path, ...]:
    """The files whose change makes a module's compiled functions stale: its own, and all it imports, near or far."""
    start = module_file(module)
    found: set[Path] = {start} if start else set()
    waiting = list(found)
    while waiting:
        new = imports(waiting.pop()) - found
        found |= new
        waiting += new
    return tuple(sorted(found))


def system_folder(variable: str, linux: str, mac: str) -> Path:
    """Our folder of some kind where the operating system wants it, below the user's home unless told otherwise."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / mac)
    else:
        base = os.environ.get(variable, str(Path.home() / linux))
    return Path(base) / "eclisse"


def user_cache() -> Path:
    """The folder for caches."""
    return system_folder("XDG_CACHE_HOME", ".cache", "Caches")


def cache_root() -> Path:
    """The folder of everything compiled, by any version of the sources."""
    return Path(os.environ["ECLISSE_CACHE"]) if "ECLISSE_CACHE" in os.environ else user_cache()


@cache
def fingerprint(path: Path) -> bytes:
    """A hash of a file's place in the package and of its content."""
    place = path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name
    return hashlib.sha256(place.encode() + b"\0" + path.read_bytes()).digest()


def folder_name(name: str, files: tuple[Path, ...]) -> str:
    """The folder that goes with a name and what some files hold now, inside a folder of compiled functions."""
    digest = hashlib.sha256(name.encode())
    for path in files:
        digest.update(fingerprint(path))
    versions = f"{sys.version_info.major}.{sys.version_info.minor}-{numba.__version__}-{np.__version__}"
    checked = "-checked" if numba.config.BOUNDSCHECK else ""
    return f"{versions}{checked}/{name.removeprefix('eclisse.')}-{digest.hexdigest()[:16]}"


@cache
def module_folder(module: str) -> str:
    """The folder of a module's compiled functions for this version of the sources."""
    return folder_name(module, sources(module))


def generic_processor() -> str:
    """The processor that a wheel for this kind of machine is compiled for; empty where there is none."""
    return GENERIC.get(platform.machine(), "")


@cache
def mark_of(part: str) -> str:
    """The file that says that a part was compiled (`eclisse warm`), inside a folder of compiled functions."""
    files = (path for package in COMPILED_PACKAGES for path in (PACKAGE / package).rglob("*.py"))
    return folder_name(f"eclisse.{part}", tuple(sorted(files))) + "/compiled"


def is_compiled(part: str = EVERYTHING) -> bool:
    """Whether nobody will have to wait for the compiler."""
    if numba.config.DISABLE_JIT:
        return True
    marks = (mark_of(part), mark_of(EVERYTHING))
    return any((root / mark).is_file() for root in (cache_root(), BROUGHT) for mark in marks)


def mark_compiled(part: str = EVERYTHING) -> None:
    """Note that a part was compiled."""
    if not numba.config.DISABLE_JIT:
        mark = cache_root() / mark_of(part)
        private.make(cache_root(), mark.parent)
        mark.touch()
