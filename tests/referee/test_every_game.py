"""One page for every game: whatever is registered is opened, asked, drawn and typed by the same views."""

import json
from random import Random

import pytest

from games.kernel.acts import JUDGE
from games.kernel.choices import any_answer
from games.registry import games
from referee.actions import entries, records
from referee.judge_page import board_view, questions
from referee.judge_page.act_forms import turn as turn_form
from referee.records import cache as record_cache
from tests.games.seeded_games import read_tag
from tests.referee.conftest import Recorder, current, open_table
from tests.referee.test_judge_page import address, seated
from tests.tools import many
from tournament.models import Seat

ENTRIES = 160
SEEN = 6
"""A seed whose games come to something sealed that a player shows, in each game that seals."""
SECRET = [slug for slug, game in games().items() if game.secret_kinds]


def open_a_table_of(slug, table, judge, **more):
    tournament = table.round.tournament
    tournament.game, tournament.edition, tournament.options = slug, "", {}
    tournament.save()
    Seat.objects.filter(table=table, position__gt=max(games()[slug].seats)).delete()
    return open_table(table, judge, **more)


@pytest.mark.parametrize("slug", list(games()))
def test_the_page_shows_and_asks_every_game(client, table, judge, organizer, slug):
    row = open_a_table_of(slug, table, judge)
    seated(client, judge)
    recorder = Recorder(row, judge, seed=3)
    for number in range(1, ENTRIES, 20):
        recorder.record_until(lambda record, number=number: record.seq >= number or recorder.is_over)
        page = client.get(address(table))
        assert page.status_code == 200
        assert page.context["question"] or page.context["others"] or page.context["sheet"]
    for tag, _words in client.get(address(table) + "?atto=*").context["act_names"]:
        assert client.get(address(table) + f"?atto={tag}").status_code == 200


@pytest.mark.parametrize("slug", list(games()))
def test_where_only_the_result_is_recorded_each_key_of_the_page_opens_its_form(client, table, judge, slug):
    row = open_a_table_of(slug, table, judge, level="result")
    seated(client, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 0)
    for tag in ("shown", "finish"):
        page = client.get(address(table) + f"?atto={tag}")
        assert page.context.get("act_tag") == tag


@pytest.mark.parametrize("slug", list(games()))
def test_an_act_under_way_is_asked_again_by_its_address(client, table, judge, slug):
    """What a reload would lose: the same question as behind the answers one by one, and the opening one for what fits nothing."""
    row = open_a_table_of(slug, table, judge)
    seated(client, judge)
    recorder, rng, found = Recorder(row, judge, seed=3), Random(slug), 0
    for number in range(1, ENTRIES, 20):
        recorder.record_until(lambda record, number=number: record.seq >= number or recorder.is_over)
        opening = questions.opening(recorder.ahead)
        for _try in range(4):
            ask = recorder.ahead.choices({})
            while ask.kind != "ready" and ask.choices:
                ask = recorder.ahead.choices(ask.answered(any_answer(ask, rng)))
                if ask.kind == "ready" or ask.partial == opening.partial:
                    continue
                page = client.get(address(table), {"domanda": json.dumps(ask.partial)})
                again = page.context["question"]
                assert (again.kind, again.key.partition(" ")[2]) == (ask.kind, json.dumps(ask.partial, sort_keys=True))
                assert page.context["is_under_way"]
                found += 1
    assert found
    fresh = client.get(address(table)).context["question"]
    garbage = [
        "",
        "x",
        "[]",
        "{}",
        "3",
        '{"type": "?"}',
        '{"type": 3}',
        '{"x": {}}',
        "[" * 1_000,
        '{"type": "attack", "src": {}}',
    ]
    for raw in garbage:
        page = client.get(address(table), {"domanda": raw})
        assert page.status_code == 200
        assert (page.context["question"] and page.context["question"].key) == (fresh and fresh.key)


