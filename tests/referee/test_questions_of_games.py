"""What the page's questions say, in every game: what was used last is what the table used, a throw names its battle."""

import pytest

from games.registry import games
from referee.judge_page import board_view, questions
from tests.games.seeded_games import TABLES, record_up_to_move, whole_game

STEP = 9


def questions_of(slug: str, seats: int):
    """Records spread over a game, with every question that an act begins with there."""
    lines = whole_game(slug, seats, 7)[1]
    for count in range(STEP, len(lines), max(STEP, len(lines) // 20)):
        record = record_up_to_move(slug, seats, 7, count)
        board = board_view.board_of(record, ())
        for choice in record.choices({}).choices:
            ask = record.choices({"type": "act"} | (choice.sets or {"type": choice.value}))
            if ask.kind != "ready":
                yield record, board, ask


@pytest.mark.parametrize(("slug", "seats"), TABLES[::2])
def test_the_card_of_a_place_was_not_used_with_the_place(slug, seats):
    for record, board, ask in questions_of(slug, seats):
        question = questions.question(1, record, board, ask)
        for group in question.groups:
            if group.label == "Ultimi usati":
                others = [one.label for one in group.options if one.place and one.label != one.place.label]
                assert others == [], ask.partial


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if game.slug == "arba"])
def test_a_single_die_names_its_battle(slug):
    found = 0
    for record, board, ask in questions_of(slug, 2):
        if ask.field != "die":
            continue
        fight = record.state.awaits
        words = questions.question(1, record, board, ask).words
        assert all(record.rules.board.names[place].it in words for place in (fight.src, fight.dst))
        found += 1
    assert found


def test_the_strip_names_reinforcements_only_while_there_are_some():
    phases = set()
    for record, _board, _ask in questions_of("risiko", 4):
        ask = questions.opening(record)
        phases.add((ask.partial.get("type"), record.game.status(record.rules, record.state).phase.it))
    assert ("place", "Rinforzi") in phases
    assert ("attack", "Attacchi") in phases
    assert ("attack", "Rinforzi") not in phases
