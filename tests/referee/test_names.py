"""The judge's page calls the players by their names, wherever the games' words call them by their seats."""

import re

import pytest
from django.utils import translation
from django.utils.html import strip_tags

from games.registry import games
from referee.wording import SEAT, with_names
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address, seated
from tests.tools import many

NAMES = ["Anna B.", "Ugo R."]
PAGES = 10


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("la carta spetta al giocatore 2", "la carta spetta a Ugo R."),
        ("Il giocatore 1 è stato eliminato", "Anna B. è stato eliminato"),
        ("il tavolo aspetta i dadi, dal giocatore 2", "il tavolo aspetta i dadi, da Ugo R."),
        ("quanto offre il giocatore 1?", "quanto offre Anna B.?"),
        ("it is not seat 2's turn", "it is not Ugo R.'s turn"),
        ("giocatore 7", "giocatore 7"),
        ("un giocatore è senza territori", "un giocatore è senza territori"),
    ],
)
def test_a_seat_in_words_becomes_the_name_of_who_sits_there(words, named):
    assert with_names(words, NAMES) == named


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if not game.is_example])
def test_no_seat_is_named_on_the_page_at_any_moment(client, table, judge, slug, language):
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    seated(client, judge)
    client.cookies["django_language"] = language
    for _ in range(many(PAGES, 6)):
        recorder.record_more(29)
        with translation.override(language):
            page = client.get(address(table))
        text = strip_tags(re.sub(r"<(script|style).*?</\\1>", "", page.content.decode(), flags=re.S))
        assert SEAT.findall(text) == []
        if recorder.is_over:
            break


@pytest.mark.parametrize("slug", ["risiko", "fabrisiko", "arba"])
def test_each_die_of_the_first_throw_names_its_player(client, table, judge, slug):
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    seated(client, judge)
    recorder.record_up_to(lambda move: type(move.act).__name__ == "StartDice")
    address_of_throw = address(table)
    page = client.get(address_of_throw)
    question = page.context["question"]
    if question.kind == "act":
        pytest.skip("the table says first how it begins")
    assert [thrower.seat for _die, _thrown, thrower in question.dice] == list(range(len(question.dice)))
