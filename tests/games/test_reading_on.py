"""A reader names a line that is none and reads on: with numbers that do not follow, with blank lines, behind a chain that breaks."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.cli import main
from games.kernel.lines import split_head
from games.kernel.verify import verify_lines
from games.registry import game
from tests.games.seeded_games import SLUGS, fresh, whole_game

LINES = 60


def bare_lines(slug: str) -> list[dict[str, Any]]:
    """The first lines of a random game without their heads, so that they may be numbered otherwise; and without their digests."""
    _, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    found = [msgspec.json.decode(split_head(line)[0]) for line in lines[:LINES]]
    return [{key: value for key, value in one.items() if key != "digest"} for one in found]


def refused(slug: str, lines: list[dict[str, Any]]) -> list[int]:
    """Which lines do not stand, counted from 0."""
    record = fresh(whole_game(slug, game(slug).seats[0], 1)[0])
    read = verify_lines(record, map(msgspec.json.encode, lines))
    return [line.number - 2 for line in read if line.refusal]


def numbered(line: dict[str, Any], seq: int) -> dict[str, Any]:
    return {**line, "seq": seq}


@pytest.mark.parametrize("seq", [0, -4, 1, 22, 25, 1_000, 10**6, 10**14])
@pytest.mark.parametrize("slug", SLUGS)
def test_one_line_with_another_number_is_named_and_the_next_ones_are_read(slug: str, seq: int) -> None:
    """As far as the game itself can do without that line."""
    lines = bare_lines(slug)
    note = {"seq": 0, "by": "judge", "act": {"type": "note", "text": "x"}}
    with_note = [*lines[:20], numbered(note, 21), *(numbered(one, one["seq"] + 1) for one in lines[20:])]
    assert refused(slug, with_note) == []
    assert refused(slug, [*with_note[:20], numbered(note, seq), *with_note[21:]]) == [20]


@pytest.mark.parametrize("gap", [1, 5, 5_000])
@pytest.mark.parametrize("slug", SLUGS)
def test_where_the_numbers_go_on_from_another_one_a_line_is_named_and_the_next_ones_are_read(
    slug: str, gap: int
) -> None:
    lines = bare_lines(slug)
    note = {"seq": 0, "by": "judge", "act": {"type": "note", "text": "x"}}
    later = [numbered(note, 21 + gap), *(numbered(one, one["seq"] + 1 + gap) for one in lines[20:])]
    assert refused(slug, [*lines[:20], *later]) == [20]


@pytest.mark.parametrize("slug", SLUGS)
def test_lines_that_stand_twice_are_named_and_the_next_ones_are_read(slug: str) -> None:
    """No number is given out again for it."""
    lines = bare_lines(slug)
    assert refused(slug, [*lines[:20], lines[19], *lines[20:]]) == [20]
    assert refused(slug, [*lines[:20], *lines[8:20], *lines[20:]]) == [*range(20, 32)]


@pytest.mark.parametrize("slug", SLUGS)
def test_lines_that_are_none_in_between_do_not_lose_the_place(slug: str) -> None:
    lines = bare_lines(slug)
    record = fresh(whole_game(slug, game(slug).seats[0], 1)[0])
    note = {"seq": 10**9, "by": "judge", "act": {"type": "note", "text": "x"}}
    later = [numbered(one, one["seq"] + 2) for one in lines[20:]]
    texts = [*map(msgspec.json.encode, [*lines[:20], note]), b"nothing", b"", *map(msgspec.json.encode, later)]
    read = [line.number - 2 for line in verify_lines(record, texts) if line.refusal]
    assert read == [20, 21, 22]


# -- blank lines


def test_blank_lines_are_named_in_their_place_once_for_each_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, lines, _ = whole_game("porcello", 2, 1)
    blank = [b"", b"  ", b"\t"] * 200
    file = tmp_path / "blank.jsonl"
    file.write_bytes(b"\n".join([record.header_line, *lines[:3], *blank, *lines[3:5], b"", *lines[5:], b""]))
    assert main(["check", str(file)]) == 1
    *named, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert [(one["line"], one.get("to")) for one in named] == [(5, 604), (607, None)]
    assert {one["reason"] for one in named} == {"blank line: each line is an entry"}
    assert (summary["refused"], summary["head"]) == (601, record.head)


@pytest.mark.parametrize("nothing", [b"{}", b"nothing", b'{"seq":1,"by":0,"act":{"type":"x"}}'])
def test_lines_that_are_none_for_one_reason_are_named_once_for_each_run(
    nothing: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of nothing else is answered with less than it holds."""
    record, lines, _ = whole_game("porcello", 2, 1)
    file = tmp_path / "nothing.jsonl"
    file.write_bytes(b"\n".join([record.header_line, *lines[:3], *[nothing] * 100_000, b""]))
    assert main(["check", str(file)]) == 1
    out = capsys.readouterr().out
    assert len(out) < file.stat().st_size / 100
    *named, summary = map(json.loads, out.splitlines())
    assert (named[0]["line"], named[-1]["to"]) == (5, 100_004)
    assert summary["refused"] == 100_000


# -- a chain that breaks


@pytest.mark.parametrize("place", [0, 1, 30, 200])
def test_the_summary_of_a_broken_chain_says_up_to_which_line_it_holds(
    place: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, lines, _ = whole_game("risiko", 4, 1)
    changed = lines[place].replace(b'"seq":', b'"seq": ', 1)
    file = tmp_path / "broken.jsonl"
    file.write_bytes(b"\n".join([record.header_line, *lines[:place], changed, *lines[place + 1 :], b""]))
    assert main(["check", str(file)]) == 1
    *named, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert named[0]["line"] == place + 2
    before = lines[place - 1][-66:-2].decode() if place else sha256(record.header_line).hexdigest()
    assert (summary["head"], summary["chain_holds_to"], summary["head_there"]) == (None, place + 1, before)


def test_a_chain_that_breaks_twice_holds_up_to_the_first_break(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, lines, _ = whole_game("risiko", 4, 1)
    changed = [
        line.replace(b'"seq":', b'"seq": ', 1) if number in (40, 300) else line for number, line in enumerate(lines)
    ]
    file = tmp_path / "broken.jsonl"
    file.write_bytes(b"\n".join([record.header_line, *changed, b""]))
    main(["check", str(file)])
    summary = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (summary["chain_holds_to"], summary["head_there"]) == (41, lines[39][-66:-2].decode())


def test_a_whole_chain_has_its_head_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, lines, _ = whole_game("porcello", 2, 1)
    file = tmp_path / "whole.jsonl"
    file.write_bytes(b"\n".join([record.header_line, *lines, b""]))
    assert main(["check", str(file)]) == 0
    summary = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (summary["head"], "chain_holds_to" in summary) == (record.head, False)
