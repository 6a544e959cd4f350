"""The hour of a day, typed as on a clock of twenty-four hours: browsers show their own fields of time in the language of the system."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

FORMATS = ["%H:%M", "%H.%M", "%H"]


class ClockTime(forms.TimeField):
    """`9:30`, `9.30`, `18`; empty where it may be."""

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"inputmode": "numeric", "placeholder": _("ore:minuti"), "class": "w-num", "maxlength": 5}
        kwargs.setdefault("widget", forms.TimeInput(attributes, format="%H:%M"))
        kwargs.setdefault("input_formats", FORMATS)
        kwargs.setdefault("error_messages", {"invalid": _("Scrivi un'ora valida, come 9:30.")})
        super().__init__(**kwargs)
