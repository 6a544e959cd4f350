"""What people type: checked here field by field, refused in words, handed to the actions as values."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation

from django import forms
from django.conf import settings
from django.core import signing
from django.utils.html import escape
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.registry import games
from tournament.actions.results import Line
from tournament.models import Announcement, Entrant, Penalty, ScreenLink, Seat, Table, Tournament
from tournament.queries.regulations import catalogue
from tournament.regulation import LONGEST_GAME, Regulation
from tournament.roster import RosterTable
from tournament.spreadsheets import MOST_BYTES, MOST_COLUMNS
from tournament.states import EntrantState, Role

ENDINGS = [
    ("dice", _("chiusura ai dadi")),
    ("objective", _("obiettivo raggiunto")),
    ("time", _("tempo scaduto")),
    ("elimination", _("un solo giocatore rimasto")),
    ("abandoned", _("partita abbandonata")),
    ("walkover", _("a tavolino: l'avversario non è venuto")),
    ("other", _("altro")),
]
MOST_TIEBREAKS = 6
SHEET_SALT = "tournament.roster-preview"
SHEET_SECONDS = 3600
MOST_MIB = MOST_BYTES // 1024**2


def exact(text: str) -> Decimal:
    """An exact figure as Italians or the English write it: `1234,5` or `1234.5`."""
    try:
        value = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        raise forms.ValidationError(_("«%(text)s» non è un numero."), params={"text": text[:30]}) from None
    if not value.is_finite() or abs(value) >= 100_000_000 or value != round(value, 4):
        raise forms.ValidationError(_("«%(text)s» non è un punteggio."), params={"text": text[:30]})
    return value


class DayInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class EditForm(forms.ModelForm):
    class Meta:
        model = Tournament
        fields = ["name", "place", "day", "is_public"]
        widgets = {"day": DayInput()}


class PresetField(forms.ChoiceField):
    """One of the house's regulations; the first of its first game is the usual one."""

    def __init__(self) -> None:
        super().__init__(label=_("Regolamento"), widget=forms.RadioSelect)
        self.choices = self._named
        self.initial = self._usual

    def regulation(self, key: str) -> Regulation:
        return catalogue()[key]

    @staticmethod
    def _named() -> list[tuple[str, str]]:
        language = get_language() or settings.LANGUAGE_CODE
        return [(key, rule.name.in_language(language)) for key, rule in catalogue().items()]

    @staticmethod
    def _usual() -> str | None:
        presets = catalogue()
        usual = next(iter(games()), "")
        return next((key for key, rule in presets.items() if rule.game == usual), next(iter(presets), None))


class NewForm(EditForm):
    preset = PresetField()
    minutes = forms.IntegerField(
        label=_("Durata di una partita, in minuti"), min_value=1, max_value=LONGEST_GAME, required=False
    )

    field_order = ["name", "day", "place", "preset", "minutes", "is_public"]

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].help_text = _("Lascia vuoto per la durata del regolamento.")
        self.order_fields(self.field_order)


class MinutesForm(forms.Form):
    minutes = forms.IntegerField(label=_("Minuti"), min_value=1, max_value=240)


class LengthForm(forms.Form):
    minutes = forms.IntegerField(label=_("Durata dei prossimi turni, in minuti"), min_value=1, max_value=LONGEST_GAME)


IGNORED = "-"
COLUMN_CHOICES = [
    (IGNORED, _("non importare")),
    ("surname", _("cognome")),
    ("name", _("nome")),
    ("surname_name", _("cognome e nome")),
    ("name_surname", _("nome e cognome")),
    ("nick", _("nick")),
    ("club", _("club")),
    ("region", _("regione")),
    ("category", _("categoria")),
    ("is_minor", _("minorenne")),
]


class ColumnsForm(forms.Form):
    """What each column of a roster is; a column that is not answered for stays as it was understood."""

    def __init__(self, table: RosterTable, fields: Sequence[str | None], data: Mapping[str, str] | None = None) -> None:
        self.understood = tuple(fields)
        first = {f"column-{place}": field or IGNORED for place, field in enumerate(fields[:MOST_COLUMNS])}
        super().__init__(None if data is None else {**first, **{name: data[name] for name in first if name in data}})
        for place, name in enumerate(first):
            title = table.titles[place] or _("Colonna %d senza titolo") % (place + 1)
            self.fields[name] = forms.ChoiceField(
                label=title, choices=COLUMN_CHOICES, initial=first[name], help_text=escape(" · ".join(table.samples(place))),
            )  # fmt: skip

    def chosen(self) -> tuple[str | None, ...]:
        said = [self.cleaned_data[name] for name in self.fields]
        answered = [None if field == IGNORED else field for field in said]
        return (*answered, *self.understood[len(answered) :])


