"""`manage.py backup [--to FOLDER]`: a verified backup of the whole database while the site runs, for example on a stick."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from operations import backups


class Command(BaseCommand):
    help = "Takes a copy of the database while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, default=None, help="a folder; var/backups without it")
        parser.add_argument(
            "--keep",
            type=int,
            default=0,
            metavar="N",
            help="delete all but the newest N in the folder, and those of the last upgrades",
        )

    def handle(self, *args: object, to: Path | None, keep: int, **options: object) -> None:
        try:
            copy = backups.back_up(to, now=timezone.now())
        except backups.BackupError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{copy.path}  {copy.size / 1e6:.1f} MB")
        for old in backups.superseded(keep, to) if keep else ():
            old.path.unlink()
            self.stdout.write(f"deleted {old.path.name}")
