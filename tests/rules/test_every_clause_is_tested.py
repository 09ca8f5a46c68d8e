"""Every clause of docs/rules.md is named in the docstring of at least one test."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
RULES = HERE.parent.parent / "docs" / "rules.md"
NAME = re.compile(r"(?<![A-Z-])[A-Z]+(?:-[A-Z]+)*(?![A-Za-z-])")


def clauses() -> list[str]:
    """Names of clauses, in the order of the page."""
    return re.findall(r"\*\*([A-Z]+(?:-[A-Z]+)*)\*\*", RULES.read_text(encoding="utf-8"))


def quoted() -> dict[str, set[str]]:
    """Names in capitals at the start of each test's docstring, before any colon, by file and test."""
    found = {}
    for path in sorted(HERE.glob("test_*.py")):
        if path == Path(__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{path.name}::{node.name}"] = set(NAME.findall((ast.get_docstring(node) or "").split(":")[0]))
    return found


def test_the_page_has_clauses_and_each_name_once() -> None:
    names = clauses()
    assert len(names) >= 48
    assert len(set(names)) == len(names)


def test_every_clause_is_named_by_a_test() -> None:
    tested = set().union(*quoted().values())
    assert [name for name in clauses() if name not in tested] == []


def test_every_test_of_the_rules_names_a_clause_that_exists() -> None:
    names = set(clauses())
    strays = {test: sorted(words - names) for test, words in quoted().items() if words - names or not words}
    assert strays == {}
