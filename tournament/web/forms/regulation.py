"""The editor of a regulation: from a regulation to form fields, and back, by the table of its fields."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournament.core.regulation.schema import (
    BadRegulation,
    BilingualText,
    Counting,
    Readings,
    Regulation,
    Scoring,
    Teams,
)
from tournament.labels.regulation_fields import FIELDS, SECTIONS, RegulationField, Section
from tournament.labels.rule_sheet import stand_in_note
from tournament.web.forms.regulation_kinds import FORM_KINDS
from tournament.web.forms.rows import rearranged


class RegulationForm(forms.Form):
    """All fields of a regulation except its notes, in the order of the rule sheet; `reason` explains the change."""

    name_it = forms.CharField(label=gettext_lazy("Nome"), max_length=80)
    name_en = forms.CharField(label=gettext_lazy("Nome in inglese"), max_length=80)
    purpose_it = forms.CharField(
        label=gettext_lazy("Per che cosa è fatto, in una riga"), max_length=200, required=False
    )
    purpose_en = forms.CharField(label=gettext_lazy("La stessa riga in inglese"), max_length=200, required=False)
    touched = ""
    """The list whose row a button has changed."""
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, base: Regulation, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"initial": initial_of(base), **kwargs})
        self.base = base
        for field in FIELDS.values():
            self.fields[field.key] = FORM_KINDS[field.kind].form_field(field, base.game)
        self.fields["reason"] = forms.CharField(label=_("Perché cambia"), max_length=300)

    @classmethod
    def rearranged(cls, base: Regulation, data: Mapping[str, Any], order: str) -> "RegulationForm":
        """The form as it was typed, with a row added, removed or moved; nothing is checked yet."""
        form = cls(base, initial=rearranged(cls(base), data, order))
        form.touched = order.split(":")[1] if ":" in order else ""
        return form

    @property
    def sections(self) -> list[tuple[str, list[tuple[Any, list[str]]], bool]]:
        """For the template: each section with its fields, the notes about the sources of each, and whether it is open."""
        return [
            (
                str(section.title),
                [(self[one.key], self._notes(one)) for one in section.fields if one.key in self.fields],
                self._is_open(section),
            )
            for section in SECTIONS
        ]

    @property
    def stand_in(self) -> str:
        """What of this game's board or cards is not the printed one."""
        return "".join(stand_in_note(self.base.game, get_language() or "it"))

    def _is_open(self, section: Section) -> bool:
        """The first one, that of a list just changed, and every one with a fault."""
        keys = {one.key for one in section.fields}
        faulty = keys & self.errors.keys()
        return section is SECTIONS[0] or self.touched in keys or bool(faulty)

    def _notes(self, field: RegulationField) -> list[str]:
        keys, language = (field.key, field.group or field.key), get_language() or "it"
        return [note.in_language(language) for note in self.base.source_notes if note.field in keys]

    def clean(self) -> dict[str, Any] | None:
        data = super().clean()
        if data is None or self.errors:
            return data
        values = self._values(data)
        if self.errors:
            return data
        try:
            data["regulation"] = self._regulation(data, values)
        except BadRegulation as bad:
            self.blame(bad.field, bad.message)
        return data

    def blame(self, key: str, message: str) -> None:
        """Attach a message to the field where the fault can be corrected."""
        parts = key.split("[")[0].split(".")
        name = next((".".join(parts[:n]) for n in (2, 1) if ".".join(parts[:n]) in self.fields), None)
        field = FIELDS.get(key) or FIELDS.get(parts[0])
        self.add_error(name, message if name else f"{field.label if field else key}: {message}")

    def _regulation(self, data: Mapping[str, Any], values: Mapping[str, Any]) -> Regulation:
        return msgspec.structs.replace(
            self.base,
            **_group(values, ""),
            version=data["version"],
            name=BilingualText(it=data["name_it"], en=data["name_en"]),
            purpose=BilingualText(it=data["purpose_it"], en=data["purpose_en"]),
            scoring=Scoring(**_group(values, "scoring")),
            counting=Counting(**_group(values, "counting")),
            readings=Readings(**_group(values, "readings")),
            teams=_teams(_group(values, "teams")),
        )

    def _values(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Every field read, by key; a fault of each stands at its field."""
        values = {}
        for key, field in FIELDS.items():
            try:
                values[key] = FORM_KINDS[field.kind].read(field, data[key])
            except ValueError as error:
                self.blame(key, str(error))
        return values


def initial_of(regulation: Regulation) -> dict[str, Any]:
    initial: dict[str, Any] = {
        "name_it": regulation.name.it,
        "name_en": regulation.name.en,
        "purpose_it": regulation.purpose.it,
        "purpose_en": regulation.purpose.en,
        "version": regulation.version,
    }
    for key, field in FIELDS.items():
        value = field.value_in(regulation)
        initial[key] = None if value is None else FORM_KINDS[field.kind].write(field, value)
    return initial


def _group(values: Mapping[str, Any], group: str) -> dict[str, Any]:
    """The values of one group of fields, by their names in it."""
    return {FIELDS[key].name: value for key, value in values.items() if FIELDS[key].group == group}


def _teams(values: Mapping[str, int | None]) -> Teams | None:
    if not any(values.values()):
        return None
    return Teams(**{name: value or 0 for name, value in values.items()})
