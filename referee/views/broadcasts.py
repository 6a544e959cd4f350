"""The final at home: a table that the organizer opened, as late as the organizer set it; drawn once for all readers."""

import json

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from referee.hooks.broadcasts import topic_of
from referee.judge_page.board_view import BoardView
from referee.models import GameRecord
from referee.records import cache as record_cache
from referee.records import cards, stings
from referee.records.broadcast import OVER, LiveTable, as_data, live_table
from tournament import live, permissions
from tournament.actions import broadcasts
from tournament.models import Broadcast, Table
from tournament.queries.sharing import shared_table
from tournament.states import RoundState
from tournament.web.forms.tournament import BroadcastForm
from tournament.web.support import page_cache
from tournament.web.support.htmx import wants_part
from tournament.web.views import access

SAMPLE = "prova"


@require_safe
@login_not_required
@conditional_page
@vary_on_headers("HX-Request")
def page(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    template = "referee/live/_now.html" if wants_part(request) else "referee/live.html"
    topics = (topic_of(slug, number, place), page_cache.topics_of(slug)[0])
    response = page_cache.respond(request, template, topics, lambda: _page(request, slug, number, place, template))
    if wants_part(request):
        response[live.SHARED] = topics[0]
    return response


@require_safe
@login_not_required
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@conditional_page
def scene(request: HttpRequest, slug: str, number: int, place: int, scene: str) -> HttpResponse:
    """The live table for a frame on a club's own site, or as a source of a streaming program: nothing about the reader, no forms."""
    template = f"referee/live/{scene}.html"
    topics = (topic_of(slug, number, place), page_cache.topics_of(slug)[0])
    return page_cache.respond(
        request, template, topics, lambda: _scene(request, slug, number, place, scene, template), reads=(SAMPLE,)
    )


def _scene(
    request: HttpRequest, slug: str, number: int, place: int, scene: str, template: str
) -> page_cache.RenderedPage:
    table, broadcast = _open_table(request, slug, number, place)
    found = _live(table, broadcast, are_whole=scene == "frame")
    context = {
        "tournament": table.round.tournament,
        "round": table.round,
        "table": table,
        "topic": topic_of(slug, number, place),
        "is_public": table.state in OVER,
        "live": found,
    }
    if scene == "sting" and found and found.board:
        context |= _stings(request, table, found.board, found.line)
    return page_cache.render(request, template, context)


def _stings(request: HttpRequest, table: Table, board: BoardView, line: int) -> dict[str, object]:
    """From the record up to the visible line alone; `?prova=` one of the kinds stays in sight, to be placed and styled."""
    sample = request.GET.get(SAMPLE, "")
    if sample in stings.KINDS:
        return {"stings": [one for one in stings.samples(board) if one.kind == sample], "is_sample": True}
    record = record_cache.rebuild(GameRecord.objects.get(table=table), until=line)
    return {"stings": stings.stings_of(record, board)}


@require_safe
@login_not_required
@conditional_page
def state(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The live table as JSON, for other programs: as late as the page is."""
    topics = (topic_of(slug, number, place), page_cache.topics_of(slug)[0])
    response = page_cache.respond(request, "state", topics, lambda: _state(request, slug, number, place))
    response["Content-Type"] = "application/json"
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _state(request: HttpRequest, slug: str, number: int, place: int) -> page_cache.RenderedPage:
    found = _live(*_open_table(request, slug, number, place))
    return page_cache.RenderedPage(json.dumps(as_data(found) if found else {"line": 0}, ensure_ascii=False).encode())


def _open_table(request: HttpRequest, slug: str, number: int, place: int) -> tuple[Table, Broadcast]:
    table = _table(request, slug, number, place)
    broadcast: Broadcast | None = getattr(table, "broadcast", None)
    if broadcast is None or not broadcast.is_open:
        raise Http404
    return table, broadcast


def _live(table: Table, broadcast: Broadcast, *, are_whole: bool = False) -> LiveTable | None:
    """With whole names where there is room for them: beside a broadcast's picture there is none."""
    row = GameRecord.objects.filter(table=table).first()
    return live_table(table, row, broadcast, now=timezone.now(), are_whole=are_whole) if row else None


def _page(request: HttpRequest, slug: str, number: int, place: int, template: str) -> page_cache.RenderedPage:
    table = _table(request, slug, number, place)
    broadcast: Broadcast | None = getattr(table, "broadcast", None)
    is_open = broadcast is not None and broadcast.is_open
    may_open = permissions.may_organize(table.round.tournament.roles)
    if not is_open and not may_open:
        raise Http404
    context = {
        "tournament": table.round.tournament,
        "round": table.round,
        "table": table,
        "topic": topic_of(slug, number, place),
        "is_open": is_open,
        "is_public": table.state in OVER,
        "live": _live(table, broadcast, are_whole=True) if is_open and broadcast else None,
        "shared": shared_table(
            table,
            _("Tavolo %d dal vivo") % table.number,
            reverse("referee:live_picture", args=[slug, number, place]),
        ),
    }
    if may_open:
        context["form"] = BroadcastForm(instance=broadcast)
    return page_cache.render(request, template, context)


def _table(request: HttpRequest, slug: str, number: int, place: int) -> Table:
    table = access.table_in(access.visible_round_in(access.visible(request, slug), number), place)
    if table.round.state == RoundState.DRAFT:
        raise Http404
    return table


@require_safe
@login_not_required
@conditional_page
def picture(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """What the page shows, where a link to it is shared: as late as the page, while it is open to all."""
    topics = (topic_of(slug, number, place), page_cache.topics_of(slug)[0])
    return page_cache.picture(request, topics, lambda: _drawn(slug, number, place))


def _drawn(slug: str, number: int, place: int) -> bytes:
    table = access.table_in(access.visible_round_in(access.visible_to_all(slug), number), place)
    broadcast: Broadcast | None = getattr(table, "broadcast", None)
    if table.round.state == RoundState.DRAFT or broadcast is None or not broadcast.is_open:
        raise Http404
    return cards.live(table, _live(table, broadcast))


@require_safe
@login_not_required
def stream(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Opens the live stream of the page: it tells when what may be seen changes, and of nothing newer."""
    table = _table(request, slug, number, place)
    broadcast: Broadcast | None = getattr(table, "broadcast", None)
    if (broadcast is None or not broadcast.is_open) and not permissions.may_organize(table.round.tournament.roles):
        raise Http404
    through = [table, *access.doors_of(request, table.round.tournament)]
    response = live.stream_response([topic_of(slug, number, place)], through=through)
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_POST
def open_to_all(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The organizer opens the page, or sets another delay."""
    table = _for_organizer(request, slug, number, place)
    form = BroadcastForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: broadcasts.open_to_all(
            table, delay=form.cleaned_data["delay"], delay_in=form.cleaned_data["delay_in"], by=request.user
        ),
        done=_("La diretta è aperta a tutti."),
        back=_address(slug, number, place),
    )


@require_POST
def close(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    table = _for_organizer(request, slug, number, place)
    return access.attempt(
        request,
        lambda: broadcasts.close(table, by=request.user),
        done=_("La diretta è chiusa."),
        back=_address(slug, number, place),
    )


def _for_organizer(request: HttpRequest, slug: str, number: int, place: int) -> Table:
    """Whoever sits at the table decides nothing about how late it is followed."""
    table = access.table_in(access.round_in(access.for_organizer(request, slug), number), place)
    access.require_not_at(request, table)
    return table


def _address(slug: str, number: int, place: int) -> str:
    return reverse("referee:live", args=[slug, number, place])
