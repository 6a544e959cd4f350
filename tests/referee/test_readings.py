"""An unclear article is explained where a judge meets it: the refusal says how this table reads it."""

import pytest

from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game, games
from referee.judge_page import readings
from tests.referee.test_judge_page import a_move_that_bares_a_border, can_bare_a_border, free, seated


def record_of(slug: str, **options) -> Record:
    one = game(slug)
    return Record(one, header_for(one, [f"s{seat}" for seat in range(one.seats[0])], options=options))


@pytest.mark.parametrize("slug", games())
def test_every_option_of_an_article_says_how_it_is_read(slug):
    record = record_of(slug)
    for option in record.game.options:
        usual = str(option.usual)
        text = option.labels[usual].it if usual in option.labels else usual
        for article in option.articles:
            assert f"{option.words.it}: {text}" in readings.options_in_force(record, article)


@pytest.mark.parametrize("slug", games())
def test_another_reading_is_said_in_its_own_words(slug):
    for option in game(slug).options:
        for value in option.values[1:]:
            record = record_of(slug, **{option.key: value})
            words = f"{option.words.it}: {option.labels[value].it}"
            assert all(words in readings.options_in_force(record, article) for article in option.articles)


def test_a_reading_of_two_skills_stands_beside_a_breach_of_either():
    record = record_of("fabrisiko", once_a_turn="global_turn")
    for article in ("collamato.colle_ameno", "melano.gambero"):
        assert any("per turno globale" in words for words in readings.options_in_force(record, article))


def test_a_refusal_says_how_the_table_reads_the_article(client, row, table, judge, recorder):
    seated(client, judge)
    recorder.record_until(can_bare_a_border)
    move = a_move_that_bares_a_border(recorder.ahead)
    answer = free(
        client, table, "move", by=recorder.ahead.state.seat, src=move["src"], dst=move["dst"], armies=move["armies"]
    )
    (broken,) = answer.context["refusal"].breaches
    assert broken.options == readings.options_in_force(recorder.ahead, "10") != ()
    assert broken.options[0] in answer.content.decode()
