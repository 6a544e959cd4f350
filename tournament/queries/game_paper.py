"""The sheet of paper of a game under the rules of an event: its fields, what it works out, and what it doubts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from games.kernel.breaches import Unreadable
from games.kernel.lines import header_for
from games.kernel.paper import PaperFault, PaperField, PaperLine, PaperScore, PaperSheet
from games.kernel.score import decimal_text
from games.kernel.words import Words
from games.registry import games
from tournament.core.formatting import decimal_mark, with_minus_sign
from tournament.core.regulation.schema import Regulation
from tournament.models import Result, Table


@dataclass(frozen=True)
class GamePaper:
    """The sheet of one game at a table of some seats."""

    sheet: PaperSheet
    rules: Any
    fields: tuple[PaperField, ...]

    @classmethod
    def of(
        cls, regulation: Regulation, seats: int, options: Mapping[str, bool | int | str] | None = None
    ) -> "GamePaper | None":
        """None where the game is not installed. `options` are those of the round alone.

        A table of a size that the game does not have, as a final where somebody is missing, has the sheet of the nearest size:
        board and objectives bound its figures as well.
        """
        played = games().get(regulation.game)
        if played is None:
            return None
        nearest = min(played.seats, key=lambda size: (abs(size - seats), -size))
        names = [str(number) for number in range(1, nearest + 1)]
        chosen = {**regulation.game_options, **(options or {})}
        try:
            rules = played.rules(header_for(played, names, edition=regulation.edition, options=chosen))
        except Unreadable:  # options of another version of the game: the result is written without its sheet
            return None
        return cls(played.paper, rules, played.paper.fields(rules))

    @classmethod
    def of_table(cls, table: Table, seats: int) -> "GamePaper | None":
        return cls.of(table.round.tournament.rules, seats, table.round.changed_options())

    @property
    def tiebreaks(self) -> tuple[PaperField, ...]:
        return tuple(field for field in self.fields if field.is_tiebreak)

    @property
    def usual_ending(self) -> str:
        return self.sheet.usual_ending(self.rules)

    @property
    def hint(self) -> str:
        return in_readers_language(self.sheet.hint)

    def line(
        self,
        figures: Mapping[str, str],
        *,
        tiebreaks: Sequence[Decimal] = (),
        points: Decimal | None = None,
        rank: int = 0,
        is_eliminated: bool = False,
    ) -> PaperLine:
        """A line as the game reads it; tie-breaks stand at their fields where the figures do not hold them."""
        by_name = {field.name: decimal_text(value) for field, value in zip(self.tiebreaks, tiebreaks, strict=False)}
        written = {name: text for name, text in {**by_name, **figures}.items() if text}
        return PaperLine(written, is_eliminated, "" if points is None else decimal_text(points), rank)

    def line_of(self, result: Result) -> PaperLine:
        """The line of a result that is stored; where no figures are, its tie-breaks are those of a record."""
        return self.line(
            result.figures,
            tiebreaks=() if result.figures or result.is_eliminated else result.tiebreak_values(),
            points=result.points,
            rank=result.rank,
            is_eliminated=result.is_eliminated,
        )

    def score(self, ended_by: str, lines: Sequence[PaperLine]) -> PaperScore:
        return self.sheet.score(self.rules, ended_by, lines)

    def faults(self, ended_by: str, lines: Sequence[PaperLine]) -> tuple[PaperFault, ...]:
        return self.sheet.faults(self.rules, ended_by, lines)


@dataclass(frozen=True)
class Working:
    """How a seat's points came about: the parts that count, each with its value."""

    position: int
    parts: tuple[tuple[str, str], ...]


def workings_of(table: Table, results: Sequence[Result]) -> tuple[Working, ...]:
    """By seat, where the sheet of a counted table says more than its points; nothing for the count of a record."""
    ordered = sorted(results, key=lambda result: result.seat.position)
    if not ordered or ordered[0].head or not any(result.figures for result in ordered):
        return ()
    paper = GamePaper.of_table(table, len(ordered))
    if paper is None:
        return ()
    found = paper.score(ordered[0].ended_by, [paper.line_of(result) for result in ordered]).workings
    return tuple(
        Working(
            result.seat.position,
            tuple((in_readers_language(part.words), _for_people(part.value)) for part in parts if part.counts),
        )
        for result, parts in zip(ordered, found, strict=False)
        if parts
    )


def _for_people(value: str) -> str:
    return with_minus_sign(value.replace(".", decimal_mark()))


def in_readers_language(words: Words) -> str:
    return words.in_language(get_language() or settings.LANGUAGE_CODE)
