"""Render the judge's page, whole or as the fragment of an htmx response: strip, question, board, log."""

from contextlib import AbstractContextManager, nullcontext
from functools import partial

from django.core import signing
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.breaches import Unreadable
from games.kernel.corrections import REACH
from games.kernel.record import Record
from referee.actions import acceptances, entries, records
from referee.actions import corrections as line_corrections
from referee.judge_page import board_view
from referee.judge_page.board_view import BoardView
from referee.judge_page.context import PageOverlay, page_context
from referee.models import GameRecord
from referee.permissions import holds_lease, may_direct
from referee.records import beside, clocks, end_of_game
from referee.records import cache as record_cache
from referee.views.access import device_of
from referee.views.devices import stored_name
from referee.wording import localized, naming
from tournament.labels import states
from tournament.models import Table, TableStatus
from tournament.states import TableState
from tournament.web.support.htmx import is_htmx

MOST_LATE = 30  # late entries on the page at once: each is two forms, and the page is the tablet's


def render_page(request: HttpRequest, row: GameRecord, overlay: PageOverlay) -> HttpResponse:
    """The fragment for the page's script, the whole page for a browser without it."""
    row = _refetch(request, row)
    with _record_for(row, overlay) as record:
        try:
            context = _context(request, row, record, overlay)
        except Unreadable as fault:  # a line that can no longer be corrected
            context = _context(request, row, record, PageOverlay(notice=localized(fault.reason), status=404))
    template = "referee/judge/_judge.html" if is_htmx(request) else "referee/judge.html"
    with naming(context["board"].names):
        return render(request, template, context, status=overlay.status)


def _record_for(row: GameRecord, overlay: PageOverlay) -> AbstractContextManager[Record]:
    """One that reaches back over the lines that a correction may be about."""
    return nullcontext(record_cache.load_back(row, REACH)) if overlay.is_correction else record_cache.checkout(row)


def _refetch(request: HttpRequest, row: GameRecord) -> GameRecord:
    """Record and table read again after a change, with the round and seats already fetched for the request."""
    table = request.judged
    marked = beside.marked().annotate(first_struck=Subquery(line_corrections.struck_first(OuterRef("pk"))))
    row = marked.select_related("holder", "table__judge").get(pk=row.pk)
    if row.table is not None:
        table.state, table.version, table.is_sub_judice = row.table.state, row.table.version, row.table.is_sub_judice
        table.judge, table.status = row.table.judge, row.table.status
    row.table = table
    return row


def _context(request: HttpRequest, row: GameRecord, record: Record, overlay: PageOverlay) -> dict:
    table = row.table
    board = board_view.board_of(record, table.seats.all())
    is_open = table.state == TableState.PLAYING
    is_mine = holds_lease(row, request.user, device_of(request))
    may_write = table.may_record and is_mine and is_open
    now = timezone.now()
    latest = list(row.entries.order_by("-seq")[: board_view.RECENT])
    past = partial(line_corrections.past_lines, row) if vars(row)["first_struck"] else tuple
    context = page_context(row, record, board, overlay, latest, may_write=may_write, past=past)
    return {
        **context,
        **strip_context(row, record, board, now, latest),
        **_waiting(row, record, is_open),
        **(_closing(row, record, board, table) if context["sheet"] else {}),
        "stored_device": stored_name(request),
        "may_acquire": table.may_record and is_open and not is_mine,
        "may_direct": may_direct(table.round.tournament.roles),
        "is_open": is_open,
        "fallback_key": signing.dumps(now.timestamp(), salt="referee.key")[-40:],
        "levels": TableStatus.Level.choices,
        "articles": record.game.rulebook.articles,
        "call_reasons": [
            _("Regola dubbia"),
            _("Dadi contestati"),
            _("Comportamento"),
            _("Recupero di minuti"),
            _("Errore di plancia"),
        ],
    }


