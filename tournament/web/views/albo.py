"""The site's memory: champions, ratings, a person across events, a club. Who did not consent is on none of these pages."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.registry import games
from tournament.core.identity import key_of
from tournament.models import Person
from tournament.queries import champions, hall_of_fame, memory
from tournament.queries.sharing import shared_page
from tournament.web.support import page_cache
from tournament.web.support.leaves import leaf_of

MOST_EDITIONS = 40
MOST_FOUND = 40
MOST_LETTERS = 60
ROWS_OF_RATING = 100
MOST_LUCK = 5


@require_safe
@login_not_required
def hall(request: HttpRequest) -> HttpResponse:
    """Champions, the games with a rating, and the search of a person."""
    sought = request.GET.get("nome", "").replace("\0", "").strip()[:MOST_LETTERS]
    context = {
        "editions": champions.editions(MOST_EDITIONS),
        "games": [(slug, _game_name(slug)) for slug in memory.games_played()],
        "sought": sought,
        "found": memory.people_named(sought, MOST_FOUND),
        "is_unlisted": bool(sought),
        "shared": shared_page(
            _("Albo d'oro"), _("Chi ha vinto i tornei di questo sito, i primati e i rating di ogni gioco.")
        ),
    }
    return _page(request, "tournament/albo.html", context)


@require_safe
@login_not_required
def person(request: HttpRequest, code: str) -> HttpResponse:
    """A person across events; an entry that was merged leads to the one that stays."""
    found = get_object_or_404(Person.objects.select_related("merged_into"), code=code)
    if found.merged_into and memory.is_remembered(found.merged_into):
        return redirect("tournament:person", found.merged_into.code)
    if not memory.is_remembered(found):
        raise Http404
    about = memory.memory_of(found)
    context = {
        "person": found,
        "club_key": key_of(found.club, ""),
        "memory": about,
        "games": [(_game_name(one.game), one, *hall_of_fame.play_of(found, one.game)) for one in about.games],
        "is_unlisted": True,
    }
    return _page(request, "tournament/person.html", context)


@require_safe
@login_not_required
def club(request: HttpRequest, key: str) -> HttpResponse:
    name, people = memory.people_of_club(key)
    if not name:
        raise Http404
    return _page(request, "tournament/club.html", {"club": name, "people": people, "is_unlisted": True})


@require_safe
@login_not_required
def rating(request: HttpRequest, game: str, page: int = 1) -> HttpResponse:
    if game not in games():
        raise Http404

    def address(number: int) -> str:
        return (
            reverse("tournament:rating", args=[game])
            if number == 1
            else reverse("tournament:rating_page", args=[game, number])
        )

    rows = memory.rating_list(game)
    context = {
        "game": _game_name(game),
        "rows": rows,
        "leaf": leaf_of(rows, page, ROWS_OF_RATING, address),
        "is_unlisted": True,
    }
    return _page(request, "tournament/rating.html", context)


@require_safe
@login_not_required
def records(request: HttpRequest, game: str) -> HttpResponse:
    """The hall of fame of a game: records, and whose dice were luckiest."""
    if game not in games():
        raise Http404
    telling = [one for one in hall_of_fame.luck_of_people(game) if one.luck.is_telling]
    context = {
        "game": _game_name(game),
        "records": hall_of_fame.play_records(game),
        "luckiest": telling[:MOST_LUCK],
        "unluckiest": telling[MOST_LUCK:][-MOST_LUCK:][::-1],
        "is_unlisted": True,
    }
    return _page(request, "tournament/records.html", context)


def _page(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    return page_cache.page(request, template, context)


def _game_name(slug: str) -> str:
    game = games().get(slug)
    return game.name.in_language(get_language() or "it") if game else slug
