"""Everything that `eclisse` offers has an example, and all examples run."""

import ast
import doctest
import importlib
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import eclisse

REFERENCE = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "reference.py"))["MODULES"]


def test_dir_and_help_show_all_that_is_offered_before_it_is_loaded() -> None:
    asked = "import eclisse, sys; print(dir(eclisse)); assert 'eclisse.game' not in sys.modules"
    found = ast.literal_eval(subprocess.check_output([sys.executable, "-c", asked], text=True))
    assert set(eclisse.__all__) <= set(found)


@pytest.mark.parametrize("name", eclisse.__all__)
def test_the_examples_run(name: str) -> None:
    offered = getattr(eclisse, name)
    scope = vars(importlib.import_module(offered.__module__)).copy()
    found = doctest.DocTestFinder().find(offered, name, globs=scope)
    results = [doctest.DocTestRunner().run(one) for one in found]
    assert offered.__doc__
    assert ">>>" in offered.__doc__
    assert all(result.failed == 0 for result in results)


@pytest.mark.parametrize("name", REFERENCE)
def test_all_examples_of_the_reference_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
