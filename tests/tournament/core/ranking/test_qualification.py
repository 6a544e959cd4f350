"""Who goes through, who waits for the dice and who steps in, on small tournaments that a reader can check by eye."""

from decimal import Decimal

import pytest

from tests.tournament.small_tournaments import FINAL, FIRST_ROUND, TORNEO, TWO_EACH, by, line, ranking, table
from tournament.core.formats import Stage
from tournament.core.ranking.qualification import Qualified, Tie, qualified, reserve_order
from tournament.core.regulation.schema import presets
from tournament.core.results import ImpossibleResult, MissingResults, PenaltyPoints, TableResult

ONE_EACH = Stage("round-1", (4, 4), 1)
ONE_AND_ONE_MORE = Stage("round-1", (4, 4), 1, 1)


def names(qualifieds) -> list[str]:
    return [one.entrant for one in qualifieds]


# Who goes through


def in_turn(*args, **kwargs):
    """One after the other, where nobody is level."""
    groups = reserve_order(*args, **kwargs)
    assert {len(group) for group in groups} <= {1}, groups
    return [who for (who,) in groups]


def test_the_first_two_of_each_table_go_through():
    done = qualified(TWO_EACH, FIRST_ROUND, TORNEO)
    assert names(done.through) == ["anna", "bea", "elena", "fabio"]
    assert (done.runners_up, done.tied, done.is_settled) == ((), (), True)


def test_a_reason_names_place_and_table():
    done = qualified(ONE_AND_ONE_MORE, FIRST_ROUND, TORNEO)
    assert [one.reason for one in done.everybody] == [
        "1º al tavolo 1",
        "1º al tavolo 2",
        "miglior escluso: 2º al tavolo 1 con 50 punti",
    ]


def test_the_best_who_missed_it_is_found_by_points():
    assert names(qualified(ONE_AND_ONE_MORE, FIRST_ROUND, TORNEO).runners_up) == ["bea"]


def test_a_third_with_more_points_does_not_pass_a_second():
    results = (
        table(1, "anna 60", "bea 50", "carlo 49"),
        table(2, "elena 20", "fabio 10", "gina 5"),
    )
    assert names(qualified(Stage("round-1", (3, 3), 1, 2), results, TORNEO).runners_up) == ["bea", "fabio"]


def test_tie_breaks_decide_between_runners_up():
    results = (
        table(1, "anna 60", line("bea", 40, 2, 7, 1)),
        table(2, "elena 60", line("fabio", 40, 2, 7, 2)),
    )
    assert names(qualified(Stage("round-1", (2, 2), 1, 1), results, TORNEO).runners_up) == ["fabio"]


def test_a_runner_up_whose_sheet_has_tie_breaks_is_level_with_one_whose_sheet_has_none():
    """bea needed hers against carlo; nobody at fabio's table was level with him."""
    results = (
        table(1, "anna 60", line("bea", 40, 2, 7, 1), line("carlo", 40, 3, 6, 9)),
        table(2, "elena 60", line("fabio", 40, 2), line("gina", 3, 3)),
    )
    stage = Stage("round-1", (3, 3), 1, 1)
    assert qualified(stage, results, TORNEO).tied == (
        Tie(entrants=("bea", "fabio"), places=1, table=None, by="runners-up"),
    )
    assert names(qualified(stage, results, TORNEO, decided=["fabio", "bea"]).runners_up) == ["fabio"]
    requested = in_turn(stage, results, TORNEO, giving_up="elena", through_ids={"anna", "elena"})
    assert names(requested) == ["fabio", "gina", "bea"]


def test_dice_thrown_at_one_table_decide_nothing_between_two():
    """The fourth figure is the dice: bea threw them against carlo, fabio had nobody to throw against."""
    results = (
        table(1, "anna 60", line("bea", 40, 2, 7, 1, 1, 6), line("carlo", 40, 3, 7, 1, 1, 2)),
        table(2, "elena 60", line("fabio", 40, 2, 7, 1, 1, 0), line("gina", 3, 3)),
    )
    stage = Stage("round-1", (3, 3), 1, 1)
    assert qualified(stage, results, TORNEO).tied == (
        Tie(entrants=("bea", "fabio"), places=1, table=None, by="runners-up"),
    )
    entrants = ["anna", "bea", "carlo", "elena", "fabio", "gina"]
    assert ranking(entrants, results)[2:4] == [(3, "bea"), (3, "fabio")]


def test_a_penalty_counts_between_runners_up():
    done = qualified(ONE_AND_ONE_MORE, FIRST_ROUND, TORNEO, penalties=[PenaltyPoints("bea", Decimal("6.01"), 1)])
    assert names(done.runners_up) == ["fabio"]


