"""The app's name for Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    name = "operations"
    verbose_name = _("Gestione del sito")

    def ready(self) -> None:
        """A process that renders no page knows the verbs of the log too."""
        from operations import copy_log  # noqa: F401
