"""What a small file would cost to read is counted before it is paid: cells, columns, lines, formats and the length of a text."""

import io
import zipfile

import pytest

from tests.tournament.rosters import edited, refusal, workbook
from tournament.imports import ranking, spreadsheets
from tournament.imports.roster import read_roster
from tournament.imports.spreadsheets import (
    MOST_BYTES,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ELEMENTS,
    MOST_LINES_OF_TEXT,
    MOST_OTHER_ELEMENTS,
    MOST_ROWS,
    MOST_TEXT,
    MOST_XLS_BYTES,
    OLE_MARK,
    UnreadableFile,
)

TOO_MANY_CELLS = "Il foglio Excel ha troppe celle, anche vuote, o troppi formati: salvalo come CSV"


def swollen(part: str, before: bytes, more: bytes) -> bytes:
    return edited(workbook(["cognome"], ["Rossi"]), part, before, more + before)


@pytest.mark.parametrize(
    ("part", "before", "more"),
    [
        ("sheet1.xml", b"</sheetData>", b"<row>" + b"<c/>" * MOST_CELLS + b"</row>"),
        ("sheet1.xml", b"</sheetData>", b"<row/>" * (MOST_CELLS + 1)),
        ("sheet1.xml", b"</sheetData>", b"<row>" + b'<a:c xmlns:a="a"/>' * MOST_ELEMENTS + b"</row>"),
        ("styles.xml", b"</cellXfs>", b"<xf/>" * MOST_OTHER_ELEMENTS),
        ("workbook.xml", b"</workbook>", b"<definedName/>" * MOST_OTHER_ELEMENTS),
        ("app.xml", b"</Properties>", b"<t/>" * (MOST_ELEMENTS + 1)),
    ],
)
def test_a_workbook_with_too_much_in_it_is_refused_before_it_is_opened(monkeypatch, part, before, more):
    data = swollen(part, before, more)
    monkeypatch.setattr("openpyxl.load_workbook", lambda *_given, **_how: pytest.fail("opened"))
    assert len(data) < 100_000
    assert refusal(data, "a.xlsx") == TOO_MANY_CELLS


LONG = b"0" * 8_000_000


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("[Content_Types].xml", LONG),
        ("[Content_Types].xml", b"<Types a='" + LONG + b"'/>"),
        ("docProps/app.xml", b"<!--" + LONG + b"--><a/>"),
        ("docProps/app.xml", b"<?a " + LONG + b"?><a/>"),
        ("docProps/app.xml", b"<a" + LONG + b"/>"),
        ("xl/worksheets/sheet1.xml", b"<worksheet a='" + LONG),
        ("media/a.png", b"<worksheet a='" + LONG),
    ],
)
def test_markup_without_end_is_refused_before_a_reader_that_takes_its_square(monkeypatch, part, content):
    """Each piece that expat is given is a part's beginning or its rest, never a stretch of kilobytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook(["cognome"], ["Rossi"]))) as source:
        others = {one.filename: source.read(one) for one in source.infolist()}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in {**others, part: content}.items():
            target.writestr(name, data)
    sizes = []
    create = spreadsheets.expat.ParserCreate

    class Watched:
        def __init__(self) -> None:
            vars(self)["reader"] = create()

        def __setattr__(self, name: str, value: object) -> None:
            setattr(self.reader, name, value)

        def Parse(self, data: bytes, is_last: bool) -> None:
            sizes.append(len(data))
            self.reader.Parse(data, is_last)

    monkeypatch.setattr(spreadsheets.expat, "ParserCreate", Watched)
    monkeypatch.setattr("openpyxl.load_workbook", lambda *_given, **_how: pytest.fail("opened"))
    assert refusal(out.getvalue(), "a.xlsx") == "Il foglio Excel è danneggiato o non è un foglio Excel"
    assert 0 < len(sizes) <= 2 * (len(others) + 1)


def test_a_picture_in_a_workbook_is_no_fault():
    out = io.BytesIO(workbook(["cognome"], ["Rossi"]))
    with zipfile.ZipFile(out, "a") as target:
        target.writestr("xl/printerSettings/printerSettings1.bin", b"0" * 300)
        target.writestr("xl/media/image1.png", b"\x89PNG\r\n\x1a\n" + b"0" * 200_000)
    assert [row.surname for row in read_roster(out.getvalue(), "a.xlsx").rows] == ["Rossi"]


def test_a_workbook_with_as_much_as_a_roster_may_have_is_read():
    row = b'<row><c t="inlineStr"><is><t>Rossi</t></is></c></row>'
    sheet = read_roster(swollen("sheet1.xml", b"</sheetData>", row * (MOST_ROWS - 1)), "a.xlsx")
    assert len(sheet.rows) + len(sheet.errors) == MOST_ROWS


def test_a_text_with_too_many_columns_is_refused_with_its_row():
    wide = ["x"] * (MOST_COLUMNS + 1)
    assert refusal(";".join(wide).encode(), "a.csv") == f"Riga 1: ha più di {MOST_COLUMNS} colonne"
    assert refusal(b"cognome\n" + b";" * 2_000_000 + b"x", "a.csv") == f"Riga 2: ha più di {MOST_COLUMNS} colonne"


def test_empty_columns_of_a_text_do_not_count():
    sheet = read_roster(b"cognome;nome" + b";" * 1_000_000 + b"\nRossi;Ada" + b";" * 1_000_000, "a.csv")
    assert [row.surname for row in sheet.rows] == ["Rossi"]


def test_empty_lines_of_a_text_are_counted():
    assert refusal(b"cognome\n" + b"\n" * (MOST_LINES_OF_TEXT + 1) + b"Rossi", "a.csv").startswith("Il file ha più di")


@pytest.mark.parametrize("accents", ["\u0301" * (MOST_TEXT + 1), "\u0315\u0300" * 50_000])
def test_a_text_that_is_too_long_is_a_fault_of_its_row(accents):
    sheet = read_roster(f"cognome;minorenne\na{accents};no\nVerdi;a{accents}\nBianchi;no".encode(), "a.csv")
    assert [row.surname for row in sheet.rows] == ["Bianchi"]
    assert {error.message for error in sheet.errors} == {f"è più lungo di {MOST_TEXT} caratteri"}
    assert all(len(error.value) < 100 for error in sheet.errors)


@pytest.mark.parametrize("field", ["cognome", "nome", "club"])
@pytest.mark.parametrize("mark", ["\u202e", "\u2067", "\u200b"])
def test_a_ranking_has_no_name_with_marks_that_nobody_sees(field, mark):
    row = {"cognome": "Rossi", "nome": "Anna", "club": "Pisa"}

    def file_of(row: dict) -> bytes:
        return ("cognome;nome;club;punti\n" + ";".join([*row.values(), "5"]) + "\n").encode()

    assert len(ranking.read(file_of(row), "a.csv")) == 1
    with pytest.raises(UnreadableFile, match=f"Riga 2: «{field}»"):
        ranking.read(file_of(row | {field: f"gpj{mark}x"}), "a.csv")


@pytest.mark.parametrize("read", [read_roster, ranking.read])
@pytest.mark.parametrize(("start", "most"), [(b"cognome;punti\n", MOST_BYTES), (OLE_MARK, MOST_XLS_BYTES)])
def test_every_reader_refuses_what_is_too_large(read, start, most):
    with pytest.raises(UnreadableFile, match=f"supera i {most // 1024**2} MiB"):
        read(start + b"a;1\n" * (most // 4), "a")
