"""A chair after the draw: somebody who does not come, and somebody who sat down at the wrong table.

A table in play is never changed: its people stay where they are, and only the seating that is stored can be corrected.
"""

from collections.abc import Collection, Mapping
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions import results
from tournament.actions.base import claim, needed, record
from tournament.core.log_verbs import log_verb
from tournament.core.ranking.scoring import tournament_points
from tournament.core.regulation.schema import Scoring
from tournament.core.results import ResultRow
from tournament.errors import BadDraw, NotNow
from tournament.hooks import tables as table_hooks
from tournament.models import Seat, Table, TableStatus
from tournament.queries.drawing import legal_sizes
from tournament.states import RoundState, TableState

VACATE = log_verb(
    "chairs.vacate", gettext_lazy("ha tolto una sedia al tavolo"), public_words=gettext_lazy("una sedia tolta")
)
WALKOVER = log_verb("chairs.walkover", gettext_lazy("ha dato vinto a tavolino il tavolo"))
PUT_RIGHT = log_verb(
    "chairs.put_right",
    gettext_lazy("ha corretto chi siede dove"),
    public_words=gettext_lazy("due sedie corrette: sedevano al contrario"),
)

SPARE = 30_000


@transaction.atomic
def vacate(seat: Seat, *, reason: str, by, mover: Seat | None = None) -> None:
    """Remove the chair of an absent player; with `mover` somebody from a larger table takes it instead."""
    reason = needed(reason)
    round_ = seat.round
    _refuse_unless_waiting(seat.table)
    gone = seat.entrant
    shrunk = mover.table if mover else seat.table
    if mover:
        _refuse_mover(seat, mover)
    if shrunk.seats.count() - 1 not in legal_sizes(round_):
        raise BadDraw(_("Al tavolo %d ne resterebbero troppo pochi.") % shrunk.number)
    for table in {seat.table, shrunk}:
        claim(table)
    if seat.revisions.exists():
        raise NotNow(_("Al tavolo %d si era già contato: dai quella sedia a qualcun altro.") % seat.table.number)
    if mover:
        _move(mover, seat)
    else:
        _close_up(seat.table, seat)
    moved = mover.entrant.number if mover else None
    record(
        round_.tournament, VACATE, by=by, subject=seat.table, round=round_.number, gone=gone.number,
        moved=moved, reason=reason,
    )  # fmt: skip


@transaction.atomic
def walkover(seat: Seat, *, reason: str, by) -> None:
    """At a table of two the opponent of an absent player wins without playing. The result is an ordinary signed one, which can
    be corrected or reopened.
    """
    reason = needed(reason)
    table = seat.table
    _refuse_unless_waiting(table)
    seats = list(table.seats.all())
    if len(seats) != 2:
        raise BadDraw(_("A tavolino si vince solo dove si gioca in due."))
    ranks = {one.position: 2 if one == seat else 1 for one in seats}
    points = _points_of_walkover(table.round.tournament.rules.scoring, ranks)
    lines = [results.ResultLine(position=place, points=points[place], rank=rank) for place, rank in ranks.items()]
    results.enter_by_hand(table, lines=lines, ended_by="walkover", by=by)
    results.sign(table, by=by)
    record(
        seat.round.tournament, WALKOVER, by=by, subject=table, round=seat.round.number,
        gone=seat.entrant.number, reason=reason,
    )  # fmt: skip


def _points_of_walkover(scoring: Scoring, ranks: Mapping[int, int]) -> dict[int, Decimal]:
    """Where the place alone counts, its points stand on the sheet as the standings count them; nobody made any others."""
    if scoring.method != "place":
        return dict.fromkeys(ranks, Decimal(0))
    rows = [ResultRow(str(position), Decimal(0), rank=rank) for position, rank in ranks.items()]
    return dict(zip(ranks, tournament_points(rows, scoring), strict=True))


