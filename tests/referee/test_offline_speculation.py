"""What the engine foresees while the finger is down changes nothing until the page commits it, and is then what it would have been."""

import json
import re
from random import Random

import pytest

from games.registry import games
from referee.offline import calls
from referee.offline.table_bundle import table_bundle
from referee.offline.tablet import Tablet
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_offline_drawn import TOKEN, Page, whole
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
        fork.complete({})
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


LATE = ("more", "log", "places")
BETWEEN = ("before", "between", "too late")


class Drawers:
    """The late parts of a page, as its script has them: those of an answer that it shows no more are left out."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet, self.number = tablet, 0
        self.parts: dict[str, str] = {}
        self.late: dict[str, int] = {}

    def complete(self) -> dict:
        return json.loads(json.dumps(self.tablet.complete(self.late)))

    def draw(self, late: dict) -> None:
        if late["number"] == self.number:
            self.parts |= {name: TOKEN.sub("", html) for name, html in late["parts"].items()}
            self.late |= dict.fromkeys(late["parts"], late["number"])

    def fetch(self, address: str, rng: Random) -> None:
        """Another page, foreseen while the finger was down: its drawers are drawn before, meanwhile, or too late."""
        page = {**PAGE, "number": self.number}
        when = rng.choice(BETWEEN) if self.number else ""
        if when == "before":
            self.draw(self.complete())
        fork = self.tablet.fork()
        answer = json.loads(json.dumps(fork.fetch(address, page)))
        late = self.complete() if when in BETWEEN[1:] else {}
        if when == "between":
            self.draw(late)
        self.tablet, self.number = fork, answer["number"]
        if when == "too late":
            self.draw(late)


@pytest.mark.parametrize("slug", list(games()))
def test_whatever_was_opened_in_between_the_drawers_are_those_of_a_fresh_page(table, judge, slug):
    """Behind each entry, and behind forms that were opened and left again sooner or later than the drawers were drawn."""
    row = open_a_table_of(slug, table, judge)
    recorder, rng = Recorder(row, judge, seed=5), Random(slug)
    page = Drawers(Tablet(bundle(row)))
    forms = ["", "?atto=*", "?atto=shown", "?atto=plancia", "?atto=note", "?correggi=*"]
    for number in range(ENTRIES):
        if recorder.is_over:
            break
        move = recorder.propose()
        recorder.ahead.play(move.by, move.act)
        page.tablet._write("act", move.by, move.act, "")
        for address in (*rng.choices(forms, k=2), ""):
            page.fetch(address, rng)
        page.draw(page.complete())
        fresh = whole(page.tablet)
        assert page.parts == {name: fresh[name] for name in LATE}, number


@pytest.mark.parametrize("slug", list(games()))
def test_what_the_table_shows_is_a_way_of_every_page(table, judge, slug):
    """From the form of an act as from the question."""
    row = open_a_table_of(slug, table, judge)
    page = Page(Tablet(bundle(row)))
    page.show()
    ways = re.findall(r'href="[?]atto=(plancia|shown)"', page.parts["more"])
    for tag in ("note", "*", "shown", "plancia"):
        page.show(tag)
        assert re.findall(r'href="[?]atto=(plancia|shown)"', page.parts["more"]) == ways
    assert bool(ways) == ("shown" in games()[slug].act_words)