def test_a_penalty_never_moves_a_signed_place():
    done = qualified(ONE_EACH, FIRST_ROUND, TORNEO, penalties=[PenaltyPoints("anna", Decimal(60), 1)])
    assert names(done.through) == ["anna", "elena"]


LEVEL_SECONDS = (table(1, "anna 60", "bea 40"), table(2, "elena 60", "fabio 40"), table(3, "gina 60", "ugo 30"))
ONE_OF_THREE = Stage("round-1", (2, 2, 2), 1, 1)


def test_runners_up_who_are_level_on_everything_wait_for_the_dice():
    waiting = qualified(ONE_OF_THREE, LEVEL_SECONDS, TORNEO)
    assert (names(waiting.runners_up), waiting.is_settled) == ([], False)
    assert waiting.tied == (Tie(entrants=("bea", "fabio"), places=1, table=None, by="runners-up"),)


def test_the_dice_settle_a_tie_between_runners_up():
    done = qualified(ONE_OF_THREE, LEVEL_SECONDS, TORNEO, decided=["fabio", "bea"])
    assert [(one.entrant, one.why) for one in done.runners_up] == [("fabio", "runner-up-by-lot")]
    assert done.tied == ()


def test_a_tie_that_leaves_room_for_everybody_needs_no_dice():
    done = qualified(Stage("round-1", (2, 2, 2), 1, 2), LEVEL_SECONDS, TORNEO)
    assert (names(done.runners_up), done.tied) == (["bea", "fabio"], ())


def test_a_decision_about_some_of_the_level_is_no_decision():
    assert not qualified(ONE_OF_THREE, LEVEL_SECONDS, TORNEO, decided=["fabio"]).is_settled


def test_a_decision_cannot_pass_someone_over_who_is_better():
    done = qualified(ONE_AND_ONE_MORE, FIRST_ROUND, TORNEO, decided=["fabio", "bea"])
    assert [(one.entrant, one.why) for one in done.runners_up] == [("bea", "runner-up")]


SHARED_SECOND = (
    TableResult(1, 1, (line("anna", 60, 1), line("bea", 40, 2), line("carlo", 40, 2), line("dario", 1, 4))),
    FIRST_ROUND[1],
)


def test_a_shared_place_at_a_table_waits_for_the_dice():
    waiting = qualified(TWO_EACH, SHARED_SECOND, TORNEO)
    assert names(waiting.through) == ["anna", "elena", "fabio"]
    assert waiting.tied == (Tie(entrants=("bea", "carlo"), places=1, table=1),)


def test_the_dice_settle_a_shared_place():
    done = qualified(TWO_EACH, SHARED_SECOND, TORNEO, decided=["carlo", "bea"])
    assert [(one.entrant, one.why) for one in done.through[:2]] == [("anna", "place"), ("carlo", "place-by-lot")]


def test_a_shared_place_below_the_cut_needs_no_dice():
    assert names(qualified(ONE_EACH, SHARED_SECOND, TORNEO).through) == ["anna", "elena"]


def test_a_bye_and_a_direct_seat_go_on_without_a_table():
    everybody = Stage("round-1", (4, 4), 0, advancement="everybody")
    rested = TableResult(1, 0, (line("zoe", 0, 1),))
    done = qualified(everybody, [*FIRST_ROUND, rested], TORNEO, byes=["zoe"])
    assert names(done.through) == ["anna", "bea", "carlo", "dario", "elena", "fabio", "gina", "ugo", "zoe"]
    assert [one.why for one in done.through] == ["everybody"] * 8 + ["bye"]
    done = qualified(ONE_EACH, FIRST_ROUND, TORNEO, waiting=["pia"], byes=["zoe"])
    assert [(one.entrant, one.why, one.table, one.place, one.points) for one in done.through[2:]] == [
        ("pia", "direct", 0, 0, 0),
        ("zoe", "bye", 0, 0, 0),
    ]
    waiting = qualified(TWO_EACH, SHARED_SECOND, TORNEO, waiting=["pia"], byes=["zoe"])
    assert names(waiting.through) == ["anna", "elena", "fabio", "pia", "zoe"]


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("place", "2º al tavolo 3"),
        ("place-by-lot", "2º al tavolo 3, per sorteggio"),
        ("runner-up", "miglior escluso: 2º al tavolo 3 con 40,5 punti"),
        ("runner-up-by-lot", "miglior escluso per sorteggio: 2º al tavolo 3 con 40,5 punti"),
        ("everybody", "tutti giocano il turno seguente"),
        ("standings", "2º in classifica con 40,5 punti"),
        ("standings-by-lot", "2º in classifica con 40,5 punti, per sorteggio"),
        ("wildcard", "wild card: miglior punteggio singolo, 40,5"),
        ("direct", "in finale senza semifinale"),
        ("bye", "passa senza giocare"),
    ],
)
def test_everybody_who_goes_on_is_told_why(why, words):
    assert Qualified(entrant="anna", why=why, table=3, place=2, points=Decimal("40.5")).reason == words


