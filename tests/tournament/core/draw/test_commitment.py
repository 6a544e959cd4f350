"""Secret, commitment, dice, seed; and the sheet of a draw that anybody can draw again."""

import hashlib
import io
import re

import msgspec
import pytest
from django.core.management import CommandError, call_command

from tournament.core.draw import DrawEntrant, Request
from tournament.core.draw.commitment import BadCommitment, Commitment, commitment_of, is_opened_by, new_secret, seed_of
from tournament.core.draw.transcript import (
    AnotherEngine,
    UnreadableTranscript,
    decode,
    differences,
    encode,
    make_transcript,
)

SECRET = "00112233445566778899aabbccddeeff"
COMMITMENT = hashlib.sha256(f"sdadata commitment 1\n{SECRET}".encode()).hexdigest()
SEED = hashlib.sha256(f"sdadata seed 1\n{SECRET}\n35162\n1".encode()).hexdigest()
COMMITTED = Commitment(COMMITMENT, SECRET, "3 5 1 6 2", 1)


def a_request(seed: str = SEED) -> Request:
    field = tuple(DrawEntrant(f"p{n:02}", f"c{n % 3}") for n in range(12))
    return Request(entrants=field, sizes=(4, 4, 4), seed=seed, criteria=("club", "seats"), fixed={"p03": 2, "p01": 1})


def sheet(**changes) -> bytes:
    return encode(msgspec.structs.replace(make_transcript(a_request(), COMMITTED), **changes))


def test_commitment_and_seed_are_what_sha256sum_says():
    assert (commitment_of(SECRET), seed_of(SECRET, "35162", 1)) == (COMMITMENT, SEED)


def test_a_new_secret_has_128_bits_and_is_never_the_same():
    secrets = {new_secret() for _time in range(50)}
    assert len(secrets) == 50
    assert all(re.fullmatch("[0-9a-f]{32}", secret) for secret in secrets)


def test_only_the_secret_that_was_promised_keeps_the_promise():
    assert (is_opened_by(COMMITMENT, SECRET), is_opened_by(COMMITMENT, SECRET[:-1] + "e")) == (True, False)


def test_every_redraw_has_a_seed_of_its_own():
    assert len({seed_of(SECRET, dice, number) for dice in ("351", "352") for number in (1, 2, 3)}) == 6


@pytest.mark.parametrize("secret", ["", "abc", "g" * 32, SECRET[:-1], SECRET.upper()])
def test_a_secret_that_could_be_guessed_is_refused(secret):
    with pytest.raises(BadCommitment):
        commitment_of(secret)


@pytest.mark.parametrize(("dice", "number"), [("", 1), ("12", 1), ("1237", 1), ("sei", 1), ("351", 0)])
def test_dice_that_cannot_be_are_refused(dice, number):
    with pytest.raises(BadCommitment):
        seed_of(SECRET, dice, number)


def test_dice_may_be_written_with_spaces_or_commas():
    assert seed_of(SECRET, " 3,5 1-6 2", 1) == seed_of(SECRET, "35162", 1)


# The sheet


def test_a_sheet_that_was_not_touched_has_no_differences():
    assert differences(sheet()) == ()


def test_a_sheet_read_and_written_is_the_same_bytes():
    assert encode(decode(sheet())) == sheet()


def test_a_changed_seat_is_named():
    tables = [list(table) for table in make_transcript(a_request()).draw.tables]
    one, other = tables[0][1], tables[2][3]
    tables[0][1], tables[2][3] = other, one
    changed = msgspec.structs.replace(make_transcript(a_request()).draw, tables=tuple(map(tuple, tables)))
    assert differences(sheet(draw=changed)) == (
        f"Tavolo 1, sedia 2: il foglio dice {other}, il sorteggio dà {one}",
        f"Tavolo 3, sedia 4: il foglio dice {one}, il sorteggio dà {other}",
    )


def test_a_seed_that_is_not_of_secret_and_dice_is_named():
    found = differences(sheet(commitment=msgspec.structs.replace(COMMITTED, dice="111")))
    assert found == (f"Segreto e dadi danno il seme {seed_of(SECRET, '111', 1)}, il foglio dice {SEED}",)


def test_a_broken_promise_is_named():
    other = msgspec.structs.replace(COMMITTED, secret="f" * 32)
    assert differences(sheet(commitment=other)) == ("Il segreto non è quello del codice pubblicato",)


def test_a_sheet_of_another_engine_is_neither_right_nor_wrong():
    with pytest.raises(AnotherEngine, match="Questo foglio è di «sdadata draw 3»") as found:
        differences(sheet(engine="sdadata draw 3"))
    assert "Questo è «sdadata draw 4»" in str(found.value)


def test_a_report_that_hides_a_violation_is_named():
    hidden = msgspec.structs.replace(make_transcript(a_request()).draw, clubmates=())
    assert differences(sheet(draw=hidden)) == ("Campo «clubmates»: non è quello del sorteggio",)


def test_the_same_draw_in_other_bytes_is_not_the_same_sheet():
    assert differences(sheet() + b" ") == ("Il sorteggio è lo stesso, ma il foglio non è scritto con gli stessi byte",)


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff", b'{"engine": 1}'])
def test_bytes_that_are_no_sheet_are_refused(data):
    with pytest.raises(UnreadableTranscript):
        differences(data)


def test_the_command_repeats_the_draw(tmp_path):
    (tmp_path / "sorteggio.json").write_bytes(sheet())
    out = io.StringIO()
    call_command("verify_draw", str(tmp_path / "sorteggio.json"), stdout=out)
    assert out.getvalue() == "Lo stesso sorteggio, byte per byte.\n"


def test_the_command_fails_with_the_differences(tmp_path):
    (tmp_path / "sorteggio.json").write_bytes(sheet(commitment=msgspec.structs.replace(COMMITTED, secret="f" * 32)))
    with pytest.raises(CommandError, match="codice pubblicato"):
        call_command("verify_draw", str(tmp_path / "sorteggio.json"))


def test_the_command_says_which_engine_a_sheet_needs(tmp_path):
    (tmp_path / "sorteggio.json").write_bytes(sheet(engine="sdadata draw 3"))
    with pytest.raises(CommandError, match="sdadata draw 3") as found:
        call_command("verify_draw", str(tmp_path / "sorteggio.json"))
    assert found.value.returncode == 2


@pytest.mark.parametrize("name", ["manca.json", "."])
def test_the_command_names_a_file_that_cannot_be_read(tmp_path, name):
    with pytest.raises(CommandError, match=re.escape(str(tmp_path))):
        call_command("verify_draw", str(tmp_path / name))
