"""A line corrected in place at a table in play: written as undoes and acts in one go, by the server and by the engine on the device."""

import re
from random import Random

import msgspec
import pytest
from django.utils import timezone

from games.kernel import corrections
from games.kernel.acts import JUDGE, PreAlarm, TimeNotUp, TimeUp
from referee.actions import records
from referee.models import Entry, Flag, GameRecord
from referee.offline.table_bundle import table_bundle
from referee.offline.tablet import Tablet
from referee.records import cache as record_cache
from tests.referee.conftest import cached_record, current, running  # noqa: F401
from tests.referee.test_judge_page import address
from tests.referee.test_offline_engine import html_of
from tournament.models import ClockEvent

PAGE = {"csrf_token": "un gettone"}


def throws(record):
    return type(record.state.awaits).__name__


def after_a_throw(record) -> bool:
    """The defender has just answered, with other dice than the attacker's."""
    last = [one.act for one in record.standing[-2:]]
    tags = [one.__struct_config__.tag for one in last]
    return tags == ["attack_dice", "defence_dice"] and len(last[0].dice) == len(last[1].dice) and last[0] != last[1]


@pytest.fixture
def thrown(recorder):
    recorder.record_until(lambda record: record.state.giro and after_a_throw(record))
    return recorder.ahead


def post(tablet, table, row, name: str, **fields):
    row = current(row)
    data = {"seq": row.seq, "lease": row.lease, "key": "chiave-di-prova-1", **fields}
    return tablet.post(address(table) + name, data, HTTP_HX_REQUEST="true")


def other(die: int) -> int:
    return die % 6 + 1


def test_a_die_of_the_last_throw_is_corrected_at_once(tablet, table, row, thrown):
    defence = thrown.last_undoable
    dice = [other(defence.act.dice[0]), *defence.act.dice[1:]]
    fields = {f"die-{number}": die for number, die in enumerate(dice, 1)}
    answer = post(tablet, table, row, "correggi/", of=defence.seq, why="letto male", **fields)

    assert answer.status_code == 200
    told = [
        msgspec.json.decode(line) for line in Entry.objects.filter(seq__gt=thrown.seq).values_list("line", flat=True)
    ]
    assert [one["act"]["type"] for one in told] == ["undo", "defence_dice"]
    assert told[1]["act"]["dice"] == dice
    assert {one["why"] for one in told} == {"letto male"}
    assert not Entry.objects.get(seq=defence.seq).is_standing
    assert record_cache.is_sound(current(row))


def test_the_same_correction_sent_twice_is_written_once(tablet, table, row, thrown):
    defence = thrown.last_undoable
    fields = {f"die-{number}": other(die) for number, die in enumerate(defence.act.dice, 1)}
    before = Entry.objects.count()
    was = current(row)
    for _ in range(2):
        data = {"seq": was.seq, "lease": was.lease, "key": "una-chiave-sola", "of": defence.seq, "why": "x", **fields}
        assert tablet.post(address(table) + "correggi/", data, HTTP_HX_REQUEST="true").status_code == 200
    assert Entry.objects.count() == before + 2


def test_attacker_and_defender_are_swapped_in_one_tap(tablet, table, row, thrown):
    attack, defence = thrown.standing[-2:]
    page = tablet.get(address(table)).content.decode()
    token = re.search(r'name="act" value="([^"]+)"><input type="hidden" name="why" value="lato sbagliato"', page)[1]
    assert post(tablet, table, row, "correggi/", act=token, why="lato sbagliato").status_code == 200

    now = cached_record(row)
    assert [one.act.dice for one in now.standing[-2:]] == [defence.act.dice, attack.act.dice]
    assert [one.by for one in now.standing[-2:]] == [attack.by, defence.by]


def test_dice_entered_on_the_wrong_side_answer_once_the_right_ones_are_entered(tablet, table, row, recorder):
    def fits_both_sides(record) -> bool:
        if not record.state.giro or throws(record) != "DefenceThrow":
            return False
        return len(record.last_undoable.act.dice) == min(3, record.state.armies[record.state.awaits.dst])

    recorder.record_until(fits_both_sides)
    ahead = recorder.ahead
    entered = ahead.last_undoable
    asked = tablet.get(address(table) + f"?correggi={entered.seq}&scambia=1").content.decode()
    assert " erano di " in asked
    dice = {f"die-{number}": 6 for number in range(1, len(entered.act.dice) + 1)}
    answer = post(tablet, table, row, "correggi/", of=entered.seq, swap=1, why="lato sbagliato", **dice)

    assert answer.status_code == 200
    now = cached_record(row)
    assert now.standing[-1].act.dice == entered.act.dice
    assert set(now.standing[-2].act.dice) == {6}


