"""The documents say what is so: every code, address, option and figure is in them, and they name no other."""

import re
from pathlib import Path
from typing import get_args

from eclisse.server.messages.base import RefusalCode
from eclisse.server.messages.events import Event
from eclisse.server.network.app import openapi
from eclisse.server.network.gate import STATUS
from eclisse.server.process.metrics import Metrics
from tests.server.test_operation import run

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL, DEPLOY = (DOCS / "protocol.md").read_text(), (DOCS / "deploy.md").read_text()


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
            short = path.removeprefix("/").replace("{table_id}", "{id}")
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
