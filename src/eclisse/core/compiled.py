"""The one decorator around Numba."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

import numba

from eclisse.core.linking import Door

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile on first call, keep the result on disk, let other threads run meanwhile."""
    return _made(function, Door)


def roughly(function: Function) -> Function:
    """The same for sums of many products: the processor may take them in any order, as it is fastest."""
    return _made(function, partial(Door, more={"fastmath": {"contract", "reassoc", "nsz"}}))


def _made(function: Function, door: Callable[[Function], Any]) -> Function:
    """A door to a function, unless nothing is to be compiled."""
    return function if numba.config.DISABLE_JIT else cast("Function", door(function))
