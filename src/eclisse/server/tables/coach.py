"""The coach at a table: what it would do now. It helps those who play alone against bots, and nobody else."""

from collections.abc import Callable

from eclisse.analysis import hint as asked
from eclisse.analysis.weigh import Chance
from eclisse.analysis.words import Speaker, sentence
from eclisse.boards.names import Names
from eclisse.faults import fault
from eclisse.game import Game
from eclisse.positions.write import row_out
from eclisse.server.messages.bodies import Words
from eclisse.server.messages.coach import Hint, Hints
from eclisse.server.messages.refusal import Refused
from eclisse.server.store.rows import Player, TableRow


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
    found = asked.hint(game.view(seat), game.legal(seat), chance=Chance(number=number))
    offer = row_out(game.view(seat).record["offer"][seat], game.kit.names.tickets)
    names = Names(game.kit.spec.board)
    speakers = [Speaker(names, game.names, "en"), Speaker(names, game.names, "fr")]
    return Hints(number=number, hints=[_hint(one, speakers, offer) for one in found])


def _hint(found: asked.Hint, speakers: list[Speaker], offer: list[str]) -> Hint:
    """One decision with its chance and its reasons, in both languages."""

    def words(say: Callable[[Speaker], str]) -> Words:
        en, fr = (sentence(say(speaker)) for speaker in speakers)
        return Words(en=en, fr=fr)

    return Hint(
        action=found.option.action.text,
        win=list(found.option.win),
        says=words(lambda speaker: speaker.action(found.option.action, offer)),
        why=[words(lambda speaker, reason=reason: speaker.reason(reason)) for reason in found.reasons],  # type: ignore[misc]
    )
