"""The adviser on tables on the fields that clubs know."""

import msgspec
import pytest

from tournament.core.draw import DrawEntrant, Request, draw_request
from tournament.core.formats import splits
from tournament.core.formats.table_splits import advice, forced_repeats, side_by_side, trials
from tournament.core.regulation.schema import presets

KNOCKOUT = presets()["risiko-torneo"]
TORNEO = msgspec.structs.replace(KNOCKOUT, format="rounds", advance=())


def split_words(players: int) -> list[tuple[str, int]]:
    return [(split.label, split.forced_repeats) for split in advice(players, TORNEO).splits]


def test_twenty_players_repeat_at_fives_and_not_at_fours():
    assert split_words(20) == [("5×4", 0), ("4×5", 12)]


def test_in_a_knockout_the_field_plays_one_round_together():
    assert {(split.rounds, split.forced_repeats) for split in advice(20, KNOCKOUT).splits} == {(1, 0)}


def test_twenty_three_have_one_split_of_fours_and_fives():
    """Fifteen chairs at fives in each of three rounds: 45 over 23 people is once or twice each."""
    (split,) = advice(23, TORNEO).splits
    assert (split.label, split.forced_repeats, split.fives, split.threes) == ("2×4 + 3×5", 0, (1, 2), (0, 0))


def test_eleven_cannot_be_split_and_tables_of_three_or_six_are_offered():
    result = advice(11, TORNEO)
    assert (result.splits, result.reason) == ((), "11 giocatori non si possono dividere in tavoli da 4 o 5")
    assert {split.label for split in result.fallback} == {"1×3 + 2×4", "2×3 + 1×5", "1×5 + 1×6"}


@pytest.mark.parametrize("players", range(8, 41))
def test_every_legal_split_is_there_once(players):
    found = advice(players, TORNEO).splits
    assert sorted(split.sizes for split in found) == sorted(splits(players, (4, 5)))
    assert [split.forced_repeats for split in found] == sorted(split.forced_repeats for split in found)


def test_a_field_that_has_met_completely_must_meet_again():
    """Five at one table: ten pairs meet in every round, so three rounds repeat 10 + 20."""
    assert [forced_repeats((5,), rounds) for rounds in (1, 2, 3)] == [0, 10, 30]


def test_pairs_run_out_where_tables_do_not():
    """Sixteen in fours meet everybody in five rounds: 24 of 120 pairs a round; a sixth round repeats 24."""
    assert [forced_repeats((4, 4, 4, 4), rounds) for rounds in (5, 6)] == [0, 24]


@pytest.mark.parametrize("players", [8, 9, 12, 13, 16, 17, 20])
def test_no_trial_has_fewer_repeats_than_are_forced(players):
    for split in advice(players, msgspec.structs.replace(TORNEO)).splits:
        assert all(trial.repeats >= split.forced_repeats for trial in trials(split))


def test_the_forced_repeats_of_twenty_at_fives_are_reached():
    split = advice(20, TORNEO).splits[1]
    assert [(trial.repeats, trial.fives) for trial in trials(split)] == [(12, (3, 3))]


def test_twenty_three_may_have_no_repeats_or_equal_fives_and_the_organizer_chooses():
    (split,) = advice(23, TORNEO).splits
    without_repeats, equal = trials(split)
    assert (without_repeats.first, without_repeats.repeats, without_repeats.fives) == ("rematch", 0, (1, 3))
    assert (equal.first, equal.fives) == ("fives", (1, 2))
    assert equal.repeats > 0


def test_two_draws_stand_side_by_side_where_wishes_conflict():
    field = tuple(DrawEntrant(f"p{n:02}") for n in range(23))
    sizes = (4, 4, 5, 5, 5)
    first = draw_request(Request(entrants=field, sizes=sizes, seed="1"))
    request = Request(entrants=field, sizes=sizes, seed="2", criteria=("rematch", "fives"), past=(first.tables,))
    without_repeats, equal = side_by_side(request)
    cost = [
        {result.criterion: result.cost - result.least for result in draw.results} for draw in (without_repeats, equal)
    ]
    assert (cost[0]["rematch"], cost[1]["fives"]) == (0, 0)
    assert cost[0]["fives"] > 0
    assert cost[1]["rematch"] > 0


def test_one_draw_stands_alone_where_nothing_conflicts():
    field = tuple(DrawEntrant(f"p{n:02}") for n in range(24))
    request = Request(entrants=field, sizes=(4,) * 6, seed="2", criteria=("rematch", "fives"))
    assert side_by_side(request) == (draw_request(request),)
