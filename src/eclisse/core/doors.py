"""The compiled doors that Python calls: every argument an array of length 1, since a lone record costs more to pass."""

from typing import Any

import numpy as np
import numpy.typing as npt

from eclisse.core import check, observe, scoring, setup
from eclisse.core.apply import play
from eclisse.core.changes import changes
from eclisse.core.closed import closed_routes
from eclisse.core.legal import due, legal, usual
from eclisse.core.links import components, two_paths
from eclisse.core.trail import longest_trail
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]
Numbers = npt.NDArray[np.int16]


@compiled
def deal(states: Records, boards: Records, rules: Records, n_seats: int, key: npt.NDArray[np.uint64]) -> None:
    """Deal a new game."""
    setup.deal(states[0], boards[0], rules[0], n_seats, key[0], key[1])


@compiled
def legal_actions(states: Records, boards: Records, rules: Records, seat: int, out: Numbers) -> int:
    """List the legal actions of a seat."""
    return legal(states[0], boards[0], rules[0], seat, out)


@compiled
def usual_actions(states: Records, boards: Records, rules: Records, seat: int, out: Numbers) -> int:
    """List the legal actions of a seat that bots weigh."""
    return usual(states[0], boards[0], rules[0], seat, out)


@compiled
def amount_due(states: Records, boards: Records, rules: Records, seat: int) -> int:
    """How many cards the seat must pay now; 0 if it need not pay."""
    return due(states[0], boards[0], rules[0], seat)


@compiled
def play_action(
    states: Records,
    before: Records,
    boards: Records,
    rules: Records,
    seat: int,
    action: int,
    out: npt.NDArray[np.int64],
) -> bool:
    """Play an action if it is legal; `before` becomes a copy of the state it was played in, `out` what it changed."""
    before[0] = states[0]
    if not play(states[0], boards[0], rules[0], seat, action):
        return False
    changes(before[0], states[0], boards[0], seat, out)
    return True


@compiled
def observe_seat(states: Records, views: Records, seat: int) -> None:
    """Write what a seat may see to a view."""
    views[0] = states[0]
    observe.blank(views[0], seat)


@compiled
def unseen_cards(views: Records, rules: Records, out: Numbers) -> None:
    """Count, by colour, the cards whose place a viewer does not know."""
    observe.count_unseen(views[0], rules[0], out)


@compiled
def redeal(
    views: Records, boards: Records, rules: Records, states: Records, seat: int, key: npt.NDArray[np.uint64]
) -> None:
    """Write a whole state that a seat cannot tell from the true one."""
    states[0] = views[0]
    observe.redeal(states[0], boards[0], rules[0], seat, key[0], key[1])


@compiled
def count(states: Records, boards: Records, rules: Records, sheets: Records) -> None:
    """Fill in the final sheet."""
    scoring.count(states[0], boards[0], rules[0], sheets[0])


@compiled
def status(states: Records, boards: Records, rules: Records) -> int:
    """Everything that is wrong with a state."""
    return check.status(states[0], boards[0], rules[0])


@compiled
def trail(states: Records, boards: Records, seat: int, out: Numbers) -> int:
    """The longest path of a seat, and its length."""
    return longest_trail(states[0], boards[0], seat, out)


@compiled
def link_groups(states: Records, boards: Records, seat: int, single: Numbers, double: Numbers) -> None:
    """Which cities a seat has linked by one path, and which by two separate ones."""
    components(states[0], boards[0], seat, single)
    two_paths(states[0], boards[0], seat, double)


@compiled
def closed(states: Records, boards: Records, rules: Records, out: Numbers) -> int:
    """List the free routes that nobody can claim any more."""
    return closed_routes(states[0], boards[0], rules[0], out)


@compiled
def circles(states: Records, boards: Records, rules: Records, seat: int, out: Numbers) -> int:
    """List the tickets of a seat that count for the mandala bonus."""
    return scoring.circles(states[0], boards[0], rules[0], seat, out)


@compiled
def ticket_path(states: Records, boards: Records, sheets: Records, seat: int, ticket: int, out: Numbers) -> int:
    """The path that gave a ticket its points in a final sheet, and how many routes it has."""
    return scoring.ticket_path(states[0], boards[0], sheets[0], seat, ticket, out)
