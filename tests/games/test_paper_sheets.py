"""The sheet of paper of every game: a game that was played gives on paper what it gives on the tablet, and nothing is doubted in it."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from games.kernel.paper import PaperLine, tiebreaks_of
from games.kernel.score import Sheet
from games.registry import game
from tests.games.paper_sheets import finished
from tests.games.seeded_games import TABLES, every_table

GAMES = 24


@every_table()
def test_a_finished_game_gives_on_paper_the_points_ranks_and_tie_breaks_of_the_record(slug: str, seats: int) -> None:
    for seed in range(GAMES):
        record, sheet, lines = finished(slug, seats, seed)
        found = game(slug).paper.score(record.rules, sheet.ended_by, lines)
        about = (slug, seats, seed, sheet.ended_by)
        assert [words.it for fault in found.faults for words in (fault.words,)] == [], about
        for line, row, engine in zip(lines, found.rows, sheet.rows, strict=True):
            points = line.points if row.points is None else row.points
            assert (Decimal(points), row.rank) == (Decimal(engine.points), engine.rank), about
            assert is_the_same(row.tiebreaks, engine.tiebreaks), about
        assert game(slug).paper.faults(record.rules, sheet.ended_by, lines) == (), about


def is_the_same(on_paper: tuple[str, ...], engine: tuple[str, ...]) -> bool:
    return tuple(map(Decimal, on_paper)) == tuple(map(Decimal, engine))


@every_table()
def test_points_and_ranks_alone_of_a_finished_game_are_not_doubted(slug: str, seats: int) -> None:
    """As they come from the record of a table, or from a rehearsal: no figures beside the tie-breaks."""
    for seed in range(GAMES):
        record, sheet, _lines = finished(slug, seats, seed)
        lines = bare(slug, record.rules, sheet)
        assert game(slug).paper.faults(record.rules, sheet.ended_by, lines) == (), (slug, seats, seed, sheet.ended_by)


def bare(slug: str, rules, sheet: Sheet) -> list[PaperLine]:
    names = [field.name for field in game(slug).paper.fields(rules) if field.is_tiebreak]
    return [
        PaperLine(
            dict(zip(names, row.tiebreaks, strict=True)),
            row.status not in ("", "active"),
            row.points or "",
            row.rank or 0,
        )
        for row in sheet.rows
    ]


WRONG_POINTS = ("47.5", "-5", "5000")
WRONG_FIGURES = ("0.5", "-77", "99999", "uno")


@pytest.mark.parametrize("points", WRONG_POINTS)
@every_table()
def test_points_that_no_board_gives_are_named_whatever_else_is_written(slug: str, seats: int, points: str) -> None:
    record, sheet, on_paper = finished(slug, seats, 0)
    if slug_has_such_points(record, points):
        pytest.skip("these points can be")
    for lines in (bare(slug, record.rules, sheet), list(on_paper)):
        seat = next(seat for seat, line in enumerate(lines) if not line.is_eliminated)
        lines[seat] = msgspec.structs.replace(lines[seat], points=points)
        for ended_by in (sheet.ended_by, "other"):
            faults = game(slug).paper.faults(record.rules, ended_by, lines)
            assert (seat, "points") in {(fault.seat, fault.field) for fault in faults}, (points, ended_by)


def slug_has_such_points(record, points: str) -> bool:
    """A penalty takes points below nought where a referee can give one."""
    names = {field.name for field in record.game.paper.fields(record.rules)}
    return points == "-5" and bool({"penalty", "own_sum"} & names)


@pytest.mark.parametrize("text", WRONG_FIGURES)
@every_table()
def test_a_figure_out_of_its_bounds_is_named_at_its_field(slug: str, seats: int, text: str) -> None:
    record, sheet, lines = finished(slug, seats, 0)
    paper = game(slug).paper
    for field in paper.fields(record.rules):
        if text == "-77" and field.least is None:
            continue
        if text == "99999" and field.name == "dice":
            continue
        wrong = [*lines]
        wrong[0] = msgspec.structs.replace(lines[0], figures={**lines[0].figures, field.name: text})
        faults = paper.faults(record.rules, sheet.ended_by, wrong)
        assert (0, field.name) in {(fault.seat, fault.field) for fault in faults}, (field.name, text)


@every_table()
def test_an_ending_with_one_player_left_contradicts_several_who_scored(slug: str, seats: int) -> None:
    one = game(slug)
    if seats == 2 and not one.paper.has_elimination:
        pytest.skip("of two, one left and the other won: the points say who")
    record = finished(slug, seats, 0)[0]
    lines = [PaperLine({}, points="10") for _seat in range(seats)]
    for ended_by in {"elimination", "abandoned"} & set(one.endings):
        faults = one.paper.faults(record.rules, ended_by, lines)
        assert "ended_by" in {fault.field for fault in faults}, ended_by


@every_table()
def test_the_tie_breaks_of_the_sheet_are_those_of_the_engine_in_their_order(slug: str, seats: int) -> None:
    record, sheet, _lines = finished(slug, seats, 0)
    fields = [field for field in game(slug).paper.fields(record.rules) if field.is_tiebreak]
    assert [field.words.it for field in fields] == [name.it for name in sheet.tiebreak_names]
    whole = PaperLine({field.name: str(number) for number, field in enumerate(fields)})
    assert tiebreaks_of(fields, whole) == tuple(map(str, range(len(fields))))


@every_table()
def test_the_ending_that_is_offered_is_one_of_the_game(slug: str, seats: int) -> None:
    record = finished(slug, seats, 0)[0]
    assert game(slug).paper.usual_ending(record.rules) in ("", *game(slug).endings)


def test_every_game_has_a_sheet() -> None:
    assert {slug for slug, _seats in TABLES}
    assert all(game(slug).paper.steps for slug, _seats in TABLES)


@every_table()
def test_a_walkover_is_no_matter_of_the_game(slug: str, seats: int) -> None:
    record = finished(slug, seats, 0)[0]
    lines = [PaperLine({}, points="0", rank=1 if seat else 2) for seat in range(seats)]
    assert game(slug).paper.faults(record.rules, "walkover", lines) == ()


@every_table()
def test_a_sheet_names_the_tie_breaks_that_are_dice(slug: str, seats: int) -> None:
    """Nought there says that nobody threw, and must decide nothing."""
    record, _sheet, _lines = finished(slug, seats, 0)
    paper = game(slug).paper
    breaks = [field for field in paper.fields(record.rules) if field.is_tiebreak]
    assert paper.throws == tuple(place for place, field in enumerate(breaks) if "dadi" in field.words.it)
