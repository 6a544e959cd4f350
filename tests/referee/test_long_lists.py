"""Lists of answers that no eye takes in at once: each is narrowed by what is seen on what is looked for, or is short enough to be read."""

import pytest

from referee.judge_page import board_view, questions
from tests.games.seeded_games import game
from tests.referee.test_questions_of_games import TABLES, all_questions_of, steps_of

AT_A_GLANCE = 16


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in TABLES}))
def test_a_long_list_that_is_not_on_the_board_is_narrowed_by_one_tap(slug):
    """A place is tapped where it lies. Of anything else so many are left after one mark that two taps find it."""
    wrong = {}
    for record, ask in all_questions_of(slug, max(game(slug).seats), 7):
        board = board_view.board_of(record, ())
        for step in steps_of(record, ask):
            values = {str(one.value) for one in step.choices}
            labels = [one.words.it for one in step.choices]
            names = {place.label for place in board.places.values()}
            is_on_the_board = sum(label in names for label in labels) > len(values) // 2
            if step.kind != "pick" or len(values) <= AT_A_GLANCE or is_on_the_board:
                continue
            question = questions.question(1, record, board, step)
            if question.is_compact:
                continue
            marks = {mark for row in question.mark_rows for mark, _words in row}
            left = max((sum(mark in one.marks for one in step.choices) for mark in marks), default=len(values))
            if left > max(AT_A_GLANCE, len(values) // 2):
                wrong[step.partial["type"], step.field] = (len(values), left, labels[:3])
    assert wrong == {}
