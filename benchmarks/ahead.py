"""How strong a bot that thinks for long is: games of two seats one by one, kept as rows, so that more can be added.

python -m benchmarks.ahead play ROWS.jsonl --own learned@500ms --against learned,planner --first 0 --n 50
python -m benchmarks.ahead tell ROWS.jsonl

Every deal is played from both seats. Several processes may play at once, each with deals of its own.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eclisse import Game
from eclisse.arena.ratings import wilson
from eclisse.bots import make_bot
from eclisse.notation import key_from_seed

SEED = 50_000


def play(game: str, own: str, other: str, deal: int, seat: int) -> dict[str, Any]:
    """One game, with `own` in that seat."""
    played = Game.new(game, seats=2, seed=SEED + deal)
    bots = [make_bot(own if i == seat else other, key_from_seed(2 * deal + i)) for i in range(2)]
    while not played.over:
        i = played.to_act[0]
        played.play(i, bots[i].choose(played.view(i), played.legal(i)))
    winners, totals = played.result.winners, played.result.totals
    row = {"own": own, "other": other, "game": game, "deal": deal, "seat": seat}
    return {**row, "win": (seat in winners) / len(winners), "points": [totals[seat], totals[1 - seat]]}


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each pair of bots and each game, and one for all games."""
    cells = defaultdict(list)
    for row in rows:
        for game in (row["game"], "all"):
            cells[row["own"], row["other"], game].append(row)
    yield "| bot | against | game | games | wins | points |\n|---|---|---|---|---|---|"
    for (own, other, game), found in sorted(cells.items()):
        n, wins = len(found), sum(row["win"] for row in found)
        low, high = wilson(wins, n)
        points = " : ".join(f"{sum(row['points'][i] for row in found) / n:.0f}" for i in (0, 1))
        share = f"{100 * wins / n:.1f}% ({100 * low:.0f}–{100 * high:.0f})"
        yield f"| {own} | {other} | {game} | {n} | {share} | {points} |"


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
    options = parser.parse_args()
    if options.what == "tell":
        rows = [json.loads(line) for line in options.rows.read_text("utf-8").splitlines()]
        print("\n".join(table(rows)))
        return
    for deal in range(options.first, options.first + options.n):
        for other in options.against.split(","):
            for game in options.games.split(","):
                for seat in (0, 1):
                    row = play(game, options.own, other, deal, seat)
                    with options.rows.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
