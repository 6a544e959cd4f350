"""The page of what can be printed: short sheets at once, long ones with their progress."""

from base64 import b64encode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament import live, permissions
from tournament.actions import logos, prints
from tournament.errors import NotNow
from tournament.jobs.prints import PRINTS, Print, draw_print
from tournament.models import PrintJob, Round, Tournament
from tournament.queries.paper_forms import logo_of
from tournament.tasks import worker
from tournament.web.forms.logo import LogoForm
from tournament.web.support.file_names import event_name, to_open
from tournament.web.support.htmx import wants_part
from tournament.web.support.lanes import files_lane
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access
from tournament.web.views.hall_addresses import in_the_hall

LIST_TITLES = {
    "iscritti": _("Iscritti"),
    "sedie": _("Sedie"),
    "risultati": _("Risultati"),
    "classifica": _("Classifica"),
    "penalita": _("Penalità"),
}


@require_safe
@vary_on_headers("HX-Request")
def page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_direction(request, slug)
    context = {
        "tournament": tournament,
        "prints": PRINTS,
        "round": _round(tournament),
        "jobs": _jobs(tournament),
        "waits_in_vain": worker.overdue_tasks(now=timezone.now()),
    }
    if not (part := wants_part(request)):
        context |= {
            "lists": list(LIST_TITLES.items()),
            "logo": b64encode(logo_of(tournament)).decode(),
            "logo_form": LogoForm(),
            "embedded": in_the_hall(request)(reverse("tournament:embedded", args=[slug])),
        }
    return render(request, "tournament/print_outs/_jobs.html" if part else "tournament/print_outs.html", context)


def _jobs(tournament: Tournament) -> list[tuple[PrintJob, object]]:
    """The reader's jobs with their names; archives for organizers alone."""
    titles = {kind: one.name for kind, one in PRINTS.items()}
    if permissions.may_organize(tournament.roles):
        titles[prints.ARCHIVE] = _("Archivio ZIP")
    return [(job, titles[job.kind]) for job in tournament.prints.filter(kind__in=titles).defer("file")[:6]]


@files_lane
@require_POST
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """A new logo for the sheets, or none any more."""
    tournament = access.for_organizer(request, slug)
    if "remove" in request.POST:
        logos.remove(tournament, by=request.user)
        return redirect("tournament:print_outs", slug)
    form = LogoForm(request.POST, request.FILES)
    if form.is_valid():
        logos.give(tournament, picture=form.cleaned_data["file"], by=request.user)
        messages.success(request, _("Il logo sta in cima ai referti da compilare."))
    else:
        messages.error(request, " ".join(form.errors.get("file", [])))
    return redirect("tournament:print_outs", slug)


@require_safe
def stream(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_direction(request, slug)
    return live.stream_response([tournament.topic, prints.topic_of(tournament)], through=[request.user])


@require_safe
def file(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """A short document, drawn in the request."""
    tournament = access.for_direction(request, slug)
    chosen = _print(what)
    if chosen.is_long:
        raise Http404
    return _pdf(tournament, what, chosen.draw(_subject(tournament, chosen), in_the_hall(request), None))


@require_POST
@sent_once("tournament:print_outs")
def order(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """A long document: the next page shows its progress."""
    tournament = access.for_direction(request, slug)
    chosen = _print(what)
    subject = _subject(tournament, chosen)
    try:
        prints.order(
            tournament, kind=what, task=draw_print, by=request.user, base=in_the_hall(request)(""),
            round_number=subject.number if chosen.of_round else None, language=get_language(),
        )  # fmt: skip
    except NotNow as refusal:
        messages.error(request, str(refusal))
    return redirect("tournament:print_outs", slug)


@require_safe
def ready(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_direction(request, slug)
    job = get_object_or_404(tournament.prints, pk=pk, kind__in=PRINTS, state=PrintJob.State.READY)
    return _pdf(tournament, job.kind, bytes(job.file))


def _print(what: str) -> Print:
    if what not in PRINTS:
        raise Http404
    return PRINTS[what]


def _subject(tournament: Tournament, chosen: Print) -> Tournament | Round:
    if not chosen.of_round:
        return tournament
    round_ = _round(tournament)
    if round_ is None:
        raise Http404
    return round_


def _round(tournament: Tournament) -> Round | None:
    """The last public round: drafts are not printed."""
    round_ = tournament.rounds.visible().last()
    if round_ is not None:
        round_.tournament = tournament
    return round_


def _pdf(tournament: Tournament, what: str, data: bytes) -> HttpResponse:
    response = HttpResponse(data, content_type="application/pdf")
    return to_open(response, event_name(tournament), PRINTS[what].name, kind="pdf")
