"""After a registered infraction the game goes on as it happened."""

from __future__ import annotations

import pytest

from games.fatal.acts import (
    Abandon,
    Aim,
    Award,
    Change,
    Claim,
    Effect,
    Enchant,
    EndPlay,
    LateDraw,
    Play,
    Reveal,
    Rob,
    Screen,
    Share,
    Shown,
    Strip,
    Take,
    Tally,
    Trimagia,
    TurnUp,
    Unmask,
)
from games.kernel import cases
from games.kernel.acts import JUDGE
from games.kernel.breaches import Refused


def test_a_card_that_was_set_aside_and_laid_lies_in_its_row(table) -> None:
    record = table(hands=[1, 4, 4], smazzata=2)
    record.play(0, Play("v05", 0))
    record.rule(0, Play("v09", 1))

    assert cases.fact(record, "players.0.rows.1.0.card") == "v09"


def test_a_character_that_was_claimed_without_right_has_been_seen_and_the_turn_goes_on(table) -> None:
    record = table()
    record.rule(0, Claim("flambeaux"))

    assert (record.ended_by, cases.fact(record, "in_turn")) == (None, 0)
    record.play(0, EndPlay())


def test_whoever_begins_without_waiting_for_the_treasure_passes_it_over(table) -> None:
    """The seat before has stopped laying visions, and leaves its treasure where it lies."""
    record = table(rows={"0": [["v02", "v03"], ["v04"]]})
    record.play(0, EndPlay())
    assert [breach.article for breach in record.breaches(1, Play("v09", 0))] == ["A"]
    record.rule(1, Play("v09", 0))

    assert cases.fact(record, "in_turn") == 1


def test_a_second_treasure_before_the_first_is_replaced_goes_back(table) -> None:
    record = table(rows={"0": [["v02", "v03"], ["v04"]]}, display=["verde_1", "verde_2", "verde_3"])
    record.play(0, EndPlay())
    record.play(0, Take("verde_1", 0))

    (breach,) = record.breaches(0, Take("verde_2", 0))
    assert (breach.article, breach.may_be_registered) == ("A", False)


def test_two_treasures_awarded_before_either_is_replaced_are_both_replaced(table) -> None:
    record = table(rows={"0": [["v14", "v03", "v08"], []]}, step="B", display=["giallo_1", "rosso_1", "verde_1"])
    for act in (Trimagia(0), Aim(1), Award("giallo_1")):
        record.play(0, act)
    record.rule(0, Award("verde_1"))

    record.play(JUDGE, TurnUp("rosso_2"))
    record.play(JUDGE, TurnUp("verde_2"))
    assert (len(record.state.display), record.state.treasures_of(1), record.state.seat) == (3, 2, 1)


def test_a_vision_too_many_lies_where_the_turn_ended_by_itself(table) -> None:
    """Its card is drawn, goes into the hand with the others, and the next player has his turn as before."""
    record = table()
    record.play(0, Play("v01", 0))
    record.play(0, Play("v02", 1))
    before = record.state
    record.rule(0, Play("v05", 0))

    after = record.state
    assert (after.seat, after.turn, after.giro, after.hand_size(0)) == (1, before.turn, before.giro, 4)
    assert cases.fact(record, "players.0.rows.0.1.card") == "v05"


def test_a_vision_too_many_that_shows_three_stars_and_makes_a_row_whole_gives_the_treasure_and_the_trimagia(
    table,
) -> None:
    record = table(rows={"0": [["v45", "v48"], []]}, seat=2, first=0, giro=3)
    record.play(2, EndPlay())
    record.play(0, Play("v01", 1))
    record.play(0, Play("v09", 1))
    record.rule(0, Play("v52", 0))
    record.play(0, Take("rosso_1", 0))
    record.play(JUDGE, TurnUp("rosso_2"))
    for act in (Trimagia(0), Aim(1), Strip(("v20",))):
        record.play(0, act)

    assert (record.state.seat, record.state.giro) == (1, 4)


def test_nothing_more_can_be_done_in_a_turn_once_another_has_begun(table) -> None:
    record = table()
    record.play(0, EndPlay())
    record.play(1, Play("v01", 0))

    (breach,) = record.breaches(0, Play("v02", 0))
    assert (breach.article, breach.may_be_registered) == ("gioco", False)


def test_a_treasure_taken_after_the_turn_is_replaced_before_the_next_plays(table) -> None:
    record = table(rows={"0": [["v02", "v03"], []]}, step="play", display=["verde_1", "verde_2", "verde_3"])
    record.play(0, EndPlay())
    record.rule(0, Take("verde_1", 2))
    assert record.breaches(1, Play("v01", 0)) != ()
    record.play(JUDGE, TurnUp("rosso_1"))

    assert (record.state.seat, record.state.treasures_of(2)) == (1, 1)


