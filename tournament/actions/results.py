"""The result of a table: reported from its record or by hand, signed, corrected with a reason and a trace."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.score import Sheet
from tournament import live
from tournament.actions import tables
from tournament.actions.base import claim, move, needed, record
from tournament.core.log_verbs import log_verb
from tournament.core.results import MissingResults
from tournament.errors import BadResult, NotNow
from tournament.models import Result, ResultRevision, Round, Seat, Table
from tournament.queries.results import qualification_of, standings_of
from tournament.states import TABLE_MOVES, TableState

REPORT = log_verb("results.report", gettext_lazy("ha registrato il risultato del tavolo"), is_announced=True)
SIGN = log_verb("results.sign", gettext_lazy("ha fatto firmare il tavolo"), is_announced=True)
UNSIGN = log_verb("results.unsign", gettext_lazy("ha tolto la firma al tavolo"), is_announced=True)
REOPEN = log_verb("results.reopen", gettext_lazy("ha riaperto il tavolo"), is_announced=True)
CORRECT = log_verb("results.correct", gettext_lazy("ha corretto il risultato del tavolo"), is_announced=True)

MOST_POINTS = Decimal(99_999_999)
# Points alone rank a game that ended so; one that somebody won outright puts its winner first whatever the points.
RANKED_BY_POINTS = frozenset({"time", "dice"})


Through = dict[str, bool]
"""The qualifiers of a round, and whether they wait for the round after the next."""


@dataclass(frozen=True)
class ResultLine:
    """One seat's line of a score sheet, by its position clockwise. Points and tie-breaks are exact decimals."""

    position: int
    points: Decimal
    rank: int
    tiebreaks: tuple[Decimal, ...] = ()
    is_eliminated: bool = False


def lines_of(sheet: Sheet) -> list[ResultLine]:
    """The lines of an engine's score sheet."""
    return [
        ResultLine(
            position=row.seat + 1,
            points=Decimal(row.points),
            rank=row.rank,
            tiebreaks=tuple(map(Decimal, row.tiebreaks)),
            is_eliminated=row.status not in ("", "active"),
        )
        for row in sheet.rows
    ]


@dataclass(frozen=True)
class Move:
    """An entrant whose rank in the standings changes."""

    entrant: str
    was: int
    now: int


@dataclass(frozen=True)
class Correction:
    """The consequences of a correction: public ids that qualify now, and that no longer do.

    `finalists` now wait for the final instead of playing the next round or being out. `late` would have qualified for a
    round that is already drawn; `lucky` play in it although they no longer qualify. Its tables do not change.
    """

    joined: tuple[str, ...]
    left: tuple[str, ...]
    late: tuple[str, ...] = ()
    lucky: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    finalists: tuple[str, ...] = ()

    @property
    def changes_qualifiers(self) -> bool:
        return bool(self.joined or self.left or self.finalists)


@transaction.atomic
def report(table: Table, *, lines: Sequence[ResultLine], ended_by: str, by, head: str = "") -> None:
    """Store the count of a table: its lines, how the game ended, and the head of its record."""
    _refuse_unfit(table, lines, ended_by)
    move(table, TableState.COUNTED, TABLE_MOVES, since=TableState.PLAYING)
    seats = {seat.position: seat for seat in table.seats.all()}
    Result.objects.bulk_create(_result(seats[line.position], line, ended_by, head, by) for line in lines)
    _tell(table)
    record(
        table.round.tournament,
        REPORT,
        by=by,
        subject=table,
        round=table.round.number,
        ended_by=ended_by,
        head=head,
    )


@transaction.atomic
def enter_by_hand(table: Table, *, lines: Sequence[ResultLine], ended_by: str, by) -> None:
    """Store the result of a table that was played on paper."""
    if table.state == TableState.WAITING:
        tables.begin(table, by=by)
    report(table, lines=lines, ended_by=ended_by, by=by)


