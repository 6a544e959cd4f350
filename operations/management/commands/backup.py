"""`manage.py backup [--to FOLDER]`: a verified backup of the whole database while the site runs, for example on a stick.

With `--to` it is meant for another disk, so one that is not mounted is refused; `--anywhere` accepts every folder.
"""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from operations import backups
from tournament.management.language import Translated


class Command(Translated):
    help = gettext_noop("Fa una copia del database mentre il sito funziona.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, default=None, help=_("una cartella; senza, %s") % backups.folder())
        parser.add_argument(
            "--anywhere",
            action="store_true",
            help=_("con --to: anche una cartella che non c'è, e la fa, o che sta sul disco dei dati del sito"),
        )
        parser.add_argument(
            "--keep",
            type=int,
            default=0,
            metavar="N",
            help=_("cancella tutte le copie della cartella meno le ultime N e quelle degli ultimi aggiornamenti"),
        )

    def handle(self, *args: object, to: Path | None, anywhere: bool, keep: int, **options: object) -> None:
        try:
            if to and not anywhere:
                backups.check_folder(to)
            copy = backups.back_up(to, now=timezone.now())
        except backups.BackupError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{copy.path}  {copy.size / 1e6:.1f} MB")
        for old in backups.superseded(keep, to) if keep else ():
            old.path.unlink()
            self.stdout.write(_("cancellata %s") % old.path.name)
