"""Formats in which everybody plays the same rounds; then, where there are bands, semifinals and one or more finals."""

from typing import Any

import msgspec

from tournament.core.formats.values import Format, NoFormat, Stage, key_of, splits_of, unseatable
from tournament.core.regulation.schema import Band, Regulation
from tournament.core.translation import translated as _

ALTERNATIVES = 4
"""How many splits of the field are offered."""


def possible_formats(entrants: int, regulation: Regulation) -> tuple[Format, ...]:
    if not splits_of(regulation, entrants):
        raise NoFormat(unseatable(entrants, regulation))
    band = regulation.band_for(entrants)
    last = _last_rounds(entrants, band) if band else []
    found = []
    for tables in splits_of(regulation, entrants)[:ALTERNATIVES]:
        stages = _all_play(tables, regulation.rounds, band) + last
        found.append(Format(key_of(stages), tuple(stages), "exact", _note_of(band)))
    return tuple(found)


def with_band(format_: Format, entrants: int, regulation: Regulation) -> Format:
    """The same qualifying rounds, with semifinals and finals for this many. Raises NoFormat."""
    band = regulation.band_for(entrants)
    if band is None:
        return format_
    stages = list(format_.stages[: regulation.rounds])
    stages[-1] = msgspec.structs.replace(stages[-1], **_cut(band))
    stages += _last_rounds(entrants, band)
    return Format(key_of(stages), tuple(stages), format_.kind, _note_of(band))


def _cut(band: Band) -> dict[str, Any]:
    return {
        "cut": band.semifinalists or band.finalists,
        "direct": band.finalists if band.semifinalists else 0,
        "wildcards": band.wildcards,
    }


def _all_play(tables: tuple[int, ...], rounds: int, band: Band | None) -> list[Stage]:
    stages = [Stage(f"round-{number}", tables, 0, advancement="everybody") for number in range(1, rounds)]
    if band is None:
        return [*stages, Stage(f"round-{rounds}", tables, 0)]
    last = Stage(f"round-{rounds}", tables, 0, advancement="by-standings", **_cut(band))
    return [*stages, last]


def _last_rounds(entrants: int, band: Band) -> list[Stage]:
    """The winners of the semifinals and those who waited make the final; several finals run side by side."""
    if band.semifinalists + band.finalists > entrants:
        raise NoFormat(
            _("Con %(entrants)d iscritti non si coprono i %(needed)d posti fra semifinali e finale: cambia le fasce")
            % {"entrants": entrants, "needed": band.semifinalists + band.finalists}
        )
    final = Stage("final", _even(band.semifinals + band.finalists, band.finals), 0)
    if not band.semifinals:
        return [final]
    return [Stage("semifinal", _even(band.semifinalists, band.semifinals), 1), final]


def _even(players: int, tables: int) -> tuple[int, ...]:
    each, more = divmod(players, tables)
    return (each,) * (tables - more) + (each + 1,) * more


def _note_of(band: Band | None) -> str:
    if band is None:
        return _("Tutti giocano tutti i turni e conta il totale")
    parts = (
        _("%d in finale") % band.finalists if band.finalists else "",
        _("%d alle semifinali") % band.semifinalists if band.semifinalists else "",
        _("finali: %d") % band.finals if band.finals > 1 else "",
    )
    return _("Dopo i turni di qualificazione: %s") % ", ".join(filter(None, parts))
