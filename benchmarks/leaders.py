"""The board of results by the protocol eclisse-1: writes docs/leaderboard.md from benchmarks/leaderboard/*.json.

python -m benchmarks.leaders
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from eclisse.arena.evaluate import content_hash, read_protocol

FOLDER: Final = Path(__file__).parent / "leaderboard"
PAGE: Final = Path(__file__).parents[1] / "docs" / "leaderboard.md"
TEXT: Final = Path(__file__).parent / "leaderboard" / "page.md"


def read_results(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """All results of a folder, the best first; refuses one that is not as `eclisse evaluate` wrote it."""
    found = []
    for file in sorted(folder.glob("*.json")):
        result = json.loads(file.read_text(encoding="utf-8"))
        if result["hash"] != content_hash(result) or result["quick"] or result["protocol"] != read_protocol().name:
            raise SystemExit(f"{file.name} is no whole result of {read_protocol().name}, or somebody has changed it")
        found.append(result)
    return sorted(found, key=lambda result: (-result["score"], result["bot"]))


def page(results: Sequence[dict[str, Any]]) -> str:
    """The page with the tables of these results."""
    text = TEXT.read_text(encoding="utf-8")
    return text.replace("RESULTS\n", _table(results)).replace("DETAIL\n", _detail(results))


def _table(results: Sequence[dict[str, Any]]) -> str:
    """A row for each bot."""
    lines = ["| bot | score | 95% | games | faults | version |", "|---|---|---|---|---|---|"]
    for row in results:
        score = f"**{row['score']:.3f}** | {row['low']:.3f}…{row['high']:.3f}"
        lines.append(f"| `{row['bot']}` | {score} | {row['games']:,} | {row['faults']} | {row['version']} |")
    return "\n".join(lines) + "\n"


def _detail(results: Sequence[dict[str, Any]]) -> str:
    """A row for each game, number of seats and opponent, a column for each bot."""
    lines = ["| | " + " | ".join(f"`{row['bot']}`" for row in results) + " |", "|---" * (len(results) + 1) + "|"]
    for field, rows in results[0]["by"].items():
        for name in rows:
            cells = [row["by"][field][name] for row in results]
            told = " | ".join(f"{cell['score']:.2f} ± {cell['high'] - cell['score']:.2f}" for cell in cells)
            lines.append(f"| {field} {name} | {told} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(read_results()), encoding="utf-8")
