"""`eclisse puzzle`: a position, a question, and what the coach says to the answer."""

import sys
from collections.abc import Callable, Sequence

from rich.text import Text

from eclisse.analysis.puzzle_book import Puzzle
from eclisse.analysis.words import Speaker, sentence, text
from eclisse.catalogue.find import modules
from eclisse.game import IllegalAction
from eclisse.positions.write import row_out
from eclisse.terminal.aids import print_aids
from eclisse.terminal.look import make_console, said_move, typed_move
from eclisse.terminal.play import MOVES, plain_ask, prompting_ask, refusal
from eclisse.terminal.screen import Screen
from eclisse.vocabulary import worded

GIVE_UP = "solution"


class Riddle:
    """One puzzle in the terminal."""

    def __init__(self, puzzle: Puzzle, ask: Callable[[Sequence[str]], str]) -> None:
        self._puzzle, self._ask, self._console = puzzle, ask, make_console()
        self._game = puzzle.game()
        self._words = self._game.kit.spec.words
        names = [f"seat {seat}" for seat in range(self._game.seats)]
        self._view, self._legal = self._game.view(puzzle.seat), self._game.legal(puzzle.seat)
        self._speaker = Speaker(self._game.kit.spec, names)
        self._screen = Screen(self._console, self._view, self._legal, names)
        self._commands: dict[str, Callable[[], object]] = {
            "help": lambda: self._console.print(worded(MOVES, self._words)),
            "legal": self._screen.show_legal,
            "routes": self._screen.show_routes,
            "aids": lambda: print_aids(self._console, self._game.kit),
        }
        self._offer = row_out(self._view.record["offer"][puzzle.seat], self._game.kit.names.tickets)

    def run(self) -> None:
        """Show, ask until there is an answer, tell."""
        level, game = "★" * (self._puzzle.difficulty + 1), self._name()
        said = text("puzzle", number=self._puzzle.number, level=level, game=game)
        self._console.print(Text(said, "bold"))
        self._screen.show()
        self._console.print(Text(text("find", word=GIVE_UP), "dim"))
        answer = self._answer()
        if answer is not None:
            self._tell(answer)

    def _name(self) -> str:
        """The game and its modules."""
        kit, known = self._game.kit, modules()
        named = [kit.spec.name, *(known[name].name for name in kit.modules)]
        return " · ".join(name.en for name in named)

    def _answer(self) -> str | None:
        """A legal decision; empty for who gives up, None for who leaves."""
        words = [*(said_move(action.text, self._words) for action in self._legal), *self._commands, GIVE_UP]
        while True:
            try:
                given = " ".join(self._ask(words).split()).lower()
            except (EOFError, KeyboardInterrupt):
                return None
            if given == GIVE_UP:
                return ""
            if given in self._commands:
                self._commands[given]()
                continue
            try:
                game = self._puzzle.game()
                game.play(self._puzzle.seat, typed_move(given, self._words))
                return game.actions[-1][1]
            except IllegalAction as error:
                self._console.print(refusal(error, self._words))

    def _tell(self, answer: str) -> None:
        """Whether it was right, and why."""
        puzzle, speaker = self._puzzle, self._speaker
        best = next(action for action in self._legal if action.text == puzzle.answer)
        said = speaker.action(best, self._offer)
        loss = puzzle.loss(answer) if answer else None
        if loss == 0.0:
            self._console.print(Text(sentence(text("right", best=said)), "bold green"))
        else:
            key = "given-up" if not answer else "wrong" if loss is not None else "wrong-by-more"
            points = round(100 * (loss if loss is not None else puzzle.worst_loss))
            self._console.print(Text(sentence(text(key, best=said, loss=points)), "bold"))
        if why := speaker.because("because", puzzle.why()):
            self._console.print(why)
        if not puzzle.found_by:
            self._console.print(self._proof())
        found = ", ".join(puzzle.found_by) or "–"
        self._console.print(Text(text("found-by", bots=found), "dim"))

    def _proof(self) -> str:
        """The evidence: how often the best decision and its rival win when played on."""
        actions = {action.text: action for action in self._legal}
        best, rival = self._puzzle.choices[:2]
        said = [self._speaker.action(actions[row["action"]], self._offer) for row in (best, rival)]
        wins = [round(100 * row["win"][self._puzzle.seat]) for row in (best, rival)]
        error = round(100 * rival["error"])
        return text("proof", best=said[0], other=said[1], win=wins[0], other_win=wins[1], error=error)


def show(puzzle: Puzzle) -> None:
    """Set a puzzle."""
    ask = prompting_ask() if sys.stdin.isatty() and sys.stdout.isatty() else plain_ask(make_console())
    Riddle(puzzle, ask).run()
