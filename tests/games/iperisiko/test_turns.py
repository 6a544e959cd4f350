"""A turn and what lasts longer (8, 12, 13, 17 n, 19, 23, 24): incomes against the printed figures, truces, curtains, the clock."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.iperisiko import acts
from games.iperisiko.turns import income, nearest_third
from games.kernel.acts import PreAlarm, TimeNotUp, TimeUp
from games.kernel.cases import fact
from games.kernel.record import Record

Table = Callable[..., Record]
SPREAD = {0: "alaska 9", 1: "siam 9", 2: "congo 9"}


def articles(record: Record, by: object, act: object) -> list[str]:
    return [breach.article for breach in record.breaches(by, act)]


def attacked(record: Record, seat: int, src: str, dst: str) -> None:
    """One attack with one die that the defender beats, as the rules want each turn."""
    defender = record.state.owners[record.rules.board.index[dst]]
    record.play(seat, acts.Attack(src, dst, 1))
    record.play(seat, acts.AttackDice((1,)))
    dice = min(3, record.state.armies[record.rules.board.index[dst]])
    record.play(defender, acts.DefenceDice((6,) * dice))


def test_a_third_to_the_nearest() -> None:
    assert [nearest_third(territories) for territories in range(1, 43)] == [
        min(range(20), key=lambda armies, n=territories: abs(armies * 3 - n)) for territories in range(1, 43)
    ]


def test_income_of_every_continent_beside_the_territories(table: Table) -> None:
    printed = {"asia": 4, "europa": 3, "america_del_nord": 2, "africa": 1, "america_del_sud": 1, "oceania": 1}
    record = table(board={0: "alaska"})
    for continent in record.rules.board.continents:
        owners = tuple(0 if place in continent.territories else 3 for place in range(42))
        expected = round(len(continent.territories) / 3) + printed[continent.id]
        assert income(record.rules, owners, 0, 2) == expected
        assert income(record.rules, owners, 0, 1) == printed[continent.id]


def test_a_truce_from_the_start_of_a_turn_binds_both_for_one_giro(table: Table) -> None:
    record = table(cards=[1, 0, 0, 0], board=SPREAD, others=3, awaits={"is": "reinforce", "left": 0, "is_fresh": True})
    record.play(0, acts.Diplomatico(3))
    assert articles(record, 0, acts.Attack("alaska", "kamchatka")) == ["17"]
    record.play(0, acts.EndTurn())
    record.play(3, acts.Place({"kamchatka": record.state.awaits.left}))
    assert articles(record, 3, acts.Attack("kamchatka", "alaska")) == ["17"]
    attacked(record, 3, "india", "siam")
    record.play(3, acts.EndTurn())
    attacked(record, 2, "congo", "africa_del_sud")
    record.play(2, acts.EndTurn())
    attacked(record, 1, "siam", "india")
    assert len(record.state.truces) == 1
    record.play(1, acts.EndTurn())

    assert fact(record, "truces") == []
    assert articles(record, 0, acts.Attack("alaska", "kamchatka")) == []


def test_a_truce_from_the_end_of_a_turn_lasts_to_the_end_of_the_next(table: Table) -> None:
    record = table(cards=[1, 0, 0, 0], board=SPREAD, has_attacked=True)
    record.play(0, acts.Diplomatico(3))
    record.play(0, acts.EndTurn())
    record.play(3, acts.Place({"kamchatka": record.state.awaits.left}))
    attacked(record, 3, "india", "siam")
    record.play(3, acts.EndTurn())
    attacked(record, 2, "congo", "africa_del_sud")
    record.play(2, acts.EndTurn())
    attacked(record, 1, "siam", "india")
    record.play(1, acts.EndTurn())
    assert articles(record, 0, acts.Attack("alaska", "kamchatka")) == ["17"]
    record.play(0, acts.EndTurn())

    assert fact(record, "truces") == []


def test_a_truce_bars_missiles_as_well_but_not_the_socialist(table: Table) -> None:
    result = {"giro": 2, "truces": [{"by": 3, "seat": 0}], "board": {0: "alaska 9", 3: "kamchatka 5"}}
    record = table(awaits={"is": "reinforce", "left": 0}, **result)

    assert articles(record, 0, acts.Dna("kamchatka")) == ["17"]
    assert articles(record, 0, acts.Minibomba("kamchatka")) == ["17"]
    assert articles(record, 0, acts.Socialista("kamchatka", "alaska")) == []


def test_generale_maresciallo_and_curtain_end_with_the_turn(table: Table) -> None:
    record = table(generals=[3], marshals=[3], curtains=["kamchatka"], has_attacked=True, board=SPREAD)
    record.play(0, acts.EndTurn())

    assert (record.state.generals, record.state.marshals, record.state.curtains) == ((), (), ())


def test_factory_armies_are_free_after_their_turn(table: Table) -> None:
    record = table(seat=1, has_attacked=True, factories=["alaska"], board={0: "alaska 1", 1: "siam", 2: "congo"})
    record.play(1, acts.EndTurn())
    assert fact(record, "territories.alaska")["locked"] == 2
    attacked(record, 0, "alaska", "kamchatka")
    record.play(0, acts.EndTurn())

    assert fact(record, "territories.alaska") == {"seat": 0, "armies": 2, "factory": True}


def test_hidden_armies_stay_or_leave_as_the_option_says(table: Table) -> None:
    for option, armies in (("stay", 8), ("leave", 5)):
        record = table(
            options={"hidden_after": option},
            board={0: "alaska 9", 3: "kamchatka 8"},
            hidden={"kamchatka": 3},
            has_attacked=True,
        )
        record.play(0, acts.EndTurn())
        assert fact(record, "territories.kamchatka")["armies"] == armies


def test_the_giro_is_completed_and_three_more_follow(table: Table) -> None:
    record = table(board={0: "alaska 1", 1: "siam 1", 2: "congo 1", 3: "india 1"}, others=-1, seat=3, giro=4)
    record.play("clock", PreAlarm())
    record.play("clock", TimeUp())
    turns = []
    while not record.ended_by:
        turns.append((record.state.giro, record.state.seat))
        if getattr(record.state.awaits, "left", 0):
            place = record.rules.board.ids[record.state.territories_of(record.state.seat)[0]]
            record.play(record.state.seat, acts.Place({place: record.state.awaits.left}))
        record.play(record.state.seat, acts.EndTurn())

    assert turns == [(4, 3), (4, 2), (4, 1), *((giro, seat) for giro in (5, 6, 7) for seat in (0, 3, 2, 1))]
    assert record.ended_by == "time"


def test_dna_and_diplomatico_are_barred_in_the_three_final_giri_only(table: Table) -> None:
    for giro, barred in ((4, False), (5, True), (6, True), (7, True)):
        record = table(
            giro=giro,
            last_giro=7,
            cards=[1, 0, 0, 0],
            awaits={"is": "reinforce", "left": 0, "is_fresh": True},
            board={0: "alaska 5", 3: "kamchatka"},
        )
        assert articles(record, 0, acts.Dna("kamchatka")) == (["21"] if barred else [])
        assert articles(record, 0, acts.Diplomatico(3)) == (["17"] if barred else [])


def test_the_judge_corrects_the_time(table: Table) -> None:
    record = table(giro=5, board={0: "alaska"})
    record.play("judge", TimeUp(giro=4))
    assert fact(record, "last_giro") == 7
    record.play("clock", TimeUp())
    assert fact(record, "last_giro") == 7
    record.play("judge", TimeNotUp())

    assert fact(record, "last_giro") == 0


@pytest.mark.parametrize("kind", ["dna", "minibomba"])
def test_a_player_whose_last_territory_is_destroyed_is_eliminated(table: Table, kind: str) -> None:
    record = table(
        awaits={"is": "reinforce", "left": 0}, board={0: "alaska 9", 1: "kamchatka 4", 2: "siam"}, cards=[0, 2, 0, 0]
    )
    if kind == "dna":
        record.play(0, acts.Dna("kamchatka"))
    else:
        record.play(0, acts.Minibomba("kamchatka"))
        record.play(0, acts.BombFalls())

    assert fact(record, "players.1.standing") == "eliminated"
    assert fact(record, "players.1.destroyed_by") == 0
    assert fact(record, "territories.kamchatka") == {"seat": -1, "armies": 0}
    assert fact(record, "deck") == 58


def test_the_last_one_standing_ends_the_game(table: Table) -> None:
    record = table(
        standing=["active", "eliminated", "eliminated", "active"],
        left=[1, 2],
        others=0,
        board={0: "alaska 9", 3: "kamchatka 1"},
    )
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((6, 6, 6)))
    record.play(3, acts.DefenceDice((1,)))
    record.play(0, acts.Occupy(3))

    assert record.ended_by == "elimination"
    assert [row.points for row in record.score().rows] == [None, "-0.3", "-0.3", "-0.3"]
    record.play(0, acts.Reveal((4, 19)))
    assert [row.points for row in record.score().rows] == ["1.4", "-0.3", "-0.3", "-0.3"]
