"""Forms of tournaments, roles, penalties and results."""

from datetime import date
from decimal import Decimal

from django import forms
from django.conf import settings
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games.registry import games
from tournament.core.identity import has_unseen
from tournament.core.regulation.schema import LONGEST_GAME, Regulation
from tournament.models import Announcement, Broadcast, Entrant, Penalty, ScreenLink, Table, Tournament
from tournament.models.screen_links import LEAST_SECONDS, MOST_DELAY, MOST_SECONDS
from tournament.queries.regulations import catalogue
from tournament.states import Role
from tournament.web.forms.numbers import WholeNumber, bound, points_taken
from tournament.web.forms.people import EntrantChoice, let_choose


class DayInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def seen(text: str) -> str:
    """The text, refused where it has marks that nobody sees: a hub refuses them too."""
    if has_unseen(text):
        raise forms.ValidationError(capfirst(gettext("contiene caratteri di controllo o invisibili")))
    return text


class EditForm(forms.ModelForm):
    class Meta:
        model = Tournament
        fields = ["name", "place", "day", "is_public"]
        widgets = {"day": DayInput()}

    def clean_name(self) -> str:
        return seen(self.cleaned_data["name"])

    def clean_place(self) -> str:
        return seen(self.cleaned_data["place"])

    def clean_day(self) -> date:
        day = self.cleaned_data["day"]
        if not FIRST_DAY <= day <= LAST_DAY:
            raise forms.ValidationError(
                _("L'anno va da %(first)d a %(last)d."), params={"first": FIRST_DAY.year, "last": LAST_DAY.year}
            )
        return day


FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2099, 12, 31)


class PresetField(forms.ChoiceField):
    """One of the site's regulations; the first one of the first game is the default."""

    def __init__(self) -> None:
        super().__init__(label=_("Regolamento"), widget=forms.RadioSelect)
        self.choices = self._named
        self.initial = self._usual

    def regulation(self, key: str) -> Regulation:
        return catalogue()[key]

    @staticmethod
    def _named() -> list[tuple[str, str]]:
        language = get_language() or settings.LANGUAGE_CODE
        return [(key, _with_purpose(rule, language)) for key, rule in catalogue().items()]

    @staticmethod
    def _usual() -> str | None:
        presets = catalogue()
        usual = next(iter(games()), "")
        return next((key for key, rule in presets.items() if rule.game == usual), next(iter(presets), None))


def _with_purpose(rule: Regulation, language: str) -> str:
    name, purpose = rule.name.in_language(language), rule.purpose.in_language(language)
    return (
        format_html('{} <span class="text-base-content/75 block text-sm">{}</span>', name, purpose) if purpose else name
    )


class NewForm(EditForm):
    preset = PresetField()
    minutes = WholeNumber(
        label=_("Durata di una partita, in minuti"), min_value=1, max_value=LONGEST_GAME, required=False
    )

    field_order = ["name", "day", "place", "preset", "minutes", "is_public"]

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].help_text = _("Lascia vuoto per la durata del regolamento.")
        self.order_fields(self.field_order)


class MinutesForm(forms.Form):
    minutes = WholeNumber(label=_("Minuti"), min_value=1, max_value=240)


class LengthForm(forms.Form):
    minutes = WholeNumber(label=_("Durata dei prossimi turni, in minuti"), min_value=1, max_value=LONGEST_GAME)


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Motivo"), max_length=300)


class SeedForm(forms.Form):
    seed = forms.RegexField(
        r"^[\w .:,;!?'’-]{1,64}$",
        label=_("Seme del sorteggio"),
        required=False,
        help_text=_("Una parola o un numero detto davanti a tutti; vuoto, lo sceglie il programma."),
    )


