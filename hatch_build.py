"""Build hook of the package: a wheel that brings compiled functions along is for its kind of machine only."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface[Any]):
    """Names the wheel after this machine where `make wheel` has compiled the engine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of a wheel are gathered."""
        if version == "standard" and (Path(self.root) / "src" / "eclisse" / "compiled").is_dir():
            build_data.update(pure_python=False, infer_tag=True)
