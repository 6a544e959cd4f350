"""The gym of the judges: every puzzle has its right answer among those offered, and the page tells the article."""

import pytest
from django.urls import reverse

from games.kernel import cases
from games.registry import games
from referee.judge_page import puzzles
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


def test_garbage_in_the_gym_is_no_fault_of_the_server(client, db):
    client.force_login(user("gino"))
    url = reverse("referee:puzzle", args=["risiko"])
    for n in ("", "x", "-1", "99999", "1e3", "９"):
        assert client.get(f"{url}?n={n}").status_code == 200
    assert client.post(url, {"n": "0", "answer": "x" * 500}).context["is_right"] is False
    assert client.get(reverse("referee:puzzle", args=["scacchi"])).status_code == 404
