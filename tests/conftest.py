"""Settings of all tests."""

import numba
import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Uncompiled, NumPy warns when unsigned numbers wrap around, which the random numbers do on purpose."""
    if numba.config.DISABLE_JIT:
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered in scalar add:RuntimeWarning")
