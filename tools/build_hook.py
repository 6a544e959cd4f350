"""What hatchling adds to a package: the version of the checkout that it is built from, as `config/built.py`."""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from config.version import BUILT, text_for_build

PLACES = {"wheel": f"sdadata/code/{BUILT}", "sdist": BUILT}


class BuildHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = Path(tempfile.mkdtemp())
        if (Path(self.root) / BUILT).exists():  # of an archive of the sources, which this package is built from
            return
        made = self.folder / "built.py"
        made.write_text(text_for_build(self.metadata.version), encoding="utf-8")
        build_data["force_include"][str(made)] = PLACES[self.target_name]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.folder)