class RosterForm(forms.Form):
    file = forms.FileField(label=_("File CSV o Excel (.xlsx)"), required=False)
    pasted = forms.CharField(
        label=_("Oppure incolla qui le righe, con l'intestazione"),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        required=False,
    )

    def clean(self) -> dict:
        data = super().clean()
        if not data.get("file") and not (data.get("pasted") or "").strip():
            raise forms.ValidationError(_("Scegli un file o incolla le righe."))
        return data

    def clean_file(self):
        """A file too large is not even read."""
        file = self.cleaned_data["file"]
        if file and file.size > MOST_BYTES:
            raise forms.ValidationError(_("Il file è troppo grande: al più %(most)d MiB."), params={"most": MOST_MIB})
        return file

    def contents(self) -> tuple[bytes, str]:
        file = self.cleaned_data["file"]
        return (file.read(), file.name) if file else (self.cleaned_data["pasted"].encode(), "")


class EntrantForm(forms.ModelForm):
    class Meta:
        model = Entrant
        fields = ["surname", "name", "nick", "club", "region", "category", "is_minor", "fixed_table"]

    def clean_surname(self) -> str:
        return " ".join(self.cleaned_data["surname"].split())


class NewEntrantForm(EntrantForm):
    is_present = forms.BooleanField(label=_("È già qui: segnalo presente"), required=False)


