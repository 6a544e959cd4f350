"""What stands in for printed boards and cards is labelled wherever a person meets it, in every game that has a stand-in."""

import io
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from games.registry import games
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address, seated
from tournament.core.regulation.schema import presets
from tournament.exports.rule_sheet import rule_sheet_pdf
from tournament.labels.rule_sheet import sheet_of
from tournament.web.forms.regulation import RegulationForm

STAND_INS = [slug for slug, game in games().items() if game.stand_in(game.board())]


def words_of(slug: str) -> str:
    return str(games()[slug].stand_in(games()[slug].board()))


def spoken(content: bytes) -> str:
    return " ".join(unescape(content.decode()).split())


def read(pdf_bytes: bytes) -> str:
    pages = PdfReader(io.BytesIO(pdf_bytes)).pages
    return "".join("".join(page.extract_text() for page in pages).split()).replace("-", "")


def test_there_are_games_with_a_stand_in_and_games_without():
    assert 0 < len(STAND_INS) < len(games())


@pytest.mark.parametrize("slug", STAND_INS)
def test_where_a_tournament_is_set_up(slug):
    for preset in (one for one in presets().values() if one.game == slug):
        assert words_of(slug) in sheet_of(preset, "it").notes
        assert RegulationForm(preset).stand_in == words_of(slug)
        assert "".join(words_of(slug).split()).replace("-", "") in read(
            rule_sheet_pdf(sheet_of(preset, "it"), timezone.localtime())
        )


@pytest.mark.parametrize("slug", STAND_INS)
def test_where_a_table_is_set_up_and_on_the_judges_page(client, table, judge, slug):
    tournament = table.round.tournament
    tournament.game, tournament.edition, tournament.options = slug, "", {}
    tournament.save()
    client.force_login(judge)
    assert words_of(slug) in spoken(client.get(address(table)).content)
    row = open_a_table_of(slug, table, judge)
    seated(client, judge)
    Recorder(row, judge, seed=3).record_many(30)
    assert words_of(slug)[:40] in spoken(client.get(address(table)).content)


@pytest.mark.parametrize("slug", STAND_INS)
def test_in_the_rule_summary_and_on_its_sheet(client, db, slug):
    assert words_of(slug) in spoken(client.get(reverse("referee:help_game", args=[slug])).content)
    text = read(client.get(reverse("referee:help_sheet", args=[slug])).content)
    assert "".join(words_of(slug).split()).replace("-", "") in text
