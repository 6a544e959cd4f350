"""The adviser of table splits: the splits of the players present, trials of each, and the choice."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.registry import game
from tournament.actions import formats
from tournament.core.formats import Format, table_splits
from tournament.models import Tournament
from tournament.queries.drawing import formats_by_tables, splits_offered
from tournament.queries.results import format_of
from tournament.queries.teams import field_size
from tournament.states import RoundState, TournamentState
from tournament.web.forms import draw as draw_forms
from tournament.web.support.lanes import search_lane
from tournament.web.views import access

MOST_TRIED = 60
"""In larger fields trials add nothing to the bounds."""


@dataclass(frozen=True)
class Choice:
    """One split on the adviser's page; `formats` are the formats that begin with it, `more` the sizes that the regulation lacks.

    `on_paper` are the sizes that the game's own rules do not know: nobody can referee them on a tablet.
    """

    split: table_splits.TableSplit
    formats: Sequence[Format]
    more: Sequence[int]
    on_paper: Sequence[int]
    is_chosen: bool

    @property
    def sizes(self) -> str:
        return "-".join(map(str, self.split.sizes))


@search_lane
@require_http_methods(["GET", "POST"])
def table_splits_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Every legal split of the players present, with the repeats and the load of fives that it forces; one is chosen."""
    tournament = access.for_organizer(request, slug)
    if request.method == "POST":
        return _choose(request, tournament)
    present = field_size(tournament)
    found = table_splits.advice(present, tournament.rules) if present and not tournament.rules.pairings else None
    last = tournament.rounds.last()
    number = last.number + 1 if last else 1
    later = splits_offered(tournament, number) if last and last.state == RoundState.CLOSED else ()
    beginning = formats_by_tables(tournament) if found and number == 1 else {}
    planned = format_of(tournament)
    context = {
        "tournament": tournament,
        "present": present,
        "advice": found,
        "choices": [
            _choice(tournament, one, beginning.get(one.sizes, ()), _tables_at(planned, number))
            for one in ((found.splits or found.fallback) if found else ())
        ],
        "number": number,
        "planned": tournament.format["key"] if tournament.format and not last else "",
        "may_choose": bool(later) if last else tournament.state != TournamentState.FINISHED,
        "rounds": tournament.rules.rounds,
        "is_tried": present <= MOST_TRIED,
    }
    return render(request, "tournament/table_splits.html", context)


def _tables_at(planned: Format | None, number: int) -> tuple[int, ...]:
    """The tables of a round of the format that was chosen; none where it does not reach so far."""
    return planned.stages[number - 1].tables if planned is not None and number <= len(planned.stages) else ()


def _choice(
    tournament: Tournament, one: table_splits.TableSplit, formats: Sequence[Format], chosen: tuple[int, ...]
) -> Choice:
    return Choice(
        split=one,
        formats=formats,
        more=sorted(set(one.sizes) - set(tournament.rules.table_sizes)),
        on_paper=sorted(set(one.sizes) - set(game(tournament.game).seats)),
        is_chosen=chosen == one.sizes,
    )


def _choose(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = draw_forms.TablesForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: formats.choose_tables(tournament, by=request.user, **form.cleaned_data),
        done=_("Tavoli scelti: ora si può sorteggiare."),
        back=reverse("tournament:table_splits", args=[tournament.slug]),
    )


@search_lane
@require_safe
def table_split_trial(request: HttpRequest, slug: str, place: int) -> HttpResponse:
    """Trial draws of the planned rounds with one split: two where two criteria conflict."""
    tournament = access.for_organizer(request, slug)
    present = field_size(tournament)
    found = table_splits.advice(present, tournament.rules) if 0 < present <= MOST_TRIED else None
    candidates = (found.splits or found.fallback) if found else ()
    if not 1 <= place <= len(candidates):
        raise Http404
    trials = _trials(candidates[place - 1], tournament.rules.table_sizes[0])
    return render(request, "tournament/table_splits/_trials.html", {"tournament": tournament, "trials": trials})


@lru_cache(maxsize=256)
def _trials(one: table_splits.TableSplit, preferred: int) -> tuple[table_splits.Trial, ...]:
    """Cached, since some fields need seconds."""
    return table_splits.trials(one, preferred)
