"""The documents say what is so: every code, address, option and figure is in them, and they name no other."""

import fnmatch
import re
from pathlib import Path
from typing import get_args

import pytest

from eclisse.server.messages.base import RefusalCode
from eclisse.server.messages.events import Event
from eclisse.server.network.app import openapi
from eclisse.server.network.gate import STATUS
from eclisse.server.process.metrics import Metrics
from tests.server.test_operation import run

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PROTOCOL, DEPLOY = (DOCS / "protocol.md").read_text(), (DOCS / "deploy.md").read_text()


def places(*folders: str) -> set[str]:
    """Every file and folder in these, by the ends of its path: `core/knobs.py` and `knobs.py` too."""
    found = set()
    for folder in folders:
        for path in (ROOT / folder).rglob("*"):
            parts = path.relative_to(ROOT).parts
            found |= {"/".join(parts[i:]) for i in range(len(parts))}
    return found


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "docs/architecture.md", "docs/protocol.md"])
def test_every_file_and_folder_a_guide_names_exists(document: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / document).read_text(encoding="utf-8"), flags=re.DOTALL)
    named = re.findall(r"`([\w./*-]+(?:\.(?:py|ts|js|json|md|toml)|/))`", text)
    known = {path.name for path in ROOT.iterdir()} | places(
        "src/eclisse", "tests", "docs", "examples", "web/src", "web/build"
    )
    assert len(named) > 2
    for name in named:
        if not name.startswith("api/"):  # an address, not a file
            assert fnmatch.filter(known, name.rstrip("/")), name


def test_every_refusal_is_documented_with_its_status() -> None:
    rows = {}
    for row in re.findall(r"^\| (`[a-z_`, ]+`) \| ([0-9, ]*)\|", PROTOCOL, re.MULTILINE):
        for code in re.findall(r"`([a-z_]+)`", row[0]):
            rows[code] = row[1].strip()
    assert set(get_args(RefusalCode)) <= set(rows)
    for code, status in STATUS.items():
        assert str(status) in rows[code], code


def test_every_address_is_documented() -> None:
    for path, methods in openapi()["paths"].items():
        if path.startswith("/api/"):
            short = re.sub(r"\{\w+_id\}", "{id}", path.removeprefix("/"))
            for method in methods:
                assert f"`{method.upper()} {short}" in PROTOCOL, (method, path)
        else:
            assert f"`{path.removeprefix('/')}`" in DEPLOY


def test_every_kind_of_event_is_documented() -> None:
    for model in get_args(get_args(Event)[0]):
        for kind in get_args(model.model_fields["kind"].annotation):
            assert f"`{kind}`" in PROTOCOL, kind


def test_every_option_and_figure_of_the_guide_exists() -> None:
    help_text = run("serve", "--help").stdout
    options = set(re.findall(r"`(--[a-z-]+)", DEPLOY)) - {"--build"}
    assert options <= set(re.findall(r"(--[a-z-]+)", help_text))
    figures = Metrics().text().decode()
    for name in re.findall(r"`(eclisse_[a-z_]+)", DEPLOY):
        assert name.removesuffix("_total") in figures
