"""Golden files: perft counts, digests of whole games, and playthroughs a person can read. `make golden` refreshes."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from eclisse import Game
from eclisse.bots.loop import random_match
from eclisse.bots.usual import usual as weighed
from eclisse.catalogue.find import builtin_games, first_modules, modules_for
from eclisse.catalogue.kit import open_kit
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import OVER
from eclisse.core.legal import legal, usual
from eclisse.core.records import STATE, Record
from eclisse.core.rng import siphash
from eclisse.core.routes import Actions
from eclisse.jit.compiled import compiled

DATA = Path(__file__).parent / "golden_data"
DEPTH = 5


def tables() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every game alone, then with each of its modules."""
    for name, spec in builtin_games().items():
        yield name, ()
        for module in modules_for(spec):
            yield name, (module,)


def title(name: str, modules: tuple[str, ...]) -> str:
    """`europe+warehouses`."""
    return "+".join((name, *modules))


@compiled
def _listed(state: Record, board: Record, rules: Record, out: Actions, of_bots: bool) -> int:
    """The decisions of the seat that is awaited."""
    if of_bots:
        return usual(state, board, rules, awaited(state), out)
    return legal(state, board, rules, awaited(state), out)


@compiled
def perft(stack: Records, boards: Records, rules: Records, depth: int, of_bots: bool) -> int:
    """Count the ways to make `depth` decisions from stack[0] (`of_bots`: that they weigh), chance as its key says."""
    lists: npt.NDArray[np.int16] = np.empty((depth + 1, N_ACTIONS), np.int16)
    n = np.zeros(depth + 1, np.int64)
    at = np.zeros(depth + 1, np.int64)
    level = 0
    total = 0
    n[0] = _listed(stack[0], boards[0], rules[0], lists[0], of_bots)
    while level >= 0:
        if at[level] == n[level]:
            level -= 1
            continue
        action = int(lists[level, at[level]])
        at[level] += 1
        stack[level + 1] = stack[level]
        apply(stack[level + 1], boards[0], rules[0], awaited(stack[level]), action)
        if level + 1 == depth:
            total += 1
            continue
        level += 1
        at[level] = 0
        n[level] = 0
        if stack[level].phase != OVER:
            n[level] = _listed(stack[level], boards[0], rules[0], lists[level], of_bots)
    return total


def perft_line(name: str, modules: tuple[str, ...], depth: int = DEPTH, of_bots: bool = False) -> str:
    """Counts to each depth from seed 1 with two seats."""
    game = Game.new(name, seats=2, seed=1, modules=modules)
    stack = np.zeros(depth + 1, STATE)
    counts = []
    for d in range(1, depth + 1):
        stack[0] = game.states[0]
        counts.append(perft(stack, game.kit.board_row, game.kit.rules_row, d, of_bots))
        if counts[-1] > 60_000:
            break
    return f"{title(name, modules)}: {' '.join(map(str, counts))}"


def digest_line(name: str, modules: tuple[str, ...]) -> str:
    """SHA-256 of the last state of a random game with the fewest seats, however it is run."""
    kit = open_kit(name, modules)
    key = np.array([20, 26], np.uint64)
    games = random_match(kit.board_row, kit.rules_row, int(kit.rules.min_seats), key, 1)
    sheets = games.sheets
    raw = games.states.tobytes() + b"".join(sheets[field].tobytes() for field in sheets.dtype.names or ())
    return f"{title(name, modules)}: {hashlib.sha256(raw).hexdigest()}"


def playthrough(name: str, modules: tuple[str, ...], of_bots: bool = False) -> str:
    """A whole game of random decisions (`of_bots`: that they weigh), told one by one, and its final count."""
    game = Game.new(name, seats=2, seed=1910, modules=modules)
    lines = [f"{title(name, modules)}, two seats, key {game.record()['key']}"]
    step = 0
    while not game.over:
        seat = game.to_act[0]
        options = weighed(game.view(seat), game.legal(seat)) if of_bots else game.legal(seat)
        pick = int(siphash(np.uint64(7), np.uint64(9), np.uint64(step)) % np.uint64(len(options)))
        events = game.play(seat, options[pick])
        told = [_tell(event.to_dict(event.seat)) for event in events[1:]]
        lines.append(
            f"{step:3} seat {seat}, {len(options)} options: {options[pick]}{' -> ' if told else ''}{'; '.join(told)}"
        )
        step += 1
    for seat, row in enumerate(game.result.to_dict()["seats"]):
        lines.append(f"seat {seat}: " + ", ".join(f"{key} {row[key]}" for key in _POINTS))
        lines.append(f"  longest path: {' '.join(row['longest_path'])}")
        for ticket in row["ticket_list"]:
            path = " ".join(ticket["path"]) or "not connected"
            lines += [f"  {ticket['ticket']} {ticket['points']:+}: {path}"]
        lines.extend(f"  station {b['station']} borrows {b['route']}" for b in row["borrowed"])
    result = game.result.to_dict()
    lines.append(f"{result['ended']}; winners {result['winners']}, decided by {result['decided_by']}")
    return "\n".join(lines) + "\n"


def first_edition_line(name: str, modules: tuple[str, ...]) -> str:
    """Counts and the digest of a playthrough as the first edition of the rules gave them, with what was legal then."""
    now = tuple(first_modules(name, modules))
    counts, told = perft_line(name, now, of_bots=True).partition(": ")[2], playthrough(name, now, of_bots=True)
    _, _, rest = told.partition(",")
    return f"{title(name, modules)}: {counts} {hashlib.sha256(f'{title(name, modules)},{rest}'.encode()).hexdigest()}"


_POINTS = ("routes", "tickets", "stations", "longest", "globetrotter", "mandala", "depots", "total")


def _tell(event: dict[str, object]) -> str:
    """One event in a few words."""
    rest = [str(value) for key, value in event.items() if key not in ("kind", "seat") and value is not None]
    who = "" if event["seat"] is None else f"{event['seat']} "
    return f"{who}{event['kind']} {' '.join(rest)}".strip()


def main() -> None:
    """Write all golden files anew."""
    (DATA / "playthroughs").mkdir(parents=True, exist_ok=True)
    for old in (DATA / "playthroughs").glob("*.txt"):
        old.unlink()
    (DATA / "perft.txt").write_text("".join(perft_line(*table) + "\n" for table in tables()))
    (DATA / "digests.txt").write_text("".join(digest_line(*table) + "\n" for table in tables()))
    for table in tables():
        (DATA / "playthroughs" / f"{title(*table)}.txt").write_text(playthrough(*table), encoding="utf-8")


if __name__ == "__main__":
    main()
