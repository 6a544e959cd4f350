"""Plans of rounds for every field: what is offered first, and what no plan ever breaks."""

from collections import Counter

import pytest

from tournament.core.formats import KINDS, NoFormat, possible_formats, splits
from tournament.core.regulation.schema import presets

TORNEO = presets()["risiko-torneo"]
UNSEATABLE = (1, 2, 3, 6, 7, 11)
EVERY_FIELD = [n for n in range(4, 131) if n not in UNSEATABLE]
PLAYABLE = [n for n in EVERY_FIELD if n <= 125]


def sizes_text(tables) -> str:
    """3x5+1x4: three tables of five and one of four."""
    return "+".join(f"{many}x{size}" for size, many in sorted(Counter(tables).items(), reverse=True))


def path(plan) -> str:
    """The plan as an organizer says it: tables, then how many go on."""
    steps = [
        f"{sizes_text(s.tables)} pass {s.through}" + (f"+{s.runners_up}" if s.runners_up else "") for s in plan.stages
    ]
    return " > ".join([*steps[:-1], f"final of {plan.stages[-1].players}"])


def best(entrants: int):
    return possible_formats(entrants, TORNEO)[0]


@pytest.mark.parametrize(
    ("players", "ways"),
    [
        (8, ["2x4"]),
        (9, ["1x5+1x4"]),
        (20, ["5x4", "4x5"]),
        (23, ["3x5+2x4"]),
        (40, ["10x4", "4x5+5x4", "8x5"]),
        (11, []),
        (0, []),
        (-4, []),
    ],
)
def test_splits_prefer_tables_of_four(players, ways):
    assert [sizes_text(way) for way in splits(players, (4, 5))] == ways


def test_eleven_can_be_seated_where_threes_are_allowed():
    assert [sizes_text(way) for way in splits(11, (4, 5, 3))] == ["2x4+1x3", "1x5+2x3"]


def test_a_preference_for_fives_turns_the_order_round():
    assert [sizes_text(way) for way in splits(20, (5, 4))] == ["4x5", "5x4"]


@pytest.mark.parametrize(
    ("entrants", "kind", "first_choice"),
    [
        (4, "fewer-rounds", "final of 4"),
        (5, "fewer-rounds", "final of 5"),
        (8, "fewer-rounds", "2x4 pass 2 > final of 4"),
        (13, "fewer-rounds", "1x5+2x4 pass 1+1 > final of 4"),
        (16, "fewer-rounds", "4x4 pass 1 > final of 4"),
        (23, "fewer-rounds", "3x5+2x4 pass 1 > final of 5"),
        (24, "fewer-rounds", "4x5+1x4 pass 1 > final of 5"),
        (26, "runners-up", "2x5+4x4 pass 2+4 > 4x4 pass 1 > final of 4"),
        (31, "runners-up", "3x5+4x4 pass 2+2 > 4x4 pass 1 > final of 4"),
        (32, "exact", "8x4 pass 2 > 4x4 pass 1 > final of 4"),
        (40, "exact", "10x4 pass 2 > 5x4 pass 1 > final of 5"),
        (60, "exact", "12x5 pass 2 > 4x5+1x4 pass 1 > final of 5"),
        (61, "runners-up", "1x5+14x4 pass 1+1 > 4x4 pass 1 > final of 4"),
        (64, "one-each", "16x4 pass 1 > 4x4 pass 1 > final of 4"),
        (125, "one-each", "25x5 pass 1 > 5x5 pass 1 > final of 5"),
    ],
)
def test_the_plan_that_is_offered_first(entrants, kind, first_choice):
    assert (best(entrants).kind, path(best(entrants))) == (kind, first_choice)


def test_twenty_may_also_play_at_four_tables_of_five_or_a_round_more():
    paths = [path(plan) for plan in possible_formats(20, TORNEO)]
    assert paths[:2] == ["5x4 pass 1 > final of 5", "4x5 pass 1 > final of 4"]
    assert "5x4 pass 2 > 2x5 pass 2 > final of 4" in paths
    assert "4x5 pass 2 > 2x4 pass 2 > final of 4" in paths


