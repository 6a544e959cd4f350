"""The scripts without a browser: the linter finds nothing, and node runs the tests of the parts that know no page."""

import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from tests.tools import do_without, need

ROOT = Path(settings.BASE_DIR)
BIOME = ROOT / "node_modules" / ".bin" / "biome"
MOST_LINES = 200


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


@pytest.mark.parametrize("folder", ["static/js", "tests/js"])
def test_no_script_is_longer_than_a_reader_follows(folder):
    lengths = {
        one: len(one.read_text().splitlines()) for one in (ROOT / folder).rglob("*.js") if "vendor" not in one.parts
    }
    assert lengths
    assert {one.name: lines for one, lines in lengths.items() if lines >= MOST_LINES} == {}
