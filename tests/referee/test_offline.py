"""What a device is given to go on without a network, and how the table takes what comes back."""

import json
from collections import Counter
from itertools import product
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone

from games.kernel.game import encode
from referee.actions import calls, openings, quarantine, records
from referee.models import Entry, Quarantined
from referee.offline import bundle
from referee.records import cache as record_cache
from referee.views.access import DEVICE as SESSION_KEY
from tests.referee.conftest import DEVICE, Recorder, open_table
from tests.referee.test_judge_page import address
from tests.tools import savepoint_create
from tournament import live
from tournament.actions import tables
from tournament.errors import NotNow
from tournament.models import LogEvent


@pytest.fixture
def at(client, table, judge):
    """The judge's own browser, which holds the table."""
    client.force_login(judge)
    session = client.session
    session[SESSION_KEY] = DEVICE
    session.save()
    return client


class Device:
    """Goes on alone from where the record stands, and keeps what it tells."""

    def __init__(self, row, judge) -> None:
        self.recorder, self.waiting = Recorder(row, judge), []

    def record_many(self, many: int) -> None:
        for _ in range(many):
            move, seq = self.recorder.propose(), self.recorder.ahead.seq
            self.recorder.ahead.play(move.by, move.act)
            act = json.loads(encode(move.act))
            one = {"key": f"chiave-{seq:04}", "kind": "act", "seq": seq, "lease": 1, "by": move.by, "act": act}
            self.waiting.append(one | {"why": "", "words": f"riga {seq}"})


@pytest.fixture
def device(row, judge) -> Device:
    return Device(row, judge)


def send(at, table, waiting) -> dict:
    answer = at.post(address(table) + "coda/", json.dumps(waiting), content_type="application/json")
    assert answer.status_code == 200
    return answer.json()


def outcomes(answer: dict) -> list[str]:
    return [one["outcome"] for one in answer["settled"]]


def lines() -> list[int]:
    return list(Entry.objects.values_list("seq", flat=True))


def test_what_waited_is_told_once_and_in_order(at, table, device):
    device.record_many(5)
    assert outcomes(send(at, table, device.waiting)) == ["written"] * 5
    assert (
        outcomes(send(at, table, device.waiting)) == ["written"] * 5
    )  # the answer was lost, and the device asks again
    assert lines() == [1, 2, 3, 4, 5]


def test_an_acknowledgement_says_in_a_kilobyte_where_the_record_stands(at, table, row, device):
    device.record_many(3)
    posted = at.post(address(table) + "coda/", json.dumps(device.waiting), content_type="application/json")
    answer, ahead = posted.json(), device.recorder.ahead
    row.refresh_from_db()
    assert (answer["seq"], answer["head"], answer["lease"], answer["state"]) == (3, ahead.head, row.lease, "playing")
    assert row.head == ahead.head
    assert len(posted.content) + sum(len(name) + len(value) + 4 for name, value in posted.items()) <= 1_024


def test_an_acknowledgement_says_when_only_the_server_can_draw_what_changed(at, table, row, judge, device):
    device.record_many(2)
    first, second = (send(at, table, [one])["beside"] for one in device.waiting)
    assert first == second
    calls.call(table, by=judge, reason="Dadi contestati", now=timezone.now())
    assert send(at, table, [])["beside"] != second
    calls.resolve(table, by=judge, now=timezone.now())
    assert send(at, table, [])["beside"] == second


@pytest.fixture
def raised(monkeypatch) -> list[list[str]]:
    """The topics of each write of versions."""
    found: list[list[str]] = []
    monkeypatch.setattr(live, "_increment", lambda topics: found.append(list(topics)) or len(topics))
    return found


def test_a_batch_raises_each_topic_once(at, table, device, raised):
    device.record_many(5)
    assert outcomes(send(at, table, device.waiting)) == ["written"] * 5
    assert raised == [[table.topic, table.round.tournament.tables_topic]]


def test_several_changes_lock_shared_words_before_anything_else(db, raised):
    with live.gathered():
        live.bump("table-1", "tables-x")
        live.bump("words-x")
        live.bump("table-1", "tables-x")
    live.bump("table-1")
    assert raised == [["words-x"], ["table-1", "tables-x"], ["table-1"]]


def test_an_undo_and_a_note_wait_like_any_act(at, table, device):
    device.record_many(2)
    undo = {"key": "chiave-undo", "kind": "undo", "seq": 2, "lease": 1, "by": "judge", "act": {}}
    note = {"key": "chiave-nota", "kind": "act", "seq": 0, "lease": 1, "by": "judge"}
    note |= {"act": {"type": "note", "text": "la rete manca"}}
    assert outcomes(send(at, table, [*device.waiting, undo, note])) == ["written"] * 4  # a note looks at no board
    assert [entry.is_standing for entry in Entry.objects.all()] == [True, False, True, True]


