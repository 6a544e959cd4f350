"""The editor of a regulation: from a regulation to text fields, and back."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec
from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.registry import games
from tournament.core.formatting import format_figure
from tournament.core.regulation.schema import (
    BadRegulation,
    Band,
    Counting,
    Regulation,
    RoundOptions,
    Scoring,
    Teams,
    Words,
)
from tournament.labels import regulation as words

SPARE_BANDS = 2
DECIMALS = ("divisor", "first", "objective_at")
MAYBE_DECIMALS = ("most", "first_shared", "objective", "objective_place", "objective_points")
LISTS = ("places", "eliminated")
CHOICES = {
    "format": words.FORMATS,
    "seeding": words.SEEDINGS,
    "withdrawals": words.WITHDRAWALS,
    "scoring.method": words.METHODS,
    "scoring.rounding": words.ROUNDINGS,
}
KEY_LISTS = {
    "order": words.STANDINGS_KEYS,
    "runners_up_order": words.RUNNER_UP_KEYS,
    "draw_criteria": words.DRAW_CRITERIA,
    "pairings": words.PAIRINGS,
}
FLAGS = ("seats_drawn", "scoring.sole_winner", "counting.absences_are_discards")
WHOLE = {
    "rounds": False, "minutes": False, "pre_alarm": False, "tiebreaks_across": True, "scoring.decimals": True,
    "counting.best": True, "counting.discards": False, "counting.needed": False, "teams.least": True,
    "teams.most": True, "teams.line_up": True, "teams.best": True, "teams.of": True,
}  # fmt: skip
"""Whole numbers, and whether they are optional."""
SIZES = ("table_sizes", "final_sizes", "advance")


class RegulationForm(forms.Form):
    """All fields of a regulation except its notes, in the order of the rule sheet; `reason` explains the change."""

    name_it = forms.CharField(label=gettext_lazy("Nome"), max_length=80)
    name_en = forms.CharField(label=gettext_lazy("Nome in inglese"), max_length=80)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, base: Regulation, *args, **kwargs) -> None:
        super().__init__(*args, initial=initial_of(base), **kwargs)
        self.base = base
        for _title, names in words.SECTIONS:
            for name in names:
                self._add(name)
        self.fields["reason"] = forms.CharField(label=_("Perché cambia"), max_length=300)

    def _add(self, name: str) -> None:
        if name == "bands":
            self._add_bands()
        elif name in ("game_options", "round_options"):
            self.fields[name] = _lines_field(words.FIELDS[name], self._options_help(name))
        elif name == "draw_criteria_by_round":
            self.fields[name] = _lines_field(
                words.FIELDS[name], _("Una riga per turno, i criteri separati da virgole.")
            )
        else:
            self.fields[name] = _field_for(name)

    def _options_help(self, name: str) -> str:
        known = games()[self.base.game].options if self.base.game in games() else ()
        keys = ", ".join(option.key for option in known)
        if name == "game_options":
            return _("Una riga per opzione: chiave = valore. Opzioni di questo gioco: %s.") % keys
        return _("Una riga per opzione: «ultimi 3: chiave = valore» o «turni 2 4: chiave = valore».")

    def _add_bands(self) -> None:
        for number in range(len(self.base.bands) + SPARE_BANDS):
            for name, label in words.BAND_FIELDS.items():
                widget = forms.NumberInput({"aria-label": f"{label}, {number + 1}"})
                self.fields[f"band_{number}_{name}"] = forms.IntegerField(
                    label=label, min_value=0, max_value=9999, required=False, widget=widget
                )

    @property
    def sections(self) -> list[tuple[str, list[tuple[Any, list[str]]]]]:
        """For the template: each section with its fields, and the doubts on each."""
        language = get_language() or "it"
        found = []
        for title, names in words.SECTIONS:
            rows = [(self[name], self._doubts(name, language)) for name in names if name in self.fields]
            found.append((str(title), rows))
        return found

    def _doubts(self, name: str, language: str) -> list[str]:
        return [doubt.in_language(language) for doubt in self.base.doubts if doubt.field in (name, name.split(".")[0])]

    @property
    def band_rows(self) -> list[list[Any]]:
        rows = range(len(self.base.bands) + SPARE_BANDS)
        return [[self[f"band_{number}_{name}"] for name in words.BAND_FIELDS] for number in rows]

    @property
    def band_doubts(self) -> list[str]:
        return self._doubts("bands", get_language() or "it")

    def clean(self) -> dict:
        data = super().clean()
        if self.errors:
            return data
        try:
            data["regulation"] = self._regulation(data)
        except BadRegulation as bad:
            self.blame(bad.field, bad.fault)
        except (ValueError, InvalidOperation) as fault:
            self.add_error(None, str(fault))
        return data

    def blame(self, field: str, fault: str) -> None:
        """Attach a fault to the field where it can be corrected."""
        parts = field.split("[")[0].split(".")
        known = next((".".join(parts[:n]) for n in (2, 1) if ".".join(parts[:n]) in self.fields), None)
        label = words.FIELDS.get(field) or words.FIELDS.get(parts[0])
        self.add_error(known, fault if known else f"{label or field}: {fault}")

    def _regulation(self, data: Mapping[str, Any]) -> Regulation:
        names = ("format", "seeding", "withdrawals", "rounds", "minutes", "pre_alarm", "edition")
        simple = {name: data[name] for name in names}
        return msgspec.structs.replace(
            self.base,
            **simple,
            version=data["version"],
            name=Words(it=data["name_it"], en=data["name_en"]),
            seats_drawn=data["seats_drawn"],
            tiebreaks_across=data["tiebreaks_across"],
            **{name: _whole_list(data[name]) for name in SIZES},
            **{name: _keys(data[name], known) for name, known in KEY_LISTS.items()},
            draw_criteria_by_round=tuple(
                _keys(line, words.DRAW_CRITERIA) for line in _rows(data["draw_criteria_by_round"])
            ),
            scoring=_scoring(data),
            counting=_counting(data),
            teams=_teams(data),
            bands=tuple(self._bands(data)),
            game_options=_options(_rows(data["game_options"])),
            round_options=tuple(_round_options(_rows(data["round_options"]))),
        )

    def _bands(self, data: Mapping[str, Any]) -> Iterable[Band]:
        for number in range(len(self.base.bands) + SPARE_BANDS):
            row = {name: data[f"band_{number}_{name}"] for name in words.BAND_FIELDS}
            if any(row.values()):
                figures = {name: many or 0 for name, many in row.items()}
                yield Band(**{**figures, "up_to": row["up_to"] or None, "finals": row["finals"] or 1})


# Fields


def _lines_field(label: Any, help_text: str) -> forms.CharField:
    area = forms.Textarea({"rows": 3, "spellcheck": "false"})
    return forms.CharField(label=label, help_text=help_text, required=False, widget=area, max_length=4000)


def _field_for(name: str) -> forms.Field:
    label = words.FIELDS[name]
    if name in CHOICES:
        return forms.ChoiceField(label=label, choices=list(CHOICES[name].items()))
    if name in FLAGS:
        return forms.BooleanField(label=label, required=False)
    if name in WHOLE:
        return forms.IntegerField(label=label, min_value=0, max_value=9999, required=not WHOLE[name])
    if name in KEY_LISTS:
        known = ", ".join(map(_word, KEY_LISTS[name].values()))
        help_text = _("Separati da virgole. Ci sono: %s.") % known
        return forms.CharField(label=label, required=False, help_text=help_text, max_length=1000)
    return forms.CharField(label=label, required=name in REQUIRED, help_text=HELP.get(name, ""), max_length=300)


REQUIRED = ("table_sizes", "final_sizes", "scoring.divisor", "scoring.first", "scoring.objective_at", "counting.entry")
HELP = {
    "table_sizes": gettext_lazy("I numeri ammessi, il preferito per primo: 4 5"),
    "advance": gettext_lazy("Un numero per ogni turno prima della finale: 2 1"),
    "scoring.by_size": gettext_lazy("Per esempio: 3: 0,75, 5: 1,25"),
    "scoring.places": gettext_lazy("Dal primo in giù: 12 7 5 3 2"),
    "scoring.eliminated": gettext_lazy("Dall'ultimo uscito al primo: 3 2 1 0"),
}


# From a regulation to fields


def initial_of(regulation: Regulation) -> dict[str, Any]:
    initial: dict[str, Any] = {
        "name_it": regulation.name.it,
        "name_en": regulation.name.en,
        "version": regulation.version,
    }
    for name in (name for _title, names in words.SECTIONS for name in names):
        group, _dot, part = name.partition(".")
        owner = getattr(regulation, group) if part else regulation
        initial[name] = _written(name, getattr(owner, part or name) if owner is not None else None, regulation)
    for number, band in enumerate(regulation.bands):
        for name in words.BAND_FIELDS:
            initial[f"band_{number}_{name}"] = getattr(band, name) or None
    return initial


def _written(name: str, value: Any, regulation: Regulation) -> Any:
    if name in KEY_LISTS:
        return ", ".join(_word(KEY_LISTS[name][key]) for key in value)
    if name == "draw_criteria_by_round":
        return "\n".join(", ".join(_word(words.DRAW_CRITERIA[key]) for key in keys) for keys in value)
    if name == "scoring.by_size":
        return ", ".join(f"{size}: {format_figure(factor)}" for size, factor in sorted(value.items()))
    if name == "game_options":
        return "\n".join(_option_lines(value))
    if name == "round_options":
        return "\n".join(f"{_when(change)}: {line}" for change in value for line in _option_lines(change.options))
    if isinstance(value, Decimal):
        return format_figure(value)
    if isinstance(value, tuple):
        return " ".join(format_figure(Decimal(one)) for one in value if not isinstance(one, Band))
    return value


def _option_lines(options: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {str(value).lower() if isinstance(value, bool) else value}" for key, value in options.items()]


def _when(change: RoundOptions) -> str:
    return _("ultimi %d") % change.last if change.last else _("turni %s") % " ".join(map(str, change.rounds))


# From fields to a regulation


def _rows(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        raise ValueError(_("«%s» non è un numero.") % text.strip()[:30]) from None


def _maybe(text: str) -> Decimal | None:
    return _decimal(text) if text.strip() else None


def _decimals(text: str) -> tuple[Decimal, ...]:
    return tuple(_decimal(one) for one in re.split(r"[\s;/]+", text.strip()) if one)


def _whole_list(text: str) -> tuple[int, ...]:
    return tuple(_whole(one) for one in re.split(r"[\s;/,]+", text.strip()) if one)


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise ValueError(_("«%s» non è un numero intero.") % text[:30])
    return int(text)


def _keys(text: str, known: Mapping[str, Any]) -> tuple[str, ...]:
    """Keys, written as their words in the reader's language or as in files. Raises BadRegulation."""
    by_word = {_word(word).casefold(): key for key, word in known.items()} | {key: key for key in known}
    return tuple(by_word.get(one.strip().casefold(), one.strip()) for one in text.split(",") if one.strip())


