"""Rosters as clubs send them: what is read, and what each bad row is told."""

from pathlib import Path

import pytest

from tests.tournament.rosters import csv_sheet, faults, names, people, refusal, workbook
from tournament.core.roster_fields import RosterRow
from tournament.imports.roster import field_label, read_roster, write_errors

ROSTERS = Path(__file__).resolve().parents[3] / "fixtures" / "rosters"


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


@pytest.mark.parametrize("message", ["sì", "SI", "x", "Yes", "1", "vero", "minorenne"])
def test_a_column_says_who_is_a_minor(message: str) -> None:
    sheet = csv_sheet("Cognome;Nome;Minorenne", f"Rossi;Ada;{message}", "Verdi;Ugo;no", "Neri;Ida;")

    assert sheet.has_column("is_minor")
    assert [(row.surname, row.is_minor) for row in sheet.rows] == [("Rossi", True), ("Verdi", False), ("Neri", False)]


def test_true_and_false_of_a_spreadsheet_say_who_is_a_minor() -> None:
    sheet = read_roster(workbook(["Cognome", "Minorenne"], ["Rossi", True], ["Verdi", False]), "iscritti.xlsx")

    assert [(row.surname, row.is_minor) for row in sheet.rows] == [("Rossi", True), ("Verdi", False)]


@pytest.mark.parametrize("message", ["forse", "12", "2012-03-04"])
def test_an_age_is_no_answer_to_who_is_a_minor(message: str) -> None:
    sheet = csv_sheet("Cognome;Nome;Minorenne", f"Rossi;Ada;{message}", "Verdi;Ugo;no")

    assert [(error.line, error.field, error.value) for error in sheet.errors] == [(2, "is_minor", message)]
    assert "scrivi sì o no" in write_errors(sheet.errors)
    assert [row.surname for row in sheet.rows] == ["Verdi"]


def test_a_formula_is_no_answer_to_who_is_a_minor() -> None:
    sheet = read_roster(workbook(["Cognome", "Minorenne"], ["Rossi", "=TRUE()"]), "iscritti.xlsx")

    assert [error.field for error in sheet.errors] == ["is_minor"]


def test_a_roster_without_the_column_says_nothing_of_minors() -> None:
    assert not people("Rossi;Ada;;;;").has_column("is_minor")


def test_a_name_without_a_surname_is_refused_and_a_nick_alone_is_named():
    sheet = csv_sheet("cognome;nome;nick", ";Tito;tit4", ";;furia", "Rossi;Anna;")
    assert [(line, field) for line, field, _message in faults(sheet)] == [(2, "surname")]
    assert [row.line for row in sheet.rows] == [3, 4]
    assert [notice for notice in sheet.notices if "furia" in notice]
