"""The one decorator around Numba."""

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])
KNOWN: Final = ("0.68.",)  # versions of Numba whose private parts are as `linking` expects them
PLAIN: Final = {"cache": True, "nogil": True, "error_model": "numpy"}
ANY_ORDER: Final = {"fastmath": {"contract", "reassoc", "nsz"}}


def compiled(function: Function) -> Function:
    """Compile on first call, keep the result on disk, let other threads run meanwhile."""
    return _made(function, {})


def any_order(function: Function) -> Function:
    """The same for sums of many products: the processor may take them in any order, as it is fastest."""
    return _made(function, ANY_ORDER)


def _made(function: Function, more: dict[str, Any]) -> Function:
    """A compiled function, unless nothing is to be compiled; by Numba alone where we do not know its version."""
    if numba.config.DISABLE_JIT:
        return function
    return cast("Function", _compiler()(function, more=more))


def _compiler() -> Callable[..., Any]:
    """The compiler of a function: our own linking, or Numba as it is."""
    if not numba.__version__.startswith(KNOWN):
        return lambda function, more: numba.njit(**PLAIN, **more)(function)
    from eclisse.jit.linking import PythonDispatcher  # noqa: PLC0415 - it needs what only some versions have

    return PythonDispatcher
