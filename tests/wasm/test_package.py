"""The package for npm, installed from its archive: its page is true, its types hold, and it plays as Python does."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from eclisse.game import Game
from eclisse.server.play.levels import choose
from tests.wasm.course import NODE, ROOT

PACKED: Final = ROOT / "build" / "package"  # made by `make package`
EXAMPLES: Final = re.findall(r"```js\n(.*?)```", (ROOT / "web" / "package" / "README.md").read_text("utf-8"), re.DOTALL)
PLAY: Final = """
import { Game } from 'eclisse'
const [name, options, level] = JSON.parse(process.argv[2])
const game = new Game(name, options)
while (!game.over) game.play(game.toAct[0], level ? await game.bot(game.toAct[0], level) : game.legal(game.toAct[0])[0])
console.log(JSON.stringify([game.record(), game.view(0), Game.replay(game.record()).result]))
"""
TYPED: Final = """
import { Game, Illegal, type Action, type View } from 'eclisse'
const game = new Game('europe', { seats: 3, seed: 7n })
const legal: Action[] = game.legal(game.toAct[0]!)
const view: View = game.view(null)
const action: Promise<string> = game.bot(0, 'expert')
if (legal[0]?.kind === 'claim') legal[0].route satisfies string
// @ts-expect-error there is no such level
void game.bot(0, 'strong')
// @ts-expect-error a seat is a number
game.play('0', 'draw')
export { action, view, Illegal }
"""
WITH_NODE: Final = {**os.environ, "PATH": f"{NODE.parent}:{os.environ['PATH']}"}
pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that has installed the package, and nothing else."""
    archives = list(PACKED.glob("*.tgz"))
    assert len(archives) == 1, "the package for npm is not built: run `make package` first"
    folder = tmp_path_factory.mktemp("project")
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    command: list[str | Path] = [NODE.parent / "npm", "install", "--silent", "--offline", "--no-audit", archives[0]]
    subprocess.run(command, cwd=folder, env=WITH_NODE, check=True)
    assert [one.name for one in (folder / "node_modules").iterdir() if one.is_dir()] == ["eclisse"]
    return folder


def ran(project: Path, source: str, *arguments: str) -> str:
    """What a script of the project prints."""
    (project / "script.js").write_text(source, "utf-8")
    made = subprocess.run([NODE, "script.js", *arguments], cwd=project, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return made.stdout


def test_every_example_of_its_page_runs(project: Path) -> None:
    catalogue, again, refused = [ran(project, source) for source in EXAMPLES]
    assert "europe-1912" in catalogue
    assert re.search(r"\[ \d+, \d+ \]", again)
    assert re.fullmatch(r"[a-z-]+\n", refused)


@pytest.mark.parametrize(
    ("name", "options", "level"),
    [
        ("europe", {"seats": 3, "seed": 7, "modules": ["warehouses"]}, None),
        ("india", {"seats": 4, "seed": 2**53 - 1}, "medium"),
        ("usa", {"seats": 2, "seed": 5, "first": 1}, "hard"),
    ],
)
def test_the_same_seed_and_the_same_bots_make_the_same_game_as_in_python(
    project: Path, name: str, options: dict[str, object], level: str | None
) -> None:
    game = Game.new(name, **options)  # type: ignore[arg-type] # each as it is named
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0] if level is None else choose(game, seat, level))
    record, view, again = json.loads(ran(project, PLAY, json.dumps([name, options, level])))
    assert record == game.record()
    assert view == game.view(0).to_dict()
    assert again == game.result.to_dict()
    assert Game.replay(record).result.to_dict() == again


def test_its_types_hold(project: Path) -> None:
    (project / "typed.ts").write_text(TYPED, "utf-8")
    tsc = ROOT / "web" / "node_modules" / ".bin" / "tsc"
    options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom"]
    made = subprocess.run(
        [tsc, *options, "typed.ts"], cwd=project, env=WITH_NODE, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout
