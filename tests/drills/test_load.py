"""The load drill at its smallest: every entry that is due is acknowledged, viewers hear of them, and nothing fails. Counts alone."""

import json
import os
import subprocess
import sys

from tests.drills.processes import BASE
from tests.drills.traffic import Plan


def loaded(*arguments: str) -> dict:
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SDADATA_VAR"}}
    done = subprocess.run(
        [sys.executable, "-m", "tests.drills.load", *arguments],
        cwd=BASE, env=environment, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.stdout, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_every_entry_is_acknowledged_and_seen():
    found = loaded("--tables", "2", "--viewers", "4", "--seconds", "4", "--workers", "1", "--rate", "2")
    assert (found["errors"], found["kinds of errors"]) == (0, [])
    assert found["due"] == found["acknowledged"] == 8
    assert found["viewers heard"] > 0


def test_a_plan_has_its_rate_and_its_bursts():
    assert len(list(Plan((), rate=4, seconds=10).moments())) == 40
    burst = list(Plan((), rate=10, seconds=60, burst=300, burst_every=30).moments())
    assert sum(30 <= at < 31 for at in burst) == 300
    assert sum(at < 30 for at in burst) in (300, 301)
