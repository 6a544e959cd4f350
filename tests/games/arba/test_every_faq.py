"""Every question that rulebook 003 answers is a case: our own list of its answers, each with the cases that show it."""

from __future__ import annotations

import pytest

from games.arba.game import GAME
from games.kernel.cases import load, twins

CASES = {case.number: case for case in load(GAME)}

ANSWERS = {
    "only ordinary troopers bring the money of Lignano, Grado and Udine": ("danaro.1",),
    "only ordinary troopers bring more troopers at Palmanova": ("turno.1.2",),
    "only ordinary troopers let missiles be bought at Marano": ("luoghi.marano.1",),
    "only ordinary troopers hold an outpost for new ones": ("turno.1.3",),
    "only ordinary troopers fly the plane of the Rifugio": ("unita.aereo.1",),
    "what has moved does nothing more, but others may still attack": (
        "faq.muovere.1",
        "faq.muovere.2",
        "faq.muovere.3",
    ),
    "nobody passes where any enemy piece stands": ("faq.passare.1", "faq.passare.2", "faq.passare.4"),
    "paratroopers alone may land among enemies": (
        "luoghi.basi.1",
        "faq.passare.5",
        "faq.passare.6",
        "faq.passare.7",
    ),
    "allied alpini stop nobody": ("faq.passare.3",),
    "a cannon that was moved waits for the next turn": ("faq.cannone.1",),
    "several missiles, from several places, each with a trooper": ("faq.missili.1",),
    "a bridge that was mended carries nobody before the next turn, and then the enemy too": ("faq.ponte.1",),
}
QUESTIONS = {"faq.bonus", "faq.muovere", "faq.passare", "faq.cannone", "faq.missili", "faq.ponte"}


@pytest.mark.parametrize("answer", ANSWERS)
def test_every_answer_is_a_case_that_is_refused_and_has_twins(answer: str) -> None:
    for number in ANSWERS[answer]:
        assert CASES[number].refused_by or CASES[number].kind == "impossible"
        assert list(twins(CASES[number]))


def test_the_six_questions_of_the_rulebook_are_articles_and_the_answers_are_counted() -> None:
    assert {article.id for article in GAME.rulebook.articles if article.id.startswith("faq.")} == QUESTIONS
    assert len(ANSWERS) == 12
    visible = {number for numbers in ANSWERS.values() for number in numbers}
    assert {number for number in CASES if number.startswith("faq.")} <= visible


def test_a_bath_held_by_a_tractor_alone_is_among_the_incomes() -> None:
    """The first answer has no case of its own: it is a twin of the income."""
    paid = [made.position.get("board", {}).get("0", "") for _, made in twins(CASES["danaro.1"])]
    assert any("lignano" in board and "tractor" in board for board in paid)
