"""Qualification: a function of format, regulation, closed results and penalties; and the substitutes of qualifiers who leave."""

from collections.abc import Callable, Collection, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any, Literal

import msgspec

from tournament.core.formats import Stage
from tournament.core.formatting import format_figure, points_in_words
from tournament.core.ranking.standings import in_tournament_points, penalties_by_round, standings
from tournament.core.regulation.schema import Regulation
from tournament.core.results import ImpossibleResult, MissingResults, PenaltyPoints, ResultRow, Standing, TableResult
from tournament.core.tie_breaks import NOTHING, RUNNER_UP_KEYS, comparable, nth_best
from tournament.core.translation import translated as _

Why = Literal[
    "place", "place-by-lot", "runner-up", "runner-up-by-lot", "everybody", "standings", "standings-by-lot", "wildcard",
    "direct", "bye",
]  # fmt: skip


TieBy = Literal["place", "runners-up", "standings", "wildcard", "reserve", "title"]


class Qualified(msgspec.Struct, frozen=True, kw_only=True):
    """A qualifier with the reason: by place at the table or among the runners-up, by lot or not."""

    entrant: str
    why: Why
    table: int
    place: int
    points: Decimal

    @property
    def reason(self) -> str:
        return _reason(self)


class Tie(msgspec.Struct, frozen=True, kw_only=True):
    """A tie across the cut: entrants tied on everything that is compared, with room for some of them; `table` is None where
    people of several tables are. Wild cards are compared by the best single score alone."""

    entrants: tuple[str, ...]
    places: int
    table: int | None
    by: TieBy = "place"

    @property
    def reason(self) -> str:
        return {
            "place": _("Punti e spareggi sono pari:"),
            "runners-up": _("Fra i migliori esclusi punti e spareggi sono pari:"),
            "standings": _("In classifica tutto ciò che il regolamento confronta è pari:"),
            "wildcard": _("Per la wild card il miglior punteggio singolo è lo stesso:"),
            "reserve": _("Chi passava manca, e i primi esclusi sono pari:"),
            "title": _("La finale è finita in parità:"),
        }[self.by]


class Qualification(msgspec.Struct, frozen=True, kw_only=True):
    """The qualifiers of a round. While `tied` is not empty, those ties wait for dice or for the organizer."""

    through: tuple[Qualified, ...]
    runners_up: tuple[Qualified, ...]
    tied: tuple[Tie, ...]
    waiting: tuple[Qualified, ...] = ()
    """Direct finalists: qualifiers who skip the next round."""

    @property
    def everybody(self) -> tuple[Qualified, ...]:
        return self.through + self.runners_up

    @property
    def is_settled(self) -> bool:
        return not self.tied


def qualified(
    stage: Stage,
    results: Collection[TableResult],
    regulation: Regulation,
    *,
    penalties: Collection[PenaltyPoints] = (),
    decided: Sequence[str] = (),
    so_far: Collection[TableResult] = (),
    waiting: Collection[str] = (),
    byes: Collection[str] = (),
) -> Qualification:
    """The qualifiers of this stage, given the results of its tables.

    Places at a table are those signed on its sheet. Runners-up are those who took the first place that does not go
    through, compared by the regulation. `decided` lists, best first, entrants whom dice or the organizer have put in
    order; it settles ties and nothing else. Where the standings say who goes on, `so_far` holds the results of the
    earlier rounds. `waiting` are those who skipped this round and join the next one, `byes` those who had nobody to play
    in it. Raises MissingResults, or
    ImpossibleResult for a table counted twice.
    """
    tables = _complete(stage, results)
    if stage.advancement == "everybody":
        everybody = _all_of(tables, "everybody")
        return Qualification(through=everybody + _joining(byes, "bye"), runners_up=(), tied=())
    if stage.advancement == "by-standings":
        return _by_standings(stage, [*so_far, *tables], regulation, penalties, decided)
    through, tied = _through(stage, tables, decided)
    played = {who.entrant for who in through}  # a correction may name a direct finalist who plays the semifinal
    joining = _joining([id_ for id_ in waiting if id_ not in played], "direct") + _joining(byes, "bye")
    if tied:
        return Qualification(through=through + joining, runners_up=(), tied=tied)
    runners_up, tied = _runners_up(stage, in_tournament_points(tables, regulation), regulation, penalties, decided)
    return Qualification(through=through + joining, runners_up=runners_up, tied=tied)


