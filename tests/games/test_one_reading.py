"""One line, one reading: what two programs could read as two things is unreadable, and named, in every reader."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from games.cli import main
from games.kernel.acts import JUDGE, LONGEST_TEXT, Note
from games.kernel.breaches import UNREADABLE, Unreadable
from games.kernel.lines import check_header, header_for, read_act, read_header, split_head
from games.kernel.record import Record
from games.kernel.strict import LONGEST_LINE, parser_words, reason_in, shows_something
from games.kernel.verify import NO_HEAD, verify_lines
from games.registry import game
from tests.games.seeded_games import SLUGS, acts_of, fresh, seated, whole_game

RISIKO = game("risiko")
START = b'{"seq":1,"by":"judge","act":{"type":"start_dice","dice":[6,1,2,3]}}'
AMBIGUOUS = {
    "by twice": b'{"seq":1,"by":0,"by":"judge","act":{"type":"start_dice","dice":[6,1,2,3]}}',
    "seq twice": b'{"seq":2,"seq":1,"by":"judge","act":{"type":"start_dice","dice":[6,1,2,3]}}',
    "act twice": b'{"seq":1,"by":"judge","act":{"type":"objectives"},"act":{"type":"start_dice","dice":[6,1,2,3]}}',
    "dice twice": b'{"seq":1,"by":"judge","act":{"type":"start_dice","dice":[1,1,2,3],"dice":[6,1,2,3]}}',
    "minus nought": b'{"seq":1,"by":-0,"act":{"type":"start_dice","dice":[6,1,2,3]}}',
    "a number as text": b'{"seq":"1","by":"judge","act":{"type":"start_dice","dice":[6,1,2,3]}}',
    "a number with a point": b'{"seq":1.0,"by":"judge","act":{"type":"start_dice","dice":[6,1,2,3]}}',
    "a line without end": START[:-1] + b',"why":"' + b"x" * LONGEST_LINE + b'"}',
    "a place without end": b'{"seq":1,"by":0,"act":{"type":"attack","src":"' + b"x" * LONGEST_LINE + b'","dst":"x"}}',
    "a reason without end": START[:-1] + b',"why":"' + b"x" * (LONGEST_TEXT + 1) + b'"}',
    "a number without end": START.replace(b"[6,", b"[" + b"6" * 5_000 + b","),
    "a nest without end": b'{"seq":' + b"[" * 5_000,
}


def refusal(line: bytes) -> Any:
    record = Record(RISIKO, header_for(RISIKO, ["a", "b", "c", "d"]))
    (read,) = verify_lines(record, [line])
    return read.refusal


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_a_line_of_two_readings_is_unreadable(name: str) -> None:
    found = refusal(AMBIGUOUS[name])
    assert found.kind == UNREADABLE
    assert all(len(words.it) < 400 and "{" not in words.it for words in found.reasons)


@pytest.mark.parametrize(
    "line", [START, START.replace(b",", b" , "), START.replace(b'"seq":1,', b"")[:-1] + b',"seq":1}']
)
def test_a_line_of_one_reading_stands_whatever_its_spacing_and_order(line: bytes) -> None:
    assert refusal(line) is None


def test_a_member_twice_inside_a_ruling_is_unreadable() -> None:
    inner = b'{"type":"place","armies":{"alaska":1},"armies":{"alaska":2}}'
    with pytest.raises(Unreadable, match="armies stands twice"):
        read_act(RISIKO, inner)
    assert read_act(RISIKO, b'{"type": "place", "armies": {"alaska": 1}}')


@pytest.mark.parametrize("key", ["00", "٠", "+1", "1_0", " 1"])
def test_a_seat_in_other_numerals_is_unreadable(key: str) -> None:
    act = {"type": "shown", "units": {"melano": {key: {"fanteria": 1}}}}
    one = game("fabrisiko")
    record = Record(one, header_for(one, ["a", "b"]))
    line = msgspec.json.encode({"seq": 1, "by": "judge", "act": act})
    (read,) = verify_lines(record, [line])
    assert read.refusal.kind == UNREADABLE


# -- chain


def test_heads_of_another_form_do_not_pass_for_a_record_without_a_chain() -> None:
    record, lines, _ = whole_game("risiko", 4, 1)
    for change in (bytes.upper, lambda head: head[:-1], lambda head: b"x" + head[1:]):
        changed = [line[:-66] + change(line[-66:-2]) + line[-2:] for line in lines[:20]]
        assert all(read.refusal for read in verify_lines(fresh(record), changed))
        (first,) = [read for read in verify_lines(fresh(record), [*lines[:5], changed[5]]) if read.refusal]
        assert first.refusal.reasons == (NO_HEAD,)


@pytest.mark.parametrize("empty", [b',"head":""}', b', "head" : ""}', b',"h\\u0065ad":""}'])
def test_an_empty_head_is_a_head_of_another_form(empty: bytes) -> None:
    record, lines, _ = whole_game("risiko", 4, 1)
    bare = [split_head(line)[0] for line in lines[:5]]
    assert not any(read.refusal for read in verify_lines(fresh(record), bare))
    (found,) = [read for read in verify_lines(fresh(record), [*bare[:-1], bare[-1][:-1] + empty]) if read.refusal]
    assert (found.number, found.refusal.kind) == (6, UNREADABLE)


def test_a_record_is_chained_on_every_line_or_on_none() -> None:
    record, lines, _ = whole_game("risiko", 4, 1)
    bare = [
        msgspec.json.encode({key: value for key, value in json.loads(line).items() if key != "head"})
        for line in lines[:20]
    ]
    assert not any(read.refusal for read in verify_lines(fresh(record), bare))
    for mixed in ([*lines[:5], bare[5]], [*bare[:5], lines[5]]):
        assert [read.number for read in verify_lines(fresh(record), mixed) if read.refusal] == [7]


# -- headers


def header_line(**more: Any) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(header_for(RISIKO, ["a", "b", "c", "d"])) | more)


def test_a_header_with_a_member_twice_is_unreadable() -> None:
    line = header_line()
    read_header(line)
    with pytest.raises(Unreadable, match="board stands twice"):
        read_header(line[:-1] + b',"board":"x"}')


@pytest.mark.parametrize("value", ["165", "1_30", " 130 ", "١٣٠", True, 130.0])
def test_a_numeric_option_of_a_header_is_a_number(value: Any) -> None:
    with pytest.raises(Unreadable):
        Record(RISIKO, read_header(header_line(options={"army_limit": value})))
    assert Record(RISIKO, read_header(header_line(options={"army_limit": 130}))).rules.army_limit == 130


def test_a_numeric_option_may_be_typed() -> None:
    option = next(one for one in RISIKO.options if one.key == "army_limit")
    assert option.read("130") == 130
    for typed in ("1_30", " 130 ", "١٣٠"):
        with pytest.raises(Unreadable):
            option.read(typed)


def test_a_seat_that_stands_twice_is_named() -> None:
    with pytest.raises(Unreadable, match="seats: b stands twice"):
        check_header(RISIKO, read_header(header_line(seats=["a", "b", "b", "d"])))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("nothing", ["", " "])
def test_a_seat_without_an_id_is_named(slug: str, nothing: str) -> None:
    one = game(slug)
    ids = [str(number) for number in range(one.seats[0])]
    check_header(one, header_for(one, ids))
    with pytest.raises(Unreadable, match="a seat without an id"):
        check_header(one, header_for(one, [nothing, *ids[1:]]))


@pytest.mark.parametrize(
    "odd", ["\u0430", "p\u200b1", "p\u00a01", "p 1", "\uff501", "caf\u00e9", "\u2800", "\u3164", "p\u034f1", "p\u202e1"]
)
@pytest.mark.parametrize("slug", SLUGS)
def test_an_id_that_may_be_taken_for_another_one_is_named(slug: str, odd: str) -> None:
    """A letter of another script, a blank, what nobody sees. Records of earlier revisions are read as they are."""
    one = game(slug)
    header = header_for(one, [odd, *(str(number) for number in range(1, one.seats[0]))])
    with pytest.raises(Unreadable, match="ASCII"):
        check_header(one, header)
    check_header(one, msgspec.structs.replace(header, revision=one.strict_from - 1))


@pytest.mark.parametrize("hidden", ["\u200b", "\u00a0", "\u202e", "\u2800", "\u3164", "\ufeff"])
def test_the_id_of_a_record_hides_nothing(hidden: str) -> None:
    header = header_for(RISIKO, ["a", "b", "c", "d"], id=f"R1{hidden}-T03")
    with pytest.raises(Unreadable, match="id: a character that nobody sees"):
        check_header(RISIKO, header)
    check_header(RISIKO, msgspec.structs.replace(header, revision=RISIKO.strict_from - 1))
    check_header(RISIKO, header_for(RISIKO, ["a", "b", "c", "d"], id="Turno 1, tavolo 3: città – è"))


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if game(slug).secret_kinds])
def test_a_header_seals_nothing_twice(slug: str) -> None:
    one = game(slug)
    header, _ = seated(one, one.seats[0], 1, is_sealed=True)
    for kind, sealed in header.sealed.items():
        doubled = msgspec.structs.replace(header, sealed={**header.sealed, kind: (sealed[1], *sealed[1:])})
        with pytest.raises(Unreadable, match=f"the same commitment stands twice: {sealed[1]}"):
            check_header(one, doubled)
        check_header(one, msgspec.structs.replace(doubled, revision=one.strict_from - 1))


# -- reasons

NOTHING_SEEN = [" ", "\u00a0", "\u200b\u200d", "\u2060 \ufeff", "\u3164", "\u2800", "\u034f", "\ufffc", "\u0301"]


@pytest.mark.parametrize("why", NOTHING_SEEN)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_reason_of_which_nobody_sees_anything_is_none(slug: str, why: str) -> None:
    """Said aloud, typed, or read from a file."""
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    table = fresh(record)
    for by, act in acts_of(record, lines):
        if table.state.giro > 1:
            break
        table.append_trusted(by, act)
    shown = board_of(table)
    assert table.breaches(JUDGE, shown, why="x") == ()
    (breach,) = table.breaches(JUDGE, shown, why=why)
    assert "say why" in breach.reason.en
    line = {"seq": table.seq + 1, "by": "judge", "act": msgspec.to_builtins(shown, str_keys=True), "why": why}
    (read,) = verify_lines(table.fork(), [msgspec.json.encode(line)])
    assert "say why" in read.refusal.reasons[0].en
    earlier = Record(table.game, msgspec.structs.replace(table.header, revision=table.game.strict_from - 1))
    earlier.start_from(table.state)
    assert earlier.breaches(JUDGE, shown, why=why) == ()


def board_of(table: Record) -> Any:
    """A word about the table that changes nothing but says something."""
    return read_act(table.game, {"type": "shown", "giro": table.state.giro, "turn": table.state.seat})


@pytest.mark.parametrize("why", ["è caduto", "1", "?", "…", "×", "→", "ñ", "e\u0301", "\U0001f3b2", "原因", "\u200bx"])
def test_a_reason_in_any_script_is_one(why: str) -> None:
    assert shows_something(why)
    assert reason_in(f"  {why}\n {why} ") == f"{why} {why}"


@pytest.mark.parametrize("why", NOTHING_SEEN)
def test_nothing_that_is_seen_was_typed(why: str) -> None:
    assert reason_in(why) == ""


# -- commitments


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if game(slug).secret_kinds])
def test_a_header_takes_as_many_commitments_as_are_dealt(slug: str) -> None:
    one = game(slug)
    for seats in one.seats:
        header, _ = seated(one, seats, 1, is_sealed=True)
        check_header(one, header)
        for kind, sealed in header.sealed.items():
            for wrong in (sealed * 2, sealed[: len(sealed) // 2], ()):
                with pytest.raises(Unreadable, match=kind):
                    check_header(one, msgspec.structs.replace(header, sealed={**header.sealed, kind: wrong}))


# -- every game


@pytest.mark.parametrize("slug", SLUGS)
def test_every_line_of_a_game_doubled_in_one_member_is_unreadable(slug: str) -> None:
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    for line in {json.loads(line)["act"]["type"]: line for line in lines}.values():
        for member in json.loads(line)["act"]:
            doubled = line.replace(b'"act":{', f'"act":{{"{member}":null,'.encode(), 1)
            (read,) = verify_lines(fresh(record), [doubled])
            assert read.refusal.kind == UNREADABLE


@lru_cache
def bounds(slug: str) -> list[tuple[str, Any]]:
    """Every number and text of every act, with its type."""
    found: list[tuple[str, Any]] = []

    def look(where: str, one: Any) -> None:
        if isinstance(one, (inspect.IntType, inspect.StrType)):
            found.append((where, one))
        for part in ("item_type", "key_type", "value_type", "type"):
            if isinstance(inner := getattr(one, part, None), inspect.Type):
                look(where, inner)
        for inner in (*getattr(one, "item_types", ()), *getattr(one, "types", ())):
            look(where, inner)
        for field in getattr(one, "fields", ()):
            look(f"{where}.{field.name}", field.type)

    for kind in game(slug).acts:
        look(kind.__name__, inspect.type_info(kind))
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_every_number_of_an_act_has_bounds(slug: str) -> None:
    numbers = [(where, one) for where, one in bounds(slug) if isinstance(one, inspect.IntType)]
    assert [where for where, one in numbers if one.ge is None or one.le is None] == []


def test_a_huge_number_is_never_read_and_check_goes_on(tmp_path, capsys) -> None:
    record, lines, _ = whole_game("arba", 2, 1)
    path = tmp_path / "record.jsonl"
    huge = b'{"seq":1,"by":"judge","act":{"type":"shown","money":[' + b"9" * 4_300 + b',0],"turn":0}}'
    path.write_bytes(b"\n".join([record.header_line, huge, *lines[1:3]]))
    assert main(["check", str(path)]) == 1
    rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert rows[0]["kind"] == UNREADABLE
    assert rows[-1]["entries"] == 3


# -- control characters

CONTROL = ["\0", "\x07", "\b", "\t", "\n", "\f", "\r", "\x1b", "\x7f", "\x80", "\x9f"]


def with_text(value: Any, character: str) -> Any:
    """The same with the character in each of its texts, one at a time."""
    if isinstance(value, str):
        yield value[:1] + character + value[1:]
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in with_text(one, character))
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from ({**value, key: other} for other in with_text(one, character))


def writings(data: Any) -> list[bytes]:
    """As this program writes it, with every other letter escaped, and with none."""
    texts = [msgspec.json.encode(data), json.dumps(data).encode(), json.dumps(data, ensure_ascii=False).encode()]
    return texts + [text.replace(b"\x7f", b"\\u007F") for text in texts]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_control_character_is_unreadable_wherever_a_text_stands(slug: str) -> None:
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    kinds = {json.loads(line)["act"]["type"]: json.loads(split_head(line)[0]) for line in lines}
    note = {"seq": 1, "by": "judge", "act": {"type": "note", "text": "late"}, "why": "seen"}
    ruling = {**note, "act": {"type": "ruling", "waives": ["x"], "by": "judge", "act": note["act"]}}
    seen = 0
    for number, entry in enumerate([note, ruling, *kinds.values()]):
        for other in with_text({**entry, "why": "seen"}, CONTROL[number % len(CONTROL)]):
            for line in writings(other):
                (read,) = verify_lines(fresh(record), [line])
                assert read.refusal.kind == UNREADABLE, line
                seen += "control character" in str(read.refusal.reasons)
    assert seen


@pytest.mark.parametrize("character", CONTROL)
def test_a_control_character_is_named_by_every_reader(character: str) -> None:
    code = f"U\\+{ord(character):04X}"
    data = {"seq": 1, "by": "judge", "act": {"type": "note", "text": f"a{character}b"}}
    for line in writings(data):
        (read,) = verify_lines(fresh(whole_game("risiko", 4, 1)[0]), [line])
        assert re.search(code, str(read.refusal.reasons))
        with pytest.raises(Unreadable, match=code):
            read_act(RISIKO, line[line.index(b'{"type"') : -1] if line.startswith(b'{"seq":') else data["act"])
    for line in writings(json.loads(header_line()) | {"id": f"T{character}1"}):
        with pytest.raises(Unreadable, match=code):
            read_header(line)
    record = Record(RISIKO, read_header(header_line()))
    with pytest.raises(Unreadable, match=code):
        record.play("judge", Note(f"a{character}b"))
    with pytest.raises(Unreadable, match=code):
        record.play("judge", Note("ab"), why=f"a{character}b")
    assert record.seq == 0


@pytest.mark.parametrize("text", ['say "no"', "back\\slash", "\\n", "«però»", "a\u00a0\u200ab", "🂡"])
def test_other_letters_stand_however_they_are_written(text: str) -> None:
    for line in writings({"seq": 1, "by": "judge", "act": {"type": "note", "text": text}, "why": text}):
        (read,) = verify_lines(fresh(whole_game("risiko", 4, 1)[0]), [line])
        assert read.refusal is None


# -- the parser's words


@pytest.mark.parametrize(
    ("text", "it", "en"),
    [
        (b'{"type":"attack","from":"x"}', "membro sconosciuto: from", "unknown member: from"),
        (b'{"type":"attack","src":"x"}', "manca il membro dst", "the member dst is missing"),
        (
            b'{"type":"attack_dice","dice":[9]}',
            "dice[0]: qui va un numero intero, al più 6",
            "dice[0] takes a whole number, at most 6",
        ),
        (
            b'{"type":"attack_dice","dice":[]}',
            "dice: qui va un elenco, lungo almeno 1",
            "dice takes a list, at least 1 long",
        ),
        (
            b'{"type":"note","type":"claim","objective":1}',
            "il membro type sta due volte",
            "the member type stands twice",
        ),
        (b'{"type":"leap"}', "type: 'leap' non è tra i valori", "type: 'leap' is none of the values"),
        (
            b'{"type":"finish","how":"{n}"}',
            "how: '{n}' non è tra i valori",
            "how: '{n}' is none of the values",
        ),
        (b'{"type":', "non è JSON", "this is no JSON"),
    ],
)
def test_what_a_parser_found_has_words_in_both_languages(text: bytes, it: str, en: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_act(RISIKO, text)
    assert error.value.reason.it.endswith(it)
    assert error.value.reason.en.endswith(en)
    assert parser_words(ValueError("?")).it == "non è JSON"


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("blank", [b"", b"  \t", b"\r"])
def test_a_blank_line_is_named_and_takes_no_number(slug: str, blank: bytes) -> None:
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    for text in (lines, tuple(split_head(line)[0] for line in lines)):
        again = fresh(record)
        read = list(verify_lines(again, [*text[:3], blank, *text[3:], blank]))
        assert {line.number for line in read if line.refusal} == {5, len(lines) + 3}
        assert {line.refusal.reasons[0].en for line in read if line.refusal} == {"blank line: each line is an entry"}
        assert (again.digest(), again.seq) == (record.digest(), record.seq)


def test_bytes_around_a_chained_line_are_part_of_it() -> None:
    record, lines, _ = whole_game("risiko", 4, 1)
    for line in (b" " + lines[0], lines[0] + b" ", lines[0] + b"\r"):
        first, *_ = verify_lines(fresh(record), [line, *lines[1:]])
        assert first.refusal.kind == UNREADABLE


def test_what_ends_a_line_for_other_programs_is_unreadable_within_one() -> None:
    assert "carriage return" in str(refusal(START.replace(b",", b",\r")).reasons)


def test_check_names_blank_lines_and_reads_on(tmp_path, capsys) -> None:
    record, lines, _ = whole_game("porcello", 2, 1)
    path = tmp_path / "record.jsonl"
    path.write_bytes(b"\r\n".join([record.header_line, b"", *lines]) + b"\r\n")
    assert main(["check", str(path)]) == 1
    first, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["line"], first["kind"]) == (2, UNREADABLE)
    assert summary["head"] == record.head
