"""Board files of any game: faults gathered, boards that an organizer brought kept by their digest."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from games.kernel import boards
from games.kernel.boards import BadData, Fault

SOUND = "id;name;links\na;A;b|c:mountain\nb;B;a\nc;C;a:mountain\n"
COLUMNS = ("id", "name", "links")


def test_every_fault_of_the_lines_is_gathered() -> None:
    sheet, faults = boards.survey("id;name;links\na;A\nb;B;a\nb;C;a\n", "x", COLUMNS)
    assert [(fault.line, fault.says) for fault in faults] == [
        (2, "2 fields where the header has 3"),
        (4, "b stands already on line 3"),
    ]
    assert [row.line for row in sheet.rows] == [3, 4]


def test_every_fault_of_the_links_is_gathered() -> None:
    sheet = boards.parse("id;name;links\na;A;a|b|z\nb;B;\nc;C;d\nd;D;c:mountain\n", "x", COLUMNS)
    assert [fault.says for fault in boards.survey_places(sheet)[1]] == [
        "a borders on itself",
        "a borders on b, but line 3 does not say so of a",
        "a borders on z, which is on no line",
        "c-d is land here and mountain on line 5",
        "d-c is mountain here and land on line 4",
    ]


def test_a_fault_is_said_in_the_language_of_whoever_edits_the_file() -> None:
    fault = Fault(3, "a borders on itself", "a confina con sé stesso")
    assert [fault.in_language("it"), fault.in_language("en"), str(fault)] == [
        "riga 3: a confina con sé stesso",
        "line 3: a borders on itself",
        "line 3: a borders on itself",
    ]
    assert Fault(0, "no header line").in_language("it") == "no header line"


def test_a_link_to_a_line_that_was_not_read_is_not_judged() -> None:
    sheet = boards.parse("id;name;links\na;A;z\n", "x", COLUMNS)
    assert boards.survey_places(sheet, frozenset({"z"}))[1] == []


def test_a_sheet_with_a_fault_is_refused_and_a_sound_one_read() -> None:
    with pytest.raises(BadData):
        boards.parse("id;name;links\na;A\n", "x", COLUMNS)
    assert [place.id for place in boards.places(boards.parse(SOUND, "x", COLUMNS))] == ["a", "b", "c"]


def test_a_board_is_stored_by_its_digest_and_put_into_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path))
    assert boards.in_use("some") == ""
    digest = boards.use("some", SOUND)
    assert digest == hashlib.sha256(SOUND.encode()).hexdigest()
    assert boards.in_use("some") == digest
    assert boards.stored_text("some", digest) == SOUND
    assert (tmp_path / "boards" / "some" / f"{digest}.csv").exists()
    boards.use_standard("some")
    assert boards.in_use("some") == ""
    assert boards.stored_text("some", digest) == SOUND
    assert boards.stored_text("some", "../" + digest) == ""


def test_a_board_in_use_that_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path))
    digest = boards.use("some", SOUND)
    (tmp_path / "boards" / "some" / f"{digest}.csv").unlink()
    with pytest.raises(BadData, match="the board in use is not in this folder"):
        boards.in_use("some")