class FreeEntrantForm(ReasonForm):
    """A player who is present without a seat in the round."""

    entrant = forms.ModelChoiceField(Entrant.objects.none(), widget=forms.HiddenInput)

    field_order = ["seat", "table", "entrant", "reason"]

    def __init__(self, round_, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        free = round_.tournament.entrants.present().exclude(seats__round=round_).by_surname()
        self.fields["entrant"].queryset = free


class SeatLateForm(FreeEntrantForm):
    table = forms.ModelChoiceField(Table.objects.none(), label=_("Tavolo"))

    def __init__(self, round_, *args, **kwargs) -> None:
        super().__init__(round_, *args, **kwargs)
        self.fields["table"].queryset = round_.tables.all()


class TieForm(ReasonForm):
    """Tied entrants to be ordered: a place for each, 1 for the first. `why` they are tied, and for how many `places`."""

    why = ""
    places = 0

    def __init__(self, tied: dict[str, str], *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.tied = tied
        for entrant, name in tied.items():
            self.fields[entrant] = WholeNumber(label=name, min_value=1, max_value=len(tied))
        self.order_fields([*tied, "reason"])

    def clean(self) -> dict:
        data = super().clean()
        places = [data.get(entrant) for entrant in self.tied]
        if None not in places and len(set(places)) != len(places):
            raise forms.ValidationError(_("Due pari merito hanno lo stesso numero."))
        return data

    def order(self) -> list[str]:
        return sorted(self.tied, key=lambda entrant: self.cleaned_data[entrant])


class JudgesForm(forms.Form):
    """One field a table: its judge, among the tournament's staff, or nobody. A table without a field in the answer stays as it is."""

    def __init__(self, tables, staff, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.tables, self.staff = tables, {str(user.pk): user for user in staff}
        choices = [("", "—"), *((key, user.get_username()) for key, user in self.staff.items())]
        for table in tables:
            self.fields[f"judge_{table.number}"] = forms.ChoiceField(
                label=_("Tavolo %d") % table.number,
                choices=choices,
                required=False,
                initial=str(table.judge_id or ""),
            )

    def changes(self):
        for table in self.tables:
            if self.add_prefix(f"judge_{table.number}") not in self.data:
                continue  # its field was on another page
            judge = self.staff.get(self.cleaned_data[f"judge_{table.number}"])
            if table.judge_id != (judge.pk if judge else None):
                yield table, judge


class PenaltyForm(forms.ModelForm):
    points = forms.CharField(label=_("Punti tolti"), max_length=20, initial="0")

    class Meta:
        model = Penalty
        fields = ["entrant", "round", "points", "article", "reason"]
        labels = {"entrant": _("Giocatore"), "round": _("Turno")}
        field_classes = {"entrant": EntrantChoice}

    def __init__(self, tournament: Tournament, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        let_choose(self, "entrant", tournament.entrants.by_surname())
        self.fields["round"].queryset = tournament.rounds.visible()
        self.fields["round"].label_from_instance = lambda round_: round_.name
        self.fields["round"].empty_label = _("sul totale")

    def clean_points(self) -> Decimal:
        return points_taken(self.cleaned_data["points"])


class ScreenForm(forms.Form):
    label = forms.CharField(label=_("Dove sta lo schermo"), max_length=60, required=False)


class ScreenPairingForm(forms.Form):
    code = forms.CharField(label=_("Codice sullo schermo"), max_length=12)
    pairing_label = forms.CharField(label=_("Dove sta lo schermo"), max_length=60, required=False)


DELAY_ENDS = _("Vale finché si gioca: contato il tavolo, i punti e la partita intera sono pubblici subito.")


class ScreenSetUpForm(forms.ModelForm):
    class Meta:
        model = ScreenLink
        fields = ["least_seconds", "size", "is_paused", "live_delay", "live_delay_in"]
        help_texts = {"live_delay": DELAY_ENDS}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        bound(self, "least_seconds", LEAST_SECONDS, MOST_SECONDS)
        bound(self, "live_delay", 0, MOST_DELAY)


class BroadcastForm(forms.ModelForm):
    class Meta:
        model = Broadcast
        fields = ["delay", "delay_in"]
        help_texts = {"delay": DELAY_ENDS}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        bound(self, "delay", 0, MOST_DELAY)


class WebhookForm(forms.Form):
    url = forms.URLField(label=_("Indirizzo"), max_length=300, assume_scheme="https")


class AnnouncementForm(forms.ModelForm):
    class Meta:
        model = Announcement
        fields = ["text"]


class StaffForm(forms.Form):
    username = forms.RegexField(
        r"^[\w.@+'-]+( [\w.@+'-]+)*$",
        label=_("Nome utente"),
        help_text=_("Se non esiste ancora lo creo, e ti mostro la sua password. Chi ha già un account deve accettare."),
        min_length=2,
        max_length=40,
        error_messages={"invalid": _("Lettere, cifre e . @ + - _ ', con uno spazio solo fra una parola e l'altra.")},
    )
    role = forms.ChoiceField(label=_("Incarico"), choices=Role.choices, initial=Role.JUDGE)
