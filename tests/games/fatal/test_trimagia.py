"""Trimagie: what three visions say, the window for Schermo Elementale, the Queen half-way, who is put out."""

from __future__ import annotations

import pytest

from games.fatal.acts import (
    Aim,
    Award,
    Claim,
    Deliver,
    Keep,
    Play,
    Reveal,
    Rob,
    Screen,
    Share,
    Strip,
    Tally,
    Trimagia,
    TurnUp,
    Unmask,
)
from games.fatal.position import position
from games.fatal.trimagia import strike_of, targets
from games.kernel.acts import JUDGE
from games.kernel.breaches import Refused, Unreadable
from games.kernel.vault import commitments, seal

STRIPPING = {"rows": {"0": [["v40", "v03", "v05"], []]}, "step": "B"}
STRIPPING_TWO = {"rows": {"0": [["v40", "v03", "v06"], []]}, "step": "B"}
ROBBING = {"rows": {"0": [["v27", "v03", "v05"], []]}, "step": "B"}


@pytest.mark.parametrize(
    ("row", "kind", "power", "again"),
    [
        (["v01", "v03", "v05"], "draw", 1, False),
        (["v01", "v04", "v05"], "draw", 1, True),
        (["v14", "v03", "v06"], "award", 1, True),
        (["v27", "v03", "v07"], "rob", 2, False),
        (["v40", "v04", "v10"], "strip", 1, True),
        (["v40", "v01", "v24"], "strip", 2, True),
    ],
)
def test_first_second_and_third_say_type_power_and_targets(
    table, row: list[str], kind: str, power: int, again: bool
) -> None:
    record = table(rows={"0": [row, []]}, step="B")
    strike = strike_of(record.rules, record.state, 0)

    assert (strike.kind, strike.power, strike.again) == (kind, power, again)


def test_the_window_opens_for_whoever_may_hold_a_screen_and_shuts_with_the_next_act(table) -> None:
    record = table(**STRIPPING_TWO)
    record.play(0, Trimagia(0))
    assert record.view("public").may_interpose == ()
    record.play(0, Aim(1))
    assert record.view("public").may_interpose == ({"what": "screen", "seat": 1},)
    record.play(0, Strip(("v20",)))
    assert record.view("public").may_interpose == ()
    with pytest.raises(Refused):
        record.play(1, Screen())


def test_the_window_stays_shut_when_every_screen_has_been_seen(table) -> None:
    record = table(**STRIPPING, discards=["schermo_elementale"] * 4)
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))

    assert record.view("public").may_interpose == ()


def test_the_window_stays_shut_for_an_empty_hand_and_for_oneself(table) -> None:
    record = table(**STRIPPING, hands=[4, 0, 4])
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    assert record.view("public").may_interpose == ()
    record = table(rows={"0": [["v01", "v03", "v05"], []]}, step="B")
    record.play(0, Trimagia(0))
    record.play(0, Aim(0))
    assert record.view("public").may_interpose == ()


def test_an_undo_of_the_screen_opens_the_window_again(table) -> None:
    record = table(**STRIPPING)
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    was = record.state
    record.play(1, Screen())
    record.undo()

    assert record.state == was
    assert record.view("public").known[0].seq == 3


def test_the_second_target_lapses_where_there_is_no_other_player(table) -> None:
    record = table(
        **STRIPPING_TWO,
        smazzata=2,
        standing=["active", "active", "eliminated"],
        left=[2],
        characters={"2": "terranova"},
    )
    record.play(0, Trimagia(0))
    assert targets(record.state, record.state.strike) == [1]
    record.play(0, Aim(1))
    record.play(0, Strip(("v20",)))

    assert record.state.seat == 1


def test_the_queen_stops_an_award_half_way_and_the_second_smazzata_takes_it_up(table) -> None:
    record = table(rows={"0": [["v14", "v03", "v08"], []]}, step="B", above=0)
    record.play(0, Trimagia(0))
    record.play(0, Aim(2))
    record.play(0, Award("rosso_1"))
    record.play(JUDGE, TurnUp("regina"))
    record.play(2, Tally(("rosso_1",)))
    record.play(JUDGE, Reveal(("", "", "terranova")))
    record.play(JUDGE, TurnUp("verde_2"))

    seen = record.view("public")
    assert (seen.smazzata, seen.in_turn, seen.trimagia.target, seen.trimagia.left) == (2, 0, 2, 1)
    assert seen.players[2].first_points == 1
    record.play(0, Award("verde_2"))
    assert record.view("public").players[2].face_up == ("verde_2",)


def test_each_who_has_several_own_treasures_chooses_which_to_keep(table) -> None:
    piles = {"0": ["rosso_2", "rosso_3"], "1": ["giallo_2"], "2": ["rosso_1"]}
    record = table(display=["giallo_1", "verde_1"], above=0, treasures=piles)
    record.play(JUDGE, TurnUp("regina"))
    for seat, names in piles.items():
        record.play(int(seat), Tally(tuple(names)))
    record.play(JUDGE, Reveal(("flambeaux", "lichtenborn", "")))

    assert record.view("public").players[1].face_up == ("giallo_2",)
    assert record.view("public").awaits == {"awaits": "keep", "seats": (0,)}
    record.play(0, Keep("rosso_2"))
    assert record.view("public").players[0].face_up == ("rosso_2",)
    assert [seat.treasures for seat in record.view("public").players] == [1, 1, 0]


