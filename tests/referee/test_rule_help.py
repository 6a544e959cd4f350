"""`/aiuto/`: every sentence and incident of a game stands on its page once, and on one sheet of paper; the judge's page leads there."""

import io
from html import unescape

import pytest
from django.urls import reverse
from pypdf import PdfReader

from games.kernel import incidents, sentences
from games.registry import games
from referee.judge_page.rule_summary import summary
from referee.views import rule_help

GAMES = [pytest.param(game, id=slug) for slug, game in games().items()]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_every_sentence_that_concerns_a_table_and_every_incident(client, db, game):
    page = unescape(client.get(reverse("referee:help_game", args=[game.slug])).content.decode())

    expected = [one.says.it for one in sentences.load(game.folder) if one.by != "nobody"]
    expected += [text for one in incidents.load(game.folder) for text in (one.what.it, one.how.it)]
    assert [text for text in expected if text not in page] == []
    assert [one.says.it for one in sentences.load(game.folder) if one.by == "nobody" and one.says.it in page] == []


@pytest.mark.parametrize("game", GAMES)
def test_default_readings_are_those_of_the_options(client, db, game):
    lines = next((one.lines for one in summary(game) if one.key == "letture"), ())

    assert [line.text for line in lines] == [
        f"{one.words.it}: {one.labels[str(one.usual)].it if str(one.usual) in one.labels else one.usual}"
        for one in game.options
        if not one.is_number
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_is_one_piece_of_paper(client, db, game):
    found = PdfReader(io.BytesIO(client.get(reverse("referee:help_sheet", args=[game.slug])).content))
    text = " ".join(" ".join(page.extract_text() for page in found.pages).split())

    assert len(found.pages) <= 2
    assert [section.title for section in summary(game) if section.title not in text] == []
    assert game.name.it in text


def test_the_sheet_is_drawn_once_for_each_language(client, db, monkeypatch):
    """Anybody may ask for it, thirty times at once, beside judges who enter."""
    drawn, draw = [], rule_help.rule_summary_pdf
    monkeypatch.setattr(rule_help, "rule_summary_pdf", lambda *what: drawn.append(what[0]) or draw(*what))
    rule_help._drawn_sheet.cache_clear()
    address = reverse("referee:help_sheet", args=["risiko"])
    sheets = {client.get(address, headers={"accept-language": language}).content for language in ("it", "en") * 3}

    assert (len(drawn), len(sheets)) == (2, 2)


def test_the_index_names_every_game_and_an_unknown_one_is_not_found(client, db):
    page = client.get(reverse("referee:help")).content.decode()

    assert [slug for slug in games() if reverse("referee:help_game", args=[slug]) not in page] == []
    assert client.get(reverse("referee:help_game", args=["scacchi"])).status_code == 404
    assert client.get(reverse("referee:help_sheet", args=["scacchi"])).status_code == 404
