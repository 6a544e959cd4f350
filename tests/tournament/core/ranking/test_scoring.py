"""What a table's points are worth by each preset, on the figures of the sources; which rounds count; teams."""

from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.formats import NoFormat, possible_formats
from tournament.core.ranking.qualification import qualified, reserve_order
from tournament.core.ranking.scoring import (
    BadLineUp,
    counted,
    refuse_line_up,
    refuse_team,
    rounded,
    team_standings,
    tournament_points,
)
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import BadRegulation, Counting, Scoring, Teams, from_json, presets, to_json
from tournament.core.results import ResultRow, TableResult

PRESETS = presets()


def rows_of(*lines: str) -> list[ResultRow]:
    """Lines as "points place", with an x for the eliminated; the first of two level ones leads by a tie-break."""
    return [
        ResultRow(str(n), Decimal(p), (Decimal(-n),), int(rank), bool(out))
        for n, (p, rank, *out) in enumerate(map(str.split, lines))
    ]


def worth(preset: str, *lines: str) -> list[str]:
    """What each line is worth, in the same order."""
    return [str(points.normalize() + 0) for points in tournament_points(rows_of(*lines), PRESETS[preset].scoring)]


def table(number: int, *lines: str, round_: int = 1) -> TableResult:
    """Lines in order of place: "anna 40"."""
    rows = (
        ResultRow(name, Decimal(points), (), place) for place, (name, points) in enumerate(map(str.split, lines), 1)
    )
    return TableResult(round_, number, tuple(rows))


# Presets


def test_the_presets_of_the_circuit_are_here():
    circuit = {"raduno", "master", "open", "cns", "gufo", "spartac", "scaligero", "league", "risiko-torneo"}
    assert circuit <= set(PRESETS)


@pytest.mark.parametrize("slug", sorted(PRESETS))
def test_a_frozen_copy_of_every_preset_is_the_same(slug):
    assert from_json(to_json(PRESETS[slug])) == PRESETS[slug]


@pytest.mark.parametrize("slug", ["raduno", "master", "open", "cns", "gufo", "spartac", "scaligero", "league"])
def test_where_sources_disagree_or_are_silent_a_preset_says_so(slug):
    assert all(note.it and note.en for note in PRESETS[slug].source_notes)
    assert PRESETS[slug].source_notes


OTHERS = {
    "by_size": dict.fromkeys("2345", Decimal("0.5")), "eliminated": (Decimal(77),), "first_shared": Decimal(17),
    "objective": Decimal(500), "objective_place": Decimal(400), "sole_winner": True,
}  # fmt: skip
"""Another choice for each field of the score of which a preset says that its sources are silent or disagree."""
DOUBTS = [
    (slug, note.field.removeprefix("scoring."))
    for slug, rules in PRESETS.items()
    for note in rules.source_notes
    if note.field.startswith("scoring.")
]


@pytest.mark.parametrize(("slug", "field"), DOUBTS)
def test_another_choice_changes_what_somebody_gets(slug, field):
    """What an organizer is told to change, where the sources are silent, has an effect."""
    tables = (
        ("60 1", "60 2", "40 3", "0 4 x"), ("60 1", "60 1", "40 3", "20 4"), ("100 1", "40 2", "20 3", "0 4 x"),
    )  # fmt: skip
    scoring = PRESETS[slug].scoring
    changed = msgspec.structs.replace(scoring, **{field: OTHERS[field]})
    sheets = [rows_of(*lines) for lines in tables]
    assert [tournament_points(rows, scoring) for rows in sheets] != [
        tournament_points(rows, changed) for rows in sheets
    ]


# What points are worth


def sheet(*lines: str) -> list[ResultRow]:
    """Lines as "points place tie-break"."""
    split = [line.split() for line in lines]
    return [ResultRow(str(n), Decimal(p), (Decimal(t),), int(r)) for n, (p, r, t) in enumerate(split)]


