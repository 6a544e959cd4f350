"""Each kind of field of a regulation in the editor: its form field, its value as text or as rows, and the value read back."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.kernel.options import Option
from games.registry import games
from tournament.core.formatting import format_figure
from tournament.core.regulation.schema import Band, RoundOptions
from tournament.labels.regulation import BAND_FIELDS
from tournament.labels.regulation_fields import Kind, RegulationField
from tournament.web.forms.numbers import WholeNumber, exact
from tournament.web.forms.rows import Row, RowsField

Options = dict[str, bool | int | str]
LAST, ROUNDS = "last", "rounds"


@dataclass(frozen=True)
class FormKind:
    """`form_field` also takes the slug of the game. `read` raises ValueError with a sentence for people."""

    form_field: Callable[[RegulationField, str], forms.Field]
    write: Callable[[RegulationField, Any], Any] = lambda _field, value: value
    read: Callable[[RegulationField, Any], Any] = lambda _field, value: value


# Form fields


def _text(field: RegulationField, _game: str) -> forms.Field:
    return forms.CharField(label=field.label, required=field.is_required, help_text=field.help, max_length=300)


def _edition(field: RegulationField, game: str) -> forms.Field:
    """One of the game's editions, in words; a text where the game has none to choose from."""
    editions = games()[game].editions if game in games() else ()
    if not editions:
        return _text(field, game)
    language = get_language() or "it"
    choices = [("", "—"), *((one.slug, one.words.in_language(language)) for one in editions)]
    return forms.ChoiceField(label=field.label, choices=choices, required=field.is_required, help_text=field.help)


def _choice(field: RegulationField, _game: str) -> forms.Field:
    return forms.ChoiceField(label=field.label, choices=list(field.choices.items()))


def _flag(field: RegulationField, _game: str) -> forms.Field:
    return forms.BooleanField(label=field.label, required=False)


def _number(field: RegulationField, _game: str) -> forms.Field:
    return WholeNumber(label=field.label, min_value=0, max_value=9999, required=field.kind is Kind.NUMBER)


def _rows(field: RegulationField, *columns: tuple[Any, forms.Widget]) -> forms.Field:
    return RowsField(columns, label=field.label, required=field.is_required, help_text=field.help)


def _keys(field: RegulationField, _game: str) -> forms.Field:
    return _rows(field, (field.label, _select(field.choices)))


def _keys_by_round(field: RegulationField, _game: str) -> forms.Field:
    return _rows(field, (_("turno"), _figure_input()), (_("criterio"), _select(field.choices)))


def _figures(field: RegulationField, _game: str) -> forms.Field:
    return _rows(field, (field.label, _figure_input()))


def _factors(field: RegulationField, _game: str) -> forms.Field:
    return _rows(field, (_("giocatori"), _figure_input()), (_("moltiplicato per"), _figure_input()))


def _bands(field: RegulationField, _game: str) -> forms.Field:
    return _rows(field, *((label, _figure_input()) for label in BAND_FIELDS.values()))


def _options_in_rows(field: RegulationField, game: str) -> forms.Field:
    return _rows(field, *_option_columns(game))


def _round_options_in_rows(field: RegulationField, game: str) -> forms.Field:
    when = forms.Select(choices=[("", "—"), (LAST, _("negli ultimi turni, tanti")), (ROUNDS, _("nei turni numero"))])
    return _rows(field, (_("quando"), when), (_("turni"), _figure_input()), *_option_columns(game))


def _option_columns(game: str) -> list[tuple[Any, forms.Widget]]:
    """Every answer of the game's options, in words; an option that is a number has it in the second column."""
    language, groups = get_language() or "it", []
    options = games()[game].options if game in games() else ()
    for option in options:
        title = option.words.in_language(language)
        answers = [(f"{option.key}={value}", _answer(option, value, language)) for value in option.values]
        groups.append((title, answers or [(f"{option.key}=", _("%s: il numero qui accanto") % title)]))
    columns: list[tuple[Any, forms.Widget]] = [(_("opzione"), forms.Select(choices=[("", "—"), *groups]))]
    if any(option.is_number for option in options):
        columns.append((_("numero"), _figure_input()))
    return columns


def _answer(option: Option, value: str, language: str) -> str:
    label = option.labels.get(value)
    return f"{option.words.in_language(language)}: {label.in_language(language) if label else value}"


def _select(choices: Mapping[str, Any]) -> forms.Widget:
    return forms.Select(choices=[("", "—"), *choices.items()])


def _figure_input() -> forms.Widget:
    return forms.TextInput({"inputmode": "decimal", "maxlength": 20})


# From a value to rows


def _write_keys(_field: RegulationField, keys: Sequence[str]) -> list[Row]:
    return [(key,) for key in keys]


def _write_keys_by_round(_field: RegulationField, rounds: Sequence[Sequence[str]]) -> list[Row]:
    return [(str(number), key) for number, keys in enumerate(rounds, start=1) for key in keys]


def _write_figure(_field: RegulationField, value: Decimal | None) -> str | None:
    return None if value is None else format_figure(value)


def _write_figures(_field: RegulationField, values: Sequence[Decimal | int]) -> list[Row]:
    return [(format_figure(Decimal(one)),) for one in values]


def _write_factors(_field: RegulationField, factors: Mapping[str, Decimal]) -> list[Row]:
    return [(size, format_figure(factor)) for size, factor in sorted(factors.items())]


def _write_bands(_field: RegulationField, bands: Sequence[Band]) -> list[Row]:
    return [tuple(str(getattr(band, name) or "") for name in BAND_FIELDS) for band in bands]


def _write_options(_field: RegulationField, options: Mapping[str, Any]) -> list[Row]:
    return [_option_cells(key, value) for key, value in options.items()]


