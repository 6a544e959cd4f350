"""A whole game move by move: what each line changed, said once, and enough to draw any moment of it again."""

import json
import math
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games.kernel.acts import CLOCK, Note, TimeUp
from games.kernel.game import Move
from games.registry import games
from referee.actions import records
from referee.board_image.map_svg import place_marks
from referee.board_image.steps import NAME, game_data
from referee.records import cache as record_cache
from referee.records.dice_audit import chi_square_tail, dice_counts
from referee.records.moves import CLOSING, CONQUEST, INFRACTION, moves_of, whole_game
from referee.records.replay_page import ReplayFrame, end_card
from tests.referee.conftest import Recorder, cached_record, current
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_records import a_move_that_bares_a_border, act_of, can_bare_a_border
from tests.referee.test_replay import over, replay_of

FILES = ("replay", "replay_data", "replay_positions", "replay_dice")


def address(table, name="replay", query="") -> str:
    round_ = table.round
    return reverse(f"referee:{name}", args=[round_.tournament.slug, round_.number, table.number]) + query


def state_after(data: dict, index: int) -> dict:
    """As static/js/replay_steps.js folds it."""
    places = dict(data["start"]["places"])
    for move in data["moves"][: index + 1]:
        places |= move.get("p", {})
    return {key: (seat, data["texts"][drawn], data["texts"][spoken]) for key, (seat, drawn, spoken) in places.items()}


@pytest.mark.parametrize("slug", list(games()))
def test_the_steps_lead_to_the_board_of_the_record_at_every_line(table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    Recorder(row, judge, seed=5).record_more(160)
    game = whole_game(current(row))
    data = json.loads(game_data(game))
    board_map = game.record.game.board_map(game.record.rules)

    assert game.record.state == cached_record(row).state
    assert [move["s"] for move in data["moves"]] == [move.seq for move in game.moves]
    last = len(game.moves) - 1
    for index in (-1, 0, last // 3, last // 2, last):
        scene = game.scene_at(game.moves[index].seq if index >= 0 else 0)
        marks = place_marks(scene, board_map, NAME)
        assert state_after(data, index) == {key: (one.seat, one.drawn, one.spoken) for key, one in marks.items()}
    tail = [
        (one.seq, one.words, one.arrow, one.marks, one.losses)
        for one in moves_of(record_cache.rebuild(current(row)), 25)
    ]
    assert tail == [(one.seq, one.words, one.arrow, one.marks, one.losses) for one in game.moves[-25:]]
    assert game.scene_at(game.last) == game.record.game.scene(game.record.rules, game.record.state, frozenset())


def test_a_throw_is_an_arrow_with_what_both_ends_lost(table, judge):
    row = open_a_table_of("risiko", table, judge)
    Recorder(row, judge, seed=3).record_all()
    game = whole_game(current(row))
    fights = [move for move in game.moves if type_of(row, move.seq) == "defence_dice"]
    before = {move.seq: previous for previous, move in zip(game.moves, game.moves[1:], strict=False)}

    assert len(fights) > 20
    for move in fights:
        was, now = (armies(game.scene_at(seq)) for seq in (before[move.seq].seq, move.seq))
        arrow = move.arrow
        assert arrow.source_lost == was[arrow.source] - now[arrow.source]
        assert arrow.target_lost == was[arrow.target] - now[arrow.target]
        assert sum(lost for _seat, lost in move.losses) == arrow.source_lost + arrow.target_lost > 0
        letters = {mark.seat: mark.letter for mark in move.table.seats}
        assert move.words.endswith(
            " · " + ", ".join(f"{letters[seat]}\xa0perde\xa0{lost}" for seat, lost in move.losses)
        )
    occupied = [move for move in game.moves if type_of(row, move.seq) == "occupy"]
    assert all(move.arrow.moved > 0 and not move.losses for move in occupied)
    assert sum(CONQUEST in move.marks for move in game.moves) >= len(occupied) > 10
    assert [move.seq for move in game.moves if CLOSING in move.marks] == [
        move.seq for move in game.moves if type_of(row, move.seq) == "close_dice"
    ]


def type_of(row, seq) -> str:
    return json.loads(row.entries.get(seq=seq).line)["act"]["type"]


def armies(scene) -> dict[str, int]:
    return {shape.key: sum(piece.count for piece in shape.pieces) for shape in scene.shapes}


def test_an_act_that_was_taken_back_is_no_move(row, recorder, judge):
    recorder.record_more(90)
    before = whole_game(current(row)).moves
    records.undo(row, client_key=records.new_client_key(), expected_seq=current(row).seq, by=judge)

    assert whole_game(current(row)).moves == before[:-1]


def test_a_move_has_an_address_and_the_links_lead_to_its_neighbours(table, row, recorder):
    recorder.record_more(120)
    over(table)
    page = Client().get(address(table, query="?mossa=77")).content.decode()

    assert 'data-seq="77"' in page
    assert 'href="?mossa=76" data-go="before"' in page
    assert 'href="?mossa=78" data-go="after"' in page
    frame = ReplayFrame(whole_game(current(row)), ("",) * 4, 77)
    assert [line.move.turn for line in frame.lines] == [frame.turn] * len(frame.lines)
    assert [line.move.seq for line in frame.lines if line.is_current] == [77]


def test_the_end_card_names_winner_points_objectives_and_tie_breaks(table, row, recorder):
    recorder.record_until(lambda record: record.state.giro == 2)
    assert end_card(whole_game(current(row)).record, "ABCD") is None
    recorder.record_all()
    over(table)
    page = Client().get(address(table)).content.decode()
    score = cached_record(row).score()

    assert "Ha vinto" in page
    assert all(f'<td class="num">{one.points}</td>' in page for one in score.rows)
    assert all(name.it.capitalize() in page for name in score.tiebreak_names)
    assert all(goal.label.it in page for goal in cached_record(row).game.scene(*scene_of(row)).goals)


def scene_of(row):
    record = cached_record(row)
    return record.rules, record.state, frozenset()


def test_positions_and_dice_are_files(table, row, recorder):
    recorder.record_more(200)
    over(table)
    game = whole_game(current(row))
    positions = Client().get(address(table, "replay_positions")).content.decode("utf-8-sig").splitlines()
    throws = Client().get(address(table, "replay_dice")).content.decode("utf-8-sig").splitlines()
    thrown = [move for move in game.moves if move.throw]

    assert len(positions) == 1 + len(game.moves)
    assert positions[-1].count("army") == len([count for count in armies(game.scene_at(200)).values() if count])
    assert [line.split(";")[5] for line in throws[1:]] == [" ".join(map(str, move.throw.dice)) for move in thrown]
    everybody, *each = dice_counts(game.moves)
    assert everybody.total == sum(len(move.throw.dice) for move in thrown) >= sum(one.total for one in each) > 0


def test_chi_square_is_that_of_the_tables():
    for value, freedom, chance in (
        (11.07, 5, 0.05),
        (15.09, 5, 0.01),
        (16.92, 9, 0.05),
        (9.488, 4, 0.05),
        (3.841, 1, 0.05),
    ):
        assert math.isclose(chi_square_tail(value, freedom), chance, abs_tol=2e-4)


def test_notes_and_reasons_are_for_the_staff_alone(client, table, judge, row, recorder):
    recorder.record_many(60)
    note = Note(text="canarino-nota")
    records.append(
        row, client_key="nota-0001", expected_seq=60, by_seat="judge", act=note, by=judge, why="canarino-motivo"
    )
    over(table)
    public = [Client().get(address(table, name)).content for name in FILES]
    client.force_login(judge)
    staff = client.get(address(table, "replay_data")).content

    assert not any(b"canarino" in one for one in public)
    assert b"canarino-nota" in staff
    assert b"canarino-motivo" in staff


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if game.secret_kinds])
def test_no_byte_of_a_game_seen_again_depends_on_what_was_dealt(client, table, judge, slug):
    """Page, file of the script, positions and dice of a sealed game in play, for its staff; and for everybody once it is counted."""
    row = open_a_table_of(slug, table, judge, seal=True, rng=Random(1))
    Recorder(row, judge, seed=9).record_more(120)
    client.force_login(judge)
    before = [client.get(address(table, name)).content for name in FILES[1:]]
    other = games()[slug].deal(cached_record(row).header, Random(77))
    row.sealed_vault.vault = other.to_bytes().decode()
    row.sealed_vault.save()
    assert [client.get(address(table, name)).content for name in FILES[1:]] == before
    assert {Client().get(address(table, name)).status_code for name in FILES} == {404}
    over(table)
    assert row.sealed_vault.vault.encode() not in b"".join(Client().get(address(table, name)).content for name in FILES)


