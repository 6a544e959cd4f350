"""Where two headings meet in one turn: Schermo and elimination, two hands at zero, gifts to who is out."""

from __future__ import annotations

from games.fatal.acts import Abandon, Aim, EndPlay, Play, Screen, Strip, Take, Trimagia, Unmask
from games.kernel import cases
from games.kernel.acts import JUDGE

TWICE = {"0": [["v41", "v01", "v09"], []]}
"""One card from the hand of one player, then of another."""


def test_a_schermo_as_the_last_card_saves_who_plays_it_and_its_card_comes_with_his_own_next_turn(table) -> None:
    record = table(smazzata=2, step="B", rows=TWICE, hands=[4, 1, 4])
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(1, Screen())
    record.play(0, Aim(2))
    record.play(0, Strip(("v20",)))

    assert (cases.fact(record, "players.1.standing"), cases.fact(record, "players.1.cards")) == ("active", 0)
    record.play(1, EndPlay())
    assert cases.fact(record, "players.1.cards") == 1


def test_of_two_hands_brought_to_none_in_one_trimagia_the_second_is_the_rival_s(table) -> None:
    characters = {"0": "flambeaux", "2": "lichtenborn"}
    record = table(
        seats=4, smazzata=2, step="B", rows=TWICE, hands=[4, 1, 1, 4], characters=characters, revealed=[0, 2]
    )
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(0, Strip(("v20",)))
    record.play(1, Unmask("aquate"))
    record.play(0, Aim(2))
    record.play(0, Strip(("v21",)))

    assert (record.ended_by, record.state.winner) == ("rival", 0)
    assert [cases.fact(record, f"players.{seat}.standing") for seat in (1, 2)] == ["eliminated", "eliminated"]


def test_a_treasure_is_not_given_to_who_has_left(table) -> None:
    record = table(seats=4, rows={"0": [["v04"], ["v06"]]}, display=["giallo_1", "rosso_1", "verde_1"])
    record.play(JUDGE, Abandon(2))
    record.play(0, Play("v01", 0))

    assert [one.kind for one in record.breaches(0, Take("giallo_1", 2))] == ["impossible"]
    record.play(0, Take("giallo_1", 3))
    assert cases.fact(record, "players.3.treasures") == 1