def test_a_theft_at_random_leaves_open_which_treasure_went(table) -> None:
    record = table(**ROBBING, treasures={"0": ["giallo_2"], "1": ["rosso_2", "rosso_3"]})
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(0, Rob())

    judge = record.view("judge")
    assert judge.possible_treasures[:2] == (("rosso_2", "rosso_3", "giallo_2"), ("rosso_2", "rosso_3"))
    assert [seat.treasures for seat in judge.players] == [2, 1, 0]


def test_a_thief_who_has_revealed_cannot_keep_his_colour_face_down(table) -> None:
    result = {
        **ROBBING,
        "smazzata": 2,
        "treasures": {"1": ["rosso_2"]},
        "characters": {"0": "flambeaux"},
        "revealed": [0],
    }
    record = table(**result)
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    with pytest.raises(Refused):
        record.play(0, Rob())
    record.play(0, Rob(("rosso_2",)))
    assert record.view("public").players[0].face_up == ("rosso_2",)


def test_the_eliminated_players_treasures_go_round_from_the_left(table) -> None:
    record = table(
        4,
        **STRIPPING,
        smazzata=2,
        hands=[4, 4, 1, 4],
        treasures={"2": ["rosso_2", "rosso_3", "verde_2", "verde_3"]},
        display=["blu_1", "blu_2", "blu_3"],
    )
    record.play(0, Trimagia(0))
    record.play(0, Aim(2))
    record.play(0, Strip(("v20",)))
    record.play(2, Unmask("aquate"))
    record.play(JUDGE, Share())

    judge = record.view("judge")
    assert [seat.treasures for seat in judge.players] == [1, 2, 0, 1]
    assert judge.players[2].standing == "eliminated"
    assert judge.possible_treasures[3] == ("rosso_2", "rosso_3", "verde_2", "verde_3")
    assert judge.in_turn == 1


def test_the_victory_may_be_claimed_although_the_turn_ended_with_it(table) -> None:
    record = table(**STRIPPING, smazzata=2, hands=[4, 1, 4])
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(0, Strip(("v20",)))
    record.play(1, Unmask("lichtenborn"))
    assert record.view("public").in_turn == 2
    with pytest.raises(Refused):
        record.play(2, Claim("flambeaux"))
    record.play(0, Claim("flambeaux"))
    assert (record.ended_by, record.view("public").winner) == ("rival", 0)


def test_no_claim_is_possible_where_everybody_knows_that_the_rival_is_another(table) -> None:
    record = table(**STRIPPING, smazzata=2, hands=[4, 1, 4], characters={"2": "flambeaux"}, revealed=[2])
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(0, Strip(("v20",)))
    record.play(1, Unmask("lichtenborn"))

    assert record.view("public").may_interpose == ()


def test_cards_go_into_the_hand_at_once_and_the_limit_comes_with_step_c(table) -> None:
    record = table(rows={"0": [["v01", "v03", "v07"], []]}, step="B", hands=[5, 6, 4], aside=[1, 0, 0])
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(0, Deliver())

    assert [seat.cards for seat in record.view("public").players] == [6, 8, 4]
    assert record.view("public").in_turn == 1
    record.play(1, Play("v20", 0))
    assert record.view("public").players[1].cards == 7


def test_sealed_characters_are_turned_up_together_and_opened_one_by_one(empty_table) -> None:
    vault = seal("character", ("flambeaux", "lichtenborn", "terranova"), (bytes([seat] * 16) for seat in range(3)))
    record = empty_table(sealed={"character": commitments(vault, "character")})
    piles = {"treasures": {"0": ["rosso_2"]}, "display": ["giallo_1", "verde_1"], "above": 0}
    record.state = position(record.rules, {"giro": 3, **piles})
    record.play(JUDGE, TurnUp("regina"))
    record.play(0, Tally(("rosso_2",)))
    ask = record.choices({"type": "reveal"})
    assert [choice.value for choice in ask.choices] == ["hide", "sealed"]
    record.play(JUDGE, Reveal(("sealed", "", "sealed")))
    for seat in (0, 2):
        assert record.view("public").awaits == {"awaits": "unmask", "seat": seat}
        with pytest.raises(Refused):
            record.play(seat, Unmask("lichtenborn"))
        record.play(seat, record.game.showing(record.rules, record.state, seat, vault))

    players = record.view("public").players
    assert [player.character for player in players] == ["flambeaux", "sealed", "terranova"]
    assert [player.cards for player in players] == [5, 4, 5]
    assert players[0].face_up == ("rosso_2",)
    assert record.view("public").smazzata == 2


def test_without_a_seal_the_lineage_is_named_at_once(table) -> None:
    record = table(stage="reveal", display=["giallo_1", "verde_1"])
    with pytest.raises(Unreadable):
        record.play(JUDGE, Reveal(("sealed", "", "")))
    record.play(JUDGE, Reveal(("flambeaux", "", "")))
