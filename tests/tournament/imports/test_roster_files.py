"""The files that rosters come in: workbooks, what is no roster, and nothing that brings the reader down."""

import io
import struct
import tracemalloc
import zipfile
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.old_workbooks import old_workbook
from tests.tournament.rosters import csv_sheet, edited, faults, names, people, refusal, workbook, xlsx_sheet
from tournament.imports import gestionetorneo
from tournament.imports.roster import field_label, read_roster, write_errors
from tournament.imports.spreadsheets import MOST_BYTES, MOST_ROWS, UnreadableFile

# Workbooks


def test_a_workbook_is_read_like_a_text():
    rows = (["Club", "Nome", "Cognome", "Nick"], ["Dadi", "Anna", "Rossi", None], [None] * 4, ["", "Bea", "Verdi", "Z"])
    assert [(row.line, row.surname, row.club) for row in xlsx_sheet(*rows).rows] == [
        (2, "Rossi", "Dadi"),
        (4, "Verdi", ""),
    ]


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("cognome", "=A1", "è una formula: incolla i valori"),
        ("cognome", "#N/A", "è l'errore di una formula"),
        ("cognome", 12, "è un numero e non un nome"),
        ("nome", 1.5, "è un numero e non un nome"),
        ("nome", True, "è un valore vero/falso e non un testo"),
        ("nick", date(2026, 3, 7), "è una data e non un testo"),
        ("nick", "=A1", "è una formula: incolla i valori"),
    ],
)
def test_a_cell_that_is_no_text_is_named(column, value, message):
    row = {"cognome": "Rossi", "nome": "Anna", "nick": "Gufo", column: value}
    sheet = xlsx_sheet(list(row), list(row.values()), ["Verdi", "Bea", "Zar"])
    assert [error.message for error in sheet.errors] == [message]
    assert names(sheet) == ["Verdi Bea Zar"]


@pytest.mark.parametrize(("value", "read"), [(72, "72"), (72.0, "72"), (7.5, "7.5")])
def test_a_nick_may_be_a_number(value, read):
    assert xlsx_sheet(["cognome", "nick"], ["Rossi", value]).rows[0].nick == read


def test_a_text_that_begins_like_a_formula_is_no_formula_in_a_workbook_but_is_refused_all_the_same():
    def as_text(book):
        book.active["A2"].data_type = "s"

    sheet = xlsx_sheet(["cognome"], ["=A1"], edit=as_text)
    assert faults(sheet) == [(2, "surname", "è una formula: incolla i valori")]


def test_the_first_visible_sheet_is_read_and_the_others_are_named():
    def more_sheets(book):
        book.create_sheet("Pranzo").append(["altro"])
        book.create_sheet("Segreto", 0).sheet_state = "hidden"
        book.active = 1

    sheet = xlsx_sheet(["cognome"], ["Rossi"], edit=more_sheets)
    assert (names(sheet), sheet.notices) == (["Rossi"], ("Letto solo il foglio «Sheet»; ignorati: Pranzo",))


def test_rows_beyond_the_size_that_a_workbook_declares_are_read():
    data = edited(workbook(["cognome"], ["Rossi"], ["Verdi"]), "sheet1.xml", b'ref="A1:A3"', b'ref="A1:A2"')
    assert names(read_roster(data, "a.xlsx")) == ["Rossi", "Verdi"]


def test_a_stray_cell_far_below_is_a_row_like_any_other():
    sheet = xlsx_sheet(["cognome"], ["Rossi"], edit=lambda book: book.active.cell(9000, 1, "Verdi"))
    assert [(row.line, row.surname) for row in sheet.rows] == [(2, "Rossi"), (9000, "Verdi")]


def test_a_row_numbered_beyond_the_last_line_of_any_sheet_is_refused():
    data = edited(workbook(["cognome"], ["Rossi"]), "sheet1.xml", b'<row r="2"', b'<row r="99999999999"')
    assert refusal(data, "a.xlsx") == "Il file ha più di 5000 righe"


# Files that are no roster


@pytest.mark.parametrize("data", [b"", b"  \n\n ", b"\xef\xbb\xbf", b";;;\n;;"])
def test_an_empty_file_is_refused(data):
    assert refusal(data) == "Il file è vuoto"


def test_an_empty_workbook_is_refused():
    assert refusal(workbook(), "a.xlsx") == "Il file è vuoto"


