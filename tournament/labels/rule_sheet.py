"""A regulation in the reader's language: the content of the rule sheet and of its page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.registry import games
from tournament.core.formatting import format_figure
from tournament.core.regulation.schema import Band, Regulation, RoundOptions
from tournament.labels import regulation as words


@dataclass(frozen=True)
class RuleLine:
    """One field; `doubts` say where the sources disagree about it."""

    label: str
    value: str
    doubts: tuple[str, ...] = ()


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
    sections = (
        RuleSection(str(title), tuple(_lines(regulation, fields, language))) for title, fields in words.SECTIONS
    )
    return RuleSheet(
        name=regulation.name.in_language(language),
        version=regulation.version,
        sections=tuple(section for section in sections if section.lines),
        notes=tuple(note.in_language(language) for note in regulation.notes),
        tournament=tournament,
    )


def _lines(regulation: Regulation, fields: Sequence[str], language: str) -> Iterator[RuleLine]:
    mentioned: set[str] = set()
    for field in fields:
        value = value_of(regulation, field) or _unsaid(regulation, field)
        doubts = [
            doubt.in_language(language)
            for doubt in regulation.doubts
            if _is_about(doubt.field, field, fields) and doubt.field not in mentioned
        ]
        if value:
            mentioned |= {doubt.field for doubt in regulation.doubts if _is_about(doubt.field, field, fields)}
            yield RuleLine(str(words.FIELDS[field]), value, tuple(doubts))


def _unsaid(regulation: Regulation, field: str) -> str:
    """An unused field is listed all the same if it has a note about its sources."""
    return "—" if any(doubt.field == field for doubt in regulation.doubts) else ""


def _is_about(about: str, field: str, fields: Sequence[str]) -> bool:
    """A doubt on a group of fields, or on one that is left out, stands at the first line of the group."""
    return about == field or about.partition(".")[0] == field.partition(".")[0] != field


def value_of(regulation: Regulation, field: str) -> str:
    """The value in words; empty where it is not used."""
    group, _dot, name = field.partition(".")
    owner = getattr(regulation, group) if name else regulation
    value = getattr(owner, name or field) if owner is not None else None
    if value is None or _is_unused(regulation, field):
        return ""
    if field in OF_THE_GAME:
        return OF_THE_GAME[field](value, regulation.game)
    return WRITERS[field](value) if field in WRITERS else plain(value)


def _is_unused(regulation: Regulation, field: str) -> bool:
    if field == "seeding":
        return not regulation.pairings
    if field == "withdrawals":
        return "bracket" not in regulation.pairings
    if field in ("final_sizes", "runners_up_order", "tiebreaks_across"):
        return regulation.format != "knockout"
    if field == "scoring.rounding":
        return regulation.scoring.decimals is None
    if field == "scoring.divisor":
        return regulation.scoring.divisor == 1
    if field == "scoring.objective_at":
        scoring = regulation.scoring
        return scoring.objective is scoring.objective_place is scoring.objective_points is None
    return False


def plain(value: Any) -> str:
    """Figures, yes, and lists; empty for zero, no and empty values."""
    if value is True:
        return _("sì")
    if isinstance(value, Decimal | int) and not isinstance(value, bool):
        return format_figure(Decimal(value)) if value else ""
    if isinstance(value, tuple):
        return " / ".join(format_figure(Decimal(one)) for one in value)
    return str(value) if value else ""


def _by_size(factors: Mapping[str, Decimal]) -> str:
    each = _("×%(factor)s in %(players)s")
    return ", ".join(
        each % {"factor": format_figure(factor), "players": size} for size, factor in sorted(factors.items())
    )


def _advance(many: Sequence[int]) -> str:
    mentioned = (_("i primi %d") % one if one > 1 else _("il primo") for one in many)
    return _(", poi ").join(mentioned)


def listed(keys: Sequence[str], known: Mapping[str, Any]) -> str:
    return ", ".join(str(known[key]) for key in keys)


def _by_round(rounds: Sequence[Sequence[str]]) -> str:
    each = _("turno %(number)d: %(criteria)s")
    lines = (each % {"number": n, "criteria": listed(keys, words.DRAW_CRITERIA)} for n, keys in enumerate(rounds, 1))
    return "\n".join(lines)


def _bands(bands: Sequence[Band]) -> str:
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


def _edition(slug: str, game: str) -> str:
    edition = games()[game].edition(slug) if game in games() else None
    return edition.words.in_language(_language()) if edition else slug


def _options(chosen: Mapping[str, Any], game: str) -> str:
    return "\n".join(_option(key, value, game) for key, value in sorted(chosen.items()))


def _option(key: str, value: Any, game: str) -> str:
    known = {option.key: option for option in games()[game].options} if game in games() else {}
    if key not in known:
        return f"{key} = {value}"
    label = known[key].labels.get(str(value).lower()) if known[key].labels else None
    return f"{known[key].words.in_language(_language())}: {label.in_language(_language()) if label else value}"


def _round_options(changes: Sequence[RoundOptions], game: str) -> str:
    return "\n".join(f"{_rounds(change)}: {_options(change.options, game)}" for change in changes)


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


def _rounds(change: RoundOptions) -> str:
    if change.last:
        return _("ultimi %d turni") % change.last if change.last > 1 else _("ultimo turno")
    return _("turni %s") % ", ".join(map(str, change.rounds))


WRITERS: dict[str, Any] = {
    "format": lambda value: str(words.FORMATS[value]),
    "pairings": lambda value: listed(value, words.PAIRINGS),
    "seeding": lambda value: str(words.SEEDINGS[value]),
    "withdrawals": lambda value: str(words.WITHDRAWALS[value]),
    "advance": _advance,
    "order": lambda value: listed(value, words.STANDINGS_KEYS),
    "runners_up_order": lambda value: listed(value, words.RUNNER_UP_KEYS),
    "draw_criteria": lambda value: listed(value, words.DRAW_CRITERIA),
    "draw_criteria_by_round": _by_round,
    "bands": _bands,
    "scoring.method": lambda value: str(words.METHODS[value]),
    "scoring.rounding": lambda value: str(words.ROUNDINGS[value]),
    "scoring.by_size": _by_size,
}
OF_THE_GAME: dict[str, Any] = {"edition": _edition, "game_options": _options, "round_options": _round_options}