class MarkForm(forms.Form):
    state = forms.ChoiceField(
        choices=[(state, state.label) for state in EntrantState if state != EntrantState.WITHDRAWN]
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Motivo"), max_length=300)


class SeedForm(forms.Form):
    seed = forms.RegexField(
        r"^[\w .:,;!?'’-]{1,64}$",
        label=_("Seme del sorteggio"),
        required=False,
        help_text=_("Una parola o un numero detto davanti a tutti; vuoto, lo sceglie il programma."),
    )


class SeatChoice(forms.ModelChoiceField):
    def label_from_instance(self, seat: Seat) -> str:
        return _("%(name)s · tavolo %(n)d") % {"name": seat.entrant, "n": seat.table.number}


class FreeEntrantForm(ReasonForm):
    """Someone who is here and has no seat in the round."""

    entrant = forms.ModelChoiceField(Entrant.objects.none(), label=_("Chi entra"))

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
    """Equals to be put in order: a place for each, 1 for who goes first."""

    def __init__(self, tied: dict[str, str], *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.tied = tied
        for entrant, name in tied.items():
            self.fields[entrant] = forms.IntegerField(label=name, min_value=1, max_value=len(tied))
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
    """One field a table: its judge, among the tournament's staff, or nobody."""

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
            judge = self.staff.get(self.cleaned_data[f"judge_{table.number}"])
            if table.judge_id != (judge.pk if judge else None):
                yield table, judge


class Tick(forms.CheckboxInput):
    """The site's own box, where a form stands in a table without rows of fields."""

    def __init__(self, attrs: dict[str, str] | None = None) -> None:
        super().__init__({"class": "checkbox checkbox-primary", **(attrs or {})})


class ResultForm(forms.Form):
    """The sheet of a table: a line a seat. Places left empty follow from points and tie-breaks."""

    ended_by = forms.ChoiceField(
        label=_("Come è finita"), choices=ENDINGS, widget=forms.Select({"class": "select w-auto max-w-full"})
    )

    def __init__(self, seats, *args, is_correction: bool = False, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.seats = list(seats)
        for seat in self.seats:
            self._add_line(seat)
        if is_correction:
            del self.fields["ended_by"]
            self.fields["reason"] = forms.CharField(label=_("Motivo della correzione"), max_length=300)

    def _add_line(self, seat: Seat) -> None:
        was = getattr(seat, "result", None)
        figure = {"inputmode": "decimal", "autocomplete": "off", "size": 6}
        self.fields[f"points_{seat.position}"] = forms.CharField(
            label=_("Punti"), max_length=20, widget=forms.TextInput(figure), initial=_plain(was.points) if was else ""
        )
        self.fields[f"tiebreaks_{seat.position}"] = forms.CharField(
            label=_("Spareggi"),
            max_length=80,
            required=False,
            widget=forms.TextInput({"autocomplete": "off", "size": 10}),
            initial=" ".join(was.tiebreaks) if was else "",
        )
        self.fields[f"rank_{seat.position}"] = forms.IntegerField(
            label=pgettext_lazy("piazzamento", "Posto"),
            min_value=1,
            max_value=len(self.seats),
            required=False,
            initial=was.rank if was else None,
        )
        self.fields[f"eliminated_{seat.position}"] = forms.BooleanField(
            label=_("Eliminato"), required=False, initial=was.is_eliminated if was else False, widget=Tick
        )

    def rows(self):
        """For the template: each seat with its four fields."""
        for seat in self.seats:
            names = ("points", "tiebreaks", "rank", "eliminated")
            yield seat, [self[f"{name}_{seat.position}"] for name in names]

    def clean(self) -> dict:
        data = super().clean()
        for seat in self.seats:
            self._clean_figures(data, seat.position)
        if not self.errors:
            self._fill_ranks(data)
        return data

    def _clean_figures(self, data: dict, position: int) -> None:
        points, breaks = f"points_{position}", f"tiebreaks_{position}"
        try:
            if points in data:
                data[points] = exact(data[points])
        except forms.ValidationError as error:
            self.add_error(points, error)
        try:
            texts = re.split(r"[\s;/]+", data.get(breaks, "").strip())
            data[breaks] = tuple(exact(text) for text in texts if text)
            if len(data[breaks]) > MOST_TIEBREAKS:
                raise forms.ValidationError(_("Gli spareggi sono al più sei."))
        except forms.ValidationError as error:
            self.add_error(breaks, error)

    def _fill_ranks(self, data: dict) -> None:
        ranks = [data.get(f"rank_{seat.position}") for seat in self.seats]
        if all(ranks):
            return
        if any(ranks):
            raise forms.ValidationError(_("Scrivi tutti i piazzamenti, o nessuno."))
        order = sorted(self.seats, key=lambda seat: self._merit(data, seat), reverse=True)
        merits = [self._merit(data, seat) for seat in order]
        if len(set(merits)) != len(merits):
            raise forms.ValidationError(_("C'è una parità: scrivi i piazzamenti decisi ai dadi."))
        for rank, seat in enumerate(order, 1):
            data[f"rank_{seat.position}"] = rank

    @staticmethod
    def _merit(data: dict, seat: Seat) -> tuple:
        place = seat.position
        return (not data.get(f"eliminated_{place}"), data[f"points_{place}"], data[f"tiebreaks_{place}"])

    def lines(self) -> list[Line]:
        data = self.cleaned_data
        return [
            Line(
                position=seat.position,
                points=data[f"points_{seat.position}"],
                tiebreaks=data[f"tiebreaks_{seat.position}"],
                rank=data[f"rank_{seat.position}"],
                is_eliminated=data[f"eliminated_{seat.position}"],
            )
            for seat in self.seats
        ]


class PenaltyForm(forms.ModelForm):
    points = forms.CharField(label=_("Punti tolti"), max_length=20, initial="0")

    class Meta:
        model = Penalty
        fields = ["entrant", "round", "points", "article", "reason"]
        labels = {"entrant": _("Giocatore"), "round": _("Turno")}

    def __init__(self, tournament: Tournament, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entrant"].queryset = tournament.entrants.by_surname()
        self.fields["round"].queryset = tournament.rounds.visible()
        self.fields["round"].label_from_instance = lambda round_: round_.name
        self.fields["round"].empty_label = _("sul totale")

    def clean_points(self) -> Decimal:
        points = exact(self.cleaned_data["points"])
        if not 0 <= points < 1_000_000:
            raise forms.ValidationError(_("I punti tolti vanno da 0 a 999.999."))
        return points


class ScreenForm(forms.Form):
    label = forms.CharField(label=_("Dove sta lo schermo"), max_length=60, required=False)


class ScreenSetUpForm(forms.ModelForm):
    class Meta:
        model = ScreenLink
        fields = ["least_seconds", "size", "is_paused", "live_delay", "live_delay_in"]


class WebhookForm(forms.Form):
    url = forms.URLField(label=_("Indirizzo"), max_length=300, assume_scheme="https")


class AnnouncementForm(forms.ModelForm):
    class Meta:
        model = Announcement
        fields = ["text"]


class StaffForm(forms.Form):
    username = forms.RegexField(
        r"^[\w.@+-]{2,40}$",
        label=_("Nome utente"),
        help_text=_("Se non esiste ancora lo creo, e ti mostro la sua password."),
        error_messages={"invalid": _("Lettere, cifre e . @ + - _, almeno due caratteri, senza spazi.")},
    )
    role = forms.ChoiceField(label=_("Incarico"), choices=Role.choices, initial=Role.JUDGE)


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}"


def sealed_sheet(sheet: object, tournament: Tournament) -> str:
    """A previewed roster as it will come back with the confirmation: nothing is kept on the server meanwhile."""
    return signing.dumps({"sheet": sheet, "for": tournament.slug}, salt=SHEET_SALT, compress=True)


def unsealed_sheet(text: str, tournament: Tournament) -> object:
    """Raises signing.BadSignature for anything but a recent preview of this tournament."""
    held = signing.loads(text, salt=SHEET_SALT, max_age=SHEET_SECONDS)
    if held["for"] != tournament.slug:
        raise signing.BadSignature("a preview of another tournament")
    return held["sheet"]
