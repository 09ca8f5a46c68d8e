"""How strong a bot that thinks for long is: games of two seats one by one, kept as rows, so that more can be added.

python -m benchmarks.ahead play ROWS.jsonl --own learned@500ms --against learned,planner --first 0 --n 50
python -m benchmarks.ahead tell ROWS.jsonl

Every deal is played from both seats; a game that the rows hold, with the same weights, is not played again. Several
processes may play at once, each with deals of its own; with --at-once one process plays many games in threads: give
iterations as budget then.
"""

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from eclisse import Game
from eclisse.bots import make_bot
from eclisse.bots.learned.weights import read_card
from eclisse.notation import key_from_seed

SEED = 50_000
WEIGHTS = read_card()["version"]


def play(game: str, own: str, other: str, deal: int, seat: int) -> dict[str, Any]:
    """One game, with `own` in that seat."""
    played = Game.new(game, seats=2, seed=SEED + deal)
    bots = [make_bot(own if i == seat else other, key_from_seed(2 * deal + i)) for i in range(2)]
    while not played.over:
        i = played.to_act[0]
        played.play(i, bots[i].choose(played.view(i), played.legal(i)))
    totals = played.result.totals
    row = {"own": own, "other": other, "weights": WEIGHTS, "game": game, "deal": deal, "seat": seat}
    return {**row, "win": played.result.win_shares[seat], "points": [totals[seat], totals[1 - seat]]}


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each pair of bots and each game, and one for all games."""
    from eclisse.arena.ratings import wilson  # noqa: PLC0415 a machine that only plays need not have what this needs

    cells = defaultdict(list)
    for row in rows:
        for game in (row["game"], "all"):
            cells[row["own"], row["other"], row["weights"], game].append(row)
    yield "| bot | against | weights | game | games | wins | points |\n|---|---|---|---|---|---|---|"
    for (own, other, weights, game), found in sorted(cells.items()):
        n, wins = len(found), sum(row["win"] for row in found)
        low, high = wilson(wins, n)
        points = " : ".join(f"{sum(row['points'][i] for row in found) / n:.0f}" for i in (0, 1))
        share = f"{100 * wins / n:.1f}% ({100 * low:.0f}–{100 * high:.0f})"
        yield f"| {own} | {other} | {weights} | {game} | {n} | {share} | {points} |"


def main() -> None:
    """Play, or tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "tell"))
    parser.add_argument("rows", type=Path)
    parser.add_argument("--own", default="learned@500ms")
    parser.add_argument("--against", default="learned,planner,search@2500")
    parser.add_argument("--games", default="usa,europe,switzerland,india")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--n", type=int, default=10, help="deals, each played from both seats")
    parser.add_argument("--at-once", type=int, default=1, help="games played side by side")
    parser.add_argument("--seconds", type=float, default=math.inf, help="no game is begun after so long")
    options = parser.parse_args()
    if options.what == "tell":
        print("\n".join(table(read(options.rows))))
        return
    end = time.monotonic() + options.seconds

    def work(deal: int, other: str, game: str, seat: int) -> None:
        if time.monotonic() < end:
            row = play(game, options.own, other, deal, seat)
            with options.rows.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")

    others, games = options.against.split(","), options.games.split(",")
    deals = range(options.first, options.first + options.n)
    jobs = [(deal, other, game, seat) for deal in deals for other in others for game in games for seat in (0, 1)]
    rows = read(options.rows) if options.rows.exists() else []
    held = [row for row in rows if (row["own"], row["weights"]) == (options.own, WEIGHTS)]
    done = {(row["deal"], row["other"], row["game"], row["seat"]) for row in held}
    with ThreadPoolExecutor(options.at_once) as pool:
        list(pool.map(lambda job: work(*job), [job for job in jobs if job not in done]))


if __name__ == "__main__":
    main()
