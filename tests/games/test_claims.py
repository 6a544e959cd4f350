"""What a bystander tells takes no dice, no occupation and no factory from the player at work."""

from __future__ import annotations

import pytest

from games.iperisiko import acts as iperisiko
from games.kernel import cases
from games.kernel.cases import Case
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game
from games.risiko import acts as risiko

FALSE = {"risiko": risiko.Claim(7), "iperisiko": iperisiko.Claim((7,))}
ACTS = {"risiko": risiko, "iperisiko": iperisiko}
SOUTH = "venezuela, peru, brasile, argentina"
OCEANIA = "indonesia, nuova_guinea, australia_occidentale, australia_orientale"
AFRICA = "africa_del_nord, egitto, africa_orientale, congo, africa_del_sud, madagascar"


def attacked(slug: str, third: str = "congo") -> Record:
    """Alaska has thrown against Kamchatka, and seat 2 looks on."""
    board = {"0": "alaska 9", "1": "kamchatka 1, giappone 4", "2": third}
    record = cases.set_up(game(slug), Case("0", "9", same(""), position={"board": board}))
    record.play(0, ACTS[slug].Attack("alaska", "kamchatka"))
    record.play(0, ACTS[slug].AttackDice((6, 6, 6)))
    return record


@pytest.mark.parametrize("slug", FALSE)
def test_an_objective_not_reached_is_seen_and_the_throw_and_the_occupation_stay_due(slug: str) -> None:
    record = attacked(slug)
    for act in (ACTS[slug].DefenceDice((1,)), ACTS[slug].Occupy(7)):
        due = record.state.awaits
        record.rule(2, FALSE[slug])
        assert record.state.awaits == due
        record.play(1 if isinstance(act, ACTS[slug].DefenceDice) else 0, act)
        record.undo()
        record.undo()
        record.play(1 if isinstance(act, ACTS[slug].DefenceDice) else 0, act)

    assert cases.fact(record, "territories.kamchatka.armies") == 7
    assert cases.fact(record, "territories.kamchatka.seat") == 0


def test_in_iperisiko_an_objective_is_claimed_while_another_s_conquest_is_not_occupied() -> None:
    record = attacked("iperisiko", f"{SOUTH}, {OCEANIA}, {AFRICA}")
    record.play(1, iperisiko.DefenceDice((1,)))
    record.play(2, iperisiko.Claim((5,)))

    assert (record.ended_by, record.state.winner) == ("objective", 2)
    assert cases.fact(record, "territories.kamchatka.armies") == 3


def test_a_factory_told_out_of_order_is_its_speaker_s_and_the_one_whose_turn_it_is_still_builds() -> None:
    position = {"giro": 0, "awaits": {"is": "factory", "seat": 0}, "board": {"0": "alaska", "1": "siam"}}
    record = cases.set_up(game("iperisiko"), Case("0", "19", same(""), position=position))
    record.rule(1, iperisiko.Factory("siam"))

    assert cases.fact(record, "territories.siam.factory")
    record.play(0, iperisiko.Factory("alaska"))
    assert cases.fact(record, "awaits.seat") == 3