def test_who_reaches_the_objective_has_its_points_in_place_of_the_own_ones():
    scoring = Scoring(objective_points=Decimal(60))
    assert tournament_points(sheet("100 1 0", "99 2 0"), scoring) == (60, 99)
    assert tournament_points(sheet("100 1 0", "99 2 0"), Scoring()) == (100, 99)


def test_an_endless_quotient_is_rounded_half_up_at_the_sixth_decimal():
    assert rounded(Decimal("0.0000005"), Scoring()) == Decimal("0.000001")
    assert rounded(Decimal("0.0000004"), Scoring()) == 0


def test_a_sole_winner_of_a_shared_first_place_is_who_leads_by_the_tie_breaks():
    shared, sole = Scoring(first=Decimal(50), first_shared=Decimal(25)), Scoring(first=Decimal(50), sole_winner=True)
    lines = sheet("40 1 7", "40 1 9", "20 3 0")
    assert tournament_points(lines, shared) == (65, 65, 20)
    assert tournament_points(lines, sole) == (40, 90, 20)


def test_a_first_place_that_the_tie_breaks_do_not_part_stays_shared():
    sole = Scoring(first=Decimal(50), first_shared=Decimal(25), sole_winner=True)
    assert tournament_points(sheet("40 1 9", "40 1 9", "40 1 7", "0 4 0"), sole) == (65, 65, 40, 0)


def test_a_tie_break_that_one_of_the_first_did_not_write_leaves_the_first_place_shared():
    sole = Scoring(first=Decimal(50), first_shared=Decimal(25), sole_winner=True)
    silent, written = sheet("40 1 9", "40 1 7")
    silent = msgspec.structs.replace(silent, tiebreaks=())
    assert tournament_points((silent, written), sole) == (65, 65)


def test_only_the_place_counts_where_the_regulation_says_so():
    assert worth("arba", "31 1", "12 2") == ["1", "0"]
    assert worth("arba", "20 1", "20 1") == ["0.5", "0.5"]
    assert worth("arba", "0 1") == ["1"]


def test_the_plain_regulation_leaves_points_as_they_are():
    assert worth("risiko-torneo", "60 1", "50.5 2", "0 3") == ["60", "50.5", "0"]


def test_raduno_adds_fifty_for_the_first_or_twenty_five_each():
    assert worth("raduno", "60 1", "50 2", "40 3", "10 4") == ["110", "50", "40", "10"]
    assert worth("raduno", "60 1", "60 1", "40 3", "10 4") == ["85", "85", "40", "10"]


def test_master_counts_thousandths_rounded_up_and_one_for_the_win():
    """The sources' own examples: 21 points at five are 0.02625, so 0.027; 1.050 and 0.041 make 1.091."""
    assert worth("master", "50 1", "41 2", "3 3", "0 4") == ["1.05", "0.041", "0.003", "0"]
    assert worth("master", "22 1", "21 2", "3 3", "2 4", "0 5") == ["1.028", "0.027", "0.004", "0.003", "0"]


def test_master_stops_at_a_tenth_and_the_objective_is_worth_1_100():
    assert worth("master", "84 1", "82 2", "0 3", "0 3", "0 3")[:2] == ["1.1", "0.1"]
    assert worth("master", "100 1", "70 2", "0 3", "0 3")[:2] == ["1.1", "0.07"]


def test_open_has_a_factor_for_fives_and_threes_and_stops_at_150():
    assert worth("open", "60 1", "40 2", "20 3", "8 4", "0 5") == ["125", "50", "25", "10", "0"]
    assert worth("open", "84 1", "10 2", "0 3", "0 3", "0 3")[0] == "150"
    assert worth("open", "60 1", "40 2", "20 3") == ["95", "30", "15"]


def test_gufo_gives_12_7_5_3_2_by_place_and_less_to_the_eliminated():
    assert worth("gufo", "50 1", "40 2", "30 3", "20 4", "10 5") == ["12.5", "7.4", "5.3", "3.2", "2.1"]
    assert worth("gufo", "50 1", "40 2", "0 3 x", "0 4 x") == ["12.5", "7.4", "3", "2"]
    assert worth("gufo", "100 1", "0 2 x", "0 3 x", "0 4 x", "0 5 x") == ["13", "3", "2", "1", "0"]


