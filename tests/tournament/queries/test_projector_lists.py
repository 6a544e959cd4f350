"""Lists on the wall share its columns by measure: no page of many people in one column, no few names in small letters."""

from dataclasses import replace

import pytest

from tournament.queries.projector_rows import FIRST, LETTERS, WallRow, listing

ROOM = 68.0


def people(many: int, **more) -> list[WallRow]:
    return [WallRow(f"Cattaneo Marta {at}", "Circolo di Ancona", f"1º al tavolo {at}", **more) for at in range(many)]


def test_many_people_stand_in_several_columns():
    found = listing(people(72), room=ROOM, least=3.6, most_columns=3)
    assert found.columns > 1
    assert found.pages <= 3
    assert sum(found.counts) == 72


def test_few_stand_in_one_column_in_larger_letters():
    twelve, five = (listing(people(many), room=ROOM, least=3.6, most_columns=3) for many in (12, 5))
    assert twelve.columns == five.columns == 1
    assert five.letters > twelve.letters
    assert five.letters >= 5.1


def test_the_organizers_letters_are_the_least():
    assert listing(people(144), room=ROOM, least=6.4, most_columns=1).letters >= 6.4


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_no_column_is_higher_than_the_page(columns):
    long = [
        WallRow("Hohenlohe-Waldenburg Wilhelmina Eleonora", "", "al posto di Quattrocchi Maria Immacolata, che manca")
    ] * 50
    found = listing(long, room=ROOM, least=3.6, most_columns=columns)
    assert found.fits


def test_the_winner_is_the_largest_and_a_heading_takes_its_room():
    plain = people(5, heading="Assoluto")
    first = [WallRow("Cattaneo Marta", heading="Assoluto", is_first=True), *plain[1:]]
    assert FIRST > 1
    of_first, of_plain = (listing(rows, room=ROOM, least=3.6, most_columns=2) for rows in (first, plain))
    assert of_first.letters <= of_plain.letters
    assert of_first.pages == 1


@pytest.mark.parametrize("many", [20, 72, 144])
def test_figures_have_a_column_of_their_own_and_headings_cost_what_they_take(many):
    rows = [
        WallRow(f"Cattaneo Marta {at}", place=str(at + 1), figure="1.234,5", heading="Finale") for at in range(many)
    ]
    found = listing(rows, room=ROOM, least=LETTERS, most_columns=3)
    assert found.fits
    assert found.letters >= LETTERS
    assert found.pages <= -(-many // 20)
    wider = listing(
        [replace(row, figure="1.234,5 (pen. 250)") for row in rows], room=ROOM, least=LETTERS, most_columns=3
    )
    assert (wider.pages, -wider.columns) >= (found.pages, -found.columns)
