"""The documents say what is so: every code, address, option and figure is in them, and they name no other."""

import fnmatch
import json
import re
from pathlib import Path
from typing import get_args

import pytest

from eclisse.server.messages.base import RefusalCode
from eclisse.server.messages.events import Event
from eclisse.server.network.app import openapi
from eclisse.server.network.gate import STATUS
from eclisse.server.process.metrics import Metrics
from tests.cli.conftest import Run, run_here
from tests.server.people import Person
from tests.server.serving import serving
from tests.server.test_operation import run

__all__ = ["run_here"]

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
    options = set(re.findall(r"`(--[a-z-]+)", DEPLOY)) - {"--old"}  # of `eclisse restore`
    assert options <= set(re.findall(r"(--[a-z-]+)", help_text))
    for file in ("compose.yaml", "eclisse.service"):
        given = re.findall(r"(--[a-z-]+)[= ]", (ROOT / "deploy" / file).read_text(encoding="utf-8"))
        assert given
        assert set(given) - {"--build", "--now"} <= set(re.findall(r"(--[a-z-]+)", help_text))
    figures = Metrics().text().decode()
    for name in re.findall(r"`(eclisse_[a-z_]+)", DEPLOY):
        assert name.removesuffix("_total") in figures


ELSEWHERE = ("make wheel", "pip install", "python3 -m venv", "cp deploy", "systemctl", "cd deploy", "eclisse serve")


def test_every_command_of_the_guide_runs(run_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that install or serve are run by other tests, or need another machine."""
    monkeypatch.chdir(tmp_path)
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with serving(database) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open", public=True)["id"]
        bob.post(f"tables/{table}/join")
        ann.post("reports", table=table, seat=1, text="rude")
    monkeypatch.setenv("ECLISSE_DATABASE", database)
    (tmp_path / "backups").mkdir()
    blocks = "".join(re.findall(r"^```\n(.*?)^```", DEPLOY, re.MULTILINE | re.DOTALL))
    lines = [line.split("  #")[0].strip() for line in blocks.splitlines()]
    commands = [line for line in lines if re.match(r"(eclisse|make|pip|python3|cp|systemctl|cd) ", line)]
    rows = re.findall(r"^\| (`eclisse admin .*?`) \|", DEPLOY, re.MULTILINE)
    for row in rows:
        first, *others = re.findall(r"`([^`]*)`", row)
        commands += [first, *(f"eclisse admin {other}" for other in others)]
    ids = {"ban": bob.id, "unban": bob.id, "delete": bob.id, "export": bob.id}
    assert len(commands) > 12
    for command in commands:
        if command.startswith(ELSEWHERE):
            continue
        words = re.sub(r"\[.*?\]", "", command).split()[1:]
        if words[1:] and words[1] == "close":
            ids["close"] = json.loads(run_here("admin", "reports", "--json").stdout)[0]["id"]
        done = run_here(*(ids.get(words[1], word) if word == "ID" else word for word in words))
        assert done.returncode == 0, (command, done.stderr)
