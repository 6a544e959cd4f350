"""Tie-breaks: what the standings compare, one value of the table each. A regulation names them by their keys, in its order.

The greater figure comes first. A new tie-break is one more value here: the regulation's check, its editor, the rule sheet and the
standings read the table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import permutations
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.formatting import format_figure, with_minus_sign
from tournament.core.ordinals import ordinal
from tournament.core.results import ResultRow, Standing, TableResult
from tournament.core.translation import translated as gettext

NOTHING = Decimal(0)
LEAST = Decimal("-Infinity")
"""Sorts whoever has no figure after everybody who has one."""


@dataclass(kw_only=True)
class StandingsContext:
    """What a tie-break may look at beside the line itself: all lines, all sheets in points of the tournament, the format."""

    lines: Sequence[Standing]
    results: Sequence[TableResult]
    qualifying_rounds: int
    """Rounds that everybody plays."""
    share_of_draw: Decimal
    """How much of the points of somebody with whom one drew counts among those of the opponents beaten."""
    has_own_total_unplayed: bool
    """Whether a game that was not played counts as one against somebody with as many points."""
    is_knockout: bool
    is_bracket: bool
    is_playoff: Callable[[int], bool]
    sheet_tiebreaks: int | None
    """How many tie-breaks of a score sheet compare players of different tables; None is all."""
    ranks_before: Callable[[], Mapping[str, int]]
    """Everybody's rank after the round before the last."""

    @cached_property
    def buchholz(self) -> dict[str, Decimal]:
        return _of_opponents(self, lambda _row, _other: Decimal(1))

    @cached_property
    def sonneborn_berger(self) -> dict[str, Decimal]:
        return _of_opponents(self, lambda row, other: _share_of_win(row, other, self.share_of_draw))

    @cached_property
    def previous_ranks(self) -> Mapping[str, int]:
        return self.ranks_before()


def _figure(value: Any) -> str:
    return gettext("nessuna") if value == LEAST else with_minus_sign(format_figure(Decimal(value)))


def _placing(value: Any) -> str:
    """Placings are compared by their negative; 0 is none."""
    return gettext("non giocata") if value in (LEAST, 0) else ordinal(-int(value))


def _figures(values: Sequence[Decimal]) -> str:
    return " / ".join(map(format_figure, values))


@dataclass(frozen=True, kw_only=True)
class TieBreak:
    """`key` stands in regulations; `label` names it on the rule sheet; `compute` gives a line's figure, `describe` says it.

    The figure that `is_round` is the number of a round, which people know by its name.
    """

    key: str
    label: Promise
    compute: Callable[[Standing, StandingsContext], Any]
    describe: Callable[[Any], str] = _figure
    is_round: bool = False
    is_of_last_game: bool = False
    """Of each one's last game, which while a round is played may be of different rounds."""


@dataclass(frozen=True, kw_only=True)
class RunnerUpKey:
    """What best runners-up are compared by: `compute` looks at a score sheet's row, the points that a penalty takes from it, and how
    many of its tie-breaks compare across tables.
    """

    key: str
    label: Promise
    compute: Callable[[ResultRow, Decimal, int | None], Any]


def _of_opponents(context: StandingsContext, share: Callable[[ResultRow, ResultRow], Decimal]) -> dict[str, Decimal]:
    """By entrant, the totals of those whom one has met, each by its share."""
    totals = {line.entrant: line.total for line in context.lines}
    found: dict[str, Decimal] = {}
    for result in context.results:
        if context.has_own_total_unplayed and not result.is_played:
            id_ = result.rows[0].entrant
            found[id_] = found.get(id_, NOTHING) + totals[id_]
        for row, other in permutations(result.rows, 2):
            found[row.entrant] = found.get(row.entrant, NOTHING) + share(row, other) * totals[other.entrant]
    return found


def _share_of_win(row: ResultRow, other: ResultRow, of_draw: Decimal) -> Decimal:
    """Whole for whoever was beaten, what the regulation says for who drew."""
    return of_draw if row.rank == other.rank else Decimal(row.rank < other.rank)


def _reached(line: Standing, context: StandingsContext) -> int:
    """Where everybody plays the first rounds, whoever misses one of them is not behind for that."""
    if context.is_knockout or context.is_bracket:
        return line.reached
    return max(line.reached, context.qualifying_rounds)


