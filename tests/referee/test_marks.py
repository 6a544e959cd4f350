"""What a judge sees: cards found by their marks, open objectives beside names, letters that fit their colours."""

import pytest

from games.registry import game, games
from referee.board_image import geometry
from referee.board_image.icons import SIGNS
from referee.board_image.text import wide
from referee.judge_page import board_view, questions
from referee.wording import COLOURS, ENGLISH_LETTERS
from tests.games.seeded_games import record_up_to_move, whole_game

LEFT_AFTER_TWO_TAPS = 6


def test_two_taps_on_marks_leave_a_handful_of_visions():
    _record, lines, _vault = whole_game("fatal", 4, 7)
    longest = 0
    for count in range(0, len(lines), 9):
        record = record_up_to_move("fatal", 4, 7, count)
        if not record.state.giro or not any(one.value == "play" for one in record.choices({}).choices):
            continue
        ask = record.choices({"type": "play"})
        question = questions.question(1, record, board_view.board_of(record, ()), ask)
        longest = max(longest, len(ask.choices))
        if len(ask.choices) <= questions.MOST_KEYS:
            continue
        assert len(question.mark_rows) == 2
        for effect, _words in question.mark_rows[0]:
            for symbol, _name in question.mark_rows[1]:
                left = [one for one in ask.choices if {effect, symbol} <= set(one.marks)]
                assert len(left) <= LEFT_AFTER_TWO_TAPS
    assert longest > 40


def test_each_mark_of_a_card_has_a_sign_of_its_own_and_a_name():
    record = record_up_to_move("fatal", 4, 7, 60)
    names = dict(record.game.scene(record.rules, record.state, frozenset()).headings)
    marks = {"draw", "award", "rob", "strip", "enchantment", "pietra_magica", "multilame", "pergamena", "no_symbol"}
    assert marks <= set(SIGNS)
    assert marks <= set(names)
    assert len({SIGNS[mark] for mark in marks}) == len(marks)


@pytest.mark.parametrize("slug", list(games()))
def test_the_mark_of_an_objective_lies_over_no_name(slug):
    seats = max(game(slug).seats)
    record, _lines, _vault = whole_game(slug, seats, 7)
    for tile in geometry.drawing(record.game.scene(record.rules, record.state, frozenset())).tiles:
        for goal in (text for text in tile.texts if text.weight == "goal"):
            for name in tile.names:
                is_beside = goal.x - wide(goal.words, goal.size) >= name.x + wide(name.words, name.size)
                assert is_beside or goal.y <= name.y - 0.72 * name.size + 0.4, (tile.key, goal, name)


def test_colours_begin_with_their_letter_except_those_that_would_be_taken_for_another():
    others = {"viola": "L"}
    for name, words in COLOURS.items():
        assert ENGLISH_LETTERS[name] in words.en.upper()
    for slug, one in games().items():
        record, _lines, _vault = whole_game(slug, max(one.seats), 7)
        for mark in record.game.scene(record.rules, record.state, frozenset()).seats:
            if mark.colour in COLOURS and mark.letter not in "?AS":
                assert mark.letter == others.get(mark.colour, mark.colour[0].upper()), (slug, mark)
