"""The table of criteria: each is drawn by, planned over all rounds where it can be, and read in every page and language."""

import pytest
from django.utils import translation

from tests.tournament.pages import page_text, to
from tournament.core.draw import DrawEntrant, Request, draw_request
from tournament.core.draw.criteria import CRITERIA, CRITERION_KEYS
from tournament.core.draw.indexed_field import IndexedField
from tournament.core.draw.labels import verdict
from tournament.core.draw.multi_round import MultiRoundPlan, can_plan
from tournament.core.draw.rng import Rng
from tournament.core.regulation.schema import from_json, presets, to_json
from tournament.labels import regulation as labels

ENTRANTS = tuple(
    DrawEntrant(f"p{n}", club="x", region="y", rank=n + 1, wins=n % 2, table=1, place=n % 4 + 1) for n in range(8)
)


def test_every_key_stands_once():
    assert len(set(CRITERION_KEYS)) == len(CRITERIA)


@pytest.mark.parametrize("criterion", CRITERIA, ids=CRITERION_KEYS)
def test_a_criterion_draws_alone_and_says_how_far_it_is_met(criterion):
    drawn = draw_request(Request(entrants=ENTRANTS, sizes=(4, 4), seed="1", criteria=(criterion.key,)))
    (result,) = drawn.results
    assert (result.criterion, result.cost >= result.least, bool(verdict(result))) == (criterion.key, True, True)


@pytest.mark.parametrize("criterion", CRITERIA, ids=CRITERION_KEYS)
def test_a_criterion_has_words_in_both_languages(criterion):
    """Alla greca is called so in English too."""
    words = [criterion.title, criterion.list_item, criterion.explanation, criterion.violation]
    with translation.override("it"):
        italian = [str(text) for text in words]
    with translation.override("en"):
        english = [str(text) for text in words]
    assert all(italian)
    assert all(english)
    assert all(one != other for one, other in zip(italian[2:], english[2:], strict=True))


def test_no_two_criteria_share_words():
    for words in ("title", "list_item", "explanation"):
        assert len({str(getattr(criterion, words)) for criterion in CRITERIA}) == len(CRITERIA)


@pytest.mark.parametrize("key", CRITERION_KEYS)
def test_a_regulation_keeps_the_criterion_by_its_key(key):
    text = to_json(presets()["risiko-torneo"]).replace(
        '"draw_criteria":["rematch","club"]', f'"draw_criteria":["{key}"]'
    )
    assert from_json(text).draw_criteria == (key,)
    assert str(labels.DRAW_CRITERIA[key])


def test_the_page_of_criteria_offers_every_one(olga, tournament):
    page = page_text(olga.get(to("criteria", tournament)))
    offered = [one for one in CRITERIA if tournament.rules.seats_drawn or not one.needs_drawn_seats]
    assert [str(one.title) in page for one in CRITERIA] == [one in offered for one in CRITERIA]


@pytest.mark.parametrize(
    "criterion", [one for one in CRITERIA if one.group_of or one.is_heavy], ids=lambda criterion: criterion.key
)
def test_a_group_or_a_load_of_the_table_is_planned_over_all_rounds(criterion):
    """The planner reads the table, and asks the very question that the cost of one round asks."""
    request = Request(entrants=ENTRANTS, sizes=(5, 3), seed="1", criteria=(criterion.key,), to_come=((5, 3), (5, 3)))
    field = IndexedField(request)
    assert can_plan(field)
    plan = MultiRoundPlan(field, ((5, 3),), Rng("1"))
    assert any(map(any, plan.cost_of)) == bool(criterion.group_of)
    assert plan.kind_of == {
        size: ((int(criterion.is_heavy(size, 4)),) if criterion.is_heavy else ()) for size in (5, 3)
    }