def test_a_refused_entry_stops_those_behind_it(at, table, device):
    device.record_many(4)
    device.waiting[1]["act"] = {"type": "attack", "src": "alaska", "dst": "brasile"}
    answer = send(at, table, device.waiting)
    assert outcomes(answer)[0] == "written"
    assert outcomes(answer)[1] == "refused"
    assert (len(answer["settled"]), lines()) == (2, [1])
    assert answer["settled"][1]["words"]


def test_a_line_that_somebody_else_told_is_a_conflict(at, table, row, judge, device):
    device.record_many(2)
    Recorder(row, judge, seed=9).record_many(1)
    answer = send(at, table, device.waiting)
    assert (outcomes(answer), answer["seq"]) == (["conflict"], 1)


def test_a_line_that_the_table_wrote_by_itself_moves_the_queue_behind_it(at, table, row, judge, device):
    device.record_many(4)
    records.note(row, text="la sala riparte alle 15", by=judge)
    assert outcomes(send(at, table, device.waiting)) == ["written"] * 4
    assert [one["seq"] for one in send(at, table, device.waiting)["settled"]] == [2, 3, 4, 5]


def test_a_device_that_lost_its_lease_leaves_its_entries_for_review(at, table, row, judge, device):
    device.record_many(3)
    type(row).objects.filter(pk=row.pk).update(device="un'altra", lease=2)
    assert outcomes(send(at, table, device.waiting)) == ["quarantined"] * 3
    assert outcomes(send(at, table, device.waiting)) == ["quarantined"] * 3
    assert (Quarantined.objects.count(), lines()) == (3, [])


def test_late_entries_without_end_bury_neither_the_tablet_nor_the_log(at, table, row, monkeypatch):
    """Whoever lost the table goes on sending: the page grows no further, and from a bound on his device keeps them."""
    type(row).objects.filter(pk=row.pk).update(device="un'altra", lease=2)
    monkeypatch.setattr(quarantine, "MOST_WAITING", 70)

    def flood(many: int, mark: str) -> list[str]:
        note = {"kind": "act", "seq": 0, "lease": 1, "by": "judge", "act": {"type": "note", "text": "ancora"}}
        waiting = [note | {"key": f"{mark}-{number:04}", "words": "una nota " * 20} for number in range(many)]
        return [one for first in range(0, many, 20) for one in outcomes(send(at, table, waiting[first : first + 20]))]

    assert flood(40, "prime") == ["quarantined"] * 40
    page = at.get(address(table)).content.decode()
    assert flood(40, "altre") == ["quarantined"] * 30 + ["closed"]
    assert flood(40, "prime") == ["quarantined"] * 40  # asked again, they are still answered
    assert Quarantined.objects.count() == LogEvent.objects.filter(verb="record.quarantined").count() == 70
    later = at.get(address(table)).content.decode()
    assert later.count("j-late") == page.count("j-late") == 30
    assert '<span class="badge">70</span>' in later


def test_what_a_judge_still_sends_whose_table_was_given_away_waits_for_review(
    at, table, row, device, organizer, other_judge
):
    """The new judge has not taken it yet, and the old tablet still has the lease."""
    device.record_many(2)
    tables.assign_judge(table, judge=other_judge, by=organizer)
    assert outcomes(send(at, table, device.waiting)) == ["quarantined"] * 2
    undo = {"key": "annulla-1", "seq": 0, "lease": 1}
    assert at.post(address(table, "undo"), undo, headers={"HX-Request": "true"}).status_code == 409
    assert (Quarantined.objects.count(), lines()) == (3, [])


def test_what_waited_for_a_record_that_was_set_aside_enters_no_other(at, table, row, judge, device):
    """Begun anew on the same tablet, the table has the same lease and stands where the first record began."""
    device.record_many(3)
    opened = at.get(address(table) + "dispositivo.json").json()["row"]["instance"]
    note = {
        "key": "chiave-nota",
        "kind": "act",
        "seq": 3,
        "lease": 1,
        "by": "judge",
        "act": {"type": "note", "text": "no"},
    }
    waiting = [one | {"instance": opened} for one in [*device.waiting, note]]
    openings.archive(row, by=judge, reason="posti sbagliati")
    table.refresh_from_db()
    open_table(table, judge)
    answer = send(at, table, waiting)
    assert (outcomes(answer), lines()) == (["closed"], [])
    assert "messa da parte" in answer["settled"][0]["words"]
    now = at.get(address(table) + "dispositivo.json").json()["row"]["instance"]
    assert (
        outcomes(send(at, table, [one | {"instance": now} for one in waiting])) == ["written"] * 4
    )  # the judge says so


def test_a_queue_that_is_no_queue_is_refused_and_changes_nothing(at, table, row):
    unknown = '[{"key": "kkkkkkkk", "kind": "sign", "seq": 0, "lease": 1, "by": 0, "act": {}}]'
    entry = {"key": "chiave-1", "kind": "act", "seq": 0, "lease": 7, "act": {"type": "note", "text": "x"}}
    nobody = [json.dumps([entry | {"by": by}]) for by in (10_000, -2, 2**31, 2**63, 10**30, "", "x" * 300, None, 1.5)]
    for body in ("", "{}", '[{"key": "k"}]', unknown, *nobody):
        answer = at.post(address(table) + "coda/", body, content_type="application/json")
        assert (answer.status_code, list(answer.json())) == (400, ["words"])
    assert not Quarantined.objects.exists()
    assert lines() == []


