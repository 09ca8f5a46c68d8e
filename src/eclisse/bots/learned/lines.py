"""Likely worlds in which the network decides for every seat, and says how it stands after some turns.

A line is one choice in one world: the choice is carried out, the network decides for all seats, and the line ends at
its forecast or with the game. Everything is kept in one record, so that a line can be gone on with later.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.learned.network import think
from eclisse.bots.likely import exchange, weigh_tickets
from eclisse.bots.outcomes import Values, share_win
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import MAIN, NONE, OVER
from eclisse.core.observe import redeal
from eclisse.core.records import MAX_SEATS, MAX_TICKETS, STATE, Record, record
from eclisse.core.rng import derive
from eclisse.core.scoring import SHEET, count
from eclisse.features.layout import SIZE
from eclisse.features.write import mark_usual, write
from eclisse.jit.compiled import compiled

Numbers = npt.NDArray[np.int64]
Key = tuple[np.uint64, np.uint64]

TURNS: Final = 12  # of all seats together, that are played before the network says how it stands; each has one at least
ENDLESS: Final = 1 << 30  # decisions, more than any line has

# A view, its likely worlds, and one line in one of them.
LINES: Final = record(
    [
        ("key", "u8", 2),  # of the worlds
        ("tickets", "f8", (MAX_SEATS, MAX_TICKETS)),  # how likely each is in each hand
        ("wins", "f8", MAX_SEATS),  # outcome of the line for each seat, once it has ended
        ("points", "f8", MAX_SEATS),
        ("seat", "i8"),  # whose view it is
        ("until", "i8"),  # the turn in which the network says how it stands
        ("to_act", "i8"),  # the seat that decides in the line; NONE: the line has ended
        ("action", "i8"),  # its decision
        ("seen", STATE),
        ("world", STATE),  # as it was dealt
        ("state", STATE),  # the same, played on
        ("sheet", SHEET),
    ]
)


@compiled
def open_lines(lines: Record, views: Records, boards: Records, rules: Records, seat: int, key: Key) -> None:
    """Prepare the worlds of a seat's view: they depend on it and on a key alone."""
    weights, n_seats = np.ones((MAX_SEATS, MAX_TICKETS)), int(views[0].n_seats)
    weigh_tickets(views, boards, rules, seat, weights)
    lines.tickets[:] = weights
    lines.seen = views[0]
    lines.seat, lines.to_act = seat, NONE
    lines.key[0], lines.key[1] = key[0], key[1]
    lines.until = int(views[0].turns) + (max(1, TURNS // n_seats) - 1) * n_seats + 1


@compiled
def deal_world(lines: Record, board: Record, rules: Record, number: int) -> None:
    """Deal the world with a number."""
    k0, k1 = derive(lines.key[0], lines.key[1], number)
    lines.world = lines.seen
    redeal(lines.world, board, rules, int(lines.seat), k0, k1)
    exchange(lines.world, board, lines.seen, lines.tickets)


@compiled
def begin_line(lines: Record, choice: int) -> None:
    """Begin a line in the world that was dealt last."""
    lines.state = lines.world
    lines.to_act, lines.action = lines.seat, choice


@compiled
def step(lines: Record, board: Record, rules: Record) -> None:
    """Carry out the decision that is due; if the game is over, its count is the outcome."""
    state = lines.state
    apply(state, board, rules, int(lines.to_act), int(lines.action))
    if state.phase == OVER:
        lines.to_act = NONE
        count(state, board, rules, lines.sheet)
        share_win(lines.sheet, int(state.n_seats), lines.wins, lines.points)
    else:
        lines.to_act = awaited(state)


@compiled
def is_far(lines: Record) -> bool:
    """Whether the line has come to the turn in which the network is asked how it stands."""
    state = lines.state
    return bool(state.phase == MAIN and state.turns >= lines.until and lines.to_act == lines.seat)


@compiled
def note_forecast(lines: Record, wins: npt.NDArray[np.float32], to_come: npt.NDArray[np.float32]) -> None:
    """End a line with what the network says to the seat whose view it is; its places are counted from that seat."""
    n_seats = int(lines.state.n_seats)
    for place in range(n_seats):
        seat = (int(lines.seat) + place) % n_seats
        lines.wins[seat] = wins[place]
        lines.points[seat] = np.float32(lines.state.points[seat]) + to_come[place]
    lines.to_act = NONE


@compiled
def likeliest(chances: npt.NDArray[np.float32]) -> int:
    """The decision that the network likes best; of equals the first."""
    best = 0
    for number in range(1, chances.shape[0]):
        if chances[number] > chances[best]:
            best = number
    return best


@compiled
def go_on(lines: Record, boards: Records, rules: Records, weights: Records, most: int) -> int:
    """Go on with a line until it ends, for so many decisions at most; returns how many there were."""
    rows, numbers = np.empty((1, SIZE), np.uint8), np.empty(N_ACTIONS, np.int16)
    masks, chances = np.empty((1, N_ACTIONS), np.int8), np.empty((1, N_ACTIONS), np.float32)
    wins, to_come = np.empty((1, MAX_SEATS), np.float32), np.empty((1, MAX_SEATS), np.float32)
    board, rule, n = boards[0], rules[0], 0
    while lines.to_act != NONE and n < most:
        step(lines, board, rule)
        n += 1
        if lines.to_act == NONE:
            break
        write(lines.state, board, rule, int(lines.to_act), rows[0])
        mark_usual(lines.state, board, rule, int(lines.to_act), numbers, masks[0])
        think(weights, rows, masks, int(board.n_routes), int(board.n_cities), chances, wins, to_come)
        if is_far(lines):
            note_forecast(lines, wins[0], to_come[0])
        else:
            lines.action = likeliest(chances[0])
    return n


@compiled
def try_out(
    lines: Records, boards: Records, rules: Records, weights: Records, choices: Numbers, first: int, wins: Values,
    points: Values,
) -> None:  # fmt: skip
    """Carry out each choice in the worlds first, first + 1 …, and write the outcomes: worlds × choices × seats."""
    for i in range(wins.shape[0]):
        deal_world(lines[0], boards[0], rules[0], first + i)
        for c in range(choices.shape[0]):
            begin_line(lines[0], int(choices[c]))
            go_on(lines[0], boards, rules, weights, ENDLESS)
            for seat in range(wins.shape[2]):
                wins[i, c, seat], points[i, c, seat] = lines[0].wins[seat], lines[0].points[seat]
