"""Standings, on small tournaments that a reader can check by eye."""

from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.small_tournaments import (
    ARBA,
    EVERYBODY,
    FINAL,
    FIRST_ROUND,
    TORNEO,
    TWO_EACH,
    by,
    final,
    line,
    ranking,
    table,
)
from tournament.core.formats import Format, Stage, possible_formats
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import Counting, presets
from tournament.core.results import ImpossibleResult, PenaltyPoints, TableResult


def order(*args, **kwargs) -> str:
    return " ".join(entrant for _rank, entrant in ranking(*args, **kwargs))


def of(entrant: str, *args, **kwargs):
    return next(one for one in standings(TORNEO, *args, **kwargs) if one.entrant == entrant)


# Standings


def test_whoever_got_further_comes_first_then_place_then_points():
    """
    final   fabio 1  anna 2  bea 3  elena 4
    round 1 carlo 3rd 40, gina 3rd 30.5, ugo 4th 30, dario 4th 10
    """
    assert order(EVERYBODY, [*FIRST_ROUND, FINAL]) == "fabio anna bea elena carlo gina ugo dario"


def test_before_the_final_whoever_has_a_seat_in_it_comes_first():
    reached = {"anna": 2, "bea": 2, "elena": 2, "fabio": 2}
    assert order(EVERYBODY, FIRST_ROUND, reached=reached) == "anna elena bea fabio carlo gina ugo dario"


def test_place_at_the_table_comes_before_points():
    assert order(EVERYBODY, FIRST_ROUND) == "anna elena bea fabio carlo gina ugo dario"


def test_tie_breaks_count_in_their_order_after_points():
    results = [
        table(1, line("anna", 40, 1, 9, 1, 0), line("bea", 30, 2)),
        table(2, line("carlo", 40, 1, 9, 2, 0), line("dario", 30, 2)),
        table(3, line("elena", 40, 1, 8, 9, 9), line("fabio", 31, 2)),
    ]
    assert order(["anna", "bea", "carlo", "dario", "elena", "fabio"], results) == "carlo anna elena fabio bea dario"


def test_a_tie_break_that_another_table_did_not_write_says_nothing():
    """anna and bea needed theirs; carla, as good by points, had nobody level with her."""
    results = [
        table(1, line("anna", 40, 1, 9, 4), line("bea", 40, 2, 9, 3)),
        table(2, line("carla", 40, 1), line("dora", 40, 2)),
        table(3, line("elena", 40, 1, 9), line("fabia", 30, 2)),
    ]
    people = ["anna", "bea", "carla", "dora", "elena", "fabia"]
    assert ranking(people, results) == [
        (1, "anna"), (1, "carla"), (1, "elena"), (4, "bea"), (4, "dora"), (6, "fabia"),
    ]  # fmt: skip
    assert order(people, [results[0], results[2]]) == "anna elena bea fabia carla dora"
    assert ranking(people, [results[0], results[2]])[:2] == [(1, "anna"), (1, "elena")]


def test_figures_that_both_tables_wrote_part_their_players():
    results = [
        table(1, line("anna", 40, 1, 9, 4), line("bea", 30, 2)),
        table(2, line("carla", 40, 1, 8), line("dora", 30, 2)),
    ]
    assert ranking(["anna", "bea", "carla", "dora"], results)[:2] == [(1, "anna"), (2, "carla")]


def test_equal_rows_share_a_rank_and_the_next_is_skipped():
    results = [table(1, "anna 40", "bea 30"), table(2, "carlo 40", "dario 20")]
    assert ranking(["anna", "bea", "carlo", "dario"], results) == [(1, "anna"), (1, "carlo"), (3, "bea"), (4, "dario")]


def test_whoever_never_played_comes_last_and_level():
    assert ranking([*EVERYBODY, "zoe", "yuri"], FIRST_ROUND)[-2:] == [(9, "yuri"), (9, "zoe")]


def test_nobody_has_played_yet():
    assert ranking(["bea", "anna"], []) == [(1, "anna"), (1, "bea")]


