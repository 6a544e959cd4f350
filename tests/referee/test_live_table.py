"""The final on the projector: the board as it stands or as it stood, the chance of the throw, and no secret."""

from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from games.kernel.acts import Note
from games.registry import games
from referee.actions import records
from referee.hooks.projector import projector_table
from referee.models import Entry, GameRecord
from referee.records import cache as record_cache
from referee.records.replay import Replay
from tests.referee.conftest import Recorder, cached_record, current, open_table
from tests.referee.test_every_game import open_a_table_of
from tournament.actions import clocks, screen_links
from tournament.models import ScreenLink, Table
from tournament.queries.projector import slides

SECRET = [slug for slug, game in games().items() if game.secret_kinds]


def on_show(row: GameRecord, **more):
    return projector_table(row.table, current(row), now=timezone.now(), **more)


@pytest.fixture
def final(table):
    """The round of this table alone, as a final is."""
    Table.objects.filter(round=table.round).exclude(pk=table.pk).delete()
    table.round.stage = {**table.round.stage, "name": "final"}
    table.round.save(update_fields=["stage"])
    return table


@pytest.fixture
def projector(final, organizer, client):
    screen, token = screen_links.issue(final.round.tournament, by=organizer)

    def show(**setting) -> str:
        ScreenLink.objects.filter(pk=screen.pk).update(**setting)
        return client.get(reverse("tournament:projector", args=[token])).content.decode()

    return show


def test_the_board_giro_and_last_lines_are_those_of_the_record(row, recorder):
    recorder.record_until(lambda record: record.state.giro == 2)
    live = on_show(row)
    record = cached_record(row)

    assert live.giro == 2
    assert live.board.scene == record.game.scene(record.rules, record.state, frozenset())
    assert [line.seq for line in live.lines] == sorted(line.seq for line in live.lines)
    assert live.lines[-1].seq == current(row).seq


def test_the_threshold_and_the_exact_chance_come_with_the_throw(row, recorder):
    recorder.record_until(lambda record: type(record.state.awaits).__name__ == "CloseThrow")
    live = on_show(row)
    record = cached_record(row)

    assert live.closing == record.state.awaits.threshold
    assert live.chance == {4: "1/6 (16,7 %)", 5: "5/18 (27,8 %)", 6: "5/12 (41,7 %)", 7: "7/12 (58,3 %)"}[live.closing]


def test_a_delay_in_turns_shows_the_table_so_many_turns_ago(row, recorder):
    recorder.record_until(lambda record: record.state.turn == 9)
    result = Replay(current(row), row.table.seats.all())
    late = on_show(row, delay=3, unit="turns")
    early = on_show(row, delay=60, unit="turns")

    assert late.board.scene == result.frame(result.last - 3).board.scene
    assert all(line.seq <= result.ends[-4] for line in late.lines)
    assert "3 turni" in late.delay
    assert early.board is None


def test_a_delay_in_minutes_shows_no_entry_younger_than_that(row, recorder):
    recorder.record_until(lambda record: record.state.turn == 4)
    result = current(row).seq
    Entry.objects.update(at=timezone.now() - timedelta(minutes=20))
    recorder.record_until(lambda record: record.state.turn == 8)
    late = on_show(row, delay=10, unit="minutes")

    assert late.board is not None
    assert all(line.seq <= result for line in late.lines)
    assert late.board.scene == Replay(current(row), row.table.seats.all()).frame(4).board.scene
    assert on_show(row, delay=30, unit="minutes").board is None


def test_a_delay_holds_in_the_night_in_which_an_hour_is_skipped(row, recorder):
    recorder.record_until(lambda record: record.state.turn == 2)
    Entry.objects.update(at=datetime(2026, 3, 29, 0, 58, tzinfo=UTC))
    five_past_three = datetime(2026, 3, 29, 3, 5, tzinfo=ZoneInfo("Europe/Rome"))

    assert projector_table(row.table, current(row), now=five_past_three, delay=10).board is None
    assert projector_table(row.table, current(row), now=five_past_three, delay=5).board is not None


def test_the_screen_shows_the_final_by_itself_and_only_the_final(projector, final, judge):
    Recorder(open_table(final, judge), judge).record_more(150)
    page = projector()

    assert f'data-slide="live-{final.pk}"' in page
    assert page.count("<svg") == 1
    assert f'id="live-{final.pk}"' in page


def test_many_tables_are_a_list_and_not_boards(row, recorder, organizer):
    recorder.record_many(30)
    round_ = row.table.round
    visible = slides(round_.tournament, round_, now=timezone.now())

    assert "live" not in {slide.kind for slide in visible}


def test_the_organizer_chooses_part_and_delay(projector, final, judge):
    Recorder(open_table(final, judge), judge).record_until(lambda record: record.state.turn == 6)
    page = projector(parts=["live"], live_delay=2, live_delay_in="turns")

    assert "in differita di 2 turni" in page
    assert 'data-slide="tables' not in page


@pytest.mark.parametrize("slug", SECRET)
def test_what_was_dealt_in_secret_changes_no_byte_of_the_screen(final, judge, slug):
    """The same game told over two different deals: a hall that sees any difference would see a secret."""
    row = open_a_table_of(slug, final, judge, seal=True, rng=Random(1))
    Recorder(row, judge, seed=9).record_many(90)
    sealed = row.sealed_vault
    before = on_show(row)
    other = games()[slug].deal(record_cache.header_of(row), Random(77))
    sealed.vault = other.to_bytes().decode()
    sealed.save()
    record_cache.clear()

    assert sealed.vault.encode() != games()[slug].deal(record_cache.header_of(row), Random(1)).to_bytes()
    assert on_show(row) == before


def test_canaries_reach_no_screen(projector, final, judge, organizer):
    row = open_table(final, judge, seal=True, rng=Random(3))
    recorder = Recorder(row, judge, seed=3)
    recorder.record_many(40)
    note = Note(text="canarino-nota", seat=1)
    records.append(
        row, client_key="n-00000001", expected_seq=40, by_seat="judge", act=note, by=judge, why="canarino-perché"
    )
    page = projector(parts=["live"])
    vault = row.sealed_vault.vault

    assert "canarino" not in page
    salts = [part for part in vault.replace('"', " ").split() if len(part) >= 16]
    assert salts
    assert [one for one in salts if one in page] == []


def test_minutes_of_this_table_alone_are_told_beside_the_halls_clock(projector, final, judge, organizer):
    Recorder(open_table(final, judge), judge).record_many(30)
    assert "Questo tavolo:" not in projector()
    clocks.extend(final.round, minutes=7, by=organizer, now=timezone.now(), table=final)
    page = projector()

    assert "Questo tavolo:" in page
    assert "7 minuti in più" in page


def test_a_table_that_stands_still_says_so_at_once(projector, final, judge):
    Recorder(open_table(final, judge), judge).record_many(30)
    GameRecord.objects.update(paused_at=timezone.now(), paused_after=600)
    page = projector(live_delay=10)

    assert "Questo tavolo:" in page
    assert page.count("In pausa") == 1