def _joining(ids: Collection[str], why: Why) -> tuple[Qualified, ...]:
    return tuple(Qualified(entrant=id_, why=why, table=0, place=0, points=NOTHING) for id_ in ids)


def _all_of(tables: list[TableResult], why: Why) -> tuple[Qualified, ...]:
    return tuple(_qualified(table, row, why) for table in tables for row in _by_rank(table))


def _by_standings(
    stage: Stage,
    results: list[TableResult],
    regulation: Regulation,
    penalties: Collection[PenaltyPoints],
    decided: Sequence[str],
) -> Qualification:
    """The first are direct finalists, the next play the semifinals, then come those with the best single score."""
    lines = _enough(results, regulation, penalties)
    rank_of = {line.entrant: line.rank for line in lines}
    order = [line.entrant for line in lines]
    direct = _cut(order, rank_of.__getitem__, stage.direct, decided)
    cut = _cut(order, rank_of.__getitem__, stage.direct + stage.cut - stage.wildcards, decided)
    tied = tuple(_tie(one, "standings") for one in (direct, cut) if one.open)
    if tied:
        return Qualification(through=(), runners_up=(), tied=tied)
    by_line = {line.entrant: line for line in lines}
    waiting = tuple(_by_rank_of(by_line[id_], "direct") for id_ in direct.taken)
    through = tuple(_by_rank_of(by_line[id_], "standings") for id_ in cut.sure if id_ not in direct.taken)
    through += tuple(_by_rank_of(by_line[id_], "standings-by-lot") for id_ in cut.by_lot if id_ not in direct.taken)
    wild = _wildcards([line for line in lines if line.entrant not in cut.taken], stage.wildcards, decided)
    wildcards = tuple(_by_rank_of(by_line[id_], "wildcard") for id_ in wild.taken)
    tied = (_tie(wild, "wildcard"),) if wild.open else ()
    return Qualification(through=through, runners_up=wildcards, tied=tied, waiting=waiting)


def _enough(
    results: Collection[TableResult], regulation: Regulation, penalties: Collection[PenaltyPoints]
) -> list[Standing]:
    """The standings of all who have played enough rounds to qualify."""
    played = {row.entrant for result in results for row in result.rows}
    known = [penalty for penalty in penalties if penalty.entrant in played]
    return [line for line in standings(regulation, played, results, known) if line.is_enough]


def _wildcards(lines: list[Standing], places: int, decided: Sequence[str]) -> "_Cut":
    best = {line.entrant: nth_best(line, 0) for line in lines}
    return _cut(sorted(best, key=lambda id_: (-best[id_], id_)), best.__getitem__, places, decided)


def _tie(cut: "_Cut", by: TieBy) -> Tie:
    return Tie(entrants=tuple(cut.open), places=cut.places, table=None, by=by)


def _by_rank_of(line: Standing, why: Why) -> Qualified:
    points = nth_best(line, 0) if why == "wildcard" else line.total
    return Qualified(entrant=line.entrant, why=why, table=0, place=line.rank, points=points)


def reserve_order(
    stage: Stage,
    results: Collection[TableResult],
    regulation: Regulation,
    *,
    giving_up: str,
    through_ids: Collection[str],
    penalties: Collection[PenaltyPoints] = (),
    decided: Sequence[str] = (),
    so_far: Collection[TableResult] = (),
    joining: Collection[str] = (),
) -> tuple[tuple[Qualified, ...], ...]:
    """Who is asked, in this order, to take the place of someone who qualified and gives up; level people together, as long as
    `decided` does not put them in order.

    The second of the same table, then the third, then the best runners-up of the others; in a bracket, whose slots have
    their own two, the others are not asked. `through_ids` are those who are through already, or who have declined: they are
    passed over. `joining` go on without having played this round, so that
    nobody of their own table steps in. Where the standings say who goes on, the next in the standings are asked. Raises
    MissingResults and ImpossibleResult.
    """
    tables = _complete(stage, results)
    out = {*through_ids, giving_up}
    if stage.advancement == "by-standings":
        lines = _enough([*so_far, *tables], regulation, penalties)
        return _level([(line.rank, _by_rank_of(line, "standings")) for line in lines], out, decided)
    tables = in_tournament_points(tables, regulation)
    own = [table for table in tables if giving_up in [row.entrant for row in table.rows]]
    if not own and giving_up not in joining:
        raise ImpossibleResult(_("chi rinuncia non ha giocato in questo turno"))
    beaten = [(row.rank, _by_place(table, row)) for table in own for row in _by_rank(table) if row.rank <= 3]
    same_table = _level(beaten, out, decided)
    if stage.pairing == "bracket":
        return same_table
    others = _compared(stage, [table for table in tables if table not in own], regulation, penalties, decided)
    keys = _runner_up_keys(others, regulation, penalties)
    return same_table + _level([(keys[row.entrant], _runner_up(table, row)) for table, row in others], out, decided)


