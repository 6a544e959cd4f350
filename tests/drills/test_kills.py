"""Workers, and PostgreSQL, killed outright while judges tell their games: what was acknowledged is there, once."""

import json
import os
import subprocess
import sys

from tests.drills.processes import BASE, binary
from tests.tools import do_without


def drilled(*arguments: str) -> dict:
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SDADATA_VAR"}}
    done = subprocess.run(
        [sys.executable, "-m", "tests.drills.kills", *arguments],
        cwd=BASE, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.stdout, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_killed_workers_lose_nothing():
    found = drilled("--tables", "3", "--entries", "15", "--kills", "3")
    assert found["faults"] == []
    assert (found["acknowledged"], found["kills"]) == (45, 3)


def test_a_killed_database_loses_nothing():
    if binary("initdb") is None:
        do_without("PostgreSQL's server is not installed")
    found = drilled("--tables", "3", "--entries", "15", "--kills", "1", "--postgresql", "--database-kills", "2")
    assert found["faults"] == []
    assert (found["acknowledged"], found["kills"]) == (45, 3)
