"""How a game ended: each game in its own words, on the form, on the signed sheet, and after a correction."""

import pytest
from django.utils import translation

from games.registry import games
from tests.tournament.conftest import NOW, lines_for, play, url
from tournament.actions import rounds
from tournament.core.regulation.schema import presets
from tournament.labels.endings import endings_of
from tournament.models import Result
from tournament.queries.sheets import score_sheet
from tournament.web.forms.results import ResultForm


def read(response) -> str:
    return response.content.decode()


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_sheet_on_paper_may_end_as_its_game_does(slug):
    rules = next(one for one in presets().values() if one.game == slug)
    ways = dict(ResultForm(rules, []).fields["ended_by"].choices)
    with translation.override("en"):
        in_english = endings_of(rules)
    for code, words in games()[slug].endings.items():
        assert (ways[code], in_english[code]) == (words.it, words.en)
    assert {"walkover", "abandoned", "other"} <= ways.keys()


def test_how_a_game_ended_is_put_right_and_stands_on_the_sheet_in_words(olga, draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    table = draft.tables.first()
    assert score_sheet(table, made_at=NOW).ended_by == "fine dei giri di chiusura"
    data = {f"points_{line.position}": str(line.points) for line in lines_for(table)}
    corrected = {"reason": "letto male", "ended_by": "dice", **data}
    page = read(olga.post(url("correct", draft.tournament.slug, 1, 1), corrected, follow=True))
    assert score_sheet(table, made_at=NOW).ended_by == "chiusa dai dadi"
    assert "punti, 1º, fine dei giri di chiusura — letto male" in page
    Result.objects.filter(seat__table=table).update(ended_by="boh")  # from an archive of another site
    page = read(olga.get(table.get_absolute_url()))
    assert '<option value="boh" selected>boh</option>' in page
    assert score_sheet(table, made_at=NOW).ended_by == "boh"
