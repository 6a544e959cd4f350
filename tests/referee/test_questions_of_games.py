"""What the page's questions say, in every game: what was used last is what the table used, a throw names its battle, a card its player."""

import re

import pytest

from games.iperisiko.state import Fight, Spying
from games.kernel.breaches import Refused
from games.kernel.lines import read_act
from games.kernel.words import seat_words
from games.registry import game, games
from referee.judge_page import board_view, questions
from tests.games.seeded_games import TABLES, acts_of, fresh, record_up_to_move, whole_game

STEP, CLOSE_STEP = 9, 3
WITHOUT_CARDS = {"arba", "porcello"}


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


CARDS = {
    "card",
    "cards",
    "objective",
    "objectives",
    "treasure",
    "treasures",
    "faced",
    "character",
    "characters",
    "faction",
}
OF_THE_TABLE = {"risiko": {"deal"}, "fatal": {"display", "take", "award", "turn_up"}}
"""Acts whose cards come from the deck, or lie before all."""
MOST_STEPS = 4


def all_questions_of(slug, seats, seed):
    """With every question that an act begins with, all through a game."""
    whole, lines, _vault = whole_game(slug, seats, seed)
    record = fresh(whole)
    for number, (by, act) in enumerate(acts_of(whole, lines)):
        record.play(by, act)
        if number % CLOSE_STEP:
            continue
        for choice in record.choices({}).choices:
            ask = record.choices({"type": "act"} | (choice.sets or {"type": choice.value}))
            if ask.kind != "ready":
                yield record, ask


def steps_of(record, ask):
    """A question with those that follow it, each answered by its last answer."""
    for _ in range(MOST_STEPS):
        yield ask
        if ask.kind not in ("act", "pick") or not ask.choices:
            return
        ask = record.choices(ask.answered(ask.choices[-1].value))
        if ask.kind == "ready":
            return


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in TABLES} - WITHOUT_CARDS))
def test_a_question_for_cards_of_somebody_names_the_player(slug):
    found = set()
    for record, ask in all_questions_of(slug, max(game(slug).seats), 7):
        for step in steps_of(record, ask):
            if step.field not in CARDS or step.partial["type"] in OF_THE_TABLE.get(slug, ()):
                continue
            found.add(step.partial["type"])
            assert re.search(r"\bgiocatore [1-9]", step.words.it), (step.partial, step.words)
            assert re.search(r"\bseat [1-9]", step.words.en), (step.partial, step.words)
    assert found


def test_the_card_that_a_spy_takes_is_named_by_whose_it_is():
    """Nobody spies in a random game: a table in the middle of one is asked as if somebody did."""
    record, _board, _ask = next(questions_of("iperisiko", 4))
    target = (record.state.seat + 2) % 4
    state = record.state.with_(awaits=Spying(target, Fight()))
    ask = record.game.choices(record.rules, state, {"type": "spia_removes"})
    assert f"giocatore {target + 1}" in ask.words.it


MONEY = {"arba": "money", "fabrisiko": "resources"}


@pytest.mark.parametrize("slug", sorted(MONEY))
def test_a_key_that_costs_says_how_much_and_its_question_what_there_is_to_spend(slug):
    """Whatever leaves the player in turn with less money: the price stands on a key, the money in the words of the question."""
    bought = set()
    for record, keys, ask in whole_acts_of(slug):
        here, there = record.state, record.fork()
        try:
            there.play(ask.by, read_act(record.game, ask.act))
        except Refused:
            continue
        before, after = (getattr(state, MONEY[slug])[here.seat] for state in (here, there.state))
        if before <= after or here.seat != ask.by or ask.act["type"] in AS_IT_FALLS:
            continue
        bought.add(ask.act["type"])
        assert any(re.search(rf"\b{before - after}\b", words) for words in keys), (ask.act, keys)
        is_asked = any("?" in words for words in keys)
        assert not is_asked or any(re.search(rf"In mano: {before}\b", words) for words in keys), (ask.act, keys)
    assert bought


AS_IT_FALLS = {"pay", "end_turn", "no_event"}
"""What is paid but not bought."""


