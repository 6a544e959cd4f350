"""Forms of the roster: its file and columns, one entrant, check-in."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core import signing
from django.utils.html import escape
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.identity import has_unseen, is_doubtful_name
from tournament.core.roster_fields import COLUMNS, ROSTER_FIELDS, TEXT_FIELDS
from tournament.imports.roster import RosterTable
from tournament.imports.spreadsheets import MOST_BYTES, MOST_COLUMNS
from tournament.models import Entrant, Tournament
from tournament.states import EntrantState
from tournament.web.forms.numbers import bound

SHEET_SALT = "tournament.roster-preview"
SHEET_SECONDS = 3600
MOST_MIB = MOST_BYTES // 1024**2
IGNORED = "-"
NAMESAKE = "is_namesake"
NAME_IS_RIGHT = "is_right_name"
"""The box that confirms a name with digits or signs in it."""
COLUMN_CHOICES = [(IGNORED, _("non importare")), *((field.key, _(field.label)) for field in COLUMNS.values())]


class ColumnsForm(forms.Form):
    """The field of each column of a roster; an unanswered column keeps the recognised field."""

    def __init__(self, table: RosterTable, fields: Sequence[str | None], data: Mapping[str, str] | None = None) -> None:
        self.current = tuple(fields)
        # A spreadsheet is often wider than its table: a column without title and values is nobody's.
        filled = [n for n in range(len(fields[:MOST_COLUMNS])) if table.titles[n] or table.samples(n)]
        self.places = {f"column-{place}": place for place in filled}
        first = {name: fields[place] or IGNORED for name, place in self.places.items()}
        super().__init__(None if data is None else {**first, **{name: data[name] for name in first if name in data}})
        for name, place in self.places.items():
            title = table.titles[place] or _("Colonna %d senza titolo") % (place + 1)
            self.fields[name] = forms.ChoiceField(
                label=title, choices=COLUMN_CHOICES, initial=first[name], help_text=escape(" · ".join(table.samples(place))),
            )  # fmt: skip

    def chosen(self) -> tuple[str | None, ...]:
        chosen = list(self.current)
        for name, place in self.places.items():
            answer = self.cleaned_data[name]
            chosen[place] = None if answer == IGNORED else answer
        return tuple(chosen)


class RosterForm(forms.Form):
    file = forms.FileField(label=_("File CSV o Excel (.xlsx o .xls)"), required=False)
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


LAST_TABLE = 999


class EntrantForm(forms.ModelForm):
    class Meta:
        model = Entrant
        fields = [*(field.key for field in ROSTER_FIELDS), "fixed_table"]

    def __init__(self, data: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        bound(self, "fixed_table", 1, LAST_TABLE)
        if data is not None and NAMESAKE in data:
            self.ask_about_namesake()
        if data is not None and NAME_IS_RIGHT in data:
            self._ask_about_spelling()

    def _ask_about_spelling(self) -> None:
        self.fields[NAME_IS_RIGHT] = forms.BooleanField(label=_("Il nome è scritto giusto"), required=False)

    def clean(self) -> dict:
        data = super().clean() or self.cleaned_data
        self._clean_texts(data)
        written = {"surname", "name"} & set(self.changed_data) if self.instance.pk else {"surname", "name"}
        doubtful = [key for key in sorted(written) if is_doubtful_name(data.get(key, ""))]
        if not data.pop(NAME_IS_RIGHT, False) and doubtful:
            self._ask_about_spelling()
            for key in doubtful:
                self.add_error(key, gettext("È scritto giusto? Un nome ha di rado cifre o segni."))
        return data

    def _clean_texts(self, data: dict) -> None:
        """Single spaces and nothing unseen, as in a file."""
        for key in [field.key for field in TEXT_FIELDS if field.key in data]:
            data[key] = " ".join(data[key].split())
            if has_unseen(data[key]):
                self.add_error(key, capfirst(gettext("contiene caratteri di controllo o invisibili")))

    def ask_about_namesake(self) -> None:
        """The box that confirms a second person of one name; it appears once the name has been refused."""
        self.fields[NAMESAKE] = forms.BooleanField(label=_("È un'altra persona con lo stesso nome"), required=False)


class NewEntrantForm(EntrantForm):
    is_present = forms.BooleanField(label=_("È già qui: segnalo presente"), required=False)


class MarkForm(forms.Form):
    state = forms.ChoiceField(
        choices=[(state, state.label) for state in EntrantState if state != EntrantState.WITHDRAWN]
    )


def sealed_sheet(sheet: object, tournament: Tournament) -> str:
    """A previewed roster, signed, for the confirmation to return: the server stores nothing meanwhile."""
    return signing.dumps({"sheet": sheet, "for": tournament.slug}, salt=SHEET_SALT, compress=True)


def unsealed_sheet(text: str, tournament: Tournament) -> object:
    """Raises signing.BadSignature for anything but a recent preview of this tournament."""
    payload = signing.loads(text, salt=SHEET_SALT, max_age=SHEET_SECONDS)
    if payload["for"] != tournament.slug:
        raise signing.BadSignature("a preview of another tournament")
    return payload["sheet"]