def _word(word: Any) -> str:
    """The word without commas, which separate the words of a list in every language."""
    return str(word).replace(",", "")


def _by_size(text: str) -> dict[str, Decimal]:
    pairs = re.findall(r"(\d+)\s*[:=]\s*([\d]+(?:[.,]\d+)?)", text)
    if text.strip() and not pairs:
        raise ValueError(_("Fattori: «%s» non si capisce; per esempio 5: 1,25.") % text.strip()[:40])
    return {size: _decimal(factor) for size, factor in pairs}


def _scoring(data: Mapping[str, Any]) -> Scoring:
    of = {name: data[f"scoring.{name}"] for name in Scoring.__struct_fields__}
    return Scoring(
        method=of["method"],
        sole_winner=of["sole_winner"],
        by_size=_by_size(of["by_size"]),
        decimals=of["decimals"],
        rounding=of["rounding"],
        **{name: _decimal(of[name]) for name in DECIMALS},
        **{name: _maybe(of[name]) for name in MAYBE_DECIMALS},
        **{name: _decimals(of[name]) for name in LISTS},
    )


def _counting(data: Mapping[str, Any]) -> Counting:
    whole = ("best", "discards", "absences_are_discards", "needed")
    return Counting(**{name: data[f"counting.{name}"] for name in whole}, entry=_decimal(data["counting.entry"]))


