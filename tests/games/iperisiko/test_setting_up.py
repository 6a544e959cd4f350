"""Setting up (2 to 5, 19): a whole one told act by act, the void deal by an oracle, bids out of the 27, pairs that may not stand."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from itertools import combinations
from random import Random

import pytest

from games.iperisiko import acts
from games.iperisiko.dealing import is_void
from games.iperisiko.state import NOBODY
from games.kernel.breaches import Refused
from games.kernel.cases import fact
from games.kernel.record import Record

Table = Callable[..., Record]


def dealt(table: Table, **options: object) -> Record:
    """A table up to the auction: territory n goes to the seat n % 4 of the order, the last two are left over."""
    record = table(options=options)
    record.play("judge", acts.Lot(0))
    for seat, colour in zip((0, 3, 2, 1), ("nero", "blu", "rosso", "verde"), strict=True):
        record.play(seat, acts.Colour(colour))
    ids = record.rules.board.ids
    for number, seat in enumerate((0, 3, 2, 1)):
        record.play("judge", acts.Deal(seat, tuple(ids[number:40:4])))
    return record


def test_a_whole_setting_up(table: Table) -> None:
    record = dealt(table)
    assert fact(record, "awaits.awaits") == "auction"
    record.play("judge", acts.Auction("australia_orientale", 2, 5))
    record.play("judge", acts.Auction("australia_occidentale", 2, 3))
    record.play("judge", acts.Objectives())
    for seat, place in ((0, "alaska"), (3, "territori_del_nord_ovest"), (2, "groenlandia"), (1, "alberta")):
        record.play(seat, acts.Factory(place))
    assert fact(record, "awaits.stock") == [17, 17, 9, 17]
    laid = {0: "alaska", 3: "territori_del_nord_ovest", 2: "groenlandia", 1: "alberta"}
    order: list[int] = []
    while fact(record, "giro") == 0:
        awaits = record.state.awaits
        order.append(awaits.seat)
        record.play(awaits.seat, acts.Place({laid[awaits.seat]: min(3, awaits.stock[awaits.seat])}))

    assert order[:5] == [0, 3, 2, 1, 0]
    assert order.count(2) == 3
    assert [fact(record, f"players.{seat}.armies") for seat in range(4)] == [27 + 2, 27, 27, 27]
    assert [fact(record, f"players.{seat}.territories") for seat in range(4)] == [10, 10, 12, 10]
    assert fact(record, "territories.alaska") == {"seat": 0, "armies": 1 + 17 + 2, "locked": 2, "factory": True}


def test_without_factories_armies_are_laid_at_once(table: Table) -> None:
    record = dealt(table, factories_each=0)
    record.play("judge", acts.Auction("australia_orientale", 2, 1))
    record.play("judge", acts.Auction("australia_occidentale", 2, 1))
    record.play("judge", acts.Objectives())

    assert fact(record, "awaits.awaits") == "place_first"


def test_two_factories_each_are_placed_in_turn(table: Table) -> None:
    record = dealt(table, factories_each=2)
    record.play("judge", acts.Auction("australia_orientale", 2, 1))
    record.play("judge", acts.Auction("australia_occidentale", 2, 1))
    record.play("judge", acts.Objectives())
    places = ("alaska", "territori_del_nord_ovest", "groenlandia", "alberta", "ontario", "quebec")
    for seat, place in zip((0, 3, 2, 1, 0, 3), places, strict=True):
        record.play(seat, acts.Factory(place))

    assert fact(record, "awaits") == {"awaits": "factory", "seat": 2, "is_fresh": False}


def void_by_hand(record: Record, owners: list[int]) -> bool:
    """Somebody holds every territory of a continent that was dealt, and at most one of it was left for the auction."""
    for continent in record.rules.board.continents:
        for seat in range(4):
            mine = sum(owners[place] == seat for place in continent.territories)
            left = sum(owners[place] == NOBODY for place in continent.territories)
            if mine >= 1 and mine + left == len(continent.territories) and left <= 1:
                return True
    return False


def test_a_void_deal_is_seen_whatever_was_dealt(table: Table) -> None:
    record, rng, seen = table(), Random(5), []
    south = [record.rules.board.index[name] for name in ("venezuela", "peru", "brasile", "argentina")]
    for _ in range(3000):
        hand = [seat for seat in range(4) for _ in range(10)] + [NOBODY, NOBODY]
        rng.shuffle(hand)
        if rng.random() < 0.5:
            for place in rng.sample(south, rng.randint(2, 4)):
                other = hand.index(rng.choice((0, NOBODY)))
                hand[place], hand[other] = hand[other], hand[place]
        state = record.state.with_(owners=tuple(hand))
        assert is_void(record.rules, state) == void_by_hand(record, hand)
        seen.append(void_by_hand(record, hand))
    assert 50 < sum(seen) < 2950


def test_equal_highest_bids_throw_until_one_is_best(table: Table) -> None:
    record = dealt(table, auction="sealed")
    record.play("judge", acts.Bids("australia_orientale", (4, 4, 1, 4)))
    record.play("judge", acts.AuctionDice((5, 2, 5)))
    assert fact(record, "awaits.seats") == [0, 3]
    record.play("judge", acts.AuctionDice((1, 6)))

    assert fact(record, "territories.australia_orientale") == {"seat": 3, "armies": 4}


def test_a_second_bid_is_bound_by_what_the_first_left(table: Table) -> None:
    record = dealt(table)
    record.play("judge", acts.Auction("australia_orientale", 2, 10))

    with pytest.raises(Refused):
        record.play("judge", acts.Auction("australia_occidentale", 2, 8))
    record.play("judge", acts.Auction("australia_occidentale", 2, 7))
    assert fact(record, "players.2.armies") == 27


def test_the_chosen_order_is_the_order_of_play(table: Table) -> None:
    record = table(options={"order": "chosen"})
    record.play("judge", acts.Standings((3, 1, 0, 2)))
    for seat, place in ((3, 4), (1, 1), (0, 3)):
        record.play(seat, acts.PickPlace(place))

    assert fact(record, "order") == [1, 2, 0, 3]
    assert fact(record, "awaits") == {"awaits": "colour", "seat": 1}


def test_every_pair_is_void_exactly_below_1_80(table: Table) -> None:
    record = table(giro=0, awaits={"is": "factory", "seat": 0, "is_fresh": True}, colours=["", "", "", ""])
    tenths = (7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 14, 14)
    void = {pair for pair in combinations(range(1, 21), 2) if not record.breaches(2, acts.VoidObjectives(pair))}

    assert void == {pair for pair in combinations(range(1, 21), 2) if tenths[pair[0] - 1] + tenths[pair[1] - 1] < 18}
    assert len(void) == 35
    assert Decimal("1.80") == record.rules.board.coefficients[5] + record.rules.board.coefficients[9]


def test_void_objectives_may_be_shown_until_the_next_act(table: Table) -> None:
    record = dealt(table)
    record.play("judge", acts.Auction("australia_orientale", 2, 1))
    record.play("judge", acts.Auction("australia_occidentale", 2, 1))
    record.play("judge", acts.Objectives())
    record.play(1, acts.VoidObjectives((1, 2)))
    record.play("judge", acts.Objectives())
    record.play(0, acts.Factory("alaska"))

    with pytest.raises(Refused):
        record.play(1, acts.VoidObjectives((1, 2)))
