"""Functions compiled apart find each other, in this process and in the next."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled_only

LOOK = """
import hashlib, sys
import numpy as np
from numba.core import event
from eclisse.jit import kept
kept.BROUGHT = kept.BROUGHT / "nothing"  # what a wheel would bring along
from eclisse.core import doors, observe
from eclisse.core.records import STATE

states, views = np.zeros(1, STATE), np.zeros(1, STATE)
states["holder"][0, ::2], states["hands"] = 1, 3
with event.install_recorder("numba:compile") as seen:
    doors.observe_seat(states, views, 0)
print(len(seen.buffer), states != views, hashlib.sha256(views.tobytes()).hexdigest())
needs = [need.owner.__name__ for need in next(iter(doors.observe_seat.overloads.values())).library.needs]
large = observe._hide_tickets
print(needs, bool(large.overloads), bool(large.native.overloads))
print("numba.np.arraymath" in sys.modules)
"""
STRANGER = """
import numba
import numpy as np
from eclisse.core.observe import blank
from eclisse.core.records import STATE

@numba.njit(cache=True)
def mine(states):
    blank(states[0], 0)
    return states[0].holder.sum() + states[0].hands.sum()

states = np.zeros(1, STATE)
states["holder"][0, ::2], states["hands"] = 1, 3
print(mine(states))
"""
BESIDE = """
from numba.core.compiler import Flags
from numba.core.registry import cpu_target
context = cpu_target.target_context
def numba_as_it_is():
    return context.mangler, context.codegen()._library_class, context.codegen().set_env, Flags.__eq__, Flags.__hash__
before = numba_as_it_is()
from eclisse import Game
from eclisse.core.rng import siphash
print(numba_as_it_is() == before)
siphash(1, 2, 3)
print(numba_as_it_is() == before)
"""
UNKNOWN = """
import numba
numba.__version__ = "0.99.0"
from eclisse.core.rng import derive
from eclisse.jit.compiled import compiled, any_order
print(type(derive).__module__, "eclisse.jit.linking" in __import__("sys").modules)

@compiled
def three(x): return x + 3
@any_order
def four(x): return three(x) + 1
print(four(1))
"""


def run(code: str, folder: Path) -> list[str]:
    """The output of a program that keeps its compiled functions in a folder."""
    script = folder / "script.py"
    script.write_text(code, "utf-8")
    settings = {**os.environ, "ECLISSE_CACHE": str(folder / "kept"), "NUMBA_CACHE_DIR": str(folder / "numba")}
    done = subprocess.run([sys.executable, str(script)], env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_second_process_compiles_nothing_and_finds_the_same(tmp_path: Path) -> None:
    """Large functions are called by name, have no wrapper for Python, and come back from disk with their callers.

    What the compiler alone needs is not loaded then.
    """
    (first, how, needed), (second, how_again, needed_again) = run(LOOK, tmp_path), run(LOOK, tmp_path)
    assert first.split()[0] != "0" == second.split()[0]
    assert first.split()[1:] == second.split()[1:]
    assert how == how_again == "['_hide_tickets'] False True"
    assert (needed, needed_again) == ("True", "False")


def test_a_function_of_a_users_own_may_call_ours_and_be_cached(tmp_path: Path) -> None:
    """Numba's own cache knows nothing of names, so it is given a copy of everything."""
    assert run(STRANGER, tmp_path) == run(STRANGER, tmp_path)


def test_who_compiles_nothing_of_ours_has_numba_as_it_is(tmp_path: Path) -> None:
    assert run(BESIDE, tmp_path) == ["True", "True"]


def test_with_a_numba_we_do_not_know_functions_are_compiled_by_it_alone(tmp_path: Path) -> None:
    assert run(UNKNOWN, tmp_path) == ["numba.core.registry False", "5"]
