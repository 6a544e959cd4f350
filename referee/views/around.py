"""What happens around a table: time, pauses, calls, flags, who writes and how much, entries that came too late."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.kernel.breaches import Refused
from referee.actions import calls, flags, leases, openings, pauses, quarantine, records
from referee.errors import TimeNotOver
from referee.judge_page.context import Shown, refusal_words
from referee.judge_page.questions import BadAnswer
from referee.models import GameRecord
from referee.permissions import may_direct
from referee.records import cache as record_cache
from referee.views import access
from referee.views.attempt import attempt, attempt_at, key_of, reason_of, refuse_other_device
from tournament.models import TableStatus

# -- time


@require_POST
def time_over(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """From the judge's button, or from the page whose clock ran out. Told twice it changes nothing."""
    return _call_clock(request, slug, number, place, records.call_time)


@require_POST
def pre_alarm(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """From the page whose clock reached the warning. Told twice it changes nothing."""
    return _call_clock(request, slug, number, place, records.call_pre_alarm)


def _call_clock(request: HttpRequest, slug: str, number: int, place: int, call) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        refuse_other_device(request, row)
        try:
            call(row, by=request.user, now=timezone.now())
        except TimeNotOver as fault:
            return Shown(notice=str(fault), tone="warning", status=422)
        return None

    return attempt(request, slug, number, place, act)


@require_POST
def pause(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        refuse_other_device(request, row)
        pauses.begin(row, by=request.user, now=timezone.now())
        return Shown(notice=_("Il tavolo è in pausa: i minuti si recuperano alla ripresa."), tone="info")

    return attempt(request, slug, number, place, act)


@require_POST
def resume(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        refuse_other_device(request, row)
        minutes = pauses.end(row, by=request.user, now=timezone.now())
        return Shown(notice=_("Si riprende, con %d minuti di recupero.") % minutes, tone="success")

    return attempt(request, slug, number, place, act)


# -- who writes, and how much


@require_POST
def level(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        refuse_other_device(request, row)
        chosen = request.POST.get("level", "")
        if chosen not in TableStatus.Level.values:
            raise BadAnswer(_("Scegli che cosa si registra."))
        records.set_level(row, level=chosen, by=request.user)
        return None

    return attempt(request, slug, number, place, act)


@require_POST
def take(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        leases.take(row, by=request.user, device=access.name_device(request))
        return None

    return attempt(request, slug, number, place, act)


@require_POST
def set_aside(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        openings.set_aside(row, by=request.user, reason=reason_of(request))
        return None

    return attempt(request, slug, number, place, act)


# -- calls, flags, rulings


@require_POST
def call(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        reason = reason_of(request, "more") or reason_of(request, "reason")
        calls.call(row.table, reason=reason, by=request.user, now=timezone.now())
        return Shown(notice=_("Il capo arbitro è chiamato: il gioco può andare avanti."), tone="success")

    return attempt(request, slug, number, place, act)


@require_POST
def call_off(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        calls.answer(row.table, by=request.user, now=timezone.now())
        return None

    return attempt(request, slug, number, place, act)


@require_POST
def flag(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        refuse_other_device(request, row)
        articles = tuple(request.POST.getlist("article")[:6])
        flags.raise_flag(row, words=reason_of(request, "words"), articles=articles, giro=_giro(row), by=request.user)
        return Shown(notice=_("Segnato: te lo ripropongo alla fine del giro."), tone="success")

    return attempt(request, slug, number, place, act)


def _giro(row: GameRecord) -> int:
    with record_cache.checkout(row) as record:
        return record.game.status(record.rules, record.state).giro


@require_POST
def settle(request: HttpRequest, slug: str, number: int, place: int, pk: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        found = get_object_or_404(row.flags, pk=pk)
        found.record = row
        flags.settle(found, outcome=reason_of(request, "more") or reason_of(request, "outcome"), by=request.user)
        return None

    return attempt(request, slug, number, place, act)


@require_POST
def rule(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """A ruling of whoever directs the hall: it stands in the record, and the table goes on."""

    def act(row: GameRecord) -> Shown | None:
        text, article = reason_of(request, "text"), reason_of(request, "article")
        records.note(row, text=text, article=article, by=request.user, client_key=key_of(request))
        return Shown(notice=_("La decisione è nella registrazione del tavolo."), tone="success")

    return attempt_at(request, _directed(request, slug, number, place), act)


# -- entries that came too late


@require_POST
def late_register(request: HttpRequest, slug: str, number: int, place: int, pk: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        kept = _kept(row, pk)
        try:
            quarantine.register(kept, by=request.user)
        except Refused as refused:
            return Shown(notice=f"{kept.words}: {refusal_words(refused)}", status=422)
        return None

    return attempt_at(request, _directed(request, slug, number, place), act)


@require_POST
def late_drop(request: HttpRequest, slug: str, number: int, place: int, pk: int) -> HttpResponse:
    def act(row: GameRecord) -> Shown | None:
        quarantine.drop(_kept(row, pk), by=request.user, reason=reason_of(request) or _("scartato"))
        return None

    return attempt_at(request, _directed(request, slug, number, place), act)


def _kept(row: GameRecord, pk: int):
    kept = get_object_or_404(row.quarantined, pk=pk)
    kept.record = row
    return kept


def _directed(request: HttpRequest, slug: str, number: int, place: int):
    """The table, for whoever directs the hall."""
    table = access.table_to_write(request, slug, number, place)
    if not may_direct(table.round.tournament.roles):
        raise PermissionDenied
    return table
