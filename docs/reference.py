"""The reference of what programs may import, from docstrings: `make docs`, or `python docs/reference.py FOLDER`."""

import sys
import warnings
from pathlib import Path

import pdoc

import eclisse

MODULES = (
    "eclisse",
    "eclisse.game",
    "eclisse.notation",
    "eclisse.views",
    "eclisse.recall",
    "eclisse.events",
    "eclisse.result",
    "eclisse.shapes",
    "eclisse.hints",
    "eclisse.positions",
    "eclisse.faults",
    "eclisse.bots",
    "eclisse.bots.conformance",
    "eclisse.features.layout",
    "eclisse.env.observation",
    "eclisse.env.single",
    "eclisse.env.vector",
    "eclisse.env.eclisse_v0",
    "eclisse.env.told",
    "eclisse.arena.dataset",
    "eclisse.arena.evaluate",
)


def write(folder: Path) -> None:
    """Write a page for each module; a name that cannot be shown is an error."""
    for name in eclisse.__all__:
        vars(eclisse)[name] = getattr(eclisse, name)  # they are loaded on first use, and pdoc looks without using
    pdoc.render.configure(docformat="markdown", footer_text=f"Éclisse {eclisse.__version__}")
    named = [spec for name in MODULES for spec in (name, rf"!{name}\..+")]  # without all that lies in a package
    with warnings.catch_warnings(action="error"):
        pdoc.pdoc(*named, output_directory=folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
    print(f"Open {sys.argv[1]}/index.html.")