def _level(
    ordered: Collection[tuple[Any, Qualified]], out: Collection[str], decided: Sequence[str]
) -> tuple[tuple[Qualified, ...], ...]:
    """Groups of those whose keys are equal, without those who are out; a group that was decided is one person after the other."""
    groups: list[tuple[Qualified, ...]] = []
    for _key, those in groupby((pair for pair in ordered if pair[1].entrant not in out), key=lambda pair: pair[0]):
        level = sorted((who for _same, who in those), key=lambda who: _in_decided(who.entrant, decided))
        is_decided = all(who.entrant in decided for who in level)
        groups += [(who,) for who in level] if is_decided else [tuple(level)]
    return tuple(groups)


def _complete(stage: Stage, results: Collection[TableResult]) -> list[TableResult]:
    tables = sorted((result for result in results if result.table), key=lambda result: result.table)
    numbers = [result.table for result in tables]
    if len(set(numbers)) != len(numbers):
        raise ImpossibleResult(_("un tavolo ha due risultati nello stesso turno"))
    missing = [number for number in range(1, len(stage.tables) + 1) if number not in numbers]
    if missing:
        raise MissingResults(missing)
    return tables


def _by_rank(table: TableResult) -> list[ResultRow]:
    return sorted(table.rows, key=lambda row: (row.rank, row.entrant))


def _in_decided(entrant: str, decided: Sequence[str]) -> tuple[int, str]:
    """Sorts level entrants as they were decided, then by id."""
    return (decided.index(entrant) if entrant in decided else len(decided), entrant)


def _through(
    stage: Stage, tables: list[TableResult], decided: Sequence[str]
) -> tuple[tuple[Qualified, ...], tuple[Tie, ...]]:
    through: list[Qualified] = []
    tied: list[Tie] = []
    for table in tables:
        rows, cut = _cut_of(table, stage, decided)
        through += [_by_place(table, rows[id_]) for id_ in cut.sure]
        through += [_by_place(table, rows[id_], by_lot=True) for id_ in cut.by_lot]
        if cut.open:
            tied.append(Tie(entrants=tuple(cut.open), places=cut.places, table=table.table))
    return tuple(through), tuple(tied)


def _cut_of(table: TableResult, stage: Stage, decided: Sequence[str]) -> "tuple[dict[str, ResultRow], _Cut]":
    rows = {row.entrant: row for row in _by_rank(table)}
    return rows, _cut(list(rows), lambda id_: rows[id_].rank, stage.through, decided)


def _runners_up(
    stage: Stage,
    tables: list[TableResult],
    regulation: Regulation,
    penalties: Collection[PenaltyPoints],
    decided: Sequence[str],
) -> tuple[tuple[Qualified, ...], tuple[Tie, ...]]:
    ordered = _compared(stage, tables, regulation, penalties, decided)
    line_of = {row.entrant: (table, row) for table, row in ordered}
    keys = _runner_up_keys(ordered, regulation, penalties)
    cut = _cut(list(line_of), keys.__getitem__, stage.runners_up, decided)
    sure = tuple(_runner_up(*line_of[id_]) for id_ in cut.sure)
    by_lot = tuple(_runner_up(*line_of[id_], by_lot=True) for id_ in cut.by_lot)
    return (sure, (_tie(cut, "runners-up"),)) if cut.open else (sure + by_lot, ())


