"""Making puzzles: bot games are searched for decisions of which one is clearly best, with ever deeper looks.

python -m eclisse.analysis.making FILE --games 100 [--first 0] [--jobs 8] [--seconds 600]   # adds what it finds
python -m eclisse.analysis.making FILE --grade [--jobs 8]            # asks the levels anew who finds each
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Final

import numpy as np

from eclisse.analysis.puzzle_book import LEVELS, Puzzle, read, write
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
ALIKE: Final = 2  # puzzles of a game whose answers are of one kind, at most
PLAYERS: Final = ("planner", "path", "learned")


def played(number: int) -> Game:
    """A game between bots, mostly for two; all games have their turn."""
    names, rng = sorted(builtin_games()), np.random.default_rng(number)
    name = names[number % len(names)]
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


def graded(puzzle: Puzzle) -> Puzzle:
    """A puzzle with the levels that decide right."""
    view, legal = puzzle.view(), puzzle.game().legal(puzzle.seat)
    bots = {name: make_bot(name, key_from_seed(1)) for name in LEVELS}
    right = (name for name, bot in bots.items() if puzzle.loss(bot.choose(view, legal).text) == 0.0)
    return replace(puzzle, found_by=tuple(right))


def puzzles_of(number: int) -> list[Puzzle]:
    """The puzzles of one game by its number."""
    return [graded(puzzle) for puzzle in clear_moments(number, played(number))]


def clear_moments(number: int, game: Game) -> Iterator[Puzzle]:
    """The puzzles of one game, a few of each kind of answer and no answer twice, before anybody tried them."""
    late, answers = LATE * len(game.actions), list[Action]()
    for moment in moments(game.record()):
        seed = 1000 * number + moment.number
        is_wanted = len(moment.legal) > 2 and (moment.number >= late or moment.turn == 0)
        answer = promising(moment, seed) if is_wanted else None
        if answer is None or not is_new(answer, answers):
            continue
        position = Game.replay(game.record(), until=moment.number).position()
        again = Game.from_position(position)
        view, legal = again.view(moment.seat), again.legal(moment.seat)
        verdict = weigh(view, legal, answer, DEEP, Chance(seed, len(SCREENS) + 1), every=True)
        if is_clear(verdict):
            answers.append(answer)
            options = tuple(option.to_dict() for option in verdict.best)
            yield Puzzle(0, position, moment.seat, options, ())


def is_new(answer: Action, others: Sequence[Action]) -> bool:
    """Whether an answer differs from those of the same game."""
    alike = [other for other in others if other.kind == answer.kind]
    return len(alike) < ALIKE and not any(is_same(answer.text, other.text) for other in alike)


def add(file: Path, pool: Executor, numbers: range, seconds: float) -> None:
    """Add the puzzles of these games to a file, in the order of their numbers, until the time is up."""
    found, end = list(read(file)) if file.exists() else [], monotonic() + seconds
    for number, more in zip(numbers, pool.map(puzzles_of, numbers), strict=True):
        found += more
        write(file, found)
        print(f"game {number}: {len(found)} puzzles", flush=True)
        if monotonic() > end:
            pool.shutdown(cancel_futures=True)
            break


def main() -> None:
    """Add puzzles to a file, or grade those it has."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=11)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--grade", action="store_true")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        if options.grade:
            write(options.file, list(pool.map(graded, read(options.file))))
        else:
            add(options.file, pool, range(options.first, options.first + options.games), options.seconds)


if __name__ == "__main__":
    main()
