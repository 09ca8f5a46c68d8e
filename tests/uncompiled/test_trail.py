"""Networks that make the search for the longest path take every turn it has."""

from tests.oracles import naive
from tests.oracles.test_links import longest

# Four cities with an odd number of routes, of which three stay odd whatever is left out.
STUCK = [(1, 2, 2), (2, 3, 5), (1, 3, 5), (1, 4, 6), (4, 5, 5), (3, 4, 4), (0, 5, 6)]


def test_a_part_of_a_network_that_can_hold_no_path_is_left_out() -> None:
    assert longest(STUCK, 6) == naive.longest_trail(naive.graph(STUCK, 6)) == 29
