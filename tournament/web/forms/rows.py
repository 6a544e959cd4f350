"""A list in a form as rows, one entry each, that can be added, removed and moved: buttons of the form, which work without scripts."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms import Widget
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

Row = tuple[str, ...]
BUTTON = "rows"
"""The name of the buttons; their value is `add:order`, `remove:order:2`, `up:order:2` or `down:order:2`."""
WIDE = 5
"""Columns from which each entry has its title above it: one line of titles would stand over nothing on a phone."""


class RowsWidget(Widget):
    """Each column is a widget; an input of column 1 of the field `order` is named `order-1`, once a row."""

    template_name = "tournament/regulation/rows.html"

    def __init__(self, columns: Sequence[tuple[Any, Widget]]) -> None:
        """`columns` are the labels of the columns with their widgets."""
        super().__init__()
        self.columns = list(columns)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[Row]:
        cells = [_list_of(data, f"{name}-{column}") for column in range(len(self.columns))]
        many = max(map(len, cells), default=0)
        padded = [[*column, *[""] * (many - len(column))] for column in cells]
        return [tuple(str(cell).strip() for cell in row) for row in zip(*padded, strict=True)]

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return False

    def id_for_label(self, id_: str) -> str:
        return f"{id_}-0-0" if id_ else id_

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        rows = list(value or [])
        id_ = context["widget"]["attrs"].get("id", f"id_{name}")
        context["widget"] |= {
            "is_one_column": len(self.columns) == 1,
            "is_wide": len(self.columns) >= WIDE,
            "titles": [label for label, _widget in self.columns],
            "rows": [
                {"place": place, "is_first": place == 0, "is_last": place == len(rows) - 1, "cells": self._cells(name, id_, place, row)}
                for place, row in enumerate(rows)
            ],
        }  # fmt: skip
        return context

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> SafeString:
        """With the templates of the site, which the renderer of widgets does not look up."""
        return mark_safe(render_to_string(template_name, context))

    def _cells(self, name: str, id_: str, place: int, row: Row) -> list[dict[str, Any]]:
        """Figures are narrow; a row that is too short has blanks at its end."""
        cells = []
        for column, (label, widget) in enumerate(self.columns):
            attrs = {"id": f"{id_}-{place}-{column}", "aria-label": f"{label}, {place + 1}"}
            html = widget.render(f"{name}-{column}", row[column] if column < len(row) else "", attrs)
            narrow = isinstance(widget, forms.TextInput)
            cells.append({"html": html, "is_narrow": narrow, "title": label, "id": attrs["id"]})
        return cells


def _list_of(data: Any, name: str) -> list[str]:
    found = data.getlist(name) if hasattr(data, "getlist") else data.get(name, [])
    return list(found) if isinstance(found, list | tuple) else [found]


class RowsField(forms.Field):
    """Its value is the rows without the blank ones, each a tuple of texts; what they mean the form says."""

    widget: RowsWidget

    def __init__(self, columns: Sequence[tuple[Any, Widget]], **kwargs: Any) -> None:
        super().__init__(widget=RowsWidget(columns), **kwargs)

    def to_python(self, value: Any) -> list[Row]:
        return [tuple(row) for row in value or [] if any(row)]

    def validate(self, value: list[Row]) -> None:
        if self.required and not value:
            raise forms.ValidationError(self.error_messages["required"], code="required")


def rearranged(form: forms.Form, data: Mapping[str, Any], order: str) -> dict[str, Any]:
    """The values of all fields of the form as they were typed, with the change that a button asks for: the next form's initial."""
    typed = {name: field.widget.value_from_datadict(data, {}, name) for name, field in form.fields.items()}
    act, _colon, rest = order.partition(":")
    name, _colon, place_text = rest.partition(":")
    field = form.fields.get(name)
    if isinstance(field, RowsField):
        rows = list(typed[name])
        place = int(place_text) if place_text.isdecimal() and len(place_text) < 4 else -1
        typed[name] = _changed(rows, act, place, ("",) * len(field.widget.columns))
    return typed


def _changed(rows: list[Row], act: str, place: int, blank: Row) -> list[Row]:
    if act == "add":
        return [*rows, blank]
    if not 0 <= place < len(rows):
        return rows
    row, rest = rows[place], rows[:place] + rows[place + 1 :]
    if act == "remove":
        return rest
    at = {"up": max(place - 1, 0), "down": place + 1}.get(act, place)
    return [*rest[:at], row, *rest[at:]]
