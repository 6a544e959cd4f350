"""Dice that were taken back are offered again, and what else the table may have thrown has a reason: all of it in sight, in every game."""

import pytest

from games.kernel.record import Record
from games.registry import games
from referee.actions import records
from referee.actions.bulk import append_moves
from referee.judge_page import questions
from referee.records import cache as record_cache
from tests.browser.sight import out_of_sight
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.test_whole_games import LYING, UPRIGHT, blank, game_of, open_table_of
from tests.games.seeded_games import read_tag
from tests.referee.conftest import current
from tests.referee.test_judge_page import address
from tests.tools import many

THROWS = many(6, 1000)
SCROLLED = """() => [...document.querySelectorAll(".j-question, .j-question > .j-form, .j-offered .btn")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => `${one.className} scrolls`)"""


@pytest.mark.parametrize("slug", list(games()))
def test_dice_taken_back_and_the_reasons_for_others_are_in_sight(at_the_table, table, judge, slug):  # noqa: F811
    """A throw of each kind is taken back where most other acts are possible beside it, and where most dice are thrown."""
    row = open_table_of(slug, max(games()[slug].seats), table, judge)
    moves, _end = game_of(row)
    page, record, found, played = at_the_table(), blank(row), {}, 0
    for number, name in throws_with_most_beside(blank(row), moves):
        left, played = iter(moves[played : number + 1]), number
        append_moves(row, record, lambda _record, left=left: next(left, None), by=judge)
        records.undo(row, client_key=records.new_client_key(), expected_seq=record.seq, by=judge)
        record = record_cache.rebuild(current(row))
        for width, height in (UPRIGHT, LYING):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(address(table))
            assert page.locator(".j-offered button").count()
            found[number, name, width] = out_of_sight(page) + page.evaluate(SCROLLED)
    assert {throw: seen for throw, seen in found.items() if seen} == {}


def throws_with_most_beside(record: Record, moves: list) -> list[tuple[int, str]]:
    """The numbers of moves that a page asks as dice, of each act those with most other acts beside, in the order of the game."""
    found: dict[tuple[str, int, int], int] = {}
    for number, move in enumerate(moves):
        ask = questions.opening(record)
        if ask.kind == "dice" and ask.partial["type"] == read_tag(move.act):
            beside = sum(not one.group for one in record.choices({}).choices)
            found.setdefault((str(ask.partial["type"]), beside, ask.most), number)
        record.append_trusted(move.by, move.act)
    by_size = sorted(found, key=lambda key: (-key[1], -key[2]))
    largest = {name: key for key in reversed(by_size) for name in [key[0]]}
    chosen = list(dict.fromkeys((*largest.values(), *by_size)))[:THROWS]
    return sorted((found[key], "-".join(map(str, key))) for key in chosen)