def test_those_level_share_the_sum_of_their_places():
    assert worth("gufo", "50 1", "40 2", "40 2", "20 4") == ["12.5", "6.4", "6.4", "3.2"]


def test_the_team_championship_gives_thirteen_for_the_objective_and_a_factor():
    assert worth("cns", "100 1", "40 2", "20 3", "4 4") == ["14", "7.4", "5.2", "3.04"]
    assert worth("cns", "60 1", "40 2", "20 3", "8 4", "4 5") == ["12.75", "7.5", "5.25", "3.1", "2.05"]


def test_spartac_measures_everybody_against_the_winner():
    assert worth("spartac", "60 1", "50 2", "40 3", "0 4") == ["160", "90", "80", "40"]
    assert worth("spartac", "60 1", "50 2", "40 3", "0 4", "0 4") == ["175", "90", "80", "40", "40"]


def test_a_winner_beside_others_takes_what_a_shared_first_place_gives_beside_the_own_points():
    spartac = PRESETS["spartac"].scoring
    halves = msgspec.structs.replace(spartac, first_shared=Decimal(50))
    rows = rows_of("60 1", "60 2", "40 3", "0 4")
    assert tournament_points(rows, spartac) == (160, 160, 80, 40)
    assert tournament_points(rows, halves) == (110, 110, 80, 40)


def test_spartac_gives_186_for_the_objective_and_counts_the_winner_as_a_hundred():
    assert worth("spartac", "100 1", "50 2", "40 3", "0 4") == ["186", "50", "40", "0"]


def test_scaligero_gives_a_hundred_for_the_win():
    assert worth("scaligero", "60 1", "50 2", "40 3", "0 4") == ["160", "50", "40", "0"]


def test_percent_of_the_table_is_exact_until_it_is_rounded():
    rows = [ResultRow(n, Decimal(p), (), r) for n, p, r in (("a", 40, 1), ("b", 20, 2), ("c", 0, 3))]
    scored = tournament_points(rows, Scoring(method="percent", decimals=2))
    assert scored == (Decimal("66.67"), Decimal("33.33"), Decimal("0.00"))


@given(st.lists(st.integers(0, 84), min_size=3, max_size=5, unique=True), st.sampled_from(sorted(PRESETS)))
def test_more_points_at_a_table_are_never_worth_less(points, slug):
    points.sort(reverse=True)
    rows = [ResultRow(str(n), Decimal(p), (), n + 1) for n, p in enumerate(points)]
    scored = tournament_points(rows, PRESETS[slug].scoring)
    assert list(scored) == sorted(scored, reverse=True)


# Which rounds count


def total(counting: Counting, *scores) -> tuple[str, tuple, tuple, bool]:
    result = counted([None if score is None else Decimal(score) for score in scores], counting)
    return str(result.total), result.rounds, result.discarded, result.is_enough


def test_without_rules_every_round_counts():
    assert total(Counting(), 10, None, 30) == ("40", (1, 3), (), True)


def test_the_worst_is_discarded_and_of_equals_the_later():
    assert total(Counting(discards=1), 10, 30, 10) == ("40", (1, 2), (3,), True)


def test_an_absence_uses_up_a_discard():
    assert total(Counting(discards=1, absences_are_discards=True), 10, None, 30) == ("40", (1, 3), (), True)
    assert total(Counting(discards=1), 10, None, 30) == ("30", (3,), (1,), True)


def test_absences_beyond_the_discards_count_nothing():
    assert total(Counting(discards=1, absences_are_discards=True), None, None, 30) == ("30", (3,), (), True)


def test_the_first_night_counts_for_all_who_were_there():
    assert total(Counting(discards=2, absences_are_discards=True), 30) == ("30", (1,), (), True)


def test_the_best_so_many_count():
    assert total(Counting(best=2), 10, 30, 20) == ("50", (2, 3), (1,), True)


