"""`eclisse site`: the page without a server, as a folder of files for any web host."""

import hashlib
import json
import shutil
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from eclisse import browser
from eclisse.boards.load import builtin_boards
from eclisse.bots.styles import STYLES
from eclisse.browser.games import kits
from eclisse.catalogue.kit import Kit
from eclisse.faults import Faulty, fault
from eclisse.server import facts

PAGE: Final = Path(browser.__file__).parent / "page"  # made by `make site`
ENGINE: Final = Path(browser.__file__).parent / "engine"  # made by `make wasm`


class NoPage(Faulty):
    """The page was not built."""


def write_site(out: Path) -> int:
    """Write the site to a folder, which must be new or a site already; returns how many bytes it has."""
    if not ((PAGE / "index.html").is_file() and (ENGINE / "engine.wasm").is_file()):
        raise NoPage(fault("page-not-built"))
    if out.exists() and any(out.iterdir()) and not (out / "keep.js").is_file():
        raise NoPage(fault("folder-not-a-site", folder=str(out)))
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(PAGE, out)
    shutil.copytree(ENGINE, out / "engine")
    _write_facts(out / "facts")
    renew(out)
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def _write_facts(folder: Path) -> None:
    """All that the page asks about boards and games."""
    catalogue = facts.catalogue()
    _write(folder / "catalogue.json", catalogue.model_copy(update={"styles": STYLES}))
    for board in builtin_boards():
        _write(folder / "boards" / f"{board}.json", facts.board_facts(board))
    (folder / "games").mkdir()
    for game, several in groupby(kits(), lambda kit: kit.game):
        _dump(folder / "games" / f"{game}.json", _of_game(several))


def _of_game(kits: Iterable[Kit]) -> dict[str, Any]:
    """The places of the facts and clauses of a game, by modules: most values are the same with all modules."""
    values, places = list[Any](), dict[str, int]()

    def placed(told: BaseModel) -> dict[str, int]:
        row = dict[str, int]()
        for name, value in told.model_dump(mode="json").items():
            row[name] = places.setdefault(json.dumps(value), len(values))
            if row[name] == len(values):
                values.append(value)
        return row

    rows: dict[str, dict[str, Any]] = {"facts": {}, "clauses": {}}
    for kit in kits:
        chosen = "+".join(kit.modules)
        rows["facts"][chosen] = placed(facts.game_facts(kit.game, kit.modules))
        rows["clauses"][chosen] = placed(facts.clauses(kit.game, kit.modules))
    return {"values": values, **rows}


def _dump(file: Path, value: object) -> None:
    """A value as JSON."""
    file.write_text(json.dumps(value, separators=(",", ":")), "utf-8")


def _write(file: Path, told: BaseModel) -> None:
    """Some facts as JSON."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(told.model_dump_json(), "utf-8")


def renew(out: Path) -> None:
    """Tell the service worker which files to keep, which is all of them, and by their content which version that is."""
    files = sorted(path for path in out.rglob("*") if path.is_file() and path.name not in ("keep.js", "sw.js"))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
    names = [str(path.relative_to(out)) for path in files]
    head = f"const FILES = {json.dumps(['./', *names])}\nconst VERSION = '{digest.hexdigest()[:16]}'\n"
    (out / "keep.js").write_text(head + (PAGE / "keep.js").read_text("utf-8"), "utf-8")