def test_a_header_without_people_is_an_empty_roster():
    assert (people().rows, people().errors) == ((), ())


def test_a_missing_header_names_what_was_found():
    assert refusal(b"nome;club\nAnna;Dadi") == (
        "Riga 1: manca la colonna «cognome» o «nick»; le colonne trovate sono: nome, club"
    )


def test_two_columns_for_the_same_thing_are_refused():
    assert refusal(b"cognome;surname\nRossi;Verdi") == "Riga 1: più colonne per lo stesso dato: cognome, surname"


def test_quotes_that_never_close_are_refused_instead_of_swallowing_the_rest():
    assert refusal(b'cognome;nome\nRossi;"Anna\nVerdi;Bea\n').startswith("Riga 2: virgolette")


def test_closed_quotes_are_read():
    assert names(csv_sheet("cognome;nome", 'Rossi;"Anna"', "Verdi;Bea")) == ["Rossi Anna", "Verdi Bea"]


@pytest.mark.parametrize(
    ("data", "filename", "message"),
    [
        (workbook(["cognome"], ["Rossi"]), "a.csv", "Il file si chiama .csv ma non è un file di testo"),
        (b"cognome\nRossi", "a.xlsx", "Il file si chiama .xlsx ma non è un foglio Excel"),
        (b"PK\x03\x04 and nothing else", "a.xlsx", "Il foglio Excel è danneggiato o non è un foglio Excel"),
        (b"cognome\x00nome\nR\x00A", "a.csv", "Il file non è un testo leggibile: salvalo come CSV in UTF-8"),
        (b"cognome\n\x81\x8d", "a.csv", "Il file non è un testo leggibile: salvalo come CSV in UTF-8"),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_refused(data, filename, message):
    assert refusal(data, filename) == message


def test_the_old_excel_format_is_told_how_to_become_the_new_one():
    assert ".xlsx" in refusal(b"\xd0\xcf\x11\xe0" + bytes(600), "a.xls")


def test_an_old_workbook_with_a_cell_far_away_fills_no_memory():
    far = old_workbook({"iscritti": [(0, 255, 1.0), (65_535, 0, 2.0)]})
    assert len(far) < 10_000
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableFile):
            read_roster(far, "a.xls")
        assert tracemalloc.get_traced_memory()[1] < 64 * 1024**2
    finally:
        tracemalloc.stop()


def test_of_an_old_workbook_only_the_sheet_that_is_asked_for_is_read():
    book = gestionetorneo.open_xls(old_workbook({f"foglio {number}": [(9, 0, 1.0)] for number in range(300)}))
    assert [book.sheet_loaded(number) for number in range(300)] == [False] * 300


def test_an_old_workbook_has_no_more_rows_than_others():
    cells = [(row, 0, 1.0) for row in range(MOST_ROWS + 2)]
    assert refusal(old_workbook({"iscritti": cells}), "a.xls") == f"Il file ha più di {MOST_ROWS} righe"


def test_a_file_without_a_telling_name_is_known_by_its_content():
    assert names(read_roster(workbook(["cognome"], ["Rossi"]), "roster")) == ["Rossi"]
    assert names(read_roster(b"cognome\nRossi", "roster")) == ["Rossi"]


def test_five_thousand_rows_are_read_and_one_more_is_refused():
    lines = ["cognome;nome", *(f"Rossi;N{number}a" for number in range(MOST_ROWS))]
    assert len(csv_sheet(*lines).rows) == MOST_ROWS
    assert refusal("\n".join([*lines, "Verdi;Bea"]).encode()) == "Il file ha più di 5000 righe"


def test_a_workbook_with_too_many_rows_is_refused():
    rows = [["cognome"], *([f"Rossi{number}"] for number in range(MOST_ROWS + 1))]
    assert refusal(workbook(*rows), "a.xlsx") == "Il file ha più di 5000 righe"


def test_more_than_five_mebibytes_are_refused():
    assert refusal(b"cognome\n" + b"x" * MOST_BYTES) == "Il file supera i 5 MiB"


def test_a_workbook_that_swells_when_unpacked_is_refused():
    data = edited(workbook(["cognome"], ["Rossi"]), "sheet1.xml", b"<sheetData>", b" " * 70_000_000 + b"<sheetData>")
    assert len(data) < MOST_BYTES
    assert refusal(data, "a.xlsx") == "Il foglio Excel è troppo grande una volta aperto"


def test_a_workbook_that_lies_about_its_size_is_refused():
    data = bytearray(
        edited(workbook(["cognome"], ["R"]), "sheet1.xml", b"<sheetData>", b" " * 9_000_000 + b"<sheetData>")
    )
    directory = data.index(b"PK\x01\x02")
    while data[directory + 46 : directory + 46 + 24] != b"xl/worksheets/sheet1.xml":
        directory = data.index(b"PK\x01\x02", directory + 4)
    data[directory + 24 : directory + 28] = struct.pack("<I", 500)
    assert refusal(bytes(data), "a.xlsx") == "Il foglio Excel è danneggiato o non è un foglio Excel"


def test_a_workbook_that_declares_entities_is_refused():
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><worksheet'
    data = edited(workbook(["cognome"], ["Rossi"]), "sheet1.xml", b"<worksheet", bomb)
    assert refusal(data, "a.xlsx") == "Il foglio Excel contiene definizioni non ammesse"


# Nothing brings it down


def survives(data: bytes, filename: str) -> None:
    """Either a sheet whose rows and errors are sound, or a refusal; anything else fails the test by itself."""
    try:
        sheet = read_roster(data, filename)
    except UnreadableFile:
        return
    assert all(row.surname or row.nick for row in sheet.rows)
    assert all(error.message and error.line >= 1 and field_label(error.field) for error in sheet.errors)
    assert not {row.line for row in sheet.rows} & {error.line for error in sheet.errors}
    assert write_errors(sheet.errors).count("\n") == max(len(sheet.errors) - 1, 0)


@given(st.binary(max_size=400), st.sampled_from(["a.csv", "a.xlsx", "a.txt", "a", "a.xls"]))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_a_sheet_or_a_message(data, filename):
    survives(data, filename)


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_under_a_header_give_a_sheet_or_a_message(data):
    survives(b"cognome;nome\n" + data, "a.csv")


CELLS = st.text(max_size=12) | st.sampled_from(["Rossi", "Anna", "", "=1", '"', "\x00", ";", "cognome"])


@given(st.lists(st.lists(CELLS, max_size=6), max_size=8), st.sampled_from(";,\t"))
@settings(max_examples=150, deadline=None)
def test_any_table_of_texts_gives_a_sheet_or_a_message(rows, delimiter):
    lines = [f"cognome{delimiter}nome{delimiter}nick", *(delimiter.join(row) for row in rows)]
    survives("\n".join(lines).encode("utf-8", "surrogatepass"), "a.csv")


VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.dates()
SAFE_TEXT = st.text(st.characters(min_codepoint=32, exclude_categories=("Cs",)), max_size=12)


@given(st.lists(st.lists(VALUES | SAFE_TEXT, max_size=4), max_size=5))
@settings(max_examples=60, deadline=None)
def test_any_workbook_gives_a_sheet_or_a_message(rows):
    survives(workbook(["cognome", "nome", "nick"], *rows), "a.xlsx")


WORKBOOK = workbook(["cognome", "nome", "nick"], ["Rossi", "Anna", 3], ["=A1", "Bea", "x"])


@given(st.lists(st.tuples(st.integers(0, len(WORKBOOK) - 1), st.integers(0, 255)), min_size=1, max_size=20))
@settings(max_examples=200, deadline=None)
def test_a_damaged_workbook_gives_a_sheet_or_a_message(changes):
    data = bytearray(WORKBOOK)
    for place, value in changes:
        data[place] = value
    survives(bytes(data), "a.xlsx")


@given(
    st.sampled_from(["sheet1.xml", "workbook.xml", "workbook.xml.rels", "styles.xml"]), st.binary(max_size=8), st.data()
)
@settings(max_examples=150, deadline=None)
def test_a_workbook_with_broken_xml_gives_a_sheet_or_a_message(part, junk, data):
    with zipfile.ZipFile(io.BytesIO(WORKBOOK)) as archive:
        content = archive.read(next(name for name in archive.namelist() if name.endswith(part)))
    start = data.draw(st.integers(0, len(content) - 1))
    cut = content[:start] + junk + content[start + data.draw(st.integers(0, 40)) :]
    survives(edited(WORKBOOK, part, content, cut), "a.xlsx")
