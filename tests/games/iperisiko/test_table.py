"""A turn told as a whole, a game told by its result, players who leave, and boards that rulings have left against the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.iperisiko import acts
from games.kernel.breaches import Refused, Unreadable
from games.kernel.cases import fact
from games.kernel.record import Record

Table = Callable[..., Record]


def start_board(record: Record) -> dict[str, int]:
    return {name: number % 4 for number, name in enumerate(record.rules.board.ids)}


def test_a_game_begins_from_a_board_shown_whole(table: Table) -> None:
    record = table()
    owners = start_board(record)
    record.play(
        "judge", acts.Shown(owners=owners, armies=dict.fromkeys(owners, 3), factories=("alaska",), turn=0), why="test"
    )

    assert (fact(record, "giro"), fact(record, "in_turn"), fact(record, "order")) == (1, 0, [0, 3, 2, 1])
    assert fact(record, "territories.alaska") == {"seat": 0, "armies": 5, "locked": 2, "factory": True}
    assert [fact(record, f"players.{seat}.colour") for seat in range(4)] == ["nero", "blu", "rosso", "verde"]


def test_a_board_with_a_hole_cannot_begin_a_game(table: Table) -> None:
    record = table()
    owners = start_board(record)
    del owners["siam"]

    with pytest.raises(Refused):
        record.play("judge", acts.Shown(owners=owners, armies=dict.fromkeys(owners, 3), turn=0), why="test")


def test_a_turn_told_as_a_whole_spends_cards_against_somebody(table: Table) -> None:
    record = table(cards=[1, 0, 0, 0], board={0: "alaska 9", 1: "kamchatka 4, siam", 2: "congo"})
    record.play(
        "judge",
        acts.Shown(
            owners={"kamchatka": -1, "alberta": 0},
            armies={"alberta": 3, "alaska": 5},
            spent=(acts.Spent(0, "minibomba", 1), acts.Spent(0, "generale"), acts.Spent(1, "armate_nascoste")),
            conquests=1,
            card=True,
            turn_over=True,
        ),
        why="test",
    )

    assert fact(record, "territories.kamchatka") == {"seat": -1, "armies": 0}
    assert fact(record, "players.1.suffered.minibomba") == 1
    assert fact(record, "players.0.kit.minibomba") == 0
    assert fact(record, "players.1.kit.armate_nascoste") == 1
    assert fact(record, "players.0.cards") == 1
    assert (fact(record, "in_turn"), fact(record, "giro")) == (3, 5)


def test_what_cannot_stand_on_a_board_is_impossible(table: Table) -> None:
    record = table(board={0: "alaska 9"})
    for act in (
        acts.Shown(armies={"alaska": 0}),
        acts.Shown(hidden={"alaska": 12}),
        acts.Shown(owners={"alaska": -1}, armies={"alaska": 2}),
        acts.Shown(hands=(99, 0, 0, 0)),
        acts.Shown(spent=(acts.Spent(0, "spia"),)),
    ):
        with pytest.raises(Refused) as raised:
            record.play("judge", act, why="test")
        assert raised.value.kind == "impossible"
    for unread in (acts.Shown(owners={"alaska": 7}), acts.Shown(factories=("atlantide",)), acts.Shown(hands=(1,))):
        with pytest.raises(Unreadable):
            record.play("judge", unread, why="test")


def test_players_that_the_board_no_longer_shows_are_out(table: Table) -> None:
    record = table(board={0: "alaska 9", 1: "kamchatka 4", 2: "congo"})
    record.play("judge", acts.Shown(owners={"kamchatka": 0}), why="test")

    assert fact(record, "players.1.standing") == "eliminated"


def test_a_game_told_by_its_result(table: Table) -> None:
    start = {"is": "reinforce", "left": 3, "is_fresh": True}
    record = table(awaits=start, board={0: "alaska 9", 1: "kamchatka 4", 2: "congo"})
    record.play("judge", acts.Finish("time"))
    for seat, pair in enumerate(((2, 14), (15, 16), (17, 18), (19, 20))):
        record.play(seat, acts.Reveal(pair))

    assert [row.points for row in record.score().rows] == ["0.38", "0.48", "0.52", "0.56"]


def test_who_leaves_is_out_and_his_armies_defend(table: Table) -> None:
    record = table(board={0: "alaska 9", 1: "kamchatka 3", 2: "congo"}, cards=[0, 2, 0, 0])
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play("judge", acts.Abandon(1))
    assert fact(record, "may_interpose") == []
    assert record.breaches(1, acts.CortinaDiFerro()) != ()
    record.play(0, acts.AttackDice((6, 6, 6)))
    assert fact(record, "awaits.roller") == 3
    record.play(3, acts.DefenceDice((1, 1, 1)))
    record.play(0, acts.Occupy(3))

    assert fact(record, "players.1.standing") == "abandoned"
    assert fact(record, "players.1.destroyed_by") == 0


@pytest.mark.parametrize(
    ("awaits", "after"),
    [
        ({"is": "declared", "src": "alaska", "dst": "kamchatka"}, "reinforce"),
        ({"is": "occupy", "src": "alaska", "dst": "alberta", "least": 2, "loser": 3}, "reinforce"),
        ({"is": "bombing", "dst": "kamchatka", "then": {"is": "fight"}}, "reinforce"),
        ({"is": "spying", "target": 1, "then": {"is": "fight"}}, "reinforce"),
    ],
)
def test_when_the_player_in_turn_leaves_the_turn_passes_on(table: Table, awaits: dict[str, object], after: str) -> None:
    record = table(board={0: "alaska 9, alberta 0", 1: "kamchatka 3", 2: "congo"}, awaits=awaits)
    record.play("judge", acts.Abandon(0))

    assert (fact(record, "awaits.awaits"), fact(record, "in_turn")) == (after, 3)


def test_the_defender_may_leave_at_any_moment(table: Table) -> None:
    result = {"board": {0: "alaska 9", 1: "kamchatka 3", 2: "congo"}}
    spying = table(awaits={"is": "spying", "target": 1, "then": {"is": "fight"}}, **result)
    spying.play("judge", acts.Abandon(1))
    throwing = table(
        awaits={"is": "defence_throw", "src": "alaska", "dst": "kamchatka", "attack": [6], "roller": 1}, **result
    )
    throwing.play("judge", acts.Abandon(1))

    assert fact(spying, "awaits.awaits") == "fight"
    assert fact(throwing, "awaits.roller") == 3


def test_when_all_others_have_left_the_game_is_abandoned(table: Table) -> None:
    record = table(board={0: "alaska 9", 1: "kamchatka 3", 2: "congo"})
    for seat in (1, 2, 3):
        record.play("judge", acts.Abandon(seat))
    record.play(0, acts.Reveal((2, 14)))

    assert record.ended_by == "abandoned"
    assert [row.points for row in record.score().rows] == ["1.2", "-0.3", "-0.3", "-0.3"]


# -- after a ruling


def test_a_last_army_that_attacked_and_fell_leaves_the_land_to_nobody(table: Table) -> None:
    record = table(board={0: "alaska 2, siam 5", 3: "kamchatka 2"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.rule(0, acts.AttackDice((1, 1)))
    record.play(3, acts.DefenceDice((6, 6)))

    assert fact(record, "territories.alaska") == {"seat": -1, "armies": 0}
    assert fact(record, "awaits.src") == -1
    record.play(0, acts.EndTurn())


def test_a_move_in_the_attack_that_was_registered_leaves_the_attack_on(table: Table) -> None:
    record = table(board={0: "alaska 9, alberta 3"})
    record.rule(0, acts.Move("alaska", "alberta", 2))

    assert fact(record, "awaits.awaits") == "fight"
    assert fact(record, "has_moved")


def test_a_turn_without_an_attack_may_be_registered(table: Table) -> None:
    record = table(board={0: "alaska 9"})
    record.rule(0, acts.EndTurn())

    assert fact(record, "in_turn") == 3


def test_a_void_deal_may_be_registered_by_its_auction(table: Table) -> None:
    board = {0: "venezuela 1, peru 1, brasile 1, argentina 1, islanda 1, egitto 1", -1: "groenlandia, cina"}
    record = table(giro=0, others=1, others_armies=1, awaits={"is": "auction"}, board=board)
    line = record.rule("judge", acts.Auction("cina", 2, 3))

    assert b'"waives":["3"]' in line
    assert fact(record, "territories.cina.seat") == 2


def test_a_third_hostile_card_that_was_registered_counts(table: Table) -> None:
    record = table(suffered=[[0, 0, 0], [1, 0, 1], [0, 0, 0], [0, 0, 0]], board={0: "alaska 9", 1: "kamchatka 7"})
    record.rule(0, acts.Minibomba("kamchatka"))
    record.play(0, acts.BombFalls())

    assert fact(record, "players.1.suffered") == {"dna": 1, "minibomba": 1, "socialista": 1}


def from_the_middle(record: Record, **more: Any) -> acts.Shown:
    """Seat 1 is out, and Siam nobody's."""
    owners = {name: (0, 2, 3)[number % 3] for number, name in enumerate(record.rules.board.ids)}
    owners["siam"] = -1
    return acts.Shown(owners=owners, armies={**dict.fromkeys(owners, 3), "siam": 0}, **{"turn": 0, "giro": 6, **more})