# By the standings


CUT = Stage("round-2", (4, 4), 0, advancement="by-standings", cut=4, direct=1, wildcards=1)
TOTALS = by("total", base=presets()["open"], scoring=TORNEO.scoring)
EARLIER = (table(1, "anna 60", "bea 50", "carlo 40", "dario 10"), table(2, "elena 30", "fabio 20", "gina 45", "ugo 5"))
LATER = (
    table(1, "anna 60", "bea 40", "carlo 30", "dario 10", round_=2),
    table(2, "elena 30", "fabio 20", "gina 0", "ugo 44", round_=2),
)
"""anna 120, bea 90, carlo 70, elena 60, ugo 49, gina 45, fabio 40, dario 20; the best single score of the last four is gina's 45."""


def through_by_standings(**more):
    done = qualified(CUT, LATER, TOTALS, so_far=EARLIER, **more)
    return [names(group) for group in (done.waiting, done.through, done.runners_up)], done.tied


def test_the_best_wait_the_next_play_and_the_wild_card_has_the_best_single_score():
    assert through_by_standings() == ([["anna"], ["bea", "carlo", "elena"], ["gina"]], ())
    done = qualified(CUT, LATER, TOTALS, so_far=EARLIER)
    assert [(one.why, one.place, one.points) for one in (*done.waiting, *done.through, *done.runners_up)] == [
        ("direct", 1, 120),
        ("standings", 2, 90),
        ("standings", 3, 70),
        ("standings", 4, 60),
        ("wildcard", 6, 45),
    ]


def test_penalties_count_in_the_standings_and_in_single_scores():
    taken = [
        PenaltyPoints("anna", Decimal(31)),
        PenaltyPoints("gina", Decimal(2), 1),
        PenaltyPoints("nobody", Decimal(1), 1),
    ]
    assert through_by_standings(penalties=taken) == ([["bea"], ["anna", "carlo", "elena"], ["ugo"]], ())


def test_wild_cards_who_are_level_wait_for_the_dice():
    taken = [PenaltyPoints("gina", Decimal(1), 1)]
    groups, tied = through_by_standings(penalties=taken)
    assert (groups, tied) == (
        [["anna"], ["bea", "carlo", "elena"], []],
        (Tie(entrants=("gina", "ugo"), places=1, table=None, by="wildcard"),),
    )
    groups, tied = through_by_standings(penalties=taken, decided=["ugo", "gina"])
    assert (groups[2], tied) == (["ugo"], ())


def test_those_level_for_the_direct_seats_wait_for_the_dice_and_the_other_plays():
    taken = [PenaltyPoints("anna", Decimal(30))]
    assert through_by_standings(penalties=taken) == (
        [[], [], []],
        (Tie(entrants=("anna", "bea"), places=1, table=None, by="standings"),),
    )
    groups, tied = through_by_standings(penalties=taken, decided=["bea", "anna"])
    assert (groups, tied) == ([["bea"], ["anna", "carlo", "elena"], ["gina"]], ())


def test_a_final_sends_nobody_on():
    done = qualified(Stage("final", (4,), 0), [FINAL], TORNEO)
    assert (done.everybody, done.tied) == ((), ())


def test_missing_results_name_their_tables():
    stage = Stage("round-1", (4, 4, 4, 4), 2)
    with pytest.raises(MissingResults) as caught:
        qualified(stage, [FIRST_ROUND[1]], TORNEO)
    assert caught.value.tables == (1, 3, 4)
    assert str(caught.value) == "mancano i risultati dei tavoli: 1, 3, 4"


def test_a_table_counted_twice_is_refused():
    with pytest.raises(ImpossibleResult):
        qualified(TWO_EACH, [*FIRST_ROUND, FIRST_ROUND[0]], TORNEO)


# Who steps in


def stepping_in(stage, giving_up, through_ids, results=FIRST_ROUND):
    return names(in_turn(stage, results, TORNEO, giving_up=giving_up, through_ids=through_ids))