@transaction.atomic
def sign(table: Table, *, by) -> None:
    """Sign the sheet after the players' review; from here only a correction changes it."""
    move(table, TableState.SIGNED, TABLE_MOVES)
    _tell(table)
    record(table.round.tournament, SIGN, by=by, subject=table, round=table.round.number)


@transaction.atomic
def unsign(table: Table, *, by, reason: str) -> None:
    reason = needed(reason)
    _refuse_in_closed_round(table)
    move(table, TableState.COUNTED, TABLE_MOVES, since=TableState.SIGNED)
    _tell(table)
    record(table.round.tournament, UNSIGN, by=by, subject=table, round=table.round.number, reason=reason)


@transaction.atomic
def reopen(table: Table, *, by, reason: str) -> None:
    """Reopen a table whose count was wrong or too early. The count is stored as a revision."""
    reason = needed(reason)
    _refuse_in_closed_round(table)
    move(table, TableState.PLAYING, TABLE_MOVES, since=TableState.COUNTED)
    for result in Result.objects.filter(seat__table=table).select_related("seat"):
        _keep(result, reason, by)
        result.delete()
    _tell(table)
    record(table.round.tournament, REOPEN, by=by, subject=table, round=table.round.number, reason=reason)


@transaction.atomic
def correct(table: Table, *, lines: Sequence[ResultLine], reason: str, by, ended_by: str = "") -> Correction:
    """Change a counted or signed sheet, also after the round is closed; the old one is stored with the reason. An empty
    `ended_by` leaves the ending unchanged.

    Games in progress do not change; the returned effects say who qualifies now.
    """
    reason = needed(reason)
    was = Result.objects.filter(seat__table=table).values_list("ended_by", flat=True).first()
    correction = _corrected(table, lines, ended_by, reason, by)
    _tell(table)
    record(
        table.round.tournament, CORRECT, by=by, subject=table, round=table.round.number, reason=reason,
        joined=correction.joined, left=correction.left, **({"ended_by": ended_by} if ended_by not in ("", was) else {}),
    )  # fmt: skip
    return correction


@transaction.atomic
def preview(table: Table, *, lines: Sequence[ResultLine], by, ended_by: str = "") -> Correction:
    """The effects of a correction, without making it."""
    version = table.version
    correction = _corrected(table, lines, ended_by, "-", by)
    transaction.set_rollback(True)
    table.version = version
    return correction


def _corrected(table: Table, lines: Sequence[ResultLine], ended_by: str, reason: str, by) -> Correction:
    if table.state not in (TableState.COUNTED, TableState.SIGNED):
        raise NotNow(_("Il tavolo %d non ha ancora un risultato da correggere.") % table.number)
    results = {
        result.seat.position: result for result in Result.objects.filter(seat__table=table).select_related("seat")
    }
    ended_by = ended_by or next(iter(results.values())).ended_by
    _refuse_unfit(table, lines, ended_by)
    through, ranks = _through_all(table.round), _ranks(table.round)
    claim(table)
    for line in lines:
        _rewrite(results[line.position], line, ended_by, reason, by)
    return _difference(table.round, through, ranks)


def _difference(round_: Round, through: dict[int, Through], ranks: dict[str, int]) -> Correction:
    """The qualifiers of the rounds from this one on: where they follow from the standings, later rounds change too."""
    after = _through_all(round_)
    new = {number: {*now.items()} - {*through[number].items()} for number, now in after.items()}
    joined = {one for changes in new.values() for one, waits in changes if not waits}
    finalists = {one for changes in new.values() for one, waits in changes if waits}
    left = {one for number, now in after.items() for one in through[number].keys() - now.keys()}
    drawn = Seat.objects.filter(round__tournament=round_.tournament, round__number__gt=round_.number)
    seated = set(drawn.values_list("entrant__public_id", flat=True))
    return Correction(
        joined=tuple(sorted(joined)),
        left=tuple(sorted(left)),
        late=tuple(sorted(joined - seated)) if seated else (),
        lucky=tuple(sorted((left | finalists) & seated)),
        finalists=tuple(sorted(finalists)),
        moves=tuple(Move(one, ranks[one], now) for one, now in _ranks(round_).items() if ranks[one] != now),
    )


