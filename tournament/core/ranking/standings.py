"""Standings: a function of regulation, closed results and penalties. Points are exact."""

from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from itertools import groupby, permutations
from typing import Any

import msgspec

from tournament.core.formats import Plan
from tournament.core.ranking.scoring import counted, tournament_points
from tournament.core.ranking.tiebreaks import comparable
from tournament.core.regulation.schema import Regulation, Scoring
from tournament.core.results import ImpossibleResult, PenaltyPoints, ResultRow, TableResult
from tournament.core.translation import translated as _

NOTHING = Decimal(0)
LEAST = Decimal("-Infinity")
"""Sorts whoever has no figure after everybody who has one."""


class RoundScore(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What an entrant did in a round; `points` are after the penalties of that round."""

    round: int
    table: int
    points: Decimal
    tiebreaks: tuple[Decimal, ...]
    place: int
    is_win: bool
    eliminated: bool


class Standing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line of the standings; those level on every key of the regulation share a rank, and the next is skipped."""

    rank: int
    entrant: str
    total: Decimal
    wins: int
    per_round: tuple[RoundScore | None, ...]
    reached: int
    tiebreaks: tuple[Decimal, ...]
    penalty: Decimal
    discarded: tuple[int, ...] = ()
    """Rounds that were played and do not count in the total."""
    is_enough: bool = True
    """Whether the rounds that the regulation needs were played."""

    @property
    def last(self) -> RoundScore | None:
        """The last round that this entrant has played."""
        for score in reversed(self.per_round):
            if score:
                return score
        return None


def standings(
    regulation: Regulation,
    entrants: Collection[str],
    results: Collection[TableResult],
    penalties: Collection[PenaltyPoints] = (),
    plan: Plan | None = None,
    *,
    reached: Mapping[str, int] | None = None,
) -> tuple[Standing, ...]:
    """Everybody, best first, by the regulation's order.

    `reached` says who already has a seat in a later round than the last one played; the plan says how many rounds to
    show. Level entrants stand in the order of their ids. Raises ImpossibleResult.
    """
    _refuse_impossible(entrants, results)
    results = in_tournament_points(results, regulation)
    held = max((result.round for result in results), default=0)
    rounds = max(held, len(plan.stages) if plan else 0)
    scores = _scores(results, penalties)
    of_each: dict[str, list[PenaltyPoints]] = {}
    for penalty in penalties:
        of_each.setdefault(penalty.entrant, []).append(penalty)
    lines = [
        _line(id_, rounds, held, scores, of_each.get(id_, ()), reached or {}, regulation) for id_ in sorted(entrants)
    ]
    across = _across(lines, regulation, entrants, results, penalties, held, plan)
    return _ranked(lines, _keys(lines, regulation, across))


def in_tournament_points(results: Collection[TableResult], regulation: Regulation) -> list[TableResult]:
    """The same sheets in points of the tournament."""
    return [msgspec.structs.replace(result, rows=_rows_worth(result, regulation)) for result in results]


def _rows_worth(result: TableResult, regulation: Regulation) -> tuple[ResultRow, ...]:
    worth = tournament_points(result.rows, regulation.scoring)
    return tuple(msgspec.structs.replace(row, points=points) for row, points in zip(result.rows, worth, strict=True))


Across = dict[str, Mapping[str, Any]]
"""Keys of the order that one line alone does not give: figures by entrant."""


def _keys(lines: list[Standing], regulation: Regulation, across: Across) -> list[tuple]:
    """What each line is ranked by, the greatest first."""
    keys = [(line.is_enough, *_key(line, regulation, across)) for line in lines]
    return comparable(keys, at=1 + regulation.order.index("tiebreaks")) if "tiebreaks" in regulation.order else keys


def _key(line: Standing, regulation: Regulation, across: Across) -> tuple:
    return tuple(
        across[key].get(line.entrant, NOTHING) if key in across else ORDER[key](line, regulation)
        for key in regulation.order
    )


def _across(
    lines: Collection[Standing],
    regulation: Regulation,
    entrants: Collection[str],
    worth: list[TableResult],
    penalties: Collection[PenaltyPoints],
    held: int,
    plan: Plan | None,
) -> Across:
    total = {line.entrant: line.total for line in lines}
    before = _ranks_before(regulation, entrants, worth, penalties, held)
    across: Across = {"previous": {id_: -rank for id_, rank in before.items()}}
    for key, beaten_only in (("opponents", False), ("beaten", True)):
        if key in regulation.order:
            across[key] = _of_opponents(worth, total, beaten_only=beaten_only)
    if plan and plan.kind == "bracket":
        across["reached"] = {line.entrant: line.reached for line in lines}
    return across


def _of_opponents(worth: list[TableResult], total: Mapping[str, Decimal], *, beaten_only: bool) -> dict[str, Decimal]:
    """What those whom one has met have in all; or those whom one has beaten, and half for those who drew."""
    found: dict[str, Decimal] = {}
    for result in worth:
        for row, other in permutations(result.rows, 2):
            share = _beaten(row, other) if beaten_only else Decimal(1)
            found[row.entrant] = found.get(row.entrant, NOTHING) + share * total[other.entrant]
    return found


def _beaten(row: ResultRow, other: ResultRow) -> Decimal:
    return Decimal("0.5") if row.rank == other.rank else Decimal(row.rank < other.rank)


def _ranks_before(
    regulation: Regulation,
    entrants: Collection[str],
    worth: list[TableResult],
    penalties: Collection[PenaltyPoints],
    held: int,
) -> dict[str, int]:
    """Everybody's rank after the round before the last, where the regulation asks for it."""
    if "previous" not in regulation.order or held < 2:
        return {}
    earlier = [result for result in worth if result.round < held]
    known = [penalty for penalty in penalties if penalty.round is None or penalty.round < held]
    as_is = msgspec.structs.replace(regulation, scoring=Scoring())
    return {line.entrant: line.rank for line in standings(as_is, entrants, earlier, known)}


Scores = dict[int, dict[str, RoundScore]]
"""By round, what each entrant did in it."""


def _scores(results: Collection[TableResult], penalties: Collection[PenaltyPoints]) -> Scores:
    scores: Scores = {}
    taken = penalties_by_round(penalties)
    for result in results:
        shared = [row.rank for row in result.rows].count(1) > 1
        of_round = scores.setdefault(result.round, {})
        lost = taken.get(result.round, {})
        for row in result.rows:
            of_round[row.entrant] = RoundScore(
                round=result.round,
                table=result.table,
                points=row.points - lost.get(row.entrant, NOTHING),
                tiebreaks=row.tiebreaks,
                place=row.rank,
                is_win=row.rank == 1 and not shared,
                eliminated=row.eliminated,
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
    held: int,
    scores: Scores,
    mine: Collection[PenaltyPoints],
    reached: Mapping[str, int],
    regulation: Regulation,
) -> Standing:
    per_round = tuple([scores[number].get(entrant) if number in scores else None for number in range(1, rounds + 1)])
    played = [score for score in per_round if score]
    unplayed = sum((p.points for p in mine if entrant not in scores.get(p.round, ())), NOTHING)
    qualifying = [score.points if score else None for score in per_round[: regulation.qualifying(held)]]
    total = counted(qualifying, regulation.counting)
    playoffs = sum((score.points for score in played if regulation.is_playoff(score.round)), NOTHING)
    return Standing(
        rank=0,
        entrant=entrant,
        total=total.total + playoffs - unplayed,
        wins=sum(score.is_win for score in played),
        per_round=per_round,
        reached=max([score.round for score in played] + [reached.get(entrant, 0)]),
        tiebreaks=played[-1].tiebreaks if played else (),
        penalty=sum((p.points for p in mine), NOTHING),
        discarded=total.discarded,
        is_enough=total.is_enough,
    )


def _place(line: Standing, _regulation: Regulation) -> int | Decimal:
    return -last.place if (last := line.last) else LEAST


def _reached(line: Standing, regulation: Regulation) -> int:
    """Where everybody plays the first rounds, whoever misses one of them is not behind for that."""
    return line.reached if regulation.format == "knockout" else max(line.reached, regulation.rounds)


def _final(line: Standing, regulation: Regulation) -> Decimal:
    """The place in the semifinal or final that was reached; whoever did not play it stands behind all who did."""
    if not regulation.is_playoff(line.reached):
        return NOTHING
    score = line.per_round[line.reached - 1] if line.reached <= len(line.per_round) else None
    return Decimal(-score.place) if score else LEAST


def _points(line: Standing, _regulation: Regulation) -> Decimal:
    return last.points if (last := line.last) else LEAST


def _nth_best(place: int) -> Callable[[Standing, Regulation], Decimal]:
    def nth_best(line: Standing, _regulation: Regulation) -> Decimal:
        scores = sorted((score.points for score in line.per_round if score), reverse=True)
        return scores[place] if place < len(scores) else LEAST

    return nth_best


ORDER: dict[str, Callable[[Standing, Regulation], Any]] = {
    "reached": _reached,
    "final": _final,
    "place": _place,
    "points": _points,
    "tiebreaks": lambda line, regulation: line.tiebreaks[: regulation.tiebreaks_across],
    "total": lambda line, _regulation: line.total,
    "wins": lambda line, _regulation: line.wins,
    "best": _nth_best(0),
    "second": _nth_best(1),
    "third": _nth_best(2),
}
"""What each key of a regulation's order compares; the greater comes first. `_across` has those of several lines."""


def _ranked(lines: list[Standing], keys: list[tuple]) -> tuple[Standing, ...]:
    ranked: list[Standing] = []
    for _value, level in groupby(sorted(range(len(lines)), key=keys.__getitem__, reverse=True), key=keys.__getitem__):
        rank = len(ranked) + 1
        ranked += [msgspec.structs.replace(lines[number], rank=rank) for number in level]
    return tuple(ranked)


def _refuse_impossible(entrants: Collection[str], results: Collection[TableResult]) -> None:
    known, seen = set(entrants), {}
    for result in results:
        of_round = seen.setdefault(result.round, set())
        for row in result.rows:
            if row.entrant not in known:
                raise ImpossibleResult(_("il risultato del tavolo %d nomina chi non è iscritto") % result.table)
            if row.entrant in of_round:
                raise ImpossibleResult(_("lo stesso iscritto ha due risultati nel turno %d") % result.round)
            of_round.add(row.entrant)
