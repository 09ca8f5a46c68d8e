"""How right and how quick the coach is.

python benchmarks/coach.py play --n 100 [--games india] # more games between levels, moments judged: added to the file
python benchmarks/coach.py plot docs/images/coach.svg   # of those judged 70%, how many won
python benchmarks/coach.py speed                    # a review, a first curve, a hint
python benchmarks/coach.py flips --n 40             # how often a larger budget changes a verdict
python benchmarks/coach.py rank --n 20              # whether the stronger bot is the more accurate one, game by game
python benchmarks/coach.py last --n 200             # very last turns: how many are exact, how many chances come true
python benchmarks/coach.py late --n 48              # chances told near the end, and whether they come true
"""

import argparse
import gzip
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eclisse import Game
from eclisse.analysis.hint import hint
from eclisse.analysis.review import GLANCES, LOOKS, SHARP_LOOKS, Effort, judge, judge_all, moments, review
from eclisse.analysis.summary import summarise
from eclisse.analysis.weigh import weigh
from eclisse.analysis.worlds import Values, forecast, rounded
from eclisse.bots.seated import play_out, sit_down
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import open_kit

LEVELS = ("greedy", "path", "planner", "learned")  # those that answer at once
MOMENTS = 6  # of each game
PAIRS = (("learned", "planner"), ("planner", "path"), ("learned", "learned"), ("path", "forgetful"))
BOARDS = ("usa", "europe", "switzerland", "india")
WORLDS = 100
FILE = Path(__file__).parent / "coach.jsonl.gz"  # what was judged so far


def games(first: int, n: int, some: Sequence[str] = ()) -> Iterator[Game]:
    """All games, or some of them, in turn, with any number of seats, between levels chosen at random."""
    names = some or sorted(builtin_games())
    for number in range(first, first + n):
        rng = np.random.default_rng(number)
        rules = open_kit(names[number % len(names)]).rules
        seats = int(rng.integers(int(rules.min_seats), int(rules.max_seats) + 1)) if rng.random() < 0.5 else 2
        game = Game.new(names[number % len(names)], max(2, seats), number)
        bots = [LEVELS[int(rng.integers(len(LEVELS)))] for _ in range(game.seats)]
        play_out(game, sit_down(bots, f"{number:032x}"))
        yield game


def judged(game: Game, number: int) -> dict[str, Any]:
    """Some moments of a game, each with the chances of all seats, and who won."""
    rng = np.random.default_rng(10**6 + number)
    found = [moment for moment in moments(game.record()) if len(moment.legal) > 1]
    some = [found[int(i)] for i in rng.choice(len(found), min(MOMENTS, len(found)), replace=False)]
    return {
        "number": number,
        "board": game.kit.spec.board.id,
        "won": list(game.result.win_shares),
        "win": [rounded(forecast(moment.view, WORLDS, 0, number).win, 3) for moment in some],
    }


def play(n: int, file: Path, some: Sequence[str]) -> None:
    """Judge some moments of so many more games, and add them to a file."""
    first = len(read(file))
    rows = [judged(game, number) for number, game in enumerate(games(first, n, some), first)]
    with gzip.open(file, "at", encoding="utf-8") as out:
        out.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)


def read(file: Path) -> list[dict[str, Any]]:
    """All games that were judged."""
    if not file.exists():
        return []
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def chances(rows: list[dict[str, Any]]) -> tuple[Values, Values]:
    """Every chance as it was judged, and what became of it."""
    pairs = [pair for row in rows for win in row["win"] for pair in zip(win, row["won"], strict=True)]
    told, won = zip(*pairs, strict=True)
    return np.array(told), np.array(won)


