"""Whatever a table plays can be entered by answers on the judge's page."""

import pytest

from games.registry import game
from tests.games.answers import LeadsNowhere, Search, beginnings
from tests.games.seeded_games import SLUGS, acts_of, fresh, read_tag, whole_game

SEED = 1


def leads(record, by, act) -> bool:
    search = Search(record, by, act)
    for _key, ask in beginnings(record, read_tag(act)):
        try:
            search.answers(ask)
        except LeadsNowhere:
            continue
        return True
    return False


@pytest.mark.parametrize("slug", SLUGS)
def test_answers_lead_to_every_act_of_a_game(slug):
    whole, lines, _vault = whole_game(slug, game(slug).seats[0], SEED)
    record = fresh(whole)
    nowhere = []
    for by, act in acts_of(whole, lines):
        if not leads(record, by, act):
            nowhere.append((by, act))
        record.append_trusted(by, act)
    assert nowhere == []