def test_an_older_line_shows_what_would_change_and_is_written_once_confirmed(tablet, table, row, recorder):
    recorder.record_until(lambda record: record.state.giro and after_a_throw(record))
    of = recorder.ahead.last_undoable
    recorder.record_many(5)
    before = Entry.objects.count()
    fields = {f"die-{number}": other(die) for number, die in enumerate(of.act.dice, 1)}
    shown = post(tablet, table, row, "correggi/", of=of.seq, why="letto male", **fields).content.decode()

    assert Entry.objects.count() == before
    assert "Che cosa cambia" in shown
    assert "corretta" in shown
    token = re.search(r'name="act" value="([^"]+)"', shown)[1]
    assert post(tablet, table, row, "correggi/", act=token, sure=1, why="letto male").status_code == 200
    assert Entry.objects.count() > before
    assert record_cache.is_sound(current(row))


def test_a_correction_reaches_behind_the_turn(tablet, table, row, recorder):
    """The cached record and its snapshots begin at a turn's end: the lines before it are read again."""
    recorder.record_until(lambda record: record.state.turn == 3)
    recorder.record_many(2)
    record_cache.clear()
    listed = tablet.get(address(table) + "?correggi=*").content.decode()
    lines = [int(one) for one in re.findall(r'class="j-key" href="\?correggi=(\d+)"', listed)]
    assert len(lines) == 20
    turns = recorder.ahead
    oldest = next(one for one in turns.standing if one.seq == lines[-1])
    form = tablet.get(address(table) + f"?correggi={oldest.seq}").content.decode()
    assert f'name="of" value="{oldest.seq}"' in form
    shown = post(tablet, table, row, "correggi/", of=oldest.seq, strike=1, why="non è successo").content.decode()
    assert "tolta" in shown
    token = re.search(r'name="act" value="([^"]+)"', shown)[1]
    assert post(tablet, table, row, "correggi/", act=token, sure=1, why="non è successo").status_code == 200
    assert record_cache.is_sound(current(row))
    assert Entry.objects.get(seq=oldest.seq).is_standing is False


def test_a_line_as_it_cannot_have_been_comes_back_in_its_form_with_what_was_typed(tablet, table, row, recorder):
    recorder.record_until(
        lambda record: record.state.giro and record.last_undoable.act.__struct_config__.tag == "attack"
    )
    attack = recorder.ahead.last_undoable
    before = Entry.objects.count()
    wrong = {"by": attack.by, "src": attack.act.src, "dst": attack.act.src}
    answer = post(tablet, table, row, "correggi/", of=attack.seq, why="riga sbagliata", **wrong)

    assert answer.status_code == 422
    assert Entry.objects.count() == before
    assert answer.content.decode().count(f'<option value="{attack.act.src}" selected>') == 2


def test_a_line_that_another_device_writes_is_not_corrected_here(client, table, row, thrown, other_judge):
    client.force_login(other_judge)
    of = thrown.last_undoable.seq
    assert post(client, table, row, "correggi/", of=of, strike=1, why="x").status_code in (403, 409)
    assert Entry.objects.count() == thrown.seq


def test_redo_brings_back_what_undo_took_back(tablet, table, row, thrown):
    was = thrown.state
    for number in (1, 2):
        assert post(tablet, table, row, "annulla/", key=f"annullata-{number}").status_code == 200
    page = tablet.get(address(table)).content.decode()
    assert "/rifai/" in page
    for number in (1, 2):
        assert post(tablet, table, row, "rifai/", key=f"rifatta-{number}").status_code == 200
    assert cached_record(row).state == was
    assert "/rifai/" not in tablet.get(address(table)).content.decode()
    assert post(tablet, table, row, "rifai/", key="rifatta-3").status_code == 422


def test_a_registered_infraction_that_is_redone_is_flagged_again(tablet, table, row, recorder, judge):
    recorder.record_until(lambda record: record.state.giro and throws(record) == "Reinforce")
    record = recorder.ahead
    act = next(kind for kind in record.game.acts if kind.__name__ == "EndTurn")()
    assert record.breaches(record.state.seat, act)
    common = {"expected_seq": record.seq, "by": judge, "by_seat": record.state.seat, "act": act}
    records.register_infraction(row, client_key="infrazione-1", **common)
    post(tablet, table, row, "annulla/", key="annullata-1")
    assert not Flag.objects.filter(settled_at=None)
    post(tablet, table, row, "rifai/", key="rifatta-1")
    flag = Flag.objects.get(settled_at=None)
    assert flag.seq == GameRecord.objects.get(pk=row.pk).seq