def test_totals_are_exact():
    results = [table(1, "anna 0.1", "bea 0.05"), final(1, "anna 0.2", "bea 0.07")]
    assert [one.total for one in standings(TORNEO, ["anna", "bea"], results)] == [Decimal("0.3"), Decimal("0.12")]


def test_a_win_is_a_first_place_that_nobody_shares():
    shared = TableResult(1, 1, (line("anna", 40, 1), line("bea", 40, 1), line("carlo", 3, 3)))
    assert [one.wins for one in standings(TORNEO, ["anna", "bea", "carlo"], [shared])] == [0, 0, 0]
    assert of("anna", EVERYBODY, FIRST_ROUND).wins == 1


def test_a_line_shows_every_round_of_the_plan():
    plan = Format("k", (TWO_EACH, Stage("final", (4,), 0)), "fewer-rounds")
    assert [score and score.points for score in of("anna", EVERYBODY, FIRST_ROUND, (), plan).per_round] == [60, None]
    assert of("dario", EVERYBODY, [*FIRST_ROUND, FINAL]).reached == 1


def test_someone_eliminated_keeps_place_and_figure():
    results = [table(1, "anna 40", "bea 10", line("carlo", 0, 3, out=True))]
    carlo = of("carlo", ["anna", "bea", "carlo"], results)
    assert (carlo.rank, carlo.last.eliminated, carlo.total) == (3, True, 0)


def test_a_penalty_of_a_round_changes_its_points_and_the_total():
    """gina's 30.5 become 28.5; she stays third at her table, and behind carlo, third with 40."""
    gina = of("gina", EVERYBODY, FIRST_ROUND, [PenaltyPoints("gina", Decimal(2), 1)])
    assert (gina.last.points, gina.total, gina.penalty) == (Decimal("28.5"), Decimal("28.5"), 2)


def test_a_penalty_without_a_round_changes_the_total_alone():
    gina = of("gina", EVERYBODY, FIRST_ROUND, [PenaltyPoints("gina", Decimal(2))])
    assert (gina.last.points, gina.total) == (Decimal("30.5"), Decimal("28.5"))


def test_a_penalty_of_a_round_not_played_is_taken_from_the_total():
    assert of("zoe", [*EVERYBODY, "zoe"], FIRST_ROUND, [PenaltyPoints("zoe", Decimal(5), 1)]).total == -5


def test_a_penalty_decides_between_two_third_places():
    before, after = [], [PenaltyPoints("carlo", Decimal(20), 1)]
    assert order(EVERYBODY, FIRST_ROUND, before).split()[4:6] == ["carlo", "gina"]
    assert order(EVERYBODY, FIRST_ROUND, after).split()[4:6] == ["gina", "carlo"]


@given(st.permutations(EVERYBODY), st.permutations([*FIRST_ROUND, FINAL]))
def test_the_order_of_the_arguments_does_not_matter(entrants, results):
    assert standings(TORNEO, entrants, results) == standings(TORNEO, EVERYBODY, [*FIRST_ROUND, FINAL])


@pytest.mark.parametrize(
    "results",
    [
        [table(1, "anna 1", "nobody 0")],
        [table(1, "anna 1", "anna 0")],
        [table(1, "anna 1"), table(2, "anna 0")],
    ],
)
def test_results_that_cannot_be_are_refused(results):
    with pytest.raises(ImpossibleResult):
        standings(TORNEO, EVERYBODY, results)


def test_the_same_player_may_sit_in_two_rounds():
    assert of("anna", EVERYBODY, [table(1, "anna 1"), final(1, "anna 2")]).total == 3


# Those whom one has met


def duel(number: int, first: str, second: str, *, round_: int, drawn: bool = False) -> TableResult:
    return TableResult(round_, number, (line(first, 0, 1), line(second, 0, 1 if drawn else 2)))


MEETINGS = (
    duel(1, "anna", "bea", round_=1),
    duel(2, "carlo", "dario", round_=1, drawn=True),
    duel(1, "anna", "carlo", round_=2),
    duel(2, "bea", "dario", round_=2),
)
"""
        total   opponents         beaten
anna    2       1 + 0.5 = 1.5     1 + 0.5 = 1.5
bea     1       2 + 0.5 = 2.5     0.5
carlo   0.5     0.5 + 2 = 2.5     0.5 / 2
dario   0.5     0.5 + 1 = 1.5     0.5 / 2
"""
FOUR = ["anna", "bea", "carlo", "dario"]


