"""Everything that can be printed: short sheets at once, long ones with their progress."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament import exports, live
from tournament.actions import prints
from tournament.exports.paper import Progress
from tournament.models import PrintJob, Round, Tournament
from tournament.queries import papers, sheets
from tournament.queries.prizes import prize_sheet
from tournament.views import access
from tournament.views.addresses import in_the_hall

Address = Callable[[str], str]


@dataclass(frozen=True)
class Print:
    """A sheet of the list; `of_round` needs a round, and a long one is drawn outside the request."""

    name: str
    about: str
    draw: Callable
    of_round: bool = False
    is_long: bool = False


def _now():
    return timezone.localtime()


def _seatings(draw: Callable) -> Callable:
    return lambda subject, address, progress: draw(sheets.seating_sheet(subject, made_at=_now()))


def _cards(subject: Round, address: Address, progress: Progress | None) -> bytes:
    return exports.table_cards_pdf(sheets.seating_sheet(subject, made_at=_now()), progress)


def _forms(subject: Round, address: Address, progress: Progress | None) -> bytes:
    return exports.score_forms_pdf(papers.forms_of(subject, made_at=_now()), progress)


def _signed(subject: Round, address: Address, progress: Progress | None) -> bytes:
    return exports.score_sheets_pdf(papers.score_sheets_of(subject, made_at=_now(), address=address), progress)


def _blank(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.score_forms_pdf(papers.blank_forms(subject, made_at=_now()), progress)


def _badges(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.badges_pdf(papers.badge_sheet(subject, address=address), progress)


def _diplomas(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.diplomas_pdf(papers.diplomas(subject, made_at=_now()), progress)


def _standings(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.standings_pdf(sheets.standings_sheet(subject, made_at=_now()))


def _prizes(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.prizes_pdf(prize_sheet(subject, made_at=_now()))


def _emergency(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.emergency_pdf(papers.emergency_pack(subject, made_at=_now()), progress)


PRINTS = {
    "badge": Print(_("Badge"), _("dieci per foglio, con il codice per il telefono"), _badges, is_long=True),
    "posti-per-cognome": Print(
        _("Posti per cognome"), _("da appendere all'ingresso"), _seatings(exports.seatings_by_name_pdf), of_round=True
    ),
    "posti-per-tavolo": Print(
        _("Posti per tavolo"),
        _("chi siede dove, con il seme del sorteggio"),
        _seatings(exports.seatings_by_table_pdf),
        of_round=True,
    ),
    "cartelli": Print(_("Cartelli dei tavoli"), _("da piegare a metà"), _cards, of_round=True, is_long=True),
    "referti": Print(
        _("Referti da compilare"),
        _("con i nomi, due per foglio: taglia la pila e sovrapponi"),
        _forms,
        of_round=True,
        is_long=True,
    ),
    "referti-contati": Print(
        _("Referti contati"), _("con punti, catena e spazio per le firme"), _signed, of_round=True, is_long=True
    ),
    "referti-vuoti": Print(_("Referti vuoti"), _("senza nomi, per qualunque tavolo"), _blank),
    "classifica": Print(_("Classifica"), _("come sta adesso"), _standings),
    "premi": Print(_("Premi"), _("assoluta e categorie"), _prizes),
    "diplomi": Print(_("Diplomi"), _("uno per premio"), _diplomas, is_long=True),
    "emergenza": Print(
        _("Pacchetto d'emergenza"), _("tutto per finire la giornata a mano, senza computer"), _emergency, is_long=True
    ),
}

LIST_TITLES = {
    "iscritti": _("Iscritti"),
    "posti": _("Posti"),
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
        "jobs": [(job, PRINTS[job.kind]) for job in tournament.prints.defer("file")[:6] if job.kind in PRINTS],
    }
    if not (part := request.htmx and not request.htmx.boosted):
        context |= {
            "lists": list(LIST_TITLES.items()),
            "embedded": request.build_absolute_uri(reverse("tournament:embedded", args=[slug])),
        }
    return render(request, "tournament/papers/_jobs.html" if part else "tournament/papers.html", context)


@require_safe
def stream(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_direction(request, slug)
    return live.stream_response([tournament.topic, prints.topic_of(tournament)])


@require_safe
def file(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """A short sheet, drawn while the reader waits."""
    tournament = access.for_direction(request, slug)
    wanted = _print(what)
    if wanted.is_long:
        raise Http404
    return _pdf(tournament, what, wanted.draw(_subject(tournament, wanted), in_the_hall(request), None))


@require_POST
def order(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """A long one: the page that follows tells how far it has got."""
    tournament = access.for_direction(request, slug)
    wanted, address = _print(what), in_the_hall(request)
    subject = _subject(tournament, wanted)
    prints.order(tournament, kind=what, draw=lambda progress: wanted.draw(subject, address, progress), by=request.user)
    return redirect("tournament:papers", slug)


@require_safe
def ready(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_direction(request, slug)
    job = get_object_or_404(tournament.prints, pk=pk, state=PrintJob.State.READY)
    return _pdf(tournament, job.kind, bytes(job.file))


def _print(what: str) -> Print:
    if what not in PRINTS:
        raise Http404
    return PRINTS[what]


def _subject(tournament: Tournament, wanted: Print) -> Tournament | Round:
    if not wanted.of_round:
        return tournament
    round_ = _round(tournament)
    if round_ is None:
        raise Http404
    return round_


def _round(tournament: Tournament) -> Round | None:
    """The last that is public: a draft is nobody's to print."""
    round_ = tournament.rounds.visible().last()
    if round_ is not None:
        round_.tournament = tournament
    return round_


def _pdf(tournament: Tournament, what: str, data: bytes) -> HttpResponse:
    response = HttpResponse(data, content_type="application/pdf")
    name = f"{slugify(tournament.name) or tournament.slug}-{what}.pdf"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
