"""The record of a table: one effect a key, one writer, nothing half-told, a cost that does not grow."""

import threading
from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.cli import main
from games.kernel.acts import JUDGE, TimeUp
from games.kernel.breaches import Refused
from games.kernel.lines import read_act
from referee.actions import counts, leases, openings, records
from referee.errors import BadKey, CannotOpen, Conflict, LeaseLost, NotCounted, NotPlaying, TimeNotOver
from referee.models import Entry, GameRecord, SealedVault, Snapshot
from referee.records import cache as record_cache
from tests.referee.conftest import Recorder, cached_record, current, open_table
from tournament import live
from tournament.actions import results
from tournament.models import ClockEvent, Result, Seat, TableStatus
from tournament.states import TableState


def act_of(row, **fields):
    return read_act(record_cache.rebuild(row).game, fields)


def append(row, by, seat, *, key="chiave-di-prova", seq=None, lease=None, why="", **fields):
    row = current(row)
    seq = row.seq if seq is None else seq
    return records.append(
        row, client_key=key, expected_seq=seq, by_seat=seat, act=act_of(row, **fields), by=by, lease=lease, why=why
    )


def dice(*visible):
    return {"type": "start_dice", "dice": list(visible)}


# -- opening


def test_opening_begins_the_table_and_tells_its_status(table, judge):
    row = open_table(table, judge)
    table.refresh_from_db()
    status = TableStatus.objects.get(table=table)
    assert (table.state, row.seq, row.holder, row.lease) == (TableState.PLAYING, 0, judge, 1)
    assert (status.giro, status.phase, status.is_over) == ("", "Dadi per il primo di mano", False)
    with translation.override("en"):
        assert status.phase == "Dice for the first player"


def test_a_table_is_opened_once(row, table, judge):
    with pytest.raises(CannotOpen):
        open_table(table, judge)
    assert GameRecord.objects.count() == 1


def test_opening_seats_people_as_they_sit(table, judge):
    drawn = list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))
    turned = [*drawn[1:], drawn[0]]
    row = openings.open_record(table, seats=turned, judge=2, by=judge)
    assert list(table.seats.order_by("position").values_list("entrant__public_id", flat=True)) == turned
    assert record_cache.header_of(row).seats == tuple(turned)
    assert record_cache.header_of(row).judge == 2


@pytest.mark.parametrize("spoil", [lambda who: who[:-1], lambda who: [*who[:-1], who[0]], lambda who: [*who, "x"]])
def test_opening_refuses_an_order_that_is_not_this_table(table, judge, spoil):
    drawn = list(table.seats.values_list("entrant__public_id", flat=True))
    with pytest.raises(CannotOpen):
        openings.open_record(table, seats=spoil(drawn), judge=0, by=judge)
    assert not GameRecord.objects.exists()


def test_opening_refuses_a_game_without_rules(table, judge):
    table.round.tournament.game = "tombola"
    with pytest.raises(CannotOpen):
        open_table(table, judge)


def test_a_sealed_record_keeps_its_secrets_apart(table, judge):
    row = open_table(table, judge, seal=True, rng=Random(3))
    vault = SealedVault.objects.get(record=row).vault
    salts = [line for line in vault.splitlines() if "salt" in line]
    assert len(salts) == table.seats.count()
    assert len(record_cache.header_of(row).sealed["objective"]) == table.seats.count()
    assert not any(salt.split('"')[3] in row.header for salt in salts)


# -- exactly once, in order


def test_a_repeated_key_gets_the_first_answer_and_has_no_second_effect(row, judge):
    first = append(row, judge, JUDGE, **dice(6, 5, 4, 3))
    again = append(row, judge, JUDGE, seq=0, **dice(6, 5, 4, 3))
    assert (again.seq, again.head, again.at) == (first.seq, first.head, first.at)
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert Entry.objects.count() == 1


def test_a_key_that_was_told_has_no_second_effect_for_another_act_at_the_last_line_either(row, recorder, judge):
    """No tablet asks so; the database refuses the key, and the table goes on."""
    for _entry in range(3):
        recorder.record_next()
    first, move = Entry.objects.get(seq=1), recorder.propose()
    again = records.append(row, client_key=first.client_key, expected_seq=3, by_seat=move.by, act=move.act, by=judge)
    assert (again.seq, again.is_repeat, current(row).seq) == (1, True, 3)
    recorder.record_next()
    assert (current(row).seq, record_cache.is_sound(current(row))) == (4, True)


