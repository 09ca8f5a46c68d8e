"""One decision that is being weighed, as one record: its options are tried in the same worlds, in rounds.

In each world the network plays on for some turns and says how it stands, and a few games are played to their end by
plan; both together judge better than either. In the last round plans alone do. Each round keeps the better half. Even
worlds choose, with the network's liking; odd ones tell what an option is worth. Where all that can happen can be summed
over, nothing is tried. Whoever asks plays the worlds of a round, in portions and on threads as it likes, and hands over
what came of them: the answer depends on the seed and the number of games alone.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.analysis.worlds import Z
from eclisse.bots.last_turn import value_actions
from eclisse.bots.learned.lines import ENDLESS, begin_line, deal_world, go_on, open_lines
from eclisse.bots.learned.network import think
from eclisse.bots.likely import weigh_tickets
from eclisse.bots.outcomes import Values, try_outcomes
from eclisse.bots.tree import Question, plan_own
from eclisse.bots.tuning import USUAL
from eclisse.core import actions
from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import NONE, PAYING, SURCHARGE
from eclisse.core.legal import usual
from eclisse.core.records import MAX_SEATS, MAX_TICKETS, Record, record
from eclisse.core.rng import derive
from eclisse.features.layout import SIZE
from eclisse.features.write import write
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]
Keys = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

LIKED: Final = 6  # actions of the network's liking that are weighed …
LEAST: Final = 0.05  # … if it gives them such a share of the best one's chance
LOOKING: Final = 0.7  # weight of looking ahead; the games that are played to their end have the rest
PLAYOUTS: Final = 4  # of them in each world
COST: Final = 12  # games that take as long as a world in which somebody looks ahead
ALONE: Final = 4  # times fewer worlds where there is nothing to compare
LIKING: Final = 0.02  # chance to win for which an option must be e times as likely to the network
UNLIKELY: Final = 0.001  # chance below which the network has no opinion
SHOWN: Final = 3  # options that a verdict names
FRESH: Final = 1_000_000  # number of the first world that no round has used
LAST: Final = 4  # times as many games in the last round, where they are short
ROUNDS, SIDE_BY_SIDE, SUMMED = range(3)  # ways to weigh: in rounds; all options in the same worlds; nothing is tried

WEIGHING: Final = record(
    [
        ("way", "i8"),
        ("seat", "i8"),  # that decides
        ("key", "u8", 2),  # of the worlds
        ("weights", "f8", (MAX_SEATS, MAX_TICKETS)),  # how likely each hidden ticket is in each hand
        ("n", "i8"),
        ("options", "i8", N_ACTIONS),  # the one that the others are compared with first
        ("taken", "i8"),  # the decision that was made, or NONE
        ("n_active", "i8"),
        ("active", "i8", N_ACTIONS),  # the places of those that are tried in this round
        ("iterations", "i8"),  # games in all rounds, or worlds worth as many
        ("looks", "i8"),  # 1: looking ahead judges too
        ("n_rounds", "i8"),
        ("rounds_done", "i8"),
        ("first", "i8"),  # number of this round's first world …
        ("due", "i8"),  # … and how many it has; 0: nothing is left to be tried
        ("best_worlds", "i8"),  # in which the best option was tried
        ("is_exact", "i8"),  # 1: all options are
        # Of each option. In rounds `wins` and `points` are sums, ahead of the first option in odd worlds; else means.
        ("rounds", "i8", N_ACTIONS),  # in which it was tried
        ("tried", "i8", N_ACTIONS),  # the worlds of these
        ("wins", "f8", (N_ACTIONS, MAX_SEATS)),
        ("points", "f8", (N_ACTIONS, MAX_SEATS)),
        ("lead", "f8", N_ACTIONS),  # of the seat's chance: in rounds the sum in even worlds, else the mean
        ("squares", "f8", N_ACTIONS),  # the sum of the squared leads in odd worlds
        ("error", "f8", N_ACTIONS),  # half of the interval around the mean
        ("exact", "i8", N_ACTIONS),  # 1: summed over
        ("liking", "f8", N_ACTIONS),  # of the network's, as a chance to win
        ("base_wins", "f8", MAX_SEATS),  # the sums of the first option in all worlds
        ("base_points", "f8", MAX_SEATS),
    ]
)


@compiled
def half_interval(weighing: Record, n: int, total: float, squares: float) -> float:
    """Half of the interval around the mean of n values; it does not vanish when a few happen to be equal."""
    more = 0.1 if weighing.looks else 1.0  # forecasts differ less than who wins
    return float(Z * np.sqrt(max(0.0, squares - total * total / n) + more) / n) if n > 0 else 1.0


# --- beginning -------------------------------------------------------------------------------------------------------


@compiled
def _open(
    weighing: Record, question: Question, trials: Records, key: Keys, number: int, taken: int, iterations: int
) -> None:
    """Begin with nothing, in the number-th worlds under a key."""
    trials[0].work.tuning = USUAL
    weighing.seat, weighing.taken, weighing.iterations = question.seat, taken, iterations
    weighing.key[0], weighing.key[1] = derive(key[0], key[1], number)
    weighing.weights[:] = 1.0
    weigh_tickets(question.views, question.boards, question.rules, question.seat, weighing.weights)
    weighing.n = weighing.n_active = weighing.rounds_done = weighing.n_rounds = weighing.first = weighing.due = 0
    weighing.best_worlds = weighing.is_exact = 0
    weighing.way = ROUNDS
    weighing.rounds[:], weighing.tried[:], weighing.exact[:] = 0, 0, 0
    weighing.wins[:], weighing.points[:], weighing.lead[:] = 0.0, 0.0, 0.0
    weighing.squares[:], weighing.error[:], weighing.liking[:] = 0.0, 0.0, 0.0
    weighing.looks = 0
    weighing.base_wins[:], weighing.base_points[:] = 0.0, 0.0


@compiled
def _add_option(weighing: Record, action: int) -> None:
    """Add an option, unless it is one already."""
    for i in range(weighing.n):
        if weighing.options[i] == action:
            return
    weighing.options[weighing.n] = action
    weighing.n += 1


@compiled
def _list_all(weighing: Record, question: Question) -> int:
    """Make every decision that bots weigh an option; returns how many they weigh."""
    out = np.empty(N_ACTIONS, np.int16)
    n = usual(question.views[0], question.boards[0], question.rules[0], question.seat, out)
    for i in range(n):
        _add_option(weighing, int(out[i]))
    return n


@compiled
def _ask(question: Question, network: Records, chances: npt.NDArray[np.float32]) -> None:
    """The network's chances of all decisions that bots weigh."""
    board, rules, seat, out = question.boards[0], question.rules[0], question.seat, np.empty(N_ACTIONS, np.int16)
    masks, rows = np.zeros((1, N_ACTIONS), np.int8), np.empty((1, SIZE), np.uint8)
    wins, to_come = np.empty((1, MAX_SEATS), np.float32), np.empty((1, MAX_SEATS), np.float32)
    for i in range(usual(question.views[0], board, rules, seat, out)):
        masks[0, out[i]] = 1
    write(question.views[0], board, rules, seat, rows[0])
    think(network, rows, masks, int(board.n_routes), int(board.n_cities), chances, wins, to_come)


