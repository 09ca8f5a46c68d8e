"""The one decorator around Numba."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from eclisse.core.kept import Kept

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile on first call, keep the result on disk, let other threads run meanwhile."""
    result: Function = numba.njit(nogil=True, error_model="numpy")(function)
    if not numba.config.DISABLE_JIT:
        result._cache = Kept(function)  # type: ignore[attr-defined]
    return result