def test_a_record_begins_where_somebody_is_out_and_land_is_nobody_s(table: Table) -> None:
    record = table()
    record.play("judge", from_the_middle(record), why="test")

    assert fact(record, "territories.siam") == {"seat": -1, "armies": 0}
    assert [fact(record, f"players.{seat}.standing") for seat in range(4)] == [
        "active",
        "eliminated",
        "active",
        "active",
    ]
    record.play("judge", acts.Shown(owners={"siam": 0}, armies={"siam": 1}), why="test")
    assert record.state.destroyed_by == (-1, -1, -1, -1)


@pytest.mark.parametrize("more", [{"giro": None}, {"giro": 1}, {"turn": 1}])
def test_nobody_is_out_in_the_first_giro_nor_in_his_own_turn(table: Table, more: dict[str, int | None]) -> None:
    record = table()
    found = record.breaches("judge", from_the_middle(record, **more), why="test")

    assert [breach.reason.en for breach in found] == ["a player has no territory"]


def test_a_record_began_with_every_territory_somebody_s_until_the_sixth(table: Table) -> None:
    record = table()
    before = Record(record.game, msgspec.structs.replace(record.header, revision=6))

    assert [breach.reason.en for breach in before.breaches("judge", from_the_middle(before), why="test")] == [
        "1 territory is missing",
        "a player has no territory",
    ]


def test_the_armies_that_are_shown_include_the_hidden_ones(table: Table) -> None:
    record = table(board={0: "alaska 5", 1: "kamchatka 4", 2: "congo"})
    found = record.breaches("judge", acts.Shown(armies={"alaska": 2}, hidden={"alaska": 3}), why="test")

    assert [breach.reason.en for breach in found] == [
        "the armies of a territory include the hidden ones: 3 hidden, 2 in all"
    ]
    record.play("judge", acts.Shown(armies={"alaska": 4}, hidden={"alaska": 3}), why="test")
    assert fact(record, "territories.alaska.armies") == 4
