"""Every example in the documents for learners runs."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("name", ["environments", "openspiel"])
def test_the_examples_run(name: str) -> None:
    codes = re.findall(r"```python\n(.*?)```", (DOCS / f"{name}.md").read_text("utf-8"), re.DOTALL)
    if name == "openspiel":
        pytest.importorskip("pyspiel", reason="`make openspiel` installs it")
    assert codes
    for code in codes:
        exec(code, {})