@compiled
def _list_candidates(weighing: Record, question: Question, trials: Records, chances: npt.NDArray[np.float32]) -> None:
    """Make those decisions options that the network likes, and the plan's own."""
    _add_option(weighing, plan_own(question, trials[0]))
    liked, least = chances.copy(), LEAST * chances.max()
    for _ in range(LIKED):
        best = int(np.argmax(liked))
        if liked[best] < least:
            return
        _add_option(weighing, best)
        liked[best] = 0.0


@compiled
def _like(weighing: Record, chances: npt.NDArray[np.float32]) -> None:
    """Note how much the network likes each option."""
    for i in range(weighing.n):
        weighing.liking[i] = LIKING * np.log(max(UNLIKELY, float(chances[weighing.options[i]])))


@compiled
def _begin_round(weighing: Record) -> None:
    """Say how many worlds the next round has: an even number."""
    share = 2 * int(weighing.n_rounds) * int(weighing.n_active) * (COST if weighing.looks else 1)
    if weighing.looks and weighing.n == 1:
        share *= ALONE
    weighing.due = 2 * max(1, int(weighing.iterations) // share)


@compiled
def _sum_up(weighing: Record, question: Question) -> bool:
    """Sum over all that can happen, for the options for which that can be done; returns whether there are any."""
    n = int(weighing.n)
    values, known = np.zeros((n, 2, MAX_SEATS)), np.zeros(n, np.bool_)
    views, boards, rules, seat = question
    value_actions(views, boards, rules, seat, weighing.weights, weighing.options[:n], values, known)
    for i in range(n):
        if known[i]:
            weighing.exact[i], weighing.way = 1, SUMMED
            for one in range(MAX_SEATS):
                weighing.wins[i, one], weighing.points[i, one] = values[i, 0, one], values[i, 1, one]
    return bool(weighing.way == SUMMED)


@compiled
def _begin_trying(weighing: Record, question: Question, trials: Records, lines: Records, n_worlds: int) -> int:
    """Begin to try what was not summed over, in rounds or in `n_worlds`; returns how many are tried first."""
    views, boards, rules, seat = question
    for i in range(weighing.n):
        if weighing.exact[i] == 0:
            weighing.active[weighing.n_active] = i
            weighing.n_active += 1
    if weighing.n_active == 0:
        return 0
    plan_own(question, trials[0])
    if weighing.looks:
        open_lines(lines[0], views, boards, rules, seat, (weighing.key[0], weighing.key[1]))
    if weighing.way == ROUNDS:
        weighing.n_rounds = 1
        while 1 << int(weighing.n_rounds) < weighing.n:
            weighing.n_rounds += 1
        _begin_round(weighing)
    else:
        weighing.first, weighing.due = FRESH, max(2, n_worlds // COST) if weighing.looks else n_worlds
    return int(weighing.due)


@compiled
def begin_weighing(
    weighings: Records, trials: Records, lines: Records, views: Records, boards: Records, rules: Records, seat: int,
    key: Keys, number: int, taken: int, iterations: int, every: int, network: Records,
) -> int:  # fmt: skip
    """Begin to weigh a decision by so many games, `taken` (or NONE) being the one that was made.

    Options are `every` (1) decision, or those that good players weigh. In the last round it is every one, in more
    games: nobody's plan tells what a last turn is good for. Returns how many worlds the first round has.
    """
    weighing, view, question = weighings[0], views[0], Question(views, boards, rules, seat)
    _open(weighing, question, trials, key, number, taken, iterations)
    if taken != NONE:
        _add_option(weighing, taken)
    is_last = view.last_round_by != NONE
    is_paying = view.phase in (PAYING, SURCHARGE)  # there are few ways to, and each may matter
    n = _list_all(weighing, question)
    if not _sum_up(weighing, question):
        weighing.looks, chances = 1 - int(is_last), np.empty((1, N_ACTIONS), np.float32)
        if not is_last:
            _ask(question, network, chances)
        if every == 0 and not is_last and not is_paying and n > 1:
            weighing.n = 0 if taken == NONE else 1
            _list_candidates(weighing, question, trials, chances[0])
        if not is_last:
            _like(weighing, chances[0])
        weighing.iterations *= LAST if is_last else 1
    return _begin_trying(weighing, question, trials, lines, iterations)


@compiled
def begin_comparison(
    weighings: Records, trials: Records, lines: Records, views: Records, boards: Records, rules: Records, seat: int,
    key: Keys, number: int, options: Numbers, n_worlds: int,
) -> int:  # fmt: skip
    """Begin to compare some decisions in worlds that did not choose them; returns how many are to be tried."""
    weighing, question = weighings[0], Question(views, boards, rules, seat)
    _open(weighing, question, trials, key, number, NONE, 0)
    for i in range(options.size):
        _add_option(weighing, int(options[i]))
    if not _sum_up(weighing, question):
        weighing.way = SIDE_BY_SIDE
        weighing.looks = int(views[0].last_round_by == NONE)
    return _begin_trying(weighing, question, trials, lines, n_worlds)


@compiled
def begin_glance(
    weighings: Records, trials: Records, lines: Records, views: Records, boards: Records, rules: Records, seat: int,
    key: Keys, number: int, taken: int, iterations: int,
) -> int:  # fmt: skip
    """Begin to look only at the chances after a decision; returns how many worlds are to be tried."""
    weighing, question = weighings[0], Question(views, boards, rules, seat)
    _open(weighing, question, trials, key, number, taken, iterations)
    _add_option(weighing, taken)
    _sum_up(weighing, question)
    return _begin_trying(weighing, question, trials, lines, iterations)


# --- trying ----------------------------------------------------------------------------------------------------------


@compiled
def try_worlds(
    weighings: Records, trials: Records, lines: Records, views: Records, boards: Records, rules: Records, start: int,
    wins: Values, points: Values, network: Records,
) -> None:  # fmt: skip
    """Try the active options in some worlds of this round, from the start-th on: a row each, a column an option.

    The room for a world has the seat's plan in it, made when the weighing began.
    """
    weighing = weighings[0]
    question, first = Question(views, boards, rules, int(weighing.seat)), int(weighing.first) + start
    numbers = np.empty(weighing.n_active, np.int64)
    for i in range(weighing.n_active):
        numbers[i] = weighing.options[weighing.active[i]]
    if weighing.looks == 0:
        try_outcomes(question, numbers, trials, weighing.key, first, weighing.weights, wins, points)
        return
    some_wins = np.empty((PLAYOUTS, numbers.size, MAX_SEATS))
    some_points = np.empty((PLAYOUTS, numbers.size, MAX_SEATS))
    for world in range(wins.shape[0]):
        number = PLAYOUTS * (first + world)
        try_outcomes(question, numbers, trials, weighing.key, number, weighing.weights, some_wins, some_points)
        deal_world(lines[0], boards[0], rules[0], first + world)
        for column in range(numbers.size):
            begin_line(lines[0], int(numbers[column]))
            go_on(lines[0], boards, rules, network, ENDLESS)
            for seat in range(views[0].n_seats):
                wins[world, column, seat] = _mixed(lines[0].wins[seat], some_wins[:, column, seat])
                points[world, column, seat] = _mixed(lines[0].points[seat], some_points[:, column, seat])


@compiled
def _mixed(looked: float, played: npt.NDArray[np.float64]) -> float:
    """What looking ahead says and what the games came to, as one number."""
    total = 0.0
    for value in played:
        total += value
    return float(LOOKING * looked + (1.0 - LOOKING) * total / played.size)


@compiled
def _take_pairs(weighing: Record, n_seats: int, wins: Values, points: Values) -> None:
    """Add up the worlds of a round: even ones choose, odd ones tell the worth."""
    seat = weighing.seat
    for world in range(wins.shape[0]):
        for one in range(n_seats):
            weighing.base_wins[one] += wins[world, 0, one]
            weighing.base_points[one] += points[world, 0, one]
        for column in range(weighing.n_active):
            i = weighing.active[column]
            lead = wins[world, column, seat] - wins[world, 0, seat]
            if world % 2 == 0:
                weighing.lead[i] += lead
                continue
            weighing.squares[i] += lead * lead
            for one in range(n_seats):
                weighing.wins[i, one] += wins[world, column, one] - wins[world, 0, one]
                weighing.points[i, one] += points[world, column, one] - points[world, 0, one]
    for column in range(weighing.n_active):
        weighing.tried[weighing.active[column]] += wins.shape[0]
        weighing.rounds[weighing.active[column]] += 1


@compiled
def _take_means(weighing: Record, n_seats: int, wins: Values, points: Values) -> None:
    """Note what the options that were tried bring on average."""
    n, seat = wins.shape[0], weighing.seat
    for column in range(weighing.n_active):
        i, squares = weighing.active[column], 0.0
        for world in range(n):
            squares += wins[world, column, seat] * wins[world, column, seat]
            for one in range(n_seats):
                weighing.wins[i, one] += wins[world, column, one]
                weighing.points[i, one] += points[world, column, one]
        weighing.error[i] = half_interval(weighing, n, weighing.wins[i, seat], squares)
        for one in range(n_seats):
            weighing.wins[i, one] /= n
            weighing.points[i, one] /= n


@compiled
def _compare(weighing: Record, wins: Values) -> None:
    """Compare all options with the best, world by world."""
    n, seat, best = wins.shape[0], weighing.seat, 0
    for i in range(weighing.n):
        if weighing.wins[i, seat] > weighing.wins[best, seat]:
            best = i
    for i in range(weighing.n):
        total = squares = 0.0
        for world in range(n):
            lead = wins[world, i, seat] - wins[world, best, seat]
            total, squares = total + lead, squares + lead * lead
        weighing.lead[i], weighing.error[i] = (
            total / n,
            0.0 if i == best else half_interval(weighing, n, total, squares),
        )


@compiled
def end_round(weighings: Records, views: Records, wins: Values, points: Values) -> int:
    """Take over what came of all worlds of a round; returns how many the next one has, 0: it was the last."""
    weighing, n_seats = weighings[0], int(views[0].n_seats)
    if weighing.way == ROUNDS:
        _take_pairs(weighing, n_seats, wins, points)
        weighing.first += weighing.due
        weighing.rounds_done += 1
        if weighing.rounds_done < weighing.n_rounds:
            _halve(weighing)
            _begin_round(weighing)
            return int(weighing.due)
    else:
        _take_means(weighing, n_seats, wins, points)
        if weighing.way == SIDE_BY_SIDE:
            _compare(weighing, wins)
    weighing.due = 0
    return 0


@compiled
def _halve(weighing: Record) -> None:
    """Go on with the better half of the active options, and with the first."""
    order, n, is_kept = (
        weighing.active[: weighing.n_active].copy(),
        int(weighing.n_active),
        np.zeros(N_ACTIONS, np.bool_),
    )
    _rank(weighing, order)
    is_kept[0] = True
    for i in range((n + 1) // 2):
        is_kept[order[i]] = True
    weighing.n_active = 0
    for i in range(weighing.n):
        if is_kept[i]:
            weighing.active[weighing.n_active] = i
            weighing.n_active += 1


# --- reading out -----------------------------------------------------------------------------------------------------


@compiled
def _at_least(weighing: Record, i: int) -> float:
    """What an option is good for at least; what differs by less than anybody computes is equal."""
    return float(np.rint(1e9 * (weighing.wins[i, weighing.seat] - weighing.error[i])))


@compiled
def _is_before(weighing: Record, i: int, j: int) -> bool:
    """Whether an option comes before another: it stayed in the running for longer, or it is better.

    Of equally good ones the decision that was made comes first, then the one with more points.
    """
    seat = weighing.seat
    if weighing.way == ROUNDS:
        if weighing.rounds[i] != weighing.rounds[j]:
            return bool(weighing.rounds[i] > weighing.rounds[j])
        n_even = (int(weighing.tried[i]) + 1) // 2
        one, other = weighing.lead[i] / n_even + weighing.liking[i], weighing.lead[j] / n_even + weighing.liking[j]
        return bool(one > other or (one == other and i < j))
    if weighing.way == SIDE_BY_SIDE:
        one, other = weighing.wins[i, seat], weighing.wins[j, seat]
        return bool(one > other or (one == other and i < j))
    one, other = _at_least(weighing, i), _at_least(weighing, j)
    if one != other:
        return bool(one > other)
    if weighing.taken != NONE and (i == 0 or j == 0):
        return i == 0
    if weighing.points[i, seat] != weighing.points[j, seat]:
        return bool(weighing.points[i, seat] > weighing.points[j, seat])
    return i < j


@compiled
def _rank(weighing: Record, order: Numbers) -> None:
    """Sort places of options, the best first."""
    for i in range(1, order.size):
        place, k = order[i], i
        while k > 0 and _is_before(weighing, place, order[k - 1]):
            order[k] = order[k - 1]
            k -= 1
        order[k] = place


@compiled
def _write_option(weighing: Record, n_seats: int, i: int, first: int, row: Record) -> None:
    """Write an option, compared with another."""
    row.action, row.exact = weighing.options[i], weighing.exact[i]
    row.win[:], row.points[:] = 0.0, 0.0
    if weighing.way == ROUNDS:
        n_odd, n = int(weighing.tried[i]) // 2, int(weighing.tried[0])
        for one in range(n_seats):
            chance = weighing.base_wins[one] / n + weighing.wins[i, one] / n_odd
            row.win[one] = min(1.0, max(0.0, chance))
            row.points[one] = weighing.base_points[one] / n + weighing.points[i, one] / n_odd
        total = float(weighing.wins[i, weighing.seat])
        row.ahead = total / n_odd
        row.error = half_interval(weighing, n_odd, total, float(weighing.squares[i])) if i > 0 else 0.0
        return
    for one in range(n_seats):
        row.win[one], row.points[one] = weighing.wins[i, one], weighing.points[i, one]
    if weighing.way == SIDE_BY_SIDE:
        row.ahead, row.error = weighing.lead[i], weighing.error[i]
    else:
        row.ahead = weighing.wins[i, weighing.seat] - weighing.wins[first, weighing.seat]
        row.error = 0.0 if i == first else np.sqrt(weighing.error[i] ** 2 + weighing.error[first] ** 2)


@compiled
def read_out(weighings: Records, views: Records, out: Records) -> int:
    """Write the option that the others are compared with, then the best ones; return how many of these there are."""
    weighing, n_seats, order = weighings[0], int(views[0].n_seats), np.arange(weighings[0].n)
    _rank(weighing, order)
    first = 0 if weighing.way == ROUNDS or weighing.taken != NONE else int(order[0])
    n = min(out.shape[0] - 1, order.size)
    _write_option(weighing, n_seats, first, first, out[0])
    for i in range(n):
        _write_option(weighing, n_seats, int(order[i]), first, out[i + 1])
    weighing.best_worlds = weighing.tried[order[0]]
    weighing.is_exact = 1
    for i in range(weighing.n):
        weighing.is_exact = min(int(weighing.is_exact), int(weighing.exact[i]))
    return int(n)


@compiled
def is_same(board: Record, one: int, other: int) -> bool:
    """Whether two decisions come to the same: they are equal, or claim two tracks of one route."""
    if actions.kind_of(one) != actions.CLAIM or actions.kind_of(other) != actions.CLAIM:
        return one == other
    return one == other or board.twin[actions.argument_of(one)] == actions.argument_of(other)


@compiled
def distinct(boards: Records, options: Records, out: Numbers) -> int:
    """List the decisions of some options, of those that come to the same the first; return how many there are."""
    n = 0
    for i in range(options.shape[0]):
        is_new = True
        for k in range(n):
            is_new = is_new and not is_same(boards[0], int(out[k]), int(options[i].action))
        if is_new:
            out[n] = options[i].action
            n += 1
    return n
