"""Putting trained weights into the package: python -m training.ship RUN/weights.npz --log RUN/log.jsonl --decisions N.

They are stored in half precision, beside a card with their hash, their form and their last evaluation.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np

from eclisse.bots.learned.network import Shape, shapes
from eclisse.bots.learned.weights import FOLDER, read_card
from eclisse.features.layout import VERSION


def main() -> None:
    """Write weights.npz and card.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--log", type=Path, required=True, help="log of the run, which ends with an evaluation")
    parser.add_argument("--decisions", type=int, required=True, help="decisions learned from, in all runs together")
    parser.add_argument("--shape", type=int, nargs=3, default=tuple(Shape()), help="width, table, rounds")
    options = parser.parse_args()
    shape, file = Shape(*options.shape), FOLDER / "weights.npz"
    with np.load(options.weights) as stored:
        halves = {name: stored[name].astype(np.float16) for name in shapes(shape)}
    np.savez_compressed(file, allow_pickle=False, **halves)
    lines = [json.loads(line) for line in options.log.read_text("utf-8").splitlines()]
    marks = [line for line in lines if line["what"] == "exam"][-1]["marks"]
    card = {
        **read_card(),
        "version": read_card()["version"] + 1,
        "features": VERSION,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "shape": shape._asdict(),
        "parameters": sum(value.size for value in halves.values()),
        "decisions": options.decisions,
        "against_planner": {kind: mark[0] for kind, mark in marks.items()},
    }
    (FOLDER / "card.json").write_text(json.dumps(card, indent=2) + "\n", "utf-8")
    print(f"{file.stat().st_size:,} bytes, version {card['version']}")


if __name__ == "__main__":
    main()
