"""Copies of a PostgreSQL database: archives of `pg_dump`, put back into an emptied database in one transaction.

`pg_restore --clean` drops only what the archive names, and fails where a later version added a table that refers to an older one. So
everything is dropped first, and what `pg_restore` prints is run here, within the same transaction: psql would also run the commands
of its own (`\\!`) that a crafted archive contains. Each statement is read before it is run (`postgresql_statements.py`).
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Container, Iterator
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import connection, connections
from django.utils.translation import gettext as _

from operations import postgresql_statements
from operations.copy_errors import BackupError

SIGN = b"PGDMP"
MOST_WAIT_SECONDS = 20  # for the tables, which others read and write
ROWS_AT_A_TIME = 1 << 16  # bytes handed to COPY in one message

# Objects of extensions are not the site's; what depends on a dropped object goes with it.
EMPTY = """
DO $$
DECLARE found record;
BEGIN
    FOR found IN
        SELECT c.oid::regclass AS name,
               CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
                              WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END AS kind
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                          AND d.deptype IN ('e', 'a', 'i'))
    LOOP
        EXECUTE format('DROP %s IF EXISTS %s CASCADE', found.kind, found.name);
    END LOOP;
    FOR found IN
        SELECT p.oid::regprocedure AS name
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    LOOP
        EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', found.name);
    END LOOP;
    FOR found IN
        SELECT t.oid::regtype AS name
        FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
        WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND t.typtype IN ('e', 'd', 'r')
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')
    LOOP
        EXECUTE format('DROP TYPE IF EXISTS %s CASCADE', found.name);
    END LOOP;
END $$
"""

PROGRAMS = """
SELECT p.proname, CASE WHEN p.prokind = 'a' THEN '' ELSE pg_get_functiondef(p.oid) END
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
UNION SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
UNION SELECT c.relname, pg_get_ruledef(r.oid)
FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
UNION SELECT evtname, evtevent || evtfoid::regproc FROM pg_event_trigger
UNION SELECT polname, coalesce(pg_get_expr(polqual, polrelid), '') FROM pg_policy
"""
"""What acts by itself: functions, triggers, views and rules, event triggers, policies, with their definitions."""


def dump(draft: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={draft}", _parameters()["dbname"])


def check(path: Path) -> None:
    """Raises BackupError unless the file is an archive with a table of contents and all of its data."""
    if "TABLE DATA" not in (contents := _run("pg_restore", "--list", str(path))) or "django_migrations" not in contents:
        raise BackupError(_("%(path)s: non è una copia di questo sito") % {"path": path})


def migrations(path: Path) -> set[tuple[str, str]]:
    """The migrations, as (app, name), that the copy's database had."""
    rows = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(path)).splitlines()
    fields = [row.split("\t") for row in rows]
    return {(row[1], row[2]) for row in fields if len(row) == 4}


def load(source: Path) -> None:
    """In one transaction: readers see the old state or the new one. Raises BackupError."""
    import psycopg
    from psycopg.conninfo import make_conninfo

    connections.close_all()
    with tempfile.TemporaryDirectory() as folder:
        scripts = {name: _script(source, name, Path(folder)) for name in ("pre-data", "data", "post-data")}
        ours = _own_statements()
        before, after = (_checked(_sql(scripts[name]), ours, source) for name in ("pre-data", "post-data"))
        try:
            with psycopg.connect(make_conninfo(**_parameters())) as live:
                live.execute(f"SET LOCAL lock_timeout = '{MOST_WAIT_SECONDS}s'")
                live.execute("SET LOCAL standard_conforming_strings = on")  # by which the statements were read
                own = _programs(live)
                live.execute(EMPTY)
                live.execute(before)
                with scripts["data"].open("rb") as lines:
                    _copy(live, lines, source)
                live.execute(after)
                _refuse_foreign(live, own, source)
        except psycopg.Error as refused:
            raise BackupError(f"{source}: {refused}") from refused


