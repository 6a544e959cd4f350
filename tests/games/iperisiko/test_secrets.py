"""What stays closed: sealed pairs open only with their salts, windows open by what is public, views name what they show."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from games.iperisiko import acts
from games.iperisiko.answers import windows
from games.iperisiko.game import GAME
from games.iperisiko.rules import AS_IT_LIES
from games.kernel.breaches import Refused
from games.kernel.cases import fact
from games.kernel.lines import header_for, read_act
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.vault import Secret, Vault, commitments

Table = Callable[..., Record]
SEATS = ["a", "b", "c", "d"]


def sealed(pairs: list[tuple[int, int]]) -> tuple[Record, Vault]:
    secrets = [
        Secret(seat, "objectives", str(number), bytes([20 + number] * 16).hex())
        for seat, pair in enumerate(pairs)
        for number in pair
    ]
    vault = Vault(tuple(secrets))
    return Record(GAME, header_for(GAME, SEATS, sealed={"objectives": commitments(vault, "objectives")})), vault


PAIRS = [(6, 19), (9, 11), (7, 14), (12, 20)]
AFRICA_AND_ISLANDS = (
    "africa_del_nord, egitto, africa_orientale, congo, africa_del_sud, madagascar, groenlandia, islanda, gran_bretagna,"
    " indonesia, nuova_guinea, giappone"
)


def test_a_sealed_objective_is_claimed_with_its_salt_and_by_its_seat_only() -> None:
    record, vault = sealed(PAIRS)
    record.state = GAME.position(record.rules, {"board": {0: AFRICA_AND_ISLANDS}})
    salt = vault.of(0, "objectives")[0].salt

    assert [one.article for one in record.breaches(0, acts.Claim((6,)))] == ["5"]
    assert [one.article for one in record.breaches(0, acts.Claim((6,), ("00" * 16,)))] == ["5"]
    assert record.breaches(0, acts.Claim((6,), (salt,))) == ()
    assert "5" in [one.article for one in record.breaches(1, acts.Claim((6,), (salt,)))]


def test_a_refused_claim_says_the_same_whether_the_seat_holds_that_objective_or_not() -> None:
    holder, _ = sealed(PAIRS)
    other, _ = sealed([(8, 19), *PAIRS[1:]])
    text = []
    for record in (holder, other):
        record.state = GAME.position(record.rules, {"board": {0: "alaska"}})
        text.append([one.reason for one in record.breaches(0, acts.Claim((6,), ("00" * 16,)))])

    assert text[0] == text[1]


def test_colours_go_by_seat_where_the_system_deals() -> None:
    record, _ = sealed(PAIRS)
    record.play("judge", acts.Lot(2))

    assert [fact(record, f"players.{seat}.colour") for seat in range(4)] == ["nero", "blu", "rosso", "verde"]
    assert fact(record, "awaits.awaits") == "deal"


def test_sealed_objectives_cannot_be_called_void() -> None:
    record, _ = sealed(PAIRS)
    record.state = GAME.position(record.rules, {"giro": 0, "awaits": {"is": "factory", "seat": 0, "is_fresh": True}})

    with pytest.raises(Refused):
        record.play(0, acts.VoidObjectives((1, 2)))


@pytest.mark.parametrize("seed", range(25))
def test_the_system_deals_pairs_that_may_stand(seed: int) -> None:
    tenths = (7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 14, 14)
    dealt = GAME.deal(header_for(GAME, SEATS), Random(seed))
    pairs = [tuple(int(one.value) for one in dealt.of(seat, "objectives")) for seat in range(4)]

    assert len({number for pair in pairs for number in pair}) == 8
    assert min(tenths[one - 1] + tenths[other - 1] for one, other in pairs) >= 18
    assert [seat for seat, pair in enumerate(pairs) if seat + 1 in pair] == []


@pytest.mark.parametrize("owner", range(4))
def test_games_that_differ_in_one_pair_look_alike_to_everybody_else(owner: int) -> None:
    rng = Random(4)
    ours, vault = sealed(PAIRS)
    lines = list(play_game(ours, rng, vault))
    theirs_pairs = [(13, 17) if seat == owner else pair for seat, pair in enumerate(PAIRS)]
    one, _ = sealed(PAIRS)
    other, other_vault = sealed(theirs_pairs)
    for number, line in enumerate(lines):
        data = msgspec.json.decode(line)
        if data["act"]["type"] in ("claim", "reveal"):
            break
        if number % 40 == 0:
            assert looks(one, vault, owner) == looks(other, other_vault, owner)
            assert one.view(owner, vault) != other.view(owner, other_vault)
        for record in (one, other):
            record.append_trusted(data["by"], read_act(GAME, data["act"]))
    assert number > 300


def looks(record: Record, vault: Vault, owner: int) -> list[bytes]:
    viewers = ["public", "judge", *(seat for seat in range(4) if seat != owner)]
    return [
        *(msgspec.json.encode(record.view(viewer, vault)) for viewer in viewers),
        msgspec.json.encode(record.choices({})),
        msgspec.json.encode(GAME.scene(record.rules, record.state, frozenset())),
    ]


def test_windows_open_by_what_is_public(table: Table) -> None:
    """Two players with as many cards and the same kit have the same windows, whatever those cards are."""
    result = {
        "board": {0: "alaska 9", 1: "kamchatka 3, cita"},
        "awaits": {"is": "declared", "src": "alaska", "dst": "kamchatka"},
    }
    empty, one = table(cards=[0, 0, 0, 0], **result), table(cards=[0, 1, 0, 0], **result)
    kit = ("cortina_di_ferro", "ripiegamento", "armate_nascoste")

    assert [(window.seat, window.acts) for window in windows(empty.rules, empty.state)] == [(1, kit)]
    assert [(window.seat, window.acts) for window in windows(one.rules, one.state)] == [(1, (*kit, "maresciallo"))]


def test_a_window_closes_with_the_next_main_act_and_leaves_no_entry(table: Table) -> None:
    record = table(board={0: "alaska 9", 1: "kamchatka 3, cita"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    assert windows(record.rules, record.state) != ()
    record.play(0, acts.AttackDice((6, 6, 6)))

    assert windows(record.rules, record.state) == ()
    assert record.seq == 2


def test_every_window_is_an_act_that_may_be_told(table: Table) -> None:
    record = table(
        cards=[1, 1, 0, 0],
        board={0: "alaska 9", 1: "kamchatka 3, cita"},
        awaits={"is": "declared", "src": "alaska", "dst": "kamchatka"},
    )
    offered = {choice.value for choice in record.choices({}).choices if "by" in choice.sets}

    assert offered == {"cortina_di_ferro", "ripiegamento", "armate_nascoste", "maresciallo"}
    for name in offered:
        ask = record.choices({"type": name, "by": 1})
        while ask.kind != "ready":
            ask = record.choices(ask.answered(ask.choices[0].value))
        assert record.breaches(1, read_act(GAME, ask.act)) == ()


def test_each_salt_opens_the_objective_beside_it() -> None:
    record, vault = sealed(PAIRS)
    record.state = GAME.position(record.rules, {"ended": "time", "awaits": {"is": "count"}, "board": {0: "alaska"}})
    one, other = (secret.salt for secret in vault.of(0, "objectives"))

    assert [found.article for found in record.breaches(0, acts.Reveal((6, 19), (other, one)))] == ["5"]
    assert [found.article for found in record.breaches(0, acts.Reveal((6, 19), (one,)))] == ["5"]
    assert record.breaches(0, acts.Reveal((6, 19), (one, other))) == ()
    assert record.breaches(0, acts.Reveal((19, 6), (other, one))) == ()
    older = Record(GAME, msgspec.structs.replace(record.header, revision=AS_IT_LIES - 1))
    older.state = record.state
    assert older.breaches(0, acts.Reveal((6, 19), (other, one))) == ()
