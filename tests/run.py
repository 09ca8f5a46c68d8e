"""Runs all tests, three at a time, as `make test-compiled` does: each begins in another third, so that those that only
wait for a browser or a server run beside those that compute. A fourth would cost more to start than it saves.

Tests that drive real servers and browsers can fail because others take their time: those that failed are run once more,
one at a time, and must pass then. Any other failure counts at once.
"""

import json
import subprocess
import sys
from pathlib import Path

CACHE = Path("build/tests")  # of its own: other runs of pytest go on at the same time
REAL = ("tests/server/", "tests/web/")
FEW = 8  # more failures than these have another reason


def pytest(*options: str) -> int:
    """Run pytest; returns its exit status."""
    command = [sys.executable, "-m", "pytest", "-q", "-o", f"cache_dir={CACHE}", *options]
    return subprocess.run(command, check=False).returncode


def main() -> int:
    """All tests, and perhaps some of them again."""
    status = pytest("-n", "3", "--dist", "worksteal", "--cache-clear", *sys.argv[1:])
    if status != 1:  # all passed, or something other than tests failed
        return status
    failed = sorted(json.loads((CACHE / "v/cache/lastfailed").read_text("utf-8")))
    if not failed or len(failed) > FEW or not all(name.startswith(REAL) for name in failed):
        return status
    print("\nFailed beside others; now alone:", *failed, sep="\n  ", flush=True)
    status = pytest("-n", "0", *failed)
    if status == 0:
        print("\nFAILED BESIDE OTHERS, PASSED ALONE (mend what they wait for):", *failed, sep="\n  ")
    return status


if __name__ == "__main__":
    sys.exit(main())
