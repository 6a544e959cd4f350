"""The organizer's desk: a new tournament, its overview with what to do next, staff, the log."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.words import unstopped
from tournament import permissions
from tournament.actions import invitations, judging, staff, tournaments
from tournament.core.formats.values import title_of
from tournament.errors import TournamentError
from tournament.models import Entrant, Membership, Round, Tournament
from tournament.queries import hall
from tournament.queries.clocks import clock_of
from tournament.queries.results import computed_once, format_of, is_tied
from tournament.queries.teams import field_size, missing_line_ups, next_round
from tournament.states import EntrantState, HouseRight, Role, RoundState, TableState, TournamentState
from tournament.web.forms import draw as draw_forms
from tournament.web.forms import tournament as tournament_forms
from tournament.web.forms.people import MOST_LISTED
from tournament.web.support.lanes import login_lane
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access
from tournament.web.views.access import form_page, posted
from tournament.web.views.hall_addresses import hall_addresses

MOST_TILES = 60

MOVES = {
    "open_checkin": (tournaments.open_checkin, gettext_lazy("Accettazione aperta.")),
    "back_to_draft": (tournaments.back_to_draft, gettext_lazy("Torneo di nuovo in preparazione.")),
    "finish": (tournaments.finish, gettext_lazy("Torneo concluso.")),
    "reopen": (tournaments.reopen, gettext_lazy("Torneo riaperto.")),
}


@dataclass(frozen=True)
class NextStep:
    """The next step for the desk: a button on this page with `move`, else a link."""

    title: str
    advice: str
    label: str
    url: str
    move: str = ""


@require_http_methods(["GET", "POST"])
@sent_once("tournament:home")
def new(request: HttpRequest) -> HttpResponse:
    access.require_right(request, HouseRight.EVENTS)
    form = tournament_forms.NewForm(posted(request), initial={"is_public": True})
    if request.method == "POST" and form.is_valid():
        return redirect(_created(request, form))
    return form_page(request, "tournament/new_tournament.html", {"form": form}, form)


def _created(request: HttpRequest, form: tournament_forms.NewForm) -> Tournament:
    data = form.cleaned_data
    regulation = form.fields["preset"].regulation(data["preset"])
    if data["minutes"]:
        regulation = regulation.lasting(data["minutes"])
    return tournaments.create(
        name=data["name"],
        day=data["day"],
        place=data["place"],
        is_public=data["is_public"],
        regulation=regulation,
        by=request.user,
    )


@require_safe
@computed_once()
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_staff(request, slug)
    rounds = list(tournament.rounds.annotate(many=Count("tables")))
    for round_ in rounds:
        round_.tournament = tournament
    counts = _counts(tournament)
    context = {
        "tournament": tournament,
        "counts": counts,
        "entered": sum(counts.values()) - counts[EntrantState.WITHDRAWN],
        "rounds": rounds,
        "steps": _steps(tournament, rounds),
        **_hall_context(tournament, rounds),
        "next": next_step(tournament, rounds),
        "log": tournament.log.select_related("actor")[:4],
        "may_organize": permissions.may_organize(tournament.roles),
        "may_direct": permissions.may_direct(tournament.roles),
        "addresses": hall_addresses(request, reverse("tournament:public", args=[slug])),
    }
    return render(request, "tournament/desk.html", context)


@dataclass(frozen=True)
class Step:
    """A round of the day: drawn, or still to come."""

    name: str
    round: Round | None


def _steps(tournament: Tournament, rounds: Sequence[Round]) -> list[Step]:
    format_ = format_of(tournament)
    coming = format_.stages[len(rounds) :] if format_ else ()
    later = [Step(title_of(stage.name, number), None) for number, stage in enumerate(coming, len(rounds) + 1)]
    return [*(Step(round_.name, round_) for round_ in rounds), *later]


def _hall_context(tournament: Tournament, rounds: Sequence[Round]) -> dict[str, object]:
    """The round at whose tables people sit: its clock, a tile for each table, and what waits there."""
    last = rounds[-1] if rounds else None
    if last is None or last.state not in (RoundState.PUBLISHED, RoundState.RUNNING):
        return {}
    now = timezone.now()
    tiles = hall.tiles_of(last, now=now)
    return {
        "round": last,
        "now": now,
        "reading": clock_of(last, now=now),
        "tiles": tiles[:MOST_TILES],
        "many": len(tiles),
        "signed": sum(one.table.state == TableState.SIGNED for one in tiles),
        "silent": [one for one in tiles if one.need == hall.Need.SILENT],
        "uncounted": [one for one in tiles if one.need == hall.Need.COUNT],
        "without_judge": [one for one in tiles if one.table.judge is None and one.need < hall.Need.NOTHING],
    }


def _counts(tournament: Tournament) -> dict[str, int]:
    found = dict(tournament.entrants.order_by().values_list("state").annotate(Count("pk")))
    return {state.value: found.get(state.value, 0) for state in EntrantState}


def next_step(tournament: Tournament, rounds: list) -> NextStep | None:
    """The step for which the day waits."""
    if tournament.state == TournamentState.FINISHED:
        return NextStep(
            _("Il torneo è concluso"), _("Stampa la classifica finale."), _("Classifica"),
            reverse("tournament:standings", args=[tournament.slug]),
        )  # fmt: skip
    if rounds:
        return _next_in_round(tournament, rounds[-1], len(format_of(tournament).stages))
    if not tournament.entrants.exists():
        return _step(tournament, "roster_import", _("Carica gli iscritti"), _("Da un file o incollando le righe."))
    if opening := opening_step(tournament):
        return opening
    if tournament.format is None:
        present = field_size(tournament)
        if not tournament.entrants.present().exists():
            return _step(tournament, "checkin", _("Segna i presenti"), _("Per ora non è arrivato nessuno."))
        if not present:
            return _step(tournament, "roster", _("Componi le squadre"), _("La squadra di un giocatore è il suo club."))
        if tournament.rules.teams:
            advice = ngettext(
                "%d giocatore in squadra: quanti turni, quali tavoli.",
                "%d giocatori in squadra: quanti turni, quali tavoli.",
                present,
            )
        else:
            advice = ngettext(
                "%d presente: quanti turni, quali tavoli.", "%d presenti: quanti turni, quali tavoli.", present
            )
        return _step(tournament, "format", _("Scegli la formula"), advice % present)
    return _line_ups_step(tournament) or _step(
        tournament, "format", _("Sorteggia il primo turno"), _("La formula è scelta.")
    )


def opening_step(tournament: Tournament) -> NextStep | None:
    """Where check-in is not open yet: without it nothing is drawn, whatever page the organizer came to first."""
    if tournament.state != TournamentState.DRAFT:
        return None
    return NextStep(
        _("Apri l'accettazione"), _("Poi segna chi arriva e scegli la formula per i presenti."),
        _("Apri l'accettazione"), reverse("tournament:change_state", args=[tournament.slug]), "open_checkin",
    )  # fmt: skip


def _line_ups_step(tournament: Tournament) -> NextStep | None:
    """The line-ups that the next draw waits for."""
    missing = missing_line_ups(tournament, next_round(tournament))
    if not missing:
        return None
    advice = _("Il sorteggio le aspetta da: %s.") % unstopped(", ".join(missing))
    return _step(tournament, "line_ups", _("Raccogli le formazioni"), advice)


def _next_in_round(tournament: Tournament, last, stages: int) -> NextStep:
    words = {
        RoundState.DRAFT: (_("Controlla il sorteggio"), _("È una bozza: nessuno la vede finché non la pubblichi.")),
        RoundState.PUBLISHED: (_("Dai il via"), _("I tavoli sono pubblicati: quando tutti siedono, avvia il turno.")),
        RoundState.RUNNING: (_("Si gioca"), _("Quando tutti i tavoli hanno firmato, chiudi il turno.")),
        RoundState.CLOSED: (_("Vai al prossimo turno"), _("Il turno è chiuso: guarda chi passa e sorteggia.")),
    }
    title, advice = words[RoundState(last.state)]
    if last.state == RoundState.CLOSED and last.number >= stages and is_tied(last):
        title, advice = _("La finale è finita in parità"), _("Falli tirare ai dadi e scrivi l'ordine.")
        return NextStep(title, advice, _("Apri %s") % last.name, last.get_absolute_url())
    if last.state == RoundState.CLOSED and last.number >= stages:
        return NextStep(
            _("L'ultimo turno è chiuso"), _("Controlla la classifica e chiudi la giornata."), _("Concludi il torneo"),
            reverse("tournament:change_state", args=[tournament.slug]), "finish",
        )  # fmt: skip
    if last.state == RoundState.CLOSED and is_tied(last):
        title, advice = _("Una parità decide chi passa"), _("Falli tirare ai dadi e scrivi l'ordine.")
        return NextStep(f"{last.name}: {title}", advice, _("Apri %s") % last.name, last.get_absolute_url())
    if last.state == RoundState.CLOSED and (line_ups := _line_ups_step(tournament)):
        return line_ups
    return NextStep(f"{last.name}: {title}", advice, _("Apri %s") % last.name, last.get_absolute_url())


def _step(tournament: Tournament, name: str, title: str, advice: str) -> NextStep:
    return NextStep(title, advice, title, reverse(f"tournament:{name}", args=[tournament.slug]))


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = tournament_forms.EditForm(posted(request), instance=tournament)
    length = tournament_forms.LengthForm(initial={"minutes": tournament.rules.minutes})
    if request.method == "POST" and form.is_valid():
        tournaments.edit(tournament, by=request.user, **form.cleaned_data)
        messages.success(request, _("Salvato."))
        return redirect(tournament)
    return form_page(
        request, "tournament/edit_tournament.html", {"form": form, "length": length, "tournament": tournament}, form
    )


@require_POST
def set_minutes(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = tournament_forms.LengthForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: tournaments.set_minutes(tournament, minutes=form.cleaned_data["minutes"], by=request.user),
        done=_("Durata cambiata per i turni ancora da sorteggiare."),
        back=reverse("tournament:edit_tournament", args=[slug]),
    )


@require_POST
def move(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    act, done = MOVES.get(request.POST.get("move", ""), (None, ""))
    if act is None:
        messages.error(request, _("Richiesta non compresa."))
        return redirect(tournament)
    back: str | Tournament = tournament
    if act is tournaments.open_checkin:
        back = reverse("tournament:format" if tournament.format else "tournament:checkin", args=[slug])
    return access.attempt(request, lambda: act(tournament, by=request.user), done=str(done), back=back)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_staff(request, slug)
    pages = Paginator(tournament.log.select_related("actor"), 50)
    page = pages.get_page(request.GET.get("pagina"))
    return render(request, "tournament/log.html", {"tournament": tournament, "page": page})


@login_lane
@require_http_methods(["GET", "POST"])
def staff_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Roles; a new account's password is shown once, on the answer itself."""
    tournament = access.for_organizer(request, slug)
    form = tournament_forms.StaffForm(posted(request))
    made = None
    if request.method == "POST" and form.is_valid():
        try:
            made = invitations.invite(
                tournament, by=request.user, here=access.session_key(request), **form.cleaned_data
            )
        except TournamentError as refusal:
            form.add_error("username", str(refusal))
        else:
            form = tournament_forms.StaffForm()
    members = list(tournament.memberships.select_related("user", "entrant").order_by("role", "user__username"))
    people = list(tournament.entrants.by_surname()[: MOST_LISTED + 1])  # of more each form has a field to type in
    for member in members:
        member.tournament = tournament
        member.form = _form_of(member, people=people)
    context = {"tournament": tournament, "form": form, "members": members, "made": made}
    context["waiting"] = tournament.invitations.select_related("user", "invited_by")
    return form_page(request, "tournament/staff.html", context, form)


