"""`manage.py migrate`, which first backs up a database that it is about to change: the way back from an upgrade.

It refuses a database of a later version. Whatever starts a site migrates first, so that an older version never serves what it would spoil.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.exceptions import AmbiguityError
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from operations import backups
from tournament.management.language import Translated


class Command(Translated, migrate.Command):
    help = gettext_noop("Porta il database alla versione del programma, e prima fa una copia di quello che cambia.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--without-copy", action="store_true", help=_("non fa prima la copia del database"))

    def handle(self, *args: Any, without_copy: bool = False, **options: Any) -> None:
        if not (options["plan"] or options["check_unapplied"] or options["fake"]):
            _refuse_a_later_version()
            if not without_copy:
                self._back_up(options)
        super().handle(*args, **options)

    def _back_up(self, options: dict[str, Any]) -> None:
        if not (purpose := before_what(options["app_label"], options["migration_name"])):
            return
        try:
            copy = backups.back_up(now=timezone.now(), purpose=purpose)
        except backups.BackupError as refused:
            reason = _("%(reason)s. Il database non è cambiato; con --without-copy cambia senza una via di ritorno.")
            raise CommandError(reason % {"reason": refused}) from refused
        text = _(
            "Prima di aggiornare il database ne è fatta una copia, da cui torna indietro «rollback» con la versione di prima: %s"
        )
        self.stdout.write(text % copy.path)


def _refuse_a_later_version() -> None:
    if later := backups.later_than_this_version():
        reason = _(
            "Il database è di una versione più recente del programma, con %(migrations)s: avvia quella versione, o torna "
            "indietro con il comando «rollback»."
        )
        raise CommandError(reason % {"migrations": ", ".join(later)})


def before_what(app: str | None = None, name: str | None = None) -> str:
    """What the copy is taken before, for its name: `before-upgrade-APP-FROM-to-TO` of the first app that changes; "" where nothing changes.

    `app` and `name` are the command's own. A database without tables has nothing to lose.
    """
    executor = MigrationExecutor(connection)
    applied = executor.loader.applied_migrations
    plan = executor.migration_plan(_targets(executor, app, name))
    if not applied or not plan:
        return ""
    first, backwards = plan[0]
    steps = [step.name for step, _backwards in plan if step.app_label == first.app_label]
    have = max((name for label, name in applied if label == first.app_label), default="0000")
    to = min(steps) if backwards else max(steps)
    return f"{backups.BEFORE_UPGRADE}-{first.app_label}-{have[:4]}-to-{_number_before(to) if backwards else to[:4]}"


def _number_before(name: str) -> str:
    """Where a migration taken back leads: its number less one."""
    return f"{int(name[:4]) - 1:04}"


def _targets(executor: MigrationExecutor, app: str | None, name: str | None) -> list[tuple[str, str | None]]:
    """None for names that the command itself will refuse."""
    leaves = executor.loader.graph.leaf_nodes()
    if app is None:
        return leaves
    if name is None:
        return [leaf for leaf in leaves if leaf[0] == app]
    if name == "zero":
        return [(app, None)]
    try:
        return [(app, executor.loader.get_migration_by_prefix(app, name).name)]
    except (AmbiguityError, KeyError):
        return []
