"""The one decorator around Numba."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from eclisse.core.linking import Door

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile on first call, keep the result on disk, let other threads run meanwhile."""
    if not numba.config.DISABLE_JIT:
        return cast("Function", Door(function))
    return function
