"""Seatings on the projector: 144 people in at most five pages, whatever one of them is called."""

from types import SimpleNamespace

import pytest

from tournament.core.letter_widths import SHY, WIDTHS, hyphenated, width_of
from tournament.queries import projector
from tournament.queries.projector import LEAST, LETTERS, Seated, Size

SURNAMES = ("Rossi", "Bianchi", "Quattrocchi-Sanseverino", "De Luca", "Castelvecchio", "Zanzottera", "Wu", "Esposito")
FIRST = ("Ada", "Luca", "Massimiliano", "Maria Grazia", "Al", "Annunziata", "Ugo")
OUTLIERS = {
    "one word": ["Wolfeschlegelsteinhausenbergerdorff Ugo", "Donaudampfschifffahrtsgesellschaftskapitaen Maria"],
    "as long as a name may be": [f"{'W' * 80} {'M' * 80}", f"{'i' * 80} Al"],
    "many words": ["Maria Immacolata Concetta " * 6, "Carlo Federico " * 10],
}
SCREEN = SimpleNamespace(size=Size.NORMAL, least_seconds=8)


def pages_of(names: list[str]) -> list[projector.Slide]:
    rows = [Seated(name, 1 + at // 4, 1 + at % 4) for at, name in enumerate(names)]
    hall = projector.ProjectorView(SimpleNamespace(name="Trofeo"), None, None, SCREEN)
    return projector._in_columns(rows, hall)


def a_hall(outliers: list[str]) -> list[str]:
    names = [f"{SURNAMES[at % 8]} {FIRST[at % 7]}" for at in range(144 - len(outliers))]
    return [*names[:40], *outliers, *names[40:]]


@pytest.mark.parametrize("outliers", [[], *OUTLIERS.values()], ids=["none", *OUTLIERS])
def test_one_long_name_sets_the_letters_of_nobody_else(outliers):
    pages = pages_of(a_hall(outliers))
    assert len(pages) <= 5
    assert {page.columns for page in pages} == {3}
    assert {float(page.height) for page in pages} <= set(LETTERS[Size.NORMAL])
    rows = [row for page in pages for row in page.rows]
    assert [row.name.replace(SHY, "") for row in rows] == a_hall(outliers)
    assert {row.name for row in rows if SHY in row.name or row.is_small} <= {
        row.name for row in rows if row.name.replace(SHY, "") in outliers
    }


def test_where_many_have_long_names_fewer_columns_hold_them_whole():
    names = a_hall(OUTLIERS["one word"] * 10)
    assert not any(SHY in row.name for page in pages_of(names) for row in page.rows)


@pytest.mark.parametrize("name", [name for names in OUTLIERS.values() for name in names])
@pytest.mark.parametrize("room", [4, 11.6, LEAST * 4, 40])
def test_a_word_goes_on_with_a_hyphen_and_loses_no_letter(name, room):
    found = hyphenated(name, room)
    assert found.replace(SHY, "") == name
    for word in found.split():
        *pieces, last = word.split(SHY)
        assert all(width_of(piece) + WIDTHS[SHY] / 1000 <= room for piece in pieces)
        assert width_of(last) <= room
