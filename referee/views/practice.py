"""The gym of the judges: puzzles from the cases of each game, one at a time, with the article as the answer."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from games.registry import games
from referee.judge_page import puzzles
from referee.judge_page.exams import COUNTS
from referee.views.exams import levels
from referee.wording import localized

SESSION = "referee_practice"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    found = [(slug, localized(definition.name), len(puzzles.puzzles(slug))) for slug, definition in games().items()]
    context = {
        "games": found,
        "scores": request.session.get(SESSION, {}),
        "counts": COUNTS,
        "levels": levels(),
    }
    return render(request, "referee/practice.html", context)


@require_http_methods(["GET", "POST"])
def puzzle(request: HttpRequest, game_slug: str) -> HttpResponse:
    """`?n=` is the place of the puzzle; one that has no position to show is passed over."""
    if game_slug not in games():
        raise Http404
    found = puzzles.puzzles(game_slug)
    number = _first_with_position(game_slug, _number(request) % len(found))
    one = found[number]
    answer = request.POST.get("answer", "")
    context = {
        "slug": game_slug,
        "game": localized(games()[game_slug].name),
        "number": number,
        "next": (number + 1) % len(found),
        "many": len(found),
        "puzzle": one,
        "scene": puzzles.view_of(game_slug, one),
        "answers": puzzles.answers(game_slug, one),
        "answer": answer,
    }
    if answer:
        is_right = puzzles.is_right(one, answer)
        context |= {"is_right": is_right, "explained": puzzles.explained(game_slug, one)}
        _count(request, game_slug, is_right)
    context["score"] = request.session.get(SESSION, {}).get(game_slug, [0, 0])
    return render(request, "referee/puzzle.html", context)


def _first_with_position(slug: str, start: int) -> int:
    found = puzzles.puzzles(slug)
    places = ((start + step) % len(found) for step in range(len(found)))
    return next(place for place in places if puzzles.has_position(slug, found[place]))


def _number(request: HttpRequest) -> int:
    raw = request.POST.get("n") or request.GET.get("n") or "0"
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 6 else 0


def _count(request: HttpRequest, slug: str, is_right: bool) -> None:
    scores = request.session.get(SESSION, {})
    right, tried = scores.get(slug, [0, 0])
    request.session[SESSION] = {**scores, slug: [right + is_right, tried + 1]}
