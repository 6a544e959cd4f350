"""A roster's columns on a page: the label of a field, and its value. `{% load roster %}`."""

from django import template

from tournament.core.roster_fields import RosterField, text_of
from tournament.imports.roster import field_label

register = template.Library()
register.filter("field_label", field_label)


@register.filter
def field_text(row: object, field: RosterField) -> str:
    """Of an entrant, or of a row of a file."""
    return text_of(row, field)


@register.filter
def labels(fields: tuple[RosterField, ...]) -> str:
    """The fields in a sentence; a yes or no is a word of its own."""
    return ", ".join(field.local_label for field in fields)
