"""Who hits whom, what falls, and how the dice of a battle run: against tables written by hand and hits dealt one by one."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from games.fabrisiko import acts
from games.fabrisiko.fire import RANKS, Hits, fallen, fire, may_hit
from games.fabrisiko.rules import BOMBARDIERE, CACCIA, CARRO, FANTERIA
from games.fabrisiko.state import Fighter, Fray
from games.kernel.breaches import Refused
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game
from tests.games.fabrisiko.lands import lands

GAME = game("fabrisiko")
HITS = {
    # shooter: what it may attack among fanteria, fanteria AA, carro, caccia, bombardiere
    "fanteria": "xxx..",
    "fanteria_aa": "...xx",
    "carro": "xxx..",
    "caccia": "xxxxx",
    "bombardiere": "xxxxx",
}
KINDS = {"fanteria": FANTERIA, "fanteria_aa": FANTERIA, "carro": CARRO, "caccia": CACCIA, "bombardiere": BOMBARDIERE}


def table(position: dict, players: int = 2, **options: str) -> Record:
    record = Record(GAME, header_for(GAME, [f"s{n}" for n in range(players)], options=options))
    record.start_from(GAME.position(record.rules, position))
    return record


def unit(name: str, seat: int = 0, **more: object) -> Fighter:
    return Fighter(seat, KINDS[name], 0, 0, is_aa=name == "fanteria_aa", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("shooter", "marks"), HITS.items())
def test_who_may_hit_whom(shooter: str, marks: str) -> None:
    assert "".join("x" if may_hit(unit(shooter), unit(target)) else "." for target in RANKS) == marks


@pytest.mark.parametrize(
    "counts", [(1, 0, 1, 1, 0), (2, 1, 1, 1, 1), (0, 2, 0, 1, 0), (3, 0, 0, 0, 0), (1, 1, 0, 2, 1)]
)
@pytest.mark.parametrize("hits", list(product(range(3), range(2), range(3))))
def test_the_ways_to_fall_are_those_of_hits_dealt_one_by_one(
    counts: tuple[int, ...], hits: tuple[int, int, int]
) -> None:
    """Every order of the hits, each on any unit that it may reach; of all outcomes those in which most fall, infantry AA among them."""
    reach = {"ground": (0, 1, 2), "air": (3, 4), "any": (0, 1, 2, 3, 4)}
    lot = ["ground"] * hits[0] + ["air"] * hits[1] + ["any"] * hits[2]
    outcomes = set()
    for order in set(permutations(lot)):
        left = {counts}
        for hit in order:
            left = {
                (*one[:rank], one[rank] - 1, *one[rank + 1 :]) for one in left for rank in reach[hit] if one[rank]
            } or left
        outcomes |= {tuple(a - b for a, b in zip(counts, one, strict=True)) for one in left}
    most = max(map(sum, outcomes))
    due = {one for one in outcomes if sum(one) == most and one[1] >= min(counts[1], hits[2])}
    assert set(fallen(Hits(*hits), counts)) == due


@pytest.mark.parametrize(
    ("at", "shooter", "is_defender", "more", "power"),
    [
        ("varano", "fanteria", False, {}, 2),
        ("varano", "carro", False, {}, 4),
        ("varano", "caccia", False, {}, 5),
        ("varano", "bombardiere", False, {}, 7),
        ("varano", "fanteria_aa", True, {}, 1),
        ("varano", "fanteria", True, {"colle": True}, 4),
        ("varano", "bombardiere", True, {"colle": True}, 9),
        ("varano", "fanteria", True, {"colle": True, "round": 2}, 2),
        ("varano", "fanteria", False, {"colle": True}, 2),
        ("varano", "carro", True, {"cards": ((1, "difesa_valorosa"),)}, 5),
        ("varano", "fanteria_aa", True, {"cards": ((1, "difesa_valorosa"),)}, 2),
        ("bastia/rucce", "fanteria", False, {}, 1),
        ("bastia/rucce", "fanteria_aa", True, {}, 1),
        ("bastia/rucce", "caccia", False, {}, 4),
        ("bastia/rucce", "bombardiere", False, {}, 5),
    ],
)
def test_fire_power(at: str, shooter: str, is_defender: bool, more: dict, power: int) -> None:
    rules = table({}).rules
    seat = 1 if is_defender else 0
    one, other = (unit(shooter, seat),), (unit("fanteria", 1 - seat),)
    sides = (other, one) if is_defender else (one, other)
    fray = Fray(rules.board.index[at], 0, 1, *sides, **{"round": 1, **more})
    assert fire(rules, fray, one[0]) == power


def test_an_infected_infantry_on_a_mountain_never_hits() -> None:
    rules = table({}).rules
    weak = unit("fanteria", bonus=-1)
    assert fire(rules, Fray(rules.board.index["bastia/rucce"], 0, 1, (weak,), (), 1), weak) == 0


# -- whole battles

VARANO = {"1": "varano fanteria 2 carro 1"}


def test_a_battle_by_rounds_with_perdite_that_still_shoot() -> None:
    record = table({"board": VARANO, "guests": {"0": "varano carro 2 from melano points 1"}, "rerolls": 0})
    record.play(0, acts.Battle("varano"))
    record.play(0, acts.AttackDice((4, 5)))
    record.play(1, acts.Losses({"fanteria": 1}))
    assert [one.is_hit for one in record.state.fray.of(1)] == [True, False, False]
    record.play(1, acts.DefenceDice((2, 3, 9)))
    assert (len(record.state.fray.of(0)), len(record.state.fray.of(1)), record.state.fray.round) == (1, 2, 2)
    record.play(0, acts.AttackDice((10,)))
    record.play(1, acts.DefenceDice((9, 4)))
    assert record.state.fray is None
    assert lands(record.view("public"))["varano"].units == {"1": {"fanteria": 1, "carro": 1}}


def test_both_sides_fall_together_and_the_territory_stays() -> None:
    record = table(
        {"board": {"1": "varano fanteria 1"}, "guests": {"0": "varano fanteria 1 from viacce points 0"}, "rerolls": 0}
    )
    record.play(0, acts.Battle("varano"))
    record.play(0, acts.AttackDice((1,)))
    record.play(1, acts.DefenceDice((1,)))
    assert lands(record.view("public"))["varano"].units == {}
    assert lands(record.view("public"))["varano"].seat == 1


def test_planes_alone_win_and_conquer_nothing() -> None:
    record = table({"board": {"1": "varano fanteria 1"}, "guests": {"0": "varano caccia 1 from melano points 3"}})
    record.play(0, acts.Battle("varano"))
    record.play(0, acts.Engage())
    assert record.state.fray is None
    assert lands(record.view("public"))["varano"].seat == 1
    assert lands(record.view("public"))["varano"].units == {"0": {"caccia": 1}}
    record.play(0, acts.Move("varano", ("melano",), {"caccia": 1}))
    assert lands(record.view("public"))["melano"].units == {"0": {"caccia": 1}}


def test_a_bomber_on_a_mission_stays_out_of_the_rounds() -> None:
    position = {
        "board": {"1": "varano fanteria 1 complesso 1"},
        "guests": {"0": "varano bombardiere 2 carro 1 from melano points 5"},
    }
    for option, fighters in (("apart", 3), ("exposed", 4)):
        record = table(position, special_mission=option)
        record.play(0, acts.Bomb("varano", "complesso"))
        record.play(0, acts.BombDice((8,)))
        record.play(0, acts.Battle("varano"))
        assert len(record.state.fray.fighters) == fighters
        powers = [one.fire for one in record.view("public").battle.soldiers if one.seat == 0]
        assert powers == ([4, 7] if option == "apart" else [4, 7, 0]) or powers == [4, 0, 7]


def test_a_second_battle_waits_until_the_first_is_over() -> None:
    record = table(
        {
            "board": {"1": "varano fanteria 1, viacce fanteria 1"},
            "guests": {"0": "varano carro 1 from melano points 1, viacce carro 1 from melano points 1"},
            "rerolls": 0,
        }
    )
    record.play(0, acts.Battle("varano"))
    with pytest.raises(Refused):
        record.play(0, acts.Battle("viacce"))
    record.play(0, acts.AttackDice((4,)))
    record.play(1, acts.DefenceDice((9,)))
    with pytest.raises(Refused):
        record.play(0, acts.EndTurn())
    record.play(0, acts.Battle("viacce"))
    record.play(0, acts.AttackDice((4,)))
    record.play(1, acts.DefenceDice((9,)))
    record.play(0, acts.EndTurn())
    assert [lands(record.view("public"))[name].seat for name in ("varano", "viacce")] == [0, 0]


def test_a_tregua_stops_the_cards_after_it_and_all_are_put_aside() -> None:
    record = table(
        {"cards": [2, 2], "board": {"1": "varano fanteria 1"}, "guests": {"0": "varano carro 1 from melano points 1"}}
    )
    record.play(0, acts.Battle("varano"))
    record.play(0, acts.Strategy("attacco_fulmineo"))
    record.play(1, acts.Strategy("tregua"))
    assert record.view("public").discards == {"attacco_fulmineo": 1, "tregua": 1}
    assert lands(record.view("public"))["melano"].units == {"0": {"carro": 1}}
    with pytest.raises(Refused):
        record.play(0, acts.Strategy("tradimento"))
    with pytest.raises(Refused):
        record.play(0, acts.Invade("melano", ("varano",), {"carro": 1}))