def test_three_of_four_games_are_needed_and_the_entry_counts():
    scaligero = PRESETS["scaligero"].counting
    assert total(scaligero, 160, 50, None, 40) == ("330", (1, 2, 4), (), True)
    assert total(scaligero, 160, None, None, 40) == ("280", (1, 4), (), False)


# Teams


def test_nine_of_twelve_results_make_the_team():
    results = {"rossi": [Decimal(n) for n in range(1, 13)], "blu": [Decimal(8)] * 9 + [Decimal(1)] * 3}
    lines = team_standings(results, PRESETS["cns"])
    assert [(line.rank, line.team, line.total) for line in lines] == [(1, "rossi", 72), (2, "blu", 72)]
    assert (lines[0].results, lines[0].discarded) == ((12, 11, 10, 9, 8, 7, 6, 5, 4), (3, 2, 1))


def test_a_regulation_says_how_many_results_make_the_team():
    of_two = msgspec.structs.replace(PRESETS["cns"], teams=Teams(best=2))
    (line,) = team_standings({"rossi": [Decimal(3), Decimal(9), Decimal(5)]}, of_two)
    assert (line.total, line.results, line.discarded) == (14, (9, 5), (3,))


def test_penalties_are_taken_off_the_total_of_a_team():
    results = {"rossi": [Decimal(10), Decimal(9)], "blu": [Decimal(8), Decimal(7)]}
    lines = team_standings(results, PRESETS["cns"], {"rossi": Decimal(5)})
    assert [(line.rank, line.team, line.total, line.penalty) for line in lines] == [
        (1, "blu", 15, 0),
        (2, "rossi", 14, 5),
    ]


def test_teams_level_on_every_result_share_a_rank():
    results = {"a": [Decimal(5)], "b": [Decimal(5)], "c": [Decimal(1)]}
    assert [line.rank for line in team_standings(results, PRESETS["cns"])] == [1, 1, 3]


@pytest.mark.parametrize("line_up", ["abc", "abcz", "aabc", "abcde"])
def test_a_line_up_is_four_of_the_team(line_up):
    with pytest.raises(BadLineUp):
        refuse_line_up(line_up, "abcdef", Teams())


@pytest.mark.parametrize("members", ["abc", "aabcd", "abcdefghijklm"])
def test_a_team_is_of_four_to_twelve(members):
    with pytest.raises(BadLineUp):
        refuse_team(members, Teams())


def test_the_twins_of_team_and_line_up_pass():
    assert [refuse_team(members, Teams()) for members in ("abcd", "abcdef", "abcdefghijkl")] == [None] * 3
    assert refuse_line_up("fabc", "abcdef", Teams()) is None


# Everybody plays, then the standings say who goes on


@pytest.mark.parametrize(
    ("slug", "entrants", "tables", "direct"),
    [
        ("raduno", 36, [9, 9, 2, 1], 2),
        ("raduno", 37, [9, 9, 4, 1], 0),
        ("raduno", 116, [29, 29, 8, 2], 0),
        ("raduno", 200, [50, 50, 20, 5], 0),
        ("master", 49, [12, 12, 2, 1], 2),
        ("master", 50, [12, 12, 4, 1], 0),
        ("master", 199, [49, 49, 12, 3], 0),
        ("master", 200, [50, 50, 16, 4], 0),
        ("open", 20, [5, 5, 5], 0),
        ("league", 14, [3] * 8 + [2, 1], 2),
    ],
)
def test_the_plan_of_a_field(slug, entrants, tables, direct):
    plan = possible_formats(entrants, PRESETS[slug])[0]
    assert [len(stage.tables) for stage in plan.stages] == tables
    assert sum(stage.direct for stage in plan.stages) == direct
    assert len(plan.stages[-1].tables) * 4 == plan.stages[-1].players or slug == "open"


@pytest.mark.parametrize("slug", ["raduno", "master"])
def test_a_field_too_small_for_semifinals_has_no_plan(slug):
    with pytest.raises(NoFormat):
        possible_formats(8, PRESETS[slug])