def _write_round_options(_field: RegulationField, changes: Sequence[RoundOptions]) -> list[Row]:
    return [
        (
            *((LAST, str(change.last)) if change.last else (ROUNDS, " ".join(map(str, change.rounds)))),
            *_option_cells(*one),
        )
        for change in changes
        for one in change.options.items()
    ]


def _option_cells(key: str, value: Any) -> Row:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{key}=", str(value)
    return f"{key}={str(value).lower() if isinstance(value, bool) else value}", ""


# From rows to a value


def _read_keys(field: RegulationField, rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(_known(key, field.choices) for (key,) in rows)


def _read_keys_by_round(field: RegulationField, rows: Sequence[Row]) -> tuple[tuple[str, ...], ...]:
    """The criteria of each of the first rounds, in the order of the rows; no round before the last one is left out."""
    by_round: dict[int, list[str]] = {}
    for number, key in rows:
        by_round.setdefault(_whole(number), []).append(_known(key, field.choices))
    missing = set(range(1, max(by_round, default=0))) - set(by_round)
    if missing or 0 in by_round:
        raise ValueError(_("Mancano i criteri del turno %d.") % min(missing, default=1))
    return tuple(tuple(by_round[number]) for number in sorted(by_round))


def _known(key: str, choices: Mapping[str, Any]) -> str:
    if key not in choices:
        raise ValueError(_("«%s» non è fra le scelte.") % key[:40])
    return key


def _read_decimal(_field: RegulationField, text: str) -> Decimal:
    return _decimal(text)


def _read_optional_decimal(_field: RegulationField, text: str) -> Decimal | None:
    return _decimal(text) if text.strip() else None


def _read_decimals(_field: RegulationField, rows: Sequence[Row]) -> tuple[Decimal, ...]:
    return tuple(_decimal(one) for (one,) in rows)


def _decimal(text: str) -> Decimal:
    try:
        return exact(text)
    except forms.ValidationError as bad:
        raise ValueError(" ".join(bad.messages)) from None


def _read_numbers(_field: RegulationField, rows: Sequence[Row]) -> tuple[int, ...]:
    return tuple(_whole(one) for (one,) in rows)


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise ValueError(_("«%s» non è un numero intero.") % text[:30])
    return int(text)


def _read_factors(_field: RegulationField, rows: Sequence[Row]) -> dict[str, Decimal]:
    return {str(_whole(size)): _decimal(factor) for size, factor in rows}


def _read_bands(_field: RegulationField, rows: Sequence[Row]) -> tuple[Band, ...]:
    """In the order of the rows; what is left blank is nothing, no limit, or the one final that there is at least."""
    bands = []
    for row in rows:
        figures = {name: _whole(cell) if cell else 0 for name, cell in zip(BAND_FIELDS, row, strict=True)}
        bands.append(Band(**{**figures, "up_to": figures["up_to"] or None, "finals": figures["finals"] or 1}))
    return tuple(bands)


def _read_options(_field: RegulationField, rows: Sequence[Row]) -> Options:
    return dict(_option(row) for row in rows)


def _option(row: Row) -> tuple[str, bool | int | str]:
    """The key and the value of an answer, or of the number beside it."""
    key, _sign, value = row[0].partition("=")
    if not key:
        raise ValueError(_("Scegli l'opzione di ogni riga, o togli la riga."))
    if not value:
        return key, _whole(row[1] if len(row) > 1 else "")
    return key, {"true": True, "false": False}.get(value, value)


def _read_round_options(_field: RegulationField, rows: Sequence[Row]) -> tuple[RoundOptions, ...]:
    """Rows for the same rounds are one change."""
    changes: dict[tuple[str, tuple[int, ...]], list[Row]] = {}
    for when, text, *option in rows:
        numbers = tuple(_whole(one) for one in re.split(r"[\s;,]+", text.strip()))
        if when == LAST and len(numbers) > 1:
            raise ValueError(_("Quanti degli ultimi turni? Serve un numero solo."))
        changes.setdefault((when, numbers), []).append(tuple(option))
    return tuple(
        RoundOptions(options=dict(map(_option, options)), last=numbers[0] if when == LAST else 0,
                     rounds=() if when == LAST else numbers)
        for (when, numbers), options in changes.items()
    )  # fmt: skip


FORM_KINDS = {
    Kind.EDITION: FormKind(_edition),
    Kind.FLAG: FormKind(_flag),
    Kind.CHOICE: FormKind(_choice),
    Kind.KEYS: FormKind(_keys, _write_keys, _read_keys),
    Kind.KEYS_BY_ROUND: FormKind(_keys_by_round, _write_keys_by_round, _read_keys_by_round),
    Kind.NUMBER: FormKind(_number),
    Kind.OPTIONAL_NUMBER: FormKind(_number),
    Kind.NUMBERS: FormKind(_figures, _write_figures, _read_numbers),
    Kind.PLACES: FormKind(_figures, _write_figures, _read_numbers),
    Kind.DECIMAL: FormKind(_text, _write_figure, _read_decimal),
    Kind.OPTIONAL_DECIMAL: FormKind(_text, _write_figure, _read_optional_decimal),
    Kind.DECIMALS: FormKind(_figures, _write_figures, _read_decimals),
    Kind.FACTORS: FormKind(_factors, _write_factors, _read_factors),
    Kind.BANDS: FormKind(_bands, _write_bands, _read_bands),
    Kind.OPTIONS: FormKind(_options_in_rows, _write_options, _read_options),
    Kind.ROUND_OPTIONS: FormKind(_round_options_in_rows, _write_round_options, _read_round_options),
}
