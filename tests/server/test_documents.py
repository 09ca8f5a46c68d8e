"""The documents say what is so: every code, address, option and figure is in them, and they name no other."""

import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import httpx
import pytest

from eclisse import shapes
from eclisse.server.app import openapi
from eclisse.server.coach import hints
from eclisse.server.guard import connections, cost
from eclisse.server.guard.gate import QUEUE, STATUS
from eclisse.server.guard.limits import EVERY, FEW, FULL, LOOKS, PATIENCE, SLOWLY, STAYS, TOO_FULL
from eclisse.server.metrics import Metrics
from eclisse.server.model import RefusalCode
from eclisse.server.play.hub import CLOSED, DAY
from eclisse.server.settings import Settings
from eclisse.server.store import schema, writer
from eclisse.server.store.backup import FOLDER
from tests.cli.conftest import Run, run_here
from tests.server.people import Person
from tests.server.proxy import CADDY
from tests.server.serving import Process, serving
from tests.tables import members, written

__all__ = ["run_here"]

ROOT = Path(__file__).parents[2]
DOCS, DEPLOYED = ROOT / "docs", ROOT / "deploy"
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
        "src/eclisse", "tests", "docs", "examples", "web/src", "web/build", "web/package"
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


def test_the_tables_of_events_decisions_and_parts_are_as_declared() -> None:
    """If not: `python -m tests.tables` writes them."""
    assert written(DOCS / "protocol.md") == PROTOCOL
    for union, n in ((shapes.Event, 20), (shapes.Legal, 13)):
        declared = [kind for member in members(union) for kind in shapes.kinds_of(member)]
        assert len(set(declared)) == len(declared) == n
        assert all(f"`{kind}`" in PROTOCOL for kind in declared)


def test_every_option_and_figure_of_the_guide_exists(run_here: Run) -> None:
    help_text = run_here("serve", "--help").stdout
    options = set(re.findall(r"`(--[a-z-]+)", DEPLOY)) - {"--old"}  # of `eclisse restore`
    assert options <= set(re.findall(r"(--[a-z-]+)", help_text))
    for file in ("compose.yaml", "eclisse.service"):
        given = re.findall(r"(--[a-z-]+)[= ]", (ROOT / "deploy" / file).read_text(encoding="utf-8"))
        assert given
        assert set(given) - {"--build", "--now"} <= set(re.findall(r"(--[a-z-]+)", help_text))
    figures = Metrics().text().decode()
    for name in re.findall(r"`(eclisse_[a-z_]+)", DEPLOY):
        assert name.removesuffix("_total") in figures


def test_the_limits_of_the_guide_are_those_of_the_code() -> None:
    text = " ".join(re.search(r"^## Limits\n(.*?)^## ", DEPLOY, re.MULTILINE | re.DOTALL)[1].split())  # type: ignore[index]
    limits = Settings("")
    for said in (
        f"({limits.cost_rate:g}: a fifth of a core) and saves up to {cost.SAVED} seconds' worth",
        f"more than {PATIENCE:g} seconds to pay its debt",
        f"from {cost.LENT:g} seconds on nothing more of it is read",
        f"at most {cost.AT_ONCE} of its requests at a time, and {QUEUE} more may wait",
        f"as many as fit into {1000 * cost.MOMENT:g} ms",
        f"less than {100 * cost.SHARE:g}% of a core",
        f"an address that is {hints.PATIENCE:g} seconds in debt",
        f"Of one address {writer.EACH} may wait; when {writer.MOST} wait in all",
        f"never more than {writer.FULL}",
        f"for {LOOKS * EVERY:g} seconds every decision takes longer than {1000 * FULL:g} ms",
        f"Until {SLOWLY:g} seconds after that, and after the last refusal, one new table is let in every {EVERY:g}",
        f"Above {1000 * TOO_FULL:g} ms the tables that came last",
        f"within the last {STAYS / 60:g} minutes",
        f"A request has {connections.ARRIVAL:g} seconds to arrive",
        f"at most {connections.MOST_HEADERS // 1024} kB of headers",
    ):
        assert said in text, said
    assert (FEW, limits.cost_rate) == (1, 0.2)  # one, a fifth


def test_what_is_stored_and_how_long_reports_are_kept_is_told() -> None:
    stored = re.search(r"^## What is stored\n(.*?)^## ", DEPLOY, re.MULTILINE | re.DOTALL)[1]  # type: ignore[index]
    assert set(schema.metadata.tables) <= set(re.findall(r"`(\w+)`", stored))
    assert f"{CLOSED / DAY:g} days after you close them" in stored
    for language, days in (("en", "days"), ("fr", "jours")):
        told = json.loads((ROOT / f"web/src/i18n/privacy.{language}.json").read_text(encoding="utf-8"))
        assert f"{CLOSED / DAY:g} {days}" in told["kept-people"]