def ranks(regulation, entrants, *args, **kwargs) -> dict[str, int]:
    return {one.entrant: one.rank for one in standings(regulation, entrants, *args, **kwargs)}


def test_level_totals_are_parted_by_what_the_opponents_have():
    assert ranks(by("total", "opponents"), FOUR, MEETINGS) == {"anna": 1, "bea": 2, "carlo": 3, "dario": 4}
    assert ranks(by("opponents"), FOUR, MEETINGS) == {"bea": 1, "carlo": 1, "anna": 3, "dario": 3}


def test_those_beaten_count_whole_and_those_one_drew_with_by_half():
    assert ranks(by("total", "beaten"), FOUR, MEETINGS) == {"anna": 1, "bea": 2, "carlo": 3, "dario": 3}
    assert ranks(by("beaten"), FOUR, MEETINGS) == {"anna": 1, "bea": 2, "carlo": 3, "dario": 3}
    assert ranks(by("beaten"), FOUR, MEETINGS[2:]) == {"anna": 1, "bea": 1, "carlo": 1, "dario": 1}


def test_a_draw_counts_more_than_a_defeat():
    results = [duel(1, "anna", "bea", round_=1, drawn=True), duel(2, "carlo", "dario", round_=1)]
    assert ranks(by("beaten"), FOUR, results) == {"anna": 1, "bea": 1, "carlo": 3, "dario": 3}


def test_at_a_table_of_three_everybody_has_met_both_others():
    results = [table(1, "anna 9", "bea 5", "carlo 1")]
    assert ranks(by("opponents", base=TORNEO), ["anna", "bea", "carlo"], results) == {"carlo": 1, "bea": 2, "anna": 3}


def test_a_penalty_of_an_opponent_is_felt_by_those_who_met_him():
    """Without anna's two, bea and carlo have half a point of opponents."""
    taken = [PenaltyPoints("anna", Decimal(2))]
    assert ranks(by("opponents"), FOUR, MEETINGS, taken) == {"anna": 1, "dario": 1, "bea": 3, "carlo": 3}


def test_somebody_who_met_nobody_has_no_opponents():
    assert ranks(by("opponents", "beaten"), [*FOUR, "zoe"], MEETINGS)["zoe"] == 5


# The round before


BEFORE = by("total", "previous", base=TORNEO)


def two_rounds(*penalties: PenaltyPoints) -> dict[str, int]:
    """anna 40 and 30, bea 35 and 25; anna's ten are taken somewhere, so both have sixty."""
    results = [table(1, "anna 40", "bea 35"), final(1, "anna 30", "bea 25")]
    return ranks(BEFORE, ["anna", "bea"], results, penalties)


def test_level_totals_are_parted_by_the_standings_of_the_round_before():
    assert two_rounds(PenaltyPoints("anna", Decimal(10), 2)) == {"anna": 1, "bea": 2}
    assert two_rounds(PenaltyPoints("anna", Decimal(10), 1)) == {"bea": 1, "anna": 2}
    assert two_rounds(PenaltyPoints("anna", Decimal(10))) == {"bea": 1, "anna": 2}


def test_in_the_first_round_there_is_no_round_before():
    assert ranks(BEFORE, ["anna", "bea"], [table(1, "anna 40"), table(2, "bea 40")]) == {"anna": 1, "bea": 1}


def test_the_round_before_is_in_points_of_the_tournament_that_are_not_counted_twice():
    """Fifty for a first place: anna 20 + 50 and bea 75, then five for anna. Counted twice anna's first round would be 120."""
    scored = by("total", "previous", base=presets()["open"])
    results = [
        table(1, "anna 20", "carla 0"),
        table(2, "dora 80", "bea 75"),
        table(1, "carla 9", "anna 5", round_=2),
        table(2, "dora 9", "bea 0", round_=2),
    ]
    found = {one.entrant: (one.rank, one.total) for one in standings(scored, ["anna", "bea", "carla", "dora"], results)}
    assert (found["bea"], found["anna"]) == ((2, 75), (3, 75))


