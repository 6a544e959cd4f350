"""`manage.py restore FILE`: replaces the database by a backup; the present database is backed up first."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from operations import backups


class Command(BaseCommand):
    help = "Puts a copy of the database back, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        try:
            before = backups.restore(file, now=timezone.now())
        except backups.BackupError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{file} is back. What was there before: {before.path}")
