"""Turns and results told as a whole, wrong states mended, the clock of an event, players who leave, enchantments that the judge tells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.fatal.acts import Abandon, Effect, Enchant, EndPlay, Finish, First, Play, Share, Shown, Tally, Unmask
from games.fatal.position import position
from games.kernel.acts import CLOCK, JUDGE, TimeNotUp, TimeUp
from games.kernel.breaches import Refused, Unreadable
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import acts_of, fresh, whole_game

FATAL = game("fatal")


def test_a_game_is_told_turn_by_turn(empty_table) -> None:
    record = empty_table()
    record.play(JUDGE, Shown(turn=1, display=("rosso_1", "giallo_1", "verde_1")), why="test")
    assert [seat.cards for seat in record.view("public").players] == [4, 4, 4]
    record.play(
        JUDGE,
        Shown(
            hands={1: 5},
            treasures={1: 1},
            rows={1: (("v01", "v03"), ("v05",))},
            display=("rosso_2", "giallo_1", "verde_1"),
            turn_over=True,
        ),
        why="test",
    )

    seen = record.view("judge")
    assert (seen.in_turn, seen.players[1].cards, seen.players[1].treasures, seen.treasure_deck) == (2, 5, 1, 12)
    assert seen.players[1].stars == 1
    assert "rosso_1" in seen.possible_treasures[1]


def test_a_result_alone_is_told_from_the_second_smazzata_on(empty_table) -> None:
    record = empty_table()
    record.play(
        JUDGE,
        Shown(
            turn=0,
            smazzata=2,
            hands={0: 4, 1: 3, 2: 2},
            treasures={0: 4, 1: 2},
            face_up={0: ("rosso_1", "rosso_3", "rosso_meno_1")},
            revealed={0: "flambeaux"},
            points={0: 2, 1: 6, 2: 0},
            display=("giallo_1", "rosso_2"),
        ),
        why="test",
    )
    record.play(JUDGE, Finish("queen"))
    record.play(0, Tally(("giallo_3", "verde_1", "verde_2", "verde_meno_1")))
    record.play(1, Tally(("verde_3", "giallo_meno_1")))

    sheet = record.score()
    assert [(row.points, row.rank) for row in sheet.rows] == [("17", 1), ("11", 2), ("2", 3)]
    assert sheet.ended_by == "queen"


@pytest.mark.parametrize(
    "act",
    [
        Shown(hands={0: 71}),
        Shown(treasures={0: 15}),
        Shown(rows={0: (("v01",), ("v01",))}),
        Shown(display=("rosso_1", "rosso_1", "verde_1")),
        Shown(face_up={0: ("blu_1",)}),
        Shown(discarded=("v01", "v01")),
        Shown(revealed={0: "flambeaux", 1: "flambeaux"}),
        Effect("x", hands={1: 4}),
    ],
)
def test_what_cannot_lie_on_a_table_is_impossible(table, act) -> None:
    with pytest.raises(Refused) as raised:
        table().play(JUDGE, act, why="test")
    assert raised.value.kind == "impossible"


@pytest.mark.parametrize(
    "act", [Shown(hands={7: 1}), Shown(rows={0: (("baratto_magico",), ())}), Shown(revealed={0: "x"})]
)
def test_what_names_nothing_of_the_game_is_unreadable(table, act) -> None:
    with pytest.raises(Unreadable):
        table().play(JUDGE, act, why="test")


def test_a_wrong_count_is_mended_and_nothing_seen_is_forgotten(table) -> None:
    record = table(rows={"0": [["v01"], []]}, discards=["v09"])
    record.play(JUDGE, Shown(hands={0: 3}), why="test")

    seen = record.view("judge")
    assert (seen.players[0].cards, seen.deck, seen.discards) == (3, 57, {"v09": 1})
    with pytest.raises(Refused):
        record.play(0, Play("v09", 0))
    record.play(0, Play("v10", 0))


@pytest.mark.parametrize(("revision", "cards"), [(1, 5), (2, 4)])
def test_a_hand_told_at_the_end_of_a_turn_holds_what_was_set_aside(revision, cards) -> None:
    """One vision laid, one card drawn for it: four cards at the end, as the form asks. The first revision added the one set aside."""
    record = Record(FATAL, replace(header_for(FATAL, ["a", "b", "c"]), revision=revision))
    record.state = position(record.rules, {"hands": [4, 4, 4]})
    record.play(0, Play("v01", 0))
    record.play(JUDGE, Shown(hands={0: 4}, turn_over=True), why="test")

    assert (record.state.seat, record.state.hand_size(0), record.state.set_aside(0)) == (1, cards, 0)
    assert sum(record.state.hands[0]) + 8 + record.state.deck + 1 == 70


def test_while_the_turn_goes_on_what_is_set_aside_stays_there(table) -> None:
    record = table(hands=[4, 4, 4])
    record.play(0, Play("v01", 0))
    record.play(JUDGE, Shown(hands={0: 4}), why="test")

    assert (record.state.seat, record.state.hand_size(0), record.state.set_aside(0)) == (0, 4, 1)


def test_the_hands_that_the_form_knows_are_those_that_an_end_without_a_word_leaves() -> None:
    record, lines, _ = whole_game("fatal", 3, 2)
    game_record = fresh(record)
    for by, act in acts_of(record, lines):
        game_record.append_trusted(by, act)
        sheet = FATAL.turn_sheet(game_record.rules, game_record.state)
        if sheet is not None:
            after = FATAL.acts[Shown].apply(game_record.rules, game_record.state, JUDGE, Shown(turn_over=True))
            assert sheet.known.hands == {seat: after.hand_size(seat) for seat in range(3)}


RIVALS = {"smazzata": 2, "hands": [4, 1, 4], "characters": {"0": "flambeaux"}, "revealed": [0]}


def test_a_turn_told_as_a_whole_that_puts_the_rival_out_wins(table) -> None:
    record = table(**RIVALS)
    record.play(JUDGE, Shown(hands={1: 0}, turn_over=True), why="test")
    assert record.view("public").awaits == {"awaits": "unmask", "seat": 1}
    record.play(1, Unmask("lichtenborn"))

    assert (record.ended_by, record.state.winner) == ("rival", 0)


def test_a_turn_told_as_a_whole_that_puts_another_out_ends_when_his_treasures_are_shared(table) -> None:
    record = table(**RIVALS | {"hands": [4, 4, 1], "seat": 1, "treasures": {"2": ["rosso_2", "verde_2", "verde_3"]}})
    record.play(JUDGE, Shown(hands={2: 0}, turn_over=True), why="test")
    record.play(2, Unmask("terranova"))
    record.play(JUDGE, Share({0: ("rosso_2",)}))

    assert (record.state.seat, record.state.actives, record.state.piles) == (0, [0, 1], (1, 1, 0))


def test_a_record_of_the_first_revision_passes_the_turn_on_at_once() -> None:
    record = Record(FATAL, replace(header_for(FATAL, ["a", "b", "c"]), revision=1))
    record.state = position(record.rules, RIVALS)
    record.play(JUDGE, Shown(hands={1: 0}, turn_over=True), why="test")
    record.play(1, Unmask("lichtenborn"))

    assert (record.ended_by, record.state.seat) == (None, 1)


def test_an_enchantment_is_told_by_the_judge_and_then_any_card_can_be_anywhere(table) -> None:
    record = table(hands=[4, 36, 28], discards=["v07", "v08"], options={"deck_end": "at_once"})
    record.play(0, Enchant("baratto_magico"))
    with pytest.raises(Refused):
        record.play(0, EndPlay())
    record.play(JUDGE, Effect("scambia la mano con la sedia 2", hands={0: 35, 1: 4}))

    seen = record.view("judge")
    assert [seat.cards for seat in seen.players] == [35, 4, 28]
    assert seen.players[0].set_aside == 1
    record.play(0, Play("v07", 0))


def test_an_enchantment_that_empties_a_hand_puts_the_opponent_out(table) -> None:
    record = table(smazzata=2)
    record.play(0, Enchant("baratto_magico"))
    record.play(JUDGE, Effect("scarta tutte le carte dei posti 2 e 3", hands={1: 0, 2: 0}))

    assert record.state.leaving == (1, 2)
    assert record.view("public").awaits == {"awaits": "unmask", "seat": 1}


def test_in_the_first_smazzata_that_opponent_redraws_one(table) -> None:
    record = table()
    record.play(0, Enchant("baratto_magico"))
    record.play(JUDGE, Effect("scarta tutte le carte del posto 2", hands={1: 0}))

    assert record.view("public").players[1].cards == 1


def test_a_stolen_row_told_by_an_effect_moves_the_visions(table) -> None:
    record = table(rows={"0": [["v01"], []], "1": [["v02"], []]})
    record.play(0, Enchant("ammaliamento_01"))
    record.play(JUDGE, Effect("sposta una visione", rows={0: (("v01", "v02"), ()), 1: ((), ())}))

    seen = record.view("judge")
    assert [len(row) for row in seen.players[0].rows] == [2, 0]
    assert seen.discards == {"ammaliamento_01": 1}
    record.play(0, EndPlay())
    assert record.state.seat == 1


def test_time_is_only_noted_by_the_rulebooks_own_reading(table) -> None:
    record = table(seat=2)
    record.play(CLOCK, TimeUp())
    record.play(2, EndPlay())

    assert record.ended_by is None
    assert not record.game.status(record.rules, record.state).is_last_giro


def test_an_event_completes_the_giro_under_way_and_counts(table) -> None:
    record = table(edition="torneo", seat=1, hands=[1, 2, 3])
    record.play(CLOCK, TimeUp())
    assert record.game.status(record.rules, record.state).is_last_giro
    record.play(1, EndPlay())
    assert record.ended_by is None
    record.play(2, EndPlay())

    assert record.ended_by == "time"
    assert [row.points for row in record.score().rows] == ["1", "2", "3"]
    assert [row.rank for row in record.score().rows] == [3, 2, 1]


def test_the_judge_takes_time_back(table) -> None:
    record = table(edition="torneo", seat=2)
    record.play(CLOCK, TimeUp())
    record.play(JUDGE, TimeNotUp())
    record.play(2, EndPlay())

    assert record.ended_by is None


def test_a_player_who_leaves_ends_his_turn_and_his_treasures_leave_with_him(table) -> None:
    record = table(rows={"0": [["v01", "v03"], []]}, treasures={"0": ["rosso_2"]})
    record.play(JUDGE, Abandon(0))

    seen = record.view("judge")
    assert (seen.in_turn, seen.players[0].standing, seen.players[0].treasures) == (1, "abandoned", 1)
    assert seen.discards == {"v01": 1, "v03": 1}
    with pytest.raises(Refused):
        record.play(JUDGE, Shown(turn=0), why="test")


def test_the_last_player_left_has_won(table) -> None:
    record = table()
    record.play(JUDGE, Abandon(1))
    record.play(JUDGE, Abandon(0))

    sheet = record.score()
    assert record.ended_by == "abandoned"
    assert [row.rank for row in sheet.rows] == [2, 3, 1]


def test_shown_cards_of_who_leaves_go_to_the_discards(table) -> None:
    record = table(hands=[2, 4, 4])
    with pytest.raises(Refused):
        record.play(JUDGE, Abandon(0, ("v01",)))
    record.play(JUDGE, Abandon(0, ("v01", "v02")))

    assert record.view("judge").discards == {"v01": 1, "v02": 1}


def test_nobody_but_the_judge_says_what_the_table_shows(table, empty_table) -> None:
    with pytest.raises(Refused):
        table().play(0, Shown(hands={0: 3}), why="test")
    with pytest.raises(Refused):
        empty_table().play(JUDGE, Shown(hands={0: 3}), why="test")
    record = empty_table()
    record.play(JUDGE, First(2))
    assert record.view("public").in_turn == 2
