"""A field of a game's sheet of paper as a field of a form."""

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.kernel.paper import TICKED, PaperField
from games.kernel.score import decimal_text
from tournament.core.formatting import format_figure
from tournament.queries.game_paper import in_readers_language
from tournament.web.forms.numbers import exact

FIGURE = {"class": "input w-20", "inputmode": "decimal", "autocomplete": "off"}


class Tick(forms.CheckboxInput):
    """The site's own check box, for forms in a table."""

    def __init__(self, attrs: dict[str, str] | None = None) -> None:
        super().__init__({"class": "checkbox checkbox-primary", **(attrs or {})})


class ChoiceFromList(forms.Select):
    """A list of values, drawn without a template an option: a page of sheets has thousands of them."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        chosen = set(self.format_value(value))
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            ((key, SafeString(" selected") if key in chosen else "", label) for key, label in self.choices),
        )
        return format_html(
            "<select{}>{}</select>", flatatt(self.build_attrs(self.attrs, {**(attrs or {}), "name": name})), options
        )


class FigureField(forms.CharField):
    """A figure as text without needless zeros; its game says whether it can be."""

    def clean(self, value: str) -> str:
        text = super().clean(value)
        return decimal_text(exact(text)) if text else ""


class TickField(forms.BooleanField):
    def clean(self, value: bool) -> str:
        return TICKED if super().clean(value) else ""


def form_field(field: PaperField, initial: str) -> forms.Field:
    label = in_readers_language(field.words)
    if field.is_tick:
        return TickField(label=label, required=False, initial=initial == TICKED, widget=Tick)
    if field.values:
        values = [(value, in_readers_language(words)) for value, words in field.values]
        select = ChoiceFromList({"class": "select w-full min-w-0"})
        return forms.ChoiceField(
            label=label, choices=[("", "—"), *values], required=False, widget=select, initial=initial
        )
    return FigureField(
        label=label, max_length=20, required=False, widget=forms.TextInput(FIGURE), initial=as_typed(initial)
    )


def as_typed(figure: Decimal | str) -> str:
    """A stored figure as its field shows it; text that is no figure stays."""
    try:
        return format_figure(Decimal(figure))
    except InvalidOperation:
        return str(figure)
