"""Pages that everybody may open: the list of tournaments, a tournament's tables and standings, and their sheets."""

from collections.abc import Collection
from datetime import date, datetime

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament import exports, live, permissions
from tournament.core.identity import is_match
from tournament.hooks import tables as table_hooks
from tournament.models import Round, Table, Tournament
from tournament.queries.champions import champions_of
from tournament.queries.charts import charts_of
from tournament.queries.clocks import clock_of
from tournament.queries.event_page import has_bracket
from tournament.queries.outside import table_count
from tournament.queries.podium import podium_of
from tournament.queries.results import standings_of
from tournament.queries.sharing import shared_page, shared_table
from tournament.queries.sheets import qualifier_rows, score_sheet, seating_sheet, standings_sheet
from tournament.queries.tables import rounds_in_play, tables_judged_by, tables_of, tables_on_air
from tournament.states import HouseRight, RoundState, TournamentState
from tournament.web.support import page_cache
from tournament.web.support.file_names import event_name, to_open, to_save
from tournament.web.support.htmx import wants_part
from tournament.web.support.leaves import leaf_of, share_of
from tournament.web.views import access, first_account

UNDER_WAY = (TournamentState.CHECKIN, TournamentState.RUNNING)
MOST_EVENTS, FEW_EVENTS = 50, 5
"""Of the home page: how many are listed, and how many are found at a glance."""
ROWS_OF_STANDINGS, TABLES_OF_ROUND = 75, 40
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PDF = "application/pdf"
SHEETS = {
    "standings": {"pdf": (exports.standings_pdf, PDF), "xlsx": (exports.standings_xlsx, XLSX)},
    "seatings": {"pdf": (exports.seatings_pdf, PDF), "xlsx": (exports.seatings_xlsx, XLSX)},
}


@require_safe
@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    mine = list(Tournament.objects.run_by(request.user))
    public_ones = Tournament.objects.public()
    others = list(public_ones.exclude(pk__in=[one.pk for one in mine])[:MOST_EVENTS])
    sought = request.GET.get("cerca", "").strip()[:60]
    found = [one for one in public_ones if is_match(sought, one.name, one.place)][:MOST_EVENTS] if sought else []
    _tell_the_past([*mine, *others, *found], today=timezone.localdate())
    now = [one for one in others if one.state in UNDER_WAY and not one.is_played]
    under_way = [one for one in mine if one.state in UNDER_WAY] + now
    tables = tables_judged_by(request.user) if request.user.is_authenticated else []
    for table in tables:
        table.links = table_hooks.links_for(table, request.user, {"judge"})
    rights = permissions.house_rights(request.user)
    context = {
        "now": now,
        "in_play": rounds_in_play(under_way) if under_way else [],
        "on_air": _on_air(under_way) if under_way else [],
        "mine": mine,
        "ahead": [one for one in others if one.state == TournamentState.DRAFT],
        "past": [one for one in others if one.state == TournamentState.FINISHED or one.is_played],
        "is_listed": bool(others),
        "has_search": bool(sought) or len(others) + len(mine) > FEW_EVENTS,
        "sought": sought,
        "found": found,
        "tables": tables,
        "may_create": HouseRight.EVENTS in rights,
        "shared": shared_page("Sdadata"),
    }
    if request.user.is_authenticated:
        context["invitations"] = request.user.invitations.count()
    context["may_see_health"] = permissions.may_see_health(request.user)
    if not mine and not others and not now and not request.user.is_authenticated and first_account.is_needed():
        context |= {"is_empty_site": True, "is_local_request": first_account.is_local_request(request)}
    return page_cache.page(request, "tournament/home.html", context)


def _tell_the_past(events: Collection[Tournament], *, today: date) -> None:
    """Sets the `champions` of events that are over, and `is_played` where all rounds are closed, the day is past and only the
    organizer's word that it is over is missing.
    """
    over = [one for one in events if one.state == TournamentState.FINISHED]
    champions = champions_of(over) if over else {}
    bygone = [one.pk for one in events if one.state == TournamentState.RUNNING and one.day < today]
    rounds = Round.objects.filter(tournament__in=bygone).values_list("tournament", "state") if bygone else []
    begun = {event for event, _state in rounds}
    still_open = {event for event, state in rounds if state != RoundState.CLOSED}
    for one in events:
        one.champions = champions.get(one.pk, ())
        one.is_played = one.pk in begun - still_open


