"""The real command: one JSON document, a report that needs no network, Ctrl-C, one sentence for a fault."""

import base64
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import ECLISSE, Run, run, run_here

__all__ = ["run", "run_here"]

pytestmark = pytest.mark.compiled_only


def test_a_tournament_is_one_json_document_and_a_folder(run: Run, run_here: Run, tmp_path: Path) -> None:
    command = ("arena", "berlin", "--bots", "random,greedy,hungry", "--games", "30", "--seed", "3", "--out", "out")
    done = run(*command, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["games"], found["complete"], found["faults"]) == (90, True, [])
    assert {row["bot"] for row in found["table"]} == {"random", "greedy", "hungry"}
    assert found["table"][-1]["bot"] == "random"
    names = {"settings.json", "games.parquet", "decisions.parquet", "report.html"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == names
    again = run_here(*command)
    assert "90 of 90 games are already there" in again.stderr
    assert "berlin, 2 seats: 90 games" in again.stdout


def test_the_report_has_its_pictures_in_it_and_asks_for_nothing(run_here: Run, tmp_path: Path) -> None:
    done = run_here(
        "arena", "switzerland", "--bots", "greedy,hungry", "--games", "10", "--out", "out", "--no-decisions"
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "out" / "decisions.parquet").exists()
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert not re.findall(r"(?:src|href)=[\"']?(?!data:)\w+", page)
    assert "<script" not in page
    pictures = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert len(pictures) == 7
    for picture in pictures:
        ET.fromstring(base64.b64decode(picture))


def test_an_interrupted_tournament_goes_on(run_here: Run, tmp_path: Path) -> None:
    command = ["arena", "usa", "--bots", "greedy,path", "--games", "40000", "--seed", "1", "--out", "out", "--json"]
    process = subprocess.Popen(
        [ECLISSE, *command], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    patience = time.monotonic() + 300
    while not list((tmp_path / "out").glob("parts/*.games.parquet")) and time.monotonic() < patience:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    first = json.loads(out)
    assert first["interrupted"]
    assert 0 < first["games"] < 40000
    other = run_here(*[word.replace("40000", "30000") for word in command])
    assert other.returncode == 2
    assert 'other settings ("games")' in other.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bots", "greedy,genius"], 'there is no bot "genius"'),
        (["--bots", "greedy,greedy"], "none twice"),
        (["--bots", "greedy", "--ladder"], "at least two bots"),
        (["--bots", "greedy", "--seats", "7"], "2 to 5 seats"),
        (["--bots", "no_such_module:Bot"], 'no module "no_such_module"'),
        (["--bots", "greedy,random", "--ray", "127.0.0.1:1"], "no Ray cluster answers"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(run_here: Run, arguments: list[str], message: str) -> None:
    done = run_here("arena", "usa", "--out", "out", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['polars'] = None\n"
        "sys.argv = ['eclisse', 'arena', 'usa', '--bots', 'greedy', '--out', 'out']\n"
        "from eclisse.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, env={**os.environ}, check=False
    )
    assert done.returncode == 2
    assert "pip install 'eclisse[arena]'" in done.stderr
    assert "Traceback" not in done.stderr
