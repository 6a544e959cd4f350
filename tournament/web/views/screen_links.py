"""The arrangement of the hall's screens: links, their parts and order, announcements."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions import screen_links
from tournament.errors import NotNow
from tournament.models import Part, ScreenLink, Tournament
from tournament.queries.event_page import may_have_road
from tournament.web.forms import tournament as tournament_forms
from tournament.web.support.sent_once import secret_of_form, sent_once
from tournament.web.views import access
from tournament.web.views.access import posted
from tournament.web.views.hall_addresses import HallAddress, hall_addresses, in_the_hall


@require_http_methods(["GET", "POST"])
def screens_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Projector links; a new one is shown once, since only its hash is stored."""
    tournament = access.for_organizer(request, slug)
    form = tournament_forms.ScreenForm(posted(request))
    addresses: list[HallAddress] = []
    if request.method == "POST" and form.is_valid():
        try:
            _screen, token = screen_links.issue(
                tournament, by=request.user, label=form.cleaned_data["label"], token=secret_of_form(request)
            )
        except NotNow as refusal:
            form.add_error("label", str(refusal))
        else:
            addresses = hall_addresses(request, reverse("tournament:projector", args=[token]))
            form = tournament_forms.ScreenForm()
    context = {
        "tournament": tournament,
        "form": form,
        "announcement_form": tournament_forms.AnnouncementForm(),
        "announcements": tournament.announcements.filter(removed_at=None),
        "screens": tournament.screens.all(),
        "addresses": addresses,
        "pairing_form": tournament_forms.ScreenPairingForm(),
        "pairing_address": in_the_hall(request)(reverse("tournament:new_screen")).partition("://")[2].rstrip("/"),
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tournament/screen_links.html", context, status=status)


@require_POST
def pair(request: HttpRequest, slug: str) -> HttpResponse:
    """Gives the screen that shows the typed code a link."""
    tournament = access.for_organizer(request, slug)
    form = tournament_forms.ScreenPairingForm(request.POST)

    def connect() -> None:
        given = form.cleaned_data
        screen_links.pair(
            tournament, code=given["code"], label=given["pairing_label"], by=request.user, now=timezone.now()
        )

    return access.submitted(
        request,
        form,
        connect,
        done=_("Lo schermo è collegato: tra pochi secondi mostra il torneo."),
        back=reverse("tournament:screen_links", args=[slug]),
    )


@require_http_methods(["GET", "POST"])
def arrange(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The parts of one screen: each button moves, adds or removes one."""
    tournament = access.for_organizer(request, slug)
    screen = _screen_of(tournament, pk)
    if request.method == "POST":
        return _rearranged(request, screen)
    context = {
        "tournament": tournament,
        "screen": screen,
        "parts": [Part(part) for part in screen.parts],
        "others": [part for part in _parts_offered(tournament) if part not in screen.parts],
        "form": tournament_forms.ScreenSetUpForm(instance=screen),
    }
    return render(request, "tournament/screen_link_arrange.html", context)


def _parts_offered(tournament: Tournament) -> list[Part]:
    """No road to the final where the chosen format has none."""
    absent = {Part.BRACKET} if not may_have_road(tournament) else set()
    if not tournament.seasons.filter(season__is_public=True).exists():
        absent.add(Part.SEASON)
    return [part for part in Part if part not in absent]


def _rearranged(request: HttpRequest, screen: ScreenLink) -> HttpResponse:
    parts = moved(screen.parts, request.POST.get("move", ""))
    here = reverse("tournament:screen_link_arrange", args=[screen.tournament.slug, screen.pk])
    if parts is None:
        messages.error(request, _("Richiesta non compresa."))
        return redirect(here)
    return access.attempt(
        request,
        lambda: screen_links.arrange(screen, parts=parts, by=request.user),
        done=_("Lo schermo è cambiato."),
        back=here,
    )


def moved(parts: list[str], order: str) -> list[str] | None:
    """The parts after `up:x`, `down:x`, `add:x` or `out:x`; `auto:` removes all. None for anything else."""
    act, _colon, part = order.partition(":")
    if act == "auto":
        return []
    if act == "add" and part in Part.values and part not in parts:
        return [*parts, part]
    if part not in parts:
        return None
    rest = [other for other in parts if other != part]
    at = {"up": parts.index(part) - 1, "down": parts.index(part) + 1}.get(act)
    if at is not None:
        at = max(at, 0)
        return [*rest[:at], part, *rest[at:]]
    return rest if act == "out" else None


@require_POST
def set_up(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = tournament_forms.ScreenSetUpForm(request.POST, instance=_screen_of(tournament, pk))
    return access.submitted(
        request,
        form,
        lambda: screen_links.set_up(_screen_of(tournament, pk), by=request.user, **form.cleaned_data),
        done=_("Lo schermo è cambiato."),
        back=reverse("tournament:screen_link_arrange", args=[slug, pk]),
    )


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    screen = _screen_of(tournament, pk)
    return access.attempt(
        request,
        lambda: screen_links.revoke(screen, by=request.user),
        done=_("Collegamento revocato: quello schermo non si aggiorna più."),
        back=reverse("tournament:screen_links", args=[slug]),
    )


@require_POST
@sent_once("tournament:screen_links")
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = tournament_forms.AnnouncementForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: screen_links.announce(tournament, text=form.cleaned_data["text"], by=request.user),
        done=_("L'avviso è sugli schermi."),
        back=reverse("tournament:screen_links", args=[slug]),
    )


@require_POST
def take_down(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    announcement = get_object_or_404(tournament.announcements, pk=pk)
    return access.attempt(
        request,
        lambda: screen_links.take_down(announcement, by=request.user),
        done=_("Avviso tolto."),
        back=reverse("tournament:screen_links", args=[slug]),
    )


def _screen_of(tournament: Tournament, pk: int) -> ScreenLink:
    return get_object_or_404(tournament.screens, pk=pk)
