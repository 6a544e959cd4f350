"""Who is entered and who is here: import with preview, the list, one person, check-in."""

from datetime import datetime, time

import msgspec
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.kernel.words import unstopped
from tournament import permissions
from tournament.actions import checkin, roster
from tournament.core.formats import Format, NoFormat, possible_formats, splits_of
from tournament.core.roster_fields import ROSTER_FIELDS, TEXT_FIELDS, YES_NO_FIELDS
from tournament.errors import SameName, TournamentError
from tournament.imports.roster import RosterTable, UnclearColumns, read_table, sheet_of
from tournament.imports.spreadsheets import UnreadableFile
from tournament.models import Tournament
from tournament.queries.sheets import people_by_name
from tournament.queries.tables import tables_in_words
from tournament.queries.teams import field_size, without_team
from tournament.states import EntrantState, TournamentState
from tournament.web.forms import draw as draw_forms
from tournament.web.forms import roster as roster_forms
from tournament.web.forms import tournament as tournament_forms
from tournament.web.support.htmx import is_htmx, wants_part
from tournament.web.support.lanes import files_lane
from tournament.web.support.leaves import leaf_sought, sought_in
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access, desk
from tournament.web.views.access import posted
from tournament.web.views.privacy import outings_of

MOST_SPLITS = 4
MOST_PEOPLE = 100  # on a page: of five thousand each reader would hold a thread for seconds
Fields = tuple[str | None, ...]


@require_safe
@vary_on_headers("HX-Request")
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_staff(request, slug)
    sought = sought_in(request.GET)
    everybody = people_by_name(tournament)
    found = [one for one in everybody if one.is_found_by(sought)] if sought else everybody
    context = {
        "tournament": tournament,
        "leaf": leaf_sought(found, request.GET, MOST_PEOPLE),
        "entrants_in_all": len(everybody),
        "sought": sought,
        "fields": TEXT_FIELDS[2:],  # surname and name share a column
        "marks": YES_NO_FIELDS,
        "may_organize": permissions.may_organize(tournament.roles),
    }
    part = "tournament/roster/_list.html"
    template = part if wants_part(request) else "tournament/roster.html"
    return render(request, template, context)


