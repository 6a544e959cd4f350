"""Seasons and the directory of people."""

import re
from decimal import Decimal

from django import forms as fields
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.actions import directory, seasons
from tournament.core.formatting import format_figure
from tournament.core.identity import is_match
from tournament.documents.table import Page
from tournament.exports.gestione import ClassificaRow, classifica_xlsx
from tournament.exports.season import season_pdf
from tournament.exports.xlsx import facts_page, workbook
from tournament.imports import ranking
from tournament.imports.spreadsheets import MOST_BYTES, UnreadableFile
from tournament.labels.season import formula_in_words, points_of_places, tie_in_words
from tournament.models import Person, PersonMerge, Recognised, Season, SeasonEvent, Tournament
from tournament.queries.results import standings_of
from tournament.queries.season import (
    RankingRow,
    SeasonColumn,
    columns_of,
    decimals_of_ranking,
    progress_of_season,
    ranking_of,
    remembered_among,
    season_sheet,
)
from tournament.queries.sharing import shared_page, shared_season
from tournament.queries.sheets import people_of
from tournament.states import HouseRight, Role
from tournament.web.forms.numbers import bound, exact
from tournament.web.support import page_cache
from tournament.web.support.file_names import event_name, to_open, to_save
from tournament.web.support.lanes import files_lane
from tournament.web.support.leaves import leaf_of
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access
from tournament.web.views.access import posted

