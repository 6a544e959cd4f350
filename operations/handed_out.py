"""Copies that people carry away: without sessions (and the devices that name them), password hashes, open passes and the secrets of
games in play.

Whoever puts such a copy back on the same site keeps the passwords and secrets that the site has at that moment.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection

from referee.models import GameRecord, SealedVault
from tournament.models import Device, EntryPass, Table
from tournament.states import TableState

NO_PASSWORD = "!left-out-of-the-copy"
"""Django takes a hash that begins so for no password at all."""
OVER = (TableState.COUNTED, TableState.SIGNED)
NAMING = ("opened_at", "header")
"""What tells a record from all others. The header contains the commitments of the secrets, which no other vault fits."""


def can_be_stripped() -> bool:
    """PostgreSQL's copies cannot be edited: they are handed out whole, or not at all."""
    return connection.vendor == "sqlite"


def stripped(copy: Path) -> IO[bytes]:
    """The copy without its secrets, as an open file that nobody else finds. The copy itself stays as it is."""
    with tempfile.TemporaryDirectory(dir=copy.parent, prefix=".half-") as folder:
        path = Path(folder) / "copy"
        with (
            closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(path, isolation_level=None)) as target,
        ):
            source.backup(target)
            _strip(target)
        handed = tempfile.TemporaryFile(dir=copy.parent)  # noqa: SIM115  the answer closes it
        with path.open("rb") as file:
            shutil.copyfileobj(file, handed)
    handed.seek(0)
    return handed


def _strip(target: sqlite3.Connection) -> None:
    """VACUUM writes the file anew: deleted rows stay in the free pages of a database."""
    there = {name for (name,) in target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in _table_names(Session, Device, EntryPass):
        if table in there:  # an older version may not have it
            target.execute(f'DELETE FROM "{table}"')
    users, vaults, records, tables = _table_names(get_user_model(), SealedVault, GameRecord, Table)
    target.execute(f'UPDATE "{users}" SET password = ?', [NO_PASSWORD])
    over = ", ".join(f"'{state}'" for state in OVER)
    target.execute(
        f'DELETE FROM "{vaults}" WHERE record_id NOT IN (SELECT r.id FROM "{records}" r JOIN "{tables}" t'
        f" ON t.id = r.table_id WHERE t.state IN ({over}))"
    )
    target.execute("VACUUM")


def _table_names(*models) -> Iterable[str]:
    return [model._meta.db_table for model in models]


@contextmanager
def secrets_stay() -> Iterator[None]:
    """Around the restoring of a copy: what was left out of it comes from the database as it was before.

    That database may be of a later version, in which columns are missing: only those needed here are read.
    """
    passwords = dict(get_user_model().objects.values_list("username", "password"))
    sealed = SealedVault.objects.values_list(*(f"record__{column}" for column in NAMING), "vault")
    vaults = {tuple(naming): vault for *naming, vault in sealed}
    yield
    for pk, username in get_user_model().objects.filter(password=NO_PASSWORD).values_list("pk", "username"):
        if username in passwords:
            get_user_model().objects.filter(pk=pk).update(password=passwords[username])
    for pk, *naming in GameRecord.objects.filter(sealed_vault=None).values_list("pk", *NAMING):
        if vault := vaults.get(tuple(naming)):
            SealedVault.objects.create(record_id=pk, vault=vault)