def test_an_image_is_built_without_what_git_leaves_out() -> None:
    """What was built, downloaded or cached on this machine must not travel into an image."""
    lines = [line for line in (ROOT / ".gitignore").read_text().splitlines() if line and not line.startswith("#")]
    needed = {line.strip("/") if line.startswith("/") else f"**/{line.strip('/')}" for line in lines}
    assert "src/eclisse/browser/engine" in needed
    assert needed <= set((ROOT / ".dockerignore").read_text().splitlines())


def serve_lines() -> list[str]:
    """The options of every `eclisse serve` in the guides and in deploy/, each once."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/install.md", "docs/deploy.md")]
    found = {line for text in texts for line in re.findall(r"eclisse serve((?: [^`\n#(]*)?)", text)}
    found.add(re.search(r"^ExecStart=\S+ serve(.*)$", (DEPLOYED / "eclisse.service").read_text(), re.MULTILINE)[1])  # type: ignore[index]
    composed = re.search(r"- serve\n((?: +- .*\n)+)", (DEPLOYED / "compose.yaml").read_text())[1]  # type: ignore[index]
    found.add(
        " ".join(
            line.strip().removeprefix("- ") for line in re.sub(r"\$\{.*?\}", "play.example.org", composed).splitlines()
        )
    )
    return sorted({" ".join(line.split()) for line in found})


def test_a_server_starts_with_every_line_that_the_guides_name(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", "true")  # what --open opens
    lines = serve_lines()
    assert {"--open", "--host 0.0.0.0", "--host 0.0.0.0 --open"} < set(lines)
    fullest = [one for one in lines if not any(set(one.split()) < set(other.split()) for other in lines)]
    assert len(fullest) == 4
    for number, line in enumerate(fullest):
        file = tmp_path / f"{number}.db"
        shutil.copy(sqlite_template, file)
        server = Process(f"sqlite:///{file}", tmp_path, *line.split(), limits="")
        assert httpx.get(f"{server.url}/ready", timeout=60).status_code == 200, line
        server.stop()
        assert "Traceback" not in server.log.read_text(), line


def test_the_proxy_of_the_guide_and_the_shipped_one_are_understood(tmp_path: Path) -> None:
    if CADDY is None:
        pytest.skip("there is no Caddy here: `make proxy` fetches one")
    (example,) = re.findall(r"With Caddy:\n\n```\n(.*?)```", DEPLOY, re.DOTALL)
    for text in (example, (DEPLOYED / "Caddyfile").read_text()):
        (tmp_path / "Caddyfile").write_text(text)
        command = [CADDY, "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
        environment = {**os.environ, "HOME": str(tmp_path), "ECLISSE_DOMAIN": "play.example.org"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, "Valid configuration" in done.stdout) == (0, True), done.stderr


def test_the_shipped_unit_is_understood(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    unit = (DEPLOYED / "eclisse.service").read_text().replace("/srv/eclisse/bin/eclisse", sys.executable)
    (tmp_path / "eclisse.service").write_text(unit)
    command = ["systemd-analyze", "verify", str(tmp_path / "eclisse.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_shipped_servers_know_the_folder_of_the_backups() -> None:
    """Otherwise whoever is deleted after the newest backup would come back with it."""
    unit, composed, image = (
        (DEPLOYED / name).read_text() for name in ("eclisse.service", "compose.yaml", "Dockerfile")
    )
    state = re.search(r"^StateDirectory=(.*)$", unit, re.MULTILINE)[1].split()  # type: ignore[index]
    (folder,) = re.findall(rf"^Environment={FOLDER}=/var/lib/(\S+)$", unit, re.MULTILINE)
    assert folder in state
    assert f"`/var/lib/{folder}`" in DEPLOY
    (folder,) = re.findall(rf"{FOLDER}: (\S+)", composed)
    assert f"- backups:{folder}\n" in composed
    assert folder == "/home/eclisse/backups"
    assert "WORKDIR /home/eclisse\nRUN mkdir backups" in image


# Run by tests/wheel, by the tests above, or only where there is Docker.
ELSEWHERE = ("make wheel", "pip install", "python3 -m venv", "cp deploy", "systemctl", "cd deploy", "eclisse serve")


def test_every_command_of_the_guide_runs(run_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