def test_a_card_drawn_late_lies_aside_in_the_own_turn_and_in_the_hand_after_it(table) -> None:
    record = table()
    record.play(0, Play("v01", 0, forgot=True))
    record.rule(0, LateDraw())
    assert (record.state.hand_size(0), record.state.set_aside(0)) == (3, 1)
    record.rule(2, LateDraw())

    assert (record.state.hand_size(2), record.state.set_aside(2)) == (5, 0)


def test_a_miscounted_hand_is_put_right_and_the_turn_goes_on(table) -> None:
    record = table()
    record.play(0, Play("v01", 0))
    record.play(JUDGE, Shown(hands={1: 5}), why="contate di nuovo")

    assert (record.state.hand_size(1), record.state.set_aside(0), record.state.played) == (5, 1, 1)


def test_who_leaves_while_others_count_takes_the_turn_with_him(table) -> None:
    """He was in turn: it ends where the interval ends, even in the last giro after time."""
    record = table(
        edition="torneo",
        seat=2,
        last_giro=3,
        stage="tally",
        display=["verde_1", "verde_2"],
        treasures={"0": ["rosso_1"]},
    )
    record.play(JUDGE, Abandon(2))
    assert record.ended_by is None
    record.play(0, Tally(("rosso_1",)))
    record.play(JUDGE, Reveal(("", "", "")))
    record.play(JUDGE, TurnUp("rosso_1"))

    assert record.ended_by == "time"


def test_the_last_one_left_has_won_whatever_was_being_counted(table) -> None:
    record = table(stage="tally", display=["verde_1", "verde_2"], treasures={"0": ["rosso_1"]})
    record.play(JUDGE, Abandon(0))
    record.play(JUDGE, Abandon(2))

    assert (record.ended_by, record.state.winner) == ("abandoned", 1)


def test_of_several_who_leave_at_once_one_went_without_a_word_in_the_eleventh_revision(table) -> None:
    record = table(4, smazzata=2, leaving=[1, 2], step="play", treasures={"1": ["verde_2"]}, revision=11)
    record.play(JUDGE, Abandon(1))
    record.play(2, Unmask("terranova"))

    assert record.state.standing == ("active", "abandoned", "eliminated", "active")
    record.play(0, EndPlay())


@pytest.mark.parametrize("seats", [3, 4])
def test_who_was_put_out_and_leaves_is_put_out_all_the_same(table, seats: int) -> None:
    """His character is turned up, may be the rival's, and his treasures are shared by who put him out."""
    out = {"standing": ["active", "active", "eliminated"], "left": [2]} if seats == 3 else {}
    known = {"characters": {"0": "flambeaux"}, "revealed": [0]}
    for name, ended in (("lichtenborn", "rival"), ("terranova", "elimination" if seats == 3 else None)):
        record = table(seats, smazzata=2, leaving=[1], step="play", treasures={"1": ["verde_2"]}, **known, **out)
        record.play(JUDGE, Abandon(1))
        with pytest.raises(Refused):
            record.play(JUDGE, Abandon(1))
        record.play(1, Unmask(name))
        assert (record.state.standing[1], record.ended_by) == ("eliminated", ended)
        assert record.state.left.count(1) == 1
        if ended is None:
            record.play(JUDGE, Share())
            assert sum(record.state.piles) == 1
            record.play(0, EndPlay())


@pytest.mark.parametrize(("revision", "article"), [(11, "1"), (12, "1-alternativa")])
def test_a_change_after_an_enchantment_breaks_the_article_of_changes(table, revision: int, article: str) -> None:
    record = table(treasures={"0": ["verde_2"]}, revision=revision)
    record.play(0, Enchant("ammaliamento_01"))
    record.play(JUDGE, Effect())
    assert [one.article for one in record.breaches(0, Change("verde_2", ("v01",)))] == [article]


def test_a_screen_that_protects_nobody_is_spent_and_the_trimagia_goes_on(table) -> None:
    record = table(rows={"0": [["v40", "v03", "v05"], []]}, step="B", strike={"target": 1})
    record.rule(2, Screen())

    assert (record.state.hand_size(2), record.state.set_aside(2), sum(record.state.discards)) == (3, 1, 1)
    record.play(0, Strip(("v20",)))
    assert record.state.hand_size(1) == 3


