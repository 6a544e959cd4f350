"""The app's name for Django; on start it offers its pages to the tournament's tables and screens."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tournament.apps import import_modules_of


class RefereeConfig(AppConfig):
    name = "referee"
    verbose_name = _("Arbitraggio")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("referee.hooks.tables")
        import_module("referee.hooks.projector")
        import_module("referee.hooks.broadcasts")
        import_module("referee.hooks.ceremony")
        import_module("referee.hooks.memory")
        import_module("referee.hooks.api")
        import_module("referee.hooks.privacy")
        import_module("referee.archive.event")
        import_module("referee.demo.script")
        import_modules_of("referee.actions")
