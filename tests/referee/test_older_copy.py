"""The server was put back to an older copy: what it lost comes back from the tablet, line by line the same."""

import json
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.kernel.acts import JUDGE
from referee.actions import openings, records
from referee.models import Entry, Flag, GameRecord
from referee.records import cache as record_cache
from tests.referee.conftest import Recorder, open_table
from tests.referee.older_copy import as_entries, put_back
from tests.referee.test_announced_objective import about_to_be_reached
from tests.referee.test_judge_page import address
from tests.referee.test_offline import at, lines, outcomes, send  # noqa: F401
from tests.referee.test_records import a_move_that_bares_a_border, act_of, can_bare_a_border
from tournament.models import ClockEvent, Table
from tournament.states import TableState


def given_back(at, table, waiting) -> list[str]:  # noqa: F811
    """In as many requests as the device needs."""
    result = []
    for start in range(0, len(waiting), 20):
        result += outcomes(send(at, table, waiting[start : start + 20]))
    return result


def test_the_lines_come_back_with_the_same_heads(at, table, row, recorder):  # noqa: F811
    recorder.record_more(60)
    row.refresh_from_db()
    head, lost = row.head, put_back(row, to=25)
    assert given_back(at, table, as_entries(lost)) == ["written"] * 35
    row.refresh_from_db()
    assert (row.seq, row.head) == (60, head)
    assert record_cache.is_sound(row)


def test_lines_given_back_twice_stand_once(at, table, row, recorder):  # noqa: F811
    recorder.record_many(6)
    lost = as_entries(put_back(row, to=2))
    assert outcomes(send(at, table, lost)) == outcomes(send(at, table, lost)) == ["written"] * 4
    assert lines() == [1, 2, 3, 4, 5, 6]


def test_what_waited_on_the_device_is_told_behind_them(at, table, row, judge, recorder):  # noqa: F811
    recorder.record_many(4)
    lost = as_entries(put_back(row, to=1))
    note = {"key": "chiave-nota", "kind": "act", "seq": 4, "lease": 1, "by": "judge"}
    note |= {"act": {"type": "note", "text": "intanto"}, "why": "", "words": "intanto"}
    assert outcomes(send(at, table, [*lost, note])) == ["written"] * 4
    assert [one["type"] for one in acts()][-1] == "note"


def acts() -> list[dict]:
    return [result["act"] for result in _entries()]


def _entries() -> list[dict]:
    return [json.loads(line) for line in Entry.objects.order_by("seq").values_list("line", flat=True)]


def test_an_undo_an_infraction_and_a_note_come_back_as_what_they_were(at, table, row, judge, recorder):  # noqa: F811
    recorder.record_until(can_bare_a_border)
    act, seat = act_of(row, **a_move_that_bares_a_border(recorder.ahead)), recorder.ahead.state.seat
    records.register_infraction(row, client_key="infrazione", expected_seq=None, by_seat=seat, act=act, by=judge)
    records.note(row, text="tavolo richiamato", by=judge)
    records.undo(row, client_key="annulla", expected_seq=None, by=judge)
    row.refresh_from_db()
    was = (row.seq, row.head, list(row.entries.values_list("is_standing", flat=True)))
    flags = Flag.objects.count()
    lost = put_back(row, to=row.seq - 3)
    assert given_back(at, table, as_entries(lost)) == ["written"] * 3
    row.refresh_from_db()
    assert (row.seq, row.head, list(row.entries.values_list("is_standing", flat=True))) == was
    assert Flag.objects.count() == flags


def test_a_called_time_that_comes_back_is_not_called_again(at, table, row, judge, recorder, running):  # noqa: F811
    recorder.record_many(3)
    long_ago = timezone.now() - timedelta(minutes=running.minutes + 1)
    ClockEvent.objects.filter(round=running, kind="start").update(at=long_ago)
    called = records.call_time(row, by=judge, now=timezone.now())
    row.refresh_from_db()
    lost = put_back(row, to=2)
    assert outcomes(send(at, table, as_entries(lost))) == ["written", "written"]
    assert records.call_time(row, by=judge, now=timezone.now()).is_repeat
    row.refresh_from_db()
    assert (row.seq, row.head) == (4, called.head)


def test_a_line_that_the_system_wrote_by_itself_comes_back_once(at, table, judge):  # noqa: F811
    row, visible = about_to_be_reached(table, judge, "automatic")
    records.append(
        row, client_key="tavolo", expected_seq=0, by_seat=JUDGE, act=visible, why="contato al tavolo", by=judge
    )
    row.refresh_from_db()
    assert row.seq == 2
    head, lost = row.head, as_entries(put_back(row, to=0))
    assert outcomes(send(at, table, lost)) == ["written", "written"]
    row.refresh_from_db()
    assert (row.seq, row.head) == (2, head)


def test_a_note_that_was_written_meanwhile_keeps_nothing_back(at, table, row, judge, recorder):  # noqa: F811
    recorder.record_many(6)
    lost = as_entries(put_back(row, to=2))
    records.note(row, text="il server è tornato", by=judge)
    assert outcomes(send(at, table, lost)) == ["written"] * 4
    assert lines() == [1, 2, 3, 4, 5, 6, 7]


