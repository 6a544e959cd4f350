"""The gym of the judges: every puzzle has its right answer among those offered, and the page tells the article."""

import html

import pytest
from django.urls import reverse
from django.utils import translation

from games.kernel import cases
from games.registry import games
from referee.judge_page import exams, puzzles
from referee.judge_page.exams import EASY, HARD, MEDIUM, Exam
from referee.wording import article_title
from tests.tournament.conftest import user


@pytest.mark.parametrize("slug", list(games()))
def test_every_puzzle_offers_its_right_answer_and_no_other_is_right(slug):
    found = puzzles.puzzles(slug)
    assert {bool(one.article) for one in found} == {True, False}
    for one in found[:40]:
        offered = [value for value, _words in puzzles.answers(slug, one)]
        assert [value for value in offered if puzzles.is_right(one, value)] == [one.article or puzzles.ALLOWED]
        if puzzles.has_position(slug, one):
            result = [breach.article for breach in cases.refusal(games()[slug], one.case)]
            assert result == [] if not one.article else one.article in result


@pytest.mark.parametrize("slug", list(games()))
def test_a_puzzle_says_every_reading_on_which_its_answer_hangs(client, db, slug):
    client.force_login(user("gino"))
    found, asked = puzzles.puzzles(slug), 0
    for number, one in enumerate(found):
        if not (one.case.options or one.case.edition) or not puzzles.has_position(slug, one):
            continue
        lines = puzzles.view_of(slug, one).readings
        assert len(lines) >= len(one.case.options), one.number
        if asked < 3:
            text = html.unescape(client.get(reverse("referee:puzzle", args=[slug]), {"n": number}).content.decode())
            assert all(line[1:] in text for line in lines), one.number
        asked += 1
    usual = next(one for one in found if not (one.case.options or one.case.edition) and puzzles.has_position(slug, one))
    assert asked
    assert puzzles.view_of(slug, usual).readings == ()


@pytest.mark.parametrize("slug", list(games()))
def test_a_judge_practises(client, db, slug):
    client.force_login(user("gino"))
    url = reverse("referee:puzzle", args=[slug])
    page = client.get(url)
    one, number = page.context["puzzle"], page.context["number"]
    right = one.article or puzzles.ALLOWED
    wrong = next(value for value, _words in page.context["answers"] if value != right)
    assert client.post(url, {"n": number, "answer": wrong}).context["is_right"] is False
    answer = client.post(url, {"n": number, "answer": right})
    assert (answer.context["is_right"], answer.context["score"]) == (True, [1, 2])
    assert str(games()[slug].rulebook.by_id[one.article or one.case.article].title.it) in answer.content.decode()


@pytest.mark.parametrize("slug", list(games()))
def test_no_article_is_cited_with_its_number_twice(slug):
    for article in games()[slug].rulebook.articles:
        title = article_title(article)
        assert not article.number or title.count(f"{article.number}.") + title.count(f"{article.number})") == 1, title


def test_garbage_in_the_gym_is_no_fault_of_the_server(client, db):
    client.force_login(user("gino"))
    url = reverse("referee:puzzle", args=["risiko"])
    for n in ("", "x", "-1", "99999", "1e3", "９"):
        assert client.get(f"{url}?n={n}").status_code == 200
    assert client.post(url, {"n": "0", "answer": "x" * 500}).context["is_right"] is False
    assert client.get(reverse("referee:puzzle", args=["scacchi"])).status_code == 404


@pytest.mark.parametrize("slug", list(games()))
def test_an_exam_covers_as_many_articles_as_it_can_and_repeats_by_its_seed(slug):
    exam = Exam(slug, "prova", 30)
    drawn = exams.questions(exam)
    with_position = {exams.article_of(one) for one in puzzles.puzzles(slug) if puzzles.has_position(slug, one)}

    exams.questions.cache_clear()
    assert [one.number for one in exams.questions(exam)] == [one.number for one in drawn]
    assert len({one.number for one in drawn}) == len(drawn)
    assert len({exams.article_of(one) for one in drawn}) == min(len(drawn), len(with_position))
    assert exams.questions(Exam(slug, "altra", 30)) != drawn


@pytest.mark.parametrize("slug", list(games()))
def test_a_title_is_in_the_language_of_its_reader_whoever_read_it_first(slug):
    titles = {}
    for language in ("en", "it"):
        with translation.override(language):
            titles[language] = [one.title for one in puzzles.puzzles(slug) if one.article]
    assert titles["en"] != titles["it"]


def test_a_further_exam_sets_up_no_board(monkeypatch):
    """Setting up every case takes a processor most of a second, and anybody with an account may begin exams without end."""
    exams.questions(Exam("risiko", "prova", 30))
    monkeypatch.setattr(cases, "set_up", None)
    for seed in range(3):
        assert len(exams.questions(Exam("risiko", f"nuova-{seed}", 30))) == 30


@pytest.mark.parametrize("slug", list(games()))
def test_levels_part_the_puzzles(slug):
    for level in (EASY, MEDIUM, HARD):
        assert {exams.level_of(one) for one in exams.questions(Exam(slug, "prova", 30, level))} <= {level}


def test_a_result_names_the_articles_of_the_wrong_answers_in_the_order_of_the_book(client, db):
    client.force_login(user("gino"))
    url = reverse("referee:exam", args=["risiko"])
    client.post(reverse("referee:exam_start", args=["risiko"]), {"count": "10", "seed": "Fabriano 7"})
    drawn = exams.questions(Exam("risiko", "fabriano-7", 10))
    wrong = {2, 5}
    for number, one in enumerate(drawn):
        right = one.article or puzzles.ALLOWED
        answer = client.post(url, {"n": number, "answer": "x" if number in wrong else right})
        assert answer.context["is_right"] is (number not in wrong)

    page = client.get(url)

    rulebook = games()["risiko"].rulebook
    missed = sorted({exams.article_of(drawn[number]) for number in wrong}, key=rulebook.place)
    assert (page.context["result"].right, page.context["result"].count) == (8, 10)
    assert page.context["result"].missed == tuple(missed)
    assert "8 giuste su 10" in page.content.decode()
    assert "fabriano-7" in page.content.decode()


def test_an_answer_stands_once_given(client, db):
    client.force_login(user("gino"))
    url = reverse("referee:exam", args=["risiko"])
    client.post(reverse("referee:exam_start", args=["risiko"]), {"count": "10", "seed": "1"})
    first = exams.questions(Exam("risiko", "1", 10))[0]
    client.post(url, {"n": "0", "answer": "x"})

    again = client.post(url, {"n": "0", "answer": first.article or puzzles.ALLOWED})

    assert again.context["place"] == 2
    assert again.context["answer"] == ""


def test_without_an_exam_under_way_one_comes_back_to_the_gym(client, db):
    client.force_login(user("gino"))
    assert client.get(reverse("referee:exam", args=["fatal"])).url == reverse("referee:practice")
