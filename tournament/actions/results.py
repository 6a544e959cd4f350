"""The result of a table: reported from its record or by hand, signed, corrected with a reason and a trace."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.score import Sheet
from games.kernel.words import unstopped
from tournament import live
from tournament.actions import tables
from tournament.actions.base import claim, move, needed, record, take_turns
from tournament.core.formatting import plain_decimal
from tournament.core.log_verbs import log_verb
from tournament.core.results import MissingResults
from tournament.errors import BadResult, Doubt, DoubtfulResult, NotNow
from tournament.models import Result, ResultRevision, Round, Seat, Table
from tournament.queries.doubts import doubt_of, in_words
from tournament.queries.game_paper import GamePaper
from tournament.queries.results import qualification_of, qualification_so_far, standings_of
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
    """One seat's line of a score sheet, by its position clockwise. Points and tie-breaks are exact decimals.

    `figures` are what a sheet of paper holds beside them, by the game's fields.
    """

    position: int
    points: Decimal
    rank: int
    tiebreaks: tuple[Decimal, ...] = ()
    is_eliminated: bool = False
    figures: Mapping[str, str] = field(default_factory=dict)


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
    is_open: bool = False
    """Tables are still open, or a tie is undecided: what is said of the qualifiers holds as things stand."""

    @property
    def changes_qualifiers(self) -> bool:
        return bool(self.joined or self.left or self.finalists)


@transaction.atomic
def report(
    table: Table, *, lines: Sequence[ResultLine], ended_by: str, by, head: str = "", confirmed: str = ""
) -> None:
    """Store the count of a table: its lines, how the game ended, and the head of its record.

    Without a record its game looks at every figure. Raises DoubtfulResult unless a reason says why it stands all the same.
    """
    _refuse_unfit(table, lines, ended_by)
    _store(table, lines, ended_by, head, "" if head else _confirmation(table, lines, ended_by, confirmed), by)


def _store(table: Table, lines: Sequence[ResultLine], ended_by: str, head: str, confirmation: str, by) -> None:
    move(table, TableState.COUNTED, TABLE_MOVES, since=TableState.PLAYING)
    seats = {seat.position: seat for seat in table.seats.all()}
    Result.objects.bulk_create(_result(seats[line.position], line, ended_by, head, confirmation, by) for line in lines)
    _tell(table)
    record(
        table.round.tournament,
        REPORT,
        by=by,
        subject=table,
        round=table.round.number,
        ended_by=ended_by,
        head=head,
        lines=logged_lines(table),
        **({"reason": confirmation} if confirmation else {}),
    )


def logged_lines(table: Table) -> list[list[object]]:
    """The lines of a result as the log holds them: chair, entrant's public id, points, rank, tie-breaks, eliminated, how the game ended.

    An archive is checked against them.
    """
    results = Result.objects.filter(seat__table=table).select_related("seat__entrant").order_by("seat__position")
    return [
        [
            one.seat.position, one.seat.entrant.public_id, f"{plain_decimal(one.points):f}", one.rank,
            [f"{plain_decimal(value):f}" for value in one.tiebreak_values()], one.is_eliminated, one.ended_by,
        ]
        for one in results
    ]  # fmt: skip


@transaction.atomic
def enter_by_hand(table: Table, *, lines: Sequence[ResultLine], ended_by: str, by, confirmed: str = "") -> None:
    """Store the result of a table that was played on paper; figures are looked at as in `report`."""
    _refuse_unfit(table, lines, ended_by)
    confirmation = _confirmation(table, lines, ended_by, confirmed)
    if table.state == TableState.WAITING:
        tables.begin(table, by=by)
    _store(table, lines, ended_by, "", confirmation, by)


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
def correct(
    table: Table, *, lines: Sequence[ResultLine], reason: str, by, ended_by: str = "", confirmed: str = ""
) -> Correction:
    """Change a counted or signed sheet, also after the round is closed; the old one is stored with the reason. An empty
    `ended_by` leaves the ending unchanged.

    Games in progress do not change; the returned effects say who qualifies now. Figures are looked at as in `report`.
    """
    reason = needed(reason)
    was = Result.objects.filter(seat__table=table).values_list("ended_by", flat=True).first()
    correction = _corrected(table, lines, ended_by, reason, confirmed, by)
    stands = Result.objects.filter(seat__table=table).exclude(confirmation="").values_list("confirmation", flat=True)
    confirmation = stands.first()
    _tell(table)
    record(
        table.round.tournament, CORRECT, by=by, subject=table, round=table.round.number, reason=reason, lines=logged_lines(table),
        joined=correction.joined, left=correction.left, **({"ended_by": ended_by} if ended_by not in ("", was) else {}),
        **({"confirmation": confirmation} if confirmation else {}),
    )  # fmt: skip
    return correction


@transaction.atomic
def preview(table: Table, *, lines: Sequence[ResultLine], by, ended_by: str = "", confirmed: str = "") -> Correction:
    """The effects of a correction, without making it."""
    version = table.version
    correction = _corrected(table, lines, ended_by, "-", confirmed, by)
    transaction.set_rollback(True)
    table.version = version
    return correction


def _corrected(table: Table, lines: Sequence[ResultLine], ended_by: str, reason: str, confirmed: str, by) -> Correction:
    if table.state not in (TableState.COUNTED, TableState.SIGNED):
        raise NotNow(_("Il tavolo %d non ha ancora un risultato da correggere.") % table.number)
    results = {
        result.seat.position: result for result in Result.objects.filter(seat__table=table).select_related("seat")
    }
    ended_by = ended_by or next(iter(results.values())).ended_by
    _refuse_unfit(table, lines, ended_by)
    confirmation = _confirmation(table, lines, ended_by, confirmed)
    through, ranks = _through_all(table.round), _ranks(table.round)
    claim(table)
    for line in lines:
        _rewrite(results[line.position], line, ended_by, confirmation, reason, by)
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
        is_open=_is_open(round_),
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
        raise BadResult(_("Serve una riga per ogni sedia del tavolo %d.") % table.number)
    if min(line.rank for line in lines) != 1 or max(line.rank for line in lines) > len(lines):
        raise BadResult(_("I piazzamenti vanno da 1 a %d e qualcuno deve essere primo.") % len(lines))
    for line in lines:
        if not line.points.is_finite() or abs(line.points) > MOST_POINTS or line.points != round(line.points, 4):
            raise BadResult(_("Sedia %d: i punti sono un numero con al più quattro decimali.") % line.position)
    _refuse_disordered(lines, ended_by)


def _refuse_disordered(lines: Sequence[ResultLine], ended_by: str) -> None:
    ordered = sorted((line for line in lines if not line.is_eliminated), key=lambda line: line.rank)
    has_winner = ended_by not in RANKED_BY_POINTS and sum(line.rank == 1 for line in lines) == 1
    for better, worse in pairwise(line for line in ordered if not (has_winner and line.rank == 1)):
        if worse.rank > better.rank and worse.points > better.points:
            raise BadResult(
                _("La sedia %(better)d ha meno punti della sedia %(worse)d e un piazzamento migliore.")
                % {"better": better.position, "worse": worse.position}
            )


def _confirmation(table: Table, lines: Sequence[ResultLine], ended_by: str, confirmed: str) -> str:
    """The reason for which doubtful figures stand, empty where the game doubts none. Raises DoubtfulResult without a reason."""
    doubts = doubts_of(table, lines, ended_by)
    if not doubts:
        return ""
    if not confirmed.strip():
        places = "; ".join(map(in_words, doubts))
        raise DoubtfulResult(_("Da guardare: %s. Correggi, o conferma con un motivo.") % unstopped(places), doubts)
    return needed(confirmed)


def doubts_of(table: Table, lines: Sequence[ResultLine], ended_by: str) -> tuple[Doubt, ...]:
    """What the game of a table holds to be wrong in a result that was typed; nothing where the game has no sheet for this table."""
    ordered = sorted(lines, key=lambda line: line.position)
    paper = GamePaper.of_table(table, len(ordered))
    if paper is None:
        return ()
    written = [
        paper.line(
            line.figures,
            tiebreaks=line.tiebreaks,
            points=line.points,
            rank=line.rank,
            is_eliminated=line.is_eliminated,
        )
        for line in ordered
    ]
    positions = [line.position for line in ordered]
    return tuple(doubt_of(fault, positions) for fault in paper.faults(ended_by, written))


def _result(seat: Seat, line: ResultLine, ended_by: str, head: str, confirmation: str, by) -> Result:
    last = seat.revisions.first()
    return Result(
        seat=seat,
        points=line.points,
        tiebreaks=[str(value) for value in line.tiebreaks],
        rank=line.rank,
        is_eliminated=line.is_eliminated,
        ended_by=ended_by,
        head=head,
        figures=dict(line.figures),
        confirmation=confirmation,
        revision=last.revision + 1 if last else 1,
        entered_by=by,
    )


def _rewrite(result: Result, line: ResultLine, ended_by: str, confirmation: str, reason: str, by) -> None:
    _keep(result, reason, by)
    result.figures, result.confirmation = dict(line.figures), confirmation
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
        "figures": result.figures,
        "confirmation": result.confirmation,
    }
    ResultRevision.objects.create(seat=result.seat, revision=result.revision, was=was, reason=reason, by=by)


def _through(round_: Round) -> Through:
    """While a table is missing, as things stand; without those between whom a tie is undecided."""
    found = qualification_so_far(round_)
    return {who.entrant: False for who in found.everybody} | {who.entrant: True for who in found.waiting}


def _is_open(round_: Round) -> bool:
    try:
        return not qualification_of(round_).is_settled
    except MissingResults:
        return True


def _refuse_in_closed_round(table: Table) -> None:
    """A round that is being closed ends first, or waits until this is done."""
    take_turns(table.round)
    if not Round.objects.filter(pk=table.round_id, closed_at=None).exists():
        raise NotNow(_("Il turno è chiuso: correggi il risultato, oppure riapri il turno."))


def _tell(table: Table) -> None:
    live.bump(table.topic)
    live.bump(table.round.tournament.tables_topic)
