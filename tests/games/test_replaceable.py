"""What an organizer may replace, in every game: a file of his own is checked to the last field, played with, and named by the record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from games.kernel import boards
from games.kernel.breaches import Unreadable
from games.kernel.game import Game
from games.kernel.lines import header_for
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.verify import verify_lines
from games.registry import games
from tests.games.seeded_games import seated

REPLACEABLE = [game for game in games().values() if game.replaceable]
FREE = frozenset({"name", "name_en"})
"""Columns in which any text stands."""


@pytest.fixture(params=REPLACEABLE, ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


@pytest.fixture
def real(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of which everything is confirmed, in use: its digest."""
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path))
    return boards.use(game.slug, confirmed(game))


def confirmed(game: Game) -> str:
    return re.sub(r"(?m)^(#! status[^:]*):.*$", r"\1: confirmed", game.replaceable.template())


def cells(text: str, spoilt: str = "§") -> Iterator[tuple[int, str, str]]:
    """Line, column and the text with that cell spoilt: every column of every fifth row."""
    lines, titles = text.splitlines(), list[str]()
    for number, line in enumerate(lines):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("id;"):
            titles = line.split(";")
        elif number % 5 == 0:
            for place, column in enumerate(titles):
                parts = line.split(";")
                parts[place] = spoilt
                yield number + 1, column, "\n".join((*lines[:number], ";".join(parts), *lines[number + 1 :]))


def test_what_comes_with_a_game_has_no_fault(game: Game) -> None:
    assert game.replaceable.faults(game.replaceable.template(), "template") == ()


def test_every_spoilt_field_is_named_with_its_line_in_both_languages(game: Game) -> None:
    for line, column, text in cells(game.replaceable.template()):
        if column in FREE:
            continue
        found = [fault for fault in game.replaceable.faults(text, "mine") if fault.line == line]
        assert found, (line, column)
        assert all(fault.it and fault.it != fault.says for fault in found), found


HOSTILE = {
    "turned": "\u202eoiraM",
    "tag": "x\U000e0041",
    "nothing": "\u200b",
    "terminal": "x\x1b[31m",
    "stacked": "a" + "\u0301" * 9,
    "long": "W" * 5000,
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_no_field_takes_text_that_cannot_be_seen_or_covers_other_text(game: Game, hostile: str) -> None:
    for line, column, text in cells(game.replaceable.template(), hostile):
        found = [fault for fault in game.replaceable.faults(text, "mine") if fault.line == line]
        assert found, (line, column)


def test_an_id_is_no_property_of_a_script(game: Game) -> None:
    text = game.replaceable.template()
    (first,) = re.findall(r"(?m)^id;.*\n([^;#]+);", text)[:1]
    assert game.replaceable.faults(re.sub(rf"\b{first}\b", "__proto__", text), "mine")


def test_a_neighbour_stands_once(game: Game) -> None:
    text = game.replaceable.template()
    if "links" not in text:
        return
    line, faulty = next((number, one) for number, column, one in cells(text, "a|a") if column == "links")
    assert any("twice" in fault.says for fault in game.replaceable.faults(faulty, "mine") if fault.line == line)


def test_a_file_saved_by_a_spreadsheet_is_the_same_file(game: Game) -> None:
    text = game.replaceable.template()
    padded = "\ufeff" + "".join(f"{line}{';;;' if line.startswith('#') else ''}\r\n" for line in text.split("\n")[:-1])
    assert boards.as_saved(padded) == text


def test_a_record_names_what_it_is_played_with_and_is_replayed_on_it(game: Game, real: str) -> None:
    header, vault = seated(game, game.seats[0], 4)
    assert header.board == real == game.board()
    record = Record(game, header)
    lines = [*play_game(record, Random(4), vault)]
    boards.use_standard(game.slug)
    again = Record(game, header)
    assert all(line.refusal is None for line in verify_lines(again, lines))
    assert again.state == record.state


def test_a_file_that_is_confirmed_bears_no_note_and_another_bears_one(game: Game, real: str) -> None:
    record = Record(game, header_for(game, [f"s{seat}" for seat in range(game.seats[0])]))
    assert game.stand_in(real) is None
    assert game.scene(record.rules, record.state, frozenset()).stand_in is None
    boards.use_standard(game.slug)
    assert game.stand_in(game.board()) is not None


def test_a_record_on_what_is_not_at_hand_is_not_told(game: Game, real: str, tmp_path: Path, monkeypatch) -> None:
    header = header_for(game, [f"s{seat}" for seat in range(game.seats[0])])
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path / "elsewhere"))
    with pytest.raises(Unreadable):
        Record(game, header)
    with boards.lent([confirmed(game)]):
        assert Record(game, header).header.board == real
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("played", games().values(), ids=games())
def test_the_note_of_the_picture_is_that_of_the_game(played: Game) -> None:
    record = Record(played, header_for(played, [f"s{seat}" for seat in range(played.seats[0])]))
    assert played.scene(record.rules, record.state, frozenset()).stand_in == played.stand_in(record.header.board)