def whole_acts_of(slug):
    """Acts all through a game, each with the words of the keys and questions that lead to it."""
    whole, lines, _vault = whole_game(slug, max(game(slug).seats), 7)
    record = fresh(whole)
    for number, (by, act) in enumerate(acts_of(whole, lines)):
        record.play(by, act)
        if number % CLOSE_STEP:
            continue
        for choice in record.choices({}).choices:
            words, ask = [choice.words.it], record.choices({"type": "act"} | (choice.sets or {"type": choice.value}))
            for step in range(MOST_STEPS):
                if ask.kind != "pick" or not ask.choices:
                    break
                answer = ask.choices[0 if step else -1]
                words += [ask.words.it, answer.words.it]
                ask = record.choices(ask.answered(answer.value))
            if ask.kind == "spread":
                words.append(ask.words.it)
                ask = record.choices(ask.answered({str(ask.choices[0].value): ask.least}))
            if ask.kind == "ready":
                yield record, words, ask


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


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_an_answer_that_is_a_player_shows_the_players_sign(slug, seats):
    for record, ask in all_questions_of(slug, seats, 7):
        players = [step for step in steps_of(record, ask) if any(one.words == seat_words(0) for one in step.choices)]
        for step in players:
            board = board_view.board_of(record, ())
            options = [one for group in questions.question(1, record, board, step).groups for one in group.options]
            assert all(one.player == board.player(int(one.value)) for one in options), step.partial


IS_AN_ID = re.compile(r"[a-z]+\d+|\d+( \d+)*|.*[a-z]_[a-z].*")


@pytest.mark.parametrize("slug", games())
def test_what_was_answered_stands_in_the_words_of_its_question(slug):
    """No id of a card, no number of a seat, whatever is asked after it."""
    trails = set()
    for record, ask in all_questions_of(slug, max(game(slug).seats), 7):
        board = board_view.board_of(record, ())
        for step in steps_of(record, ask):
            trails.update(questions.question(1, record, board, step).trail)
    assert [words for words in trails if IS_AN_ID.fullmatch(words)] == []


@pytest.mark.parametrize("slug", games())
def test_one_tap_on_the_board_writes_no_lesser_act_where_the_table_may_do_others(slug):
    for record, _ask in all_questions_of(slug, max(game(slug).seats), 7):
        acts = [one for one in record.choices({}).choices if not one.group]
        ask = questions.opening(record)
        places = {shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes}
        if ask.kind == "pick" and len(acts) > 1 and ask.choices[0].value in places:
            is_whole = record.choices(ask.answered(ask.choices[0].value)).kind == "ready"
            assert not is_whole or acts[0].main, ask.partial


def adds_nothing(record, ask, choice) -> bool:
    """Whether the act is whole with the answers before this one."""
    after = record.choices(ask.answered(choice.value))
    before = {field: value for field, value in ask.act.items() if value}
    return after.kind == "ready" and {field: value for field, value in after.act.items() if value} == before


@pytest.mark.parametrize("slug", games())
def test_the_answer_that_ends_a_choice_of_several_stands_apart_from_their_list(slug):
    """It does not scroll with the others, however many they are, and the page takes it as one of the answers."""
    wrong = set()
    for record, ask in all_questions_of(slug, max(game(slug).seats), 7):
        board = board_view.board_of(record, ())
        for step in begun_by_the_first(record, ask):
            if not step.is_gathering or step.kind != "pick":
                continue
            ending = {str(one.value) for one in step.choices if adds_nothing(record, step, one)}
            question = questions.question(1, record, board, step)
            listed = {option.value for group in question.groups for option in group.options}
            if {one.value for one in question.ending} != ending or listed & ending:
                wrong.add((step.partial["type"], step.field))
    assert wrong == set()


def begun_by_the_first(record, ask):
    for _ in range(MOST_STEPS):
        yield ask
        if ask.kind != "pick" or not ask.choices:
            return
        more = [one for one in ask.choices if not one.ends]
        ask = record.choices(ask.answered((more or ask.choices)[0].value))
        if ask.kind == "ready":
            return
