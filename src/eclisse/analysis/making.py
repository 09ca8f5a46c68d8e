"""Making puzzles: bot games are searched for decisions of which one is clearly best, with ever deeper looks.

python -m eclisse.analysis.making FILE --games 100 [--first 0]      # adds what it finds to FILE
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from eclisse.analysis.puzzles import LEVELS, Puzzle, read, write
from eclisse.analysis.review import Moment, moments
from eclisse.analysis.weigh import Chance, Option, Verdict, is_same, weigh
from eclisse.analysis.worlds import forecast
from eclisse.bots import make_bot
from eclisse.bots.seated import play_out, sit_down
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import open_kit
from eclisse.game import Game
from eclisse.notation import Action, key_from_seed

CLEAR: Final = 0.08  # chance to win by which all other decisions must be worse
SURE: Final = 0.04  # the same at the lower end of its interval
OPEN: Final = 0.15  # chance to win that the best decision must leave
LATE: Final = 0.6  # of a game is left out, but for the first tickets: late decisions weigh most
GLANCE: Final = 24  # worlds that tell whether a game is as good as decided …
DECIDED: Final = 0.03  # … one way or the other
SCREENS: Final = ((60, 0.05), (240, 0.08), (1200, 0.08))  # games, and how clear it must look to go on
DEEP: Final = 8000  # games of the last look, at every legal decision
ENOUGH: Final = 10  # puzzles of a game; one that has fewer comes first
ALIKE: Final = 2  # puzzles of a game whose answers are of one kind, at most
PLAYERS: Final = ("planner", "path", "learned")


def board_for(number: int, found: Sequence[Puzzle]) -> str:
    """The game to be played next: first those with few puzzles, then all in turn."""
    count, names = Counter(one.position["game"] for one in found), sorted(builtin_games())
    turn = number % len(names)
    return min(names[turn:] + names[:turn], key=lambda name: min(count[name], ENOUGH))


def played(name: str, number: int) -> Game:
    """A game between bots, mostly for two."""
    rng = np.random.default_rng(number)
    seats = 2 if rng.random() < 0.9 else min(3, int(open_kit(name).rules.max_seats))
    game = Game.new(name, seats, number)
    play_out(game, sit_down([PLAYERS[int(rng.integers(len(PLAYERS)))] for _ in range(seats)], f"{number:032x}"))
    return game


def rivals(verdict: Verdict) -> list[Option]:
    """The alternatives that are other decisions than the best, and not its second track."""
    best, *others = verdict.best
    return [option for option in others if not is_same(option.action.text, best.action.text)]


def is_clear(verdict: Verdict) -> bool:
    """Whether the decision taken, or its second track, is clearly better than any other, and leaves a chance."""
    others = rivals(verdict)
    is_best = is_same(verdict.best[0].action.text, verdict.taken.action.text)
    is_open = verdict.taken.win[verdict.seat] >= OPEN
    is_far = bool(others) and all(option.ahead <= -CLEAR for option in others)
    return is_best and is_open and is_far and others[0].ahead + others[0].error <= -SURE


def promising(moment: Moment, seed: int) -> Action | None:
    """The decision that might be clearly best, by looks that cost little; most moments have none."""
    chance, answer = forecast(moment.view, GLANCE, seed).win[moment.seat], None
    if not DECIDED < chance < 1.0 - DECIDED:
        return None
    for depth, (iterations, by) in enumerate(SCREENS, 1):
        verdict = weigh(moment.view, moment.legal, None, iterations, Chance(seed, depth))
        best, others = verdict.best[0], rivals(verdict)
        if not others or best.ahead - others[0].ahead < by or best.win[moment.seat] < OPEN:
            return None
        answer = best.action
    return answer


def solvers(moment: Moment, answer: str) -> tuple[str, ...]:
    """The levels that decide right."""
    bots = {name: make_bot(name, key_from_seed(1)) for name in LEVELS}
    return tuple(name for name, bot in bots.items() if is_same(bot.choose(moment.view, moment.legal).text, answer))


def puzzles_of(number: int, game: Game) -> Iterator[Puzzle]:
    """The puzzles of one game, a few of each kind of answer and no answer twice."""
    late, answers = LATE * len(game.actions), list[Action]()
    for moment in moments(game.record()):
        seed = 1000 * number + moment.number
        is_wanted = len(moment.legal) > 2 and (moment.number >= late or moment.turn == 0)
        answer = promising(moment, seed) if is_wanted else None
        if answer is None or not is_new(answer, answers):
            continue
        position = Game.replay(game.record(), until=moment.number).position()
        again = Game.from_position(position)
        asked = replace(moment, view=again.view(moment.seat), legal=again.legal(moment.seat))
        verdict = weigh(asked.view, asked.legal, answer, DEEP, Chance(seed, len(SCREENS) + 1), every=True)
        if is_clear(verdict):
            answers.append(answer)
            options = tuple(option.to_dict() for option in verdict.best)
            yield Puzzle(0, position, moment.seat, options, solvers(asked, options[0]["action"]))


def is_new(answer: Action, others: Sequence[Action]) -> bool:
    """Whether an answer differs from those of the same game."""
    alike = [other for other in others if other.kind == answer.kind]
    return len(alike) < ALIKE and not any(is_same(answer.text, other.text) for other in alike)


def main() -> None:
    """Add puzzles to a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=11)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    found = list(read(options.file)) if options.file.exists() else []
    for number in range(options.first, options.first + options.games):
        game = played(board_for(number, found), number)
        found += puzzles_of(number, game)
        write(options.file, found)
        print(f"game {number} on {game.kit.game}: {len(found)} puzzles", flush=True)


if __name__ == "__main__":
    main()
