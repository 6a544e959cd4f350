"""The league of a season: at the hub its venues with their addresses; at a venue the hub."""

from typing import Annotated

import msgspec
from django import forms as fields
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions import league, uplinks
from tournament.core.league import envelope
from tournament.jobs import league as league_job
from tournament.models import LeagueSite, Season, Uplink
from tournament.queries.league import site_rows
from tournament.states import HouseRight
from tournament.web.support.json_bodies import BadBody, read_json
from tournament.web.support.lanes import files_lane
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access


class SiteForm(fields.Form):
    name = fields.CharField(label=gettext_lazy("Sede"), max_length=80)
    public_key = fields.CharField(
        label=gettext_lazy("Chiave pubblica, come la dice la pagina della sede"), max_length=64
    )


class KeyForm(fields.Form):
    public_key = fields.CharField(label=gettext_lazy("Nuova chiave pubblica"), max_length=64)


class UplinkForm(fields.Form):
    url = fields.CharField(label=gettext_lazy("Indirizzo che il centro ha dato a questa sede"), max_length=300)


# Pages


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    season = _own_season(request, code)
    rows = site_rows(season)
    context = {
        "season": season,
        "rows": rows,
        "addresses": [(row, _address(request, row.site)) for row in rows],
        "site_form": SiteForm(),
        "uplink": Uplink.objects.filter(season=season).first(),
        "uplink_form": UplinkForm(),
        "public_key": envelope.public_text(envelope.private_key(settings.SECRET_KEY)),
    }
    return render(request, "tournament/league.html", context)


def _address(request: HttpRequest, site: LeagueSite) -> str:
    return request.build_absolute_uri(reverse("tournament:league_receive", args=[site.season.code, site.code]))


@require_POST
@sent_once("tournament:seasons")
def register(request: HttpRequest, code: str) -> HttpResponse:
    season = _own_season(request, code)
    form = SiteForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: league.register(season, by=request.user, **form.cleaned_data),
        done=_("Sede accolta: dalle l'indirizzo che ha qui accanto."),
        back=_back(season),
    )


@require_POST
def site(request: HttpRequest, code: str, pk: int, what: str) -> HttpResponse:
    season = _own_season(request, code)
    found = get_object_or_404(season.sites, pk=pk)
    if what == "chiave":
        form = KeyForm(request.POST)
        if not form.is_valid():
            return access.not_understood(request, form, _back(season))
        key, done = form.cleaned_data["public_key"], _("La chiave è cambiata; ciò che era arrivato resta.")
        return access.attempt(
            request, lambda: league.change_key(found, public_key=key, by=request.user), done=done, back=_back(season)
        )
    act, done = {
        "chiudi": (league.close, _("Da questa sede non si accoglie altro; ciò che era arrivato conta ancora.")),
        "riapri": (league.open_again, _("La sede può mandare di nuovo.")),
    }[what]
    return access.attempt(request, lambda: act(found, by=request.user), done=done, back=_back(season))


@require_POST
def tie(request: HttpRequest, code: str) -> HttpResponse:
    season = _own_season(request, code)
    form = UplinkForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: uplinks.tie(season, by=request.user, **form.cleaned_data),
        done=_("La stagione va al centro; ciò che non parte ora parte appena c'è la rete."),
        back=_back(season),
    )


@require_POST
def untie(request: HttpRequest, code: str) -> HttpResponse:
    season = _own_season(request, code)
    return access.attempt(
        request, lambda: uplinks.untie(season, by=request.user), done=_("Non si manda più niente."), back=_back(season)
    )


@require_POST
def send_now(request: HttpRequest, code: str) -> HttpResponse:
    season = _own_season(request, code)
    uplink = get_object_or_404(Uplink, season=season)
    return access.attempt(
        request, lambda: league_job.wake(uplink), done=_("In partenza: ricarica fra poco."), back=_back(season)
    )


def _back(season: Season) -> str:
    return reverse("tournament:league", args=[season.code])


def _own_season(request: HttpRequest, code: str) -> Season:
    access.require_right(request, HouseRight.SEASONS)
    return get_object_or_404(Season, code=code)


# The endpoint of segments


class Segments(msgspec.Struct, frozen=True):
    segments: Annotated[tuple[league.Parcel, ...], msgspec.Meta(max_length=league.MOST_AT_ONCE)]


@files_lane
@csrf_exempt
@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def receive(request: HttpRequest, season: str, code: str) -> JsonResponse:
    """What the hub has of this venue; a post delivers segments first. Signatures identify the sender, without a log-in."""
    found = get_object_or_404(LeagueSite, code=code, season__code=season)
    refused: list[league.Refused] = []
    if request.method == "POST":
        try:
            parcels = read_json(request, Segments).segments
        except BadBody as fault:
            return JsonResponse({"error": f"segments: {fault}"[:200]}, status=400)
        refused = league.receive(found, parcels, host=request.get_host())
    state = league.state_of(found)
    return JsonResponse(
        {
            "has": {"seq": state.seq, "head": state.head},
            "waiting": state.pending,
            "missing": state.missing[:1000],
            "refused": [{"seq": one.seq, "why": one.why} for one in refused],
        }
    )