@transaction.atomic
def put_right(one: Seat, other: Seat, *, reason: str, by) -> None:
    """Correct the seating of two people who sit in each other's place once a game has begun: they stay where they are.

    An open record continues unchanged: its header keeps the id of each chair, the seat stores whose it is now, and a note
    in the record reports it. Repeating the correction with the same two reverts it. Refused once a result is counted.
    """
    reason = needed(reason)
    if one.pk == other.pk or one.round_id != other.round_id:
        raise BadDraw(_("Servono due giocatori diversi dello stesso turno."))
    if one.round.state != RoundState.RUNNING:
        raise NotNow(_("Il turno non è in corso: nella bozza i giocatori si scambiano."))
    for table in (one.table, other.table):
        if table.state not in (TableState.WAITING, TableState.PLAYING):
            raise NotNow(_("Il tavolo %d ha già contato: riaprilo, poi correggi chi siede dove.") % table.number)
    changed = {one.table.pk: one.table, other.table.pk: other.table}
    for table in changed.values():
        claim(table)
    recorded = {table.number for table in changed.values() if table_hooks.is_recorded(table)}
    _exchange_in_play(one, other, recorded)
    for table in changed.values():
        live.bump(table.topic)
    record(
        one.round.tournament, PUT_RIGHT, by=by,
        subject=" / ".join(str(table.number) for table in sorted(changed.values(), key=lambda table: table.number)),
        round=one.round.number, entrants=[one.entrant.number, other.entrant.number], recorded=sorted(recorded),
        reason=reason,
    )  # fmt: skip
    for seat, gone in ((one, other), (other, one)):
        if seat.table.number in recorded:
            table_hooks.seat_corrected(seat, was=gone.entrant.number, by=by)


def _exchange_in_play(one: Seat, other: Seat, recorded: Collection[int]) -> None:
    """Each row moves to the other's chair with the name by which the record there knows that chair."""
    known = {seat.pk: seat.record_id for seat in (one, other)}
    turns = {seat.pk: list(TableStatus.objects.filter(seat_in_turn=seat)) for seat in (one, other)}
    exchange(one, other)
    for seat, gone in ((one, other), (other, one)):
        seat.refresh_from_db()
        is_recorded = seat.table.number in recorded
        seat.record_alias = known[gone.pk] if is_recorded and known[gone.pk] != seat.entrant.public_id else ""
        seat.save(update_fields=["record_alias"])
        for status in turns[gone.pk]:
            status.seat_in_turn = seat
            status.save(update_fields=["seat_in_turn"])


def exchange(one: Seat, other: Seat) -> None:
    """The database refuses two people in one chair even for a moment: the first waits on a temporary one."""
    here, there = (one.table_id, one.position), (other.table_id, other.position)
    Seat.objects.filter(pk=one.pk).update(position=SPARE)
    Seat.objects.filter(pk=other.pk).update(table=here[0], position=here[1])
    Seat.objects.filter(pk=one.pk).update(table=there[0], position=there[1])


def _refuse_mover(seat: Seat, mover: Seat) -> None:
    _refuse_unless_waiting(mover.table)
    if mover.round_id != seat.round_id or mover.table_id == seat.table_id:
        raise BadDraw(_("Chi si sposta viene da un altro tavolo dello stesso turno."))


def _move(mover: Seat, seat: Seat) -> None:
    left, place = mover.table, seat.position
    seat.delete()
    Seat.objects.filter(pk=mover.pk).update(table=seat.table, position=place)
    _renumber(left)


def _close_up(table: Table, seat: Seat) -> None:
    seat.delete()
    _renumber(table)


def _renumber(table: Table) -> None:
    for place, chair in enumerate(table.seats.order_by("position"), 1):
        if chair.position != place:
            Seat.objects.filter(pk=chair.pk).update(position=place)


def _refuse_unless_waiting(table: Table) -> None:
    if table.state != TableState.WAITING or table.round.state == RoundState.CLOSED:
        raise NotNow(_("Il tavolo %d ha già cominciato.") % table.number)