def _through_all(round_: Round) -> dict[int, Through]:
    later = round_.tournament.rounds.filter(number__gte=round_.number)
    return {one.number: _through(one) for one in later.select_related("tournament")}


def _ranks(round_: Round) -> dict[str, int]:
    return {line.entrant: line.rank for line in standings_of(round_.tournament)}


def _refuse_unfit(table: Table, lines: Sequence[ResultLine], ended_by: str) -> None:
    positions = sorted(table.seats.values_list("position", flat=True))
    if sorted(line.position for line in lines) != positions:
        raise BadResult(_("Serve una riga per ogni posto del tavolo %d.") % table.number)
    if min(line.rank for line in lines) != 1 or max(line.rank for line in lines) > len(lines):
        raise BadResult(_("I piazzamenti vanno da 1 a %d e qualcuno deve essere primo.") % len(lines))
    for line in lines:
        if not line.points.is_finite() or abs(line.points) > MOST_POINTS or line.points != round(line.points, 4):
            raise BadResult(_("Posto %d: i punti sono un numero con al più quattro decimali.") % line.position)
    _refuse_disordered(lines, ended_by)


def _refuse_disordered(lines: Sequence[ResultLine], ended_by: str) -> None:
    ordered = sorted((line for line in lines if not line.is_eliminated), key=lambda line: line.rank)
    has_winner = ended_by not in RANKED_BY_POINTS and sum(line.rank == 1 for line in lines) == 1
    for better, worse in pairwise(line for line in ordered if not (has_winner and line.rank == 1)):
        if worse.rank > better.rank and worse.points > better.points:
            raise BadResult(
                _("Il posto %(better)d ha meno punti del posto %(worse)d e un piazzamento migliore.")
                % {"better": better.position, "worse": worse.position}
            )


def _result(seat: Seat, line: ResultLine, ended_by: str, head: str, by) -> Result:
    last = seat.revisions.first()
    return Result(
        seat=seat,
        points=line.points,
        tiebreaks=[str(value) for value in line.tiebreaks],
        rank=line.rank,
        is_eliminated=line.is_eliminated,
        ended_by=ended_by,
        head=head,
        revision=last.revision + 1 if last else 1,
        entered_by=by,
    )


def _rewrite(result: Result, line: ResultLine, ended_by: str, reason: str, by) -> None:
    _keep(result, reason, by)
    result.points, result.rank, result.is_eliminated = line.points, line.rank, line.is_eliminated
    result.tiebreaks, result.ended_by = [str(value) for value in line.tiebreaks], ended_by
    result.revision += 1
    result.entered_by, result.entered_at = by, timezone.now()
    result.save()


def _keep(result: Result, reason: str, by) -> None:
    was = {
        "points": str(result.points),
        "tiebreaks": result.tiebreaks,
        "rank": result.rank,
        "is_eliminated": result.is_eliminated,
        "ended_by": result.ended_by,
        "head": result.head,
    }
    ResultRevision.objects.create(seat=result.seat, revision=result.revision, was=was, reason=reason, by=by)


def _through(round_: Round) -> Through:
    """Empty while a table is missing or a tie is undecided."""
    try:
        found = qualification_of(round_)
    except MissingResults:
        return {}
    return {who.entrant: False for who in found.everybody} | {who.entrant: True for who in found.waiting}


def _refuse_in_closed_round(table: Table) -> None:
    if table.round.closed_at is not None:
        raise NotNow(_("Il turno è chiuso: correggi il risultato, oppure riapri il turno."))


def _tell(table: Table) -> None:
    live.bump(table.topic)
    live.bump(table.round.tournament.tables_topic)