def test_a_note_from_ahead_waits_for_the_lines_before_it(at, table, row, judge, recorder):  # noqa: F811
    """Told on the older copy it would have led those behind it there."""
    recorder.record_many(6)
    put_back(row, to=2)
    note = {"key": "chiave-nota", "kind": "act", "seq": 6, "lease": 1, "by": "judge"}
    note |= {"act": {"type": "note", "text": "intanto"}, "why": "", "words": "intanto"}
    assert (outcomes(send(at, table, [note])), lines()) == (["conflict"], [1, 2])


def test_a_table_that_went_on_otherwise_is_the_judges_to_decide(at, table, row, judge):  # noqa: F811
    Recorder(row, judge, seed=1).record_many(3)
    lost = as_entries(put_back(row, to=0))
    Recorder(row, judge, seed=9).record_many(2)
    answer = send(at, table, lost)
    assert (outcomes(answer), lines()) == (["conflict"], [1, 2])


# -- the copy does not know the record at all


def gone(row) -> dict[str, str]:
    """What a device still has of a record that the server lost whole."""
    stored = {"header": row.header, "instance": row.instance_id, "level": row.level}
    for rows in (row.entries, row.snapshots, row.flags):
        rows.all().delete()
    GameRecord.objects.filter(pk=row.pk).delete()
    Table.objects.filter(pk=row.table_id).update(state=TableState.WAITING)
    record_cache.clear()
    return stored


def reopened(at, table, stored) -> str:  # noqa: F811
    """The answer's page."""
    return at.post(address(table, "reopen"), stored, follow=True).content.decode()


def test_a_record_that_the_copy_does_not_know_is_begun_again_and_its_lines_follow(at, table, row, recorder):  # noqa: F811
    recorder.record_many(5)
    row.refresh_from_db()
    lost = as_entries(list(row.entries.order_by("seq").values_list("line", flat=True)))
    stored = gone(row)
    reopened(at, table, stored)
    assert given_back(at, table, [one | {"instance": stored["instance"]} for one in lost]) == ["written"] * 5
    again = GameRecord.objects.get(table=table)
    assert (again.header, again.head, again.instance_id, again.seq) == (row.header, row.head, row.instance_id, 5)
    assert record_cache.is_sound(again)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        ({"header": "{}"}, "illeggibile"),
        ({"instance": "ieri"}, "illeggibile"),
        ({"instance": "inf"}, "illeggibile"),
        ({"instance": "1e300"}, "illeggibile"),
        ({"instance": "4102444800.000000"}, "non è più quello"),
        ({"level": "sempre"}, "Scegli che cosa si registra"),
    ],
)
def test_what_is_no_record_of_this_table_begins_nothing(at, table, row, harm, words):  # noqa: F811
    stored = gone(row) | harm
    assert words in reopened(at, table, stored)
    assert not GameRecord.objects.exists()


def test_another_tables_seats_or_other_options_begin_nothing(at, table, row):  # noqa: F811
    stored = gone(row)
    header = json.loads(stored["header"])
    stranger = header | {"seats": [*header["seats"][:-1], "ignoto"]}
    easier = header | {"options": {**header.get("options", {}), "claim_how": "automatic"}}
    assert "ogni giocatore del tavolo" in reopened(at, table, stored | {"header": json.dumps(stranger)})
    assert "non è più quello" in reopened(at, table, stored | {"header": json.dumps(easier)})
    assert not GameRecord.objects.exists()


def test_a_record_that_was_set_aside_or_dealt_in_secret_is_begun_from_the_start(at, table, row, judge):  # noqa: F811
    stored = {"header": row.header, "instance": row.instance_id, "level": row.level}
    openings.archive(row, by=judge, reason="posti sbagliati")
    assert row.instance_id in at.get(address(table)).content.decode()
    assert "messa da parte" in reopened(at, table, stored)
    table.refresh_from_db()
    sealed = open_table(table, judge, seal=True, rng=Random(1))
    sealed.sealed_vault.delete()
    assert "sorteggiato in segreto" in reopened(at, table, gone(sealed))
    assert not GameRecord.objects.filter(table=table).exists()


def test_a_record_that_stands_is_not_begun_again(at, table, row, recorder):  # noqa: F811
    recorder.record_many(2)
    stored = {"header": row.header, "instance": row.instance_id, "level": row.level}
    assert "già aperta" in reopened(at, table, stored)
    assert lines() == [1, 2]


def test_the_device_hears_which_head_its_last_line_has_here(at, table, row, recorder):  # noqa: F811
    recorder.record_many(5)
    heads = [result["head"] for result in _entries()]
    stored = address(table) + "dispositivo.json"
    given = at.get(stored + "?dopo=3").json()
    assert (given["follows"], len(given["lines"])) == (heads[2], 2)
    assert at.get(stored + "?dopo=5").json()["follows"] == heads[4]
    assert at.get(stored + "?dopo=9").json()["follows"] == at.get(stored).json()["follows"] == ""