def test_a_stale_page_gets_a_conflict_that_says_where_the_table_stands(row, judge):
    append(row, judge, JUDGE, **dice(6, 5, 4, 3))
    with pytest.raises(Conflict) as conflict:
        append(row, judge, 0, key="altra-chiave", seq=0, type="colour", colour="rosso")
    assert (conflict.value.expected, conflict.value.actual) == (0, 1)
    assert Entry.objects.count() == 1
    assert append(row, judge, 0, key="altra-chiave", seq=1, type="colour", colour="rosso").seq == 2


def test_a_refused_act_leaves_nothing_behind(row, judge):
    version = live.versions([row.table.topic])
    with pytest.raises(Refused):
        append(row, judge, JUDGE, **dice(6, 5))
    assert not Entry.objects.exists()
    assert (current(row).seq, current(row).head) == (0, row.head)
    assert live.versions([row.table.topic]) == version
    assert append(row, judge, JUDGE, **dice(6, 5, 4, 3)).seq == 1


@pytest.mark.parametrize("key", ["", "x" * 65, "a\nb"])
def test_a_key_that_is_no_key_is_refused(row, judge, key):
    with pytest.raises(BadKey):
        append(row, judge, JUDGE, key=key, **dice(6, 5, 4, 3))


def test_a_remark_is_written_without_its_control_characters(row, judge):
    """Pasted from elsewhere, it may hold some; a record takes none, and nobody is told so who only wrote a remark."""
    records.note(current(row), text="tardi\0\x1b[1m\ndi\tdieci \x85minuti", by=judge)
    assert '"text":"tardi [1m di dieci minuti"' in current(row).entries.last().line


def test_a_rolled_back_entry_is_forgotten_by_the_memory_too(row, judge):
    with transaction.atomic():
        append(row, judge, JUDGE, **dice(6, 5, 4, 3))
        transaction.set_rollback(True)
    assert current(row).seq == 0
    assert cached_record(row).seq == 0
    assert append(row, judge, JUDGE, **dice(6, 5, 4, 3)).seq == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_writers_at_once_one_gets_a_conflict(row, judge):
    heard = []

    def write(key):
        try:
            heard.append(append(row, judge, JUDGE, key=key, seq=0, **dice(6, 5, 4, 3)).seq)
        except Conflict:
            heard.append("conflict")
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=(f"chiave-numero-{n}",)) for n in range(2)]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
    assert sorted(map(str, heard)) == ["1", "conflict"]
    assert Entry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_key_sent_by_two_threads_counts_once(row, judge):
    heard = []

    def write():
        heard.append(append(row, judge, JUDGE, key="la-stessa", seq=0, **dice(6, 5, 4, 3)).seq)
        connection.close()

    writers = [threading.Thread(target=write) for _ in range(2)]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
    assert heard == [1, 1]
    assert Entry.objects.count() == 1


