"""`python -m tests.wasm.small OUT ZIG`: a module of few functions."""

import sys
from pathlib import Path

from eclisse.jit.exports import build
from tests.wasm.faulty import EXPORTS

if __name__ == "__main__":
    build(EXPORTS, Path(sys.argv[2]), Path(sys.argv[1]))