def bins(rows: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """Judged and won shares in tenths."""
    told, won = chances(rows)
    tenths = [(told >= k / 10) & ((told < (k + 1) / 10) | (k == 9)) for k in range(10)]
    return [(float(told[k].mean()), float(won[k].mean())) for k in tenths if k.sum() >= 20]


def plot(file: Path, out: Path) -> None:
    """The calibration of each board as a picture, and as a table on standard output."""
    from eclisse.arena.style import MUTED, PALETTE, add_axes, make_figure, picture, to_svg  # noqa: PLC0415 - an extra

    rows = read(file)
    boards = sorted({row["board"] for row in rows})

    @picture
    def draw() -> Any:
        figure = make_figure(11, 2.9)
        for ax, board, colour in zip(add_axes(figure, 1, len(boards), sharey=True), boards, PALETTE, strict=False):
            found = bins([row for row in rows if row["board"] == board])
            ax.plot([0, 1], [0, 1], color=MUTED, linewidth=1)
            ax.plot([a for a, _ in found], [b for _, b in found], "o-", color=colour)
            ax.set(title=board, xlabel="judged", xlim=(0, 1), ylim=(0, 1), aspect="equal")
            ax.set(xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
            ax.yaxis.set_label_text("won" if board == boards[0] else "")
        return figure

    out.write_text(to_svg(draw()), "utf-8")
    for name, part in (("all", rows), *((b, [row for row in rows if row["board"] == b]) for b in boards)):
        told, won = chances(part)
        cells = " ".join(f"{100 * a:.0f}:{100 * b:.0f}" for a, b in bins(part))
        print(f"{name:12} games {len(part):5} Brier {np.mean((told - won) ** 2):.4f}  {cells}")


def speed(name: str) -> None:
    """Seconds for a first curve, a whole review and a hint, on two threads."""
    game = Game.new(name, 2, 7)
    play_out(game, sit_down(("planner", "path"), "7" * 32))
    found, effort = list(moments(game.record())), Effort(threads=2)
    hint(found[40].view, found[40].legal, 20)  # loads what was compiled
    curve = timed(lambda: list(judge_all(found, GLANCES, effort)))
    whole = timed(lambda: review(found, effort))
    slowest = max(timed(lambda moment=moment: hint(moment.view, moment.legal)) for moment in found[2::10])
    for what, (wall, busy) in (("first curve", curve), ("review", whole), ("slowest hint", slowest)):
        print(f"{name}, {len(found)} decisions: {what} {wall:.2f} s, {busy:.2f} s of work")


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds on the clock, and seconds of work on all cores together."""
    start, busy = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - busy


def flips(n: int) -> None:
    """How often verdicts of the usual look and of one with ten times the games differ."""
    rng, same, called, kept = np.random.default_rng(3), 0, 0, 0
    for game in games(50_000, n):
        found = [moment for moment in moments(game.record()) if len(moment.legal) > 2]
        moment = found[int(rng.integers(len(found)))]
        one, two = judge(moment, LOOKS).verdict, judge(moment, SHARP_LOOKS).verdict
        same += one.sure == two.sure
        called += one.sure
        kept += one.sure and two.gap > 0
    print(f"{n} decisions: {same} verdicts stay; of {called} mistakes called, {kept} still lose something")


def rank(name: str, pair: tuple[str, str], n: int) -> None:
    """Whether the stronger of two bots is the more accurate, over n games in which they change seats."""
    accuracy, luck, won = np.zeros((n, 2)), np.zeros((n, 2)), np.zeros((n, 2))
    for number in range(n):
        order = [0, 1] if number % 2 == 0 else [1, 0]  # the bot of each seat
        game = Game.new(name, 2, 70_000 + number)
        play_out(game, sit_down([pair[k] for k in order], f"{number:032x}"))
        found = summarise(game, review(list(moments(game.record())), Effort(threads=2)))
        for seat, k in enumerate(order):
            accuracy[number, k], luck[number, k] = found.accuracy[seat] or 0.0, found.luck[seat]
            won[number, k] = game.result.win_shares[seat]
    higher, noise = accuracy[:, 0] > accuracy[:, 1], luck[:, 0].std() / np.sqrt(n)
    means, wins = accuracy.mean(axis=0), won.sum(axis=0)
    print(
        f"{name} {pair[0]} {wins[0]:g} : {wins[1]:g} {pair[1]}  accuracy {100 * means[0]:.1f}% : {100 * means[1]:.1f}%"
        f"  higher in {higher.sum()} of {n}, the same in {(accuracy[:, 0] == accuracy[:, 1]).sum()}"
        f"  luck {100 * luck[:, 0].mean():+.1f} (one standard error {100 * noise:.1f})",
        flush=True,
    )


def last(n: int, some: Sequence[str]) -> None:
    """Of very last turns in n games: how many are exact, what exact chances came to, and seconds for the slowest."""
    told, exact, slowest, n_turns = list[tuple[float, float]](), 0, 0.0, 0
    for game in games(90_000, n, some):
        late = [one for one in moments(game.record()) if int(one.view.record.last_round_by) == one.seat and one.turn]
        if not late or game.seats != len(game.result.win_shares):
            continue
        start = time.perf_counter()
        verdict = weigh(late[0].view, late[0].legal, late[0].action, 600)
        slowest, n_turns, exact = max(slowest, time.perf_counter() - start), n_turns + 1, exact + verdict.exact
        if verdict.taken.exact:
            told.append((verdict.taken.win[verdict.seat], game.result.win_shares[verdict.seat]))
    chance, won = np.array(told).T
    doubt = (chance > 0.02) & (chance < 0.98)
    print(f"{n_turns} last turns, {exact} exact, {len(told)} with the decision made exact; the slowest {slowest:.2f} s")
    print(f"told {100 * chance.mean():.1f}%, won {100 * won.mean():.1f}%; Brier {np.mean((chance - won) ** 2):.4f}")
    print(f"of {doubt.sum()} in doubt: told {100 * chance[doubt].mean():.1f}%, won {100 * won[doubt].mean():.1f}%")


def late(n: int) -> None:
    """The chances of whoever decided in n games for two, by how many decisions before the last it was, and who won."""
    told: dict[str, list[tuple[float, float]]] = {"last": [], "1 to 3 before": [], "4 to 10 before": [], "earlier": []}
    for number in range(n):
        pair = PAIRS[number // len(BOARDS) % len(PAIRS)][:: -1 if number // 16 % 2 else 1]
        game = Game.new(BOARDS[number % len(BOARDS)], 2, 820_000 + number)
        play_out(game, sit_down(pair, f"{number:032x}"))
        found, rng = list(moments(game.record())), np.random.default_rng(number)
        parts = (rng.uniform(0.6, 0.9), rng.uniform(0.3, 0.6), rng.uniform(0.05, 0.3))
        ends = [len(found) - one for one in (1, 2, 4, 7, 11)]
        groups = [0, 1, 1, 2, 2, 3, 3, 3]
        chosen = [found[i] for i in (*ends, *(int(len(found) * part) for part in parts))]
        for group, one in zip(groups, review(chosen, Effort(seed=1)), strict=True):
            seat = one.moment.seat
            told[list(told)[group]].append((one.verdict.taken.win[seat], game.result.win_shares[seat]))
    for name, rows in {"all": [row for some in told.values() for row in some], **told}.items():
        chance, won = np.array(rows).T
        sure = np.clip(chance, 0.001, 0.999)
        loss = -(won * np.log(sure) + (1 - won) * np.log(1 - sure)).mean()
        print(f"| {name} | {len(rows)} | {100 * chance.mean():.1f}% | {100 * won.mean():.1f}% | {loss:.3f} |")


def main() -> None:
    """One of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "plot", "speed", "flips", "rank", "last", "late"))
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--n", type=int, default=100)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--games", type=lambda text: tuple(text.split(",")), default=())
    options = parser.parse_args()
    if options.what == "play":
        play(options.n, options.file, options.games)
    elif options.what == "plot":
        plot(options.file, *options.paths)
    elif options.what == "speed":
        for name in options.games or ("usa", "europe"):
            speed(name)
    elif options.what == "rank":
        for name in options.games or ("usa", "europe"):
            for pair in (("learned", "planner"), ("planner", "path")):
                rank(name, pair, options.n)
    elif options.what == "last":
        last(options.n, options.games)
    elif options.what == "late":
        late(options.n)
    else:
        flips(options.n)


if __name__ == "__main__":
    main()