# How far one has come


def test_in_a_bracket_whoever_is_further_stands_before_those_who_won_more():
    """carla lost and was brought back: she plays the second round, anna does not."""
    results, entrants = (
        [duel(1, "anna", "carla", round_=1), duel(2, "bea", "dora", round_=1)],
        ["anna", "bea", "carla", "dora"],
    )
    of = {plan.kind: plan for plan in possible_formats(4, ARBA)}
    reached = {"bea": 2, "carla": 2}
    assert ranks(ARBA, entrants, results, format_=of["bracket"], reached=reached) == {
        "bea": 1, "carla": 2, "anna": 3, "dora": 4,
    }  # fmt: skip
    in_a_swiss = ranks(by("reached", "total"), entrants, results, format_=of["swiss"], reached=reached)
    assert in_a_swiss == {"anna": 1, "bea": 1, "carla": 3, "dora": 3}


def test_who_wins_the_final_of_a_bracket_is_first_however_many_games_the_other_won():
    """anna passed the first round without playing, and wins the final: both have two wins, bea more from her opponents."""
    of = {plan.kind: plan for plan in possible_formats(3, ARBA)}
    results = [duel(1, "bea", "carla", round_=1), duel(1, "anna", "bea", round_=2)]
    reached = {"anna": 2, "bea": 2, "carla": 1}
    assert ranks(ARBA, reached, results, format_=of["bracket"], reached=reached) == {"anna": 1, "bea": 2, "carla": 3}
    penalties = [PenaltyPoints("anna", Decimal(1))]
    assert ranks(ARBA, reached, results, penalties, of["bracket"], reached=reached)["anna"] == 1


def test_whoever_plays_a_final_stands_before_the_others_by_his_place_in_it():
    """Two rounds for all, a final in the third: bea wins it, anna has most points."""
    rounds = by("reached", "final", "total", base=presets()["raduno"], rounds=2, scoring=TORNEO.scoring)
    results = [table(1, "anna 60", "bea 50", "carla 40", round_=1), table(1, "anna 60", "bea 50", "carla 40", round_=2)]
    assert ranks(rounds, ["anna", "bea", "carla"], results) == {"anna": 1, "bea": 2, "carla": 3}
    results.append(table(1, "bea 9", "anna 8", round_=3))
    assert ranks(rounds, ["anna", "bea", "carla"], results) == {"bea": 1, "anna": 2, "carla": 3}


WITH_PLAYOFFS = [regulation for regulation in presets().values() if regulation.bands]


@pytest.mark.parametrize("regulation", WITH_PLAYOFFS, ids=lambda regulation: regulation.slug)
@pytest.mark.parametrize("has_seat", [True, False])
def test_whoever_reached_the_final_and_did_not_play_it_stands_behind_all_who_did(regulation, has_seat):
    """anna leads every qualifying round and has a place in the final; zoe plays in her stead."""
    night = ("anna 84", "bea 70", "carla 60", "dora 50", "zoe 40")
    results = [table(1, *night, round_=number) for number in range(1, regulation.rounds + 1)]
    last = regulation.rounds + 1
    reached = {"anna": last} if has_seat else {}
    entrants = ["anna", "bea", "carla", "dora", "zoe"]
    assert ranks(regulation, entrants, results, reached=reached)["anna"] == 1
    results.append(table(1, "zoe 4", "dora 3", "carla 2", "bea 1", round_=last))
    assert ranks(regulation, entrants, results, reached=reached) == {
        "zoe": 1, "dora": 2, "carla": 3, "bea": 4, "anna": 5,
    }  # fmt: skip


COUNTINGS = [
    Counting(),
    Counting(discards=1),
    Counting(discards=1, absences_are_discards=True),
    Counting(best=1),
    Counting(needed=2, entry=Decimal(80)),
]


