"""Late players and people who are gone: who moves, and that tables in play never change."""

import pytest

from tournament.core.draw import DrawEntrant, ImpossibleDraw, Request
from tournament.core.draw.repair import repairs_for_gone, repairs_for_late

CLUBS = dict(zip("abcdefghijkl", ["rossi", "blu", "", "", "rossi", "", "", "", "verdi", "", "", ""], strict=True))
TABLES = (tuple("abcd"), tuple("efgh"), tuple("ijkl"))


def request(**changes) -> Request:
    field = tuple(DrawEntrant(id_, club) for id_, club in CLUBS.items())
    return Request(**{"entrants": field, "sizes": (4, 4, 4), "seed": "1", "criteria": ("club", "rematch"), **changes})


def test_a_late_player_sits_where_no_club_mate_does_and_nobody_moves():
    ways = repairs_for_late(request(), TABLES, DrawEntrant("z", "rossi"), legal=(4, 5), in_play=())
    assert (ways[0].tables, ways[0].moved) == ((*TABLES[:2], tuple("ijklz")), ())
    assert [way.cost for way in ways] == [[0, 0], [1, 0], [1, 0]]


def test_a_late_player_never_joins_a_table_in_play_nor_a_full_one():
    late = DrawEntrant("z", "rossi")
    assert [way.tables[0] for way in repairs_for_late(request(), TABLES, late, legal=(4, 5), in_play=(2, 3))] == [
        tuple("abcdz")
    ]
    assert repairs_for_late(request(), TABLES, late, legal=(4,), in_play=()) == ()
    assert repairs_for_late(request(), TABLES, late, legal=(4, 5), in_play=(1, 2, 3)) == ()


def test_the_chair_of_someone_gone_is_taken_away_where_three_may_play():
    (way,) = repairs_for_gone(request(), TABLES, "f", legal=(3, 4, 5), in_play=())
    assert (way.tables, way.moved) == ((TABLES[0], tuple("egh"), TABLES[2]), ())


def test_whoever_moves_is_the_one_who_costs_least_however_many_could():
    """Only j has not met x, who keeps the table of the one who is gone."""
    tables = (tuple("xyzg"), tuple("abcde"), tuple("fhijk"))
    field = tuple(DrawEntrant(id_) for id_ in "xyzgabcdefhijk")
    met = tuple((one, "x", 1) for one in "abcdefhik")
    requested = Request(entrants=field, sizes=(4, 5, 5), seed="1", criteria=("rematch",), met=met)
    ways = repairs_for_gone(requested, tables, "g", legal=(4, 5), in_play=())
    assert ways[0].moved == ("j",)


def test_otherwise_someone_of_a_five_moves_and_brings_no_club_mate():
    tables = (tuple("abcd"), tuple("efgh"), tuple("ijklm"))
    field = (*request().entrants, DrawEntrant("m", "rossi"))
    past = ((tuple("ei"), tuple("fj"), tuple("gk")),)
    requested = request(entrants=field, sizes=(4, 4, 5), past=past)
    ways = repairs_for_gone(requested, tables, "f", legal=(4, 5), in_play=(1,))
    assert [(way.moved, way.cost) for way in ways] == [
        (("j",), [0, 0]),
        (("l",), [0, 0]),
        (("i",), [0, 1]),
        (("k",), [0, 1]),
        (("m",), [1, 0]),
    ]
    assert ways[0].tables == (TABLES[0], tuple("ejgh"), tuple("iklm"))


def test_nobody_can_move_when_no_table_can_spare_one():
    assert repairs_for_gone(request(), TABLES, "f", legal=(4, 5), in_play=()) == ()


def test_a_table_in_play_is_left_alone():
    with pytest.raises(ImpossibleDraw):
        repairs_for_gone(request(), TABLES, "f", legal=(3, 4), in_play=(2,))
    assert repairs_for_gone(request(), TABLES, "f", legal=(3, 4), in_play=(1, 3))[0].moved == ()


def test_strangers_cannot_leave_and_the_seated_cannot_come_late():
    with pytest.raises(ImpossibleDraw):
        repairs_for_gone(request(), TABLES, "z", legal=(3, 4), in_play=())
    with pytest.raises(ImpossibleDraw):
        repairs_for_late(request(), TABLES, DrawEntrant("a"), legal=(4, 5), in_play=())