@pytest.mark.parametrize("revision", [6, 7])
@pytest.mark.parametrize("awaits", ["turn", "aim", "discard"])
def test_a_screen_out_of_its_moment_is_spent_and_the_table_waits_for_the_same(
    table, awaits: str, revision: int
) -> None:
    """Up to the sixth revision it was spent only while the trimagia aimed at somebody."""
    record = table(rows={0: [["v40", "v03", "v06"], []]}, step="B", revision=revision)
    if awaits == "turn":
        record = table(revision=revision)
    else:
        record.play(0, Trimagia(0))
    if awaits == "discard":
        record = table(step="C", hands=[8, 4, 4], revision=revision)
    assert cases.fact(record, "awaits.awaits") == awaits
    before = record.state
    record.rule(1, Screen())

    assert record.state.awaits == before.awaits
    assert cases.fact(record, "players.1.cards") == (4 if revision == 6 else 3)
    assert cases.fact(record, "players.1.set_aside") == (0 if revision == 6 else 1)
    assert sum(record.state.discards) == sum(before.discards) + (revision == 7)


@pytest.mark.parametrize(("forgot", "due"), [(True, 1), (False, 2)])
def test_a_screen_of_one_who_has_too_many_cards_leaves_as_many_to_discard_as_he_then_has(table, forgot, due) -> None:
    record = table(step="C", hands=[8, 4, 4])
    record.rule(0, Screen(forgot))

    assert cases.fact(record, "awaits.count") == due


def test_a_screen_of_which_none_is_left_cannot_be_registered_at_any_moment(table) -> None:
    record = table(discards=["schermo_elementale"] * 4)

    assert [breach.kind for breach in record.breaches(1, Screen())] == ["impossible", "infraction"]


def test_a_trimagia_carried_out_against_oneself_happened(table) -> None:
    record = table(rows={"0": [["v40", "v03", "v05"], []]}, step="B", hands=[1, 4, 4], smazzata=2)
    record.play(0, Trimagia(0))
    record.rule(0, Aim(0))
    record.play(0, Strip(("v20",)))

    assert (record.state.hand_size(0), record.state.standing[0], record.state.seat) == (0, "active", 1)


def test_a_theft_from_oneself_leaves_every_pile_as_it_was(table) -> None:
    record = table(rows={"0": [["v27", "v03", "v05"], []]}, step="B", treasures={"0": ["rosso_2", "verde_2"]})
    record.play(0, Trimagia(0))
    record.rule(0, Aim(0))
    record.play(0, Rob())

    assert record.state.piles == (2, 0, 0)
    assert cases.fact(record, "possible_treasures.0") == ["rosso_2", "verde_2"]


def test_a_vision_spent_as_an_enchantment_lies_on_the_discards(table) -> None:
    record = table()
    record.rule(0, Enchant("v01"))
    record.play(JUDGE, Effect())

    assert (cases.fact(record, "discards.v01"), record.state.set_aside(0)) == (1, 1)


def test_a_trimagia_whose_last_possible_target_has_left_is_over(table) -> None:
    record = table(rows={"0": [["v40", "v03", "v06"], []]}, step="B")
    for act in (Trimagia(0), Aim(1), Strip(("v20",))):
        record.play(0, act)
    record.play(JUDGE, Abandon(2))

    assert (record.state.strike, record.state.seat, cases.fact(record, "discards.v40")) == (None, 1, 1)


def test_a_treasure_too_many_goes_to_the_player_aimed_at_and_both_replacements_are_due(table) -> None:
    rows = {"0": [["v14", "v03", "v05"], []]}
    record = table(rows=rows, step="B", display=["giallo_meno_1", "rosso_1", "verde_1"])
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(0, Award("giallo_meno_1"))
    record.rule(0, Award("verde_1"))
    record.play(JUDGE, TurnUp("rosso_2"))
    record.play(JUDGE, TurnUp("rosso_3"))

    assert (cases.fact(record, "players.1.treasures"), cases.fact(record, "in_turn")) == (2, 1)


def test_a_card_too_many_leaves_the_hand_with_the_turn_just_over_and_the_next_turn_stands(table) -> None:
    record = table(rows={"0": [["v41", "v05", "v09"], []]}, step="B", hands=[4, 4, 4])
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(0, Strip(("v20",)))
    was = record.state
    record.rule(0, Strip(("v21",)))

    assert cases.fact(record, "players.1.cards") == 2
    assert (record.state.seat, record.state.giro, record.state.turn) == (was.seat, was.giro, was.turn)


def test_a_trimagia_of_the_turn_before_acts_no_more(table) -> None:
    record = table(rows={"0": [["v41", "v05", "v09"], []]}, step="B", hands=[4, 4, 4])
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(0, Strip(("v20",)))
    record.play(1, EndPlay())

    assert record.breaches(2, Strip(("v21",)))[0].kind == "impossible"
    assert [one.may_be_registered for one in record.breaches(0, Strip(("v21",)))] == [False]
