"""Build hook of the package: a wheel that brings compiled functions along is for its kind of machine only.

It is for the versions of Numba and NumPy too that compiled them: with others everybody would compile again.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface[Any]):
    """Names the wheel after this machine, and asks for those versions, where `make wheel` has compiled the engine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of a wheel are gathered."""
        for folder in (Path(self.root) / "src" / "eclisse" / "compiled").glob("*-*-*"):
            if version == "standard":
                _, numba, numpy, *_ = folder.name.split("-")
                needs = [f"numba=={numba}", f"numpy=={numpy}"]
                build_data.update(pure_python=False, infer_tag=True, dependencies=needs)
