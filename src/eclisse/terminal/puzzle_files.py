"""`python -m eclisse.terminal.puzzle_files OUT`: all puzzles as files for pages, which show and judge them."""

import json
import sys
from pathlib import Path
from typing import Any

from eclisse.analysis.puzzle_book import FIRST_DAY, LEVELS, STRIDE, Puzzle, all_puzzles
from eclisse.server.coach import positions


def _known(one: Puzzle) -> dict[str, Any]:
    """A position with its solution, and what those decisions give away that were tried."""
    tried = {action.text: one.loss(action.text) for action in one.game().legal(one.seat)}
    return {
        "seat": one.seat,
        "position": one.position,
        "solution": positions.judged(one.number, None).model_dump(),
        "losses": {text: loss for text, loss in tried.items() if loss is not None},
        "worst": one.worst_loss,
    }


def main(out: Path) -> None:
    """Write a list of all puzzles, and apart from that their positions with what was found out about each."""
    rows = [positions.row(one).model_dump() for one in all_puzzles()]
    listed = {"first_day": FIRST_DAY.isoformat(), "stride": STRIDE, "bots": len(LEVELS), "puzzles": rows}
    _write(out / "puzzles.json", listed)
    _write(out / "positions.json", [row | _known(one) for row, one in zip(rows, all_puzzles(), strict=True)])


def _write(file: Path, value: object) -> None:
    """A value as JSON."""
    file.write_text(json.dumps(value, separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
