"""The form of a score sheet: points, tie-breaks and places, seat by seat."""

import re
from decimal import Decimal

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.actions.results import ResultLine
from tournament.core.regulation.schema import Regulation
from tournament.core.tie_breaks import comparable
from tournament.labels.endings import endings_of
from tournament.models import Seat
from tournament.web.forms.game_paper import GamePaper, choice_of, in_readers_language
from tournament.web.forms.tournament import exact

MOST_TIEBREAKS = 6


class Tick(forms.CheckboxInput):
    """The site's own check box, for forms in a table."""

    def __init__(self, attrs: dict[str, str] | None = None) -> None:
        super().__init__({"class": "checkbox checkbox-primary", **(attrs or {})})


class ResultForm(forms.Form):
    """The sheet of a table: a line a seat. Places left empty follow from points and tie-breaks."""

    ended_by = forms.ChoiceField(label=_("Come è finita"), widget=forms.Select({"class": "select w-auto max-w-full"}))

    def __init__(self, rules: Regulation, seats, *args, is_correction: bool = False, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.seats = list(seats)
        self.paper = GamePaper.of(rules, self.seats)
        self._offer_endings(rules)
        for seat in self.seats:
            self._add_line(seat)
        if is_correction:
            self.fields["reason"] = forms.CharField(label=_("Motivo della correzione"), max_length=300)

    def _offer_endings(self, rules: Regulation) -> None:
        """Includes the present ending where this game does not have it, as after an import."""
        endings = endings_of(rules)
        was = next((seat.result.ended_by for seat in self.seats if hasattr(seat, "result")), "time")
        self.fields["ended_by"].choices = list({**endings, was: endings[was]}.items())
        self.fields["ended_by"].initial = was

    def _add_line(self, seat: Seat) -> None:
        was = getattr(seat, "result", None)
        figure = {"inputmode": "decimal", "autocomplete": "off", "size": 6}
        self.fields[f"points_{seat.position}"] = forms.CharField(
            label=_("Punti"),
            max_length=20,
            widget=forms.TextInput(figure),
            initial=_plain(was.points) if was else "",
            required=self.paper is None,
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
        for field in self.paper.fields if self.paper else ():
            self.fields[f"{field.name}_{seat.position}"] = choice_of(field)

    def rows(self):
        """For the template: each seat with its four fields, and those that its game has beside them."""
        own = [field.name for field in self.paper.fields] if self.paper else []
        for seat in self.seats:
            names = ("points", "tiebreaks", "rank", "eliminated")
            yield seat, *([self[f"{name}_{seat.position}"] for name in some] for some in (names, own))

    def clean(self) -> dict:
        data = super().clean() or self.cleaned_data
        for seat in self.seats:
            self._clean_figures(data, seat.position)
        if self.paper and not self.errors:
            self._score(self.paper, data)
        if not self.errors:
            self._fill_ranks(data)
        return data

    def _score(self, paper: GamePaper, data: dict) -> None:
        """Points as the game works them out; where the sheet does not say enough they are those that were typed."""
        found = paper.score(data, self.seats)
        for fault in found.faults:
            name = f"{fault.field or 'points'}_{self.seats[fault.seat].position}"
            self.add_error(name, in_readers_language(fault.words))
        if found.faults:
            return
        for seat, row in zip(self.seats, found.rows, strict=True):
            self._settle_points(paper, data, seat, row.points)
        if all(row.rank for row in found.rows) and not self._has_new_ranks(data):
            data |= {f"rank_{seat.position}": row.rank for seat, row in zip(self.seats, found.rows, strict=True)}

    def _settle_points(self, paper: GamePaper, data: dict, seat: Seat, worked_out: str | None) -> None:
        """What was typed stands where the game knows no better. In a correction the points that stand are nobody's word: they
        give way, and are no answer for a line that has changed."""
        name, was = f"points_{seat.position}", getattr(seat, "result", None)
        stands = was is not None and data[name] == was.points
        if worked_out is None:
            if data[name] is None or (stands and self._has_changed(paper, seat)):
                self.add_error(name, _("Scrivi i punti, o ciò da cui seguono."))
            return
        if data[name] and not stands and data[name] != Decimal(worked_out):
            self.add_error(name, _("Dal referto sono %s: lascia vuoto, o correggi il resto.") % worked_out)
        data[name] = Decimal(worked_out)

    def _has_changed(self, paper: GamePaper, seat: Seat) -> bool:
        names = ("eliminated", *(field.name for field in paper.fields))
        changed = {"ended_by", *(f"{name}_{seat.position}" for name in names)}
        return not changed.isdisjoint(self.changed_data)

    def _has_new_ranks(self, data: dict) -> bool:
        names = {f"rank_{seat.position}" for seat in self.seats}
        return any(data[name] for name in names.intersection(self.changed_data))

    def _clean_figures(self, data: dict, position: int) -> None:
        points, breaks = f"points_{position}", f"tiebreaks_{position}"
        try:
            if points in data:
                data[points] = exact(data[points]) if data[points] or not self.paper else None
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
        merits = comparable([self._merit(data, seat) for seat in self.seats], at=2)
        if len(set(merits)) != len(merits):
            raise forms.ValidationError(_("C'è una parità: scrivi i piazzamenti decisi ai dadi."))
        best_first = sorted(merits, reverse=True)
        for seat, merit in zip(self.seats, merits, strict=True):
            data[f"rank_{seat.position}"] = 1 + best_first.index(merit)

    @staticmethod
    def _merit(data: dict, seat: Seat) -> tuple:
        place = seat.position
        return (not data.get(f"eliminated_{place}"), data[f"points_{place}"], data[f"tiebreaks_{place}"])

    def lines(self) -> list[ResultLine]:
        data = self.cleaned_data
        return [
            ResultLine(
                position=seat.position,
                points=data[f"points_{seat.position}"],
                tiebreaks=data[f"tiebreaks_{seat.position}"],
                rank=data[f"rank_{seat.position}"],
                is_eliminated=data[f"eliminated_{seat.position}"],
            )
            for seat in self.seats
        ]


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}"
