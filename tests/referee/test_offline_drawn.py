"""What the engine says has changed, put together as the page does, is the page that it would draw whole."""

import json
import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.registry import games
from referee.offline.drawn import DrawnPage
from referee.offline.table_bundle import table_bundle
from referee.offline.tablet import Tablet
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.tools import many

SCRIPT = Path(__file__).parents[2] / "static" / "js" / "judge" / "parts.js"
ENTRIES = many(60, 400)
TOKEN = re.compile(r'(?<=value=")[^"]{40,}')  # signed with the second in which it was made
DISKS = re.compile(r'(<g class="b-disks">).*?(</g><g aria-hidden="true">)')
PLACE = re.compile(r'data-key="([^"]*)" data-owner="([^"]*)".*?class="j-label">([^<]*)<.*?class="j-count">([^<]*)<')
LIT = re.compile(r"board-svg(?: has-lit)?(?: has-most-lit)?")
pytestmark = pytest.mark.django_db


class Page:
    """The page of a tablet: its parts by name, and the picture with its places by key."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet, self.number, self.parts, self.places = tablet, 0, {}, {}
        self.board: dict[str, tuple[str, str, int]] = {}
        self.late: dict[str, int] = {}

    def show(self, tag: str = "") -> dict:
        answer = json.loads(json.dumps(self.tablet.show({"number": self.number, "csrf_token": "un gettone"}, tag)))
        self.number = answer["number"]
        late = json.loads(json.dumps(self.tablet.complete(self.late)))
        self.late |= dict.fromkeys(late["parts"], late["number"])
        assert late["number"] == self.number
        assert late["parts"].keys().isdisjoint(answer["parts"])
        answer["parts"] |= late["parts"]
        self.parts |= {name: TOKEN.sub("", html) for name, html in answer["parts"].items()}
        self.board |= {key: tuple(shown) for key, *shown in answer["places"]}
        if picture := answer["picture"]:
            assert "image" not in answer["parts"]
            for key, tile in picture["tiles"].items():
                self._replace(self.places[key], tile)
            self.places |= picture["tiles"]
            if picture["disks"] is not None:
                self.parts["image"] = DISKS.sub(
                    lambda found: found[1] + picture["disks"] + found[2], self.parts["image"]
                )
            self.parts["image"] = LIT.sub(
                "board-svg" + " has-lit" * picture["has_lit"] + " has-most-lit" * picture["has_most_lit"],
                self.parts["image"],
            )
        elif "image" in answer["parts"]:
            self.places = dict(self.tablet.drawn._tiles)
        return answer

    def _replace(self, before: str, tile: str) -> None:
        assert self.parts["image"].count(before) == 1
        self.parts["image"] = self.parts["image"].replace(before, tile)


def whole(tablet: Tablet) -> dict[str, str]:
    drawn, tablet.drawn = tablet.drawn, DrawnPage()
    page = Page(tablet)
    page.show()
    tablet.drawn = drawn
    return page.parts


def listed(places: str) -> dict[str, tuple[str, str, int]]:
    """What the list of the board's places says of each, as the page's script reads it from a page of the server's."""
    return {key: (unescape(label), owner, int(count or 0)) for key, owner, label, count in PLACE.findall(places)}


@pytest.mark.parametrize("slug", list(games()))
def test_the_changes_of_each_line_make_the_page_that_would_be_drawn_whole(table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=3)
    tablet = Tablet(json.loads(json.dumps(table_bundle(row, row.table))))
    page = Page(tablet)
    page.show()
    for number in range(ENTRIES):
        if recorder.is_over:
            break
        move = recorder.propose()
        recorder.ahead.play(move.by, move.act)
        tablet._write("act", move.by, move.act, "")
        page.show()
        if number % 7 == 0:
            assert page.parts == whole(tablet), number
            assert page.board == listed(page.parts["places"])
    page.show("*")
    page.show()
    assert page.parts == whole(tablet)


def test_the_page_s_script_looks_for_places_where_the_picture_has_them(row):
    """A place that it does not find stays as it was."""
    tablet = Tablet(json.loads(json.dumps(table_bundle(row, row.table))))
    picture = re.search(r"<svg.*</svg>", tablet.show({"number": 0})["parts"]["image"], re.DOTALL)[0]
    found = ElementTree.fromstring(picture).findall("*[@class='m-places']/*[@data-place]")
    assert {place.get("data-place") for place in found} == tablet.drawn._tiles.keys()
    assert 'PLACES = ".board-svg > .m-places > [data-place]"' in SCRIPT.read_text(encoding="utf-8")


def test_an_unchanged_page_is_not_drawn_again(row, judge):
    Recorder(row, judge).record_many(30)
    row.refresh_from_db()
    tablet = Tablet(json.loads(json.dumps(table_bundle(row, row.table))))
    page = Page(tablet)
    first = page.show()
    assert {"question", "players", "image", "places", "log", "bar"} <= first["parts"].keys()
    assert first["places"]
    again = page.show()
    assert {"turn", "players", "image", "places", "log", "guide"}.isdisjoint(again["parts"])
    assert (again["picture"]["tiles"], again["picture"]["disks"], again["places"]) == ({}, None, [])


def test_a_page_that_shows_another_answer_is_drawn_whole(row):
    tablet = Tablet(json.loads(json.dumps(table_bundle(row, row.table))))
    first = tablet.show({"number": 0})
    assert tablet.show({"number": first["number"] + 1})["parts"].keys() == first["parts"].keys()
