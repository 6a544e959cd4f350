"""Public pages of an event about one person, a club, all rounds side by side, and the bracket. Public names alone stand there."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from tournament import exports
from tournament.core.bracket_plot import FINGER, POINTER, plot, sheets_of
from tournament.hooks import tables as table_hooks
from tournament.queries.charts import charts_of
from tournament.queries.event_page import (
    bracket_of,
    club_rows,
    crosstable_of,
    has_bracket,
    people_found,
    player_card,
    rounds_before_bracket,
)
from tournament.queries.memory import remembered_people
from tournament.queries.results import standings_of
from tournament.web.support import page_cache
from tournament.web.support.file_names import event_name, to_open
from tournament.web.support.leaves import leaf_of, leaf_sought, share_of
from tournament.web.views import access

ROWS_OF_CROSSTABLE = 75
ROWS_OF_CLUB = 100
MOST_LETTERS = 60


@require_safe
@login_not_required
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """People of the event by a part of their public name, without accents and case."""
    tournament = access.visible(request, slug)
    sought = request.GET.get("nome", "").replace("\0", "").strip()[:MOST_LETTERS]
    found, many = people_found(tournament, sought)
    context = {"tournament": tournament, "sought": sought, "found": found, "many": many, "is_unlisted": True}
    return page_cache.once(request, page_cache.render(request, "tournament/event_search.html", context))


@require_safe
@login_not_required
@conditional_page
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player at the event: seat, rounds with their tables and replays, place and why."""
    return page_cache.respond(
        request, "tournament/player.html", page_cache.topics_of(slug), lambda: _player(request, slug, number)
    )


def _player(request: HttpRequest, slug: str, number: int) -> page_cache.RenderedPage:
    tournament = access.visible(request, slug)
    entrant = get_object_or_404(tournament.entrants, number=number)
    entrant.tournament = tournament
    card = player_card(entrant)
    for table in [one.table for one in card.tables if one.table]:
        table.links = table_hooks.links_for(table, None, frozenset())
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "card": card,
        "person_code": remembered_people([entrant.pk]).get(entrant.pk),
        "charts": charts_of(tournament, only=entrant.public_id) if len(card.tables) > 1 else [],
        "is_unlisted": True,
    }
    return page_cache.render(request, "tournament/player.html", context)


@require_safe
@login_not_required
@conditional_page
def club(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A club's people at the event, by rank."""
    return page_cache.respond(
        request,
        "tournament/event_club.html",
        page_cache.topics_of(slug),
        lambda: _club(request, slug, key),
        reads=("pagina",),
    )


def _club(request: HttpRequest, slug: str, key: str) -> page_cache.RenderedPage:
    tournament = access.visible(request, slug)
    name, sheet, rows, others = club_rows(tournament, key)
    if not name:
        raise Http404
    leaf = leaf_sought(max(rows, others, key=len), request.GET, ROWS_OF_CLUB)
    context = {
        "tournament": tournament,
        "club": name,
        "sheet": sheet,
        "rows": share_of(rows, leaf),
        "others": share_of(others, leaf),
        "leaf": leaf,
        "is_unlisted": True,
    }
    return page_cache.render(request, "tournament/event_club.html", context)


@require_safe
@login_not_required
@conditional_page
def crosstable(request: HttpRequest, slug: str, page: int = 1) -> HttpResponse:
    """Every round side by side."""
    return page_cache.respond(
        request, "tournament/crosstable.html", page_cache.topics_of(slug), lambda: _crosstable(request, slug, page)
    )


def _crosstable(request: HttpRequest, slug: str, page: int) -> page_cache.RenderedPage:
    tournament = access.visible(request, slug)

    def address(number: int) -> str:
        if number == 1:
            return reverse("tournament:crosstable", args=[slug])
        return reverse("tournament:crosstable_page", args=[slug, number])

    leaf = leaf_of(standings_of(tournament), page, ROWS_OF_CROSSTABLE, address)
    context = {
        "tournament": tournament,
        "sheet": crosstable_of(tournament, made_at=timezone.localtime(), part=leaf.part),
        "leaf": leaf,
        "has_bracket": has_bracket(tournament),
    }
    return page_cache.render(request, "tournament/crosstable.html", context)


@require_safe
@login_not_required
def crosstable_file(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.visible(request, slug)
    sheet = crosstable_of(tournament, made_at=timezone.localtime())
    response = HttpResponse(exports.crosstable_pdf(sheet), content_type="application/pdf")
    return to_open(response, event_name(tournament), _("Risultati"), kind="pdf")


@require_safe
@login_not_required
@conditional_page
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds that not everybody survives, drawn: who came from which table."""
    return page_cache.respond(
        request, "tournament/bracket.html", page_cache.topics_of(slug), lambda: _bracket(request, slug)
    )


def _bracket(request: HttpRequest, slug: str) -> page_cache.RenderedPage:
    tournament = access.visible(request, slug)
    if tournament.format and not has_bracket(tournament):
        raise Http404
    rounds = bracket_of(tournament)
    plots = {"m": plot(rounds, POINTER), "d": plot(rounds, FINGER)} if rounds else {}
    context = {
        "tournament": tournament,
        "rounds": rounds,
        "before": rounds_before_bracket(tournament) if rounds else (),
        "plots": plots,
        "sheets": sheets_of(rounds) if rounds else (),
    }
    return page_cache.render(request, "tournament/bracket.html", context)
