"""Rosters as clubs send them: what is read, what each bad row is told, and nothing that brings the reader down."""

import io
import struct
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.roster import RosterRow, RosterSheet, field_label, read_roster, write_errors
from tournament.spreadsheets import MOST_BYTES, MOST_ROWS, UnreadableFile

ROSTERS = Path(__file__).resolve().parents[2] / "fixtures" / "rosters"
HEADER = "Cognome;Nome;Nick;Club;Regione;Categoria"


def csv_sheet(*lines: str, encoding: str = "utf-8") -> RosterSheet:
    return read_roster("\n".join(lines).encode(encoding), "iscritti.csv")


def people(*lines: str) -> RosterSheet:
    """A sheet under the usual header: its first row is line 2."""
    return csv_sheet(HEADER, *lines)


def workbook(*rows, edit=lambda book: None) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    edit(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def xlsx_sheet(*rows, edit=lambda book: None) -> RosterSheet:
    return read_roster(workbook(*rows, edit=edit), "iscritti.xlsx")


def names(sheet: RosterSheet) -> list[str]:
    return [" ".join(filter(None, (row.surname, row.name, row.nick))) for row in sheet.rows]


def faults(sheet: RosterSheet) -> list[tuple[int, str, str]]:
    return [(error.line, error.field, error.message) for error in sheet.errors]


def refusal(data: bytes, filename: str = "iscritti.csv") -> str:
    with pytest.raises(UnreadableFile) as caught:
        read_roster(data, filename)
    return str(caught.value)


# What is read


def test_a_row_is_read_with_its_line_and_every_field():
    assert people("Rossi;Anna;Gufo;Ludoteca;Lazio;Esordiente").rows == (
        RosterRow(
            line=2, surname="Rossi", name="Anna", nick="Gufo", club="Ludoteca", region="Lazio", category="Esordiente"
        ),
    )


@pytest.mark.parametrize(
    "header",
    [
        "Cognome;Nome;Nick",
        "COGNOME; nome ;NickName",
        "surname;first name;nickname",
        "Surname;Name;Nick",
        "Last Name;First_Name;NICK-NAME",
        "Cògnome;NÓME;Soprannome",
        '"Cognome";"Nome";"Nick"',
    ],
)
def test_headers_are_italian_or_english_in_any_case_with_accents_and_spaces(header):
    assert names(csv_sheet(header, "Rossi;Anna;Gufo")) == ["Rossi Anna Gufo"]


def test_columns_come_in_any_order():
    assert names(csv_sheet("club;nick;nome;cognome", "Ludoteca;Gufo;Anna;Rossi")) == ["Rossi Anna Gufo"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_every_delimiter_and_encoding_of_the_office(delimiter, encoding):
    lines = [["Cognome", "Nome", "Società"], ["D'Amicò", "Nicolò", "Città"]]
    sheet = csv_sheet(*(delimiter.join(line) for line in lines), encoding=encoding)
    assert [(row.surname, row.name, row.club) for row in sheet.rows] == [("D'Amicò", "Nicolò", "Città")]


def test_a_quoted_delimiter_belongs_to_the_text():
    assert csv_sheet("cognome,club", 'Rossi,"Dadi, Draghi"').rows[0].club == "Dadi, Draghi"


def test_lines_count_as_in_the_file_with_blank_lines_and_quoted_line_ends():
    sheet = csv_sheet("", "cognome;club", "", '"Rossi";"Dadi', 'e Draghi"', "Verdi;x", ";;")
    assert [(row.line, row.surname) for row in sheet.rows] == [(6, "Verdi")]
    assert faults(sheet) == [(4, "club", "contiene caratteri di controllo o invisibili")]


def test_the_hint_that_excel_writes_first_is_a_line_and_nothing_more():
    sheet = csv_sheet("sep=;", "cognome;nome", "Rossi;Anna")
    assert [(row.line, row.surname, row.name) for row in sheet.rows] == [(3, "Rossi", "Anna")]


def test_a_roster_of_nicks_alone_is_a_roster():
    assert names(csv_sheet("nick", "Gufo", "Zar")) == ["Gufo", "Zar"]


def test_spaces_around_and_inside_are_tidied():
    assert names(people("  De   Luca ; Anna\u00a0Maria;")) == ["De Luca Anna Maria"]


def test_decomposed_accents_are_composed():
    assert names(people("Nicolo\u0300;;")) == ["Nicolò"]


def test_unknown_columns_are_told_once_and_are_no_error():
    sheet = csv_sheet("cognome;tessera;età", "Rossi;12;40", "Verdi;13;41")
    assert (sheet.notices, sheet.errors, len(sheet.rows)) == (("Colonne ignorate: tessera, età",), (), 2)
    assert [(column.header, column.field) for column in sheet.columns] == [
        ("cognome", "surname"),
        ("tessera", None),
        ("età", None),
    ]


# A whole name in one column


@pytest.mark.parametrize(
    ("header", "value", "read"),
    [
        ("Nome e cognome", "Anna Rossi", "Rossi Anna"),
        ("Cognome e nome", "Rossi Anna", "Rossi Anna"),
        ("Cognome Nome", "De Luca, Anna Maria", "De Luca Anna Maria"),
        ("Full name", "De Luca, Anna Maria", "De Luca Anna Maria"),
    ],
)
def test_a_whole_name_is_split_where_there_is_one_reading(header, value, read):
    assert names(csv_sheet(f"{header};club", f"{value};x")) == [read]


@pytest.mark.parametrize("value", ["Anna Maria Rossi", "Rossi", "Rossi, Anna, Maria", "Rossi,"])
def test_a_whole_name_that_can_be_read_in_two_ways_is_an_error(value):
    assert faults(csv_sheet("Nome e cognome;club", f"{value};x")) == [
        (2, "surname", "non si capisce qual è il cognome: usa due colonne, o «Cognome, Nome»")
    ]


def test_a_whole_name_beside_a_surname_is_refused():
    assert "stanno in colonne diverse" in refusal(b"Nome e cognome;Cognome\nAnna Rossi;Rossi")


# Bad rows


@pytest.mark.parametrize(
    ("row", "field", "message"),
    [
        (";Anna;;Ludoteca", "surname", "mancano sia il cognome sia il nick"),
        ("=1+1;Anna;", "surname", "è una formula: incolla i valori"),
        ("Rossi;Anna;=cmd()", "nick", "è una formula: incolla i valori"),
        ("123;Anna;", "surname", "non contiene nemmeno una lettera"),
        ("Rossi;-;", "name", "non contiene nemmeno una lettera"),
        ("Ros\x07si;Anna;", "surname", "contiene caratteri di controllo o invisibili"),
        ("Ros\u200bsi;Anna;", "surname", "contiene caratteri di controllo o invisibili"),
        ("Rossi;An\u202ena;", "name", "contiene caratteri di controllo o invisibili"),
        ("R" * 61 + ";Anna;", "surname", "è più lungo di 60 caratteri"),
        ("Rossi;Anna;" + "g" * 41, "nick", "è più lungo di 40 caratteri"),
        ("Rossi;Anna;Gufo;Dadi;Lazio;x;di troppo", "", "la riga ha più celle dell'intestazione"),
    ],
)
def test_a_bad_row_is_named_and_the_others_are_read(row, field, message):
    sheet = people("Verdi;Bea;", row, "Neri;Ugo;")
    assert faults(sheet) == [(3, field, message)]
    assert names(sheet) == ["Verdi Bea", "Neri Ugo"]


@pytest.mark.parametrize(
    "row",
    [
        ";;Gufo;",
        "O'Neill;Anna;",
        "Rossi;;",
        "R" * 60 + ";Anna;",
        "Rossi;Anna;" + "g" * 40,
        "Rossi;Anna;99",
        "Rossi;Anna;@gufo",
        "Rossi;Anna;Gufo;Dadi;Lazio;x;;",
        "-Rossi;Anna",
    ],
)
def test_the_twin_of_a_bad_row_is_read(row):
    assert (people(row).errors, len(people(row).rows)) == ((), 1)


def test_a_row_with_two_faults_gets_two_errors():
    assert [field for _line, field, _message in faults(people("=1;" + "n" * 61 + ";"))] == ["surname", "name"]


def test_a_wrong_value_is_shown_short_and_without_its_invisible_characters():
    error = people("Ros\x07" + "s" * 200 + ";Anna;").errors[0]
    assert error.value == "Ros·" + "s" * 55 + "…"


def test_errors_are_written_one_a_line_with_the_words_of_the_header():
    sheet = people(";Anna;", "Rossi;-;")
    assert write_errors(sheet.errors) == (
        "riga 2, cognome «Anna»: mancano sia il cognome sia il nick\nriga 3, nome «-»: non contiene nemmeno una lettera"
    )


def test_every_field_of_an_error_has_a_word():
    assert [field_label(field) for field in ("", "surname", "region")] == ["riga", "cognome", "regione"]


# The same person twice


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Rossi;Anna;", "Rossi;Anna;"),
        ("Rossi;Anna;", "ROSSI; anna;"),
        ("Rossi;Nicolò;", "Rossi;Nicolo;"),
        ("Rossi;Anna;Gufo", "Rossi;Anna;"),
        ("Rossi;Anna;;Dadi", "Rossi;Anna;Gufo;"),
        ("Rossi;Anna;Gufo;Dadi", "Rossi;Anna;gufo;dadi"),
        (";;Gufo;Dadi", ";;GUFO;"),
    ],
)
def test_the_same_person_twice_names_both_lines(first, second):
    sheet = people(first, second)
    assert len(sheet.rows) == 1
    assert [(error.line, error.message) for error in sheet.errors] == [(3, "è già alla riga 2 (questa è la 3)")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Rossi;Anna;", "Rossi;Bea;"),
        ("Rossi;Anna;Gufo", "Rossi;Anna;Zar"),
        ("Rossi;Anna;;Dadi", "Rossi;Anna;;Torre"),
        ("Rossi;Anna;Gufo", "Verdi;Bea;Gufo"),
        (";;Gufo;Dadi", ";;Gufo;Torre"),
    ],
)
def test_homonyms_are_two_people_when_nick_or_club_differ(first, second):
    assert (len(people(first, second).rows), people(first, second).errors) == (2, ())


