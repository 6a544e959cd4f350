"""The form of a score sheet: points, places and what the sheet of the game holds beside them, seat by seat."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Self

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.kernel.paper import ENDED_BY, LEFT, PaperFault, PaperLine
from games.kernel.score import Row
from tournament.actions.results import ResultLine
from tournament.core.regulation.schema import Regulation
from tournament.core.tie_breaks import comparable
from tournament.errors import DoubtfulResult, TournamentError
from tournament.labels.endings import endings_of
from tournament.models import Seat, Table
from tournament.queries.game_paper import GamePaper, in_readers_language
from tournament.queries.results import ends_the_event, format_of
from tournament.web.forms.numbers import WholeNumber, exact
from tournament.web.forms.paper_fields import Tick, as_typed, form_field

MOST_TIEBREAKS = 6
UNKNOWN_ENDING = "time"


def _may_end_level(table: Table) -> bool:
    """The final of a bracket, where the regulation does not want dice between level players."""
    return table.round.tournament.rules.readings.level_final != "dice" and ends_the_event(table.round)


class ResultForm(forms.Form):
    """The sheet of a table: a line a seat. Places left empty follow from the game, or from points and tie-breaks.

    What the game doubts is named by the action; `refuse` puts it at its field, and a reason confirms it.
    """

    ended_by = forms.ChoiceField(
        label=_("Come è finita"),
        widget=forms.Select({"class": "select w-auto max-w-full"}),
        error_messages={"required": _("Come è finita la partita?")},
    )
    confirmed = forms.CharField(label=_("È giusto così, perché"), max_length=300, required=False)

    def __init__(
        self,
        rules: Regulation,
        seats,
        *args,
        options: Mapping[str, bool | int | str] | None = None,
        is_correction: bool = False,
        has_one_first: bool = False,
        **kwargs,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats: list[Seat] = list(seats)
        self.paper = GamePaper.of(rules, len(self.seats), options)
        self.is_correction = is_correction
        self.has_one_first = has_one_first
        self.is_doubted = False
        self._offer_endings(rules)
        for seat in self.seats:
            self._add_line(seat)
        if is_correction:
            self.fields["reason"] = forms.CharField(label=_("Motivo della correzione"), max_length=300)

    @classmethod
    def of(
        cls, table: Table, seats: Iterable[Seat], data: QueryDict | None = None, *, is_correction: bool = False
    ) -> Self:
        """The form of this table's sheet, with what its round and the plan of the event ask of it."""
        tournament = table.round.tournament
        plan = format_of(tournament)
        return cls(
            tournament.rules,
            seats,
            data,
            options=table.round.changed_options(),
            is_correction=is_correction,
            has_one_first=plan is not None and plan.kind == "bracket" and not _may_end_level(table),
        )

    def _offer_endings(self, rules: Regulation) -> None:
        """The present ending where this game does not have it, as after an import; none where no ending is usual."""
        endings = endings_of(rules)
        usual = self.paper.usual_ending if self.paper else UNKNOWN_ENDING
        was = next((seat.result.ended_by for seat in self.seats if hasattr(seat, "result")), usual)
        offered = {**endings, was: endings[was]} if was else {"": "—", **endings}
        self.fields[ENDED_BY].choices = list(offered.items())
        self.fields[ENDED_BY].initial = was

    def _add_line(self, seat: Seat) -> None:
        was = getattr(seat, "result", None)
        self.fields[f"points_{seat.position}"] = forms.CharField(
            label=_("Punti"),
            max_length=20,
            widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "size": 6}),
            initial=as_typed(was.points) if was else "",
            required=self.paper is None,
        )
        if self.paper is None:
            self.fields[f"tiebreaks_{seat.position}"] = forms.CharField(
                label=_("Spareggi"),
                max_length=80,
                required=False,
                widget=forms.TextInput({"autocomplete": "off", "size": 10}),
                initial=" ".join(map(as_typed, was.tiebreaks)) if was else "",
            )
        self.fields[f"rank_{seat.position}"] = WholeNumber(
            label=_("Piazz."),
            min_value=1,
            max_value=len(self.seats),
            required=False,
            initial=was.rank if was else None,
        )
        if self.paper is None or self.paper.sheet.has_elimination:
            self.fields[f"eliminated_{seat.position}"] = forms.BooleanField(
                label=_("Eliminato"), required=False, initial=was.is_eliminated if was else False, widget=Tick
            )
        if self.paper:
            stands = self.paper.line_of(was).figures if was else {}
            for field in self.paper.fields:
                self.fields[f"{field.name}_{seat.position}"] = form_field(field, stands.get(field.name, ""))

    def rows(self):
        """For the template: each seat with its fields, and those of its game."""
        own = [field.name for field in self.paper.fields] if self.paper else []
        for seat in self.seats:
            every = ("points", "tiebreaks", "rank", "eliminated")
            names = [name for name in every if f"{name}_{seat.position}" in self.fields]
            yield seat, *([self[f"{name}_{seat.position}"] for name in some] for some in (names, own))

    # -- what was written

    def clean(self) -> dict:
        data = super().clean() or self.cleaned_data
        for seat in self.seats:
            self._clean_points(data, seat.position)
            if self.paper is None:
                self._clean_tiebreaks(data, seat.position)
        if self.errors:
            return data
        if self.paper is None:
            self._fill_ranks(data, [self._merit(data, seat) for seat in self.seats])
        else:
            self._score(self.paper, data)
        if self.has_one_first and not self.errors:
            self._refuse_two_firsts(data)
        return data

    def _refuse_two_firsts(self, data: dict) -> None:
        if [data[f"rank_{seat.position}"] for seat in self.seats].count(1) > 1:
            raise forms.ValidationError(_("Da questo tavolo va avanti uno solo: scrivi i piazzamenti decisi ai dadi."))

    def _clean_points(self, data: dict, position: int) -> None:
        name = f"points_{position}"
        try:
            if name in data:
                data[name] = exact(data[name]) if data[name] or self.paper is None else None
        except forms.ValidationError as error:
            self.add_error(name, error)

    def _clean_tiebreaks(self, data: dict, position: int) -> None:
        name = f"tiebreaks_{position}"
        try:
            texts = re.split(r"[\s;/]+", data.get(name, "").strip())
            data[name] = tuple(exact(text) for text in texts if text)
            if len(data[name]) > MOST_TIEBREAKS:
                raise forms.ValidationError(_("Gli spareggi sono al più sei."))
        except forms.ValidationError as error:
            self.add_error(name, error)

    def _score(self, paper: GamePaper, data: dict) -> None:
        """Points and places as the game works them out; where the sheet does not say enough they are those that were typed."""
        data["ranks_were_typed"] = self._has_typed_ranks(data)
        lines = self._paper_lines(paper, data)
        found = paper.score(data[ENDED_BY], lines)
        for seat, row in zip(self.seats, found.rows, strict=True):
            self._settle_points(paper, data, seat, row.points)
        if self.errors:
            self._say_why(paper, paper.faults(data[ENDED_BY], lines))
        if self.errors or data["ranks_were_typed"]:
            return
        ranks = [row.rank for row in self._rows(paper, data)]
        if None not in ranks:
            data |= {f"rank_{seat.position}": rank for seat, rank in zip(self.seats, ranks, strict=True)}
        elif not self._keeps_ranks(paper, data):
            self._rank_without_the_game(paper, data)

    def _paper_lines(self, paper: GamePaper, data: dict) -> list[PaperLine]:
        typed = data["ranks_were_typed"]
        return [
            paper.line(
                self._figures(data, seat),
                points=data[f"points_{seat.position}"],
                rank=data.get(f"rank_{seat.position}") or 0 if typed else 0,
                is_eliminated=data.get(f"eliminated_{seat.position}", False),
            )
            for seat in self.seats
        ]

    def _rows(self, paper: GamePaper, data: dict) -> tuple[Row, ...]:
        return paper.score(data[ENDED_BY], self._paper_lines(paper, data)).rows

    def _figures(self, data: dict, seat: Seat) -> dict[str, str]:
        own = self.paper.fields if self.paper else ()
        figures = {field.name: data.get(f"{field.name}_{seat.position}") or "" for field in own}
        return {name: text for name, text in figures.items() if text}

    def _settle_points(self, paper: GamePaper, data: dict, seat: Seat, worked_out: str | None) -> None:
        """What was typed stands where the game knows no better. In a correction the points that stand are nobody's word: they
        give way, and are no answer for a line that has changed."""
        name, was = f"points_{seat.position}", getattr(seat, "result", None)
        stands = was is not None and data[name] == was.points
        if worked_out is not None:
            if data[name] is None or stands:
                data[name] = Decimal(worked_out)
        elif data[name] is None or (stands and self._has_changed(paper, seat)):
            self.add_error(name, _("Scrivi i punti, o ciò da cui seguono."))

    def _say_why(self, paper: GamePaper, faults: Iterable[PaperFault]) -> None:
        """Where no points follow: a box that only one may tick and two did, or an ending that names no winner."""
        ticks = {field.name for field in paper.fields if field.is_tick} | {ENDED_BY}
        for fault in faults:
            if fault.field in ticks:
                name = fault.field if fault.seat < 0 else f"{fault.field}_{self.seats[fault.seat].position}"
                self.add_error(name if name in self.fields else None, in_readers_language(fault.words))

    def _has_changed(self, paper: GamePaper, seat: Seat) -> bool:
        """Whether anything changed from which this line's points follow."""
        fields = [field.name for field in paper.fields if field.is_tick or not paper.sheet.points_are_written]
        changed = {f"{name}_{seat.position}" for name in ("eliminated", *fields)}
        return not ({*changed, *(() if paper.sheet.points_are_written else (ENDED_BY,))}).isdisjoint(self.changed_data)

    def _has_typed_ranks(self, data: dict) -> bool:
        """In a correction the places that stand give way unless somebody changes one. Raises where some are missing."""
        names = [f"rank_{seat.position}" for seat in self.seats]
        typed = [name for name in names if data.get(name)]
        if not typed or (self.is_correction and set(names).isdisjoint(self.changed_data)):
            return False
        if len(typed) < len(names):
            raise forms.ValidationError(_("Scrivi tutti i piazzamenti, o nessuno."))
        return True

    def _keeps_ranks(self, paper: GamePaper, data: dict) -> bool:
        """Places that somebody decided stay, as long as nothing from which places follow has changed."""
        names = {f"{name}_{seat.position}" for seat in self.seats
                 for name in ("points", "eliminated", *(field.name for field in paper.fields))}  # fmt: skip
        return self.is_correction and {ENDED_BY, *names}.isdisjoint(self.changed_data)

    def _rank_without_the_game(self, paper: GamePaper, data: dict) -> None:
        """By points and tie-breaks as they are; what parts equals is asked at its field, in the game's order."""
        lines, rows = self._paper_lines(paper, data), self._rows(paper, data)
        asked = {LEFT, *(field.name for field in paper.tiebreaks)}
        found = paper.faults(data[ENDED_BY], lines)
        faults = [fault for fault in found if fault.field in asked and fault.seat >= 0]
        if not faults:
            self._say_why(paper, (fault for fault in found if fault.field == ENDED_BY))
        if faults:
            for fault in faults:
                self.add_error(f"{fault.field}_{self.seats[fault.seat].position}", in_readers_language(fault.words))
            raise forms.ValidationError(
                _(
                    "C'è una parità: servono gli spareggi, nell'ordine del regolamento. Se a decidere è stato altro, scrivi i piazzamenti."
                )
            )
        merits = [
            (not line.is_eliminated, data[f"points_{seat.position}"], tuple(map(Decimal, row.tiebreaks)))
            for seat, line, row in zip(self.seats, lines, rows, strict=True)
        ]
        self._fill_ranks(data, merits)

    def _fill_ranks(self, data: dict, written: Sequence[tuple]) -> None:
        if self._has_typed_ranks(data):
            return
        merits = comparable(list(written), at=2)
        if len(set(merits)) != len(merits):
            if self.is_correction and all(data.get(f"rank_{seat.position}") for seat in self.seats):
                return
            raise forms.ValidationError(_("C'è una parità: scrivi i piazzamenti decisi ai dadi."))
        best_first = sorted(merits, reverse=True)
        for seat, merit in zip(self.seats, merits, strict=True):
            data[f"rank_{seat.position}"] = 1 + best_first.index(merit)

    @staticmethod
    def _merit(data: dict, seat: Seat) -> tuple:
        place = seat.position
        return (not data.get(f"eliminated_{place}"), data[f"points_{place}"], data[f"tiebreaks_{place}"])

    # -- what the action takes, and refuses

    def lines(self) -> list[ResultLine]:
        data = self.cleaned_data
        rows = self._rows(self.paper, data) if self.paper else None
        return [
            ResultLine(
                position=seat.position,
                points=data[f"points_{seat.position}"],
                tiebreaks=tuple(map(Decimal, rows[number].tiebreaks)) if rows else data[f"tiebreaks_{seat.position}"],
                rank=data[f"rank_{seat.position}"],
                is_eliminated=data.get(f"eliminated_{seat.position}", False),
                figures=self._figures(data, seat),
            )
            for number, seat in enumerate(self.seats)
        ]

    @property
    def confirmation(self) -> str:
        """Why doubtful figures stand, where somebody says so."""
        return self.cleaned_data.get("confirmed", "")

    def refuse(self, refusal: TournamentError) -> None:
        """Doubts at their fields, with the field that confirms them; any other refusal above the form."""
        if not isinstance(refusal, DoubtfulResult):
            self.add_error(None, str(refusal))
            return
        self.is_doubted = True
        for doubt in refusal.doubts:
            name = f"{doubt.field}_{doubt.position}" if doubt.position else doubt.field
            self.add_error(name if name in self.fields else None, doubt.text)
        self.add_error(None, _("Qualcosa non torna: correggi, o scrivi perché è giusto così."))
