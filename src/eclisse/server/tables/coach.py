"""The coach at a table: what it would do now. It helps those who play alone against bots, and nobody else."""

from typing import Final

from eclisse.analysis import hint as asked
from eclisse.analysis.weigh import Chance, Verdict, weigh
from eclisse.faults import fault
from eclisse.game import Game
from eclisse.server.messages.coach import Doubt, Hint, Hints
from eclisse.server.messages.refusal import Refused
from eclisse.server.store.rows import Player, TableRow
from eclisse.server.tables.shares import Payer
from eclisse.server.tables.speaking import Speakers

PATIENCE: Final = 300.0  # seconds of debt with which one may still ask: a review takes about 20 of processor time
CLEAR: Final = 0.06  # chance to win that a clear mistake gives away at least


def check_debt(payer: Payer) -> None:
    """Refuse those who have made the coach think too much lately."""
    if payer.debt() > PATIENCE:
        raise Refused("too_many", fault("too-many-reviews"))


def seat_alone(row: TableRow, player: Player) -> int:
    """The seat of a player who plays alone against bots; others are refused."""
    mine = row.seats_of(player.id)
    if not mine:
        raise Refused("not_your_seat", fault("no-seat-here"))
    others = [seat for seat in row.seats if seat.seat != mine[0]]
    if any(seat.kind != "bot" or seat.promise is not None for seat in others):  # a bot may sit where somebody left
        raise Refused("not_allowed", fault("coach-between-people"))
    return mine[0]


def hints(game: Game, seat: int, number: int) -> Hints:
    """The best decisions of a seat; the same question has the same answer."""
    view = game.view(seat)
    found = asked.hint(view, game.legal(seat), chance=Chance(number=number))
    speakers = Speakers(view, seat, game.names)
    return Hints(number=number, hints=[_hint(one, speakers) for one in found])


def _hint(found: asked.Hint, speakers: Speakers) -> Hint:
    """One decision with its chance and its reasons, in both languages."""
    return Hint(
        action=found.option.action.text,
        win=list(found.option.win),
        says=speakers.action(found.option.action),
        why=speakers.reasons(found.reasons),
    )


def doubt(game: Game, seat: int, number: int, action: str) -> Doubt:
    """Whether a legal decision would be a clear mistake: two looks into worlds of their own must say so."""
    view, legal = game.view(seat), game.legal(seat)
    taken = next(one for one in legal if one.text == action)
    for look in range(2):
        verdict = weigh(view, legal, taken, asked.QUICK, Chance(seed=look, number=number))
        if not is_clear(verdict):
            return Doubt(number=number, loss=None)
    return Doubt(number=number, loss=round(verdict.loss, 4))


def is_clear(verdict: Verdict) -> bool:
    """Whether a decision gave away enough to ask about it."""
    return verdict.sure and verdict.loss >= CLEAR
