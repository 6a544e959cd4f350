"""A site full of records, backed up, emptied and restored: nothing differs. `make drills` does it with a million entries."""

import json
import os
import subprocess
import sys

from tests.drills.processes import BASE


def test_a_restored_site_is_the_one_that_was_backed_up():
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "SDADATA_VAR", "SDADATA_EXAMPLE_GAMES"}
    }
    command = [sys.executable, "-m", "tests.drills.restore", "--players", "24", "--entries", "600"]
    done = subprocess.run(command, cwd=BASE, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["faults"] == []
    assert (found["players"], found["records"], found["results"], found["entries"]) == (24, 12, 48, 600)
