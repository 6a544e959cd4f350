"""Rosters in a line, as a text or as a workbook, and what was read of them."""

import io
import zipfile

import openpyxl
import pytest

from tournament.imports.roster import RosterSheet, read_roster
from tournament.imports.spreadsheets import UnreadableFile

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
