"""`python -m tests.drills.rollback [--postgresql] [--last 5]`

Upgrades and the way back with the real code of older versions: for each of the latest commits that changed the database, a site of
the version before it is filled with a tournament in play, upgraded by the code of today, written to, rolled back by the older code, and
upgraded again. Every row that was there before the upgrade must be there after the rollback, in the columns of the older version, no
other, and what came after it must be in the copy that the rollback took. A version that has no `rollback` yet puts the copy back with
its `restore`.
"""

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

from tests.drills import processes

BASE = processes.BASE
MIGRATIONS = ("tournament/migrations", "referee/migrations")
FIRST, SECOND = "prima", "dopo"
ACCOUNTS = ("gino", "olga")
PEOPLE = "cognome\n" + "".join(f"Cognome {letter}\n" for letter in "ABCDEFGH")
EVENT = """
[accounts]
organizer = "olga"
judge = "gino"

[[tournaments]]
key = "small"
name = "Prova"
regulation = "risiko-torneo"
roster = "few.csv"
rounds = [{ seed = "s", began_minutes_ago = 20, tables = [
    { number = 1, seed = 3, stops = 120 },
    { number = 2, seed = 4, by_hand = true },
] }]
"""
# Of the queue and of what pages last saw: they say nothing that a rollback has to bring back.
PASSING = ("django_session", "django_tasks_db", "tournament_liveversion")
ROWS = """
import json
from hashlib import sha256
from django.db import connection
found = {}
with connection.cursor() as cursor:
    for table in sorted(connection.introspection.table_names(cursor)):
        if table.startswith(PASSING):
            continue
        columns = sorted(one.name for one in connection.introspection.get_table_description(cursor, table))
        cursor.execute("SELECT " + ", ".join(f'"{one}"' for one in columns) + f' FROM "{table}"')
        rows = sorted(repr(row) for row in cursor.fetchall())
        found[table] = [len(rows), sha256(repr(rows).encode()).hexdigest()]
print(json.dumps(found))
"""


def changes(last: int) -> list[str]:
    """The commits that added a migration behind the first ones, newest first."""
    beginning = _git("log", "-1", "--format=%h", "--diff-filter=A", "--", f"{MIGRATIONS[0]}/0001_initial.py").strip()
    files = [f"{folder}/0*.py" for folder in MIGRATIONS]
    return _git("log", "--format=%h", "--diff-filter=A", f"{beginning}..HEAD", "--", *files).split()[:last]


def drill(commit: str, url: str, work: Path) -> dict[str, object]:
    older = work / commit / "code"
    older.mkdir(parents=True)
    with tarfile.open(fileobj=BytesIO(_git_bytes("archive", f"{commit}~"))) as archive:
        archive.extractall(older, filter="data")
    site = Site(older, work / commit / "var", url)
    faults = []
    site.manage(older, "migrate", "--verbosity", "0")
    site.add(older, FIRST)
    site.play(older)
    before, rows = site.tables(older), site.rows(older)
    upgraded = site.timed(BASE, "migrate", "--verbosity", "0")
    site.add(BASE, SECOND)
    copy = next((site.var / "backups").glob("*before-upgrade*"), None)
    if copy is None:
        return {"commit": commit, "faults": ["no copy was taken before the upgrade"]}
    has_rollback = (older / "operations/management/commands/rollback.py").exists()
    back = site.timed(older, *(["rollback"] if has_rollback else ["restore", str(copy)]), check=False)
    if back is None:
        return {
            "commit": commit,
            "by": "rollback" if has_rollback else "restore",
            "faults": ["the older code could not"],
        }
    if site.people(older) != sorted([FIRST, *ACCOUNTS]):
        faults.append(f"after the rollback: {site.people(older)}")
    if site.tables(older) != before:
        faults.append("tables or columns of the later version stayed")
    if changed := [table for table, of in site.rows(older).items() if rows.get(table) != of]:
        faults.append(f"after the rollback other rows are in {changed}")
    site.manage(older, "migrate", "--check")
    forth = site.timed(BASE, "migrate", "--verbosity", "0")
    kept = next((site.var / "backups").glob("*before-restore*"), None)
    if kept is None:
        faults.append("the rollback took no copy")
    else:
        site.manage(BASE, "restore", str(kept))
        if site.people(BASE) != sorted([SECOND, FIRST, *ACCOUNTS]):
            faults.append(f"what came after the upgrade is not in the copy: {site.people(BASE)}")
    return {
        "commit": commit,
        "by": "rollback" if has_rollback else "restore",
        "copy": copy.name.partition("before-upgrade-")[2],
        "rows": sum(count for count, _digest in rows.values()),
        "seconds": {"upgrade": upgraded, "back": back, "forth": forth},
        "faults": faults,
    }


