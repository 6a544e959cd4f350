"""From a table's score sheet to points of the tournament, and from rounds to a total: exact functions of a regulation."""

from collections.abc import Collection, Mapping, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal, localcontext

import msgspec

from tournament.core.formatting import plain_decimal
from tournament.core.regulation.schema import Counting, Regulation, Scoring, Teams
from tournament.core.results import ResultRow
from tournament.core.tie_breaks import comparable
from tournament.core.translation import translated as _

NOTHING = Decimal(0)
ROUNDINGS = {"up": ROUND_UP, "half-up": ROUND_HALF_UP, "down": ROUND_DOWN}
DIGITS = 40
"""Digits of endless quotients (a third of three places) before rounding."""
LAST_DECIMAL = 6
"""Where a regulation names no decimals, quotients are rounded half up at this one."""


class BadLineUp(ValueError):
    """A team or a line-up that the regulation does not allow; the message says why."""


def tournament_points(lines: Sequence[ResultRow], scoring: Scoring) -> tuple[Decimal, ...]:
    """What each line of one table is worth, in the order of the lines."""
    first = leaders(lines, scoring)
    if scoring.sole_winner:
        lines = _with_one_first(lines)
    with localcontext() as context:
        context.prec = DIGITS
        return tuple(plain_decimal(_points_of(line, lines, scoring, first)) for line in lines)


def leaders(lines: Sequence[ResultRow], scoring: Scoring) -> frozenset[str]:
    """The entrants at the first place, as `first_by` and `sole_winner` say.

    Whoever won outright, with fewer points than somebody else has, does not share it by points.
    """
    if scoring.sole_winner:
        lines = _with_one_first(lines)
    first = {line.entrant for line in lines if line.rank == 1}
    if scoring.first_by == "points" and not scoring.sole_winner:
        most = max(line.points for line in lines)
        if any(line.points == most for line in lines if line.rank == 1):
            first |= {line.entrant for line in lines if line.points == most and not line.eliminated}
    return frozenset(first)


def _with_one_first(lines: Sequence[ResultRow]) -> list[ResultRow]:
    """The same sheet, with the first place for the leader by tie-breaks; players tied on these still share it."""
    tiebreaks = comparable([(line.rank, line.tiebreaks) for line in lines], at=1)
    leading = max((ties for rank, ties in tiebreaks if rank == 1), default=())
    level = tiebreaks.count((1, leading))
    return [
        msgspec.structs.replace(line, rank=1 + level) if rank == 1 and ties != leading else line
        for line, (rank, ties) in zip(lines, tiebreaks, strict=True)
    ]


def _points_of(line: ResultRow, lines: Sequence[ResultRow], scoring: Scoring, first: frozenset[str]) -> Decimal:
    if scoring.objective is not None and _reached(line, scoring):
        return scoring.objective
    if scoring.method == "against-winner":
        return _against_winner(line, lines, scoring, first)
    share = _share(line, lines, scoring)
    return share + _for_place(line, lines, scoring) + _for_first(line, first, scoring)


def _reached(line: ResultRow, scoring: Scoring) -> bool:
    return line.points >= scoring.objective_at


def _own(line: ResultRow, scoring: Scoring) -> Decimal:
    if scoring.objective_points is not None and _reached(line, scoring):
        return scoring.objective_points
    return line.points


def _share(line: ResultRow, lines: Sequence[ResultRow], scoring: Scoring) -> Decimal:
    """The part from table points: multiplied by the size of the table, divided, rounded, and limited to `most`."""
    points = _own(line, scoring)
    if scoring.method == "place":
        return NOTHING
    if scoring.method == "percent":
        together = sum((other.points for other in lines), NOTHING)
        points = 100 * line.points / together if together else NOTHING
    points = points * scoring.by_size.get(str(len(lines)), Decimal(1)) / scoring.divisor
    points = rounded(points, scoring)
    return points if scoring.most is None else min(points, scoring.most)


def rounded(points: Decimal, scoring: Scoring) -> Decimal:
    if scoring.decimals is None:
        return _ended(points)
    return points.quantize(Decimal(1).scaleb(-scoring.decimals), rounding=ROUNDINGS[scoring.rounding])


def _ended(quotient: Decimal) -> Decimal:
    """A number with few decimals, unchanged; otherwise rounded."""
    short = quotient.quantize(Decimal(1).scaleb(-LAST_DECIMAL), rounding=ROUND_HALF_UP)
    return quotient if quotient == short else short


def _for_place(line: ResultRow, lines: Sequence[ResultRow], scoring: Scoring) -> Decimal:
    if not scoring.places:
        return NOTHING
    if line.eliminated and scoring.eliminated:
        return _for_eliminated(line, lines, scoring)
    if line.rank == 1 and scoring.objective_place is not None and _reached(line, scoring):
        return scoring.objective_place
    level = [other for other in lines if other.rank == line.rank]
    shared = [_at(scoring.places, line.rank - 1 + more) for more in range(len(level))]
    return _ended(sum(shared, NOTHING) / len(level))


