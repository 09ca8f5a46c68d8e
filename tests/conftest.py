"""Settings of all tests, and their chance: each run is the same, unless SEED in the environment asks for another."""

import os
import random
import secrets
from collections.abc import Iterator

import numba
import pytest
from hypothesis import settings

SEED = os.environ.get("SEED", "")

os.environ.setdefault("RAY_worker_niceness", "0")  # those of Ray would wait until all else that runs beside has ended

settings.register_profile("same", derandomize=True, deadline=None)
if not SEED:
    settings.load_profile("same")


def pytest_configure(config: pytest.Config) -> None:
    """Uncompiled, NumPy warns when unsigned numbers wrap around, which the random numbers do on purpose."""
    if numba.config.DISABLE_JIT:
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered in scalar add:RuntimeWarning")


@pytest.fixture(autouse=True)
def _chance(request: pytest.FixtureRequest) -> Iterator[None]:
    """Deals, bots and ids follow from the name of the test, those of a server in this process too."""
    rng = random.Random(f"{SEED} {request.node.nodeid}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbits", rng.getrandbits)
        patch.setattr(secrets, "token_hex", lambda n: rng.randbytes(n).hex())
        yield
