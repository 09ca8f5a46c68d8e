"""The logs of several runs, one continued from the other, as one curve: python -m training.merge LOG… > curve.md."""

import json
import sys
from pathlib import Path
from typing import Any


def exams(paths: list[Path]) -> list[dict[str, Any]]:
    """All evaluations, with decisions and seconds counted from the first run on."""
    result, decisions, seconds = [], 0, 0.0
    for path in paths:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        found = [line for line in lines if line["what"] == "exam"]
        result += [{**line, "total": line["total"] + decisions, "at": line["at"] + seconds} for line in found]
        decisions, seconds = result[-1]["total"], result[-1]["at"]
    return result


def main() -> None:
    """Print a table."""
    found = exams([Path(name) for name in sys.argv[1:]])
    kinds = list(found[-1]["marks"])
    print(f"| decisions | minutes | {' | '.join(kinds)} |\n|---|---|{'---|' * len(kinds)}")
    for line in found:
        cells = " | ".join(f"{100 * line['marks'][kind][0]:.0f}" if kind in line["marks"] else "" for kind in kinds)
        print(f"| {line['total'] / 1e6:.0f} M | {line['at'] / 60:.1f} | {cells} |")


if __name__ == "__main__":
    main()
