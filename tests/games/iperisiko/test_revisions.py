"""What records of an earlier revision of the rules keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.iperisiko import acts
from games.kernel.game import Game
from games.kernel.lines import header_for
from games.kernel.record import Record


@pytest.mark.parametrize(("revision", "articles"), [(1, []), (2, ["19"])])
def test_hidden_armies_stood_for_the_factory_s_new_ones(iperisiko: Game, revision: int, articles: list[str]) -> None:
    header = header_for(iperisiko, ["s1", "s2", "s3", "s4"])
    record = Record(iperisiko, msgspec.structs.replace(header, revision=revision))
    result = {"locked": {"alaska": 2}, "hidden": {"alaska": 3}, "board": {0: "alaska 9, alberta"}}
    record.state = iperisiko.position(record.rules, {**result, "awaits": {"is": "reinforce", "left": 0}})

    assert [breach.article for breach in record.breaches(0, acts.Move("alaska", "alberta", 5))] == articles
    assert record.breaches(0, acts.Move("alaska", "alberta", 4)) == ()


@pytest.fixture
def record_of(iperisiko: Game) -> Callable[..., Record]:
    def record_of(revision: int, **result: Any) -> Record:
        header = header_for(iperisiko, ["s1", "s2", "s3", "s4"])
        record = Record(iperisiko, msgspec.structs.replace(header, revision=revision))
        record.state = iperisiko.position(record.rules, result)
        return record

    return record_of


def test_an_attack_that_could_not_go_on_was_answered_until_the_fifth(record_of: Callable[..., Record]) -> None:
    for revision, articles in ((5, []), (6, ["24"])):
        record = record_of(revision, board={0: "alaska 2", 1: "kamchatka 4, siam"})
        record.play(0, acts.Attack("alaska", "kamchatka"))
        record.play(0, acts.AttackDice((1,)))
        record.play(1, acts.DefenceDice((6, 5, 4)))

        assert [breach.article for breach in record.breaches(1, acts.CortinaDiFerro())] == articles


def test_a_curtain_under_a_bomb_counted_for_no_attack_until_the_fifth(record_of: Callable[..., Record]) -> None:
    for revision, has_attacked in ((5, False), (6, True)):
        record = record_of(revision, board={0: "alaska 5", 1: "kamchatka 4, siam"})
        record.play(0, acts.Attack("alaska", "kamchatka"))
        record.play(0, acts.Minibomba("kamchatka"))
        record.play(1, acts.CortinaDiFerro())

        assert record.state.has_attacked is has_attacked


def test_hidden_armies_alone_fell_together_until_the_fifth(record_of: Callable[..., Record]) -> None:
    for revision, left in ((5, 0), (6, 2)):
        record = record_of(revision, hidden={"kamchatka": 3}, board={0: "alaska 5", 1: "kamchatka 3, siam"})
        record.play(0, acts.Attack("alaska", "kamchatka"))
        record.play(0, acts.AttackDice((6, 1, 1)))
        record.play(1, acts.DefenceDice((5, 5, 5)))

        assert record.state.armies[record.rules.board.index["kamchatka"]] == left


def test_a_diplomat_amid_the_preparation_broke_the_duty_to_attack_until_the_fifth(
    record_of: Callable[..., Record],
) -> None:
    for revision, article in ((5, "9"), (6, "17")):
        awaits = {"is": "reinforce", "left": 0}
        record = record_of(revision, cards=[1, 0, 0, 0], awaits=awaits, board={0: "alaska 5", 1: "kamchatka, siam"})

        assert [breach.article for breach in record.breaches(0, acts.Diplomatico(1))] == [article]


def test_what_the_table_shows_ended_the_start_of_a_turn_until_the_fifth(record_of: Callable[..., Record]) -> None:
    for revision, is_fresh in ((5, False), (6, True)):
        awaits = {"is": "reinforce", "left": 3, "is_fresh": True}
        record = record_of(revision, awaits=awaits, board={0: "alaska 5", 1: "siam", 2: "congo"})
        record.play("judge", acts.Shown(left=4), why="miscounted")

        assert (record.state.awaits.left, record.state.awaits.is_fresh) == (4, is_fresh)


def test_a_minefield_answered_no_entry_until_the_fifth(record_of: Callable[..., Record]) -> None:
    for revision, windows in ((5, ()), (6, ("campo_minato",))):
        record = record_of(revision, board={0: "alaska 9", 1: "kamchatka 3, siam"})
        record.play(0, acts.Minibomba("kamchatka"))
        record.play(0, acts.BombFalls())
        record.play(0, acts.Enter("alaska", "kamchatka", 4))

        assert tuple(act for window in record.view("public").may_interpose for act in window.acts) == windows


def test_hidden_armies_that_attacked_stood_where_fewer_were_until_the_fifth(record_of: Callable[..., Record]) -> None:
    for revision, hidden in ((3, 3), (6, 1)):
        record = record_of(revision, hidden={"alaska": 3}, board={0: "alaska 4", 1: "kamchatka 3, siam"})
        record.rule(0, acts.Attack("alaska", "kamchatka"))
        if record.breaches(0, acts.AttackDice((1, 1, 1))):
            record.rule(0, acts.AttackDice((1, 1, 1)))
        else:
            record.play(0, acts.AttackDice((1, 1, 1)))
        record.play(1, acts.DefenceDice((6, 6, 6)))

        assert record.state.hidden[record.rules.board.index["alaska"]] == hidden


def test_more_dice_than_defend_cannot_be_until_the_ninth(record_of: Callable[..., Record]) -> None:
    for revision, kind in ((9, "impossible"), (10, "infraction")):
        record = record_of(revision, board={0: "alaska 9", 1: "kamchatka 1, siam"})
        record.play(0, acts.Attack("alaska", "kamchatka"))
        record.play(0, acts.AttackDice((6, 6, 1)))

        assert [(one.kind, one.article) for one in record.breaches(1, acts.DefenceDice((1, 1, 1)))] == [(kind, "9")]


def test_a_diplomatico_amid_a_turn_ended_it_until_the_ninth(record_of: Callable[..., Record]) -> None:
    for revision, articles, awaits in ((9, {"9"}, "Closing"), (10, {"17"}, "Fight")):
        record = record_of(revision, cards=[1, 0, 0, 0], board={0: "alaska 5", 1: "kamchatka 4, siam"})

        assert {one.article for one in record.breaches(0, acts.Diplomatico(1))} == articles
        record.rule(0, acts.Diplomatico(1))
        assert type(record.state.awaits).__name__ == awaits


@pytest.mark.parametrize(("revision", "still"), [(13, False), (14, True)])
def test_a_combination_registered_in_mid_fight_opens_no_earlier_phase(
    record_of: Callable[..., Record], revision: int, still: bool
) -> None:
    """What the fighting refused before it, it refuses after it (14, 20)."""
    board = {0: "alaska 9, alberta 3", 1: "kamchatka 2", 2: "siam", 3: "congo"}
    record = record_of(revision, board=board, cards=[4, 0, 0, 0], has_attacked=True, awaits={"is": "fight"})
    move = acts.Move("alaska", "alberta", 2)
    before = [one.article for one in record.breaches(0, move)]
    symbols = dict(zip(record.rules.board.ids, record.rules.board.symbols, strict=True))
    record.rule(0, acts.Combination(tuple(name for name, one in symbols.items() if one == symbols["siam"])[:3]))
    after = [one.article for one in record.breaches(0, move)]

    assert before == ["12"]
    assert ("12" in after) is still


@pytest.mark.parametrize(("revision", "is_refused"), [(13, False), (14, True)])
def test_a_turn_whose_card_was_taken_late_brings_no_second_one(
    record_of: Callable[..., Record], revision: int, is_refused: bool
) -> None:
    """Not through a move that is registered after its end either (14)."""
    record = record_of(
        revision, board={0: "alaska 9, alberta 3", 1: "siam", 2: "congo"}, conquests=1, has_attacked=True
    )
    record.play(0, acts.EndTurn())
    record.rule(0, acts.LateCard())
    record.rule(0, acts.Move("alaska", "alberta", 2))

    assert ("14" in [one.article for one in record.breaches(0, acts.Draw())]) is is_refused


@pytest.mark.parametrize(("revision", "points"), [(16, "1.1"), (17, "0.8")])
def test_an_objective_claimed_too_early_brings_no_points(
    record_of: Callable[..., Record], revision: int, points: str
) -> None:
    """It has been seen; what was won by is the one that was reached (15 a)."""
    africa = "africa_del_nord, egitto, africa_orientale, congo, africa_del_sud, madagascar"
    oceania = "indonesia, nuova_guinea, australia_occidentale, australia_orientale"
    south = "venezuela, peru, brasile, argentina"
    record = record_of(revision, others=2, board={0: f"{africa}, {oceania}, {south}", 1: "siam", 3: "india"})
    record.rule(0, acts.Claim((11,)))
    record.play(0, acts.Claim((5,)))

    assert record.score().rows[0].points == points


@pytest.mark.parametrize(("revision", "articles"), [(16, []), (17, ["16"])])
def test_the_board_of_a_game_that_was_won_holds_the_objective(
    record_of: Callable[..., Record], revision: int, articles: list[str]
) -> None:
    record = record_of(revision, others=0, board={1: "brasile", 2: "siam", 3: "groenlandia"})
    record.play(0, acts.Claim((13,)))
    shown = acts.Shown(owners={"giappone": 1})

    assert [one.article for one in record.breaches("judge", shown, why="the table")] == articles


@pytest.mark.parametrize(("revision", "articles"), [(16, []), (17, ["1"])])
@pytest.mark.parametrize("shown", [acts.Shown(left=3), acts.Shown(conquests=3)])
def test_nothing_of_a_turn_is_shown_once_the_game_is_over(
    record_of: Callable[..., Record], revision: int, articles: list[str], shown: acts.Shown
) -> None:
    record = record_of(revision, ended="time", awaits={"is": "count"}, board={0: "alaska", 1: "congo", 2: "siam"})

    assert [one.article for one in record.breaches("judge", shown, why="the table")] == articles


@pytest.mark.parametrize(("revision", "articles"), [(16, []), (17, ["14"])])
def test_hands_counted_anew_are_those_of_as_many_turns(
    record_of: Callable[..., Record], revision: int, articles: list[str]
) -> None:
    record = record_of(revision, giro=2, board={0: "alaska", 1: "congo", 2: "siam"})
    shown = acts.Shown(hands=(8, 0, 0, 0))

    assert [one.article for one in record.breaches("judge", shown, why="the table")] == articles


@pytest.mark.parametrize(("revision", "articles"), [(16, []), (17, ["4"])])
def test_a_lot_found_a_twenty_eighth_army_until_the_sixteenth(
    record_of: Callable[..., Record], revision: int, articles: list[str]
) -> None:
    board = {0: "alaska 1, venezuela 1, islanda 1, egitto 1, urali 1, indonesia 22", 2: "siam 1", 3: "india 1"}
    spec = {"board": {**board, -1: "groenlandia, cina"}, "others": 1, "others_armies": 1}
    record = record_of(revision, giro=0, awaits={"is": "auction"}, **spec)

    assert [one.article for one in record.breaches("judge", acts.Auction("cina", 0, 0))] == articles


@pytest.mark.parametrize("armies", [4, 9])
@pytest.mark.parametrize("revision", [16, 17])
def test_an_attack_under_an_announced_bomb_breaks_22_whatever_stands_there(
    record_of: Callable[..., Record], revision: int, armies: int
) -> None:
    """Until the sixteenth one on land that the bomb will empty could not be at all."""
    record = record_of(revision, board={0: "alaska 9", 1: f"kamchatka {armies}, siam"})
    record.play(0, acts.Minibomba("kamchatka"))
    first = record.breaches(0, acts.Attack("alaska", "kamchatka"))[0]
    can_be = revision == 17 or armies == 9

    assert (first.kind, first.article) == (("infraction", "22") if can_be else ("impossible", "base.attack"))


@pytest.mark.parametrize("out", [0, 1])
def test_the_final_board_of_a_game_told_by_its_result_alone_may_put_anybody_out(
    iperisiko: Game, record_of: Callable[..., Record], out: int
) -> None:
    fresh = {"is": "reinforce", "left": 3, "is_fresh": True}
    record = record_of(iperisiko.revision, giro=1, awaits=fresh, board={0: "alaska", 1: "congo", 2: "siam"})
    record.play("judge", acts.Finish("time"))
    record.play("judge", acts.Shown(owners={["alaska", "congo"][out]: 3}), why="the final table")

    assert record.state.standing[out] == "eliminated"


def test_a_hand_told_with_a_card_was_that_before_it_until_the_seventeenth(record_of: Callable[..., Record]) -> None:
    for revision, cards, deck in ((17, 2, 56), (18, 1, 57)):
        record = record_of(revision, conquests=1, has_attacked=True, board={0: "alaska", 1: "congo", 2: "siam"})
        record.play("judge", acts.Shown(hands=(1, 0, 0, 0), card=True, turn_over=True), why="test")

        assert (record.state.hand_size(0), record.state.deck) == (cards, deck)


def test_what_there_is_not_so_much_of_was_shown_until_the_seventeenth(record_of: Callable[..., Record]) -> None:
    for revision, may in ((17, True), (18, False)):
        record = record_of(revision, board={0: "alaska 3, alberta 3", 1: "congo", 2: "siam"})
        for act in (
            acts.Shown(hidden={"alaska": 3}),
            acts.Shown(hidden={"alaska": 9}, armies={"alaska": 12}),
            acts.Shown(factories=("alaska", "congo", "siam", "india", "cina")),
            acts.Shown(conquests=42),
        ):
            assert (record.breaches("judge", act, why="test") == ()) is may


def test_a_pair_was_turned_up_twice_until_the_seventeenth(record_of: Callable[..., Record]) -> None:
    for revision, may in ((17, True), (18, False)):
        record = record_of(revision, ended="time", awaits={"is": "count"}, objectives=[[9, 12], [], [], []])

        assert (record.breaches(0, acts.Reveal((9, 12))) == ()) is may
