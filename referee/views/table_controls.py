"""The controls of a table beside its question: time, pauses, calls, flags, who writes and how much, entries that came too late."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.kernel.breaches import Refused
from referee.actions import calls, flags, leases, openings, pauses, quarantine, records
from referee.errors import TimeNotOver
from referee.judge_page.context import PageOverlay, refusal_words
from referee.judge_page.questions import BadAnswer
from referee.models import GameRecord
from referee.permissions import may_direct
from referee.records import cache as record_cache
from referee.views import access
from referee.views.entries import handle_entry, handle_entry_at, key_of, reason_of, refuse_other_device
from tournament.models import TableStatus

# -- time


@require_POST
def time_over(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """From the judge's button, or from the page whose clock ran out. Sent twice it changes nothing."""
    return _call_clock(request, slug, number, place, records.call_time)


@require_POST
def pre_alarm(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """From the page whose clock reached the warning. Sent twice it changes nothing."""
    return _call_clock(request, slug, number, place, records.call_pre_alarm)


def _call_clock(request: HttpRequest, slug: str, number: int, place: int, call) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        refuse_other_device(request, row)
        try:
            call(row, by=request.user, now=timezone.now())
        except TimeNotOver as fault:
            return PageOverlay(notice=str(fault), tone="warning", status=422)
        return None

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def pause(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        refuse_other_device(request, row)
        pauses.begin(row, by=request.user, now=timezone.now())
        return PageOverlay(notice=_("Il tavolo è in pausa: i minuti si recuperano alla ripresa."), tone="info")

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def resume(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        refuse_other_device(request, row)
        minutes = pauses.end(row, by=request.user, now=timezone.now())
        return PageOverlay(notice=_("Si riprende, con %d minuti di recupero.") % minutes, tone="success")

    return handle_entry(request, slug, number, place, make_entry)


# -- who writes, and how much


@require_POST
def level(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        refuse_other_device(request, row)
        chosen = request.POST.get("level", "")
        if chosen not in TableStatus.Level.values:
            raise BadAnswer(_("Scegli che cosa si registra."))
        records.set_level(row, level=chosen, by=request.user)
        return None

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def acquire(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        leases.acquire(row, by=request.user, device=access.name_device(request))
        return None

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def archive_record(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        openings.archive(row, by=request.user, reason=reason_of(request))
        return None

    return handle_entry(request, slug, number, place, make_entry)


# -- calls, flags, rulings


@require_POST
def call(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        reason = reason_of(request, "more") or reason_of(request, "reason")
        calls.call(row.table, reason=reason, by=request.user, now=timezone.now())
        return PageOverlay(notice=_("Il capo arbitro è chiamato: il gioco può andare avanti."), tone="success")

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def resolve_call(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        calls.resolve(row.table, by=request.user, now=timezone.now())
        return None

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def flag(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        refuse_other_device(request, row)
        articles = tuple(request.POST.getlist("article")[:6])
        flags.raise_flag(row, words=reason_of(request, "words"), articles=articles, giro=_giro(row), by=request.user)
        return PageOverlay(notice=_("Segnato: te lo ripropongo alla fine del giro."), tone="success")

    return handle_entry(request, slug, number, place, make_entry)


def _giro(row: GameRecord) -> int:
    with record_cache.checkout(row) as record:
        return record.game.status(record.rules, record.state).giro


@require_POST
def settle(request: HttpRequest, slug: str, number: int, place: int, pk: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        found = get_object_or_404(row.flags, pk=pk)
        found.record = row
        flags.settle(found, outcome=reason_of(request, "more") or reason_of(request, "outcome"), by=request.user)
        return None

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def rule(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Append a ruling of the tournament director to the record."""

    def make_entry(row: GameRecord) -> PageOverlay | None:
        text, article = reason_of(request, "text"), reason_of(request, "article")
        records.note(row, text=text, article=article, by=request.user, client_key=key_of(request))
        return PageOverlay(notice=_("La decisione è nella registrazione del tavolo."), tone="success")

    return handle_entry_at(request, _directed(request, slug, number, place), make_entry)


# -- entries that came too late


@require_POST
def late_register(request: HttpRequest, slug: str, number: int, place: int, pk: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        entry = _quarantined(row, pk)
        try:
            quarantine.register(entry, by=request.user)
        except Refused as refused:
            return PageOverlay(notice=f"{entry.words}: {refusal_words(refused)}", status=422)
        return None

    return handle_entry_at(request, _directed(request, slug, number, place), make_entry)


@require_POST
def late_drop(request: HttpRequest, slug: str, number: int, place: int, pk: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        quarantine.drop(_quarantined(row, pk), by=request.user, reason=reason_of(request) or _("scartato"))
        return None

    return handle_entry_at(request, _directed(request, slug, number, place), make_entry)


def _quarantined(row: GameRecord, pk: int):
    entry = get_object_or_404(row.quarantined, pk=pk)
    entry.record = row
    return entry


def _directed(request: HttpRequest, slug: str, number: int, place: int):
    """The table, for the tournament director."""
    table = access.table_to_write(request, slug, number, place)
    if not may_direct(table.round.tournament.roles):
        raise PermissionDenied
    return table
