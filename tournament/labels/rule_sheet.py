"""A regulation in the reader's language: the content of the rule sheet and of its page."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.registry import games
from tournament.core.formatting import format_figure
from tournament.core.regulation.schema import Band, Regulation, RoundOptions
from tournament.labels.regulation_fields import SECTIONS, Kind, RegulationField


@dataclass(frozen=True)
class RuleLine:
    """One field; `source_notes` say where the sources disagree about it."""

    label: str
    value: str
    source_notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuleSection:
    title: str
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, kw_only=True)
class RuleSheet:
    name: str
    version: int
    sections: tuple[RuleSection, ...]
    notes: tuple[str, ...] = ()
    tournament: str = ""


def sheet_of(regulation: Regulation, language: str, tournament: str = "") -> RuleSheet:
    """Omits fields that do not apply to this regulation."""
    sections = (RuleSection(str(one.title), tuple(_lines(regulation, one.fields, language))) for one in SECTIONS)
    return RuleSheet(
        name=regulation.name.in_language(language),
        version=regulation.version,
        sections=tuple(section for section in sections if section.lines),
        notes=(*stand_in_note(regulation.game, language), *(note.in_language(language) for note in regulation.notes)),
        tournament=tournament,
    )


def stand_in_note(slug: str, language: str) -> tuple[str, ...]:
    """What of a game's board or cards is not the printed one, where anything is: at each place where a tournament of it is set up."""
    game = games().get(slug)
    words = game.stand_in(game.board()) if game else None
    return (words.in_language(language),) if words else ()


def _lines(regulation: Regulation, fields: Sequence[RegulationField], language: str) -> Iterator[RuleLine]:
    mentioned: set[str] = set()
    for field in fields:
        value = value_of(regulation, field) or _placeholder(regulation, field)
        if value:
            notes = [note for note in regulation.source_notes if _is_about(note.field, field)]
            texts = tuple(note.in_language(language) for note in notes if note.field not in mentioned)
            mentioned |= {note.field for note in notes}
            yield RuleLine(str(field.label), value, texts)


def doubtful_fields(regulation: Regulation) -> tuple[str, ...]:
    """What the sources leave open, in the order of the sheet: the label of a field, or the title of a whole part; all else is certain."""
    about = {note.field for note in regulation.source_notes}
    found: list[str] = []
    for section in SECTIONS:
        if about & {field.group for field in section.fields if field.group}:
            found.append(str(section.title))
        found += [str(field.label) for field in section.fields if field.key in about]
    return tuple(dict.fromkeys(found))


def _placeholder(regulation: Regulation, field: RegulationField) -> str:
    """An unused field is listed all the same if it has a note about its sources."""
    return "—" if any(note.field == field.key for note in regulation.source_notes) else ""


def _is_about(key: str, field: RegulationField) -> bool:
    """A note on a group of fields, or on one that is left out, stands at the first line of the group."""
    return key == field.key or (bool(field.group) and key.partition(".")[0] == field.group)


def value_of(regulation: Regulation, field: RegulationField) -> str:
    """The value in words; empty where it is not used."""
    value = field.value_in(regulation)
    if value is None or not field.is_used(regulation):
        return ""
    return DESCRIPTIONS.get(field.kind, _plain)(field, value, regulation.game)


def _plain(_field: RegulationField, value: Any, _game: str) -> str:
    """Figures, yes, and lists; empty for zero, no and empty values."""
    if value is True:
        return _("sì")
    if isinstance(value, Decimal | int) and not isinstance(value, bool):
        return format_figure(Decimal(value)) if value else ""
    if isinstance(value, tuple):
        return " / ".join(format_figure(Decimal(one)) for one in value)
    return str(value) if value else ""


def _choice(field: RegulationField, key: str, _game: str) -> str:
    return str(field.choices[key])


def _keys(field: RegulationField, keys: Sequence[str], _game: str) -> str:
    return ", ".join(str(field.choices[key]) for key in keys)


def _keys_by_round(field: RegulationField, rounds: Sequence[Sequence[str]], game: str) -> str:
    each = _("turno %(number)d: %(criteria)s")
    lines = (each % {"number": n, "criteria": _keys(field, keys, game)} for n, keys in enumerate(rounds, 1))
    return "\n".join(lines)


def _places(_field: RegulationField, many: Sequence[int], _game: str) -> str:
    each = (_("i primi %d") % one if one > 1 else _("il primo") for one in many)
    return _(", poi ").join(each)


def _factors(_field: RegulationField, factors: Mapping[str, Decimal], _game: str) -> str:
    each = _("×%(factor)s in %(players)s")
    return ", ".join(
        each % {"factor": format_figure(factor), "players": size} for size, factor in sorted(factors.items())
    )


def _bands(_field: RegulationField, bands: Sequence[Band], _game: str) -> str:
    return "\n".join(_band(band) for band in bands)


def _band(band: Band) -> str:
    who = _("fino a %d") % band.up_to if band.up_to else _("tutti gli altri")
    parts = [
        ngettext("%d in finale subito", "%d in finale subito", band.finalists) % band.finalists,
        ngettext("%d semifinale", "%d semifinali", band.semifinals) % band.semifinals,
        _("%d semifinalisti") % band.semifinalists,
        ngettext("%d wild card", "%d wild card", band.wildcards) % band.wildcards,
        ngettext("%d finale", "%d finali", band.finals) % band.finals,
    ]
    figures = (band.finalists, band.semifinals, band.semifinalists, band.wildcards, band.finals)
    return f"{who}: " + ", ".join(part for part, many in zip(parts, figures, strict=True) if many)


def _edition(_field: RegulationField, slug: str, game: str) -> str:
    edition = games()[game].edition(slug) if game in games() else None
    return edition.words.in_language(_language()) if edition else slug


def _game_options(_field: RegulationField, chosen: Mapping[str, Any], game: str) -> str:
    return _options(chosen, game)


def _options(chosen: Mapping[str, Any], game: str) -> str:
    return "\n".join(_option(key, value, game) for key, value in sorted(chosen.items()))


def _option(key: str, value: Any, game: str) -> str:
    options = {option.key: option for option in games()[game].options} if game in games() else {}
    if key not in options:
        return f"{key} = {value}"
    label = options[key].labels.get(str(value).lower()) if options[key].labels else None
    return f"{options[key].words.in_language(_language())}: {label.in_language(_language()) if label else value}"


def _round_options(_field: RegulationField, changes: Sequence[RoundOptions], game: str) -> str:
    return "\n".join(f"{_rounds(change)}: {_options(change.options, game)}" for change in changes)


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


def _rounds(change: RoundOptions) -> str:
    if change.last:
        return _("ultimi %d turni") % change.last if change.last > 1 else _("ultimo turno")
    return _("turni %s") % ", ".join(map(str, change.rounds))


DESCRIPTIONS: dict[Kind, Callable[[RegulationField, Any, str], str]] = {
    Kind.CHOICE: _choice,
    Kind.KEYS: _keys,
    Kind.KEYS_BY_ROUND: _keys_by_round,
    Kind.PLACES: _places,
    Kind.FACTORS: _factors,
    Kind.BANDS: _bands,
    Kind.EDITION: _edition,
    Kind.OPTIONS: _game_options,
    Kind.ROUND_OPTIONS: _round_options,
}
"""Other kinds are described by their figures."""
