"""Whoever keeps a table in the page stores each decision before it tells anybody, whatever the world around it does."""

import os
import subprocess

import pytest

from tests.wasm.course import ENGINE, NODE, ROOT
from tests.wasm.messages import SOURCES

pytestmark = pytest.mark.compiled_only


def test_the_page_judges_stores_and_tells_in_this_order() -> None:
    script, places = ROOT / "tests" / "wasm" / "host.mjs", {"ENGINE": str(ENGINE), "SOURCES": str(SOURCES)}
    command = [str(NODE), "--no-warnings", "--test", "--test-reporter=spec", str(script)]
    done = subprocess.run(command, env={**os.environ, **places}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
