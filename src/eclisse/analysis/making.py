"""Making puzzles: bot games are searched for decisions of which one is clearly best, with ever deeper looks.

python -m eclisse.analysis.making FILE --games 100 [--first 0]      # adds what it finds to FILE
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from eclisse.analysis.puzzles import LEVELS, Puzzle, is_same, read, write
from eclisse.analysis.review import Moment, moments
from eclisse.analysis.weigh import Chance, Option, Verdict, weigh
from eclisse.bots import make_bot
from eclisse.bots.seated import play_out, sit_down
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import open_kit
from eclisse.game import Game
from eclisse.notation import key_from_seed

CLEAR: Final = 0.08  # chance to win by which all other decisions must be worse
EXACT: Final = 0.04  # half of the interval around it, at most
LOOKS: Final = ((160, 0.1), (1200, 0.07), (8000, CLEAR))  # games, and how clear it must look to go on
SAMPLED: Final = 24  # decisions of each game that are looked at …
LATE: Final = 0.6  # … from its last part, where decisions weigh most, and the choice of the first tickets
OPEN: Final = 0.15  # chance to win that the best decision must leave
PLAYERS: Final = ("planner", "path", "learned")


def games(first: int, n: int) -> Iterator[tuple[int, Game]]:
    """Games on every board in turn, mostly for two."""
    names = sorted(builtin_games())
    for number in range(first, first + n):
        rng = np.random.default_rng(number)
        most = int(open_kit(names[number % len(names)]).rules.max_seats)
        seats = 2 if rng.random() < 0.7 else min(3, most)
        game = Game.new(names[number % len(names)], seats, number)
        play_out(game, sit_down([PLAYERS[int(rng.integers(len(PLAYERS)))] for _ in range(seats)], f"{number:032x}"))
        yield number, game


def rivals(verdict: Verdict) -> list[Option]:
    """The alternatives that are other decisions than the best, and not its second track."""
    best, *others = verdict.best
    return [option for option in others if not is_same(option.action.text, best.action.text)]


def is_clear(verdict: Verdict, by: float) -> bool:
    """Whether the decision taken, or its second track, is better by so much than any other."""
    others = rivals(verdict)
    is_best = is_same(verdict.best[0].action.text, verdict.taken.action.text)
    return is_best and bool(others) and all(option.ahead <= -by for option in others)


def look_deeper(moment: Moment, seed: int) -> Verdict | None:
    """The verdict of the deepest look if one decision is clearly best in all of them."""
    (few, little), *deeper = LOOKS
    first = weigh(moment.view, moment.legal, None, few, Chance(seed, 0))
    others = rivals(first)
    if not others or first.best[0].ahead - others[0].ahead < little or first.best[0].win[moment.seat] < OPEN:
        return None
    answer, verdict = first.best[0].action, first
    for depth, (iterations, by) in enumerate(deeper, 1):
        verdict = weigh(moment.view, moment.legal, answer, iterations, Chance(seed, depth), every=True)
        if not is_clear(verdict, by):
            return None
    is_open = verdict.taken.win[moment.seat] >= OPEN
    return verdict if is_open and rivals(verdict)[0].error <= EXACT else None


def solvers(moment: Moment, answer: str) -> tuple[str, ...]:
    """The levels that decide right."""
    bots = {name: make_bot(name, key_from_seed(1)) for name in LEVELS}
    return tuple(name for name, bot in bots.items() if is_same(bot.choose(moment.view, moment.legal).text, answer))


def puzzles_of(number: int, game: Game) -> Iterator[Puzzle]:
    """The puzzles of one game, one of each kind of answer."""
    rng, kinds = np.random.default_rng(number), set[str]()
    late = LATE * len(game.actions)
    found = [m for m in moments(game.record()) if len(m.legal) > 2 and (m.number >= late or m.turn == 0)]
    for i in sorted(rng.choice(len(found), min(SAMPLED, len(found)), replace=False).tolist()):
        position = Game.replay(game.record(), until=found[i].number).position()
        again = Game.from_position(position)
        moment = replace(found[i], view=again.view(found[i].seat), legal=again.legal(found[i].seat))
        verdict = look_deeper(moment, 1000 * number + moment.number)
        if verdict is not None and verdict.taken.action.kind not in kinds:
            kinds.add(verdict.taken.action.kind)
            options = tuple(option.to_dict() for option in verdict.best)
            yield Puzzle(0, position, moment.seat, options, solvers(moment, options[0]["action"]))


def main() -> None:
    """Add puzzles to a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=11)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    found = list(read(options.file)) if options.file.exists() else []
    for number, game in games(options.first, options.games):
        found += puzzles_of(number, game)
        write(options.file, found)
        print(f"game {number} on {game.kit.game}: {len(found)} puzzles", flush=True)


if __name__ == "__main__":
    main()
