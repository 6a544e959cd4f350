"""Numbers as people write them: figures 0 to 9, a sign, a decimal comma or point, and nothing that only programs read as a number."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournament.core.figures import BadFigure, read_figure

MOST_TAKEN = 1000
WHOLE = re.compile(r"[+-]?[0-9]+")


def exact(text: str) -> Decimal:
    """An exact figure in Italian or English notation: `1234,5` or `1234.5`. Raises ValidationError."""
    try:
        return read_figure(text)
    except BadFigure as bad:
        raise forms.ValidationError(str(bad)) from None


def points_taken(text: str) -> Decimal:
    """The points of a penalty: what no event is worth is a slip. Raises ValidationError."""
    points = exact(text)
    if not 0 <= points <= MOST_TAKEN:
        raise forms.ValidationError(_("I punti tolti vanno da 0 a %d.") % MOST_TAKEN)
    return points


class WholeNumber(forms.IntegerField):
    """A whole number in figures: `1_0`, `1e3` and figures of other scripts are refused as no number, rather than guessed at."""

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str) and value.strip() and not WHOLE.fullmatch(value.strip()):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


def bound(form: forms.Form | forms.ModelForm, name: str, least: int, most: int) -> None:
    """A number of a model with the bounds that make sense to a person, instead of those of the database."""
    was = form.fields[name]
    form.fields[name] = WholeNumber(
        label=was.label,
        help_text=was.help_text,
        required=was.required,
        initial=was.initial,
        min_value=least,
        max_value=most,
    )