def test_the_engine_on_the_device_corrects_as_the_server_does(tablet, table, row, thrown):
    """Line for line: what the device would queue is what the server writes."""
    engine = Tablet(table_bundle(current(row), table))
    defence = thrown.last_undoable
    dice = [[f"die-{number}", str(other(die))] for number, die in enumerate(defence.act.dice, 1)]
    fields = [["of", str(defence.seq)], ["why", "letto male"], *dice]
    made = engine.enter(address(table) + "correggi/", fields, PAGE)
    assert [made["entry"]["kind"], *(one["kind"] for one in made["following"])] == ["undo", "act"]

    post(tablet, table, row, "correggi/", of=defence.seq, why="letto male", **dict(dice))
    assert made["head"] == current(row).head
    for name, key in (("annulla/", "annullata-1"), ("rifai/", "rifatta-1"), ("annulla/", "annullata-2")):
        made = engine.enter(address(table) + name, [], PAGE)
        assert [made["entry"]["kind"], *(one["kind"] for one in made["following"])] == ["undo", "act"]
        assert post(tablet, table, row, name, key=key).status_code == 200
        assert made["head"] == current(row).head
    assert "/rifai/" in html_of(made)
    assert cached_record(row).last_undoable.act == defence.act
    listed = engine.fetch("?correggi=*", PAGE)
    assert listed["is_under_way"]
    assert html_of(listed).count('class="j-key" href="?correggi=') == 20


def test_a_second_undo_behind_one_with_a_reason_takes_the_line_before(tablet, table, row, thrown):
    """Striking the last line is such an undo; a redo takes it back."""
    before = [one.act for one in thrown.standing]
    post(tablet, table, row, "correggi/", of=thrown.standing[-1].seq, strike="1", why="non è successo", sure="1")
    assert standing(row) == before[:-1]
    post(tablet, table, row, "rifai/", key="rifatta-1")
    assert standing(row) == before
    for count in (1, 2):
        post(tablet, table, row, "annulla/", key=f"annullata-{count}", why="letti male")
        assert standing(row) == before[:-count]


@pytest.mark.parametrize("back", [1, 2, 6])
def test_one_undo_brings_back_what_a_correction_took_and_one_redo_enters_it_again(tablet, table, row, thrown, back):
    """By the server, whose lines are those of the device; a second undo takes the line before it."""
    before, wrong = [one.act for one in thrown.standing], [*reversed(thrown.standing)][back]
    post(tablet, table, row, "correggi/", of=wrong.seq, strike="1", why="non è successo", sure="1")
    page = tablet.get(address(table)).content.decode()
    if "data-preview" in page or cached_record(row).seq == thrown.seq:
        token = re.search(r'name="act" value="([^"]+)"', _preview(tablet, table, row, wrong.seq))[1]
        post(tablet, table, row, "correggi/", act=token, sure="1", why="non è successo", key="confermata-1")
        page = tablet.get(address(table)).content.decode()
    corrected = standing(row)
    assert corrected != before
    assert f"la correzione della riga {wrong.seq}" in page
    engine = Tablet(table_bundle(current(row), table))
    for name, key, acts in (("annulla/", "a-1", before), ("rifai/", "r-1", corrected), ("annulla/", "a-2", before)):
        made = engine.enter(address(table) + name, [], PAGE)
        assert post(tablet, table, row, name, key=f"{key}-chiave").status_code == 200
        assert standing(row) == acts
        assert made["head"] == current(row).head
        assert record_cache.is_sound(current(row))
    post(tablet, table, row, "annulla/", key="ancora-una")
    assert standing(row) == before[:-1]


KEYS = re.compile(r'class="j-undo-what" data-of="\d*">([^<]*)<|aria-label="(Rifai: [^"]*)"')


def keys(html: str) -> list[tuple[str, str]]:
    """What undo and redo say that they would do."""
    return KEYS.findall(html)


@pytest.mark.parametrize("seed", [1, 2])
def test_undo_and_redo_lead_back_and_forth_alike_on_server_and_device(tablet, table, row, thrown, seed):
    """Corrections, undoes with and without a reason, redoes: the same lines, the same keys, also once the server reads the record anew."""
    engine, rng, seen = Tablet(table_bundle(current(row), table)), Random(seed), set()
    for step in range(24):
        name = rng.choice(("correggi/", "annulla/", "annulla/", "rifai/"))
        lines, fields = corrections.correctable(engine.record), {}
        if name == "correggi/":
            fields = {"of": str(rng.choice(lines[:3]).seq), "strike": "1", "why": f"non è successo {step}"}
        elif rng.random() < 0.5:
            fields = {"why": f"per sbaglio {step}"}
        before = engine.record.seq
        made = engine.enter(address(table) + name, [*fields.items()], PAGE)
        if engine.record.seq == before:
            continue
        seen.add(name)
        if rng.random() < 0.5:
            record_cache.clear()
        assert post(tablet, table, row, name, key=f"chiave-numero-{step}", **fields).status_code == 200
        assert current(row).head == made["head"]
        if "why" in fields:
            assert fields["why"] in Entry.objects.get(seq=before + 1).line
        record_cache.clear()
        page = tablet.get(address(table)).content.decode()
        assert keys(page) == keys(html_of(engine.show(PAGE)))
        assert len(keys(page)) > 0
    assert seen == {"correggi/", "annulla/", "rifai/"}


