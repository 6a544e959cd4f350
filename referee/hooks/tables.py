"""Links from the tournament's pages: from a table to its judge's page, from the desk to the hall of the judges."""

from random import Random

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from reportlab.graphics.shapes import Drawing

from referee.actions import records
from referee.board_image import geometry, map_pdf, pdf
from referee.demo.sample_game import simulate_sheet
from referee.judge_page import board_view
from referee.models import Acceptance, Entry, Flag, GameRecord, Quarantined, SealedVault, Snapshot
from referee.records import cache as record_cache
from referee.records import end_of_game
from tournament.hooks import tables as table_hooks
from tournament.permissions import may_organize, may_record
from tournament.states import RoundState, TableState


@table_hooks.table_link
def to_the_judges_page(table, user, roles) -> table_hooks.TableLink | None:
    round_ = table.round
    if round_.state == RoundState.DRAFT or not roles:
        return None
    is_open = may_record(user, table, roles) and table.state in (TableState.WAITING, TableState.PLAYING)
    label = _("Arbitra il tavolo") if is_open and round_.state == RoundState.RUNNING else _("Verbale della partita")
    return table_hooks.TableLink(
        label, reverse("referee:judge", args=[round_.tournament.slug, round_.number, table.number])
    )


@table_hooks.table_link
def to_the_replay(table, user, roles) -> table_hooks.TableLink | None:
    """The link to the replay, public once the game is counted; only for recorded tables."""
    status = getattr(table, "status", None)
    if table.state not in (TableState.COUNTED, TableState.SIGNED) or status is None or not status.last_entry:
        return None
    round_ = table.round
    return table_hooks.TableLink(
        _("Rivedi la partita"), reverse("referee:replay", args=[round_.tournament.slug, round_.number, table.number])
    )


@table_hooks.table_link
def to_the_live_page(table, user, roles) -> table_hooks.TableLink | None:
    """The link to the page of a table that the organizer opened to all, until its result is signed."""
    broadcast = getattr(table, "broadcast", None)
    if broadcast is None or not broadcast.is_open or table.state == TableState.SIGNED:
        return None
    return _live_page(table, _("Segui dal vivo"), is_live=True)


@table_hooks.table_page_link
def to_open_the_live_page(table, roles) -> table_hooks.TableLink | None:
    """Where an organizer opens the table to all, changes its delay and closes it."""
    return _live_page(table, _("Diretta per tutti")) if may_organize(roles) else None


def _live_page(table, label: str, *, is_live: bool = False) -> table_hooks.TableLink:
    round_ = table.round
    return table_hooks.TableLink(
        label, reverse("referee:live", args=[round_.tournament.slug, round_.number, table.number]), is_live
    )


@table_hooks.hall_link
def to_the_judges_hall(tournament) -> table_hooks.TableLink:
    return table_hooks.TableLink(_("Arbitri"), reverse("referee:floor", args=[tournament.slug]))


@table_hooks.has_record
def has_a_record(table) -> bool:
    return GameRecord.objects.filter(table=table).exists()


@table_hooks.on_seat_corrected
def write_in_the_record(seat, *, was: int, by) -> None:
    """The note has numbers, because names stay out of the chain."""
    row = GameRecord.objects.select_related("table__round__tournament").get(table=seat.table_id)
    facts = {"seat": seat.position, "now": seat.entrant.number, "was": was}
    records.note(
        row,
        text=_("Sulla sedia %(seat)d siede il n. %(now)d e non il n. %(was)d: corretto dalla segreteria.") % facts,
        by=by,
    )


@table_hooks.simulate_game
def simulated_game(table):
    """The same table of the same rehearsal always simulates the same game, so that a fault can be reproduced."""
    round_ = table.round
    return simulate_sheet(table, Random(f"{round_.tournament.slug} {round_.number} {table.number}"))


@table_hooks.on_tables_deleted
def forget(tables) -> None:
    records = GameRecord.objects.filter(Q(table__in=tables) | Q(archived_from__in=tables))
    for model in (Entry, Snapshot, SealedVault, Flag, Acceptance, Quarantined):
        model.objects.filter(record__in=records).delete()
    records.delete()


def _on_paper(view: board_view.BoardView) -> Drawing:
    """On its map where there is one that it was drawn for."""
    if view.board_map is None:
        return pdf.sheet(geometry.drawing(view.scene), view.names)
    return map_pdf.sheet(view.scene, view.board_map, view.names)


@table_hooks.record_summary
def what_is_signed(table, has_board: bool) -> table_hooks.RecordSummary | None:
    """The board as the record left it and the names of its tie-breaks, for the signed sheet."""
    row = GameRecord.objects.filter(table=table).first()
    if row is None:
        return None
    with record_cache.checkout(row) as record:
        board = None
        if has_board:
            board = _on_paper(board_view.board_of(record, table.seats.select_related("entrant")))
        corrections = tuple(end_of_game.corrections(row))
        return table_hooks.RecordSummary(board, record.score().tiebreak_names, corrections)
