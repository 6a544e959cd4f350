"""Validation of a regulation: every (field, fault), in the order of the fields."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

import msgspec

from tournament.core.draw.criteria import CRITERION_KEYS
from tournament.core.tie_breaks import RUNNER_UP_KEYS, TIE_BREAKS
from tournament.core.translation import translated as _

if TYPE_CHECKING:
    from tournament.core.regulation.schema import Regulation, Scoring

PAIRINGS = ("swiss", "round-robin", "bracket")
LONGEST_GAME = 24 * 60
SMALLEST_TABLE, LARGEST_TABLE = 2, 12


def validation_errors(regulation: Regulation) -> Iterator[tuple[str, str]]:
    if not regulation.slug or regulation.slug != regulation.slug.strip().lower():
        yield "slug", _("serve un nome breve in minuscolo")
    if regulation.version < 1:
        yield "version", _("le versioni partono da 1")
    if not regulation.game:
        yield "game", _("manca il gioco")
    if regulation.rounds < 1:
        yield "rounds", _("serve almeno un turno")
    yield from _check_sizes("table_sizes", regulation.table_sizes)
    yield from _check_sizes("final_sizes", regulation.final_sizes)
    if regulation.second_size_tables is not None and regulation.second_size_tables < 0:
        yield "second_size_tables", _("non può essere negativo")
    yield from _check_advance(regulation)
    if not 1 <= regulation.minutes <= LONGEST_GAME:
        yield "minutes", _("la durata va da 1 a %d minuti") % LONGEST_GAME
    if not 0 <= regulation.pre_alarm < max(regulation.minutes, 1):
        yield "pre_alarm", _("il preallarme deve stare dentro la durata della partita")
    yield from _check_keys("order", regulation.order, tuple(TIE_BREAKS))
    yield from _check_keys("runners_up_order", regulation.runners_up_order, tuple(RUNNER_UP_KEYS))
    if regulation.tiebreaks_across is not None and regulation.tiebreaks_across < 0:
        yield "tiebreaks_across", _("non può essere negativo")
    yield from _check_keys("draw_criteria", regulation.draw_criteria, CRITERION_KEYS)
    for criteria in regulation.draw_criteria_by_round:
        yield from _check_keys("draw_criteria_by_round", criteria, CRITERION_KEYS)
    yield from _check_scoring(regulation.scoring)
    yield from _check_counting(regulation)
    yield from _check_bands(regulation)
    yield from _check_pairings(regulation)
    yield from _check_options(regulation)
    yield from _check_source_notes(regulation)


def _check_advance(regulation: Regulation) -> Iterator[tuple[str, str]]:
    """Knockouts say how many go on from every table; the other formats go by standings."""
    if regulation.format != "knockout":
        if regulation.advance:
            yield "advance", _("in questa formula non si passa per tavolo: lascia vuoto")
        return
    if len(regulation.advance) != regulation.rounds - 1:
        yield "advance", _("serve un numero per ogni turno prima della finale, cioè %d") % (regulation.rounds - 1)
    if regulation.table_sizes and not all(1 <= many < min(regulation.table_sizes) for many in regulation.advance):
        yield "advance", _("da ogni tavolo passa almeno uno e mai tutti")


def _check_scoring(scoring: Scoring) -> Iterator[tuple[str, str]]:
    if not all(number.is_finite() for number in _numbers(scoring)):
        yield "scoring", _("serve un numero finito")
        return
    if scoring.divisor <= 0:
        yield "scoring.divisor", _("si divide per un numero maggiore di zero")
    if scoring.decimals is not None and not 0 <= scoring.decimals <= 6:
        yield "scoring.decimals", _("i decimali vanno da 0 a 6")
    if any(not size.isdecimal() or factor <= 0 for size, factor in scoring.by_size.items()):
        yield "scoring.by_size", _("a ogni numero di giocatori un fattore maggiore di zero")


def _numbers(scoring: Scoring) -> list[Decimal]:
    one_by_one = [value for value in msgspec.structs.astuple(scoring) if isinstance(value, Decimal)]
    return [*one_by_one, *scoring.by_size.values(), *scoring.places, *scoring.eliminated]


def _check_counting(regulation: Regulation) -> Iterator[tuple[str, str]]:
    counting, teams = regulation.counting, regulation.teams
    if counting.discards < 0 or counting.discards >= max(regulation.rounds, 1):
        yield "counting.discards", _("gli scarti sono meno dei turni")
    if counting.best is not None and (counting.best < 1 or counting.discards):
        yield "counting.best", _("o i migliori risultati, almeno uno, o gli scarti")
    if not counting.entry.is_finite():
        yield "counting.entry", _("serve un numero finito")
    if not 0 <= counting.needed <= regulation.rounds:
        yield "counting.needed", _("le partite necessarie non sono più dei turni")
    if teams and not (1 <= teams.line_up <= teams.least <= teams.most and 1 <= teams.best <= teams.of):
        yield "teams", _("una squadra schiera al massimo chi ha, e contano al massimo i risultati che fa")


def _check_bands(regulation: Regulation) -> Iterator[tuple[str, str]]:
    bands = regulation.bands
    if bool(bands) != (regulation.format in ("qualifying", "league")):
        yield "bands", _("le fasce servono alle formule con semifinali, e a quelle soltanto")
    limits = [band.up_to for band in bands[:-1] if band.up_to is not None]
    has_open_end = not bands or bands[-1].up_to is None
    if len(limits) < len(bands) - 1 or not has_open_end or limits != sorted(set(limits)):
        yield "bands", _("le fasce vanno dalla più piccola alla più grande, e l'ultima non ha limite")
    if any(band.wildcards > band.semifinalists or band.finals < 1 for band in bands):
        yield "bands", _("le wild card sono fra i semifinalisti, e serve almeno una finale")


def _check_pairings(regulation: Regulation) -> Iterator[tuple[str, str]]:
    if bool(regulation.pairings) != (regulation.format == "pairs"):
        yield "pairings", _("gli accoppiamenti servono alle formule a coppie, e a quelle soltanto")
    yield from _check_keys("pairings", regulation.pairings, PAIRINGS)
    if regulation.format == "pairs" and set(regulation.table_sizes) != {2}:
        yield "table_sizes", _("nelle formule a coppie si gioca in due")


def _check_options(regulation: Regulation) -> Iterator[tuple[str, str]]:
    for override in regulation.round_options:
        if bool(override.last) == bool(override.rounds) or override.last < 0:
            yield "round_options", _("o gli ultimi tanti turni, o un elenco di turni")
        if not override.options:
            yield "round_options", _("mancano le opzioni da cambiare")


def _check_source_notes(regulation: Regulation) -> Iterator[tuple[str, str]]:
    for note in regulation.source_notes:
        if note.field.partition(".")[0] not in regulation.__struct_encode_fields__:
            yield "doubts", _("il campo «%s» non c'è") % note.field


def _check_sizes(field: str, sizes: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    if not sizes:
        yield field, _("serve almeno una misura di tavolo")
    if len(set(sizes)) != len(sizes):
        yield field, _("una misura è ripetuta")
    if not all(SMALLEST_TABLE <= size <= LARGEST_TABLE for size in sizes):
        yield (
            field,
            _("un tavolo ha da %(least)d a %(most)d giocatori")
            % {
                "least": SMALLEST_TABLE,
                "most": LARGEST_TABLE,
            },
        )


def _check_keys(field: str, keys: tuple[str, ...], allowed: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for key in keys:
        if key not in allowed:
            yield (
                field,
                _("criterio sconosciuto «%(key)s»; quelli ammessi sono: %(known)s")
                % {
                    "key": key,
                    "known": ", ".join(allowed),
                },
            )
    if len(set(keys)) != len(keys):
        yield field, _("un criterio è ripetuto")
