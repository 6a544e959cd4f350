"""Answers of the page against the question that was put: every kind, right and wrong."""

import pytest
from django.http import QueryDict

from games.kernel.choices import Ask, Choice
from games.kernel.words import same
from referee.judge_page import questions
from referee.judge_page.questions import BadAnswer
from tournament.actions.base import needed
from tournament.errors import ReasonMissing

PLACES = tuple(Choice(key, same(key.title()), {}, "north") for key in ("alaska", "quebec", "ontario"))


def ask(kind: str, **more) -> Ask:
    return Ask(kind, same("?"), 0, more.pop("field", "it"), PLACES, partial={"type": "test"}, **more)


RIGHT = [
    (ask("pick"), "answer=quebec", {"it": "quebec"}),
    (ask("several", least=1, most=2), "answer=alaska&answer=ontario", {"it": ["alaska", "ontario"]}),
    (ask("dice", least=1, most=3), "die-1=6&die-3=1", {"it": [6, 1]}),
    (ask("dice", least=2, most=2, faces=10), "die-1=10&die-2=1", {"it": [10, 1]}),
    (ask("number", least=3, most=5), "answer=4", {"it": 4}),
    (ask("spread", least=1, most=4), "n-alaska=1&n-quebec=&n-ontario=3", {"it": {"alaska": 1, "ontario": 3}}),
    (ask("spread", least=2, most=2, cap=1), "n-alaska=1&n-quebec=1", {"it": {"alaska": 1, "quebec": 1}}),
    (ask("ready"), "", {}),
]
WRONG = [
    (ask("pick"), "answer=peru"),
    (ask("pick"), ""),
    (ask("several", least=1, most=2), ""),
    (ask("several", least=1, most=2), "answer=alaska&answer=ontario&answer=quebec"),
    (ask("dice", least=2, most=3), "die-1=6"),
    (ask("dice", least=1, most=3), "die-1=7"),
    (ask("dice", least=1, most=3), "die-1=0"),
    (ask("dice", least=1, most=3), "die-1=sei"),
    (ask("number", least=3, most=5), "answer=6"),
    (ask("number", least=3, most=5), "answer=-3"),
    (ask("number", least=3, most=5), "answer=3.0"),
    (ask("number", least=3, most=5), "answer=" + "3" * 400),
    (ask("spread", least=1, most=4), "n-alaska=5"),
    (ask("spread", least=2, most=4), "n-alaska=1"),
    (ask("spread", least=2, most=2, cap=1), "n-alaska=2"),
]


@pytest.mark.parametrize(("put", "sent", "expected"), RIGHT)
def test_a_right_answer_fills_its_field(put, sent, expected):
    assert questions.read_answer(put, QueryDict(sent)) == {"type": "test", **expected}


@pytest.mark.parametrize(("put", "sent"), WRONG)
def test_a_wrong_answer_is_explained(put, sent):
    with pytest.raises(BadAnswer) as fault:
        questions.read_answer(put, QueryDict(sent))
    assert str(fault.value)


def test_a_question_comes_back_as_it_was_asked():
    token = questions.sign(7, 31, {"type": "attack", "src": "alaska"})
    question = questions.open_token(7, token)
    assert (question.seq, question.partial) == (31, {"type": "attack", "src": "alaska"})


@pytest.mark.parametrize("spoil", [lambda token: token[:-1], lambda token: "", lambda token: token.swapcase()])
def test_a_question_that_was_not_put_here_is_refused(spoil):
    token = questions.sign(7, 31, {"type": "attack"})
    with pytest.raises(BadAnswer):
        questions.open_token(7, spoil(token))


def test_a_question_of_another_table_is_refused():
    with pytest.raises(BadAnswer):
        questions.open_token(8, questions.sign(7, 31, {}))


def test_many_numbers_are_offered_as_the_likely_ones():
    few, many = questions._keys(ask("number", least=1, most=12)), questions._keys(ask("number", least=3, most=60))
    assert few == tuple(range(1, 13))
    assert many == (3, 4, 5, 6, 31, 57, 58, 59, 60)


@pytest.mark.parametrize("typed", ["", "  ", "\u00a0", "\u200b\u200d", "\u3164"])
def test_a_reason_of_which_nobody_sees_anything_is_none(typed):
    assert questions.reasons({"why": typed}) == ""
    with pytest.raises(ReasonMissing):
        needed(typed)
    assert questions.reasons({"why": f" {typed}misread  twice "}).endswith("misread twice")
    assert needed(f"{typed}x").endswith("x")
