"""What records of an earlier revision of the rules keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.kernel.acts import JUDGE
from games.kernel.cases import fact
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game
from games.risiko import acts
from games.risiko.position import position
from games.risiko.turns import due

RISIKO = game("risiko")
Table = Callable[..., Record]


@pytest.fixture
def table() -> Table:
    def table(revision: int, options: dict[str, str] | None = None, **result: Any) -> Record:
        header = header_for(RISIKO, ["s0", "s1", "s2", "s3"], options=options or {})
        record = Record(RISIKO, msgspec.structs.replace(header, revision=revision))
        record.start_from(position(record.rules, result))
        return record

    return table


@pytest.mark.parametrize(("revision", "ended"), [(1, None), (2, "time")])
def test_a_player_who_leaves_makes_the_throw_awaited_the_last(table: Table, revision: int, ended: str | None) -> None:
    record = table(revision, giro=8, last_giro=5, seat=2, board={0: "alaska", 1: "congo", 2: "siam"})
    record.play(2, acts.EndTurn())
    record.play(JUDGE, acts.Abandon(3))
    record.play(2, acts.CloseDice((6, 6)))

    assert record.ended_by == ended


@pytest.mark.parametrize(("revision", "threshold"), [(1, 5), (2, 6)])
def test_a_player_who_leaves_raises_the_threshold_where_a_giro_starts_with_the_last(
    table: Table, revision: int, threshold: int
) -> None:
    """Where no throw is extra the giro at 6 starts with the last player, who is now the one about to throw."""
    record = table(
        revision, {"closing": "5-6-7"}, giro=6, last_giro=5, seat=2, board={0: "alaska", 1: "congo", 2: "siam"}
    )
    record.play(2, acts.EndTurn())
    record.play(JUDGE, acts.Abandon(3))

    assert fact(record, "closing") == threshold


@pytest.mark.parametrize(("revision", "article"), [(1, ""), (2, "12")])
def test_one_set_on_booty_is_enough_or_sets_are_played_down_to_seven(table: Table, revision: int, article: str) -> None:
    record = table(revision, {"booty": "play_at_once"}, conquests=1, cards=[11, 0, 0, 0], board={0: "alaska 9"})
    record.play(0, acts.Tris(("argentina", "egitto", "india")))
    record.play(0, acts.Place({"alaska": 8}))

    assert [breach.article for breach in record.breaches(0, acts.EndTurn())] == ([article] if article else [])


@pytest.mark.parametrize(("revision", "reasons"), [(1, []), (2, ["this player is no longer in the game"])])
def test_the_turn_is_not_given_to_a_player_who_is_out(table: Table, revision: int, reasons: list[str]) -> None:
    out = {"standing": ["active", "eliminated", "active", "active"], "left": [1]}
    record = table(revision, **out, board={0: "alaska", 2: "siam"})

    assert [breach.reason.en for breach in record.breaches(JUDGE, acts.Shown(turn=1))] == reasons
    assert record.breaches(JUDGE, acts.Shown(turn=2), why="test") == ()


@pytest.mark.parametrize(("revision", "threshold"), [(5, 6), (6, 5)])
def test_a_threshold_rises_with_the_last_player_who_is_out_or_once_the_giro_is_complete(
    table: Table, revision: int, threshold: int
) -> None:
    """The giro at 5 began with seat 3, who leaves in it."""
    record = table(
        revision, {"closing": "5-6-7"}, giro=5, last_giro=5, seat=3, board={0: "alaska", 1: "congo", 2: "siam"}
    )
    for seat in (3, 0, 1):
        record.play(seat, acts.EndTurn())
        record.play(seat, acts.CloseDice((6, 6)))
    record.play(JUDGE, acts.Abandon(3))
    record.play(2, acts.EndTurn())

    assert fact(record, "closing") == threshold


@pytest.mark.parametrize(("revision", "kind"), [(5, "impossible"), (6, None)])
def test_a_player_leaves_during_the_count(table: Table, revision: int, kind: str | None) -> None:
    record = table(revision, awaits={"is": "count"}, ended="time", board={0: "alaska", 1: "congo", 2: "siam"})

    assert [breach.kind for breach in record.breaches(JUDGE, acts.Abandon(2))] == ([kind] if kind else [])


@pytest.mark.parametrize(("revision", "kind"), [(5, "impossible"), (6, "infraction")])
def test_armies_beyond_the_limit_that_the_judge_finds(table: Table, revision: int, kind: str) -> None:
    record = table(revision, board={0: "alaska", 1: "congo", 2: "siam"})
    found = record.breaches(JUDGE, acts.Shown(armies={"alaska": 131}), why="test")

    assert [(breach.kind, breach.article) for breach in found] == [(kind, "19")]


@pytest.mark.parametrize(
    ("revision", "giro", "turn", "may_stand"),
    [(6, 8, 0, False), (7, 8, 0, True), (7, 5, 0, True), (7, 4, 0, False), (7, None, 0, False), (7, 8, 1, False)],
)
def test_a_record_begins_where_somebody_is_out_already(
    revision: int, giro: int | None, turn: int, may_stand: bool
) -> None:
    """Nobody is out before the end of the fourth giro (art. 12), nor is the seat in turn."""
    header = header_for(RISIKO, ["s0", "s1", "s2", "s3"])
    record = Record(RISIKO, msgspec.structs.replace(header, revision=revision))
    owners = {name: (0, 2, 3)[number % 3] for number, name in enumerate(record.rules.board.ids)}
    shown = acts.Shown(owners=owners, armies=dict.fromkeys(owners, 3), turn=turn, giro=giro)
    found = [breach.reason.en for breach in record.breaches(JUDGE, shown, why="test")]
    assert found == ([] if may_stand else ["a player has no territory"])

    if may_stand:
        record.play(JUDGE, shown, why="test")
        assert [fact(record, f"players.{seat}.standing") for seat in range(4)] == [
            "active",
            "eliminated",
            "active",
            "active",
        ]


@pytest.mark.parametrize(("revision", "kind"), [(9, "impossible"), (10, "infraction")])
def test_more_dice_than_defend(table: Table, revision: int, kind: str) -> None:
    record = table(revision, board={0: "alaska 9", 1: "kamchatka 1, siam"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((6, 6, 1)))

    assert [(one.kind, one.article) for one in record.breaches(1, acts.DefenceDice((1, 1, 1)))] == [(kind, "7")]
    if kind == "infraction":
        record.rule(1, acts.DefenceDice((1, 1, 1)))
        assert (fact(record, "territories.kamchatka.armies"), fact(record, "awaits.awaits")) == (0, "occupy")
        assert fact(record, "territories.alaska.armies") == 8


def test_what_came_after_a_turn_s_end_was_taken_back_until_the_tenth(table: Table) -> None:
    for revision, may_be_registered in ((10, False), (11, True)):
        record = table(revision, board={0: "alaska 5", 1: "siam 5", 2: "congo"})
        record.play(0, acts.EndTurn())
        (found,) = record.breaches(0, acts.Attack("alaska", "kamchatka"))

        assert (found.article, found.may_be_registered) == ("5", may_be_registered)


def test_eight_cards_in_the_hand_of_the_seat_in_turn_were_believed_until_the_tenth(table: Table) -> None:
    for revision, articles in ((10, []), (11, ["11"])):
        record = table(revision, cards=[7, 0, 0, 0], board={0: "alaska", 1: "siam", 2: "congo"})
        found = record.breaches(JUDGE, acts.Shown(hands=(8, 0, 0, 0)), why="counted")

        assert [one.article for one in found] == articles


def begun(revision: int, seats: int, armies: dict[int, int], giro: int | None = None) -> tuple[Record, acts.Shown]:
    """A board told as the game begins, with so many armies for each seat, all that are not one a territory on its first one."""
    header = header_for(RISIKO, [f"s{seat}" for seat in range(seats)])
    record = Record(RISIKO, msgspec.structs.replace(header, revision=revision))
    owners = {name: number % seats for number, name in enumerate(record.rules.board.ids)}
    held = {seat: [name for name, owner in owners.items() if owner == seat] for seat in range(seats)}
    laid = dict.fromkeys(owners, 1) | {names[0]: armies[seat] - len(names) + 1 for seat, names in held.items()}
    return record, acts.Shown(owners=owners, armies=laid, turn=0, giro=giro)


@pytest.mark.parametrize(("seats", "due"), [(4, 30), (5, 25)])
def test_a_game_begins_with_the_armies_of_its_number_of_players(seats: int, due: int) -> None:
    """Fewer or more are found out from the fourteenth revision on (art. 4), and go on as they lie once registered."""
    as_due = dict.fromkeys(range(seats), due)
    for armies, giro, unlike in (
        (as_due, None, []),
        (as_due | {1: due - 1}, None, ["seat 2"]),
        (as_due | {0: due + 1, 2: due - 3}, 1, ["seat 1", "seat 3"]),
        (as_due | {0: due + 1, 2: due - 3}, 2, []),
    ):
        record, shown = begun(14, seats, armies, giro)
        found = record.breaches(JUDGE, shown, why="test")
        assert [(one.kind, one.article) for one in found] == [("infraction", "4")] * len(unlike)
        assert [one.reason.en.partition(" has ")[0] for one in found] == unlike
        (record.rule if unlike else record.play)(JUDGE, shown, why="test")
        assert fact(record, "awaits.awaits") == "reinforce"
        assert [record.state.armies_of(seat) for seat in range(seats)] == [*armies.values()]


def test_any_number_of_armies_was_believed_at_the_beginning_until_the_thirteenth() -> None:
    record, shown = begun(13, 4, {0: 30, 1: 12, 2: 99, 3: 30})

    assert record.breaches(JUDGE, shown, why="test") == ()
    record.play(JUDGE, shown, why="test")


def test_a_first_board_of_a_turn_with_conquests_is_not_that_of_the_beginning() -> None:
    """From the fifteenth revision on: the armies that fell in them are missing."""
    for revision, articles in ((14, ["4"]), (15, [])):
        record, shown = begun(revision, 4, {0: 30, 1: 29, 2: 30, 3: 30}, 1)
        fought = msgspec.structs.replace(shown, conquests=1)
        assert [one.article for one in record.breaches(JUDGE, fought, why="test")] == articles


def test_nobody_lays_for_a_player_who_left_before_the_game_began() -> None:
    record, shown = begun(14, 4, {0: 30, 1: 13, 2: 30, 3: 30})
    (unlike,) = record.breaches(JUDGE, shown, why="test")
    board = {str(seat): ", ".join(name for name, owner in shown.owners.items() if owner == seat) for seat in range(4)}
    awaits = {"is": "place_first", "seat": 0, "stock": [19, 19, 20, 20]}
    record.start_at({"giro": 0, "board": board, "awaits": awaits})
    record.play(JUDGE, acts.Abandon(1))

    assert unlike.article == "4"
    assert record.breaches(JUDGE, shown, why="test") == ()


@pytest.mark.parametrize(("revision", "articles"), [(14, ["6"]), (15, [])])
def test_a_set_registered_in_mid_fight_leaves_the_attack_under_way(
    table: Table, revision: int, articles: list[str]
) -> None:
    """The table went back to the reinforcements until the fourteenth revision, and a second late set was no breach (art. 6, 11)."""
    under_way = {"is": "fight", "src": "cina", "dst": "siberia"}
    record = table(revision, cards=[6, 0, 0, 0], board={0: "cina 8, alaska, alberta"}, awaits=under_way)
    record.rule(0, acts.Tris(("alaska", "alberta", "india")))
    record.play(0, acts.Place({"cina": due(record.state)}))
    again = record.breaches(0, acts.AttackDice((6, 6, 6)))

    assert [one.article for one in again] == articles


def test_a_second_late_set_is_a_second_breach_and_the_armies_of_the_first_are_due(table: Table) -> None:
    under_way = {"is": "fight", "src": "cina", "dst": "siberia"}
    record = table(15, cards=[6, 0, 0, 0], board={0: "cina 8, alaska, alberta"}, awaits=under_way)
    record.rule(0, acts.Tris(("alaska", "alberta", "india")))
    second = record.breaches(0, acts.Tris(("siam", "brasile", "quebec")))
    armies = due(record.state)
    record.play(0, acts.Place({"cina": armies}))

    assert armies > 0
    assert "11" in [one.article for one in second]
    assert record.breaches(0, acts.AttackDice((6, 6, 6))) == ()


@pytest.mark.parametrize(("revision", "kinds"), [(14, ["impossible"]), (15, [])])
def test_a_die_of_the_attack_is_found_leaning_while_the_defence_is_awaited(
    table: Table, revision: int, kinds: list[str]
) -> None:
    """The whole throw is void, and is thrown again (art. 9)."""
    record = table(revision, board={0: "cina 8", 1: "siberia 3"}, awaits={"is": "fight"})
    record.play(0, acts.Attack("cina", "siberia"))
    record.play(0, acts.AttackDice((6, 6, 6)))
    void = acts.VoidThrow("attack", "cocked")

    assert [one.kind for one in record.breaches(0, void)] == kinds
    if not kinds:
        record.play(0, void)
        assert fact(record, "awaits.awaits") == "attack_throw"


@pytest.mark.parametrize(("revision", "articles"), [(14, []), (15, ["11"])])
def test_a_turn_whose_card_was_taken_late_brings_no_second_one(
    table: Table, revision: int, articles: list[str]
) -> None:
    """Not through a move that is registered after its end either (art. 11)."""
    record = table(revision, conquests=1, board={0: "alaska 9, alberta 3"}, awaits={"is": "fight"})
    record.play(0, acts.EndTurn())
    record.play(0, acts.LateCard(1))
    record.rule(0, acts.Move("alaska", "alberta", 2))

    assert [one.article for one in record.breaches(0, acts.Draw(2))] == articles


@pytest.mark.parametrize(("revision", "articles"), [(18, []), (19, ["17"])])
def test_the_board_of_a_game_that_was_won_holds_the_objective(table: Table, revision: int, articles: list[str]) -> None:
    record = table(revision, others=0, board={1: "brasile", 2: "congo", 3: "egitto"})
    record.play(0, acts.Claim(13))
    shown = acts.Shown(owners={"siam": 2})

    assert [one.article for one in record.breaches(JUDGE, shown, why="the table")] == articles


@pytest.mark.parametrize(("revision", "articles"), [(18, []), (19, ["16"])])
@pytest.mark.parametrize("shown", [acts.Shown(left=3), acts.Shown(conquests=3)])
def test_nothing_of_a_turn_is_shown_once_the_game_is_over(
    table: Table, revision: int, articles: list[str], shown: acts.Shown
) -> None:
    record = table(revision, ended="dice", awaits={"is": "count"}, board={0: "alaska", 1: "congo", 2: "siam"})

    assert [one.article for one in record.breaches(JUDGE, shown, why="the table")] == articles


@pytest.mark.parametrize(("revision", "kinds"), [(18, []), (19, ["impossible"])])
def test_who_played_the_last_turn_has_land_at_the_end(table: Table, revision: int, kinds: list[str]) -> None:
    record = table(revision, ended="dice", awaits={"is": "count"}, board={0: "alaska", 1: "congo", 2: "siam"})
    shown = acts.Shown(owners={"alaska": 1})

    assert [one.kind for one in record.breaches(JUDGE, shown, why="the table")] == kinds


@pytest.mark.parametrize("revision", [18, 19])
def test_who_is_out_by_the_final_board_is_out(table: Table, revision: int) -> None:
    """Before the end of the fourth giro only by a ruling (12)."""
    at_the_end = {"ended": "dice", "awaits": {"is": "count"}, "board": {0: "alaska", 1: "congo", 2: "siam"}}
    record = table(revision, giro=3, **at_the_end)
    shown = acts.Shown(owners={"congo": 0})
    if record.breaches(JUDGE, shown, why="the table"):
        assert revision == 19
        record.rule(JUDGE, shown, why="the table")
    else:
        assert revision == 18
        record.play(JUDGE, shown, why="the table")

    assert record.state.standing[1] == "eliminated"


@pytest.mark.parametrize(("revision", "articles"), [(18, []), (19, ["11"])])
def test_hands_counted_anew_are_those_of_as_many_turns(table: Table, revision: int, articles: list[str]) -> None:
    record = table(revision, giro=3, board={0: "alaska", 1: "congo", 2: "siam"})
    shown = acts.Shown(hands=(7, 1, 1, 1))

    assert [one.article for one in record.breaches(JUDGE, shown, why="the table")] == articles


@pytest.mark.parametrize(("revision", "awaits"), [(18, "closing"), (19, "fight")])
def test_a_card_that_was_not_due_leaves_the_turn_as_it_stands(table: Table, revision: int, awaits: str) -> None:
    """Shown, given back and shuffled in, it is the same as an undue card that is shown face up (art. 11)."""
    record = table(revision, board={0: "cina 8", 1: "siberia 3"}, awaits={"is": "fight"})
    record.rule(0, acts.Draw())

    assert fact(record, "awaits.awaits") == awaits
    assert record.state.hand_size(0) == 0
    assert record.breaches(0, acts.Attack("cina", "siberia")) == ()


@pytest.mark.parametrize(("revision", "kind"), [(18, "impossible"), (19, "infraction")])
def test_who_was_put_out_turns_his_card_up_and_it_counts_for_nothing(table: Table, revision: int, kind: str) -> None:
    out = {"standing": ["active", "eliminated", "active", "active"], "left": [1]}
    record = table(revision, ended="time", awaits={"is": "count"}, board={0: "alaska", 2: "siam"}, **out)
    found = record.breaches(1, acts.Reveal(3))

    assert [(one.kind, one.article, one.may_be_registered) for one in found] == [(kind, "12", False)]


@pytest.mark.parametrize("out", [0, 1])
def test_the_final_board_of_a_game_told_by_its_result_alone_may_put_anybody_out(table: Table, out: int) -> None:
    """In which giro it ended and whose turn was the last nobody said (12)."""
    fresh = {"is": "reinforce", "left": 3, "is_fresh": True}
    record = table(RISIKO.revision, giro=1, awaits=fresh, board={0: "alaska", 1: "congo", 2: "siam"})
    record.play(JUDGE, acts.Finish("time"))
    record.play(JUDGE, acts.Shown(owners={["alaska", "congo"][out]: 3}), why="the final table")

    assert record.state.standing[out] == "eliminated"


@pytest.mark.parametrize(("revision", "cards", "deck"), [(19, 5, 33), (20, 4, 34)])
def test_a_hand_told_with_a_card_was_that_before_it(table: Table, revision: int, cards: int, deck: int) -> None:
    record = table(revision, conquests=1, giro=5, cards=[3, 2, 2, 2], board={0: "alaska", 1: "congo", 2: "siam"})
    record.play(JUDGE, acts.Shown(hands=(4, 2, 2, 2), card=True, turn_over=True), why="test")

    assert (fact(record, "players.0.cards"), fact(record, "deck")) == (cards, deck)


@pytest.mark.parametrize(("revision", "articles"), [(19, []), (20, ["11"])])
def test_a_hand_told_with_its_card_left_another_one_to_take(table: Table, revision: int, articles: list[str]) -> None:
    record = table(revision, conquests=1, giro=5, cards=[3, 2, 2, 2], board={0: "alaska", 1: "congo", 2: "siam"})
    record.play(JUDGE, acts.Shown(hands=(4, 2, 2, 2), turn_over=True), why="test")

    assert [one.article for one in record.breaches(0, acts.LateCard())] == articles


@pytest.mark.parametrize(("revision", "kinds"), [(19, []), (20, ["impossible"])])
def test_who_is_out_was_shown_with_cards(table: Table, revision: int, kinds: list[str]) -> None:
    record = table(revision, giro=6, seat=2, cards=[2, 3, 3, 4], board={0: "alaska", 1: "congo", 3: "siam"}, others=2)
    found = record.breaches(JUDGE, acts.Shown(owners={"siam": 2}, hands=(2, 3, 3, 4)), why="test")

    assert [one.kind for one in found] == kinds


@pytest.mark.parametrize(("revision", "kinds"), [(19, []), (20, ["impossible"])])
def test_an_objective_was_turned_up_twice(table: Table, revision: int, kinds: list[str]) -> None:
    record = table(revision, awaits={"is": "count"}, ended="time", objectives=[5, 0, 0, 0], board={0: "alaska"})

    assert [one.kind for one in record.breaches(0, acts.Reveal(5))] == kinds