@pytest.mark.parametrize("slug", ["arba"])
def test_no_place_is_to_blame_for_a_sum_that_the_box_does_not_hold(client, table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    seated(client, judge)
    form = client.get(address(table) + "?atto=plancia").context["turn"]
    places = [place for group in form.groups for place in group.places]
    data = {"type": "plancia", "seq": 0, "lease": row.lease, "key": "chiave-1", "why": "disposta", "turn": "0"}
    for place in places[:4]:
        data |= {one.name: "0" for line in place.lines for one in line.inputs if one.kind == "owner"}
        counts = [one.name for line in place.lines for one in line.inputs if one.kind == "number"]
        data[next(name for name in counts if name.endswith((".0.fanteria", ".troops.0")))] = "20"
    answer = client.post(address(table, "submit_act"), data, headers={"HX-Request": "true"})
    causes = [cause for cause, _words in answer.context["refusal"].causes]
    assert {cause.key for cause in causes} <= {""}
    assert {key for cause in causes for key in cause.keys} in (set(), {place.key for place in places[:4]})


@pytest.mark.parametrize("slug", list(games()))
def test_garbage_typed_into_any_act_of_any_game_is_refused_in_words(client, table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    seated(client, judge)
    Recorder(row, judge, seed=3).record_more(30)
    rng = Random(slug)
    values = ["", "0", "1", "3", "999", "-1", "x", "alaska", "é", "🎲", "judge"]
    for number, (tag, _words) in enumerate(client.get(address(table) + "?atto=*").context["act_names"] * many(1, 10)):
        fields = client.get(address(table) + f"?atto={tag}").context["act_fields"]
        names = [name for one in fields for name in (one.name, f"{one.name}-1", f"{one.name}-0")]
        data = {name: rng.choice(values) for name in names}
        data |= {"type": tag, "by": rng.choice(["judge", "0", "1"]), "lease": 1, "key": f"chiave-{number:05}"}
        row.refresh_from_db()
        answer = client.post(address(table, "submit_act"), data | {"seq": row.seq}, headers={"HX-Request": "true"})
        assert answer.status_code in {200, 400, 422}


@pytest.mark.parametrize("slug", SECRET)
def test_whoever_may_show_a_sealed_secret_is_on_the_page_and_the_system_shows_it(client, table, judge, slug):
    row = open_a_table_of(slug, table, judge, seal=True, rng=Random(SEEN))
    seated(client, judge)
    recorder = Recorder(row, judge, seed=SEEN)
    recorder.vault = entries.vault_of(row)
    visible = 0

    def is_displayed(move) -> bool:
        return read_tag(move.act) in ("claim", "reveal", "unmask") and isinstance(move.by, int)

    while move := recorder.record_up_to(is_displayed):
        page = client.get(address(table))
        assert move.by in [player.seat for player in page.context["sealed_seats"]]
        row.refresh_from_db()
        data = {"seq": row.seq, "lease": row.lease, "key": f"scopri-{row.seq:05}", "seat": move.by}
        answer = client.post(address(table, "show_sealed"), data, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        visible += 1
        recorder.ahead.play(move.by, move.act)
        assert record_cache.rebuild(current(row)).head == recorder.ahead.head
    assert visible
    sheet = client.get(address(table)).context["sheet"]
    assert all(line.points is not None for _player, line in sheet["rows"])


MOST_BYTES = 108_000
"""A quarter of what the largest board's form was with every input written out."""


@pytest.mark.parametrize("slug", ["risiko", "iperisiko", "fabrisiko", "arba"])
def test_the_form_of_a_whole_board_is_small_and_each_place_has_its_row(client, table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    seated(client, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(
        lambda record: record.game.board_sheet(record.rules, record.state) is not None or record.seq > 60
    )
    page = client.get(address(table) + "?atto=plancia", headers={"HX-Request": "true"})
    assert len(page.content) < MOST_BYTES
    turn = page.context.get("turn")
    for place in [place for group in turn.groups for place in group.places] if turn else ():
        like = turn.rows[place.row]
        assert [(one.kind, one.label) for line in place.lines for one in line.inputs] == [
            (one.kind, one.label) for line in like.lines for one in line.inputs
        ]
        assert place.known.count("|") == like.known.count("|")


@pytest.mark.parametrize("slug", [slug for slug, one in games().items() if (one.folder / "whole_turn.py").exists()])
def test_whole_turns_have_their_players_mark_once_the_server_reads_the_record_anew(client, table, judge, slug):
    """Each of them, though the record goes on from the snapshot that the last of them left."""
    row = open_a_table_of(slug, table, judge, level="turn")
    seated(client, judge)
    Recorder(row, judge, seed=3).record_until(lambda one: one.game.turn_sheet(one.rules, one.state) is not None)
    whose = {}
    for number in range(4):
        row = current(row)
        with record_cache.checkout(row) as record:
            act = turn_form.read(record, board_view.board_of(record, ()), {})
            if record.breaches(JUDGE, act, why="un turno"):
                break
            whose[row.seq + 1] = record.state.seat
        records.append(
            row, client_key=f"turno-{number}", expected_seq=row.seq, by_seat=JUDGE, act=act, by=judge, why="un turno"
        )
    record_cache.clear()
    log = {line.seq: line for line in client.get(address(table)).context["log"]}
    assert whose
    assert {seq: log[seq].who and log[seq].who.seat for seq in whose} == whose