@require_POST
def staff_revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    membership = get_object_or_404(tournament.memberships.select_related("user"), pk=pk)
    return access.attempt(
        request,
        lambda: staff.revoke(membership, by=request.user, here=access.session_key(request)),
        done=_("Incarico tolto."),
        back=reverse("tournament:staff", args=[slug]),
    )


def _form_of(member: Membership, *args, people: list[Entrant] | None = None):
    form = draw_forms.JudgeForm if member.role == Role.JUDGE else draw_forms.StaffPlaysForm
    return form(*args, instance=member, prefix=f"member{member.pk}", people=people)


@require_POST
def staff_describe(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The data for the draw of judges: as whom somebody plays, the club, the number of simultaneous tables."""
    tournament = access.for_organizer(request, slug)
    member = get_object_or_404(tournament.memberships.select_related("user"), pk=pk)
    member.tournament = tournament
    form = _form_of(member, request.POST)
    return access.submitted(
        request,
        form,
        lambda: _describe(member, form.cleaned_data, request.user),
        done=_("Salvato."),
        back=reverse("tournament:staff", args=[slug]),
    )


@transaction.atomic
def _describe(member: Membership, changes: dict, by) -> None:
    playing = changes.pop("entrant")
    if playing:
        playing.tournament = member.tournament
        staff.plays(playing, user=member.user, by=by)
    else:
        staff.plays_no_more(member.tournament, user=member.user, by=by)
    if changes:
        judging.describe(member, by=by, **changes)