@require_safe
@login_not_required
@conditional_page
@vary_on_headers("HX-Request")
def public(request: HttpRequest, slug: str) -> HttpResponse:
    """The public page of a tournament: tables, clock, qualifiers."""
    template = _page_or_part(request, "tournament/public.html", "tournament/public/_now.html")
    topics = page_cache.topics_of(slug)
    return page_cache.respond(
        request, template, topics, lambda: _public(request, slug, template), is_shared=wants_part(request)
    )


def _public(request: HttpRequest, slug: str, template: str) -> page_cache.RenderedPage:
    tournament = access.visible(request, slug)
    rounds = _rounds_of(tournament)
    return _round_page(request, tournament, rounds, rounds[-1] if rounds else None, template)


@require_safe
@login_not_required
@conditional_page
@vary_on_headers("HX-Request")
def public_round(request: HttpRequest, slug: str, number: int, page: int = 1) -> HttpResponse:
    """The public page of one round, also when later ones have begun; `page` of its tables."""
    template = _page_or_part(request, "tournament/public.html", "tournament/public/_now.html")
    topics = page_cache.topics_of(slug)
    return page_cache.respond(
        request,
        template,
        topics,
        lambda: _public_round(request, slug, number, template, page),
        is_shared=wants_part(request),
    )


def _public_round(request: HttpRequest, slug: str, number: int, template: str, page: int) -> page_cache.RenderedPage:
    tournament = access.visible(request, slug)
    rounds = _rounds_of(tournament)
    round_ = next((one for one in rounds if one.number == number), None)
    if round_ is None:
        raise Http404
    return _round_page(request, tournament, rounds, round_, template, page)


def _rounds_of(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.visible().prefetch_related("clock_events"))


def _round_page(
    request: HttpRequest,
    tournament: Tournament,
    rounds: list[Round],
    round_: Round | None,
    template: str,
    page: int = 1,
) -> page_cache.RenderedPage:
    is_over = tournament.state == TournamentState.FINISHED
    context = {
        "tournament": tournament,
        "round": round_,
        "rounds": rounds,
        "podium": podium_of(tournament) if is_over else (),
        "seasons": tournament.seasons.filter(season__is_public=True).select_related("season"),
        "has_bracket": has_bracket(tournament),
        "entrants": tournament.entrants.count(),
        "on_air": _on_air([tournament]),
        **_in_round(tournament, round_, page),
    }
    return page_cache.render(request, template, context, clock=_clock(round_) if round_ else None)


@require_safe
@login_not_required
@conditional_page
@vary_on_headers("HX-Request")
def standings(request: HttpRequest, slug: str, page: int = 1) -> HttpResponse:
    template = _page_or_part(request, "tournament/standings.html", "tournament/standings/_sheet.html")
    topics = page_cache.topics_of(slug)
    return page_cache.respond(
        request, template, topics, lambda: _standings(request, slug, template, page), is_shared=wants_part(request)
    )


def _standings(request: HttpRequest, slug: str, template: str, page: int) -> page_cache.RenderedPage:
    tournament = access.visible(request, slug)

    def address(number: int) -> str:
        if number == 1:
            return reverse("tournament:standings", args=[slug])
        return reverse("tournament:standings_page", args=[slug, number])

    lines = leaf_of(standings_of(tournament), page, ROWS_OF_STANDINGS, address)
    explained = {line.entrant for line in lines.items}
    sheet = standings_sheet(tournament, made_at=timezone.localtime(), explained=explained)
    checking = tournament.rounds.being_checked(timezone.now()).last()
    context = {
        "tournament": tournament,
        "sheet": sheet,
        "leaf": leaf_of(sheet.rows, page, ROWS_OF_STANDINGS, address),
        "has_through": any(row.is_through for row in sheet.rows),
        "has_penalties": any(row.penalty for row in sheet.rows),
        "checking": checking,
    }
    if template == "tournament/standings.html":
        context["charts"] = charts_of(tournament)
    return page_cache.render(request, template, context, valid_until=checking.objections_until if checking else None)