def standing(row) -> list:
    return [one.act for one in record_cache.rebuild(current(row)).standing]


def _preview(tablet, table, row, seq: int) -> str:
    answer = post(tablet, table, row, "correggi/", of=seq, strike="1", why="non è successo", key="da-vedere-1")
    return answer.content.decode()


def test_a_refusal_leaves_the_dice_chosen(tablet, table, row, recorder):
    recorder.record_until(lambda record: record.state.giro and throws(record) == "AttackThrow")
    record = recorder.ahead
    page = tablet.get(address(table)).content.decode()
    ask = re.search(r'name="ask" value="([^"]+)"', page)[1]
    post(tablet, table, row, "atto/", ask=ask, **{"die-1": 6})
    post(tablet, table, row, "annulla/", key="annullata-1")
    page = tablet.get(address(table)).content.decode()
    ask = re.search(r'name="ask" value="([^"]+)"', page)[1]
    refused = post(tablet, table, row, "atto/", ask=ask, key="altri-dadi-1", **{"die-1": 2})
    assert refused.status_code == 422
    assert re.search(r'name="die-1" [^>]*value="2"( checked)?>', refused.content.decode())
    assert "data-held" in refused.content.decode()
    assert record.seq + 2 == current(row).seq


def test_dice_that_nobody_has_answered_stand_alone(tablet, table, row, recorder):
    """The defence of the throw before is no answer to an attack that waits for its own."""

    def again(record) -> bool:
        tags = [one.act.__struct_config__.tag for one in record.standing[-2:]]
        return bool(record.state.giro) and tags == ["defence_dice", "attack_dice"]

    asked = set()
    while asked != {True, False}:
        recorder.record_next()
        recorder.record_until(again)
        page = tablet.get(address(table)).content.decode()
        assert page.count('class="j-throw-side"') == 1
        fits = (
            len(recorder.ahead.last_undoable.act.dice) <= recorder.ahead.state.armies[recorder.ahead.state.awaits.dst]
        )
        assert ("scambia=1" in page) == fits
        asked.add(fits)


@pytest.mark.parametrize("act", ["abandon", "finish", "time_up"])
def test_a_weighty_act_wants_a_second_tap_while_the_clock_runs(tablet, table, row, recorder, running, act):  # noqa: F811
    ClockEvent.objects.filter(round=running, kind="start").update(at=timezone.now())
    moment = "Reinforce" if act == "finish" else "Closing"  # a result alone is told before anything is played
    recorder.record_until(lambda record: record.state.giro and throws(record) == moment)
    page = tablet.get(address(table)).content.decode()
    keys = re.findall(rf'<button[^>]*value="{act}"[^>]*>', page)
    assert keys
    assert all("data-second-tap" in key for key in keys)
    form = tablet.get(address(table) + f"?atto={act}").content.decode()
    (key,) = re.findall(r'<button[^>]*type="submit" form="entry-form"[^>]*>', form)
    assert "data-second-tap" in key
    assert ("data-against-clock" in key) == (act != "abandon")


@pytest.mark.parametrize("said", [TimeUp(), TimeUp(1), TimeNotUp(), PreAlarm()])
def test_what_the_judge_said_of_the_time_is_corrected_or_struck_like_any_line(tablet, table, row, recorder, said):
    recorder.record_until(lambda record: record.state.giro and after_a_throw(record))
    common = {"expected_seq": None, "by_seat": JUDGE, "by": row.holder}
    if type(said) is TimeNotUp:
        records.append(current(row), client_key="prima", act=TimeUp(), **common)
    records.append(current(row), client_key="detto", act=said, **common)
    line = cached_record(row).last_undoable
    assert line.act == said
    page = tablet.get(address(table) + f"?correggi={line.seq}")
    assert page.status_code == 200
    assert post(tablet, table, row, "correggi/", of=line.seq, strike=1, why="non è successo").status_code == 200
    assert line.seq not in [one.seq for one in cached_record(row).standing]
    assert record_cache.is_sound(current(row))
