"""How long an honest pair waits while one stranger does each of their worst: `python -m benchmarks.attacks`.

The server has its usual limits; the stranger comes from one address, the pair from two others. Milliseconds from a
decision sent until both have seen what came of it.
"""

import argparse
import tempfile
from contextlib import nullcontext
from pathlib import Path

from tests.server import attacks
from tests.server.serving import Process

ATTACKS = ("none", "score", "replays", "since", "look", "sockets", "experts", "tables", "pings", "requests", "files")


def main() -> None:
    """Measure one after the other."""
    parser = argparse.ArgumentParser(description="An honest pair beside one stranger.")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("attacks", nargs="*", default=ATTACKS)
    options = parser.parse_args()
    for name in options.attacks:
        with tempfile.TemporaryDirectory() as folder:
            server = Process(f"sqlite:///{folder}/games.db", Path(folder), "--proxies", "127.0.0.1", limits="")
            attack = getattr(attacks, name, None)
            with nullcontext() if attack is None else attacks.attacked(server.url, attack, options.seconds + 30):
                waits = sorted(attacks.waits(server.url, options.seconds))
            server.stop()
        shown = {p: round(1000 * waits[min(len(waits) - 1, len(waits) * p // 100)], 1) for p in (50, 95, 99, 100)}
        print(f"{name}: {len(waits)} decisions, " + ", ".join(f"p{p} {ms} ms" for p, ms in shown.items()), flush=True)


if __name__ == "__main__":
    main()
