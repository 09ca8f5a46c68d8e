"""The one decorator around Numba, and the folder that holds what it compiled.

A compiled function is kept on disk, in a folder named after a hash of its module and of every module that this one
imports, near or far: Numba alone does not notice that a function called from another file has changed. Times and
places of files play no part, so that a copy of the sources finds what another copy has compiled. Each function has a
file for each signature, written whole or not at all, so that several processes may compile side by side.
"""

import hashlib
import os
import pickle
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
import numpy as np
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
IMPORT: Final = re.compile(r"^from eclisse((?:\.\w+)*) import (\([^)]*\)|.*)$", re.MULTILINE)
COMPILED_PACKAGES: Final = ("core", "bots", "env", "arena")  # those with compiled functions


def module_file(module: str) -> Path | None:
    """The file of a module of ours, by its name; None for what is no module."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    candidates = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in candidates if file.is_file()), None)


@cache
def imports(path: Path) -> frozenset[Path]:
    """The files of ours that a file imports."""
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


def user_cache() -> Path:
    """The folder for things that can be made again, as the operating system names it."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    return Path(base) / "eclisse"


def cache_root() -> Path:
    """The folder of everything compiled, by any version of the sources."""
    return Path(os.environ["ECLISSE_CACHE"]) if "ECLISSE_CACHE" in os.environ else user_cache()


def folder_of(name: str, files: tuple[Path, ...]) -> Path:
    """The folder that goes with a name and what some files hold now."""
    digest = hashlib.sha256(name.encode())
    for path in files:
        digest.update(b"\0" + path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    versions = f"{sys.version_info.major}.{sys.version_info.minor}-{numba.__version__}-{np.__version__}"
    checked = "-checked" if numba.config.BOUNDSCHECK else ""
    return cache_root() / f"{versions}{checked}" / f"{name.removeprefix('eclisse.')}-{digest.hexdigest()[:16]}"


@cache
def cache_folder(module: str) -> Path:
    """Where this version of the sources keeps the compiled functions of a module."""
    return folder_of(module, sources(module))


def whole_mark() -> Path:
    """The file that says that everything was compiled (`eclisse warm`)."""
    files = (path for package in COMPILED_PACKAGES for path in (PACKAGE / package).rglob("*.py"))
    return folder_of("eclisse.everything", tuple(sorted(files))) / "whole"


def is_whole() -> bool:
    """Whether nobody will have to wait for the compiler."""
    return numba.config.DISABLE_JIT or whole_mark().is_file()


def mark_whole() -> None:
    """Note that everything was compiled."""
    if not numba.config.DISABLE_JIT:
        whole_mark().parent.mkdir(parents=True, exist_ok=True)
        whole_mark().touch()


class Kept(_Cache):  # type: ignore[misc]
    """What Numba compiled of one function, a file for each signature and processor."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._folder = cache_folder(function.__module__)

    @property
    def cache_path(self) -> str:
        """The folder of these files."""
        return str(self._folder)

    def _file(self, signature: Any, codegen: Any) -> Path:
        """The file of one signature on one kind of processor."""
        key = hashlib.sha256(f"{signature} {codegen.magic_tuple()}".encode()).hexdigest()[:16]
        return self._folder / f"{self._function.__qualname__}-{key}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature; None if nothing was, or if the file is damaged."""
        target_context.refresh()
        try:
            parts = pickle.loads(self._file(sig, target_context.codegen()).read_bytes())  # noqa: S301 - our own file
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        return CompileResult._rebuild(target_context, *parts)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for a signature; a folder that cannot be written to is done without."""
        file = self._file(sig, data.codegen)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as draft:
                draft.write(dumps(data._reduce()))
            Path(draft.name).replace(file)
        except OSError:
            return

    def enable(self) -> None:
        """Numba asks for it; these files are always used."""

    disable = flush = enable


def compiled(function: Function) -> Function:
    """Compile on first call, keep the result on disk, let other threads run meanwhile."""
    result: Function = numba.njit(nogil=True, error_model="numpy")(function)
    if not numba.config.DISABLE_JIT:
        result._cache = Kept(function)  # type: ignore[attr-defined]
    return result