def _teams(data: Mapping[str, Any]) -> Teams | None:
    values = {name: data[f"teams.{name}"] for name in Teams.__struct_fields__}
    if not any(values.values()):
        return None
    return Teams(**{name: value or 0 for name, value in values.items()})


def _options(lines: Sequence[str]) -> dict[str, bool | int | str]:
    found: dict[str, bool | int | str] = {}
    for line in lines:
        key, sign, value = (part.strip() for part in line.partition("="))
        if not sign or not key or not value:
            raise ValueError(_("«%s» non è un'opzione: si scrive chiave = valore.") % line[:60])
        found[key] = {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)
    return found


def _round_options(lines: Sequence[str]) -> Iterable[RoundOptions]:
    """Lines for the same rounds are one change."""
    changes: dict[str, list[str]] = {}
    for line in lines:
        when, sign, option = (part.strip() for part in line.partition(":"))
        if not sign or not re.fullmatch(r"(ultimi|last) \d+|(turni|rounds)( \d+)+", when):
            raise ValueError(_("«%s» non si capisce: si scrive «ultimi 3: chiave = valore».") % line[:60])
        changes.setdefault(when, []).append(option)
    for when, options in changes.items():
        numbers = [int(number) for number in re.findall(r"\d+", when)]
        is_last = when.startswith(("ultimi", "last"))
        where = {"last": numbers[0]} if is_last else {"rounds": tuple(numbers)}
        yield RoundOptions(options=_options(options), **where)
