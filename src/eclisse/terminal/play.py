"""The terminal game: one person against bots, moves typed as text."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from eclisse.boards.names import Names
from eclisse.bots import Bot, make_bot
from eclisse.core.rng import derive
from eclisse.faults import Faulty, fault
from eclisse.game import Game, IllegalAction
from eclisse.notation import Action, key_from_seed
from eclisse.result import Result
from eclisse.terminal.aids import buildings, print_aids
from eclisse.terminal.files import BadInput
from eclisse.terminal.look import make_console, route_kind, said_move, typed_move
from eclisse.terminal.screen import Screen
from eclisse.terminal.sentences import Teller
from eclisse.terminal.sheet import print_sheet
from eclisse.vocabulary import Vocabulary, worded

PERSON: Final = 0  # the seat of the person
MOVES: Final = """Type your moves (Tab completes them):
  take red, draw        take a card from the market, or draw one from the deck
  tickets, keep 1 3     draw tickets; keep the first and third of the offer
  claim ROUTE           such as claim boston--new-york; .2 is the second track
  pay 2 red 1 [locomotive], take-back      pay, or give up a tunnel that costs more
  station CITY, depot CITY, warehouse SEAT, collect SEAT, decline, pass     in games that have them
Other commands:
  legal                 list every move you can make now
  routes                list the routes you can pay for
  aids                  points by length, and what else lies beside the board"""
HELP: Final = f"""{MOVES}
  board                 list all routes, stations and depots
  score                 count the points so far, without the hidden tickets
  undo                  give up a route or station you have not paid for yet
  save FILE             save the record of the game so far
  quit                  leave the game"""
LEFT: Final = """
You have left the table. To keep a game, type "save FILE" before "quit"; "eclisse replay FILE" reads it."""
COMMANDS: Final = ("help", "legal", "routes", "aids", "board", "score", "undo", "save", "quit")


class Leave(Exception):
    """The person leaves the table."""


class Table:
    """One game in the terminal."""

    def __init__(self, game: Game, bots: dict[int, Bot], ask: Callable[[Sequence[str]], str]) -> None:
        self._game, self._bots, self._ask = game, bots, ask
        self._console = make_console()
        self._names, self._words = Names(game.kit.spec.board), game.kit.spec.words
        self._teller = Teller(game.kit.spec, game.names, PERSON)
        self._before: Game | None = None  # as it was before a claim or station that is not paid yet
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._console.print(worded(HELP, self._words)),
            "legal": lambda _: self._screen().show_legal(),
            "routes": lambda _: self._screen().show_routes(),
            "aids": lambda _: print_aids(self._console, self._game.kit),
            "board": lambda _: self._list_board(),
            "score": lambda _: self._score(),
            "undo": lambda _: self._undo(),
            "save": self._save,
            "quit": lambda _: _leave(),
        }

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        try:
            while not self._game.over:
                if not self._bots_move():
                    self._screen().show()
                    self._person_moves()
        except (Leave, EOFError, KeyboardInterrupt):
            self._console.print(LEFT)
            return
        self._console.rule()
        print_sheet(self._console, self._game.result.to_dict(), self._game.names, self._game.kit.spec.board)
        self._offer_record()

    def _bots_move(self) -> bool:
        """Let one bot decide, if one is awaited."""
        seat = next((seat for seat in self._game.to_act if seat in self._bots), None)
        if seat is None:
            return False
        self._play(seat, self._bots[seat].choose(self._game.view(seat), self._game.legal(seat)))
        return True

    def _play(self, seat: int, action: Action | str) -> None:
        """Make a decision and tell what the person may know of it."""
        for sentence in self._teller.tell(event.to_dict(PERSON) for event in self._game.play(seat, action)):
            self._console.print(Text(f"· {sentence}", "" if seat == PERSON else "italic"))

    def _person_moves(self) -> None:
        """Ask until the person has made a decision or taken one back."""
        game, n = self._game, len(self._game.actions)
        while self._game is game and len(game.actions) == n:
            legal = [said_move(action.text, self._words) for action in game.legal(PERSON)]
            words = self._ask([*legal, *COMMANDS]).split()
            if not words:
                continue
            verb, rest = words[0].lower(), " ".join(words[1:])
            try:
                if verb in self._commands:
                    self._commands[verb](rest)
                else:
                    self._decide(typed_move(" ".join(words).lower(), self._words))
            except (IllegalAction, BadInput) as error:
                self._console.print(refusal(error, self._words))

    def _decide(self, text: str) -> None:
        """Play what was typed; a claim or station can be taken back until it is paid."""
        before = self._game.copy()
        self._play(PERSON, text)
        self._before = before if self._is_paying() else None

    def _is_paying(self) -> bool:
        """Whether the person has named a route or station and not paid yet: nothing hidden has been shown."""
        return bool(self._game.view(PERSON).to_dict()["phase"] == "paying" and PERSON in self._game.to_act)

    def _undo(self) -> None:
        """Give up a route or station that is not paid yet."""
        if self._before is None:
            raise BadInput(fault("nothing-to-undo"))
        self._game, self._before = self._before, None

    def _screen(self) -> Screen:
        """The screen as the person sees it now."""
        game = self._game
        return Screen(self._console, game.view(PERSON), game.legal(PERSON), game.names)

    def _list_board(self) -> None:
        """All routes with their owners."""
        board, seen = self._game.kit.spec.board, self._game.view(PERSON).to_dict()
        owners = seen["routes"]
        grid = RichTable(box=None, pad_edge=False, header_style="dim")
        for name in ("route", "costs", "owner"):
            grid.add_column(name)
        for route in sorted(board.routes, key=lambda route: route.id):
            owner = self._game.names[owners[route.id]] if route.id in owners else ""
            grid.add_row(Text(route.id), route_kind(board, route.id), Text(owner))
        self._console.print(grid)
        for kind, placed in buildings(seen, self._names, self._game.names):
            self._console.print(Text.assemble((f"{kind} ", "dim"), placed))

    def _score(self) -> None:
        """The count as it stands; the tickets of the others stay hidden, for the count is made from the view."""
        view = self._game.view(PERSON)
        result = Result.count(view.records, view.kit).to_dict()
        print_sheet(self._console, result, self._game.names, self._game.kit.spec.board)
        self._console.print(Text("The other players' tickets are hidden, so they do not count here.", "dim"))

    def _save(self, name: str) -> None:
        """Write the record."""
        if not name:
            raise BadInput(fault("file-name-expected"))
        try:
            Path(name).write_text(json.dumps(self._game.record(), indent=1) + "\n", encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadInput(fault("file-not-written", name, reason=str(error))) from None
        self._console.print(f"Saved to {name}. To read the game: eclisse replay {name}")

    def _offer_record(self) -> None:
        """After the end, offer to save the record."""
        try:
            while words := self._ask(["save", "quit"]).strip().split(maxsplit=1):
                if words[0] != "save":
                    return
                try:
                    self._save(words[1] if len(words) > 1 else "")
                except BadInput as error:
                    self._console.print(Text(f"! {error}", "red"))
        except (EOFError, KeyboardInterrupt):
            return


def refusal(error: Faulty, words: Vocabulary) -> Text:
    """A refusal in the words of the game."""
    said = (replace(one, where=said_move(one.where, words)).said(words) for one in error.faults)
    return Text("! " + "\n".join(said), "red")


def _leave() -> None:
    """End the game."""
    raise Leave


def plain_ask(console: Console) -> Callable[[Sequence[str]], str]:
    """Read and echo lines, so that a piped game reads like a played one."""

    def ask(_: Sequence[str]) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        console.print(Text(f"> {line.rstrip()}"))
        return line

    return ask


def prompting_ask() -> Callable[[Sequence[str]], str]:
    """A prompt that completes moves and remembers what was typed."""
    from prompt_toolkit import PromptSession  # noqa: PLC0415 - only where there is a terminal
    from prompt_toolkit.completion import WordCompleter  # noqa: PLC0415

    session: PromptSession[str] = PromptSession()

    def ask(words: Sequence[str]) -> str:
        return session.prompt("> ", completer=WordCompleter(list(words), sentence=True, match_middle=True))

    return ask


def make_bots(names: Sequence[str], seats: int, seed: int | str | None) -> dict[int, Bot]:
    """The bots of the other seats; one name is enough for all of them."""
    if len(names) not in (1, seats - 1):
        raise BadInput(fault("wrong-number-of-bots", "--bots", bots=len(names), seats=seats - 1))
    chosen = list(names) * (seats - 1) if len(names) == 1 else list(names)
    key = key_from_seed(seed)
    keys = [derive(key[0], key[1], seat) for seat in range(1, seats)]
    return {seat + 1: make_bot(name, np.array(keys[seat], np.uint64)) for seat, name in enumerate(chosen)}


def play(
    game: str,
    seats: int,
    seed: int | str | None,
    modules: Sequence[str],
    bots: Sequence[str],
    name: str,
    first: int | None = None,
) -> None:
    """Sit down at a table of bots; a first seat begins, or the one that chance chooses."""
    players = make_bots(bots, seats, seed)
    others = list(bots) * (seats - 1) if len(bots) == 1 else list(bots)
    names = [name, *(f"{bot} {i + 1}" for i, bot in enumerate(others))]
    dealt = Game.new(game, seats, seed, modules, names, first)
    ask = prompting_ask() if sys.stdin.isatty() and sys.stdout.isatty() else plain_ask(make_console())
    Table(dealt, players, ask).run()
