"""Every fault has its English, every text is used, and every text gets the parameters it names."""

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from eclisse.core import check, reach
from eclisse.fault_texts import TEXTS, names_in
from eclisse.faults import MOST_FAULTS, MOST_HINTS, Fault, Faults, Faulty, cut, fault, shown

SOURCES = Path(__file__).parents[2] / "src" / "eclisse"
MAKERS = ("fault", "Fault", "wrong")


@cache
def parsed(path: Path) -> ast.Module:
    """A file as a tree; Python 3.11 may fail if another thread writes a traceback at that moment (its issue 106905)."""
    text = path.read_text("utf-8")
    try:
        return ast.parse(text)
    except SystemError:
        return ast.parse(text)


@cache
def calls() -> tuple[tuple[str, str, ast.Call], ...]:
    """Every call that makes a fault of a code written on the spot, with where it stands and the code."""
    return tuple(_calls())


def _calls() -> Iterator[tuple[str, str, ast.Call]]:
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and node.args and is_maker(node.func):
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield f"{path.relative_to(SOURCES)}:{node.lineno}", first.value, node


def is_maker(function: ast.expr) -> bool:
    """Whether a call of this makes a fault: `fault(…)`, `self.fault(…)`, `entry.wrong(…)`, `faults.add(…)`."""
    whole = ast.unparse(function)
    return whole.split(".")[-1] in MAKERS or whole.endswith("faults.add")


def test_every_code_has_its_text():
    assert {where: code for where, code, _ in calls() if code not in TEXTS} == {}


def test_every_flag_of_the_core_has_its_text():
    codes = [*check.FAULTS.values(), *reach.FAULTS.values()]
    assert all(code in TEXTS for code in codes)
    assert len(set(codes)) == len(codes)


def test_every_text_gets_the_parameters_it_names():
    lacking = {}
    for where, code, node in calls():
        given = {keyword.arg for keyword in node.keywords if keyword.arg}
        if not any(isinstance(argument, ast.Dict) for argument in node.args):
            missing = names_in(TEXTS.get(code, "")) - given
            if missing:
                lacking[where] = sorted(missing)
    assert lacking == {}


def test_every_text_is_used():
    constants = {
        node.value
        for path in SOURCES.rglob("*.py")
        if path.name != "fault_texts.py"
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert sorted(set(TEXTS) - constants) == []


def test_a_code_is_written_in_small_letters_with_hyphens():
    assert all(code.replace("-", "").isalpha() and code.islower() for code in TEXTS)


def test_a_fault_in_english():
    one = fault("unknown-route", "routes", name="bostn--new-york", nearest="boston--new-york")
    assert str(one) == 'routes: there is no route "bostn--new-york" (did you mean "boston--new-york"?)'
    assert str(fault("unknown-route", "routes", name="x")) == 'routes: there is no route "x"'
    assert str(fault("too-many-cards", colour="red", excess=1, has=12)) == "red: 1 card too many; the game has 12"


def test_a_fault_as_json():
    one = fault("too-many-trains", "routes", seat=1, placed=46, has=45)
    assert json.loads(json.dumps(one.to_dict())) == {
        "code": "too-many-trains",
        "where": "routes",
        "params": {"seat": 1, "placed": 46, "has": 45},
    }
    assert Fault("unknown-key", "", {"key": "x"}, "a.toml").to_dict()["file"] == "a.toml"


def test_a_refusal_is_one_fault_a_line_and_survives_the_way_to_another_process():
    import pickle

    error = Faulty(fault("unknown-key", key="a"), fault("unknown-key", key="b"))
    assert str(error) == 'there is no key "a"\nthere is no key "b"'
    assert pickle.loads(pickle.dumps(error)).faults == error.faults


def test_only_the_first_faults_and_hints_are_worked_out():
    faults = Faults()
    for i in range(1000):
        faults.add("unknown-key", key=f"game{i}", **faults.hint(f"game{i}", ["game"]))
    told = list(faults)
    assert len(faults) == 1000
    assert len(told) == MOST_FAULTS + 1
    assert told[-1] == fault("more-faults", more=1000 - MOST_FAULTS)
    assert sum("nearest" in one.params for one in told) == MOST_HINTS
    with pytest.raises(Faulty) as caught:
        faults.raise_any(Faulty)
    assert str(caught.value).endswith(f"and {1000 - MOST_FAULTS} more")


def test_what_a_fault_repeats_is_short():
    for value in ("x" * 100_000, 10**5000, [1] * 100_000, [10**5000], {"a": "b" * 100_000}, object()):
        assert len(shown(value)) <= 62
        assert "\n" not in shown(value)


def test_what_a_fault_repeats_is_written_like_json():
    assert [shown(value) for value in (True, None, 1.5, "a\nb", [1, "a"])] == [
        "true",
        "null",
        "1.5",
        '"a b"',
        '[1, "a"]',
    ]
    assert cut("short") == "short"