@files_lane
@require_http_methods(["GET", "POST"])
def import_(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a file, see what is in it, then import it whole, or without the wrong rows."""
    tournament = access.for_organizer(request, slug)
    if request.method == "POST" and "sheet" in request.POST:
        return _confirmed(request, tournament)
    form = roster_forms.RosterForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            table = read_table(*form.contents())
            return _preview(request, tournament, table, roster.fields_of(request.user, table))
        except UnreadableFile as fault:
            form.add_error(None, str(fault))
    status = 422 if form.errors else 200
    context = {"tournament": tournament, "form": form, "texts": TEXT_FIELDS, "marks": YES_NO_FIELDS}
    return render(request, "tournament/roster_import.html", context, status=status)


def _preview(request: HttpRequest, tournament: Tournament, table: RosterTable, fields: Fields) -> HttpResponse:
    """The preview of an import with these `fields` for the columns, which can be changed."""
    context = {
        "tournament": tournament,
        "columns": roster_forms.ColumnsForm(table, fields),
        "sealed": roster_forms.sealed_sheet({"table": msgspec.to_builtins(table), "fields": fields}, tournament),
    }
    try:
        sheet = sheet_of(table, fields)
    except UnclearColumns as fault:
        return render(request, "tournament/roster_preview.html", {**context, "unclear": str(fault)}, status=422)
    known = roster.already_entered(tournament, sheet)
    bad = {error.line for error in known}
    errors = sorted((*sheet.errors, *known), key=lambda error: error.line)
    context |= {
        "sheet": sheet,
        "fields": [field for field in ROSTER_FIELDS if field.kind is str or sheet.has_column(field.key)],
        "rows": [row for row in sheet.rows if row.line not in bad],
        "errors": errors,
        "doubts": [doubt for doubt in sheet.doubts if doubt.line not in bad],
        "bad_lines": len({error.line for error in errors}),
    }
    return render(request, "tournament/roster_preview.html", context)


def _confirmed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Shows the preview again when the columns changed; imports when the preview showed them."""
    try:
        payload = roster_forms.unsealed_sheet(request.POST["sheet"], tournament)
        table, fields = msgspec.convert(payload["table"], RosterTable), tuple(payload["fields"])
    except (signing.BadSignature, msgspec.ValidationError, KeyError):
        messages.error(request, _("L'anteprima è scaduta: ricarica il file."))
        return redirect("tournament:roster_import", tournament.slug)
    columns = roster_forms.ColumnsForm(table, fields, request.POST)
    if not columns.is_valid():
        return access.not_understood(request, columns, reverse("tournament:roster_import", args=[tournament.slug]))
    if request.POST.get("mode") == "columns" or columns.chosen() != fields:
        return _preview(request, tournament, table, columns.chosen())
    try:
        sheet, skips = sheet_of(table, fields), request.POST.get("mode") == "skip_bad"
        if sheet.doubts and roster_forms.NAME_IS_RIGHT not in request.POST:
            messages.error(request, _("Guarda prima i nomi dubbi: se sono giusti, spunta la casella."))
            return _preview(request, tournament, table, fields)
        made = roster.import_rows(tournament, sheet=sheet, by=request.user, skip_bad=skips)
    except (TournamentError, UnclearColumns) as refusal:
        messages.error(request, str(refusal))
        return _preview(request, tournament, table, fields)
    roster.remember_header(request.user, table, fields)
    messages.success(request, _("Iscritti importati: %d.") % len(made))
    is_next_at_desk = tournament.state == TournamentState.DRAFT  # where the next step is to open check-in
    return redirect("tournament:desk" if is_next_at_desk else "tournament:roster", tournament.slug)


@require_http_methods(["GET", "POST"])
@sent_once("tournament:roster")
def add(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    surname, _space, name = sought_in(request.GET).partition(" ")
    form = roster_forms.NewEntrantForm(posted(request), initial={"surname": surname, "name": name})
    if request.method == "POST" and form.is_valid():
        try:
            entrant = roster.add(tournament, by=request.user, **form.cleaned_data)
        except TournamentError as refusal:
            _refuse(form, refusal)
        else:
            messages.success(request, _("Iscritto: %s.") % unstopped(entrant.full_name))
            return redirect("tournament:roster", slug)
    context = {"tournament": tournament, "form": form}
    return render(request, "tournament/entrant.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def entrant(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    person = access.entrant_in(tournament, public_id)
    # The form writes into its instance; the action must still see what stood there before.
    form = roster_forms.EntrantForm(posted(request), instance=access.entrant_in(tournament, public_id))
    if request.method == "POST" and form.is_valid():
        try:
            roster.edit(person, by=request.user, **form.cleaned_data)
        except TournamentError as refusal:
            _refuse(form, refusal)
        else:
            messages.success(request, _("Salvato: %s.") % unstopped(person.full_name))
            return redirect("tournament:roster", slug)
    context = {"tournament": tournament, "form": form, "entrant": person, "reason_form": tournament_forms.ReasonForm()}
    context["personal"] = [field for field in ROSTER_FIELDS if field.is_personal]
    outings, ours = outings_of(person, request.user)
    context["ours_elsewhere"] = [one.tournament for one in ours if one.pk != person.pk]
    context["of_others"] = len(outings) - len(ours)
    return render(request, "tournament/entrant.html", context, status=422 if form.errors else 200)


def _refuse(form: roster_forms.EntrantForm, refusal: TournamentError) -> None:
    form.add_error(None, str(refusal))
    if isinstance(refusal, SameName):
        form.ask_about_namesake()


@require_POST
def withdraw(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    person = access.entrant_in(tournament, public_id)
    form = tournament_forms.ReasonForm(request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, reverse("tournament:entrant", args=[slug, public_id]))
    return access.attempt(
        request,
        lambda: roster.withdraw(person, by=request.user, **form.cleaned_data),
        done=_("%s ha lasciato il torneo.") % person.full_name,
        back=reverse("tournament:roster", args=[slug]),
    )


@require_POST
def readmit(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    person = access.entrant_in(tournament, public_id)
    form = tournament_forms.ReasonForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: roster.readmit(person, by=request.user, **form.cleaned_data),
        done=_("Di nuovo in gioco: %s.") % unstopped(person.full_name),
        back=reverse("tournament:entrant", args=[slug, public_id]),
    )


@require_POST
def remove(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    person = access.entrant_in(tournament, public_id)
    return access.attempt(
        request,
        lambda: roster.remove(person, by=request.user),
        done=_("Tolto dagli iscritti: %s.") % unstopped(person.full_name),
        back=reverse("tournament:roster", args=[slug]),
    )


@require_safe
@vary_on_headers("HX-Request")
def checkin_page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_direction(request, slug)
    part = "tournament/checkin/_list.html"
    template = part if wants_part(request) else "tournament/checkin.html"
    context = {"opening": desk.opening_step(tournament), **_checkin_context(tournament, request.GET)}
    return render(request, template, context)


@require_POST
def mark(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Marks presence with one tap; the same buttons revert it."""
    tournament = access.for_direction(request, slug)
    person = access.entrant_in(tournament, public_id)
    form = roster_forms.MarkForm(request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, reverse("tournament:checkin", args=[slug]))
    back = reverse("tournament:checkin", args=[slug])
    if not is_htmx(request):
        done = _("Segnato: %s.") % unstopped(person.full_name)
        return access.attempt(
            request, lambda: checkin.mark(person, by=request.user, **form.cleaned_data), done=done, back=back
        )
    context = {}
    try:
        checkin.mark(person, by=request.user, **form.cleaned_data)
    except TournamentError as refusal:
        context["refusal"] = str(refusal)
    return render(request, "tournament/checkin/_list.html", {**_checkin_context(tournament, request.POST), **context})


@require_POST
def mark_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Marks everybody still expected as present, or missing; exceptions are corrected in the list."""
    tournament = access.for_direction(request, slug)
    form = roster_forms.MarkForm(request.POST)
    back = reverse("tournament:checkin", args=[slug])
    if not form.is_valid():
        return access.not_understood(request, form, back)
    to = EntrantState(form.cleaned_data["state"])
    return access.attempt(
        request,
        lambda: checkin.mark_all(tournament, was=EntrantState.EXPECTED, to=to, by=request.user),
        done=_("Segnati tutti gli attesi."),
        back=back,
    )


@require_POST
def note(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Fee and consent, one tap each; the same buttons revert it."""
    tournament = access.for_direction(request, slug)
    person = access.entrant_in(tournament, public_id)
    form = draw_forms.NoteForm(request.POST)
    back = reverse("tournament:checkin", args=[slug])
    if not form.is_valid():
        return access.not_understood(request, form, back)
    notes = {form.cleaned_data["note"]: form.cleaned_data["to"] == "yes"}
    if not is_htmx(request):
        done = _("Segnato: %s.") % unstopped(person.full_name)
        return access.attempt(request, lambda: checkin.note(person, by=request.user, **notes), done=done, back=back)
    context = {}
    try:
        checkin.note(person, by=request.user, **notes)
    except TournamentError as refusal:
        context["refusal"] = str(refusal)
    found = _checkin_context(tournament, request.POST)
    return render(request, "tournament/checkin/_list.html", {**found, **context})


@require_POST
def checkin_door(request: HttpRequest, slug: str) -> HttpResponse:
    """The deadline, the closing and the opening again."""
    tournament = access.for_organizer(request, slug)
    back, now = reverse("tournament:checkin", args=[slug]), timezone.now()
    act = request.POST.get("act", "")
    if act == "close":
        done = _("Accettazione chiusa: chi arriva adesso è in ritardo, e si possono lanciare i dadi.")
        return access.attempt(
            request, lambda: checkin.close(tournament, by=request.user, now=now), done=done, back=back
        )
    if act == "reopen":
        return access.attempt(
            request, lambda: checkin.reopen(tournament, by=request.user), done=_("Accettazione riaperta."), back=back
        )
    form = draw_forms.DeadlineForm(request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, back)
    until = form.cleaned_data["until"]
    at = timezone.make_aware(datetime.combine(tournament.day, until)) if until else None
    return access.attempt(
        request,
        lambda: checkin.set_deadline(tournament, until=at, by=request.user),
        done=_("Scadenza salvata."),
        back=back,
    )


def _checkin_context(tournament: Tournament, query: QueryDict) -> dict:
    sought = sought_in(query)
    everybody = people_by_name(tournament)
    counts = {state.value: sum(one.state == state for one in everybody) for state in EntrantState}
    rules = tournament.rules
    players = field_size(tournament)
    rests = players % 2 if rules.pairings else 0
    ways = splits_of(rules, players - rests)[:MOST_SPLITS] if players else ()
    found = [one for one in everybody if one.is_found_by(sought)] if sought else everybody
    return {
        "tournament": tournament,
        "leaf": leaf_sought(found, query, MOST_PEOPLE),
        "counts": counts,
        "sought": sought,
        "players": players,
        "without_team": without_team(tournament),
        "splits": [tables_in_words(sizes) for sizes in ways],
        "rests": rests,
        "is_after_deadline": checkin.is_after_deadline(tournament, timezone.now()),
        "late": sum(one.is_late for one in everybody),
        "may_organize": permissions.may_organize(tournament.roles),
        "deadline_form": draw_forms.DeadlineForm(initial={"until": _local(tournament.checkin_until)}),
        "first_format": _first_format(tournament, counts),
        "can_be_split": bool(ways) or players in rules.final_sizes,
    }


def _first_format(tournament: Tournament, counts: dict[str, int]) -> Format | None:
    """The recommended format once everybody is marked: the organizer draws by it with one tap, where no dice are awaited."""
    is_ready = tournament.state == TournamentState.CHECKIN and counts["present"] and not counts["expected"]
    if (
        not is_ready
        or not permissions.may_organize(tournament.roles)
        or tournament.format
        or tournament.rounds.exists()
    ):
        return None
    if tournament.draw_events.awaiting_dice().exists():
        return None
    try:
        return next(iter(possible_formats(field_size(tournament), tournament.rules)), None)
    except NoFormat:
        return None


def _local(at: datetime | None) -> time | None:
    return timezone.localtime(at).time() if at else None
