"""A real position with something changed is refused with faults, or plays on in good order to the end."""

import pytest

from tests.positions import mutations


@pytest.mark.compiled_only
def test_a_mutated_position_is_refused_or_plays_on_to_the_end() -> None:
    """Many of both kinds are among them, and `make soak` tries a great many more."""
    counts = mutations.run(seed=11, n=120)
    accepted = counts.pop("accepted")
    assert accepted > 12
    assert sum(counts.values()) > 40
    assert len(counts) > 15
