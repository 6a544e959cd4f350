"""Each kind of field of a regulation in the editor: its form field, its value as text, and the value read back."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.registry import games
from tournament.core.formatting import format_figure
from tournament.core.regulation.schema import RoundOptions
from tournament.labels.regulation_fields import Kind, RegulationField

Options = dict[str, bool | int | str]


@dataclass(frozen=True)
class FormKind:
    """`form_field` also takes the slug of the game. `read` raises ValueError with a sentence for people."""

    form_field: Callable[[RegulationField, str], forms.Field]
    write: Callable[[RegulationField, Any], Any] = lambda _field, value: value
    read: Callable[[RegulationField, Any], Any] = lambda _field, value: value


# Form fields


def _text(field: RegulationField, _game: str) -> forms.Field:
    return forms.CharField(label=field.label, required=field.is_required, help_text=field.help, max_length=300)


def _choice(field: RegulationField, _game: str) -> forms.Field:
    return forms.ChoiceField(label=field.label, choices=list(field.choices.items()))


def _flag(field: RegulationField, _game: str) -> forms.Field:
    return forms.BooleanField(label=field.label, required=False)


def _number(field: RegulationField, _game: str) -> forms.Field:
    return forms.IntegerField(label=field.label, min_value=0, max_value=9999, required=field.kind is Kind.NUMBER)


def _keys(field: RegulationField, _game: str) -> forms.Field:
    help_text = _("Separati da virgole. Ci sono: %s.") % ", ".join(map(_word, field.choices.values()))
    return forms.CharField(label=field.label, required=False, help_text=help_text, max_length=1000)


def _lines(field: RegulationField, _game: str, help_text: str = "") -> forms.Field:
    area = forms.Textarea({"rows": 3, "spellcheck": "false"})
    return forms.CharField(
        label=field.label, help_text=help_text or field.help, required=False, widget=area, max_length=4000
    )


def _option_lines(field: RegulationField, game: str) -> forms.Field:
    options = games()[game].options if game in games() else ()
    keys = ", ".join(option.key for option in options)
    help_text = _("Una riga per opzione: chiave = valore. Opzioni di questo gioco: %s.") % keys
    return _lines(field, game, help_text)


def _round_option_lines(field: RegulationField, game: str) -> forms.Field:
    help_text = _("Una riga per opzione: «ultimi 3: chiave = valore» o «turni 2 4: chiave = valore».")
    return _lines(field, game, help_text)


# From a value to text


def _write_keys(field: RegulationField, keys: Sequence[str]) -> str:
    return ", ".join(_word(field.choices[key]) for key in keys)


def _write_keys_by_round(field: RegulationField, rounds: Sequence[Sequence[str]]) -> str:
    return "\n".join(_write_keys(field, keys) for keys in rounds)


def _write_figure(_field: RegulationField, value: Decimal | None) -> str | None:
    return None if value is None else format_figure(value)


def _write_figures(_field: RegulationField, values: Sequence[Decimal | int]) -> str:
    return " ".join(format_figure(Decimal(one)) for one in values)


def _write_factors(_field: RegulationField, factors: Mapping[str, Decimal]) -> str:
    return ", ".join(f"{size}: {format_figure(factor)}" for size, factor in sorted(factors.items()))


def _write_options(_field: RegulationField, options: Mapping[str, Any]) -> str:
    return "\n".join(_option_texts(options))


def _write_round_options(_field: RegulationField, changes: Sequence[RoundOptions]) -> str:
    return "\n".join(f"{_when(change)}: {line}" for change in changes for line in _option_texts(change.options))


def _option_texts(options: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {str(value).lower() if isinstance(value, bool) else value}" for key, value in options.items()]


def _when(change: RoundOptions) -> str:
    return _("ultimi %d") % change.last if change.last else _("turni %s") % " ".join(map(str, change.rounds))


def _word(label: Any) -> str:
    """The label without commas, which separate the labels of a list in every language."""
    return str(label).replace(",", "")


# From text to a value


def _read_keys(field: RegulationField, text: str) -> tuple[str, ...]:
    """Keys, written as their labels in the reader's language or as in files; unknown ones as they are."""
    by_word = {_word(label).casefold(): key for key, label in field.choices.items()} | {
        key: key for key in field.choices
    }
    return tuple(by_word.get(one.strip().casefold(), one.strip()) for one in text.split(",") if one.strip())


def _read_keys_by_round(field: RegulationField, text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(_read_keys(field, line) for line in _rows(text))


def _read_decimal(_field: RegulationField, text: str) -> Decimal:
    return _decimal(text)


def _read_optional_decimal(_field: RegulationField, text: str) -> Decimal | None:
    return _decimal(text) if text.strip() else None


def _read_decimals(_field: RegulationField, text: str) -> tuple[Decimal, ...]:
    return tuple(_decimal(one) for one in re.split(r"[\s;/]+", text.strip()) if one)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        raise ValueError(_("«%s» non è un numero.") % text.strip()[:30]) from None


def _read_numbers(_field: RegulationField, text: str) -> tuple[int, ...]:
    return tuple(_whole(one) for one in re.split(r"[\s;/,]+", text.strip()) if one)


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise ValueError(_("«%s» non è un numero intero.") % text[:30])
    return int(text)


def _read_factors(_field: RegulationField, text: str) -> dict[str, Decimal]:
    pairs = re.findall(r"(\d+)\s*[:=]\s*([\d]+(?:[.,]\d+)?)", text)
    if text.strip() and not pairs:
        raise ValueError(_("Fattori: «%s» non si capisce; per esempio 5: 1,25.") % text.strip()[:40])
    return {size: _decimal(factor) for size, factor in pairs}


def _read_options(_field: RegulationField, text: str) -> Options:
    return _options(_rows(text))


def _read_round_options(_field: RegulationField, text: str) -> tuple[RoundOptions, ...]:
    return tuple(_round_options(_rows(text)))


def _rows(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _options(lines: Sequence[str]) -> Options:
    found: Options = {}
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
        where: dict[str, Any] = {"last": numbers[0]} if is_last else {"rounds": tuple(numbers)}
        yield RoundOptions(options=_options(options), **where)


FORM_KINDS = {
    Kind.EDITION: FormKind(_text),
    Kind.FLAG: FormKind(_flag),
    Kind.CHOICE: FormKind(_choice),
    Kind.KEYS: FormKind(_keys, _write_keys, _read_keys),
    Kind.KEYS_BY_ROUND: FormKind(_lines, _write_keys_by_round, _read_keys_by_round),
    Kind.NUMBER: FormKind(_number),
    Kind.OPTIONAL_NUMBER: FormKind(_number),
    Kind.NUMBERS: FormKind(_text, _write_figures, _read_numbers),
    Kind.PLACES: FormKind(_text, _write_figures, _read_numbers),
    Kind.DECIMAL: FormKind(_text, _write_figure, _read_decimal),
    Kind.OPTIONAL_DECIMAL: FormKind(_text, _write_figure, _read_optional_decimal),
    Kind.DECIMALS: FormKind(_text, _write_figures, _read_decimals),
    Kind.FACTORS: FormKind(_text, _write_factors, _read_factors),
    Kind.OPTIONS: FormKind(_option_lines, _write_options, _read_options),
    Kind.ROUND_OPTIONS: FormKind(_round_option_lines, _write_round_options, _read_round_options),
}
"""Bands have a row of form fields each, in the form itself."""
