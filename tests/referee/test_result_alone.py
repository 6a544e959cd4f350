"""A table whose result alone is told: the page asks how it ended where the game can have ended, and says before what is lacking."""

import re
from random import Random
from types import SimpleNamespace

import pytest
from django.http import QueryDict
from django.template.defaultfilters import capfirst
from django.template.loader import render_to_string
from django.utils.html import escape
from msgspec import structs

from games.kernel.acts import JUDGE
from games.kernel.lines import read_act, read_header
from games.kernel.record import Record
from games.registry import games
from referee.actions import records
from referee.judge_page import board_view
from referee.judge_page.act_forms import acts, turn
from referee.judge_page.context import PageOverlay, page_context
from referee.judge_page.questions import BadAnswer
from referee.offline.table_bundle import table_bundle
from referee.offline.tablet import Tablet
from tests.games.seeded_games import TABLES, acts_of, fresh, record_up_to_move, whole_game
from tests.referee.conftest import current
from tests.referee.test_corrections_of_games import ADDRESS, PAGE, a_tablet, follow
from tests.referee.test_judge_page import address, seated
from tests.referee.test_offline_engine import html_of
from tests.referee.test_whole_turns import as_sent

ROW = SimpleNamespace(pk=1, level="result", seq=0)


@pytest.mark.parametrize(("slug", "seats"), TABLES[::2])
def test_the_end_is_offered_where_it_is_accepted_and_elsewhere_says_what_is_lacking(slug, seats):
    lines = whole_game(slug, seats, 7)[1]
    for count in range(0, len(lines), max(1, len(lines) // 20)):
        record = record_up_to_move(slug, seats, 7, count)
        if not record.game.status(record.rules, record.state).giro or record.ended_by:
            continue
        end = page_context(ROW, record, board_view.board_of(record, ()), PageOverlay(), (), may_write=True)["end"]
        if end["token"]:
            ask = record.choices({"type": "finish"})
            act = ask.act if ask.kind == "ready" else record.choices(ask.answered(ask.choices[0].value)).act
            assert record.breaches(JUDGE, read_act(record.game, act)) == ()
        else:
            assert slug == "arba" or end["lacks"]  # its form asks who took the base


def test_the_page_says_it(tablet, row, table, recorder, judge):
    recorder.record_until(lambda record: record.state.giro == 2)
    records.set_level(row, level="result", by=judge)
    page = tablet.get(address(table)).content.decode()
    assert "La fine non si può ancora registrare: il tempo non è scaduto." in page


@pytest.mark.parametrize(("how", "winner"), [("limit", None), ("base", 0)])
def test_who_took_the_base_is_asked_only_where_it_was_taken(how, winner):
    record = record_up_to_move("arba", 2, 7, 20)
    board = board_view.board_of(record, ())
    field = next(one for one in acts.fields_of(record.game, "finish", board) if one.name == "winner")
    assert 'data-where="how" data-where-is="base"' in render_to_string(
        "referee/judge/_act_field.html", {"field": field}
    )
    typed = QueryDict(f"by=judge&how={how}&winner=0")
    assert acts.read(record.game, "finish", board, typed)[1].get("winner") == winner


SLUGS = [slug for slug, one in games().items() if (one.folder / "whole_turn.py").exists()]
SEEDS = (3, 7)


def before_the_end(slug: str, seats: int, seed: int) -> tuple[Record, str]:
    """A played game just before it ends, and how it ends; empty where it has another end than a result told alone can have."""
    played, lines, _vault = whole_game(slug, seats, seed)
    record = Record(games()[slug], played.header)
    for by, act in acts_of(record, lines):
        was = record.fork()
        record.append_trusted(by, act)
        if record.ended_by:
            return was, record.ended_by
    raise AssertionError(slug)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("slug", "seats"), [one for one in TABLES if one[0] in SLUGS])
def test_the_board_at_the_end_and_how_it_ended_are_a_whole_record(slug, seats, seed):
    """Whatever board a game may end on: nothing of how it began is asked."""
    end, how = before_the_end(slug, seats, seed)
    record = fresh(end)
    board = board_view.board_of(record, ())
    form = turn.form(record, board, None, turn.END)
    if form is None:
        assert not record.game.board_sheet(record.rules, record.state)
        return
    sent = sent_of(end, record, form)
    shown = turn.read(record, board, sent, turn.END)
    broken = record.breaches(JUDGE, shown, why="solo il risultato")
    allowed = {one.article for one in broken if one.may_be_registered}
    assert [one for one in broken if not one.may_be_registered] == []
    assert allowed <= {"19"}  # more armies than a player may have, which came about by rulings
    (record.rule if broken else record.play)(JUDGE, shown, why="solo il risultato")
    gone = {
        row.seat for row in end.score().rows if row.status != "active"
    }  # nobody sees on the table how a player left
    assert points_of(record, gone) == points_of(end, gone)
    if record.ended_by:
        return
    ways = record.choices({"type": "finish"})
    values = [one.value for one in ways.choices] or [ways.act.get("how")]
    assert how in values or how not in ENDS_TOLD, (how, values)
    if how in values:
        answered = ways if ways.kind == "ready" else record.choices(ways.answered(how))
        record.play(JUDGE, read_act(record.game, answered.act))
        assert is_counted(record)


def is_counted(record: Record) -> bool:
    """Whether what the page goes on to ask leads to a count that can be signed."""
    rng = Random(1)
    vault = record.game.deal(record.header, rng)
    while not record.game.is_done(record.rules, record.state):
        move = record.game.policy(record, rng, vault)
        record.play(move.by, move.act)
    sheet = record.score()
    return not sheet.awaits and all(row.rank for row in sheet.rows)


def sent_of(end: Record, record: Record, form: turn.TurnForm) -> dict[str, str]:
    """The form of the board at the end, filled in with the board that a played game ended on."""
    known = turn.form(end, board_view.board_of(end, ()), None, turn.BOARD)
    asked = {one.name for one in form.inputs} | {name for one in form.inputs for name, _value in one.slots}
    sent = as_sent(form) | {name: value for name, value in as_sent(known).items() if name in asked}
    sent |= {"turn": str(end.state.seat), "giro": str(end.state.giro)}
    if "factions.0" in {one.name for one in form.inputs}:
        sent |= {f"factions.{seat}": faction for seat, faction in enumerate(end.state.factions)}
    if "smazzata" in asked:
        sent |= {f"points.{seat}": str(points) for seat, points in enumerate(end.state.points)}
        sent |= {"smazzata": str(end.state.smazzata)}
    paid = [record.rules.box.treasures[kind].id for kind in getattr(end.state, "bottom", ())]
    sent |= {f"paid.{slot}": name for slot, name in enumerate(paid)}
    return sent


def points_of(record: Record, gone: set[int]) -> list[tuple[object, ...]]:
    """What the count gives each seat, as far as it is known."""
    return [(row.seat, row.points, row.tiebreaks) for row in record.score().rows if row.seat not in gone]


ENDS_TOLD = ("dice", "time", "limit", "territories", "queen")


@pytest.mark.parametrize(("slug", "seats"), [one for one in TABLES if one[0] == "fatal"])
def test_as_many_treasures_as_the_form_allows_without_an_owner_are_as_many_as_the_queen_leaves(slug, seats):
    """What the form counts beside its fields is what the end of the game is held against."""
    before = fresh(before_the_end(slug, seats, SEEDS[0])[0])
    board = board_view.board_of(before, ())
    remaining = turn.form(before, board, None, turn.END).remaining
    assert remaining.left == remaining.total > remaining.most
    for left in range(remaining.total + 1):
        record, dealt = before.fork(), divmod(remaining.total - left, seats)
        sent = as_sent(turn.form(record, board, None, turn.END)) | {"turn": "0", "giro": "6"}
        sent |= {f"treasures.{seat}": str(dealt[0] + (seat < dealt[1])) for seat in range(seats)}
        form = turn.form(record, board, sent, turn.END)
        assert form.remaining.left == left
        record.play(JUDGE, turn.read(record, board, sent, turn.END), why="solo il risultato")
        assert ("queen" in ways_of(record)) == (remaining.least <= left <= remaining.most)


def test_where_time_may_have_ended_it_the_page_says_why_the_queen_did_not():
    played = before_the_end("fatal", 4, SEEDS[0])[0]
    header = structs.replace(played.header, options={**played.header.options, "time_called": "last_giro"})
    record = Record(played.game, header)
    board = board_view.board_of(record, ())
    sent = as_sent(turn.form(record, board, None, turn.END)) | {"turn": "0", "giro": "6"}
    record.play(JUDGE, turn.read(record, board, sent, turn.END), why="solo il risultato")
    assert ways_of(record) == ["time"]
    end = page_context(ROW, record, board_view.board_of(record, ()), PageOverlay(), (), may_write=True)["end"]
    assert end["token"]
    assert any("tesori sopra quelli della Regina" in words for words in end["closed"])


@pytest.mark.parametrize(("slug", "seats"), [one for one in TABLES if one[0] in SLUGS])
def test_wherever_it_is_asked_how_it_ended_the_closed_ways_stand_with_their_articles(slug, seats):
    """Before the question, in the question, and in the plain form of the end."""
    end, _how = before_the_end(slug, seats, SEEDS[0])
    tablet = a_tablet(slug, end.header, "result")
    form = turn.form(tablet.record, tablet._board(), None, turn.END)
    if form is None:
        return
    shown = turn.read(tablet.record, tablet._board(), sent_of(end, tablet.record, form), turn.END)
    if tablet.record.breaches(JUDGE, shown, why="solo il risultato"):
        return
    follow(tablet, tablet.record.fork().play(JUDGE, shown, why="solo il risultato"))
    row = SimpleNamespace(pk=1, level="result", seq=tablet.record.seq)
    found = page_context(row, tablet.record, tablet._board(), PageOverlay(), (), may_write=True).get("end") or {}
    if tablet.record.ended_by or not found.get("token"):
        return
    before = html_of(tablet.show(PAGE))
    form_of_the_end = html_of(tablet.fetch("?atto=finish", PAGE))
    fields = [["ask", found["token"]], ["answer", "finish"], ["seq", str(tablet.record.seq)]]
    question = html_of(tablet.enter(ADDRESS + "atto/", fields, PAGE))
    for words in found["closed"]:
        assert re.search(r": .+ \(\S.*\)$", words), words
        for page in (before, form_of_the_end, question):
            assert escape(capfirst(words)) in page, words
    assert found["closed"] or slug not in CLOSED


CLOSED = ("arba", "fatal")
"""Games in which what is recorded of the board may close a way to end."""


def ways_of(record: Record) -> list[str]:
    return [str(way.value) for way in record.choices({"type": "finish"}).choices]


def test_a_rival_put_out_is_a_result_told_alone():
    record = fresh(before_the_end("fatal", 4, SEEDS[0])[0])
    board = board_view.board_of(record, ())
    loser, winner = next((rival, lineage) for lineage, rival in record.rules.rivals.items())
    sent = as_sent(turn.form(record, board, None, turn.END)) | {"turn": "0", "giro": "6", "hands.2": "0"}
    without = record.fork()
    without.play(JUDGE, turn.read(without, board, sent, turn.END), why="solo il risultato")
    assert ways_of(without) == []
    sent |= {"revealed.2": loser, "revealed.1": winner}
    record.play(JUDGE, turn.read(record, board, sent, turn.END), why="solo il risultato")
    assert ways_of(record) == ["rival-1"]
    ask = record.choices({"type": "finish"})
    record.play(JUDGE, read_act(record.game, record.choices(ask.answered("rival-1")).act))
    assert [row.rank for row in record.score().rows if row.seat == 1] == [1]
    assert [row.status for row in record.score().rows] == ["active", "active", "eliminated", "active"]


@pytest.mark.parametrize("winner", [0, 1])
def test_a_base_that_was_taken_is_asked_for_with_whoever_took_it(winner):
    record = fresh(before_the_end("arba", 2, SEEDS[0])[0])
    board = board_view.board_of(record, ())
    base = record.rules.board.ids[record.rules.board.bases[1 - winner]]
    sent = as_sent(turn.form(record, board, None, turn.END)) | {"turn": "0", "giro": "4"}
    sent |= {name: "0" for name in sent if name.startswith(f"places.{base}.") and name.endswith(f".{1 - winner}")}
    without = record.fork()
    without.play(JUDGE, turn.read(without, board, sent, turn.END), why="solo il risultato")
    assert f"base-{winner}" not in ways_of(without)
    gate = record.rules.board.ids[record.rules.board.neighbours[record.rules.board.bases[1 - winner]][0]]
    sent |= {f"places.{gate}.troops.{winner}": "1"}
    record.play(JUDGE, turn.read(record, board, sent, turn.END), why="solo il risultato")
    assert f"base-{winner}" in ways_of(record)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_board_at_the_end_comes_back_in_the_form_in_which_it_was_entered(slug):
    """From the key beside «how did it end?», with what is lacking."""
    end, _how = before_the_end(slug, max(one for name, one in TABLES if name == slug), SEEDS[0])
    record = fresh(end)
    board = board_view.board_of(record, ())
    form = turn.form(record, board, None, turn.END)
    sent = sent_of(end, record, form)
    shown = turn.read(record, board, sent, turn.END)
    record.play(JUDGE, shown, why="solo il risultato")
    page = page_context(ROW, record, board_view.board_of(record, ()), PageOverlay(), (), may_write=True)
    assert page["told_board"] == 1
    back = page_context(
        ROW,
        record,
        board_view.board_of(record, ()),
        PageOverlay(correct="1", seeks_end=True),
        (),
        may_write=True,
    )
    assert back["turn"].tag == turn.END
    assert bool(page["end"]["lacks"]) == bool(back.get("notice"))
    values = {name: value for one in back["turn"].inputs for name, value, _known in one.values}
    assert {name: values[name] for name in sent if name in values} == {
        name: value for name, value in sent.items() if name in values
    }


@pytest.mark.parametrize("slug", list(games()))
def test_the_keys_of_a_result_are_there_from_the_first_line_to_the_end(slug):
    """Before anything is recorded, in play, and on the page that the device draws; moves are folded away."""
    seats = max(one for name, one in TABLES if name == slug)
    lines = whole_game(slug, seats, 7)[1]
    for count in (0, 1, 2, 5, len(lines) // 2):
        record = record_up_to_move(slug, seats, 7, count)
        context = page_context(ROW, record, board_view.board_of(record, ()), PageOverlay(), (), may_write=True)
        assert context["end"]
        assert "question" not in context
        moves = page_context(
            ROW, record, board_view.board_of(record, ()), PageOverlay(asks_moves=True), (), may_write=True
        )
        assert "end" not in moves
        assert moves["question"] or moves["others"]
        for level in ("move", "turn"):
            row = SimpleNamespace(pk=1, level=level, seq=0)
            other = page_context(row, record, board_view.board_of(record, ()), PageOverlay(), (), may_write=True)
            assert "end" not in other


@pytest.mark.parametrize("missing", ["turn", "giro"])
def test_who_began_and_the_giro_are_asked_for_in_words(missing):
    record = record_up_to_move("risiko", 4, 7, 0)
    board = board_view.board_of(record, ())
    sent = {"turn": "0", "giro": "9"}
    sent.pop(missing)
    with pytest.raises(BadAnswer, match="Manca"):
        turn.read(record, board, sent, turn.END)


def test_a_board_that_was_refused_comes_back_as_it_was_entered(client, table, judge, row):
    """Where it could be registered as an infraction too."""
    seated(client, judge)
    board = games()["risiko"].rules(read_header(row.header.encode())).board
    places = {f"owners.{place}": str(number % 4) for number, place in enumerate(board.ids)}
    sent = {"type": turn.BOARD, "turn": "1", "why": "disposizione", "seq": row.seq, "lease": row.lease}
    sent |= places | {f"armies.{place}": "1" for place in board.ids} | {"key": "plancia-rifiutata"}
    page = client.post(address(table, "submit_act"), sent, headers={"HX-Request": "true"})
    assert page.status_code == 422
    assert page.context["refusal"].token
    values = {one.name: one.value for one in page.context["turn"].inputs}
    assert {name: values[name] for name in places} == places


@pytest.mark.parametrize(("loaded", "chosen"), [("move", "result"), ("result", "move")])
def test_the_page_that_the_device_draws_follows_the_level_that_was_chosen_since(row, judge, loaded, chosen):
    """The server's page says the level; the engine was given the record before it changed."""
    records.set_level(row, level=loaded, by=judge)
    tablet = Tablet(table_bundle(current(row), row.table))
    for _ in range(2):
        parts = tablet.show({"number": 0, "level": chosen})["parts"]
        assert ("La plancia alla fine" in parts["question"]) == (chosen == "result")


HELD = {"risiko": ("objective",), "iperisiko": ("objective",)}


@pytest.mark.parametrize("slug", list(HELD))
def test_an_objective_that_the_board_bears_out_ends_a_result_alone(slug):
    """Beside the end by the clock, which says in its key how the game ended where it can have ended in one way only."""
    record = fresh(record_up_to_move(slug, 4, 7, 0))
    ids = record.rules.board.ids
    owners = {one: max(0, number - len(ids) + 4) for number, one in enumerate(ids)}
    shown = {"type": "shown", "turn": 0, "giro": 9, "owners": owners, "armies": dict.fromkeys(ids, 2)}
    record.play(JUDGE, read_act(record.game, shown), why="solo il risultato")
    end = page_context(ROW, record, board_view.board_of(record, ()), PageOverlay(), (), may_write=True)["end"]
    assert end["claims"] == [("claim", "Obiettivo raggiunto")]
    ask = record.choices({"type": "claim"})
    while ask.kind == "pick":
        ask = record.choices(ask.answered(ask.choices[0].value))
    record.play(0, read_act(record.game, ask.act))
    assert record.ended_by == "objective"


@pytest.mark.parametrize("slug", list(HELD))
def test_no_objective_is_offered_where_nobody_holds_one(slug):
    record = fresh(record_up_to_move(slug, 4, 7, 0))
    ids = record.rules.board.ids
    owners = {one: number % 4 for number, one in enumerate(ids)}
    shown = {"type": "shown", "turn": 0, "giro": 9, "owners": owners, "armies": dict.fromkeys(ids, 2)}
    record.play(JUDGE, read_act(record.game, shown), why="solo il risultato")
    end = page_context(ROW, record, board_view.board_of(record, ()), PageOverlay(), (), may_write=True)["end"]
    assert end["token"]
    assert end["claims"] == []
    assert bool(end["way"]) == (slug == "iperisiko")


@pytest.mark.parametrize("slug", list(games()))
def test_the_form_of_the_end_says_the_ways_in_the_words_of_the_count(slug):
    record = fresh(record_up_to_move(slug, max(one for name, one in TABLES if name == slug), 7, 0))
    fields = acts.fields_of(record.game, "finish", board_view.board_of(record, ()))
    options = next(field.options for field in fields if field.name == "how")
    assert options
    assert [words for how, words in options] == [record.game.endings[how].it for how, _words in options]
