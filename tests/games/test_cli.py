"""`python -m games`: shapes of the output and exit codes."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from games.cli import main
from games.kernel.vault import read as read_vault
from games.registry import games


@pytest.fixture
def run(capsysbinary):
    """Run one command; gives its exit code and what it printed, decoded line by line."""

    def command(*words: str) -> tuple[int, str]:
        code = main(words)
        return code, capsysbinary.readouterr().out.decode()

    return command


@pytest.fixture
def record(tmp_path: Path, run) -> Path:
    code, text = run("play", "risiko", "--players", "4", "--seed", "3")
    assert code == 0
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    return path


def test_list_prints_one_slug_a_line(run) -> None:
    assert run("list") == (0, "\n".join(games()) + "\n")


def test_check_of_a_fair_record_refuses_nothing(run, record: Path) -> None:
    code, text = run("check", str(record))
    data = json.loads(text)
    assert code == 0
    assert data["refused"] == 0
    assert data["entries"] == len(record.read_bytes().splitlines()) - 1
    assert data["over"] is True
    assert data["ended_by"] in ("objective", "dice", "time", "elimination", "abandoned")


def test_check_counts_no_blank_line_among_the_entries(run, record: Path) -> None:
    lines = record.read_bytes().splitlines()
    record.write_bytes(b"\n".join([*lines[:5], b"", b" ", *lines[5:], b""]))
    code, text = run("check", str(record))
    *named, data = map(json.loads, text.splitlines())
    assert (code, data["entries"], data["refused"]) == (1, len(lines) - 1, 2)
    assert len(named) == 1


def test_check_names_the_line_that_does_not_stand(run, record: Path) -> None:
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    for line in lines[1:]:
        line.pop("head")
    line = next(number for number, result in enumerate(lines) if number and result["act"]["type"] == "defence_dice")
    lines[line]["act"]["dice"] = [7]
    record.write_text("\n".join(map(json.dumps, lines)))
    code, text = run("check", str(record))
    first = json.loads(text.splitlines()[0])
    assert code == 1
    assert (first["line"], first["kind"], first["article"]) == (line + 1, "unreadable", None)


def test_a_changed_digest_is_named(run, record: Path) -> None:
    lines = record.read_text().splitlines()
    data = [json.loads(line) for line in lines]
    number = next(n for n, line in enumerate(data) if "digest" in line)
    data[number]["digest"] = "0" * 64
    for line in data[1:]:
        line.pop("head")
    record.write_text("\n".join(map(json.dumps, data)))
    code, text = run("check", str(record))
    assert code == 1
    assert [json.loads(line)["line"] for line in text.splitlines()[:-1]] == [number + 1]


@pytest.mark.parametrize("text", ["", "hello", "{}", '{"notation":1}', "[1,2]", "\x00\x01", '{"game":"chess"}'])
def test_a_file_that_is_no_record_gives_2(run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "no.jsonl"
    path.write_text(text)
    for command in (
        ["check", str(path)],
        ["score", str(path)],
        ["view", str(path), "--as", "public"],
        ["state", str(path)],
    ):
        code, output = run(*command)
        assert (code, output) == (2, "")


def test_a_missing_file_gives_2(run, tmp_path: Path) -> None:
    assert run("check", str(tmp_path / "none.jsonl"))[0] == 2


def test_a_record_is_read_from_standard_input(run, record: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.read_bytes())))
    assert run("check", "-")[0] == 0


def test_score_gives_points_as_decimal_strings_and_ranks(run, record: Path) -> None:
    code, text = run("score", str(record))
    data = json.loads(text)
    assert code == 0
    assert sorted(row["seat"] for row in data["rows"]) == [0, 1, 2, 3]
    assert all(isinstance(row["points"], str) and isinstance(row["rank"], int) for row in data["rows"])


def test_score_of_a_game_that_goes_on_has_no_end(run, record: Path) -> None:
    record.write_bytes(b"\n".join(record.read_bytes().splitlines()[:200]))
    data = json.loads(run("score", str(record))[1])
    assert data["ended_by"] is None
    assert [row["points"] for row in data["rows"]] == [None] * 4


def test_state_speaks_in_names(run, record: Path) -> None:
    data = json.loads(run("state", str(record))[1])
    assert set(data["territories"]["alaska"]) == {"seat", "armies"}
    assert "unseen_cards" in data


def test_sealed_objectives_are_seen_by_their_seat_alone(run, tmp_path: Path) -> None:
    secrets = tmp_path / "vault.json"
    _, text = run("play", "risiko", "--players", "5", "--seed", "4", "--sealed", "--vault", str(secrets))
    lines = text.splitlines()
    record = tmp_path / "sealed.jsonl"
    record.write_text("\n".join(lines[:300]))
    dealt = read_vault(secrets)
    mine = json.loads(run("view", str(record), "--as", "0", "--vault", str(secrets))[1])
    assert mine["my_objective"] == int(dealt.of(0, "objective")[0].value)
    for viewer in ("public", "judge", "1"):
        text = run("view", str(record), "--as", viewer, "--vault", str(secrets))[1]
        assert {player["objective"] for player in json.loads(text)["players"]} == {"sealed"}


def test_a_vault_of_another_game_is_refused(run, tmp_path: Path) -> None:
    files = []
    for seed in ("4", "5"):
        vault, record = tmp_path / f"{seed}.vault", tmp_path / f"{seed}.jsonl"
        record.write_text(run("play", "risiko", "--seed", seed, "--sealed", "--vault", str(vault))[1])
        files.append((record, vault))
    assert run("check", str(files[0][0]), "--vault", str(files[0][1]))[0] == 0
    assert run("check", str(files[0][0]), "--vault", str(files[1][1]))[0] == 2


@pytest.mark.parametrize(
    "words",
    [
        ("play", "chess"),
        ("play", "risiko", "--players", "9"),
        ("play", "risiko", "--option", "closing=9"),
        ("play", "risiko", "--option", "closing"),
        ("play", "risiko", "--option", "nonsense=1"),
        ("play", "risiko", "--edition", "nonsense"),
        ("odds", "risiko", "--attack", "9", "--defend", "2"),
        ("odds", "risiko", "--armies", "10 by 7"),
        ("schema", "chess"),
    ],
)
def test_what_cannot_be_done_gives_2_and_a_reason(words: tuple[str, ...], capsys) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.strip()


def test_odds_are_exact_fractions_that_sum_to_one(run) -> None:
    from fractions import Fraction

    for words in (("--attack", "3", "--defend", "2"), ("--armies", "10x7"), ("--armies", "10x7", "--no-fewer-dice")):
        outcomes = json.loads(run("odds", "risiko", *words)[1])["outcomes"]
        assert sum(Fraction(one["p"]) for one in outcomes) == 1