def _compared(
    stage: Stage,
    tables: list[TableResult],
    regulation: Regulation,
    penalties: Collection[PenaltyPoints],
    decided: Sequence[str] = (),
) -> list[tuple[TableResult, ResultRow]]:
    """The first player of each table who does not qualify, best first."""
    missed = [(table, row) for table in tables for row in _first_out(stage, table, decided)]
    keys = _runner_up_keys(missed, regulation, penalties)
    missed.sort(key=lambda pair: _in_decided(pair[1].entrant, decided))
    missed.sort(key=lambda pair: keys[pair[1].entrant], reverse=True)
    return missed


def _first_out(stage: Stage, table: TableResult, decided: Sequence[str]) -> list[ResultRow]:
    """Usually one; several when they share the place."""
    rows, cut = _cut_of(table, stage, decided)
    rest = [row for id_, row in rows.items() if id_ not in cut.taken]
    return [row for row in rest if row.rank == rest[0].rank] if rest else []


def _runner_up_keys(
    missed: Collection[tuple[TableResult, ResultRow]], regulation: Regulation, penalties: Collection[PenaltyPoints]
) -> dict[str, tuple[Any, ...]]:
    """By entrant, the sort keys of runners-up, the greatest first."""
    order, taken = regulation.runners_up_order, penalties_by_round(penalties)
    compared = [RUNNER_UP_KEYS[key].compute for key in order]

    def key_of(table: TableResult, row: ResultRow) -> tuple[Any, ...]:
        penalty = taken.get(table.round, {}).get(row.entrant, NOTHING)
        return tuple(compute(row, penalty, regulation.tiebreaks_across) for compute in compared)

    keys = [key_of(*pair) for pair in missed]
    if "tiebreaks" in order:
        keys = comparable(keys, at=order.index("tiebreaks"))
    return {row.entrant: key for (_table, row), key in zip(missed, keys, strict=True)}


class _Cut(msgspec.Struct, frozen=True):
    """Entrants on the safe side of the cut, those put there by a decision, and those who still wait for one."""

    sure: list[str]
    by_lot: list[str]
    open: list[str]
    places: int

    @property
    def taken(self) -> list[str]:
        return self.sure + self.by_lot


def _cut(ordered: Sequence[str], key: Callable[[str], Any], places: int, decided: Sequence[str]) -> _Cut:
    """Splits entrants, best first, after this many places; a tie across the cut needs a decision."""
    sure: list[str] = []
    for _value, group in groupby(ordered, key=key):
        level = list(group)
        left = places - len(sure)
        if len(level) > left:
            return _straddling(sure, level, left, decided)
        sure += level
    return _Cut(sure, [], [], 0)


def _straddling(sure: list[str], level: list[str], left: int, decided: Sequence[str]) -> _Cut:
    if not left:
        return _Cut(sure, [], [], 0)
    if not all(id_ in decided for id_ in level):
        return _Cut(sure, [], level, left)
    order = sorted(level, key=list(decided).index)
    return _Cut(sure, order[:left], [], 0)


def _by_place(table: TableResult, row: ResultRow, by_lot: bool = False) -> Qualified:
    return _qualified(table, row, "place-by-lot" if by_lot else "place")


def _runner_up(table: TableResult, row: ResultRow, by_lot: bool = False) -> Qualified:
    return _qualified(table, row, "runner-up-by-lot" if by_lot else "runner-up")


def _qualified(table: TableResult, row: ResultRow, why: Why) -> Qualified:
    return Qualified(entrant=row.entrant, why=why, table=table.table, place=row.rank, points=row.points)


def _reason(who: Qualified) -> str:
    texts = {
        "place": _("%(place)dº al tavolo %(table)d"),
        "place-by-lot": _("%(place)dº al tavolo %(table)d, per sorteggio"),
        "runner-up": _("miglior escluso: %(place)dº al tavolo %(table)d con %(points)s"),
        "runner-up-by-lot": _("miglior escluso per sorteggio: %(place)dº al tavolo %(table)d con %(points)s"),
        "everybody": _("tutti giocano il turno seguente"),
        "standings": _("%(place)dº in classifica con %(points)s"),
        "standings-by-lot": _("%(place)dº in classifica con %(points)s, per sorteggio"),
        "wildcard": _("wild card: miglior punteggio singolo, %(points)s"),
        "direct": _("in finale senza semifinale"),
        "bye": _("passa senza giocare"),
    }
    points = format_figure(who.points) if who.why == "wildcard" else points_in_words(who.points)
    return texts[who.why] % {"place": who.place, "table": who.table, "points": points}