class Site:
    """One database and one data folder, used by the code of several versions."""

    def __init__(self, older: Path, var: Path, url: str) -> None:
        self.var = var
        var.mkdir()
        self.url = url or f"sqlite:///{var}/site.sqlite3"

    def manage(self, code: Path, *arguments: str, check: bool = True) -> str | None:
        environment = os.environ | {
            "DATABASE_URL": self.url,
            "SDADATA_VAR": str(self.var),
            "DJANGO_SUPERUSER_PASSWORD": "una-password-di-prova",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=code, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{' '.join(arguments)}: {done.stderr.strip()[-600:]}", file=sys.stderr)
            if check:
                raise SystemExit(1)
            return None
        return done.stdout

    def timed(self, code: Path, *arguments: str, check: bool = True) -> float | None:
        began = time.monotonic()
        done = self.manage(code, *arguments, check=check)
        return None if done is None else round(time.monotonic() - began, 1)

    def add(self, code: Path, name: str) -> None:
        self.manage(code, "createsuperuser", "--noinput", "--username", name, "--email", f"{name}@example.org")

    def play(self, code: Path) -> None:
        """Two tables, one of them with a record that stops in play."""
        script = self.var / "script"
        script.mkdir()
        (script / "event.toml").write_text(EVENT)
        (script / "few.csv").write_text(PEOPLE)
        self.manage(code, "demo", "--script", str(script))

    def rows(self, code: Path) -> dict[str, list]:
        """How many rows each table has, and a digest of them."""
        found = self.manage(code, "shell", "--no-imports", "--command", f"PASSING = {PASSING!r}\n{ROWS}")
        return json.loads((found or "").strip().splitlines()[-1])

    def people(self, code: Path) -> list[str]:
        return self._evaluated(
            code, "[*get_user_model().objects.order_by('username').values_list('username', flat=True)]"
        )

    def tables(self, code: Path) -> list[list[str]]:
        columns = "sorted(c.name for c in connection.introspection.get_table_description(connection.cursor(), t))"
        return self._evaluated(code, f"[[t, *{columns}] for t in sorted(connection.introspection.table_names())]")

    def _evaluated(self, code: Path, expression: str) -> list:
        imports = "import json; from django.db import connection; from django.contrib.auth import get_user_model"
        printed = self.manage(code, "shell", "--no-imports", "--command", f"{imports}; print(json.dumps({expression}))")
        return json.loads((printed or "").strip().splitlines()[-1])


def _git(*arguments: str) -> str:
    return _git_bytes(*arguments).decode()


def _git_bytes(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=BASE, capture_output=True, check=True).stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--last", type=int, default=5)
    parser.add_argument("--postgresql", action="store_true", help="clusters of its own instead of SQLite")
    options = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory(prefix="sdadata-drill-") as folder:
        for commit in changes(options.last):
            with ExitStack() as stack:
                url = stack.enter_context(processes.postgresql()).url if options.postgresql else ""
                found.append(drill(commit, url, Path(folder)))
            print(json.dumps(found[-1], ensure_ascii=False), flush=True)
    return 1 if not found or any(one["faults"] for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
