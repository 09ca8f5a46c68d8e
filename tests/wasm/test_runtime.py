"""The runtime below compiled functions: what it gives and takes back, and when it traps."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

from eclisse.jit.wasm import aimed
from tests.wasm.course import NODE, ROOT, ZIG

TRAP = "RuntimeError: unreachable"
pytestmark = pytest.mark.compiled_only


def build(out: Path, seed: str) -> Path:
    """A small module, by a process with its own order of sets."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    subprocess.run([sys.executable, "-m", "tests.wasm.small", out, ZIG], check=True, cwd=ROOT, env=environment)
    return out


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wasm") / "small.wasm", "1")


def answers(module: Path, *calls: str) -> list[Any]:
    """The answers of a new module to some calls."""
    script = Path(__file__).parent / "traps.mjs"
    found: list[Any] = json.loads(subprocess.check_output([NODE, script, module, *calls]))
    return found


def test_numba_compiles_for_this_processor_before_and_after() -> None:
    before = cpu_target.target_context
    with aimed() as context:
        assert cpu_target.target_context is context
    assert cpu_target.target_context is before
    assert type(before) is CPUContext


def test_two_builds_give_the_same_bytes(small: Path, tmp_path: Path) -> None:
    assert build(tmp_path / "again.wasm", "2").read_bytes() == small.read_bytes()


def test_a_module_holds_no_path_of_this_machine(small: Path) -> None:
    assert str(ROOT).encode() not in small.read_bytes()


def test_an_exception_traps(small: Path) -> None:
    assert answers(small, "refuse(2)", "refuse(3)") == [2, TRAP]


def test_an_exception_of_numpy_traps(small: Path) -> None:
    assert answers(small, "largest(5)", "largest(0)") == [4, TRAP]


def test_a_row_that_is_reshaped_traps(small: Path) -> None:
    assert answers(small, "last_set(5)") == [TRAP]


def test_arrays_are_given_back(small: Path) -> None:
    assert answers(small, "add_up(1000)", "add_up(100000)", "in_use()") == [1000, 100_000, 0]


@pytest.mark.parametrize("n", [40_000_000, 600_000_000, -1])
def test_an_array_that_does_not_fit_traps(small: Path, n: int) -> None:
    assert answers(small, f"add_up({n})") == [TRAP]


def test_room_that_was_released_is_used_again(small: Path) -> None:
    first, _, second, n = answers(small, "room(100)", "release(first)", "room(100)", "in_use()")
    assert first == second
    assert first % 16 == 0
    assert n == 1


def test_rooms_do_not_overlap(small: Path) -> None:
    first, second = answers(small, "room(100)", "room(100)")
    assert abs(second - first) >= 100


def test_no_more_memory_is_given_than_there_may_be(small: Path) -> None:
    given = answers(small, *["room(60000000)"] * 9)
    assert given[-1] == TRAP
    assert 1 < len(given) < 9


@pytest.mark.parametrize("size", [2**28 + 1, 2**32 - 1])
def test_a_room_larger_than_all_memory_traps(small: Path, size: int) -> None:
    assert answers(small, f"room({size})") == [TRAP]


def test_releasing_twice_traps(small: Path) -> None:
    assert answers(small, "room(100)", "release(first)", "release(first)")[2] == TRAP


def test_releasing_what_was_never_given_traps(small: Path) -> None:
    assert answers(small, "room(100)", "release(4096)")[1] == TRAP