KINDS, SPEAKERS = ("act", "ruling", "undo"), (0, 3, 4, 9_999, -1, "judge", "clock")


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_the_queue_says_of_whomever_has_an_outcome(at, table, row, judge, kind):
    """Every act of a game and every act about the record, by everybody, as an act, as an infraction and as an undo."""
    recorder = Recorder(row, judge)
    recorder.record_many(12)
    told = {}
    for _line in range(120):
        move = recorder.propose()
        told.setdefault(type(move.act), json.loads(encode(move.act)))
        recorder.ahead.play(move.by, move.act)
    acts = [*told.values(), {"type": "note", "text": "x"}, {"type": "undo", "of": 1}, {"type": "time_up"}]
    acts += [{"type": "ruling", "waives": waives, "by": 0, "act": acts[-3]} for waives in ([], ["x"])]
    row.refresh_from_db()
    found = Counter()
    for number, (act, by) in enumerate(product(acts, SPEAKERS)):
        waiting = {"key": f"chiave-{kind}-{number}", "kind": kind, "seq": row.seq, "lease": 1, "by": by, "act": act}
        mark = savepoint_create()
        found.update(outcomes(send(at, table, [waiting | {"why": "prova", "words": ""}])))
        transaction.savepoint_rollback(mark)
        record_cache.clear()
    assert found["refused"] or kind == "undo"
    assert set(found) <= {"written", "refused", "conflict", "closed"}


def test_the_device_is_given_what_the_judge_may_download_and_no_more(at, table, judge):
    row = open_table(table, judge, seal=True, rng=Random(1))
    secrets = json.loads(row.sealed_vault.vault)["secrets"]
    result = at.get(address(table) + "dispositivo.json")
    assert secrets
    assert not [one for one in secrets if one["salt"] in result.content.decode()]
    given = result.json()
    assert given["header"] in at.get(address(table) + "registro.jsonl").content.decode()
    assert (given["lines"], given["seq"]) == ([], 0)


def test_the_device_catches_up_with_the_lines_that_it_lacks(at, table, recorder):
    recorder.record_many(5)
    given = at.get(address(table) + "dispositivo.json?dopo=3").json()
    assert (len(given["lines"]), given["seq"]) == (2, 5)


def test_only_the_worker_may_compile(at, table, row):
    page, worker = at.get(address(table)), at.get("/motore/lavoratore.js")
    assert "wasm-unsafe-eval" in worker["Content-Security-Policy"]
    assert "wasm-unsafe-eval" not in page["Content-Security-Policy"]
    assert "script-src 'self';" in page["Content-Security-Policy"] + ";"


def test_the_archive_is_named_by_its_content(client):
    assert client.get(f"/motore/{bundle.digest()}/sorgenti.zip").headers["Content-Type"] == "application/zip"
    assert client.get("/motore/0123456789abcdef/sorgenti.zip").status_code == 404


def undo_of(seq: int, key: str = "chiave-undo") -> dict:
    return {"key": key, "kind": "undo", "seq": seq, "lease": 1, "by": "judge", "act": {}, "words": f"annullata: {seq}."}


def the_other_tablet_took(row) -> None:
    type(row).objects.filter(pk=row.pk).update(device="un'altra", lease=2)


def test_a_late_undo_takes_back_no_line_that_its_tablet_never_saw(at, table, row, judge, recorder):
    recorder.record_many(2)
    the_other_tablet_took(row)
    recorder.record_many(2)
    send(at, table, [undo_of(2)])
    late = Quarantined.objects.get()
    with pytest.raises(NotNow, match="intanto è andato avanti"):
        quarantine.register(late, by=judge)
    late.refresh_from_db()
    assert (late.settled_at, len(lines())) == (None, 4)


def test_a_late_undo_takes_back_what_its_tablet_had_told_before_it(at, table, row, judge, device):
    """Act, act, undo, undo: once its acts are registered, each undo finds its own."""
    device.record_many(2)
    the_other_tablet_took(row)
    send(at, table, [*device.waiting, undo_of(2), undo_of(3, "chiave-undo-2")])
    first, second, undo, again = Quarantined.objects.all()
    quarantine.register(first, by=judge)
    with pytest.raises(NotNow):
        quarantine.register(undo, by=judge)  # it meant the second
    for one in (second, undo, again):
        quarantine.register(one, by=judge)
    assert [entry.is_standing for entry in Entry.objects.all()] == [False, False, True, True]


def test_a_late_undo_of_the_last_line_is_registered(at, table, row, judge, recorder):
    recorder.record_many(2)
    the_other_tablet_took(row)
    send(at, table, [undo_of(2)])
    quarantine.register(Quarantined.objects.get(), by=judge)
    assert [entry.is_standing for entry in Entry.objects.all()] == [True, False, True]
