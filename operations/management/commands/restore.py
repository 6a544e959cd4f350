"""`manage.py restore FILE`: replaces the database by a backup; the present database is backed up first."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from operations import backups
from tournament.management.language import Translated


class Command(Translated):
    help = gettext_noop(
        "Rimette una copia del database, mentre il sito funziona; prima fa una copia di quello che c'è."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help=_("la copia"))

    def handle(self, *args: object, file: Path, **options: object) -> None:
        was_empty = backups.is_empty()
        try:
            before = backups.restore(file, now=timezone.now())
        except backups.BackupError as refused:
            raise CommandError(str(refused)) from refused
        text = _("%(file)s è di nuovo al suo posto. Quello che c'era prima: %(before)s")
        if was_empty:
            text = _("%(file)s è di nuovo al suo posto. Prima il database era vuoto, e la sua copia è %(before)s")
        self.stdout.write(text % {"file": file, "before": before.path})