MOST_EVENTS = 365
ROWS_OF_SEASON, MOST_LETTERS = 75, 60
PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class SeasonForm(fields.ModelForm):
    places_text = fields.CharField(
        label=gettext_lazy("Punti per piazzamento, dal primo in giù"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("Soltanto se si conta così: 25 18 15 12 10"),
    )

    class Meta:
        model = Season
        fields = ["name", "formula", "best", "discards", "absences_are_discards", "level_ranks", "is_public"]

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        bound(self, "best", 1, MOST_EVENTS)
        bound(self, "discards", 0, MOST_EVENTS)

    def clean_places_text(self) -> list[str]:
        texts = re.split(r"[\s;/]+", self.cleaned_data["places_text"].strip())
        points = [exact(text) for text in texts if text]
        if any(one < 0 for one in points):
            raise fields.ValidationError(_("I punti per piazzamento non sono negativi."))
        return [str(one) for one in points]

    def clean(self) -> dict:
        data = super().clean()
        if data.get("best") and data.get("discards"):
            self.add_error("best", _("O i migliori tornei, o gli scarti."))
        if data.get("formula") == Season.Formula.PLACES and data.get("places_text") == []:
            self.add_error("places_text", _("Scrivi quanti punti prende ogni piazzamento."))
        return data


class TournamentChoice(fields.ModelChoiceField):
    """By name, day and state: evenings often have one name."""

    def label_from_instance(self, tournament: Tournament) -> str:
        day = date_format(tournament.day, "j M Y") if tournament.day else ""
        return " · ".join(filter(None, (tournament.name, day, tournament.get_state_display())))


class EventForm(fields.Form):
    tournament = TournamentChoice(Tournament.objects.none(), label=gettext_lazy("Torneo"))
    grade = fields.ChoiceField(label=gettext_lazy("Classe"), choices=SeasonEvent.Grade, initial=SeasonEvent.Grade.OPEN)

    def __init__(self, user, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        mine = Tournament.objects.filter(memberships__user=user, memberships__role=Role.ORGANIZER)
        self.fields["tournament"].queryset = mine.distinct() if not user.is_superuser else Tournament.objects.all()


class FileForm(fields.Form):
    file = fields.FileField(label=gettext_lazy("File di classifica (CSV o Excel): cognome, nome, club, punti"))

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise fields.ValidationError(_("Il file è troppo grande."))
        return file


class MergeForm(fields.Form):
    gone = fields.ModelChoiceField(Person.objects.in_use(), label=gettext_lazy("Questo"))
    into = fields.ModelChoiceField(Person.objects.in_use(), label=gettext_lazy("è la stessa persona di"))

    def __init__(self, shown: dict[int, str], *args, **kwargs) -> None:
        """`shown` are the names that this reader may see."""
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.label_from_instance = lambda person: shown.get(person.pk, str(person))


# Seasons


@login_not_required
@require_http_methods(["GET", "POST"])
@sent_once("tournament:seasons")
def seasons_page(request: HttpRequest) -> HttpResponse:
    """The seasons that the reader may see; whoever keeps them makes a new one here."""
    may_keep = permissions.holds(request.user, HouseRight.SEASONS)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.method == "POST":
        _refuse_unless_keeper(request)
    form = SeasonForm(posted(request), initial={"is_public": True})
    if request.method == "POST" and form.is_valid():
        data = {name: value for name, value in form.cleaned_data.items() if name != "places_text"}
        made = seasons.create(by=request.user, places=form.cleaned_data["places_text"], **data)
        return redirect(made)
    found = Season.objects.annotate(many=Count("events"))
    context = {
        "form": form,
        "may_keep": may_keep,
        "may_keep_people": permissions.holds(request.user, HouseRight.PEOPLE),
        "seasons": found if may_keep else found.filter(is_public=True),
        "shared": shared_page(_("Stagioni")),
    }
    return render(request, "tournament/seasons.html", context, status=422 if form.errors else 200)


@login_not_required
@require_safe
def season(request: HttpRequest, code: str, page: int = 1) -> HttpResponse:
    """The ranking, page by page, or everybody whose public name or club holds what is sought."""
    found = _visible(request, code)
    may_keep = permissions.holds(request.user, HouseRight.SEASONS)
    sought = request.GET.get("nome", "").replace("\0", "").strip()[:MOST_LETTERS]

    def address(number: int) -> str:
        return (
            reverse("tournament:season", args=[code])
            if number == 1
            else reverse("tournament:season_page", args=[code, number])
        )

    rows = ranking_of(found)
    listed = [row for row in rows if is_match(sought, *row.words)][:ROWS_OF_SEASON] if sought else rows
    leaf = leaf_of(listed, page, ROWS_OF_SEASON, address)
    context: dict[str, object] = {
        "season": found,
        "events": found.events.select_related("tournament") if may_keep else (),
        "rows": rows,
        "formula": formula_in_words(found),
        "progress": progress_of_season(rows),
        "leaf": leaf,
        "sought": sought,
        "remembered": remembered_among(leaf.items),
        "columns": (columns := columns_of(found)),
        "names": ", ".join(column.title for column in columns),
        "may_keep": may_keep,
        "event_form": EventForm(request.user) if may_keep else None,
        "file_form": FileForm() if may_keep else None,
        "points_of_places": points_of_places(found.places) if found.formula == Season.Formula.PLACES else (),
        "has_ties": any(row.tie for row in rows),
        "has_carried": found.carried.exists(),
        "is_unlisted": bool(sought) or not found.is_public,
        "shared": shared_season(found),
    }
    return page_cache.once(request, page_cache.render(request, "tournament/season.html", context))


@login_not_required
@require_safe
def season_file(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    found = _visible(request, code)
    rows = ranking_of(found)
    if kind == "pdf":
        data = season_pdf(season_sheet(found, rows, made_at=timezone.localtime()))
        return to_open(HttpResponse(data, content_type=PDF), found.name or code, _("Classifica"), kind=kind)
    if kind == "csv":
        data, content_type = ranking.written(map(_plain, rows)), "text/csv; charset=utf-8"
    else:
        data, content_type = _workbook(found, rows), XLSX
    return to_save(HttpResponse(data, content_type=content_type), found.name or code, _("Classifica"), kind=kind)


def _plain(row: RankingRow) -> tuple[int, str, str, str, Decimal]:
    return row.rank, row.name.surname, row.name.name, row.person.club, row.total


def _workbook(found: Season, rows: list[RankingRow]) -> bytes:
    columns, decimals = columns_of(found), decimals_of_ranking(rows)
    head = [*ranking.HEAD, _("Punti riportati"), *(column.title for column in columns)]
    head += [_("Tornei scartati"), _("A parità di totale con chi precede")]
    lines = [
        [*_plain(row), row.carried, *row.per_event, _discarded(row, columns), tie_in_words(row.tie, decimals)]
        for row in rows
    ]
    heading = " · ".join(filter(None, (found.name, progress_of_season(rows))))
    pages = [Page(_("Classifica"), head, lines, 3, heading), facts_page(_facts(found, rows), heading)]
    return workbook(pages, timezone.now())


def _discarded(row: RankingRow, columns: list[SeasonColumn]) -> str:
    """The events that are not in the total, with the points that they gave."""
    return "; ".join(
        f"{column.title}: {format_figure(points)}"
        for column, (points, is_discarded) in zip(columns, row.cells, strict=True)
        if is_discarded and points is not None
    )


def _facts(found: Season, rows: list[RankingRow]) -> list[tuple[str, str | int]]:
    facts: list[tuple[str, str | int]] = [(_("Stagione"), found.name), (_("Formula"), found.get_formula_display())]
    facts += [(_("Classifica"), progress_of_season(rows))]
    facts += [(_("Contano i migliori"), found.best)] if found.best else []
    facts += [(_("Scarti"), found.discards)] if found.discards else []
    if found.formula == Season.Formula.PLACES:
        facts += [(_("A pari merito"), found.get_level_ranks_display())]
        facts += [(place, points) for place, points in points_of_places(found.places)]
    return facts


@require_POST
@sent_once("tournament:seasons")
def season_count(request: HttpRequest, code: str) -> HttpResponse:
    found = _own_season(request, code)
    form = EventForm(request.user, request.POST)
    return access.submitted(
        request,
        form,
        lambda: seasons.count(found, by=request.user, **form.cleaned_data),
        done=_("Da ora conta per la stagione."),
        back=found,
    )


@require_POST
def season_leave_out(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    found = _own_season(request, code)
    event = get_object_or_404(found.events, pk=pk)
    return access.attempt(
        request, lambda: seasons.leave_out(event, by=request.user), done=_("Non conta più."), back=found
    )


@files_lane
@require_POST
def season_carry(request: HttpRequest, code: str) -> HttpResponse:
    found = _own_season(request, code)
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return access.not_understood(request, form, found)
    file = form.cleaned_data["file"]
    try:
        people = ranking.read(file.read(), file.name)
    except UnreadableFile as fault:
        messages.error(request, str(fault))
        return redirect(found)
    return access.attempt(
        request,
        lambda: seasons.carry(found, people=people, by=request.user),
        done=_("Riporti letti: %d.") % len(people),
        back=found,
    )


def _visible(request: HttpRequest, code: str) -> Season:
    found = get_object_or_404(Season, code=code)
    if not found.is_public and not permissions.holds(request.user, HouseRight.SEASONS):
        raise Http404
    return found


def _own_season(request: HttpRequest, code: str) -> Season:
    _refuse_unless_keeper(request)
    return get_object_or_404(Season, code=code)


def _refuse_unless_keeper(request: HttpRequest) -> None:
    access.require_right(request, HouseRight.SEASONS)


# The directory


@require_safe
def people(request: HttpRequest) -> HttpResponse:
    access.require_right(request, HouseRight.PEOPLE)
    found = list(Person.objects.in_use().annotate(nights=Count("outings")))
    ours = _cards_of_tournaments_of(request.user)
    for person in found:
        person.shown = person.full_name if person.pk in ours else str(person)
        person.card = ours.get(person.pk)
    sought = request.GET.get("cerca", "").replace("\0", "").strip()[:60]
    by_key: dict[str, list[Person]] = {}
    for person in found:
        by_key.setdefault(person.key, []).append(person)
    context = {
        "people": [one for one in found if is_match(sought, one.shown, one.nick, one.club)],
        "sought": sought,
        "doubles": [same for same in by_key.values() if len(same) > 1],
        "merges": PersonMerge.objects.filter(undone_at=None).select_related("survivor", "merged", "by")[:30],
        "form": MergeForm({person.pk: person.shown for person in found}),
    }
    return render(request, "tournament/people.html", context)


def _cards_of_tournaments_of(user) -> dict[int, str]:
    """People whose full name this organizer may see, with the card of each in the last of these tournaments.

    Minors of other tournaments keep their nicknames.
    """
    mine = Tournament.objects.filter(memberships__user=user, memberships__role=Role.ORGANIZER)
    tied = Recognised.objects.filter(entrant__tournament__in=mine).order_by("entrant__tournament_id")
    rows = tied.values_list("person", "entrant__tournament__slug", "entrant__public_id")
    return {person: reverse("tournament:entrant", args=[slug, entrant]) for person, slug, entrant in rows}


@require_POST
@sent_once("tournament:people")
def people_merge(request: HttpRequest) -> HttpResponse:
    access.require_right(request, HouseRight.PEOPLE)
    form = MergeForm({}, request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, "tournament:people")
    data = form.cleaned_data
    return access.attempt(
        request,
        lambda: directory.merge(data["gone"], into=data["into"], by=request.user),
        done=_("Uniti: ora è una persona sola."),
        back="tournament:people",
    )


@require_POST
def people_part(request: HttpRequest, pk: int) -> HttpResponse:
    access.require_right(request, HouseRight.PEOPLE)
    done = get_object_or_404(PersonMerge.objects.select_related("survivor", "merged"), pk=pk)
    return access.attempt(
        request,
        lambda: directory.part(done, by=request.user),
        done=_("Separati di nuovo."),
        back="tournament:people",
    )


# For users of GestioneTorneo


@login_not_required
@require_safe
def gestione_file(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.visible(request, slug)
    people = people_of(tournament)
    rows = [_classifica_row(line, people[line.entrant]) for line in standings_of(tournament)]
    data = classifica_xlsx(rows, timezone.localtime())
    return to_save(HttpResponse(data, content_type=XLSX), event_name(tournament), "GestioneTorneo", kind="xlsx")


def _classifica_row(line, person) -> ClassificaRow:
    return ClassificaRow(
        rank=line.rank,
        name=person.public.name,
        surname=person.public.surname,
        nick=person.public.nick,
        club=person.club,
        per_round=tuple(score.points if score else None for score in line.per_round),
        wins=line.wins,
        total=line.total,
        number=person.number,
    )