def _final(line: Standing, context: StandingsContext) -> Decimal:
    """The place in the semifinal or final that was reached; whoever did not play it stands behind all who did."""
    if not context.is_playoff(line.reached):
        return NOTHING
    score = line.per_round[line.reached - 1] if line.reached <= len(line.per_round) else None
    return Decimal(-score.place) if score else LEAST


def nth_best(line: Standing, place: int) -> Decimal:
    """The points of somebody's best game (`place` 0), of the second best, and so on."""
    scores = sorted((score.points for score in line.per_round if score), reverse=True)
    return scores[place] if place < len(scores) else LEAST


def _last_place(line: Standing, _context: StandingsContext) -> int | Decimal:
    return -last.place if (last := line.last) else LEAST


def _last_points(line: Standing, _context: StandingsContext) -> Decimal:
    return last.points if (last := line.last) else LEAST


_TABLE = (
    TieBreak(key="reached", label=_("turno raggiunto"), compute=_reached, is_round=True),
    TieBreak(
        key="place",
        label=_("piazzamento nell'ultima partita"),
        compute=_last_place,
        describe=_placing,
        is_of_last_game=True,
    ),
    TieBreak(key="points", label=_("punti dell'ultima partita"), compute=_last_points, is_of_last_game=True),
    TieBreak(
        key="tiebreaks",
        label=_("spareggi dell'ultima partita"),
        compute=lambda line, context: line.tiebreaks[: context.sheet_tiebreaks],
        describe=_figures,
        is_of_last_game=True,
    ),
    TieBreak(key="total", label=_("totale"), compute=lambda line, _context: line.total),
    TieBreak(
        key="opponents",
        label=_("punti degli avversari incontrati"),
        compute=lambda line, context: context.buchholz.get(line.entrant, NOTHING),
    ),
    TieBreak(
        key="beaten",
        label=_("punti degli avversari battuti"),
        compute=lambda line, context: context.sonneborn_berger.get(line.entrant, NOTHING),
    ),
    TieBreak(key="wins", label=_("vittorie"), compute=lambda line, _context: line.wins),
    TieBreak(key="best", label=_("partita migliore"), compute=lambda line, _context: nth_best(line, 0)),
    TieBreak(key="second", label=_("seconda partita migliore"), compute=lambda line, _context: nth_best(line, 1)),
    TieBreak(key="third", label=_("terza partita migliore"), compute=lambda line, _context: nth_best(line, 2)),
    TieBreak(
        key="previous",
        label=_("classifica del turno prima"),
        compute=lambda line, context: -context.previous_ranks.get(line.entrant, 0),
        describe=_placing,
    ),
    TieBreak(key="final", label=_("piazzamento in semifinale e in finale"), compute=_final, describe=_placing),
)
_RUNNER_UP_TABLE = (
    RunnerUpKey(key="points", label=_("punti"), compute=lambda row, penalty, _across: row.points - penalty),
    RunnerUpKey(key="tiebreaks", label=_("spareggi"), compute=lambda row, _penalty, across: row.tiebreaks[:across]),
    RunnerUpKey(key="total", label=_("totale"), compute=lambda row, penalty, _across: row.points - penalty),
)
TIE_BREAKS = {tie_break.key: tie_break for tie_break in _TABLE}
RUNNER_UP_KEYS = {key.key: key for key in _RUNNER_UP_TABLE}


def comparable(keys: Sequence[tuple[Any, ...]], at: int) -> list[tuple[Any, ...]]:
    """The same sort keys, with the tie-breaks at this position cut where a sheet of somebody level so far has no more.

    A table writes the tie-breaks that part its own players, so that a missing figure says nothing: it is neither less nor
    more than one that was written.
    """
    ends = {key[: at + 1] for key in keys}
    return [(*key[:at], _cut(key, at, ends), *key[at + 1 :]) for key in keys]


def _cut(key: tuple[Any, ...], at: int, ends: set[tuple[Any, ...]]) -> tuple[Any, ...]:
    figures: tuple[Any, ...] = key[at]
    many = next(many for many in range(len(figures) + 1) if (*key[:at], figures[:many]) in ends)
    return figures[:many]
