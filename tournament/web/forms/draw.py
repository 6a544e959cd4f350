"""Forms of draws, chairs, check-in and objections."""

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.draw.commitment import LEAST_DICE
from tournament.models import Entrant, Membership, Round, Seat, Tournament
from tournament.queries.drawing import sizes_in_format, splits_offered
from tournament.queries.incidents import reserves_of
from tournament.queries.tables import tables_in_words
from tournament.web.forms.clock_time import ClockTime
from tournament.web.forms.numbers import bound, points_taken
from tournament.web.forms.people import EntrantChoice, SeatChoice, count_to_list, let_choose
from tournament.web.forms.tournament import ReasonForm, SeedForm


class DrawForm(SeedForm):
    """Dice for the commitment, or a seed; and the tables, where they are still to be chosen."""

    dice = forms.RegexField(
        r"^[1-6\s,;-]{1,60}$",
        label=_("Dadi lanciati in sala"),
        required=False,
        help_text=_("Almeno %d, nell'ordine del lancio: per esempio 4 2 6 1.") % LEAST_DICE,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )
    sizes = forms.TypedChoiceField(
        label=_("Tavoli"),
        required=False,
        empty_value=(),
        coerce=lambda text: tuple(int(size) for size in text.split("-")),
    )

    field_order = ["reason", "dice", "seed", "sizes"]

    def __init__(self, tournament: Tournament, number: int, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.commitment = tournament.draw_events.awaiting_dice().first()
        if self.commitment is None:
            del self.fields["dice"]
        offered = splits_offered(tournament, number)
        choices = [("-".join(map(str, sizes)), tables_in_words(sizes)) for sizes in offered]
        planned = sizes_in_format(tournament, number)
        self.fields["sizes"].choices = [("", _("come da formula")), *choices]
        self.fields["sizes"].initial = "-".join(map(str, planned)) if planned in offered else ""
        if len(offered) < 2:
            del self.fields["sizes"]

    def seed_source(self) -> dict[str, object]:
        """The action's arguments; dice take precedence over a seed."""
        data = self.cleaned_data
        return {
            "dice": data.get("dice") or "",
            "seed": data.get("seed") or "",
            "sizes": data.get("sizes") or (),
        }


class RedrawForm(DrawForm, ReasonForm):
    pass


class SwapForm(forms.Form):
    one = SeatChoice(Seat.objects.none(), label=_("Chi"))
    other = SeatChoice(Seat.objects.none(), label=_("con chi"))

    def __init__(self, round_: Round, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        seats = Seat.objects.filter(round=round_).select_related("entrant", "table", "round__tournament")
        many = count_to_list(seats)
        for name in ("one", "other"):
            let_choose(self, name, seats.order_by("entrant__surname", "entrant__name"), many=many)

    def clean(self) -> dict:
        data = super().clean()
        if data.get("one") and data.get("one") == data.get("other"):
            raise forms.ValidationError(_("Lo scambio vuole due giocatori diversi."))
        return data


class TablesForm(forms.Form):
    """One split of the adviser, and one of the formats that begin with it."""

    sizes = forms.RegexField(r"^\d{1,2}(-\d{1,2}){0,2000}$", widget=forms.HiddenInput)
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=300)

    def clean_sizes(self) -> tuple[int, ...]:
        return tuple(int(size) for size in self.cleaned_data["sizes"].split("-"))


class CriteriaForm(forms.Form):
    """An order of criteria: `order` has their keys between commas, and may be empty."""

    order = forms.CharField(widget=forms.HiddenInput, required=False)
    rounds = forms.ChoiceField(
        label=_("Vale per"),
        choices=[("all", _("questo turno e i seguenti")), ("one", _("solo questo turno"))],
        widget=forms.RadioSelect,
        initial="all",
    )
    reason = forms.CharField(
        label=_("Motivo"),
        max_length=300,
        required=False,
        help_text=_("Facoltativo: resta fra le versioni del regolamento."),
    )

    def clean_order(self) -> list[str]:
        return [name for name in self.cleaned_data["order"].split(",") if name]


class ApartForm(forms.Form):
    one = EntrantChoice(Entrant.objects.none(), label=_("Chi"))
    other = EntrantChoice(Entrant.objects.none(), label=_("e chi"))

    def __init__(self, tournament: Tournament, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        many = count_to_list(tournament.entrants.all())
        for name in ("one", "other"):
            let_choose(self, name, tournament.entrants.by_surname(), many=many)


class VacateForm(ReasonForm):
    """The chair, and the player who moves to it, if any."""

    seat = forms.ModelChoiceField(Seat.objects.none(), widget=forms.HiddenInput)
    mover = forms.ModelChoiceField(Seat.objects.none(), required=False, widget=forms.HiddenInput)

    def __init__(self, round_: Round, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        for name in ("seat", "mover"):
            self.fields[name].queryset = round_.seats.select_related("entrant", "table", "round__tournament")


class SubstituteForm(ReasonForm):
    seat = SeatChoice(Seat.objects.none(), label=_("Al posto di"))
    entrant = EntrantChoice(Entrant.objects.none(), label=_("Chi entra"))

    field_order = ["seat", "entrant", "reason"]

    def __init__(self, round_: Round, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        seats = round_.seats.filter(table__state="waiting").select_related("entrant", "table")
        let_choose(self, "seat", seats.order_by("entrant__surname", "entrant__name"))
        let_choose(self, "entrant", reserves_of(round_).by_surname())


class PutRightForm(SwapForm, ReasonForm):
    field_order = ["one", "other", "reason"]


class ObjectionForm(forms.Form):
    entrant = EntrantChoice(Entrant.objects.none(), label=_("Chi"))
    text = forms.CharField(label=_("Che cosa contesta"), max_length=300)

    def __init__(self, tournament: Tournament, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        let_choose(self, "entrant", tournament.entrants.by_surname())


class AnswerForm(forms.Form):
    answer = forms.CharField(label=_("Risposta"), max_length=300)


class DeadlineForm(forms.Form):
    """The hour on the day of the tournament; empty removes the deadline."""

    until = ClockTime(
        label=_("Accettazione fino alle"),
        required=False,
        help_text=_("Chi arriva dopo è segnato in ritardo; nessuno viene escluso da solo."),
    )


LONG_AGO = timedelta(hours=6)


class LineUpDeadlineForm(forms.Form):
    """An hour of today, or of tomorrow if it is long past, such as the next morning set in the evening. Empty removes the deadline."""

    until = ClockTime(
        label=_("I capitani consegnano fino alle"),
        required=False,
        help_text=_(
            "Dopo, la formazione la cambia solo la segreteria. Un'ora passata da più di sei ore vale per domani."
        ),
    )

    def moment(self, now: datetime) -> datetime | None:
        hour = self.cleaned_data["until"]
        if hour is None:
            return None
        at = timezone.make_aware(datetime.combine(timezone.localdate(now), hour))
        if at >= now - LONG_AGO:
            return at
        return timezone.make_aware(datetime.combine(timezone.localdate(now) + timedelta(days=1), hour))


class NoteForm(forms.Form):
    note = forms.ChoiceField(choices=[("has_paid", ""), ("has_consented", "")])
    to = forms.ChoiceField(choices=[("yes", ""), ("no", "")])


class StaffPlaysForm(forms.ModelForm):
    """The entrant as whom a member of the staff plays, if any."""

    class Meta:
        model = Membership
        fields = ["entrant"]
        field_classes = {"entrant": EntrantChoice}

    def __init__(self, *args, people: list[Entrant] | None = None, **kwargs) -> None:
        """`people` are the possible entrants, read once for a page of many forms."""
        super().__init__(*args, **kwargs)
        many = None if people is None else len(people)
        field = let_choose(self, "entrant", self.instance.tournament.entrants.by_surname(), many=many)
        field.empty_label = _("non gioca")
        if people is not None and not field.is_typed:
            self.fields["entrant"].widget.choices = [("", _("non gioca")), *((one.pk, str(one)) for one in people)]


class JudgeForm(StaffPlaysForm):
    """A judge's club and number of simultaneous tables, for the draw of judges."""

    class Meta:
        model = Membership
        fields = ["club", "most_tables", "entrant"]
        field_classes = {"entrant": EntrantChoice}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        bound(self, "most_tables", 1, 50)


class ReviseForm(ReasonForm):
    points = forms.CharField(label=_("Punti tolti"), max_length=20)

    field_order = ["points", "reason"]

    def clean_points(self):
        return points_taken(self.cleaned_data["points"])
