"""One function for two kinds of records: which of two it is, is settled when its caller is compiled."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import overload

Function = TypeVar("Function", bound=Callable[..., Any])


def by_field(field: str, with_it: Function, without: Function) -> Function:
    """The first of two functions for records that have a field, the second for all others."""

    def either(record: Any, *arguments: Any) -> Any:
        return (with_it if field in record.dtype.names else without)(record, *arguments)

    def chosen(record: Any, *arguments: Any) -> Any:  # noqa: ARG001 - Numba compares names
        function = with_it if field in record.fields else without

        def call(record: Any, *arguments: Any) -> Any:
            return function(record, *arguments)

        call.__module__, call.__qualname__ = function.__module__, f"{function.__qualname__}.call"
        return call

    if not numba.config.DISABLE_JIT:
        overload(either)(chosen)
    return cast("Function", either)
