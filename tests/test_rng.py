"""The random numbers are SipHash-2-4 and nothing else."""

import numpy as np

from eclisse.core.rng import derive, siphash


def test_siphash_gives_the_published_answer() -> None:
    """The reference vector for key 00..0f and message 00..07."""
    k0, k1 = np.uint64(0x0706050403020100), np.uint64(0x0F0E0D0C0B0A0908)
    assert int(siphash(k0, k1, np.uint64(0x0706050403020100))) == 0x93F5F5799A932462


def test_derived_keys_differ() -> None:
    """Every game under a key has a key of its own."""
    keys = {tuple(map(int, derive(np.uint64(1), np.uint64(2), n))) for n in range(1000)}
    assert len(keys) == 1000
