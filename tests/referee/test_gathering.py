"""Answers that are gathered before one act is recorded: the page names each of them, and no other act loses them at one tap."""

import pytest

from games.registry import games
from referee.judge_page import questions
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address, seated

DEPTH = 3
LONGEST = 400
TRIED = 6  # answers of each question that are followed


def gathering(record):
    """A question whose next answer begins to gather, the answer, and the question that follows; None where there is none here."""
    known = [record.choices({})]
    for _step in range(DEPTH):
        following = []
        for ask in known:
            values = [one.value for one in ask.choices][:TRIED] if ask.kind in ("act", "pick") else []
            following += [(ask, value, record.choices(ask.answered(value))) for value in values]
        found = next((one for one in following if one[2].is_gathering and one[2].choices), None)
        if found:
            return found
        known = [ask for _before, _value, ask in following if ask.kind == "pick"]
    return None


@pytest.mark.parametrize("slug", [slug for slug in games() if slug != "porcello"])
def test_what_is_gathered_is_named_and_another_act_wants_a_second_tap(client, table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    seated(client, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(
        lambda record: record.seq > LONGEST or bool(record.state.giro and gathering(record)) or recorder.is_over
    )
    found = gathering(recorder.ahead)
    assert found is not None, "no question of this game gathers answers"
    before, value, _after = found
    row = current(row)
    token = questions.sign(row.pk, row.seq, before.partial)
    data = {"seq": row.seq, "lease": row.lease, "key": "chiave-di-prova-1", "ask": token, "answer": value}
    page = client.post(address(table, "answer"), data, headers={"HX-Request": "true"})
    assert page.status_code == 200
    question, others = page.context["question"], page.context["others"]
    assert question.is_gathering
    choice = next(one for one in before.choices if one.value == value)
    gathered = [one for part in choice.sets.values() if isinstance(part, (list, dict)) for one in part]
    places = page.context["board"].places
    steps = {step.rstrip(" 0123456789") for step in question.trail}
    assert {places[one].label for one in gathered if one in places} <= steps
    keys = page.content.decode().count('<button class="j-key j-key-act" name="answer"')
    assert others
    assert keys
    assert page.content.decode().count("La scelta si perde") >= keys
