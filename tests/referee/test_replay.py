"""A game again turn by turn: every turn as it was, at the same cost, and nothing that was closed."""

import gzip
import re
from random import Random

import pytest
from django.urls import reverse

from config.modules import dependencies
from games.kernel.acts import Note
from games.kernel.lines import read_act
from games.kernel.record import Record
from games.registry import games
from referee.actions import counts, records
from referee.models import GameRecord
from referee.records import cache as record_cache
from referee.records.replay import Replay
from tests.referee.conftest import Recorder, cached_record, current
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import seated
from tests.tournament.conftest import NOW
from tournament.exports import score_sheet_pdf
from tournament.queries.sheets import score_sheet
from tournament.states import TableState


def address(table, turn: int | None = None) -> str:
    round_ = table.round
    path = reverse("referee:replay", args=[round_.tournament.slug, round_.number, table.number])
    return path if turn is None else f"{path}?turno={turn}"


def replay_of(row: GameRecord, **more) -> Replay:
    return Replay(current(row), row.table.seats.select_related("entrant"), **more)


def over(table) -> None:
    table.state = TableState.SIGNED
    table.save(update_fields=["state"])


@pytest.mark.parametrize("slug", list(games()))
def test_each_turn_is_the_state_that_telling_the_game_again_reaches(table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    Recorder(row, judge, seed=3).record_more(220)
    record = replay_of(row)
    again = Record(games()[slug], record_cache.header_of(row))
    again.adopt_header_line(row.header.encode())

    assert record.last > 1
    done = 0
    for number in range(record.last + 1):
        end = record.ends[number - 1] if number else 0
        for entry in row.entries.filter(seq__gt=done, seq__lte=end).order_by("seq"):
            record_cache.replay_trusted(again, [entry.line.encode()])
        done = end
        assert record.state(number) == again.state


def test_the_lines_of_all_turns_are_the_lines_of_the_game(row, recorder):
    recorder.record_more(260)
    result = replay_of(row)
    lines = [line.seq for number in range(result.last + 1) for line in result.frame(number).lines]

    assert lines == list(range(1, 261))
    assert all(line.words for line in result.frame(result.last).lines)


def test_a_turns_end_that_was_taken_back_is_no_turn(row, recorder, judge):
    recorder.record_until(lambda record: len(record.checkpoints) > 3)
    assert current(row).snapshots.count() == replay_of(row).last
    records.undo(row, client_key=records.new_client_key(), expected_seq=current(row).seq, by=judge)
    game_record = replay_of(row)

    assert game_record.ends[-2] < current(row).seq - 1
    assert current(row).snapshots.count() == game_record.last
    assert game_record.ends[-1] == current(row).seq
    assert game_record.state(game_record.last) == cached_record(row).state


def test_what_changed_hands_is_marked(row, recorder):
    recorder.record_until(lambda record: record.state.giro > 3)
    result = replay_of(row)
    frames = [result.frame(number) for number in range(1, result.last + 1)]

    assert any(frame.changed for frame in frames)
    for number, frame in enumerate(frames[1:], 2):
        before, now = (result._owners(result._board(one)) for one in (number - 1, number))
        assert frame.changed == {key for key in now if now[key] != before[key]}


def test_a_curve_of_one_point_is_not_drawn(row, recorder):
    recorder.record_until(lambda record: record.state.giro == 1 and record.state.turn == 2)
    assert replay_of(row).counts() is None
    recorder.record_until(lambda record: record.state.giro == 2 and record.state.turn == 5)
    assert replay_of(row).counts() is not None


def test_territories_by_giro_are_counted_from_the_record(row, recorder):
    recorder.record_until(lambda record: record.state.giro == 4)
    chart = replay_of(row).counts()

    assert chart.labels[:3] == ("1", "2", "3")
    assert all(sum(series.values[place] for series in chart.series) == 42 for place in range(3))
    owners = cached_record(row).state.owners
    third = [series.values[2] for series in chart.series]
    assert third == [owners.count(seat) for seat in range(len(chart.series))]


def test_a_page_costs_the_same_at_every_turn(client, table, judge, recorder, django_assert_max_num_queries):
    recorder.record_until(lambda record: record.state.giro > 4)
    seated(client, judge)
    for turn in (0, 1, 5, 12):
        with django_assert_max_num_queries(18):
            answer = client.get(address(table, turn))
        assert answer.status_code == 200
        assert f'data-turn="{turn}"'.encode() in answer.content


@pytest.mark.parametrize("turn", ["x", "-1", "99999999999", "²", ""])
def test_garbage_in_the_address_shows_a_turn_all_the_same(client, table, judge, recorder, turn):
    recorder.record_more(80)
    seated(client, judge)
    assert client.get(f"{address(table)}?turno={turn}").status_code == 200


def test_a_game_under_way_is_its_staffs_and_everybodys_once_it_is_counted(client, table, recorder):
    recorder.record_more(120)
    assert client.get(address(table)).status_code == 404
    over(table)
    assert client.get(address(table)).status_code == 200


def test_the_first_answer_is_light_and_names_all_that_the_page_fetches(client, table, recorder):
    """What a phone waits for before it sees a board: nothing is found only after something else has come, nothing follows the game."""
    recorder.record_more(60)
    over(table)
    answer = client.get(address(table), headers={"Accept-Encoding": "gzip"})
    page = gzip.decompress(answer.content).decode()

    assert len(answer.content) < 40_000
    assert page.count("<") - page.count("</") < 2_000
    assert re.findall(r'<script src="/static/([^"]+)"', page) == ["js/theme.js", "js/replay.js"]
    assert page.index("js/theme.js") < page.index('rel="stylesheet"')
    fetched = re.findall(r'rel="(?:modulepreload|preload)" href="([^"]+)"', page)
    data = reverse("referee:replay_data", args=[table.round.tournament.slug, table.round.number, table.number])
    font = "/static/fonts/InterLatin.woff2"
    assert fetched == [font, data, *(f"/static/{one}" for one in dependencies("js/replay.js"))]


def test_notes_and_reasons_are_for_the_staff(client, table, judge, row, recorder):
    recorder.record_many(60)
    note = Note(text="canarino-nota")
    records.append(
        row, client_key="nota-0001", expected_seq=60, by_seat="judge", act=note, by=judge, why="canarino-motivo"
    )
    over(table)
    last = replay_of(row).last
    public = client.get(address(table, last)).content.decode()
    seated(client, judge)
    staff = client.get(address(table, last)).content.decode()

    assert "canarino" not in public
    assert "canarino-nota" in staff
    assert "canarino-motivo" in staff


def test_what_the_judge_declares_of_the_table_is_marked(client, table, judge, row, recorder):
    recorder.record_until(lambda record: record.state.giro > 1)
    shown = read_act(games()["risiko"], {"type": "shown", "armies": {"alaska": 3}})
    seq = current(row).seq
    records.append(
        row, client_key="mostra-0001", expected_seq=seq, by_seat="judge", act=shown, by=judge, why="un carro caduto"
    )
    over(table)
    result = replay_of(row)
    lines = [line for number in range(1, result.last + 1) for line in result.lines(number)]
    page = client.get(address(table, result.last)).content.decode()

    assert [line.seq for line in lines if line.is_statement] == [seq + 1]
    assert page.count("<strong>Dichiarato dall") == 1


def test_what_the_system_dealt_is_in_no_turn(client, table, judge):
    row = open_a_table_of("risiko", table, judge, seal=True, rng=Random(4))
    Recorder(row, judge, seed=4).record_more(120)
    result = replay_of(row)
    over(table)
    names = [goal.name for goal in result.record.rules.board.objectives.values()]
    for number in range(result.last + 1):
        page = client.get(address(table, number)).content.decode()
        assert not [name for name in names if f">{name}<" in page or f". {name}" in page]
        assert row.sealed_vault.vault not in page


def test_the_signed_sheet_holds_the_board_as_the_record_left_it(row, recorder, judge, table):
    recorder.record_all()
    assert score_sheet(table, made_at=NOW).board is None
    counts.sign(current(row), by=judge)
    table.refresh_from_db()
    board = score_sheet(table, made_at=NOW).board
    armies = [str(count) for count in cached_record(row).state.armies]
    words = [shape.text for shape in board.contents if hasattr(shape, "text")]

    assert score_sheet(table, made_at=NOW).tiebreak_heads == tuple(
        name.it for name in cached_record(row).score().tiebreak_names
    )
    assert {"Alaska", "Cina"} <= set(words)
    assert all(words.count(count) >= armies.count(count) for count in set(armies))
    assert score_sheet_pdf(score_sheet(table, made_at=NOW)).startswith(b"%PDF")
