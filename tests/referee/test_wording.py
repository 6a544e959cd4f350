"""Words of the games on a page: letters of armies and articles of rulebooks, in both languages."""

import pytest
from django.utils import translation

from games.kernel.scene import SeatMark
from games.registry import every_game, game
from referee.wording import army_letter, article_title, cite_articles
from tests.games.seeded_games import record_up_to_move


def mark(colour: str, letter: str) -> SeatMark:
    return SeatMark(0, "0", colour, letter, "solid")


def test_the_letter_of_an_army_is_that_of_its_colour_in_the_readers_language():
    assert army_letter(mark("verde", "V")) == "V"
    with translation.override("en"):
        assert [army_letter(mark(*one)) for one in (("verde", "V"), ("nero", "N"), ("", "?"))] == ["G", "K", "?"]


@pytest.mark.parametrize("slug", list(every_game()))
def test_no_two_colours_of_a_table_share_a_letter_in_english(slug):
    one = game(slug)
    record = record_up_to_move(slug, max(one.seats), 1, 60)
    with translation.override("en"):
        letters = [
            army_letter(seat) for seat in one.scene(record.rules, record.state, frozenset()).seats if seat.colour
        ]
    assert len(set(letters)) == len(letters)


def test_an_article_goes_by_its_printed_number_or_by_its_title_alone():
    def of(slug: str, article: str) -> str:
        return article_title(game(slug).rulebook[article])

    assert of("risiko", "16").startswith("art. 16. ")
    assert of("risiko", "base.dice").startswith("regola di base, ")
    assert of("fabrisiko", "4-A").startswith("art. 4-A. ")
    assert of("fatal", "1-schermo").startswith("art. 1. ")
    assert of("fatal", "B").startswith("art. B) ")
    assert of("arba", "turno.1") == "Nuove truppe"


def test_several_articles_are_cited_by_number_and_the_others_by_title():
    assert (
        cite_articles(game("risiko").rulebook, "16, base.dice")
        == f"art. 16, {article_title(game('risiko').rulebook['base.dice'])}"
    )
    assert cite_articles(game("arba").rulebook, "turno.1") == "Nuove truppe"
    assert cite_articles(game("risiko").rulebook, "") == ""
