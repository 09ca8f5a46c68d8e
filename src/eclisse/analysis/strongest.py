"""The strongest reasons for a decision, and what it comes to on average; reasons that hold for both are left out."""

from typing import Final

import numpy as np

from eclisse.analysis.case import (
    AS_GOOD,
    COSTS_ANOTHER,
    FEWER_POINTS,
    GAINS_ANOTHER,
    IS_SUBJECT,
    MORE_POINTS,
    MOST_VALUES,
    Case,
    Records,
    new_case,
    tell,
)
from eclisse.analysis.option import OPTION
from eclisse.analysis.why import end_reasons, speak
from eclisse.core import actions
from eclisse.core.codes import NONE
from eclisse.core.records import Record
from eclisse.jit.compiled import compiled

ON_AVERAGE: Final = 3  # points at the end that are worth a word
MOST: Final = 3  # reasons that are given


@compiled
def is_told(case: Case, row: Record, n: int, is_about: bool) -> bool:
    """Whether a reason is among the first n of a case; `is_about`: or one of the same kind about the same."""
    for i in range(n):
        is_same = case.found[i].code == row.code
        for k in range(MOST_VALUES):
            if not is_about or IS_SUBJECT[row.code, k]:
                is_same = is_same and case.found[i].values[k] == row.values[k]
        if is_same:
            return True
    return False


@compiled
def facts(views: Records, boards: Records, rules: Records, seat: int, better: int, taken: int) -> Case:
    """Reasons for one decision that do not hold for the other, the strongest first."""
    case, against = new_case(views, boards, rules, seat), new_case(views, boards, rules, seat)
    speak(case, better, taken)
    if actions.kind_of(taken) == actions.TICKETS and actions.kind_of(better) != actions.TICKETS:
        end_reasons(case)
        last = int(case.n[0]) - 1
        if last >= 0 and is_told(case, case.found[last], last, False):
            case.n[0] = last
    speak(against, taken, better)
    n = 0
    for i in range(case.n[0]):
        if not is_told(against, case.found[i], int(against.n[0]), True):
            case.found[n] = case.found[i]
            n += 1
    case.n[0] = n
    return case


@compiled
def averages(case: Case, better: Record, taken: Record) -> None:
    """The points that one decision brings the seat and costs another, the larger first."""
    victim, cost = NONE, 0
    gain = int(np.rint(better.points[case.seat] - taken.points[case.seat]))
    for seat in range(case.views[0].n_seats):
        less = int(np.rint(taken.points[seat] - better.points[seat]))
        if seat != case.seat and (victim == NONE or less > cost):
            victim, cost = seat, less
    if gain >= ON_AVERAGE and gain >= cost:
        tell(case, MORE_POINTS, gain, 0, 0, 0)
    if cost >= ON_AVERAGE:
        tell(case, COSTS_ANOTHER, victim, cost, 0, 0)
    if ON_AVERAGE <= gain < cost:
        tell(case, MORE_POINTS, gain, 0, 0, 0)


@compiled
def find(views: Records, boards: Records, rules: Records, seat: int, options: Records, out: Records) -> int:
    """List all that speaks for the first of two options rather than the other; return how many reasons there are."""
    case = facts(views, boards, rules, seat, int(options[0].action), int(options[1].action))
    averages(case, options[0], options[1])
    for i in range(case.n[0]):
        out[i] = case.found[i]
    return int(case.n[0])


@compiled
def why_better(views: Records, boards: Records, rules: Records, seat: int, options: Records, out: Records) -> int:
    """List the strongest reasons for the first of two options rather than the other; return how many there are.

    The last says what it comes to on average, if that is worth a word.
    """
    case = facts(views, boards, rules, seat, int(options[0].action), int(options[1].action))
    n_facts = int(case.n[0])
    averages(case, options[0], options[1])
    n_averages = min(1, int(case.n[0]) - n_facts)
    n = min(n_facts, MOST - n_averages)
    for i in range(n + n_averages):
        out[i] = case.found[i if i < n else n_facts]
    return n + n_averages


@compiled
def what_it_lacks(views: Records, boards: Records, rules: Records, seat: int, options: Records, out: Records) -> int:
    """Why the first option is not as good as the other: it is about as good, or what it costs on average.

    Returns how many reasons there are: 1, or 0 if it is neither.
    """
    case = new_case(views, boards, rules, seat)
    if options[0].ahead + options[0].error >= 0:
        tell(case, AS_GOOD, 0, 0, 0, 0)
    else:
        averages(case, options[1], options[0])
    if case.n[0] == 0:
        return 0
    out[0] = case.found[0]
    if out[0].code == MORE_POINTS:
        out[0].code = FEWER_POINTS
    elif out[0].code == COSTS_ANOTHER:
        out[0].code = GAINS_ANOTHER
    return 1


@compiled
def why_hinted(
    views: Records, boards: Records, rules: Records, seat: int, options: Records, place: int, out: Records
) -> int:
    """List the reasons for one of the options of a hint, the best first; return how many there are.

    The first is compared with the second, the others with the first. What nothing tells from the second has what
    speaks for both; others say at least why they are not the best.
    """
    two, other = np.empty(2, OPTION), 1 if place == 0 else 0
    if options.shape[0] > 1:
        two[0], two[1] = options[place], options[other]
        n = why_better(views, boards, rules, seat, two, out)
        if n > 0 or place > 0:
            return n if n > 0 else what_it_lacks(views, boards, rules, seat, two, out)
    case, action = new_case(views, boards, rules, seat), int(options[0].action)
    speak(case, action, action)
    if case.n[0] > 0:
        out[0] = case.found[0]
        return 1
    if options.shape[0] == 1:
        return 0
    two[0], two[1] = options[1], options[0]
    return what_it_lacks(views, boards, rules, seat, two, out)