def test_a_third_row_names_the_first_line_that_may_be_the_same_person():
    sheet = people("Rossi;Anna;Gufo;", "Rossi;Anna;Zar;", "Rossi;Anna;;")
    assert [(error.line, error.message) for error in sheet.errors] == [(4, "è già alla riga 2 (questa è la 4)")]


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


def edited(data: bytes, part_name: str, old: bytes, new: bytes) -> bytes:
    """The same archive with one of its parts changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for part in source.infolist():
            content = source.read(part)
            if part.filename.endswith(part_name):
                assert old in content
                content = content.replace(old, new)
            target.writestr(part.filename, content)
    return out.getvalue()


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


# The rosters that come with the product


@pytest.mark.parametrize(
    ("filename", "players"), [("20-players.csv", 20), ("23-players.xlsx", 23), ("40-players.csv", 40)]
)
def test_a_made_up_roster_is_read_without_an_error(filename, players):
    sheet = read_roster((ROSTERS / filename).read_bytes(), filename)
    assert (len(sheet.rows), sheet.errors) == (players, ())


def test_the_bad_roster_names_each_of_its_bad_rows():
    sheet = read_roster((ROSTERS / "bad-rows.csv").read_bytes(), "bad-rows.csv")
    assert [error.line for error in sheet.errors] == [4, 5, 6, 7, 9, 10, 13]
    assert len(sheet.rows) == 5


# Minors


@pytest.mark.parametrize("said", ["sì", "SI", "x", "Yes", "1", "vero", "minorenne"])
def test_a_column_says_who_is_a_minor(said: str) -> None:
    sheet = csv_sheet("Cognome;Nome;Minorenne", f"Rossi;Ada;{said}", "Verdi;Ugo;no", "Neri;Ida;")

    assert sheet.says_who_is_minor
    assert [(row.surname, row.is_minor) for row in sheet.rows] == [("Rossi", True), ("Verdi", False), ("Neri", False)]


def test_true_and_false_of_a_spreadsheet_say_who_is_a_minor() -> None:
    sheet = read_roster(workbook(["Cognome", "Minorenne"], ["Rossi", True], ["Verdi", False]), "iscritti.xlsx")

    assert [(row.surname, row.is_minor) for row in sheet.rows] == [("Rossi", True), ("Verdi", False)]


@pytest.mark.parametrize("said", ["forse", "12", "2012-03-04"])
def test_an_age_is_no_answer_to_who_is_a_minor(said: str) -> None:
    sheet = csv_sheet("Cognome;Nome;Minorenne", f"Rossi;Ada;{said}", "Verdi;Ugo;no")

    assert [(error.line, error.field, error.value) for error in sheet.errors] == [(2, "is_minor", said)]
    assert "scrivi sì o no" in write_errors(sheet.errors)
    assert [row.surname for row in sheet.rows] == ["Verdi"]


def test_a_formula_is_no_answer_to_who_is_a_minor() -> None:
    sheet = read_roster(workbook(["Cognome", "Minorenne"], ["Rossi", "=TRUE()"]), "iscritti.xlsx")

    assert [error.field for error in sheet.errors] == ["is_minor"]


def test_a_roster_without_the_column_says_nothing_of_minors() -> None:
    assert not people("Rossi;Ada;;;;").says_who_is_minor
