"""What the coach says, in both languages at once."""

from collections.abc import Callable, Iterable, Sequence

from eclisse.analysis.reasons import Reason
from eclisse.analysis.words import LANGUAGES, Speaker, sentence
from eclisse.notation import Action
from eclisse.positions.write import row_out
from eclisse.server.messages.bodies import Words
from eclisse.views import View


class Speakers:
    """Say things about what a seat sees; the players have these names."""

    def __init__(self, view: View, seat: int, players: Sequence[str]) -> None:
        self._each = {language: Speaker(view.kit.spec, players, language) for language in LANGUAGES}
        self._offer = row_out(view.record["offer"][seat], view.kit.names.tickets)

    def _both(self, say: Callable[[Speaker], str]) -> Words:
        """The same in each language, as a sentence."""
        return Words(**{language: sentence(say(speaker)) for language, speaker in self._each.items()})

    def action(self, action: Action) -> Words:
        """A decision."""
        return self._both(lambda speaker: speaker.action(action, self._offer))

    def reasons(self, found: Iterable[Reason]) -> list[Words]:
        """Reasons, one by one."""
        return [self._reason(reason) for reason in found]

    def _reason(self, reason: Reason) -> Words:
        """One of them."""
        return self._both(lambda speaker: speaker.reason(reason))
