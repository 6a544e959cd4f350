"""Coming from GestioneTorneo: its entrants read from either format of workbook, its standings written."""

from datetime import UTC, datetime
from decimal import Decimal
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from tournament.exports.gestione import ClassificaRow, classifica_xlsx
from tournament.imports.roster import read_roster
from tournament.imports.spreadsheets import UnreadableFile

OLD_BOOK = Path("fixtures/rosters/gestionetorneo.xls").read_bytes()


def new_book(*, with_event: bool = True) -> bytes:
    """The same people in the newer format, with a gap in the rows."""
    book = openpyxl.Workbook()
    book.active.title = "TORNEO" if with_event else "Altro"
    sheet = book.create_sheet("Iscritti")
    sheet.append(["ISCRITTI"])
    sheet.append([])
    sheet.append(["ID", "NOME", "COGNOME", "NICK", "CLUB", "PARTECIPA", "REGIONE", "DATA DI NASCITA"])
    sheet.append(
        [
            1,
            "Ada",
            "Rossi",
            "Adina",
            "Il Dado",
            "SI",
            "Lombardia",
            datetime(1982, 2, 20, tzinfo=UTC).replace(tzinfo=None),
        ]
    )
    sheet.append([])
    sheet.append([3, "Carla", "Verdi", None, "Il Dado", "NO", "Lombardia", None])
    sheet.append([4, "Dino", "Neri", 4711, None, "si", "Lazio", None])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def test_those_who_take_part_are_read_from_the_old_format():
    sheet = read_roster(OLD_BOOK, "raduno.xls")
    assert sheet.errors == ()
    assert [(row.line, row.surname, row.name) for row in sheet.rows] == [
        (4, "Rossi", "Ada"), (5, "Bianchi", "Bruno"), (7, "Neri", "Dino"), (8, "D'Amico", "Èlia"),
    ]  # fmt: skip
    first, dino = sheet.rows[0], sheet.rows[2]
    assert (first.nick, first.club, first.region, dino.nick, dino.club) == ("Adina", "Il Dado", "Lombardia", "4711", "")
    assert "Non partecipano, e non li ho letti: 1" in sheet.notices


def test_those_who_take_part_are_read_from_the_new_format_with_their_own_lines():
    sheet = read_roster(new_book(), "raduno.xlsx")
    assert [(row.line, row.surname) for row in sheet.rows] == [(4, "Rossi"), (7, "Neri")]
    assert sheet.errors == ()


def test_another_book_is_read_as_any_other():
    with pytest.raises(UnreadableFile):
        read_roster(new_book(with_event=False), "iscritti.xlsx")


def test_a_fault_names_the_row_of_the_sheet():
    book = openpyxl.load_workbook(BytesIO(new_book()))
    book["Iscritti"]["C7"] = 12
    out = BytesIO()
    book.save(out)
    (error,) = read_roster(out.getvalue(), "raduno.xlsx").errors
    assert (error.line, error.field) == (7, "surname")


@pytest.mark.parametrize("length", [8, 600, 2000, 4000])
def test_a_broken_old_book_is_refused_in_words(length):
    with pytest.raises(UnreadableFile, match=r"salvalo come \.xlsx"):
        read_roster(OLD_BOOK[:length], "raduno.xls")


def test_the_standings_are_written_column_by_column():
    rows = [
        ClassificaRow(rank=1, name="Ada", surname="Rossi", nick="Adina", club="Il Dado", wins=2, number=7,
                      per_round=(Decimal("1.050"), Decimal("0.041")), total=Decimal("1.091")),
        ClassificaRow(rank=2, name="=1+1", surname="Neri", nick="", club="", wins=0, number=8,
                      per_round=(Decimal("0.02"), None), total=Decimal("0.02")),
    ]  # fmt: skip
    sheet = openpyxl.load_workbook(BytesIO(classifica_xlsx(rows, datetime(2026, 3, 1, tzinfo=UTC))))["Classifica"]
    head, first, second = sheet.iter_rows(values_only=True)
    assert head == ("Pos.", "Nome", "Cognome", "Nick", "Club o Famiglia", "pt1", "pt2", "v_tot", "pt_tot", "id")
    assert first == (1, "Ada", "Rossi", "Adina", "Il Dado", 1.05, 0.041, 2, 1.091, 7)
    assert second[6] is None
    assert sheet["B3"].data_type == "s"
