"""Timetable, halls and prizes, and the page where the organizer arranges them."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms as fields
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.actions import day_plan
from tournament.core.formats.timetable import Break
from tournament.errors import TournamentError
from tournament.models import DayPlan, Tournament
from tournament.queries.day_plan import is_of_nights, timetable_of
from tournament.queries.prizes import doubtful_prizes, prize_sheet
from tournament.web.forms.clock_time import ClockTime
from tournament.web.forms.numbers import WholeNumber
from tournament.web.support import page_cache
from tournament.web.views import access
from tournament.web.views.access import posted

MOST_MINUTES = 600
BREAK = re.compile(r"(?:dopo|after)\s+(\d{1,2})\s*:\s*(\d{1,3})\s+(.{1,60})", re.IGNORECASE)
CONFIRMED = "prizes_are_right"
VENUE = re.compile(r"(\d{1,4})\s*-\s*(\d{1,4})\s*:\s*(.{1,80})")


class DayForm(fields.Form):
    begins = ClockTime(
        label=gettext_lazy("Inizio del primo turno"),
        required=False,
        help_text=gettext_lazy("Vuoto finché l'orario non c'è: sale e premi si possono scrivere lo stesso."),
    )
    pause = WholeNumber(
        label=gettext_lazy("Minuti fra un turno e l'altro"), min_value=0, max_value=MOST_MINUTES, required=False
    )
    breaks = fields.CharField(
        label=gettext_lazy("Pause più lunghe"),
        required=False,
        widget=fields.Textarea({"rows": 3}),
        help_text=gettext_lazy("Una riga per pausa: «dopo 1: 60 Pranzo». Dopo 0 viene prima del primo turno."),
    )
    venues = fields.CharField(
        label=gettext_lazy("Sale"),
        required=False,
        widget=fields.Textarea({"rows": 3}),
        help_text=gettext_lazy("Soltanto se sono più di una, una riga per sala: «1-10: Sala grande»."),
    )
    prizes = fields.CharField(
        label=gettext_lazy("Premi"),
        required=False,
        widget=fields.Textarea({"rows": 6}),
        help_text=gettext_lazy(
            "Una riga per premio: «1: Coppa» per la classifica assoluta, «Junior 1: Targa» per una categoria."
        ),
    )

    def __init__(self, tournament: Tournament, data: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.tournament = tournament
        if tournament.rules.teams is not None:
            self.fields["prizes"].help_text = _(
                "Una riga per premio: «Squadre 1: Coppa» per le squadre, «1: Targa» per la classifica assoluta, "
                "«Junior 1: Libro» per una categoria."
            )
        if is_of_nights(tournament):
            self.fields["begins"].label = _("A che ora comincia una serata")
            del self.fields["pause"], self.fields["breaks"]
        if data is not None and CONFIRMED in data:
            self._ask_about_prizes()

    def clean(self) -> dict:
        data = super().clean() or self.cleaned_data
        if not data.get("begins") and data.get("breaks"):
            self.add_error("begins", _("Le pause chiedono l'ora a cui si comincia."))
        doubts = doubtful_prizes(self.tournament, data.get("prizes", []))
        if doubts and not data.get(CONFIRMED):
            self._ask_about_prizes()
            self.add_error("prizes", doubts)
        return data

    def _ask_about_prizes(self) -> None:
        """The box that confirms prizes that nobody could win as things stand; it appears once they have been refused."""
        self.fields[CONFIRMED] = fields.BooleanField(label=_("I premi sono giusti così"), required=False)

    def clean_breaks(self) -> list[Break]:
        rows = self._rows("breaks", BREAK, _("«%s» non si capisce: si scrive «dopo 1: 60 Pranzo»."))
        return [Break(int(after), int(minutes), title.strip()) for after, minutes, title in rows]

    def clean_venues(self) -> list[tuple[str, int, int]]:
        rows = self._rows("venues", VENUE, _("«%s» non si capisce: si scrive «1-10: Sala grande»."))
        found = [(name.strip(), int(first), int(last)) for first, last, name in rows]
        if any(not 1 <= first <= last for _name, first, last in found):
            raise fields.ValidationError(_("I tavoli di una sala vanno dal più piccolo al più grande, da 1 in su."))
        return found

    def clean_prizes(self) -> list[tuple[str, int, str]]:
        rows = self._rows("prizes", PRIZE, _("«%s» non si capisce: si scrive «1: Coppa» o «Junior 1: Targa»."))
        return [((category or "").strip(), int(place), title.strip()) for category, place, title in rows]

    def _rows(self, name: str, shape: re.Pattern, fault: str) -> list[tuple[str, ...]]:
        found = []
        for line in filter(None, map(str.strip, self.cleaned_data[name].splitlines())):
            match = shape.fullmatch(line)
            if match is None:
                raise fields.ValidationError(fault % line[:60])
            found.append(match.groups())
        return found


PRIZE = re.compile(r"(?:(.{1,40}?)\s+)?([1-9]\d{0,2})\s*:\s*(.{1,120})")


@login_not_required
@require_safe
def day_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The start and hall of each round, and the prizes with the players at their places."""
    tournament = access.visible(request, slug)
    context = {
        "tournament": tournament,
        "slots": timetable_of(tournament),
        "is_of_nights": is_of_nights(tournament),
        "venues": tournament.venues.all(),
        "prizes": prize_sheet(tournament, made_at=timezone.localtime()) if tournament.prize_list.exists() else None,
        "may_organize": permissions.may_organize(tournament.roles),
    }
    return page_cache.page(request, "tournament/day_plan.html", context)


@require_http_methods(["GET", "POST"])
def day_edit(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = DayForm(tournament, posted(request), initial=_initial(tournament))
    if request.method == "POST" and form.is_valid() and _arranged(request, tournament, form):
        return redirect("tournament:day_plan", slug)
    context = {"tournament": tournament, "form": form}
    return render(request, "tournament/day_plan_edit.html", context, status=422 if form.errors else 200)


def _initial(tournament: Tournament) -> dict:
    planned = DayPlan.objects.filter(tournament=tournament).first()
    prizes = (f"{one.category} {one.place}: {one.title}".strip() for one in tournament.prize_list.all())
    return {
        "begins": f"{planned.begins:%H:%M}" if planned else "",
        "pause": planned.pause if planned else 30,
        "breaks": "\n".join(_("dopo") + f" {after}: {minutes} {title}" for after, minutes, title in planned.breaks)
        if planned
        else "",
        "venues": "\n".join(f"{one.first}-{one.last}: {one.name}" for one in tournament.venues.all()),
        "prizes": "\n".join(prizes),
    }


def _arranged(request: HttpRequest, tournament: Tournament, form: DayForm) -> bool:
    data = form.cleaned_data
    try:
        day_plan.set_venues(tournament, venues=data["venues"], by=request.user)
    except TournamentError as refusal:
        form.add_error("venues", str(refusal))
        return False
    if data["begins"]:
        pause, breaks = data.get("pause") or 0, data.get("breaks", [])
        day_plan.plan(tournament, begins=data["begins"], pause=pause, breaks=breaks, by=request.user)
    else:
        day_plan.unplan(tournament, by=request.user)
    day_plan.set_prizes(tournament, prizes=data["prizes"], by=request.user)
    messages.success(request, _("Giornata sistemata."))
    return True
