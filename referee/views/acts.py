"""Acts entered at the page: answers to its questions, plain forms, registered infractions, undo, redo, corrections."""

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.kernel.acts import Undo
from games.kernel.breaches import Refused, Unreadable
from games.kernel.corrections import REACH, PlannedEntry, correctable
from games.kernel.lines import read_act
from games.kernel.record import Record
from referee.actions import corrections as line_corrections
from referee.actions import entries, quarantine, records
from referee.errors import Conflict, LeaseLost
from referee.judge_page import board_view, corrections, questions
from referee.judge_page.context import (
    PageOverlay,
    read_act_form,
    read_answer_or_tap,
    refusal,
    refused_correction,
    signed_act,
)
from referee.judge_page.questions import BadAnswer
from referee.models import GameRecord
from referee.records import cache as record_cache
from referee.views import access
from referee.views.entries import (
    ActFormFault,
    CorrectionFault,
    handle_entry,
    handle_entry_at,
    integer,
    key_of,
    lease_of,
    reason_of,
    seq_of,
    writes_here,
)


@require_POST
def answer(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Handle an answer to the page's question: render the next question, or append the act when it is complete."""

    def make_entry(row: GameRecord) -> PageOverlay | None:
        token = questions.open_token(row.pk, request.POST.get("ask", ""))
        if _is_repeat(request, row):
            return PageOverlay()
        with _record_at(request, row, token.seq) as record:
            partial = read_answer_or_tap(row, record, lambda: _board(row, record), token.partial, request.POST)
            if isinstance(partial, PageOverlay):
                return partial
            ask = questions.next_ask(record, partial)
            ready = read_act(record.game, ask.act) if ask.kind == "ready" else None
            words = board_view.describe_act(record, ask.by, ready) if ready else ""
        if ready is None:
            return PageOverlay(ask=ask)
        return _append(request, row, token.seq, ask.by, ready, words)

    return handle_entry_at(request, access.table_for_entry(request, slug, number, place), make_entry)


@require_POST
def submit_act(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Any act, typed into its plain form."""

    def make_entry(row: GameRecord) -> PageOverlay | None:
        if _is_repeat(request, row):
            return PageOverlay()
        tag, seq = request.POST.get("type", ""), seq_of(request)
        try:
            with record_cache.checkout(row) as record:
                board = board_view.board_of(record, ())
                by, typed = read_act_form(record, board, tag, request.POST)
                words = board_view.describe_refused_act(record, by, typed)
        except (BadAnswer, Unreadable) as fault:
            raise ActFormFault(tag, fault) from fault
        try:
            overlay = _append(request, row, seq, by, typed, words)
        except Unreadable as fault:
            raise ActFormFault(tag, fault) from fault
        if overlay is not None and overlay.refusal:
            overlay.act_tag, overlay.form_values = tag, request.POST
        return overlay

    return handle_entry_at(request, access.table_for_entry(request, slug, number, place), make_entry)


@require_POST
def confirm_act(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Append an act that the page offered complete: a repeated attack, or an act that only lacked a reason."""

    def make_entry(row: GameRecord) -> PageOverlay | None:
        if _is_repeat(request, row):
            return PageOverlay()
        signed = signed_act(row, request.POST.get("act", ""))
        offered = read_act(row.game_definition, signed["act"].encode())
        return _append(request, row, signed["seq"], signed["by"], offered, _words(row, signed["by"], offered))

    return handle_entry_at(request, access.table_for_entry(request, slug, number, place), make_entry)


@require_POST
def register(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Registers a refused act as it happened."""

    def make_entry(row: GameRecord) -> PageOverlay | None:
        signed = signed_act(row, request.POST.get("act", ""))
        refused_act = read_act(row.game_definition, signed["act"].encode())
        try:
            records.register_infraction(
                row,
                client_key=key_of(request),
                expected_seq=signed["seq"],
                by_seat=signed["by"],
                act=refused_act,
                why=reason_of(request),
                by=request.user,
                lease=lease_of(request, row),
            )
        except LeaseLost:
            _quarantine(
                request,
                row,
                signed["seq"],
                signed["by"],
                refused_act,
                _words(row, signed["by"], refused_act),
                is_ruling=True,
            )
        except Refused as refused:
            return _refused(row, refused, signed["by"], refused_act, reason_of(request))
        return None

    return handle_entry_at(request, access.table_for_entry(request, slug, number, place), make_entry)


@require_POST
def undo(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        seq = seq_of(request)
        try:
            line_corrections.undo(
                row,
                client_key=key_of(request),
                expected_seq=seq,
                why=reason_of(request),
                again=corrections.undoing_reason(),
                by=request.user,
                lease=lease_of(request, row),
            )
        except LeaseLost:
            _quarantine(request, row, seq, "judge", Undo(seq), _("Annullamento dopo la riga %d") % seq)
        return None

    return handle_entry_at(request, access.table_for_entry(request, slug, number, place), make_entry)


@require_POST
def redo(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        line_corrections.redo(
            row,
            client_key=key_of(request),
            expected_seq=seq_of(request),
            why=reason_of(request),
            by=request.user,
            lease=lease_of(request, row),
        )
        return None

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def correct(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """A line corrected in place: written at once where nothing else changes by it, else first shown with what would change."""

    def make_entry(row: GameRecord) -> PageOverlay | None:
        if _is_repeat(request, row):
            return PageOverlay()
        lease, seq = lease_of(request, row), seq_of(request)
        if not entries.is_still_at(row, seq):
            raise Conflict(seq, row.seq)
        requested, preview = _planned_correction(request, row)
        if preview is not None:
            return PageOverlay(preview=preview)

        def plan(record: Record) -> Iterable[PlannedEntry]:
            return corrections.plan(record, requested, _reasons(row, record)).entries

        line_corrections.append_planned(
            row, plan, client_key=key_of(request), expected_seq=seq, by=request.user, lease=lease
        )
        return None

    return handle_entry(request, slug, number, place, make_entry)


def _planned_correction(
    request: HttpRequest, row: GameRecord
) -> tuple[corrections.Requested, corrections.Preview | None]:
    """What the page asks for, and what the judge must see before it is written. A refused line comes back in its form."""
    record = record_cache.load_back(row, REACH)
    board = board_view.board_of(record, row.table.seats.select_related("entrant"))
    token = request.POST.get("act", "")
    payload = corrections.open_token(row, token) if token else {}
    try:
        requested = corrections.read(row, record, board, request.POST, payload)
        plan = corrections.plan(record, requested, _reasons(row, record))
    except (Refused, Unreadable, BadAnswer) as fault:
        raise CorrectionFault(refused_correction(record, board, request.POST, fault)) from fault
    if not requested.needs_look(plan):
        return requested, None
    return requested, corrections.preview(row, record, board, requested, plan)


def _reasons(row: GameRecord, record: Record) -> dict[int, str]:
    return line_corrections.reasons_of(row, [one.seq for one in correctable(record)])


@require_POST
def show_sealed(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        records.show_sealed(
            row,
            client_key=key_of(request),
            expected_seq=seq_of(request),
            seat=integer(request, "seat"),
            by=request.user,
            lease=lease_of(request, row),
        )
        return None

    return handle_entry(request, slug, number, place, make_entry)


def _is_repeat(request: HttpRequest, row: GameRecord) -> bool:
    """A retried entry whose response was lost has a used key: only the current page is rendered."""
    return row.entries.filter(client_key=key_of(request)).exists()


def _record_at(request: HttpRequest, row: GameRecord, seq: int) -> AbstractContextManager[Record]:
    """The record at the sequence number of the page's question, which is an older one for a device that lost its lease."""
    if entries.is_still_at(row, seq):
        return record_cache.checkout(row)
    if seq < row.seq and not writes_here(request, row):
        return nullcontext(record_cache.rebuild(row, until=seq))
    raise Conflict(seq, row.seq)


def _append(request: HttpRequest, row: GameRecord, seq: int, by, act, words: str) -> PageOverlay | None:
    try:
        records.append(
            row,
            client_key=key_of(request),
            expected_seq=seq,
            by_seat=by,
            act=act,
            why=reason_of(request),
            by=request.user,
            lease=lease_of(request, row),
        )
    except LeaseLost:
        _quarantine(request, row, seq, by, act, words)
    except Refused as refused:
        return _refused(row, refused, by, act, reason_of(request))
    return None


def _quarantine(
    request: HttpRequest, row: GameRecord, seq: int, by, act, words: str, *, is_ruling: bool = False
) -> None:
    """Another device holds the lease: the entry is quarantined for review, and the page reports it."""
    quarantine.store(
        row,
        client_key=key_of(request),
        expected_seq=seq,
        by_seat=by,
        act=act,
        words=words,
        by=request.user,
        why=reason_of(request),
        is_ruling=is_ruling,
    )
    raise LeaseLost(is_quarantined=True)


def _words(row: GameRecord, by, act) -> str:
    with record_cache.checkout(row) as record:
        return board_view.describe_refused_act(record, by, act)


def _board(row: GameRecord, record: Record) -> board_view.BoardView:
    return board_view.board_of(record, row.table.seats.all())


def _refused(row: GameRecord, refused: Refused, by, act, why: str) -> PageOverlay:
    with record_cache.checkout(row) as record:
        board = _board(row, record)
        shown = refusal(row, record, board, refused, by, act, why)
    return PageOverlay(refusal=shown, refused_act=act, status=422)