def test_two_one_one_is_exact_from_32_to_60_and_nowhere_else():
    assert [n for n in PLAYABLE if best(n).kind == "exact"] == list(range(32, 61))


def test_one_each_is_the_rule_from_64_to_125():
    assert [n for n in PLAYABLE if best(n).kind == "one-each"] == list(range(64, 126))


def test_from_26_to_31_and_from_61_to_63_the_best_who_missed_it_fill_the_tables():
    assert [n for n in PLAYABLE if best(n).kind == "runners-up"] == [*range(26, 32), 61, 62, 63]


@pytest.mark.parametrize("entrants", [*range(16, 26)])
def test_a_round_fewer_is_on_offer_where_four_or_five_winners_make_a_final(entrants):
    assert "fewer-rounds" in {plan.kind for plan in possible_formats(entrants, TORNEO)}


@pytest.mark.parametrize("entrants", UNSEATABLE)
def test_a_field_that_cannot_be_seated_has_no_plan_and_says_why(entrants):
    with pytest.raises(NoFormat) as caught:
        possible_formats(entrants, TORNEO)
    assert str(caught.value) == f"{entrants} giocatori non si possono dividere in tavoli da 4 o 5"


@pytest.mark.parametrize("entrants", [0, -1])
def test_nobody_has_no_plan(entrants):
    with pytest.raises(NoFormat):
        possible_formats(entrants, TORNEO)


@pytest.mark.parametrize(
    ("entrants", "first_choice"),
    [
        (126, "2x5+29x4 pass 2+2 > 16x4 pass 1 > 4x4 pass 1 > final of 4"),
        (400, "100x4 pass 1 > 25x4 pass 1 > 5x5 pass 1 > final of 5"),
    ],
)
def test_more_than_125_get_a_round_more(entrants, first_choice):
    (plan,) = possible_formats(entrants, TORNEO)
    assert (plan.kind, len(plan.stages), path(plan)) == ("more-rounds", 4, first_choice)
    assert plan.note == "Con tanti iscritti servono 4 turni"


@pytest.mark.parametrize("entrants", PLAYABLE)
def test_no_plan_breaks_the_arithmetic_of_a_tournament(entrants):
    for plan in possible_formats(entrants, TORNEO):
        assert plan.stages[0].players == entrants
        for stage, following in zip(plan.stages, plan.stages[1:], strict=False):
            assert stage.players_after == following.players
            assert set(stage.tables) <= {4, 5}
            assert 1 <= stage.through < min(stage.tables)
            assert 0 <= stage.runners_up < len(stage.tables)
            assert following.players * 3 <= stage.players * 2
        final = plan.stages[-1]
        assert len(final.tables) == 1
        assert final.players in (4, 5)
        assert (final.through, final.runners_up, final.name) == (0, 0, "final")


@pytest.mark.parametrize("entrants", PLAYABLE)
def test_plans_are_few_different_and_in_order(entrants):
    """First those that keep art. 18 in every round after the first, "soltanto il primo"; of these, in order of kind."""
    offered = possible_formats(entrants, TORNEO)
    assert 1 <= len(offered) <= 12
    assert len({plan.key for plan in offered}) == len(offered)
    order = [(let_in_later(plan), lets_most_in(plan), KINDS.index(plan.kind)) for plan in offered]
    assert order == sorted(order)
    assert possible_formats(entrants, TORNEO) == offered


@pytest.mark.parametrize("entrants", PLAYABLE)
def test_small_fields_play_two_rounds_at_most_and_nobody_more_than_three(entrants):
    longest = 2 if entrants < 16 else 3
    assert max(len(plan.stages) for plan in possible_formats(entrants, TORNEO)) <= longest


def let_in_later(plan):
    """People beyond the first of each table, after the first round."""
    return sum(stage.players_after - len(stage.tables) for stage in plan.stages[1:-1])


def lets_most_in(plan):
    return plan.stages[0].players_after * 2 > plan.stages[0].players


@pytest.mark.parametrize("entrants", PLAYABLE)
def test_the_first_plan_lets_only_the_first_of_a_table_through_after_round_one(entrants):
    assert let_in_later(best(entrants)) == 0