def test_an_infraction_that_a_ruling_let_stand_is_marked(row, recorder, judge):
    recorder.record_until(can_bare_a_border)
    act, seat = act_of(row, **a_move_that_bares_a_border(recorder.ahead)), recorder.ahead.state.seat
    done = records.register_infraction(
        row, client_key="infrazione", expected_seq=recorder.ahead.seq, by_seat=seat, act=act, by=judge
    )
    marked = [move for move in whole_game(current(row)).moves if INFRACTION in move.marks]

    assert [(move.seq, move.by) for move in marked] == [(done.seq, seat)]
    assert marked[0].arrow.moved > 0


def test_a_game_under_way_gives_its_files_to_its_staff(client, table, judge, recorder):
    recorder.record_more(40)
    client.force_login(judge)
    assert {client.get(address(table, name)).status_code for name in FILES} == {200}


@pytest.mark.parametrize("slug", [slug for slug in games() if slug != "fabrisiko"])  # whose game of moves has no clock
def test_a_call_of_the_clock_before_which_lines_were_told_again_is_seen_in_its_giro(table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=4)
    told = []

    def tell(move):
        recorder.record_move(move)
        told.append(move)

    recorder.record_until(lambda record: record.state.giro > 1)
    giro, turn = recorder.ahead.state.giro, recorder.ahead.state.turn
    while recorder.ahead.state.giro == giro:
        tell(recorder.propose())
    tell(recorder.propose())
    recorder.record_move(Move(CLOCK, TimeUp()))
    for _ in told:
        records.undo(row, client_key=records.new_client_key(), expected_seq=current(row).seq, by=judge, why="misread")
    recorder.ahead = record_cache.rebuild(current(row))
    assert recorder.ahead.state.turn == turn
    for move in told:
        recorder.record_move(move)

    game, record = whole_game(current(row)), cached_record(row)
    assert game.record.state == record.state == recorder.ahead.state
    tail = moves_of(record_cache.rebuild(current(row)), 25)
    assert [(one.giro, one.table) for one in tail] == [(one.giro, one.table) for one in game.moves[-25:]]
    shown = replay_of(row)
    assert {line.words for number in range(shown.last) for line in shown.frame(number + 1).lines} == {
        one.words for one in game.moves
    }
    assert [one.state for one in record_cache.rebuild(current(row)).checkpoints[1:]] == [
        shown.state(number) for number in range(1, shown.last)
    ]