def test_the_second_of_the_table_steps_in_then_the_third_then_the_best_runner_up():
    assert stepping_in(ONE_EACH, "anna", {"anna", "elena"}) == ["bea", "carlo", "fabio"]


def test_whoever_is_through_already_is_passed_over():
    assert stepping_in(TWO_EACH, "anna", {"anna", "bea", "elena", "fabio"}) == ["carlo", "gina"]


def test_whoever_declined_is_passed_over():
    assert stepping_in(ONE_EACH, "anna", {"anna", "elena", "bea"}) == ["carlo", "fabio"]


def test_the_best_runner_up_of_several_comes_first():
    results = (*FIRST_ROUND, table(3, "olga 40", "pia 39", "rita 38", "sara 37"))
    through_ids = {"anna", "elena", "olga"}
    assert stepping_in(Stage("round-1", (4, 4, 4), 1), "elena", through_ids, results) == ["fabio", "gina", "bea", "pia"]


def test_only_someone_who_played_can_give_a_place_up():
    with pytest.raises(ImpossibleResult):
        stepping_in(ONE_EACH, "nobody", {"anna"})


def test_who_shared_the_place_and_lost_the_lot_steps_in_first():
    shared = table(1, line("anna", 50, 1), line("bea", 50, 1), line("carlo", 30, 3), line("dario", 20, 4))
    assert stepping_in(ONE_EACH, "anna", {"anna", "elena"}, (shared, FIRST_ROUND[1])) == ["bea", "carlo", "fabio"]


def test_for_one_who_joins_without_having_played_the_best_runner_up_steps_in():
    requested = in_turn(
        ONE_EACH, FIRST_ROUND, TORNEO, giving_up="pia", through_ids={"anna", "elena", "pia"}, joining=["pia"]
    )
    assert [(one.entrant, one.why) for one in requested] == [("bea", "runner-up"), ("fabio", "runner-up")]


def test_level_ones_step_in_together_until_dice_part_them():
    """The seconds of both tables have 39, and pia waited for this round's winners."""
    results = (
        table(1, "anna 50", "bea 39", "carlo 20", "dario 10"),
        table(2, "elena 40", "fabio 39", "gina 30", "ugo 20"),
    )

    def asked(decided=()):
        found = reserve_order(
            ONE_EACH, results, TORNEO, giving_up="pia", through_ids={"anna", "elena", "pia"},
            joining=["pia"], decided=decided,
        )  # fmt: skip
        return [names(group) for group in found]

    assert asked() == [["bea", "fabio"]]
    assert asked(["fabio"]) == [["fabio", "bea"]], "one of two is no order"
    assert asked(["fabio", "bea"]) == [["fabio"], ["bea"]]


def test_in_a_bracket_nobody_comes_from_another_slot():
    final = Stage("round-1", (2, 2), 1, pairing="bracket")
    results = (table(1, "anna 2", "bea 1"), table(2, "carlo 2", "dario 1"))
    assert stepping_in(final, "anna", {"anna", "carlo"}, results) == ["bea"]
    assert stepping_in(final, "anna", {"anna", "bea", "carlo"}, results) == []


def test_by_the_standings_the_next_ones_are_asked():
    requested = in_turn(
        CUT, LATER, TOTALS, giving_up="bea", through_ids={"anna", "carlo", "elena", "gina"}, so_far=EARLIER
    )
    assert [(one.entrant, one.why, one.place) for one in requested] == [
        ("ugo", "standings", 5),
        ("fabio", "standings", 7),
        ("dario", "standings", 8),
    ]
    taken = [PenaltyPoints("ugo", Decimal(10), 1)]
    requested = in_turn(
        CUT,
        LATER,
        TOTALS,
        giving_up="bea",
        through_ids={"anna", "carlo", "elena", "gina"},
        so_far=EARLIER,
        penalties=taken,
    )
    assert names(requested) == ["fabio", "ugo", "dario"]


def test_a_penalty_counts_among_those_who_may_step_in():
    results = (*FIRST_ROUND, table(3, "olga 40", "pia 39", "rita 38", "sara 37"))
    through_ids, stage = {"anna", "elena", "olga"}, Stage("round-1", (4, 4, 4), 1)
    requested = in_turn(
        stage,
        results,
        TORNEO,
        giving_up="elena",
        through_ids=through_ids,
        penalties=[PenaltyPoints("bea", Decimal(12), 1)],
    )
    assert [(one.entrant, one.why) for one in requested] == [
        ("fabio", "place"),
        ("gina", "place"),
        ("pia", "runner-up"),
        ("bea", "runner-up"),
    ]