@pytest.mark.parametrize("slug", ["risiko-torneo", "fabrisiko", "fatal"])
def test_nobody_plays_a_single_table_to_play_again(slug):
    for entrants in range(3, 60):
        try:
            offered = possible_formats(entrants, presets()[slug])
        except NoFormat:
            continue
        assert all(len(stage.tables) > 1 for plan in offered for stage in plan.stages[:-1])


@pytest.mark.parametrize("entrants", [6, 7, 8, 9, 10])
def test_two_tables_of_fatal_send_two_each_to_the_final(entrants):
    first, final = possible_formats(entrants, presets()["fatal"])[0].stages
    assert (first.through, first.runners_up, final.tables) == (2, 0, (4,))


SPARTAC = {10: (3, 3, 4), 13: (4, 4, 5), 14: (3, 3, 4, 4), 19: (3, 4, 4, 4, 4), 20: (4,) * 5, 21: (4, 4, 4, 4, 5)}


@pytest.mark.parametrize(("entrants", "tables"), SPARTAC.items())
def test_spartac_has_one_five_at_most(entrants, tables):
    offered = possible_formats(entrants, presets()["spartac"])
    assert offered[0].stages[0].tables == tables
    assert all(plan.stages[0].tables.count(5) <= 1 for plan in offered)


@pytest.mark.parametrize("entrants", range(32, 61))
def test_an_exact_plan_lets_two_then_one_of_each_table_through(entrants):
    exact = [plan for plan in possible_formats(entrants, TORNEO) if plan.kind == "exact"]
    assert {tuple(stage.through for stage in plan.stages[:-1]) for plan in exact} == {(2, 1)}
    assert {stage.runners_up for plan in exact for stage in plan.stages} == {0}


@pytest.mark.parametrize("entrants", PLAYABLE)
def test_the_first_plan_of_its_kind_has_as_few_fives_in_round_one_as_any_with_as_few_let_in(entrants):
    offered = [plan for plan in possible_formats(entrants, TORNEO) if plan.kind in ("exact", "one-each")]
    if offered:
        fives = [plan.stages[0].tables.count(5) for plan in offered if plan.kind == offered[0].kind]
        assert fives[0] == min(fives)


def test_a_key_names_tables_and_passage():
    assert best(28).key == "7x4.2+2_4x4.1_1x4"


def test_every_plan_says_in_words_what_it_does():
    assert {plan.note for n in PLAYABLE for plan in possible_formats(n, TORNEO)} == {
        "Il passaggio del turno previsto dal regolamento",
        "Passa solo il primo di ogni tavolo",
        "Passano anche i migliori esclusi, per completare i tavoli",
        "Passa uno in più per tavolo, per completare i tavoli",
        "Un turno in meno",
        "Un turno soltanto",
    }


def offered(preset: str, entrants: int):
    """Plans, or the sentence that says why there are none."""
    try:
        return possible_formats(entrants, presets()[preset]), ""
    except NoFormat as none:
        return (), str(none)


@pytest.mark.parametrize("preset", sorted(presets()))
@pytest.mark.parametrize("entrants", [*range(3, 41), 64, 99, 150, 333, 400])
def test_every_preset_answers_every_field_with_a_plan_or_a_sentence(preset, entrants):
    regulation = presets()[preset]
    found, sentence = offered(preset, entrants)
    assert bool(found) != bool(sentence)
    assert found or f"{entrants} " in sentence
    assert found or not splits(entrants, regulation.table_sizes) or regulation.bands
    for plan in found:
        assert plan.stages[0].players == entrants
        assert plan.stages[-1].name != "final" or len(plan.stages[-1].tables) == 1 or regulation.bands


@pytest.mark.parametrize("entrants", [6, 8, 9, 12, 16, 17, 20, 50])
def test_a_preset_of_two_rounds_plans_any_field_that_can_be_split(entrants):
    plan = possible_formats(entrants, presets()["fabrisiko"])[0]
    assert plan.stages[-1].players in presets()["fabrisiko"].final_sizes
