"""Expect a refusal, by the code of its fault."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from eclisse.faults import Faulty


@contextmanager
def refused(code: str, error: type[Faulty] = Faulty, **params: Any) -> Iterator[None]:
    """Something is refused with this fault, whose parameters have these values among others."""
    with pytest.raises(error) as caught:
        yield
    found = caught.value.faults
    assert any(one.code == code and params.items() <= one.params.items() for one in found), found
