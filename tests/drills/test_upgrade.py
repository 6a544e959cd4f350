"""A tournament in play on the earliest version, brought to this one: the same chain heads, and every table goes on."""

import json
import os
import subprocess
import sys

from tests.drills.processes import BASE


def test_a_live_tournament_keeps_its_chain_heads_through_every_migration():
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "SDADATA_VAR", "SDADATA_EXAMPLE_GAMES"}
    }
    command = [sys.executable, "-m", "tests.drills.upgrade", "--entries", "40"]
    done = subprocess.run(command, cwd=BASE, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["faults"] == []
    assert (found["tables in play"], found["entries before"], found["entries after"]) == (5, 200, 225)
    assert found["migrations"] > 10
