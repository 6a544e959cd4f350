"""Where a drill runs: on an empty site in a folder of its own; and, for the tests, in a process of its own."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.drills import processes

OURS = {"DATABASE_URL", "SDADATA_VAR", "SDADATA_EXAMPLE_GAMES"}
"""What the tests set for themselves."""


class Site(NamedTuple):
    folder: Path
    database: processes.PostgreSQL | None


@contextmanager
def own_site(*, on_postgresql: bool = False) -> Iterator[Site]:
    """Django is set up in this process, over SQLite or a cluster of the drill's own; nothing is migrated yet."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sdadata-drill-")))
        database = stack.enter_context(processes.postgresql()) if on_postgresql else None
        os.environ["DATABASE_URL"] = database.url if database else f"sqlite:///{folder}/drill.sqlite3"
        os.environ["SDADATA_VAR"] = str(folder)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.db import connections

        django.setup()
        yield Site(folder, database)
        connections.close_all()


def figures_of(drill: str, *arguments: str) -> dict:
    """What `python -m tests.drills.<drill>` prints, run as from a command line."""
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    command = [sys.executable, "-m", f"tests.drills.{drill}", *arguments]
    done = subprocess.run(
        command, cwd=processes.BASE, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.stdout, done.stderr[-2000:]
    return json.loads(done.stdout)
