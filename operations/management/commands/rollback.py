"""`manage.py rollback`, run with the code of the version before: puts back the copy that was taken before the upgrade."""

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from operations import backups


class Command(BaseCommand):
    help = "Puts back the newest copy from before an upgrade that this version can read. Run it with the older version."

    def handle(self, *args: object, **options: object) -> None:
        try:
            copy = backups.before_upgrade()
            before = backups.restore(copy.path, now=timezone.now())
        except backups.BackupError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{copy.path} of {copy.made_at:%d/%m %H:%M} is back.")
        self.stdout.write(f"What was entered since is in {before.path}; tablets send again what their tables entered.")
