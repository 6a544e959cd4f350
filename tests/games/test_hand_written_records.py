"""Records written by hand from the rulebooks: `check` names the one line that goes wrong, and nothing else.

The records of the first game stand in `fixtures/records/`, those of the others in a folder named after the game.
"""

import json
import tomllib
from pathlib import Path

import pytest

from games.cli import main
from games.registry import games

ROOT = Path(__file__).resolve().parents[2] / "fixtures" / "records"
FOLDERS = (ROOT, *sorted(path for path in ROOT.iterdir() if path.is_dir()))


def expected_in(folder: Path) -> list[dict]:
    rows = tomllib.loads((folder / "expected.toml").read_text(encoding="utf-8"))["record"]
    return [{**row, "path": folder / row["file"]} for row in rows]


EXPECTED = [row for folder in FOLDERS for row in expected_in(folder)]
WRONG = [row for row in EXPECTED if "line" in row]
RIGHT = [row for row in EXPECTED if "line" not in row]


def name_of(row: dict) -> str:
    return str(row["path"].relative_to(ROOT)).removesuffix(".jsonl")


each_wrong_record = pytest.mark.parametrize("expected", WRONG, ids=name_of)


def checked(path: Path, capsys) -> tuple[int, list[dict], dict]:
    """Exit code, refused lines, summary."""
    code = main(["check", str(path)])
    *refused, summary = map(json.loads, capsys.readouterr().out.splitlines())
    return code, refused, summary


@each_wrong_record
def test_check_names_the_one_wrong_line(expected, capsys):
    code, refused, summary = checked(expected["path"], capsys)
    assert [(one["line"], one["kind"]) for one in refused] == [(expected["line"], expected["kind"])]
    if expected["kind"] == "infraction":
        assert refused[0]["article"] == expected["article"]
    assert (code, summary["refused"]) == (1, 1)


@each_wrong_record
def test_without_that_line_nothing_is_refused(expected, capsys, tmp_path):
    header, *lines = expected["path"].read_text(encoding="utf-8").splitlines()
    del lines[expected["line"] - 2]
    entries = [{**json.loads(line), "seq": seq} for seq, line in enumerate(lines, 1)]
    path = tmp_path / "legal.jsonl"
    path.write_text("\n".join([header, *map(json.dumps, entries)]) + "\n", encoding="utf-8")
    assert checked(path, capsys)[:2] == (0, [])


@pytest.mark.parametrize("expected", RIGHT, ids=name_of)
def test_a_right_record_stands_whole(expected, capsys):
    assert checked(expected["path"], capsys)[:2] == (0, [])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_file_is_listed(folder):
    assert sorted(row["file"] for row in expected_in(folder)) == sorted(path.name for path in folder.glob("*.jsonl"))


def test_every_game_has_right_records_and_wrong_ones():
    assert {folder.name for folder in FOLDERS[1:]} <= set(games())
    for folder in FOLDERS[1:]:
        rows = expected_in(folder)
        assert sum("line" in row for row in rows) >= 6
        assert any("line" not in row for row in rows)
        assert {row["kind"] for row in rows if "line" in row} == {"infraction", "impossible"}


def test_every_article_of_play_of_the_first_game_is_met():
    rows = expected_in(ROOT)
    met = {one["article"] for one in rows if one["kind"] == "infraction"}
    assert met == {*map(str, range(3, 18)), "19", "base.attack"}
    assert {one["kind"] for one in rows} == {"infraction", "impossible", "unreadable"}
