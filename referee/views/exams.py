"""An exam in the gym of the judges: started with a seed, one question at a time, and a result that can be printed and repeated."""

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.registry import games
from referee.judge_page import exams, puzzles
from referee.judge_page.exams import COUNTS, EASY, EVERY_LEVEL, HARD, MEDIUM, Exam
from referee.wording import cite_articles, localized

SESSION = "referee_exam"
LONGEST_SEED = 24


def levels() -> dict[int, str]:
    return {
        EVERY_LEVEL: _("tutte le difficoltà"),
        EASY: _("facile"),
        MEDIUM: _("media"),
        HARD: _("difficile"),
    }


@require_POST
def start(request: HttpRequest, game_slug: str) -> HttpResponse:
    """Draws the questions; without a seed, one is drawn."""
    _check(game_slug)
    seed = slugify(request.POST.get("seed", ""))[:LONGEST_SEED] or str(secrets.randbelow(900_000) + 100_000)
    count, level = _chosen(request, "count", COUNTS, COUNTS[-1]), _chosen(request, "level", levels(), EVERY_LEVEL)
    exam = Exam(game_slug, seed, count, level)
    request.session[SESSION] = {"exam": [exam.slug, exam.seed, exam.count, exam.level], "answers": []}
    return redirect("referee:exam", game_slug)


def _chosen(request: HttpRequest, name: str, allowed, usual: int) -> int:
    text = request.POST.get(name, "")
    return next((one for one in allowed if str(one) == text), usual)


@require_http_methods(["GET", "POST"])
def exam(request: HttpRequest, game_slug: str) -> HttpResponse:
    """The next question, the answer to the last one, or the result. An answer stands: a second one to the same question changes nothing."""
    _check(game_slug)
    one, answers = _under_way(request, game_slug)
    if one is None:
        return redirect("referee:practice")
    drawn = exams.questions(one)
    answer = request.POST.get("answer", "")[:40]
    if answer and request.POST.get("n") == str(len(answers)) and len(answers) < len(drawn):
        answers.append(answer)
        request.session[SESSION] = {"exam": [one.slug, one.seed, one.count, one.level], "answers": answers}
        return _question(request, one, len(answers) - 1, answer)
    if len(answers) == len(drawn):
        return _result(request, one, answers)
    return _question(request, one, len(answers), "")


def _question(request: HttpRequest, one: Exam, number: int, answer: str) -> HttpResponse:
    puzzle = exams.questions(one)[number]
    context = {
        "slug": one.slug,
        "game": localized(games()[one.slug].name),
        "exam": one,
        "number": number,
        "place": number + 1,
        "many": len(exams.questions(one)),
        "puzzle": puzzle,
        "scene": puzzles.view_of(one.slug, puzzle),
        "answers": puzzles.answers(one.slug, puzzle),
        "answer": answer,
    }
    if answer:
        context |= {
            "is_right": puzzles.is_right(puzzle, answer),
            "explained": puzzles.explained(one.slug, puzzle),
        }
    return render(request, "referee/puzzle.html", context)


def _result(request: HttpRequest, one: Exam, answers: list[str]) -> HttpResponse:
    found = exams.result(one, answers)
    context = {
        "slug": one.slug,
        "game": localized(games()[one.slug].name),
        "exam": one,
        "level": levels()[one.level],
        "result": found,
        "missed": [cite_articles(games()[one.slug].rulebook, article) for article in found.missed],
        "now": timezone.now(),
    }
    return render(request, "referee/exam_result.html", context)


def _under_way(request: HttpRequest, slug: str) -> tuple[Exam | None, list[str]]:
    """The exam of this game in the session, and its answers."""
    found = request.session.get(SESSION)
    if not found or found["exam"][0] != slug:
        return None, []
    return Exam(*found["exam"]), list(found["answers"])


def _check(slug: str) -> None:
    if slug not in games():
        raise Http404
