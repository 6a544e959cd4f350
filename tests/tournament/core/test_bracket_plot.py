"""The bracket on paper: sheets of A4 with letters of eight points, cut between tables only."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from tournament.core.bracket_plot import (
    ACROSS,
    LETTERS,
    POINTER,
    UPRIGHT,
    BracketRound,
    BracketRow,
    BracketTable,
    pages_of_wall,
    plot,
    sheets_of,
)
from tournament.core.letter_widths import width_of

NAMES = ("Rossi Ada", "Lombardi Bruno", "Montecuccoli degli Erri di Roccabianca Massimiliano", "Villa Luca")


def bracket(counts: tuple[int, ...], seats: int, through: int = 1) -> tuple[BracketRound, ...]:
    """Rounds of so many tables; whoever is through is spread over the tables of the next round."""
    field = list(range(1, counts[0] * seats + 1))
    rounds = []
    for number, tables in enumerate(counts, 1):
        is_last = number == len(counts)
        dealt = [field[at::tables] if number % 2 else field[at * seats : (at + 1) * seats] for at in range(tables)]
        rounds.append(
            BracketRound(
                "Finale" if is_last else f"Turno {number}",
                number,
                tuple(BracketTable(at, tuple(rows(one, 1 if is_last else through))) for at, one in enumerate(dealt, 1)),
                is_last=is_last,
            )
        )
        field = [one for table in dealt for one in table[:through]]
    return tuple(rounds)


def rows(numbers: list[int], through: int):
    for place, number in enumerate(numbers, 1):
        yield BracketRow(
            number, f"{NAMES[number % 4]} {number}", str(100 - place), is_through=place <= through, place=place
        )


SHAPES = [
    ((1,), 2, 1), ((2, 1), 2, 1), ((8, 4, 2, 1), 2, 1), ((16, 8, 4, 2, 1), 2, 1), ((32, 16, 8, 4, 2, 1), 2, 1), ((12, 3), 4, 1),
    ((20, 5), 4, 1), ((8, 4, 1), 4, 2), ((32, 16, 4, 1), 4, 2), ((32, 8, 2), 4, 1), ((3, 1), 5, 2),
]  # fmt: skip


@pytest.mark.parametrize(("counts", "seats", "through"), SHAPES)
def test_each_table_is_whole_on_one_sheet_in_letters_of_eight_points(counts, seats, through):
    rounds = bracket(counts, seats, through)
    sheets = sheets_of(rounds)
    drawn = Counter((box.round.number, box.table.number) for sheet in sheets for box in sheet.plot.boxes)
    assert drawn == Counter((one.number, table.number) for one in rounds for table in one.tables)
    for sheet in sheets:
        paper = UPRIGHT if sheet.is_upright else ACROSS
        assert sheet.points >= 8
        assert sheet.width <= paper.width + 0.1
        assert sheet.height <= paper.height + 0.1
        assert sheet.plot.titles
        columns: dict[float, list] = {}
        for box in sheet.plot.boxes:
            tops = [box.y, *(crown.y for crown in box.crowns)]
            assert min(tops) >= 28
            assert box.y + box.height <= sheet.plot.height
            assert 0 <= box.x <= sheet.plot.width - sheet.plot.box_width
            columns.setdefault(box.x, []).append((min(tops), box.y + box.height))
        for boxes in columns.values():
            for above, below in pairwise(sorted(boxes)):
                assert above[1] < below[0]


@pytest.mark.parametrize(("counts", "seats", "through"), SHAPES)
def test_every_way_onward_is_a_line_with_both_ends_or_has_words(counts, seats, through):
    rounds = bracket(counts, seats, through)
    onward = Counter()
    for before, after in pairwise(rounds):
        field = {row.number for table in before.tables for row in table.rows}
        onward += Counter(row.number for table in after.tables for row in table.rows if row.number in field)
    found: Counter[int] = Counter()
    for sheet in sheets_of(rounds):
        at = {(box.x, row.middle): row.row.number for box in sheet.plot.boxes for row in box.rows}
        for line in sheet.plot.lines:
            ends = re.fullmatch(r"M([\d.]+) ([\d.]+)H[\d.]+V([\d.]+)H([\d.]+)", line.path)
            if ends:
                found[line.number] += 1
                left = [x for x, y in at if at[x, y] == line.number and abs(y - float(ends[2])) < 0.1]
                right = [x for x, y in at if at[x, y] == line.number and abs(y - float(ends[3])) < 0.1]
                assert any(abs(x + sheet.plot.box_width - float(ends[1])) <= 0.5 for x in left)
                assert any(abs(x - sheet.plot.label_width - float(ends[4])) <= 0.5 for x in right)
        found += Counter(at[box.x, one.y] for box in sheet.plot.boxes for one in box.exits)
    assert found == onward


@pytest.mark.parametrize(
    ("counts", "seats", "through"), [((12, 3), 4, 1), ((9, 4, 1), 4, 2), ((8, 4, 2, 1), 2, 1), ((3, 1), 5, 2)]
)
def test_a_bracket_of_usual_size_is_one_sheet(counts, seats, through):
    short = [
        BracketRound(
            one.title,
            one.number,
            tuple(
                BracketTable(
                    table.number,
                    tuple(BracketRow(row.number, "Lombardi Bruno", "64", place=row.place) for row in table.rows),
                )
                for table in one.tables
            ),
            is_last=one.is_last,
        )
        for one in bracket(counts, seats, through)
    ]
    assert len(sheets_of(short)) == 1


def test_four_rounds_and_the_winner_have_room_on_a_page_of_1280_pixels():
    assert plot(bracket((8, 4, 2, 1), 2), POINTER).width <= 1280 - 2 * 24 - 2 * 17
    assert plot(bracket((9, 4, 1), 4, 2), POINTER).width <= 1280 - 2 * 24 - 2 * 17


@pytest.mark.parametrize("least", [3.6, 4.8, 6.4])
@pytest.mark.parametrize(("counts", "seats", "through"), SHAPES)
def test_the_wall_has_the_last_two_rounds_whole_in_letters_of_the_size_asked_for(counts, seats, through, least):
    """Where a page has room for a box at all; what is before them comes along only if it asks for no further page."""
    rounds = bracket(counts, seats, through)
    pages = pages_of_wall(rounds, width=168.8, height=62, least=least, most=2 * least)
    if len(rounds) == 1:
        assert pages == ()
        return
    drawn = Counter((box.round.number, box.table.number) for page in pages for box in page.plot.boxes)
    assert set(drawn.values()) <= {1}
    if not pages:
        assert least > 3.6 or seats > 3
        return
    shown = {one for one, _table in drawn}
    assert shown == set(range(min(shown), len(rounds) + 1)) >= {len(rounds) - 1, len(rounds)}
    assert {one for one in drawn if one[0] in shown} == {
        (one.number, table.number) for one in rounds if one.number in shown for table in one.tables
    }
    for page in pages:
        assert LETTERS * page.scale >= least - 0.001
        assert page.width <= 168.9
        assert page.height <= 62.1
        for box in page.plot.boxes:
            assert page.left <= box.x
            assert box.x + page.plot.box_width <= page.left + page.room
            for row in box.rows:
                widest = max(width_of(line) for line in row.lines) * LETTERS
                assert page.plot.name_left + widest <= page.plot.box_width


def test_a_row_on_the_wall_names_its_origin_in_words_only_where_no_line_leads_to_it():
    pages = pages_of_wall(bracket((16, 8, 4, 2, 1), 2), width=168.8, height=62, least=3.6, most=7.2)
    for page in pages:
        here = {(box.round.number, box.table.number) for box in page.plot.boxes}
        for box in page.plot.boxes:
            for row in box.rows:
                assert row.origin is None or (row.origin.round.number, row.origin.table) not in here