def test_the_database_holds_one_entry_a_number_and_a_key(row, judge):
    append(row, judge, JUDGE, **dice(6, 5, 4, 3))
    for clash in ({"seq": 1, "client_key": "nuova"}, {"seq": 2, "client_key": "chiave-di-prova"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Entry.objects.create(record=row, line="{}", **clash)


# -- the memory, and what it is held against


def same_as_rebuilt(row):
    assert record_cache.is_sound(current(row))


def test_the_cached_record_is_the_fold_of_its_entries(row, recorder):
    for _ in range(6):
        recorder.record_many(20)
        same_as_rebuilt(row)
        recorder.record_more(30)
        same_as_rebuilt(row)


def test_a_memory_that_is_not_what_the_entries_tell_is_found_out(row, recorder):
    recorder.record_many(40)
    with record_cache.checkout(current(row)) as cached:
        cached.state = record_cache.rebuild(current(row)).checkpoints[0].state
    assert record_cache.is_sound(current(row)) is False


def test_after_a_restart_the_game_goes_on_from_the_newest_snapshot(row, recorder):
    recorder.record_more(200)
    record_cache.clear()
    with CaptureQueriesContext(connection) as queries:
        record = cached_record(row)
    stored = Snapshot.objects.filter(record=row).first()
    read = sum("referee_entry" in query["sql"] for query in queries)
    assert (read, record.reaches_start, stored.seq > 150) == (1, False, True)
    same_as_rebuilt(row)
    recorder.record_many(30)
    same_as_rebuilt(row)


def test_a_process_with_an_older_memory_notices(row, recorder):
    recorder.record_many(60)
    stale = record_cache.load(current(row))
    recorder.record_many(5)
    record_cache.clear()
    record_cache.store(row.pk, stale)
    same_as_rebuilt(row)


def test_a_record_that_comes_back_late_does_not_replace_one_that_has_gone_further(row, recorder):
    recorder.record_many(5)
    with record_cache.checkout(current(row)) as late:
        recorder.record_many(5)
    assert (late.seq, cached_record(row).seq) == (5, 10)
    same_as_rebuilt(row)


def test_a_record_that_is_checked_out_is_nobody_elses(row, recorder):
    recorder.record_many(5)
    with record_cache.checkout(current(row)) as one, record_cache.checkout(current(row)) as other:
        assert one is not other
    assert cached_record(row) in (one, other)


def queries_of_one_more(recorder) -> int:
    with CaptureQueriesContext(connection) as queries:
        recorder.record_next()
    return len(queries)


def test_an_entry_costs_the_same_at_ten_and_at_six_hundred(recorder):
    recorder.record_many(10)
    early = queries_of_one_more(recorder)
    recorder.record_more(589)
    while type(recorder.ahead.state.awaits).__name__ != "DefenceThrow":  # an entry that ends no turn
        recorder.record_next()
    assert recorder.ahead.seq >= 600
    assert queries_of_one_more(recorder) == early
    assert early <= 25


def test_the_stored_lines_are_the_record(row, recorder, tmp_path):
    recorder.record_all()
    lines = [row.header, *Entry.objects.order_by("seq").values_list("line", flat=True)]
    file = tmp_path / "partita.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["check", str(file)]) == 0


# -- undo, rulings, time


def test_undo_takes_back_one_entry_at_a_time(row, judge, recorder):
    recorder.record_many(20)
    before = record_cache.rebuild(current(row))
    recorder.record_many(1)
    result = records.undo(row, client_key="annulla-uno", expected_seq=21, by=judge)
    after = record_cache.rebuild(current(row))
    assert (result.seq, after.state) == (22, before.state)
    assert list(Entry.objects.filter(is_standing=False).values_list("seq", flat=True)) == [21]
    same_as_rebuilt(row)


def test_undo_reaches_across_snapshots(row, judge, recorder):
    recorder.record_until(lambda record: record.state.turn == 3)
    states = {recorder.ahead.seq: recorder.ahead.state}
    while recorder.ahead.state.turn < 6:
        recorder.record_next()
        states[recorder.ahead.seq] = recorder.ahead.state
    last = recorder.ahead.seq
    target = min(states)
    for number in range(last - target):
        if number % 7 == 0:
            record_cache.clear()
        records.undo(row, client_key=f"annulla-{number:04}", expected_seq=last + number, by=judge)
        with record_cache.checkout(current(row)) as record:
            assert record.last_undoable, "the page would say that there is nothing to undo"
    assert cached_record(row).state == states[target]
    same_as_rebuilt(row)


def test_with_nothing_told_there_is_nothing_to_undo(row, judge):
    with pytest.raises(Refused):
        records.undo(row, client_key="annulla-nulla", expected_seq=0, by=judge)
    assert not Entry.objects.exists()


def a_move_that_bares_a_border(record):
    """A strategic move that leaves one army next to an enemy: an infraction, and possible on the board."""
    state, board = record.state, record.rules.board
    for src in state.territories_of(state.seat):
        bordering = board.borders[src]
        enemies = [place for place in bordering if state.owners[place] != state.seat]
        friends = [place for place in bordering if state.owners[place] == state.seat]
        if enemies and friends and state.armies[src] > 1:
            return {
                "type": "move",
                "src": board.ids[src],
                "dst": board.ids[friends[0]],
                "armies": state.armies[src] - 1,
            }
    return None


def can_bare_a_border(record):
    return type(record.state.awaits).__name__ == "Fight" and a_move_that_bares_a_border(record) is not None


def test_an_infraction_is_refused_and_may_then_be_registered_as_it_happened(row, judge, recorder):
    recorder.record_until(can_bare_a_border)
    move, seat, seq = a_move_that_bares_a_border(recorder.ahead), recorder.ahead.state.seat, recorder.ahead.seq
    with pytest.raises(Refused) as refused:
        append(row, judge, seat, key="mossa-vietata", **move)
    assert [breach.article for breach in refused.value.breaches] == ["10"]
    result = records.register_infraction(
        row, client_key="infrazione", expected_seq=seq, by_seat=seat, act=act_of(row, **move), by=judge
    )
    entry = Entry.objects.get(seq=result.seq)
    assert '"type":"ruling"' in entry.line
    assert '"waives":["10"]' in entry.line
    same_as_rebuilt(row)


def test_an_impossible_act_is_never_registered(row, judge):
    with pytest.raises(Refused):
        records.register_infraction(
            row,
            client_key="impossibile",
            expected_seq=0,
            by_seat=0,
            act=act_of(row, type="end_turn"),
            by=judge,
        )
    assert not Entry.objects.exists()


def test_time_is_called_once_when_the_clock_is_over(row, judge, recorder):
    recorder.record_until(lambda record: record.state.giro == 1)
    start = ClockEvent.objects.get(round=row.table.round, kind="start").at
    with pytest.raises(TimeNotOver):
        records.call_time(row, by=judge, now=start + timedelta(minutes=5))
    over = start + timedelta(hours=9)
    first = records.call_time(row, by=judge, now=over)
    again = records.call_time(row, by=judge, now=over)
    assert (again.seq, again.is_repeat) == (first.seq, True)
    assert TableStatus.objects.get(table=row.table).is_last_giro is True
    assert type(record_cache.rebuild(current(row)).standing[-1].act) is TimeUp


# -- who writes


def test_the_tablet_that_was_relieved_writes_no_more(row, judge, organizer):
    taken = leases.acquire(row, by=organizer, device="altra")
    assert (taken.lease, taken.holder, taken.device) == (2, organizer, "altra")
    with pytest.raises(LeaseLost):
        append(row, judge, JUDGE, lease=1, **dice(6, 5, 4, 3))
    assert append(row, organizer, JUDGE, lease=2, **dice(6, 5, 4, 3)).seq == 1


def test_a_table_handed_over_waits_for_its_new_holder(row, judge, organizer):
    given = leases.give(row, to=organizer, by=judge)
    assert (given.holder, given.device, given.lease) == (organizer, "", 2)


def test_the_level_of_recording_stands_in_the_status(row, judge):
    records.set_level(row, level="turn", by=judge)
    assert (current(row).level, TableStatus.objects.get(table=row.table).level) == ("turn", "turn")


# -- the status, in the same transaction


def test_the_status_follows_every_entry(row, recorder):
    result = recorder.record_until(lambda record: record.state.giro == 2)
    status = TableStatus.objects.get(table=row.table)
    state = recorder.ahead.state
    assert (status.giro, status.last_entry, status.last_entry_at) == ("Giro 2", result.seq, result.at)
    assert status.seat_in_turn.entrant.public_id == recorder.ahead.header.seats[state.seat]


def test_an_entry_without_its_status_does_not_exist(row, judge, monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("disk full")

    monkeypatch.setattr("tournament.actions.tables.record_status", fail)
    with pytest.raises(RuntimeError):
        append(row, judge, JUDGE, **dice(6, 5, 4, 3))
    monkeypatch.undo()
    assert not Entry.objects.exists()
    assert current(row).seq == 0
    assert append(row, judge, JUDGE, **dice(6, 5, 4, 3)).seq == 1


# -- the end


def test_the_signed_sheet_carries_the_head_of_the_chain(row, judge, recorder):
    recorder.record_all()
    counts.sign(row, by=judge)
    row.table.refresh_from_db()
    sheet = recorder.ahead.score()
    found = {result.seat.position: result for result in Result.objects.select_related("seat")}
    assert row.table.state == TableState.SIGNED
    assert {result.head for result in found.values()} == {current(row).head}
    assert {number: (str(one.points.normalize()), one.rank) for number, one in found.items()} == {
        line.seat + 1: (str(results.Decimal(line.points).normalize()), line.rank) for line in sheet.rows
    }


def test_a_game_that_goes_on_is_not_signed(row, judge, recorder):
    recorder.record_more(100)
    with pytest.raises(NotCounted):
        counts.sign(row, by=judge)
    row.table.refresh_from_db()
    assert row.table.state == TableState.PLAYING


def test_after_the_signature_nothing_is_written_until_the_table_is_reopened(row, judge, organizer, recorder):
    recorder.record_all()
    counts.sign(row, by=judge)
    with pytest.raises(NotPlaying):
        append(row, judge, JUDGE, type="note", text="tardi")
    row.table.refresh_from_db()
    results.unsign(row.table, by=organizer, reason="conteggio da rifare")
    results.reopen(row.table, by=organizer, reason="conteggio da rifare")
    assert append(row, judge, JUDGE, type="note", text="in tempo").seq == recorder.ahead.seq + 1


def test_people_moved_between_chairs_get_their_own_points(table, judge):
    drawn = list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))
    row = openings.open_record(table, seats=list(reversed(drawn)), judge=0, by=judge)
    recorder = Recorder(row, judge, seed=5)
    recorder.record_all()
    counts.sign(row, by=judge)
    best = next(line.seat for line in recorder.ahead.score().rows if line.rank == 1)
    assert Seat.objects.get(table=table, result__rank=1).entrant.public_id == list(reversed(drawn))[best]


def test_the_lines_name_no_person(row, recorder):
    recorder.record_more(150)
    result = row.header + "".join(Entry.objects.values_list("line", flat=True))
    assert not [seat for seat in row.table.seats.all() if seat.entrant.surname in result]
