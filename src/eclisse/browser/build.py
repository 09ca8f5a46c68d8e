"""`python -m eclisse.browser.build OUT ZIG`: the engine as a module for WebAssembly, and the weights of its network."""

import sys
from pathlib import Path

import numpy as np

from eclisse.bots.learned.weights import load_brain
from eclisse.browser.exports import EXPORTS
from eclisse.jit.exports import build


def halves() -> bytes:
    """The weights in the order of their record, each as the two bytes it was stored in."""
    return load_brain().weights.view(np.float32).astype(np.float16).tobytes()


def main(out: Path, zig: Path) -> None:
    """Write both to a folder."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "weights.bin").write_bytes(halves())
    build(EXPORTS, zig, out / "engine.wasm")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
