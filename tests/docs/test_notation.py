"""`docs/notation.md` keeps its word: its example can be recomputed with hashlib alone, and its tables name every act and field."""

import hashlib
import json
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
WORD = re.compile(r"`(\w+)`")


def block(language: str) -> str:
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


def rows(heading: str) -> dict[str, list[str]]:
    """Rows of the table under a heading, by their first cell."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:2] == "| "]
    return {row[0].strip("`"): row for row in cells[1:]}


# With hashlib alone


def test_the_example_recomputes_to_the_byte():
    header, *lines = block("jsonl").encode().splitlines()
    head = hashlib.sha256(header).hexdigest()
    assert f"`{head}`" in PAGE
    for line in lines:
        cut = line.rindex(b',"head":"')
        head = hashlib.sha256(head.encode() + line[:cut] + b"}").hexdigest()
        assert json.loads(line)["head"] == head
    assert len(lines) == 6


def test_the_program_of_the_page_prints_the_last_head(tmp_path, monkeypatch, capsys):
    (tmp_path / "example.jsonl").write_text(block("jsonl"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(block("python"), {})
    assert capsys.readouterr().out.strip() == json.loads(block("jsonl").splitlines()[-1])["head"]


def test_a_changed_letter_breaks_the_example(tmp_path, monkeypatch):
    (tmp_path / "example.jsonl").write_text(block("jsonl").replace("blu", "blv"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError):
        exec(block("python"), {})


def test_the_commitment_of_the_page_recomputes():
    secret = json.loads(block("json"))["secrets"][0]
    text = f"{secret['salt']}:{secret['kind']}:{secret['value']}"
    assert f"`{hashlib.sha256(text.encode()).hexdigest()}`" in PAGE


# Against the product


def test_the_example_is_a_record_without_a_fault(tmp_path, capsys):
    from games.cli import main

    path = tmp_path / "example.jsonl"
    path.write_text(block("jsonl"), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["head"] == json.loads(block("jsonl").splitlines()[-1])["head"]


def acts(heading: str) -> dict[str, list[str]]:
    """Fields by act, of the table under a heading; one row may name two acts that have the same."""
    return {tag: WORD.findall(row[2]) for cell, row in rows(heading).items() for tag in re.findall(r"\w+", cell)}


@pytest.mark.parametrize("slug", ["risiko", "fabrisiko", "arba", "fatal"])
def test_every_act_stands_in_a_table_with_its_fields(slug):
    from games.registry import game

    known = {str(act.__struct_config__.tag): list(act.__struct_fields__) for act in game(slug).act_types}
    assert {**acts("Acts that every game knows"), **acts(f"Acts of `{slug}`")} == known


def test_every_act_of_iperisiko_stands_in_its_table_or_in_that_above():
    from games.registry import game

    known = {str(act.__struct_config__.tag): list(act.__struct_fields__) for act in game("iperisiko").act_types}
    above = {**acts("Acts that every game knows"), **acts("Acts of `risiko`")}
    own = acts("Acts of `iperisiko`")
    own["shown"] = [name for name in known["shown"] if name in (*above["shown"], *own["shown"])]
    assert {**{tag: above[tag] for tag in known if tag in above}, **own} == known


def test_what_every_game_knows_is_what_the_kernel_knows():
    from games.kernel.game import KERNEL_ACTS

    assert set(rows("Acts that every game knows")) == {str(act.__struct_config__.tag) for act in KERNEL_ACTS}


def test_every_member_of_header_and_line_stands_in_a_table():
    from games.kernel.lines import Entry, Header

    assert list(rows("Header")) == list(Header.__struct_fields__)
    assert list(rows("Line")) == list(Entry.__struct_fields__)


def test_the_digest_is_that_of_the_public_view_without_spaces(tmp_path, capsys):
    from games.cli import main

    assert main(["play", "risiko", "--players", "4", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    last = next(n for n, line in enumerate(lines) if '"digest"' in line)
    path = tmp_path / "to-the-turns-end.jsonl"
    path.write_text("\n".join(lines[: last + 1]) + "\n", encoding="utf-8")
    assert main(["view", str(path), "--as", "public"]) == 0
    view = json.loads(capsys.readouterr().out)
    compact = json.dumps(view, separators=(",", ":"), ensure_ascii=False).encode()
    assert hashlib.sha256(compact).hexdigest() == json.loads(lines[last])["digest"]
