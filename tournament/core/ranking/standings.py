"""Standings: a function of regulation, closed results and penalties. Points are exact."""

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any

import msgspec

from tournament.core.formats import Format
from tournament.core.ranking.scoring import counted, leaders, tournament_points
from tournament.core.regulation.schema import Regulation
from tournament.core.results import ImpossibleResult, PenaltyPoints, ResultRow, RoundScore, Standing, TableResult
from tournament.core.tie_breaks import TIE_BREAKS, StandingsContext, comparable
from tournament.core.translation import translated as _

NOTHING = Decimal(0)
SHARES = {"half": Decimal("0.5"), "nothing": NOTHING}


def standings(
    regulation: Regulation,
    entrants: Collection[str],
    results: Collection[TableResult],
    penalties: Collection[PenaltyPoints] = (),
    format_: Format | None = None,
    *,
    reached: Mapping[str, int] | None = None,
) -> tuple[Standing, ...]:
    """Everybody, best first, by the regulation's order.

    `reached` says who already has a seat in a later round than the last one played; the format says how many rounds to
    show. Level entrants stand in the order of their ids. Raises ImpossibleResult.
    """
    _refuse_impossible(entrants, results)
    sheets = results
    results = in_tournament_points(sheets, regulation)
    last_round = max((result.round for result in results), default=0)
    rounds = max(last_round, len(format_.stages) if format_ else 0)
    scores = _scores(sheets, results, regulation, penalties)
    of_each: dict[str, list[PenaltyPoints]] = {}
    for penalty in penalties:
        of_each.setdefault(penalty.entrant, []).append(penalty)
    lines = [
        _line(id_, rounds, last_round, scores, of_each.get(id_, ()), reached or {}, regulation)
        for id_ in sorted(entrants)
    ]
    context = StandingsContext(
        lines=lines,
        results=results,
        qualifying_rounds=regulation.rounds if regulation.bands else max([rounds, *(reached or {}).values()]),
        is_knockout=regulation.format == "knockout",
        is_bracket=format_ is not None and format_.kind == "bracket",
        is_playoff=regulation.is_playoff,
        sheet_tiebreaks=regulation.tiebreaks_across,
        has_own_total_unplayed=regulation.readings.unplayed_opponents == "own-total",
        share_of_draw=SHARES[regulation.readings.drawn_opponents],
        ranks_before=lambda: _ranks_before(regulation, entrants, sheets, penalties, last_round, format_),
    )
    order = order_of(regulation, format_)
    keys = _keys(lines, order, context, _level_final(regulation, format_))
    return _ranked(lines, _ended_by_title(lines, keys, order, level_at_the_top(regulation, format_, sheets)))


def order_of(regulation: Regulation, format_: Format | None) -> tuple[str, ...]:
    """What the standings compare. In a bracket the last game comes right after the round reached: who won the final is first,
    however many games a bye spared him."""
    order = regulation.order
    if format_ is None or format_.kind != "bracket" or "reached" not in order:
        return order
    end = order.index("reached") + 1
    return (*(key for key in order[:end] if key != "place"), "place", *(key for key in order[end:] if key != "place"))


def in_tournament_points(results: Collection[TableResult], regulation: Regulation) -> list[TableResult]:
    """The same sheets in points of the tournament."""
    return [msgspec.structs.replace(result, rows=_rows_worth(result, regulation)) for result in results]


def _rows_worth(result: TableResult, regulation: Regulation) -> tuple[ResultRow, ...]:
    worth = tournament_points(result.rows, regulation.scoring)
    return tuple(msgspec.structs.replace(row, points=points) for row, points in zip(result.rows, worth, strict=True))


Keys = tuple[Any, ...]


def _level_final(regulation: Regulation, format_: Format | None) -> int:
    """The round of several finals whose players are level with those at the same placing; 0 for none."""
    if regulation.readings.finals != "level" or format_ is None or len(format_.stages[-1].tables) < 2:
        return 0
    return len(format_.stages) if format_.stages[-1].name == "final" else 0


def _keys(lines: list[Standing], order: Sequence[str], context: StandingsContext, level_final: int) -> list[Keys]:
    """What each line is ranked by, the greatest first."""
    compared = [TIE_BREAKS[key].compute for key in order]
    keys: list[Keys] = [(line.is_enough, *(compute(line, context) for compute in compared)) for line in lines]
    if "tiebreaks" in order:
        keys = comparable(keys, at=1 + order.index("tiebreaks"))
    if level_final and "final" in order:
        keys = _ended_by_final(lines, keys, 2 + order.index("final"), level_final)
    return keys


def _ended_by_final(lines: list[Standing], keys: list[Keys], end: int, final: int) -> list[Keys]:
    """Where all who are level so far have played the final, nothing after it parts them."""
    without = {key[:end] for line, key in zip(lines, keys, strict=True) if not _played(line, final)}
    return [key if key[:end] in without else key[:end] for key in keys]


def level_at_the_top(
    regulation: Regulation, format_: Format | None, results: Collection[TableResult]
) -> frozenset[str]:
    """Those who share the first place of the only final, where neither dice nor what follows in the order part them."""
    final = next((result for result in results if is_title(format_, result)), None)
    if final is None or regulation.readings.level_final == "order" or final.is_parted:
        return frozenset()
    return frozenset(final.first)


