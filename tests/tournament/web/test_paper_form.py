"""The form of a score sheet, without a page: games that the engine played, as their tables would type them in."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace

import msgspec

from tests.games.paper_sheets import finished
from tests.games.seeded_games import every_table
from tournament.core.regulation.schema import Regulation, presets
from tournament.queries.game_paper import GamePaper
from tournament.web.forms.results import ResultForm

GAMES = 8


def regulation_of(record) -> Regulation:
    rules = next(one for one in presets().values() if one.game == record.game.slug)
    return msgspec.structs.replace(
        rules, edition=record.header.edition, game_options=dict(record.header.options), round_options=()
    )


def chairs(count: int, results=()) -> list[SimpleNamespace]:
    seats = [SimpleNamespace(position=number, entrant=f"P{number}") for number in range(1, count + 1)]
    for seat, result in zip(seats, results, strict=False):
        seat.result = result
    return seats


def typed(ended_by: str, lines) -> dict[str, str]:
    data = {"ended_by": ended_by}
    for number, line in enumerate(lines, 1):
        data |= {f"{name}_{number}": text for name, text in line.figures.items()}
        data |= {f"points_{number}": line.points.replace(".", ",")}
        data |= {f"eliminated_{number}": "on"} if line.is_eliminated else {}
    return data


def stored(ended_by: str, lines) -> list[SimpleNamespace]:
    """Rows as the database holds them, for a correction."""
    return [
        SimpleNamespace(
            points=line.points,
            tiebreaks=[str(value) for value in line.tiebreaks],
            tiebreak_values=lambda line=line: line.tiebreaks,
            rank=line.rank,
            is_eliminated=line.is_eliminated,
            figures=dict(line.figures),
            ended_by=ended_by,
        )
        for line in lines
    ]


@every_table()
def test_a_game_typed_from_paper_gives_the_points_ranks_and_tie_breaks_of_its_record(slug: str, seats: int) -> None:
    for seed in range(GAMES):
        record, sheet, lines = finished(slug, seats, seed)
        rules = regulation_of(record)
        form = ResultForm(rules, chairs(seats), typed(sheet.ended_by, lines))
        about = (slug, seats, seed, sheet.ended_by)
        assert form.is_valid(), (about, form.errors)
        for line, row in zip(form.lines(), sheet.rows, strict=True):
            assert (line.points, line.rank) == (Decimal(row.points), row.rank), about
            assert line.tiebreaks == tuple(map(Decimal, row.tiebreaks)), about
        paper = GamePaper.of(rules, seats)
        read = [
            paper.line(line.figures, tiebreaks=line.tiebreaks, points=line.points, rank=line.rank,
                       is_eliminated=line.is_eliminated)
            for line in form.lines()
        ]  # fmt: skip
        assert paper.faults(sheet.ended_by, read) == (), about


@every_table()
def test_a_correction_that_changes_nothing_changes_nothing(slug: str, seats: int) -> None:
    """The form comes back with what was typed; sent as it is, it gives the same lines."""
    for seed in range(GAMES):
        record, sheet, lines = finished(slug, seats, seed)
        rules = regulation_of(record)
        first = ResultForm(rules, chairs(seats), typed(sheet.ended_by, lines))
        assert first.is_valid()
        again = resent(rules, seats, sheet.ended_by, first.lines())
        assert again.is_valid(), (slug, seats, seed, again.errors)
        assert again.lines() == first.lines(), (slug, seats, seed)


def resent(rules: Regulation, seats: int, ended_by: str, lines, **changes: str) -> ResultForm:
    form = ResultForm(rules, chairs(seats, stored(ended_by, lines)), is_correction=True)
    values = {name: form[name].value() for name in form.fields}
    data = {name: "on" if value is True else value for name, value in values.items() if value not in (None, False, "")}
    return ResultForm(
        rules,
        chairs(seats, stored(ended_by, lines)),
        {**data, "reason": "riletto", **changes},
        is_correction=True,
    )
