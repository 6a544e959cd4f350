"""A migrated SQLite database, kept from one run of the tests to the next: applying every migration takes longer than most test files.

It is named by what it was made from, so that a changed migration or package makes another.
"""

import os
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "var" / "test-database"


def start_from_template() -> None:
    """Creating the test database copies the template, if there is one, in place of applying the migrations."""
    template = _template()
    if connection.vendor != "sqlite" or not template.exists():
        return
    creation: Any = connection.creation
    create = creation._create_test_db

    def create_from_template(*arguments: object, **named: object) -> str:
        name = create(*arguments, **named)
        shutil.copyfile(template, name)
        return name

    creation._create_test_db = create_from_template
    connection.settings_dict["TEST"]["MIGRATE"] = False


def save_template() -> None:
    """From a test database that was just migrated. Concurrent runs write files of their own, and the last one stays."""
    template = _template()
    if connection.vendor != "sqlite" or template.exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.sqlite3"):
        old.unlink(missing_ok=True)
    own = FOLDER / f"{os.getpid()}.part"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(own)])
    own.replace(template)


def _template() -> Path:
    made_from = sha256()
    for path in _sources():
        made_from.update(path.read_bytes())
    return FOLDER / f"{made_from.hexdigest()[:16]}.sqlite3"


def _sources() -> Iterator[Path]:
    yield ROOT / "requirements" / "dev.txt"
    yield Path(settings.BASE_DIR) / "config" / "settings.py"
    for app in apps.get_app_configs():
        yield from sorted(Path(app.path).glob("migrations/*.py"))
