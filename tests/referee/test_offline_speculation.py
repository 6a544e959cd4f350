"""What the engine foresees while the finger is down changes nothing until the page commits it, and is then what it would have been."""

import json

import pytest

from games.registry import games
from referee.offline import calls
from referee.offline.table_bundle import table_bundle
from referee.offline.tablet import Tablet
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_offline_drawn import Page, whole
from tests.referee.test_offline_engine import PAGE, where
from tests.tools import many

ENTRIES = many(25, 200)
pytestmark = pytest.mark.django_db


def bundle(row) -> dict:
    return json.loads(json.dumps(table_bundle(row, row.table)))


def position(tablet: Tablet) -> tuple:
    return tablet.record.seq, tablet.record.head, [*tablet.lines], tablet.drawn.number, whole(tablet)


@pytest.mark.parametrize("slug", list(games()))
def test_a_fork_goes_on_as_the_tablet_would_and_leaves_it_where_it_is(table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=5)
    tablet = Tablet(bundle(row))
    page = Page(tablet)
    page.show()
    for number in range(ENTRIES):
        if recorder.is_over:
            break
        move = recorder.propose()
        recorder.ahead.play(move.by, move.act)
        before = position(tablet) if number % 5 == 0 else None
        fork = tablet.fork()
        fork._write("act", move.by, move.act, "")
        fork.show({"number": page.number})
        fork.complete()
        fork._write("undo", "judge", None, "")
        assert before in (None, position(tablet)), number
        if number % 2:
            tablet = page.tablet = tablet.fork()
        tablet._write("act", move.by, move.act, "")
        page.show()
        assert tablet.record.head == recorder.ahead.head
    assert page.parts == whole(tablet)


@pytest.fixture
def device(row):
    """The calls of a worker, JSON in and out, with a table open."""

    def call(name: str, /, **data) -> dict:
        return json.loads(calls.call(name, json.dumps(data)))

    call("open", bundle=bundle(row), waiting=[])
    return call


def throw(row, device, *dice: int) -> dict:
    question = device("fetch", address="", page=PAGE)["parts"]["question"]
    token = question.split('name="ask" value="')[1].split('"')[0]
    fields = [["ask", token], *([f"die-{number}", str(die)] for number, die in enumerate(dice, 1))]
    return {"address": where(row, "atto/"), "fields": fields, "page": PAGE}


def test_a_committed_speculation_is_the_entry(row, device):
    data = throw(row, device, 6, 5, 4, 3)
    foreseen = device("speculate", number=7, name="enter", data=data)["response"]
    assert foreseen["entry"]["act"]["dice"] == [6, 5, 4, 3]
    assert device("commit", number=7) == {"seq": 1, "head": foreseen["head"]}
    again = device("enter", **data)
    assert (again["status"], again["entry"]) == (400, None)  # the question was of the line before
    undone = device("enter", address=where(row, "annulla/"), fields=[["why", "letti male"]], page=PAGE)
    assert undone["seq"] == 2


def test_what_was_foreseen_and_not_committed_is_nothing(row, device):
    device("speculate", number=7, name="enter", data=throw(row, device, 6, 5, 4, 3))
    result = device("enter", **throw(row, device, 1, 2, 3, 4))
    assert (result["entry"]["act"]["dice"], result["seq"]) == ([1, 2, 3, 4], 1)


def test_only_the_last_speculation_can_be_committed(row, device):
    for number in (7, 8):
        device("speculate", number=number, name="enter", data=throw(row, device, 6, 5, 4, number - 5))
    with pytest.raises(KeyError):
        device("commit", number=7)
    assert device("commit", number=8)["seq"] == 1


def test_a_speculation_that_fails_leaves_the_table_as_it_is(row, device):
    data = throw(row, device, 6, 5, 4, 3)
    with pytest.raises(KeyError):
        device("speculate", number=7, name="enter", data={**data, "address": where(row, "accetta/")})
    assert device("enter", **data)["seq"] == 1