def _waiting(row: GameRecord, record: Record, is_open: bool) -> dict:
    """What needs a person: a call, flags whose giro is over, quarantined entries."""
    flags = list(row.flags.filter(settled_at=None)) if is_open else []
    waiting = row.quarantined.filter(settled_at=None)
    late = list(waiting.select_related("sent_by")[: MOST_LATE + 1])
    giro = record.game.status(record.rules, record.state).giro
    return {
        "calling": row.table.status if row.table.status.called_at else None,
        "rulebook": record.game.rulebook,
        "flags_due": [flag for flag in flags if flag.giro < giro or record.ended_by],
        "flags_ahead": [flag for flag in flags if flag.giro >= giro and not record.ended_by],
        "late": late[:MOST_LATE],
        "late_in_all": len(late) if len(late) <= MOST_LATE else waiting.count(),
    }


def _closing(row: GameRecord, record: Record, board: BoardView, table: Table) -> dict:
    """The end of the table: the guided count, who has accepted it, how each turn was recorded."""
    accepted = acceptances.accepted(row)
    with naming(board.names):
        count, chain = end_of_game.count_of(record, board), end_of_game.chain_of(record, board)
    return {
        "count": count,
        "chain": chain,
        "accepted": [board.players[seat] for seat in accepted],
        "to_accept": board.players[len(accepted)] if len(accepted) < len(board.players) else None,
        "recorded": end_of_game.recorded_how(row),
        "reasons_of_dispute": (_("i luoghi sulla plancia"), _("i punti"), _("lo spareggio")),
    }


def strip_context(row: GameRecord, record: Record, board: BoardView, now, latest) -> dict:
    """The context of the strip at the top of the page."""
    with naming(board.names):
        return _strip_context(row, record, board, now, latest)


def _strip_context(row: GameRecord, record: Record, board: BoardView, now, latest) -> dict:
    status = record.game.status(record.rules, record.state)
    reading = clocks.clock_of(row, now=now)
    word, tone = _clock_word(reading, status)
    is_over = reading.state == "over" and not status.is_over
    return {
        "row": row,
        "beside": beside.token(row),
        "table": row.table,
        "round": row.table.round,
        "tournament": row.table.round.tournament,
        "now": now,
        "reading": reading,
        "clock_word": word,
        "clock_tone": tone,
        "clock_words": _words_of_clock(reading),
        "last_entry": latest[0] if latest else None,
        "stale_after": _stale_after(row, latest),
        "in_turn": board.in_turn,
        "headline": board.headline,
        "game_status": status,
        "is_paused": row.paused_at is not None,
        "time_is_over": is_over and not _is_written(row, records.time_key(reading)),
        "warns": _warns(row, reading, status),
        "alarm_at": row.table.round.tournament.rules.pre_alarm * 60,
    }


def _stale_after(row: GameRecord, latest) -> int:
    """The sequence number of the last line that makes an open page stale."""
    return next((entry.seq for entry in latest if not entries.is_quiet(entry.line)), row.seq)


def _warns(row: GameRecord, reading, status) -> bool:
    """The warning is due and not yet in the record."""
    is_due = reading.state == "running" and reading.pre_alarm and not status.is_over
    return is_due and not _is_written(row, records.pre_alarm_key(reading))


def _is_written(row: GameRecord, key: str) -> bool:
    return row.entries.filter(client_key=key).exists()


def _clock_word(reading, status) -> tuple[str, str]:
    """The clock's state in a word and a tone, never in colour alone."""
    if status.is_over:
        return states.over_in_words(), "neutral"
    if reading.state != "paused" and status.closing:
        return states.closing_in_words(status.closing), "error"
    if reading.state != "paused" and status.is_last_giro:
        return states.last_giro_in_words(), "error"
    return _reading_word(reading)


def _reading_word(reading) -> tuple[str, str]:
    """The clock's own state, whatever the game says of its end."""
    if reading.state == "running":
        return states.clock_in_words(reading), "warning" if reading.pre_alarm else "success"
    return states.clock_in_words(reading), "error" if reading.state == "over" else "warning"


def _words_of_clock(reading) -> dict[str, str]:
    """What a page that the tablet's engine draws puts beside the clock, as its game goes on or back (static/js/judge/clock_words.js)."""
    word, tone = _reading_word(reading)
    return {
        "word": word,
        "tone": tone,
        "over": states.over_in_words(),
        "last_giro": states.last_giro_in_words(),
        "closing": states.closing_pattern(),
    }