ROUNDS = [
    table(1, "a 60", "b 50", "c 40", "d 10"),
    table(2, "e 55", "f 30", "g 20", "h 5"),
    table(3, "i 50", "j 40", "k 30", "l 4"),
    table(1, "a 61", "e 50", "i 41", "b 2", round_=2),
    table(2, "f 70", "j 30", "c 20", "g 1", round_=2),
    table(3, "k 45", "d 30", "h 20", "l 0", round_=2),
]
"""raduno: a 110+111=221, f 30+120=150, e 105+50=155, i 100+41=141, k 30+95=125, j 70, c 60, b 52, d 40, h 25, g 21, l 4"""


def test_the_first_two_wait_for_the_final_and_the_next_eight_play_semifinals():
    stage = possible_formats(12, PRESETS["raduno"])[0].stages[1]
    result = qualified(stage, ROUNDS[3:], PRESETS["raduno"], so_far=ROUNDS[:3])
    assert [who.entrant for who in result.waiting] == ["a", "e"]
    assert "".join(who.entrant for who in result.through) == "fikjcbdh"
    semifinal = possible_formats(12, PRESETS["raduno"])[0].stages[2]
    results = [table(1, "f 9", "i 8", "k 7", "j 6", round_=3), table(2, "h 9", "c 8", "b 7", "d 6", round_=3)]
    final = qualified(semifinal, results, PRESETS["raduno"], waiting=["a", "e"])
    assert sorted(who.entrant for who in final.everybody) == ["a", "e", "f", "h"]


def test_whoever_gives_up_a_semifinal_is_replaced_by_the_next_in_the_standings():
    stage = possible_formats(12, PRESETS["raduno"])[0].stages[1]
    through_ids = [*"fikjcbdhae"]
    requested = reserve_order(
        stage, ROUNDS[3:], PRESETS["raduno"], giving_up="f", through_ids=through_ids, so_far=ROUNDS[:3]
    )
    assert [[who.entrant for who in group] for group in requested] == [["g"], ["l"]]


def test_a_tie_at_the_cut_waits_for_a_decision():
    level = [table(1, "a 60", "b 50", "c 40", "d 10"), table(2, "e 60", "f 50", "g 40", "h 10")]
    regulation = PRESETS["league"]
    stage = possible_formats(8, regulation)[0].stages[7]
    result = qualified(stage, level, regulation)
    assert (result.tied, [who.entrant for who in result.through]) == ((), ["a", "e", "b", "f"])
    three = [table(1, "a 60", "b 50", "c 40", "d 10"), table(2, "e 60", "f 40", "g 40", "h 10")]
    tied = qualified(stage, three, regulation).tied
    assert [(tie.entrants, tie.places) for tie in tied] == [(("c", "f", "g"), 1)]
    decided = qualified(stage, three, regulation, decided=["g", "c", "f"])
    assert [(who.entrant, who.why) for who in decided.through][-1] == ("g", "standings-by-lot")


def test_the_wildcard_has_the_best_single_score_of_the_others():
    """Best two nights: d 290, a 280, k 260, e 178, f 176, i 174, j 158, c 156, b 154, h 138, g 136, l one night of 99."""
    first = [table(1, "a 90", "e 89", "f 88", "i 87"), table(2, "k 80", "j 79", "c 78", "b 77")]
    nights = [TableResult(night, one.table, one.rows) for night in range(1, 5) for one in first]
    nights += [table(3, "d 120", "l 99", "h 69", "g 68")]
    nights += [table(3, "d 70", "h 69", "g 68", round_=night) for night in range(2, 5)]
    regulation = msgspec.structs.replace(PRESETS["league"], rounds=4)
    result = qualified(
        possible_formats(12, regulation)[0].stages[3],
        [one for one in nights if one.round == 4],
        regulation,
        so_far=[one for one in nights if one.round < 4],
    )
    assert [who.entrant for who in result.waiting] == ["d", "a"]
    assert "".join(who.entrant for who in result.through) == "kefijcb"
    assert [(who.entrant, who.points) for who in result.runners_up] == [("l", Decimal(99))]


