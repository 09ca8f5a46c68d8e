"""Numba's cache on disk: a file for each function, signature and processor, written whole or not at all.

So several processes may compile side by side, and each finds what the others have compiled. While one compiles a
function, the others wait for it rather than do the same work. Functions do not call themselves, directly or
indirectly, so two processes never wait for each other.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from llvmlite.binding import get_host_cpu_features
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from eclisse.jit import private
from eclisse.jit.folders import BROUGHT, cache_root, generic_processor, module_folder

if sys.platform != "win32":
    import fcntl

NEEDED: Final = {"x86-64-v3": ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"), "generic": ()}


@cache
def brought() -> Path | None:
    """The folder of compiled functions that came with the package, if this processor can run them."""
    if not BROUGHT.is_dir():
        return None
    has = get_host_cpu_features()
    return BROUGHT if all(has.get(name) for name in NEEDED[generic_processor()]) else None


@cache
def _lock_file(root: Path) -> int:
    """The file whose bytes are locked, each for one function; it stays open, since closing it would unlock them all."""
    private.make(root, root)
    return os.open(root / "lock", os.O_RDWR | os.O_CREAT, 0o600)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Wait until no other process compiles a function; where files cannot be locked, do not wait."""
    place = int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")
    try:
        file = _lock_file(cache_root())
        if sys.platform != "win32":
            fcntl.lockf(file, fcntl.LOCK_EX, 1, place)
    except OSError:
        yield
        return
    try:
        yield
    finally:
        if sys.platform != "win32":
            fcntl.lockf(file, fcntl.LOCK_UN, 1, place)


class Kept(_Cache):  # type: ignore[misc]
    """The compiled code of one function, made on this machine or before it came here.

    With each function stands which large ones it calls (see `linking`): they are looked up before it.
    """

    def __init__(self, function: Callable[..., Any], kind: str) -> None:
        self._name = f"{function.__qualname__}-{kind}"
        self._folder = module_folder(function.__module__)

    @property
    def cache_path(self) -> str:
        """The folder that new files go to."""
        return str(cache_root() / self._folder)

    def _file(self, signature: Any, processor: tuple[str, ...]) -> str:
        """The file of one signature on one kind of processor, inside a folder of compiled functions."""
        key = hashlib.sha256(f"{' '.join(map(str, signature))} {processor}".encode()).hexdigest()[:16]
        return f"{self._folder}/{self._name}-{key}"

    @contextmanager
    def claimed(self, sig: Any, codegen: Any) -> Iterator[None]:
        """Be the only process that compiles for a signature, unless it is compiled already."""
        file = self._file(sig, codegen.magic_tuple())
        if (cache_root() / file).is_file():
            yield
        else:
            with alone(file):
                yield

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code for a signature; None if there is none, or if the file is damaged."""
        rtsys.initialize(target_context)  # all that code needs that is compiled already
        processor = target_context.codegen().magic_tuple()
        for read in (self._own, self._brought):
            try:
                needs, parts = pickle.loads(read(sig, processor))  # noqa: S301 - a file of ours
            except (OSError, EOFError, pickle.UnpicklingError):
                continue
            libraries = [getattr(import_module(module), name).native.library(types) for module, name, types in needs]
            result = CompileResult._rebuild(target_context, *parts)
            result.library.needs = dict.fromkeys(libraries)
            return result
        return None

    def _own(self, sig: Any, processor: tuple[str, ...]) -> bytes:
        """The file that this user has written; OSError if there is none, or if somebody else could have written it."""
        return private.read(cache_root(), cache_root() / self._file(sig, processor))

    def _brought(self, sig: Any, processor: tuple[str, ...]) -> bytes:
        """The file that came with the package: it is as trustworthy as the sources beside it."""
        folder = brought()
        if folder is None:
            raise FileNotFoundError(BROUGHT)
        return (folder / self._file(sig, (processor[0], generic_processor(), ""))).read_bytes()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save what was compiled for a signature; do without a folder that cannot be written."""
        file = cache_root() / self._file(sig, data.codegen.magic_tuple())
        needs = [(need.owner.__module__, need.owner.__name__, need.signature) for need in data.library.needs]
        *parts, environments = data._reduce()
        parts.append([environment for environment in environments if environment.consts])  # the others hold nothing
        try:
            private.make(cache_root(), file.parent)
            with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as draft:
                draft.write(dumps((needs, parts)))
            Path(draft.name).replace(file)
        except OSError:
            return

    def enable(self) -> None:
        """Numba asks for it; these files are always used."""

    disable = flush = enable
