"""Puzzles over the network: what the seat sees, what the coach says to an answer, and which ones somebody has tried."""

from datetime import UTC, datetime
from typing import Any

from eclisse.analysis.puzzles import LEVELS, NoPuzzle, all_puzzles, of_day, puzzle
from eclisse.analysis.puzzles import Puzzle as Kept
from eclisse.server.messages import present
from eclisse.server.messages.bodies import WhyNot
from eclisse.server.messages.puzzles import Answered, Puzzle, PuzzleOption, PuzzleRow, Puzzles, Verdict
from eclisse.server.messages.refusal import Refused
from eclisse.server.tables.levels import NAMES
from eclisse.server.tables.sandbox import open_table
from eclisse.server.tables.speaking import Speakers
from eclisse.server.tables.table import Entry


def listed(now: float) -> Puzzles:
    """All puzzles, and the one of the day that a moment belongs to."""
    day = datetime.fromtimestamp(now, UTC).date()
    rows = [PuzzleRow(**_row(one)) for one in all_puzzles()]
    return Puzzles(day=day.isoformat(), today=of_day(day).number, bots=len(LEVELS), puzzles=rows)


def _row(one: Kept) -> dict[str, Any]:
    """A puzzle without its position."""
    named = {name: one.position[name] for name in ("game", "modules", "seats")}
    return {"number": one.number, **named, "difficulty": one.difficulty}


def shown(number: int) -> Puzzle:
    """A puzzle as its seat sees it."""
    one = _kept(number)
    table = open_table(one.position, one.seat)
    update, paths = present.update(table, one.seat, None, None), present.paths(table.game.view(one.seat), 0)
    names = list(NAMES[: table.game.seats])
    return Puzzle(**_row(one), seat=one.seat, names=names, update=update, paths=paths)


def why_not(number: int, route: str) -> WhyNot:
    """Why the seat cannot claim a route."""
    return present.why_not(_kept(number).view(), 0, route)


def judged(number: int, action: str | None) -> Verdict:
    """What the coach says to a decision, or to none; Refused if it is not legal."""
    one = _kept(number)
    table = open_table(one.position, one.seat)
    entry = None if action is None else table.prepare(Entry(one.seat, action, "player", 0.0), 0).entry
    loss = None if entry is None else one.loss(entry.action)
    legal = {option.text: option for option in table.game.legal(one.seat)}
    speakers, best = Speakers(one.view(), one.seat, NAMES), legal[one.answer]
    return Verdict(
        right=loss == 0.0,
        loss=one.worst_loss if entry is not None and loss is None else loss,
        at_least=entry is not None and loss is None,
        options=[
            PuzzleOption(
                action=row["action"],
                says=speakers.action(legal[row["action"]]),
                win=row["win"][one.seat],
                behind=-row["ahead"],
                error=row["error"],
            )
            for row in one.choices
        ],
        why=speakers.reasons(one.why()),
        routes=[] if best.route is None else [best.route],
        cities=[] if best.city is None else [best.city],
        found=len(one.found_by),
    )


def better(known: dict[int, bool], told: Answered) -> dict[int, bool]:
    """What is news among answers, or better than what is known; numbers that no puzzle has are left out."""
    found = dict.fromkeys(told.wrong, False) | dict.fromkeys(told.right, True)
    last = len(all_puzzles())
    return {n: right for n, right in found.items() if n <= last and (n not in known or right > known[n])}


def sorted_out(known: dict[int, bool]) -> Answered:
    """Answers as those that were right and those that were wrong."""
    return Answered(right=sorted(n for n in known if known[n]), wrong=sorted(n for n in known if not known[n]))


def _kept(number: int) -> Kept:
    """A puzzle by its number; Refused if there is none."""
    try:
        return puzzle(number)
    except NoPuzzle as error:
        raise Refused("not_found", *error.faults) from None
