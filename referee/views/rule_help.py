"""`/aiuto/`: for each game the page that a judge reads beforehand and searches in the middle of a game, and the same on paper."""

from functools import cache

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kernel.game import Game
from games.registry import games
from referee.judge_page.rule_summary import on_paper, summary
from referee.wording import localized
from tournament.documents.manuals import manuals
from tournament.exports import rule_summary_pdf
from tournament.queries.sharing import shared_page
from tournament.web.support.file_names import to_open


@require_safe
@login_not_required
def index(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "referee/help/index.html",
        {
            "games": list(games().values()),
            "manuals": manuals(),
            "shared": shared_page(
                _("Aiuto"), _("I manuali di Sdadata e, gioco per gioco, gli articoli che un arbitro cerca.")
            ),
        },
    )


@require_safe
@login_not_required
def page(request: HttpRequest, game_slug: str) -> HttpResponse:
    one = _game(game_slug)
    return render(
        request,
        "referee/help/game.html",
        {
            "game": one,
            "sections": summary(one),
            "shared": shared_page(localized(one.name), _("Gli articoli che un arbitro cerca durante una partita.")),
        },
    )


@require_safe
@login_not_required
def sheet(request: HttpRequest, game_slug: str) -> HttpResponse:
    one = _game(game_slug)
    response = HttpResponse(_drawn_sheet(one.slug, get_language() or ""), content_type="application/pdf")
    return to_open(response, localized(one.name), _("Arbitro"), kind="pdf")


@cache
def _drawn_sheet(slug: str, _language: str) -> bytes:
    """Drawn once in a process: anybody may ask for it, and to draw it takes as long as several entries."""
    one = games()[slug]
    return rule_summary_pdf(localized(one.name), on_paper(summary(one)))


def _game(slug: str) -> Game:
    if slug not in games():
        raise Http404
    return games()[slug]