def _refuse_foreign(live: Any, own: set[tuple[str, str]], source: Path) -> None:
    """Raises BackupError for what would act in the site's place from now on. A copy of before the site had one of its own may lack it: a
    migration makes it. One whose definition a migration changes would need its older definitions here.
    """
    if foreign := sorted(_programs(live) - own):
        raise BackupError(_("%(path)s: %(part)s non è di questo sito") % {"path": source, "part": foreign[0][0]})


def _programs(live: Any) -> set[tuple[str, str]]:
    live.execute("SET LOCAL search_path = ''")  # names in definitions are written by it, and pg_restore empties it
    return set(live.execute(PROGRAMS).fetchall())


def _script(source: Path, section: str, folder: Path) -> Path:
    """A section of the archive as SQL."""
    script = folder / section
    _run("pg_restore", "--no-owner", f"--section={section}", f"--file={script}", str(source))
    return script


def _sql(script: Path) -> bytes:
    with script.open("rb") as lines:
        return b"".join(line for line in lines if not _is_for_psql(line))


def _own_statements() -> frozenset[tuple[str, ...]]:
    """Those that would make this site's tables anew, with its function and trigger."""
    schema = _run("pg_dump", "--schema-only", "--no-owner", _parameters()["dbname"])
    lines = (line for line in schema.splitlines(keepends=True) if not _is_for_psql(line.encode()))
    return frozenset(postgresql_statements.statements("".join(lines)))


def _checked(sql: bytes, own: Container[tuple[str, ...]], source: Path) -> bytes:
    """The same statements, once each may be run. Raises BackupError."""
    part = postgresql_statements.refused(sql.decode(errors="replace"), own)
    if part:
        raise BackupError(_("%(path)s: %(part)s non è di questo sito") % {"path": source, "part": part})
    return sql


def _is_for_psql(line: bytes) -> bool:
    """Newer versions bar psql's own commands with a line at the start and at the end."""
    return line.startswith((rb"\restrict ", rb"\unrestrict "))


def _copy(live: Any, lines: IO[bytes], source: Path) -> None:
    """Run the data section: statements, and rows of COPY, whose text format has no line `\\.` but the last."""
    statements: list[bytes] = []
    for line in lines:
        if postgresql_statements.COPY.fullmatch(line.rstrip()):
            live.execute(_checked(b"".join(statements), (), source))
            statements.clear()
            with live.cursor().copy(line.rstrip().removesuffix(b";")) as copy:
                for rows in _rows(lines):
                    copy.write(rows)
        elif not _is_for_psql(line):
            statements.append(line)
    live.execute(_checked(b"".join(statements), (), source))


def _rows(lines: IO[bytes]) -> Iterator[bytes]:
    """The rows up to the mark of their end, in pieces."""
    piece = bytearray()
    for line in lines:
        if line.rstrip(b"\r\n") == rb"\.":
            break
        piece += line
        if len(piece) >= ROWS_AT_A_TIME:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece)


def _run(*command: str) -> str:
    """What the program prints. Raises BackupError with what it complains of."""
    program = shutil.which(command[0])
    if program is None:
        raise BackupError(_("%(program)s non è installato") % {"program": command[0]})
    environment = {**os.environ, **_environment()}
    done = subprocess.run([program, *command[1:]], env=environment, capture_output=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{command[0]}: {done.stderr.decode(errors='replace').strip() or done.returncode}")
    return done.stdout.decode(errors="replace")


def _parameters() -> dict[str, str]:
    """The parameters of the server itself, as libpq names them: `pg_dump` leaves its search path behind in a pooler's connection."""
    from psycopg import pq

    known = {one.keyword.decode() for one in pq.Conninfo.get_defaults()}
    ours = settings.DIRECT_DATABASE or connection.get_connection_params()
    return {name: str(value) for name, value in ours.items() if name in known and value}


def _environment() -> dict[str, str]:
    """The same for PostgreSQL's programs: a password on a command line is seen by every user of the machine."""
    from psycopg import pq

    variables = {one.keyword.decode(): one.envvar.decode() for one in pq.Conninfo.get_defaults() if one.envvar}
    return {variables[name]: value for name, value in _parameters().items() if name in variables}
