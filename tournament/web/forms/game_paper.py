"""What a game asks of its sheet of paper beside the points, as fields of a form, and the points that it works out from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language

from games.kernel.lines import header_for
from games.kernel.paper import PaperField, PaperLine, PaperScore, PaperSheet
from games.kernel.words import Words
from games.registry import games
from tournament.core.regulation.schema import Regulation
from tournament.models import Seat


@dataclass(frozen=True)
class GamePaper:
    """The sheet of paper of a game under the rules of an event, where the game has one."""

    sheet: PaperSheet
    rules: Any
    fields: tuple[PaperField, ...]

    @classmethod
    def of(cls, regulation: Regulation, seats: Sequence[Seat]) -> "GamePaper | None":
        played = games().get(regulation.game)
        if played is None or played.paper is None or len(seats) not in played.seats:
            return None
        names = [str(seat.position) for seat in seats]
        header = header_for(played, names, edition=regulation.edition, options=regulation.game_options)
        rules = played.rules(header)
        return cls(played.paper, rules, played.paper.fields(rules))

    @property
    def hint(self) -> str:
        return in_readers_language(self.sheet.hint)

    def score(self, data: Mapping[str, Any], seats: Sequence[Seat]) -> PaperScore:
        return self.sheet.score(self.rules, data["ended_by"], [self._line(data, seat.position) for seat in seats])

    def _line(self, data: Mapping[str, Any], position: int) -> PaperLine:
        figures = {field.name: data.get(f"{field.name}_{position}") for field in self.fields}
        return PaperLine({name: value for name, value in figures.items() if value}, data[f"eliminated_{position}"])


def choice_of(field: PaperField) -> forms.ChoiceField:
    values = [(value, in_readers_language(words)) for value, words in field.values]
    select = forms.Select({"class": "select w-full min-w-0"})
    return forms.ChoiceField(
        label=in_readers_language(field.words), choices=[("", "—"), *values], required=False, widget=select
    )


def in_readers_language(words: Words) -> str:
    return words.in_language(get_language() or settings.LANGUAGE_CODE)
