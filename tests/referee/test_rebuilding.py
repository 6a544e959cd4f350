"""Every derived row worked out again from the entries is the live one, in every game; and what somebody harmed is put right."""

import pytest
from django.core.management import call_command

from games.registry import games
from referee.actions import records
from referee.management.commands.demo import SCRIPT
from referee.models import Entry, GameRecord, Snapshot
from referee.records import cache as record_cache
from referee.repair.rebuild import differences, rebuild
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of
from tournament.models import Result, TableStatus

TURNS, ENTRIES = 6, 24


def recorded_game(row, judge, *, seed: int = 3) -> GameRecord:
    """Some turns of a game at one go, then entries one by one, with notes and moves that were taken back and told again."""
    recorder = Recorder(row, judge, seed=seed)
    recorder.record_until(lambda record: record.state.turn >= TURNS or recorder.is_over)
    for number in range(ENTRIES):
        if recorder.is_over:
            break
        move = recorder.propose()
        recorder.record_move(move)
        if number % 8 == 7:
            taken_back(recorder, judge)
            recorder.record_move(move)
    return current(row)


def taken_back(recorder: Recorder, judge) -> None:
    """A note, and the last move undone."""
    records.note(recorder.row, text="Si gioca in silenzio", by=judge)
    records.undo(
        recorder.row,
        client_key=records.new_client_key(),
        expected_seq=recorder.ahead.seq + 1,
        by=judge,
        why="detto male",
    )
    recorder.ahead = record_cache.rebuild(current(recorder.row))


@pytest.mark.parametrize("slug", list(games()))
def test_the_live_rows_are_what_the_entries_give(table, judge, slug):
    row = recorded_game(open_a_table_of(slug, table, judge), judge)
    assert row.entries.filter(is_standing=False).exists()
    assert row.snapshots.exists()
    assert list(map(str, differences(row))) == []


@pytest.mark.parametrize(
    "harm",
    [
        lambda row: row.entries.filter(seq=7).update(is_standing=False),
        lambda row: row.entries.filter(seq=7).update(giro=99, in_turn=None, seat=5, level="result"),
        lambda row: Snapshot.objects.filter(record=row).first().delete(),
        lambda row: Snapshot.objects.filter(record=row).update(snapshot=b"{}"),
        lambda row: TableStatus.objects.filter(table=row.table).update(giro="Giro 77", is_over=True, seat_in_turn=None),
        lambda row: TableStatus.objects.filter(table=row.table).delete(),
        lambda row: GameRecord.objects.filter(pk=row.pk).update(seq=3, head="0" * 64),
    ],
)
def test_whatever_was_harmed_is_found_and_put_right(table, judge, harm):
    row = recorded_game(open_a_table_of("risiko", table, judge), judge)
    harm(row)
    found = rebuild(current(row))
    assert found
    assert list(differences(current(row))) == []
    assert record_cache.is_sound(current(row))


@pytest.mark.parametrize(
    "harm", [lambda line: line[:40], lambda line: line.replace('"act"', '"atc"'), lambda _line: ""]
)
@pytest.mark.parametrize("options", [[], ["--check"]])
def test_a_harmed_entry_is_named_and_the_other_records_are_put_right_all_the_same(table, judge, capsys, harm, options):
    row = recorded_game(open_a_table_of("risiko", table, judge), judge)
    other = open_a_table_of("risiko", table.round.tables.exclude(pk=table.pk).first(), judge)
    entry = row.entries.get(seq=7)
    Entry.objects.filter(pk=entry.pk).update(line=harm(entry.line))
    GameRecord.objects.filter(pk=other.pk).update(head="0" * 64)
    with pytest.raises(SystemExit) as ended:
        call_command("rebuild", *options)
    output = capsys.readouterr().out
    assert ended.value.code == 1
    assert f"{row.table}, 7: line" in output
    assert f"{other.table}: head" in output
    assert (current(other).head == other.head) is not bool(options)


def test_lines_keys_and_moments_are_never_written(table, judge):
    row = recorded_game(open_a_table_of("risiko", table, judge), judge)
    facts = list(Entry.objects.order_by("seq").values("seq", "line", "client_key", "at", "actor"))
    row.entries.update(is_standing=False)
    row.snapshots.all().delete()
    rebuild(current(row))
    assert list(Entry.objects.order_by("seq").values("seq", "line", "client_key", "at", "actor")) == facts


def test_a_demo_that_was_played_is_what_its_entries_give(db, tmp_path, settings, capsys):
    settings.VAR_DIR = tmp_path
    call_command("demo", script=SCRIPT)
    capsys.readouterr()
    call_command("rebuild", check=True)
    assert capsys.readouterr().out == f"Verbali: {GameRecord.objects.count()}; differenze: 0\n"
    assert Result.objects.exclude(head="").exists()
    Result.objects.exclude(head="").update(points=1)
    Entry.objects.update(giro=0, in_turn=None)
    with pytest.raises(SystemExit):
        call_command("rebuild", check=True)
    call_command("rebuild")
    capsys.readouterr()
    call_command("rebuild", check=True)
    assert capsys.readouterr().out.endswith("; differenze: 0\n")
