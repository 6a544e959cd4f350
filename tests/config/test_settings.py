"""The settings hold what the project promises."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection


@pytest.mark.django_db
def test_sqlite_writes_are_durable_and_begin_with_the_write_lock():
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite has pragmas")
    with connection.cursor() as cursor:
        pragmas = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}
    assert connection.transaction_mode == "IMMEDIATE"


@pytest.mark.django_db
def test_django_finds_nothing_wrong_with_the_project():
    call_command("check", fail_level="WARNING")


def test_django_finds_nothing_wrong_with_a_deployment():
    production = {"SDADATA_HTTPS": "1", "SDADATA_SECRET_KEY": "0123456789abcdef-" * 4, "SDADATA_HOSTS": "sala.lan"}
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=settings.BASE_DIR, env=environment | production, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_a_wrong_setting_is_answered_in_a_sentence():
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate"], cwd=settings.BASE_DIR, capture_output=True, text=True, check=False,
        env=os.environ | {"DATABASE_URL": "postgresql://anna:geheim@database:port/sdadata"},
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "manage.py: DATABASE_URL: host or port cannot be read\n"


@pytest.mark.django_db
def test_every_model_has_its_migration():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