def test_whoever_played_too_few_games_stands_after_all_the_others_and_does_not_go_on():
    games = [table(1, "a 60", "b 50", "c 40", "d 10", round_=n) for n in (1, 2)]
    games += [table(1, "e 10", "b 5", "c 4", "d 3", round_=n) for n in (3, 4)]
    lines = standings(PRESETS["scaligero"], "abcde", games)
    assert [(line.entrant, line.is_enough) for line in lines][-2:] == [("a", False), ("e", False)]
    stage = possible_formats(5, PRESETS["scaligero"])[0].stages[3]
    result = qualified(stage, games[-1:], PRESETS["scaligero"], so_far=games[:-1])
    assert sorted(who.entrant for who in result.through) == ["b", "c", "d"]


def test_the_final_decides_whatever_the_totals_say():
    """a leads by far, and comes second in the final."""
    final = [table(1, "f 30", "a 20", "h 10", "e 5", round_=4)]
    semifinals = [table(1, "f 9", "i 8", "k 7", "j 6", round_=3), table(2, "h 9", "c 8", "b 7", "d 6", round_=3)]
    lines = standings(PRESETS["raduno"], "abcdefghijkl", [*ROUNDS, *semifinals, *final])
    assert "".join(line.entrant for line in lines) == "fahe" + "ic" + "kb" + "jd" + "gl"


def test_a_night_missed_does_not_put_anybody_behind_those_who_came():
    nights = [table(1, "a 90", "b 80", "c 10", "d 9"), table(1, "b 9", "c 8", "d 7", round_=2)]
    assert standings(PRESETS["league"], "abcd", nights)[0].entrant == "a"


def test_everybody_goes_on_where_everybody_plays():
    stage = possible_formats(8, PRESETS["open"])[0].stages[0]
    results = [table(1, "a 6", "b 5", "c 4", "d 1"), table(2, "e 6", "f 5", "g 4", "h 1")]
    assert "".join(who.entrant for who in qualified(stage, results, PRESETS["open"]).everybody) == "abcdefgh"


def test_best_second_and_third_result_part_equal_totals_and_then_the_round_before():
    regulation = from_json(
        to_json(PRESETS["open"]).replace('["total","wins","best"]', '["total","best","second","previous"]')
    )
    games = [table(1, "a 40", "b 20", "c 15", "d 10"), table(1, "c 30", "b 20", "d 10", "a 5", round_=2)]
    lines = standings(regulation, "abcd", games)
    assert [(line.rank, line.entrant, line.total) for line in lines] == [
        (1, "a", Decimal(95)), (2, "c", Decimal(95)), (3, "b", Decimal(40)), (4, "d", Decimal(20)),
    ]  # fmt: skip


# Faults


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('"divisor":"1"', '"divisor":"0"', "scoring.divisor"),
        ('"divisor":"1"', '"divisor":"NaN"', "scoring"),
        ('"3":"0.75"', '"3":"-1"', "scoring.by_size"),
        ('"3":"0.75"', '"tre":"0.75"', "scoring.by_size"),
        ('"decimals":null', '"decimals":9', "scoring.decimals"),
        ('"discards":0', '"discards":3', "counting.discards"),
        ('"needed":0', '"needed":4', "counting.needed"),
        ('"best":null', '"best":0', "counting.best"),
        ('"advance":[]', '"advance":[1,1]', "advance"),
        ('"bands":[]', '"bands":[{"finalists":4}]', "bands"),
        ('"draw_criteria_by_round":[["club"]]', '"draw_criteria_by_round":[["luck"]]', "draw_criteria_by_round"),
    ],
)
def test_a_fault_in_an_edited_copy_names_its_field(old, new, field):
    text = to_json(PRESETS["open"])
    assert old in text
    with pytest.raises(BadRegulation) as caught:
        from_json(text.replace(old, new))
    assert caught.value.field == field


def test_the_criteria_of_a_round_are_its_own_or_the_common_ones():
    raduno = PRESETS["raduno"]
    assert [raduno.criteria_for(round_) for round_ in (1, 2, 9)] == [
        ("club", "region"), ("winners", "club", "rematch"), ("winners", "club", "rematch"),
    ]  # fmt: skip