@pytest.mark.parametrize("regulation", WITH_PLAYOFFS, ids=lambda regulation: regulation.slug)
@pytest.mark.parametrize("counting", COUNTINGS)
def test_a_semifinal_and_a_final_change_nothing_for_those_who_do_not_play_them(regulation, counting):
    """dora misses the second night, elena plays only that one."""
    regulation = msgspec.structs.replace(regulation, rounds=3, counting=counting, scoring=TORNEO.scoring)
    nights = [
        table(1, "anna 60", "bea 50", "carla 40", "dora 30", "fabia 20", round_=1),
        table(1, "bea 45", "anna 44", "elena 43", "carla 42", "fabia 9", round_=2),
        table(1, "anna 60", "bea 50", "dora 40", "carla 30", "fabia 20", round_=3),
    ]
    playoffs = [table(1, "bea 10", "anna 8", round_=4), table(1, "anna 7", "bea 3", round_=5)]
    entrants = ["anna", "bea", "carla", "dora", "elena", "fabia"]
    before, after = (
        {one.entrant: (one.total, one.discarded, one.is_enough) for one in standings(regulation, entrants, results)}
        for results in (nights, nights + playoffs)
    )
    assert {name: after[name] for name in entrants[2:]} == {name: before[name] for name in entrants[2:]}
    for name, points in (("anna", 15), ("bea", 13)):
        assert after[name] == (before[name][0] + points, *before[name][1:]), "what they score there is added"


def test_a_round_more_than_the_regulation_names_is_no_playoff_where_nobody_is_cut():
    open_ = by("total", base=presets()["open"], rounds=2, counting=Counting(discards=1), scoring=TORNEO.scoring)
    results = [
        table(1, "anna 40", "bea 30"),
        table(1, "bea 60", "anna 20", round_=2),
        table(1, "anna 50", "bea 10", round_=3),
    ]
    found = {one.entrant: (one.total, one.discarded) for one in standings(open_, ["anna", "bea"], results)}
    assert found == {"anna": (90, (2,)), "bea": (90, (3,))}


def test_the_place_in_a_semifinal_is_not_compared_with_the_place_in_a_final():
    """Two finals side by side: bea won her semifinal and waits at the second one, carla came fourth in the first."""
    regulation = by("reached", "final", "total", base=presets()["raduno"], rounds=1, scoring=TORNEO.scoring)
    qualifying = table(1, "anna 60", "bea 50", "carla 40", "dora 30")
    semifinal = table(1, "bea 60", "carla 50", "dora 40", "anna 30", round_=2)
    first_final = table(1, "anna 9", "dora 8", "carla 7", round_=3)
    found = ranks(
        regulation, ["anna", "bea", "carla", "dora"], [qualifying, semifinal, first_final], reached={"bea": 3}
    )
    assert found == {"anna": 1, "dora": 2, "carla": 3, "bea": 4}


@pytest.mark.parametrize(("key", "first"), [("best", "anna"), ("second", "bea"), ("third", "carla")])
def test_single_results_are_compared_from_the_best_down(key, first):
    scores = {"anna": (90, 1, 1), "bea": (80, 70, 1), "carla": (60, 50, 40)}
    results = [
        TableResult(number, 1, tuple(line(name, of[number - 1], 2) for name, of in scores.items()))
        for number in (1, 2, 3)
    ]
    found = ranks(by(key, base=TORNEO), [*scores, "zoe"], results)
    assert (found[first], found["zoe"]) == (1, 4)


def test_a_line_tells_rounds_penalties_and_tie_breaks():
    results = [table(1, line("anna", 40, 1, 9, 1)), final(1, line("anna", 30, 2, 7, 3))]
    result = [
        PenaltyPoints("anna", Decimal(2), 1),
        PenaltyPoints("anna", Decimal(3), 1),
        PenaltyPoints("anna", Decimal(1)),
    ]
    anna = of("anna", ["anna", "bea"], results, result)
    assert [(score.round, score.table, score.points, score.place, score.is_win) for score in anna.per_round] == [
        (1, 1, 35, 1, True),
        (2, 1, 30, 2, False),
    ]
    assert (anna.total, anna.penalty, anna.reached, anna.wins, anna.tiebreaks) == (64, 6, 2, 1, (7, 3))
    bea = of("bea", ["anna", "bea"], results, result)
    assert (bea.total, bea.penalty, bea.reached, bea.wins, bea.tiebreaks, bea.last) == (0, 0, 0, 0, (), None)