def _for_eliminated(line: ResultRow, lines: Sequence[ResultRow], scoring: Scoring) -> Decimal:
    """The last eliminated player ranks before the others, as in the order of the score sheet."""
    later = sum(other.eliminated and other.rank < line.rank for other in lines)
    return _at(scoring.eliminated, later)


def _at(values: Sequence[Decimal], place: int) -> Decimal:
    return values[place] if 0 <= place < len(values) else NOTHING


def _for_first(line: ResultRow, first: frozenset[str], scoring: Scoring) -> Decimal:
    if line.entrant not in first:
        return NOTHING
    return scoring.first_shared if len(first) > 1 and scoring.first_shared is not None else scoring.first


def _against_winner(line: ResultRow, lines: Sequence[ResultRow], scoring: Scoring, first: frozenset[str]) -> Decimal:
    """Others lose the difference to the winner's points on the sheet, including a reached objective."""
    if line.entrant in first:
        return _for_first(line, first, scoring) + _share(line, lines, scoring)
    winner = max(other.points for other in lines if other.entrant in first)
    return rounded(scoring.first - (winner - line.points), scoring)


# From rounds to a total


class Counted(msgspec.Struct, frozen=True):
    """A total, the rounds that make it (from 1), those that were discarded, and whether enough were played."""

    total: Decimal
    rounds: tuple[int, ...]
    discarded: tuple[int, ...]
    is_enough: bool


def counted(scores: Sequence[Decimal | None], counting: Counting) -> Counted:
    """Scores of the rounds so far, None where the entrant was absent. Of equal scores the later round is discarded."""
    played = [(score, round_) for round_, score in enumerate(scores, start=1) if score is not None]
    best = sorted(played, key=lambda one: (-one[0], one[1]))
    counted_scores = best[: _how_many(len(played), len(scores), counting)]
    rounds = tuple(sorted(round_ for _score, round_ in counted_scores))
    return Counted(
        total=sum((score for score, _round in counted_scores), counting.entry),
        rounds=rounds,
        discarded=tuple(sorted(round_ for _score, round_ in best[len(counted_scores) :])),
        is_enough=len(played) >= counting.needed,
    )


def _how_many(played: int, rounds: int, counting: Counting) -> int:
    """Discards leave at least one round, so that a first night counts."""
    if counting.best is not None:
        return min(counting.best, played)
    of = rounds if counting.absences_are_discards else played
    return min(played, max(of - counting.discards, 1))


# Teams


class TeamStanding(msgspec.Struct, frozen=True):
    """A team's line: its total is that of the counting results, best first, less penalties that belong to no result."""

    rank: int
    team: str
    total: Decimal
    results: tuple[Decimal, ...]
    discarded: tuple[Decimal, ...]
    penalty: Decimal = NOTHING


def refuse_team(members: Collection[str], teams: Teams) -> None:
    if not teams.least <= len(set(members)) <= teams.most or len(set(members)) != len(members):
        raise BadLineUp(
            _("Una squadra ha da %(least)d a %(most)d giocatori diversi") % {"least": teams.least, "most": teams.most}
        )


def refuse_line_up(line_up: Collection[str], members: Collection[str], teams: Teams) -> None:
    """The line-up has the required number of team members, each once."""
    strangers = sorted(set(line_up) - set(members))
    if strangers:
        raise BadLineUp(_("Non sono della squadra: %s") % ", ".join(strangers))
    if len(line_up) != teams.line_up or len(set(line_up)) != len(line_up):
        raise BadLineUp(_("La formazione è di %d giocatori diversi") % teams.line_up)


def team_standings(
    results: Mapping[str, Collection[Decimal]], regulation: Regulation, penalties: Mapping[str, Decimal] | None = None
) -> tuple[TeamStanding, ...]:
    """Teams by the sum of the best results of all their members; tied teams share a rank.

    `penalties` are taken off a team's total; those of a round are off its result already. Level totals are parted by the
    best single result, then the next, so far as the regulation counts them.
    """
    many = (regulation.teams or Teams()).best
    lines = [(team, sorted(scores, reverse=True)) for team, scores in sorted(results.items())]
    taken = penalties or {}

    def key(line: tuple[str, list[Decimal]]) -> tuple[Decimal, list[Decimal]]:
        return sum(line[1][:many], NOTHING) - taken.get(line[0], NOTHING), line[1][:many]

    lines.sort(key=key, reverse=True)
    keys = [key(line) for line in lines]
    return tuple(
        TeamStanding(
            keys.index(key(line)) + 1, line[0], key(line)[0], tuple(line[1][:many]), tuple(line[1][many:]),
            taken.get(line[0], NOTHING),
        )
        for line in lines
    )  # fmt: skip
