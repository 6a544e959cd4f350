"""The scripts without a browser: the linter finds nothing, and node runs the tests of the parts that know no page."""

import subprocess
from pathlib import Path

from django.conf import settings

from tests.tools import do_without, need

ROOT = Path(settings.BASE_DIR)
BIOME = ROOT / "node_modules" / ".bin" / "biome"


def run(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_linter_finds_nothing():
    need("node")
    if not BIOME.exists():
        do_without("the packages of package-lock.json are not installed (npm ci)")
    run(BIOME, "lint", "--error-on-warnings")


def test_every_unit_test_passes():
    run(need("node"), "--test", *sorted((ROOT / "tests" / "js").glob("*.test.js")))