def is_title(format_: Format | None, result: TableResult) -> bool:
    """Whether this is the one table that says who wins the event."""
    if format_ is None or result.round != len(format_.stages) or not result.is_played:
        return False
    return format_.stages[-1].name == "final" and len(format_.stages[-1].tables) == 1


def _ended_by_title(
    lines: list[Standing], keys: list[Keys], order: Sequence[str], level: Collection[str]
) -> list[Keys]:
    """Nothing after the place in the final parts those who share the first one."""
    ends = [2 + order.index(key) for key in ("place", "final") if key in order]
    if not level or not ends:
        return keys
    end = min(ends)
    return [key[:end] if line.entrant in level else key for line, key in zip(lines, keys, strict=True)]


def _played(line: Standing, number: int) -> bool:
    return number <= len(line.per_round) and line.per_round[number - 1] is not None


def _ranks_before(
    regulation: Regulation,
    entrants: Collection[str],
    sheets: Collection[TableResult],
    penalties: Collection[PenaltyPoints],
    last_round: int,
    format_: Format | None,
) -> dict[str, int]:
    """Everybody's rank after the last round but one; empty before the second round."""
    if last_round < 2:
        return {}
    earlier = [result for result in sheets if result.round < last_round]
    known = [penalty for penalty in penalties if penalty.round is None or penalty.round < last_round]
    return {line.entrant: line.rank for line in standings(regulation, entrants, earlier, known, format_)}


Scores = dict[int, dict[str, RoundScore]]
"""By round, what each entrant did in it."""


def _scores(
    sheets: Collection[TableResult],
    worth: Collection[TableResult],
    regulation: Regulation,
    penalties: Collection[PenaltyPoints],
) -> Scores:
    """`worth` are the same sheets in points of the tournament."""
    scores: Scores = {}
    each_wins = regulation.readings.shared_first == "each"
    taken = penalties_by_round(penalties)
    for sheet, result in zip(sheets, worth, strict=True):
        first = leaders(sheet.rows, regulation.scoring)
        of_round = scores.setdefault(result.round, {})
        lost = taken.get(result.round, {})
        for row in result.rows:
            penalty = lost.get(row.entrant, NOTHING)
            of_round[row.entrant] = RoundScore(
                round=result.round,
                table=result.table,
                points=row.points - penalty,
                tiebreaks=row.tiebreaks,
                place=result.place_of(row),
                is_win=row.entrant in first and (len(first) == 1 or each_wins),
                eliminated=row.eliminated,
                penalty=penalty,
            )
    return scores


def penalties_by_round(penalties: Collection[PenaltyPoints]) -> dict[int | None, dict[str, Decimal]]:
    """By round, the points that penalties take from entrants."""
    taken: dict[int | None, dict[str, Decimal]] = {}
    for penalty in penalties:
        of_round = taken.setdefault(penalty.round, {})
        of_round[penalty.entrant] = of_round.get(penalty.entrant, NOTHING) + penalty.points
    return taken


def _line(
    entrant: str,
    rounds: int,
    last_round: int,
    scores: Scores,
    mine: Collection[PenaltyPoints],
    reached: Mapping[str, int],
    regulation: Regulation,
) -> Standing:
    per_round = tuple([scores[number].get(entrant) if number in scores else None for number in range(1, rounds + 1)])
    played = [score for score in per_round if score]
    readings = regulation.readings
    by_total = readings.penalties == "total"
    off = sum((p.points for p in mine if by_total or entrant not in scores.get(p.round or 0, ())), NOTHING)
    points = [(score.gross if by_total else score.points) if score else None for score in per_round]
    total = counted(points[: regulation.qualifying(last_round)], regulation.counting)
    playoffs = [points[score.round - 1] or NOTHING for score in played if regulation.is_playoff(score.round)]
    added = sum(playoffs, NOTHING) if readings.playoff_points == "added" else NOTHING
    return Standing(
        rank=0,
        entrant=entrant,
        total=total.total + added - off,
        wins=sum(score.is_win for score in played),
        per_round=per_round,
        reached=max([score.round for score in played] + [reached.get(entrant, 0)]),
        tiebreaks=played[-1].tiebreaks if played else (),
        penalty=sum((p.points for p in mine), NOTHING),
        discarded=total.discarded,
        is_enough=total.is_enough,
    )


def _ranked(lines: list[Standing], keys: list[tuple[Any, ...]]) -> tuple[Standing, ...]:
    ranked: list[Standing] = []
    for _value, level in groupby(sorted(range(len(lines)), key=keys.__getitem__, reverse=True), key=keys.__getitem__):
        rank = len(ranked) + 1
        ranked += [msgspec.structs.replace(lines[number], rank=rank, merit=keys[number]) for number in level]
    return tuple(ranked)


def _refuse_impossible(entrants: Collection[str], results: Collection[TableResult]) -> None:
    known: set[str] = set(entrants)
    seen: dict[int, set[str]] = {}
    for result in results:
        of_round = seen.setdefault(result.round, set())
        for row in result.rows:
            if row.entrant not in known:
                raise ImpossibleResult(_("il risultato del tavolo %d nomina chi non è iscritto") % result.table)
            if row.entrant in of_round:
                raise ImpossibleResult(_("lo stesso iscritto ha due risultati nel turno %d") % result.round)
            of_round.add(row.entrant)
