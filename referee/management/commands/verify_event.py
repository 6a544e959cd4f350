"""`manage.py verify_event FILE`: verifies an archive without the site's database. Exit code 1 when something is wrong."""

import sys
from pathlib import Path

from django.apps import apps
from django.core.management.base import CommandError
from django.db import connections
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.archive import BadArchive, faults_of, restore
from tournament.management.language import Translated


class Command(Translated):
    help = gettext_noop(
        "Controlla l'archivio di un torneo: impronte, verbali rigiocati, catene, e la classifica rifatta dalle sue righe."
    )
    requires_system_checks = []

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path, help=_("l'archivio ZIP di un torneo"))

    def handle(self, *, file: Path, **options) -> None:
        try:
            data = file.read_bytes()
            faults = [*faults_of(data), *_faults_of_standings(data)]
        except OSError as fault:
            raise CommandError(f"{file}: {fault.strerror}") from None
        except BadArchive as fault:
            raise CommandError(f"{file}: {fault}") from None
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            sys.exit(1)
        self.stdout.write(_("%s: tutto torna") % file)


def _faults_of_standings(data: bytes) -> list[str]:
    """Loads the rows into an empty database in memory and computes the standings from them."""
    with _empty_database():
        try:
            restore(data)
        except BadArchive as fault:
            return [str(fault)]
    return []


class _empty_database:
    """Replaces the site's database, which is neither read nor written."""

    def __enter__(self) -> None:
        self.previous = connections["default"]
        del connections["default"]
        self.settings = connections.databases["default"]
        blank = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
        connections.databases["default"] = {**self.settings, "OPTIONS": {}, **blank}
        # Straight from the models: the steps by which a site came to them take fifty times as long.
        with connections["default"].schema_editor() as tables:
            for model in apps.get_models():
                if model._meta.can_migrate(connections["default"]):
                    tables.create_model(model)

    def __exit__(self, *fault: object) -> None:
        connections["default"].close()
        del connections["default"]
        connections.databases["default"] = self.settings
        connections["default"] = self.previous
