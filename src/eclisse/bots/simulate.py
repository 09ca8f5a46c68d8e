"""Many games between bots, summed up; the results depend on the seed alone."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from eclisse.bots import check_bot, own
from eclisse.bots.learned.in_step import STEP_GAMES, Match, in_step
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.loop import match
from eclisse.bots.seated import play_out, sit_down
from eclisse.bots.table import NAMES
from eclisse.catalogue.kit import Kit, check_seats, open_kit
from eclisse.core.batch import over_threads
from eclisse.core.rng import derive
from eclisse.core.scoring import SHEET
from eclisse.faults import Faulty, fault, shown, whole_number
from eclisse.game import Game
from eclisse.notation import key_from_seed, key_text

CHUNK: Final = 2000  # games for each thread between two steps of a progress bar
MOST_GAMES: Final = 1_000_000_000
MOST_THREADS: Final = 256
ONE_BY_ONE: Final = 1  # the same, when a bot is neither compiled nor the network
MEANS: Final = {"mean_score": "total", "mean_routes": "routes", "mean_tickets": "tickets"}
MEANS_MORE: Final = {"mean_tickets_completed": "completed", "mean_path_length": "length"}


class WrongBots(Faulty):
    """Neither one bot for all seats nor one for each."""


class WrongCount(Faulty):
    """A number of games or threads that cannot be played."""


def simulate(
    game: str,
    seats: int = 2,
    bots: Sequence[str] = ("planner",),
    games: int = 1000,
    seed: int | str | None = None,
    threads: int = 1,
    modules: Sequence[str] = (),
    step: Callable[[int], object] = lambda _: None,
) -> dict[str, Any]:
    """Play many games and sum them up, as `eclisse simulate --json` prints it; `step` is told of games as they end.

    >>> sums = simulate("usa", bots=["greedy", "random"], games=20, seed=1)
    >>> sums["wins"], sums["mean_score"]
    ([20, 0], [45.6, -84.7])
    """
    kit, key = open_kit(game, modules), key_from_seed(seed)
    check_seats(kit, seats)
    players = seat_bots(bots, seats)
    games, threads = _count("games", games, MOST_GAMES), _count("threads", threads, MOST_THREADS)
    if any(map(own.is_own, players)):
        threads = 1  # somebody's own bots know nothing of threads
    tally = Tally(kit, players)
    tally.run(key, 0, 1, 1)  # compiles, or loads what was compiled
    chunk = tally.chunk * threads
    for first in range(0, games, chunk):
        step(tally.play(key, first, min(chunk, games - first), threads))
    return {
        "game": game,
        "modules": list(kit.modules),
        "seats": len(players),
        "bots": players,
        "games": games,
        "key": key_text(key),
        "threads": threads,
        **tally.to_dict(),
    }


def _count(where: str, value: object, most: int) -> int:
    """A number of games or threads, or the error."""
    number = whole_number(value)
    if number is None or not 1 <= number <= most:
        raise WrongCount(fault("number-expected", where, low=1, high=most, value=shown(value)))
    return number


def seat_bots(bots: Any, seats: int) -> list[str]:
    """The bot of each seat; one name is enough for all of them."""
    if isinstance(bots, str) or not isinstance(bots, Sequence) or not all(isinstance(name, str) for name in bots):
        raise WrongBots(fault("names-expected", "bots", most=seats, value=shown(bots)))
    for name in bots:
        check_bot(name)
    if len(bots) not in (1, seats):
        raise WrongBots(fault("wrong-number-of-bots", "bots", bots=len(bots), seats=seats))
    return list(bots) * seats if len(bots) == 1 else list(bots)


class Tally:
    """Sums over the games played so far."""

    def __init__(self, kit: Kit, bots: list[str]) -> None:
        self._kit, self._bots, self._seats = kit, bots, len(bots)
        seats = len(bots)
        self._play, self.chunk = self._run_one_by_one, ONE_BY_ONE
        if in_step(bots):
            self._play, self.chunk = self._run_in_step, STEP_GAMES
        elif set(bots) <= set(NAMES):
            self._play, self.chunk = self._run_compiled, CHUNK
        self._games = self._shared = self._decisions = 0
        self._seconds = 0.0
        self._wins = np.zeros(seats, np.int64)
        self._sums = {name: np.zeros(seats, np.int64) for name in (*MEANS.values(), *MEANS_MORE.values())}

    def run(self, key: Any, first: int, n: int, threads: int) -> tuple[Any, Any]:
        """Play n games; returns their sheets and numbers of decisions."""
        return self._play(key, first, n, min(threads, n))

    def _run_compiled(self, key: Any, first: int, n: int, threads: int) -> tuple[Any, Any]:
        """Play games of compiled bots."""
        bots = np.array([[NAMES.index(name) for name in self._bots]] * n, np.int64)
        games = match(self._kit.board_row, self._kit.rules_row, bots, key, first, threads)
        return games.sheets, games.n_decisions

    def _run_in_step(self, key: Any, first: int, n: int, threads: int) -> tuple[Any, Any]:
        """Play games of the network among compiled bots: it decides in all of a thread at once."""
        sheets, decisions, brain = np.zeros(n, SHEET), np.zeros(n, np.int64), load_brain()

        def work(start: int, stop: int) -> None:
            numbers = range(first + start, first + stop)
            played = Match(self._kit, brain, [self._bots] * len(numbers), numbers, int(key[0]), int(key[1])).play()
            sheets[start:stop], decisions[start:stop] = played.sheets, played.n_decisions

        over_threads(work, n, threads)
        return sheets, decisions

    def _run_one_by_one(self, key: Any, first: int, n: int, threads: int) -> tuple[Any, Any]:
        """Play games through `Game`, with bots of any kind."""
        sheets, decisions = np.zeros(n, SHEET), np.zeros(n, np.int64)

        def work(start: int, stop: int) -> None:
            for i in range(start, stop):
                seed = key_text(np.array(derive(key[0], key[1], first + i), np.uint64))
                game = Game.new(self._kit.game, self._seats, seed, self._kit.modules)
                play_out(game, sit_down(self._bots, seed))
                sheets[i], decisions[i] = game.result.sheet, len(game.actions)

        over_threads(work, n, threads)
        return sheets, decisions

    def play(self, key: Any, first: int, n: int, threads: int) -> int:
        """Play n games from the first-th on; returns n."""
        start = time.perf_counter()
        sheets, decisions = self.run(key, first, n, threads)
        self._seconds += time.perf_counter() - start
        won = sheets["winner"][:, : self._seats]
        self._games += n
        self._wins += won.sum(axis=0)
        self._shared += int((won.sum(axis=1) > 1).sum())
        self._decisions += int(decisions.sum())
        for name in self._sums:
            self._sums[name] += sheets[name][:, : self._seats].sum(axis=0, dtype=np.int64)
        return n

    def to_dict(self) -> dict[str, Any]:
        """Speed, wins and means; a shared win counts for each of its winners."""
        means = {key: _mean(self._sums[name], self._games) for key, name in {**MEANS, **MEANS_MORE}.items()}
        return {
            "seconds": round(self._seconds, 6),
            "games_per_second": round(self._games / self._seconds, 1),
            "decisions_per_second": round(self._decisions / self._seconds, 1),
            "wins": self._wins.tolist(),
            "shared": self._shared,
            **means,
            "mean_decisions": round(self._decisions / self._games, 3),
        }


def _mean(sums: Any, n: int) -> list[float]:
    """Means by seat."""
    return [round(float(total) / n, 3) for total in sums]
