"""Compiled functions that go wrong, and one that does not."""

import numpy as np

from eclisse.jit.compiled import compiled
from eclisse.jit.exports import NUMBER, Export


@compiled
def refuse(n: int) -> int:
    """Raise an exception for large numbers."""
    if n > 2:
        raise ValueError("too many")
    return n


@compiled
def largest(n: int) -> int:
    """The largest of n numbers; nobody knows the largest of none."""
    return int(np.arange(n).max())


@compiled
def add_up(n: int) -> int:
    """The sum of n numbers that need memory."""
    numbers = np.ones(n, np.int64)
    for i in range(1, n):
        numbers[i] += numbers[i - 1]
    return int(numbers[n - 1])


@compiled
def last_set(n: int) -> int:
    """The last of n places that is not zero: Numba reshapes the row to find it."""
    return int(np.flatnonzero(np.ones(n, np.int8))[-1])


EXPORTS = (
    Export("refuse", refuse, (NUMBER,)),
    Export("largest", largest, (NUMBER,)),
    Export("add_up", add_up, (NUMBER,)),
    Export("last_set", last_set, (NUMBER,)),
)
