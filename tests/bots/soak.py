"""`make soak-bots`: every bot at every table, by the thousand; no decision may be illegal, none over its time."""

import argparse
import os
import time

import numpy as np

from eclisse import Game
from eclisse.bots import make_bot, table
from eclisse.bots.learned.in_step import Match
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.loop import match
from eclisse.catalogue.kit import Kit
from eclisse.terminal.warm import warm
from tests.invariants.checker import tables

SEARCHES = ("search@40", "search@100ms", "learned@40", "learned@100ms")
MOST = 0.12  # seconds that one with 100 ms may take


def play_compiled(kit: Kit, seats: int, games: int, seed: int) -> int:
    """Compiled bots in all mixtures; returns their decisions."""
    rng = np.random.default_rng(seed)
    bots = rng.integers(0, len(table.NAMES), (games, seats))
    key = np.array([seed, 3], np.uint64)
    decisions = match(kit.board_row, kit.rules_row, bots, key, 0, os.cpu_count() or 1).n_decisions
    illegal = [[table.NAMES[bot] for bot in bots[i]] for i in np.nonzero(decisions < 0)[0]]
    if illegal:
        raise SystemExit(
            f"{kit.game} {kit.modules}, {seats} seats, seed {seed}: an illegal decision among {illegal[0]}"
        )
    return int(decisions.sum())


def play_learned(kit: Kit, seats: int, games: int, seed: int) -> None:
    """The network on some seats, compiled bots on the others; the match raises at an illegal decision."""
    rng = np.random.default_rng(seed)
    bots = [[str(name) for name in rng.choice(["learned", "hasty", *table.NAMES], seats)] for _ in range(games)]
    Match(kit, load_brain(), bots, range(games), seed).play()


def play_search(kit: Kit, seats: int, seed: int) -> tuple[int, float]:
    """One game among bots that look ahead; returns its decisions and the longest that one with 100 ms took."""
    game, longest = Game.new(kit.game, seats, seed, kit.modules), 0.0
    names = [SEARCHES[(seat + seed) % len(SEARCHES)] for seat in range(seats)]
    bots = [make_bot(name, np.array([seed, seat], np.uint64)) for seat, name in enumerate(names)]
    while not game.over:
        seat = game.to_act[0]
        view, legal = game.view(seat), game.legal(seat)
        start = time.thread_time()
        action = bots[seat].choose(view, legal)
        if names[seat].endswith("ms"):
            longest = max(longest, time.thread_time() - start)
        if longest > MOST:
            raise SystemExit(f"{game.record()}: {names[seat]} took {1000 * longest:.0f} ms for {action}")
        game.play(seat, action)
    return len(game.actions), longest


def main() -> None:
    """Spread the games evenly over all tables; one more of each among bots that look ahead."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--no-search", action="store_true")
    options = parser.parse_args()
    all_tables = list(tables())
    warm()
    share, decisions, longest = -(-options.games // len(all_tables)), 0, 0.0
    for number, (kit, seats) in enumerate(all_tables):
        decisions += play_compiled(kit, seats, share, options.seed)
        play_learned(kit, seats, share, options.seed)
        if not options.no_search:
            n, spent = play_search(kit, seats, options.seed + number)
            decisions, longest = decisions + n, max(longest, spent)
    print(f"{share * len(all_tables):,} games, {decisions:,} decisions, {len(all_tables)} tables, no fault")
    if longest:
        print(f"longest decision with 100 ms: {1000 * longest:.0f} ms")


if __name__ == "__main__":
    main()
