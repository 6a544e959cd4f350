"""One form of each line: a ruling that waives what the act breaks, a digest where a turn ends, texts that go one way, numbers and seats."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from games.cli import main
from games.kernel.acts import JUDGE, By, Note, Ruling
from games.kernel.breaches import Unreadable
from games.kernel.lines import read_act
from games.kernel.record import Record
from games.kernel.strict import shows_something
from games.kernel.verify import verify_lines
from games.registry import game
from tests.games.seeded_games import SLUGS, acts_of, fresh, whole_game

TURNED = "\N{RIGHT-TO-LEFT OVERRIDE}letti"


def before_its_first_line(slug: str, *, is_earlier: bool = False) -> tuple[Record, By, msgspec.Raw]:
    """A table, and its first act with who says it. `is_earlier`: by the revision before."""
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    table = fresh(record)
    by, act = next(iter(acts_of(record, lines)))
    if is_earlier:
        table = Record(table.game, msgspec.structs.replace(table.header, revision=table.game.one_form_from - 1))
    return table, by, msgspec.Raw(msgspec.json.encode(act))


@pytest.mark.parametrize("slug", SLUGS)
def test_no_ruling_registers_what_breaks_nothing(slug: str) -> None:
    table, by, act = before_its_first_line(slug)
    (breach,) = table.breaches(JUDGE, Ruling((), by, act), "why")
    assert (breach.kind, breach.reason.en) == ("impossible", "the act breaks nothing: it is recorded by itself")
    table, by, act = before_its_first_line(slug, is_earlier=True)
    assert table.breaches(JUDGE, Ruling((), by, act), "why") == ()


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("waives", [("",), tuple(f"a{number}" for number in range(8_000))])
def test_a_ruling_names_articles_of_the_book(slug: str, waives: tuple[str, ...]) -> None:
    table, by, act = before_its_first_line(slug)
    with pytest.raises(Unreadable) as error:
        table.breaches(JUDGE, Ruling(waives, by, act), "why")
    assert len(error.value.reason.en) < 100


def refused(table: Record, *lines: bytes) -> dict[int, str]:
    """By number in the file, why a line is refused."""
    return {line.number: line.refusal.reasons[0].en for line in verify_lines(table, lines) if line.refusal}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_digest_stands_only_where_a_turn_ends(slug: str) -> None:
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    table, at_once = fresh(record), fresh(record)
    bare = [msgspec.json.decode(line) for line in lines]
    place = next(number for number, one in enumerate(bare) if "digest" not in one)
    for one in bare:
        one.pop("head")
    for by, act in [*acts_of(record, lines)][: place + 1]:
        table.append_trusted(by, act)
    bare[place]["digest"] = table.digest()
    texts = [msgspec.json.encode(one) for one in bare]
    assert refused(at_once, *texts) == {place + 2: "digest: it stands only where a turn or the game ends"}
    earlier = Record(record.game, msgspec.structs.replace(record.header, revision=record.game.one_form_from - 1))
    assert place + 2 not in refused(earlier, *texts[: place + 1])


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("text", [TURNED, "x\N{LEFT-TO-RIGHT ISOLATE}", "\N{ARABIC LETTER MARK}y"])
def test_no_text_turns_round_what_follows_it(slug: str, text: str) -> None:
    table, by, act = before_its_first_line(slug)
    for speaker, said, why in ((JUDGE, Note(text), ""), (by, read_act(table.game, act), text)):
        with pytest.raises(Unreadable, match="turns the text round"):
            table.breaches(speaker, said, why)
    for why in (text, text.encode("unicode_escape").decode()):
        line = msgspec.json.encode({"seq": 1, "by": by, "act": msgspec.json.decode(act)})[:-1]
        raw = line + b',"why":"' + why.encode() + b'"}'
        assert "turns the text round" in refused(fresh_table(slug), raw)[2]
    earlier, by, act = before_its_first_line(slug, is_earlier=True)
    assert earlier.breaches(JUDGE, Note(text), "") == ()


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("text", ["x\N{LINE SEPARATOR}y", "x\N{PARAGRAPH SEPARATOR}y"])
def test_no_text_ends_the_line_on_which_it_stands(slug: str, text: str) -> None:
    table, by, act = before_its_first_line(slug)
    for speaker, said, why in ((JUDGE, Note(text), ""), (by, read_act(table.game, act), text)):
        with pytest.raises(Unreadable, match="ends the line"):
            table.breaches(speaker, said, why)
    for why in (text, text.encode("unicode_escape").decode()):
        line = msgspec.json.encode({"seq": 1, "by": by, "act": msgspec.json.decode(act)})[:-1]
        raw = line + b',"why":"' + why.encode() + b'"}'
        assert "ends the line" in refused(fresh_table(slug), raw)[2]
    header = msgspec.structs.replace(table.header, revision=table.game.one_line_from - 1)
    assert Record(table.game, header).breaches(JUDGE, Note(text), "") == ()


def fresh_table(slug: str) -> Record:
    return before_its_first_line(slug)[0]


@pytest.mark.parametrize("sign", ["\N{OBJECT REPLACEMENT CHARACTER}", "\N{MUSICAL SYMBOL NULL NOTEHEAD}", "\U00013441"])
def test_a_sign_that_is_drawn_as_nothing_is_no_reason(sign: str) -> None:
    assert not shows_something(sign)


def test_a_number_too_long_is_named_so() -> None:
    (reason,) = refused(
        fresh_table("arba"), b'{"seq":1,"by":"judge","act":{"type":"nearest","seat":99999999999999999999}}'
    ).values()
    assert "a number too long" in reason


def test_a_seat_on_the_command_line_is_written_in_ascii_digits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, lines, _ = whole_game("porcello", 2, 1)
    file = tmp_path / "one.jsonl"
    file.write_bytes(b"\n".join([record.header_line, *lines, b""]))
    assert main(["view", "--as", "1", str(file)]) == 0
    assert main(["view", "--as", "\N{ARABIC-INDIC DIGIT ONE}", str(file)]) == 2
    assert "a seat, not" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["../arba", "__init__", "kernel"])
def test_a_game_that_there_is_not_is_named_in_words(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, lines, _ = whole_game("porcello", 2, 1)
    file = tmp_path / "other.jsonl"
    file.write_bytes(record.header_line.replace(b'"porcello"', f'"{name}"'.encode()) + b"\n" + lines[0] + b"\n")
    assert main(["check", str(file)]) == 2
    assert f"unknown game: {name}" in capsys.readouterr().err


# -- what nobody sees

UNSEEN_TEXTS = ["", "  ", "\u200b\u2060", "\u3164"]


def of_revision(record: Record, revision: int) -> Record:
    return Record(record.game, msgspec.structs.replace(record.header, revision=revision))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("text", UNSEEN_TEXTS)
def test_a_note_says_something_that_is_seen(slug: str, text: str) -> None:
    record, since = fresh(whole_game(slug, game(slug).seats[0], 1)[0]), game(slug).seen_notes_from
    with pytest.raises(Unreadable, match="says nothing"):
        record.breaches(JUDGE, Note(text))
    assert record.breaches(JUDGE, Note(f"{text}ora")) == ()
    assert of_revision(record, since - 1).breaches(JUDGE, Note(text)) == ()


@pytest.mark.parametrize("slug", SLUGS)
def test_an_empty_digest_is_left_out(slug: str) -> None:
    record, since = fresh(whole_game(slug, game(slug).seats[0], 1)[0]), game(slug).seen_notes_from
    line = b'{"seq":1,"by":"judge","act":{"type":"note","text":"ora"},"digest":""}'
    assert list(refused(fresh(record), line)) == [2]
    assert refused(fresh(record), line.replace(b',"digest":""', b"")) == {}
    assert refused(of_revision(record, since - 1), line) == {}
