"""The app's name for Django; on start it connects devices, webhooks, periodic work and the privacy of its fields."""

from importlib import import_module
from pkgutil import iter_modules

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.kernel import boards


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = _("Tornei")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("tournament.jobs.daily")
        import_module("tournament.web.support.auth")
        import_module("tournament.privacy.classification")
        import_modules_of("tournament.actions")
        boards.set_shelf(import_module("tournament.actions.brought_files").DatabaseShelf())


def import_modules_of(package: str) -> None:
    """Every module of the package: the verbs of the log that they declare are known to every process from its start."""
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)