@require_safe
@login_not_required
def standings_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    tournament = access.visible(request, slug)
    sheet = standings_sheet(tournament, made_at=timezone.localtime(), explained=())
    return _file("standings", kind, sheet, tournament, _("Classifica"))


@require_safe
@login_not_required
def seatings_file(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    tournament = access.visible(request, slug)
    round_ = access.visible_round_in(tournament, number)
    sheet = seating_sheet(round_, made_at=timezone.localtime())
    return _file("seatings", kind, sheet, tournament, _("Tavoli"), round_.name)


@require_safe
@login_not_required
@conditional_page
def sheet_page(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The page for comparing a signed sheet: the table's result and the head of its record's chain."""
    tournament = access.visible(request, slug)
    table = access.table_in(access.visible_round_in(tournament, number), place)
    if table.round.state == RoundState.DRAFT:
        raise Http404
    _linked([table])
    context = {
        "tournament": tournament,
        "table": table,
        "sheet": score_sheet(table, made_at=timezone.localtime(), has_board=False),
        "shared": shared_table(table, _("Referto del tavolo %d") % table.number),
    }
    return page_cache.page(request, "tournament/sheet.html", context)


@require_safe
@login_not_required
def stream(request: HttpRequest, slug: str) -> HttpResponse:
    """Opens the live stream of the reader's pages; only the staff's include every move."""
    tournament = access.visible(request, slug)
    of_moves = [tournament.tables_topic] if tournament.roles else []
    return live.stream_response(
        [tournament.topic, tournament.words_topic, *of_moves], through=access.doors_of(request, tournament)
    )


def _in_round(tournament: Tournament, round_: Round | None, page: int) -> dict:
    if round_ is None:
        return {"tables": []}
    round_.tournament = tournament

    def address(number: int) -> str:
        if number == 1:
            return reverse("tournament:public_round", args=[tournament.slug, round_.number])
        return reverse("tournament:public_round_page", args=[tournament.slug, round_.number, number])

    leaf = leaf_of(range(table_count(round_)), page, TABLES_OF_ROUND, address)
    tables = _linked(tables_of(round_, leaf.part))
    closed = round_.state == RoundState.CLOSED
    return {"tables": tables, "leaf": leaf, "through": share_of(qualifier_rows(round_), leaf) if closed else []}


def _clock(round_: Round) -> page_cache.ClockText:
    """The clock of a round whose events are loaded."""

    def clock(now: datetime) -> str:
        alarm_at = round_.tournament.rules.pre_alarm * 60
        context = {"reading": clock_of(round_, now=now), "now": now, "alarm_at": alarm_at}
        return render_to_string("tournament/public/_clock.html", context)

    return clock


def _page_or_part(request: HttpRequest, page: str, part: str) -> str:
    return part if wants_part(request) else page


def _file(what: str, kind: str, sheet: object, tournament: Tournament, *title: str) -> HttpResponse:
    draw, content_type = SHEETS[what][kind]
    named = to_open if kind == "pdf" else to_save
    return named(HttpResponse(draw(sheet), content_type=content_type), event_name(tournament), *title, kind=kind)


def _on_air(tournaments: Collection[Tournament]) -> list[tuple[Table, str]]:
    """The tables that can be followed live, each with the address where."""
    addresses = []
    for table in tables_on_air(tournaments):
        live = (link.url for link in table_hooks.links_for(table, None, frozenset()) if link.is_live)
        addresses += [(table, url) for url in live]
    return addresses


def _linked(tables: list[Table]) -> list[Table]:
    """With what anybody may open of each."""
    for table in tables:
        table.links = table_hooks.links_for(table, None, frozenset())
    return tables
