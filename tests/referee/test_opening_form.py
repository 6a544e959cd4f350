"""The form with which a record is begun: refused, it comes back as it was sent, with its wrong fields marked."""

import re

import pytest
from django.urls import reverse

from referee.models import GameRecord

CHOSEN = r'<select[^>]*name="seat-(\d)"([^>]*)>.*?<option value="(\w+)" selected>'
TICKED = r'name="{name}" value="(\w+)" checked'


def send(client, table, **fields):
    slug, number = table.round.tournament.slug, table.round.number
    return client.post(reverse("referee:open", args=[slug, number, table.number]), fields)


def drawn(table) -> list[str]:
    return list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))


def as_fields(seats: list[str]) -> dict[str, str]:
    return {f"seat-{chair}": who for chair, who in enumerate(seats, 1)}


@pytest.mark.parametrize("pair", [(0, 1), (1, 3), (2, 0)])
def test_a_name_twice_is_marked_and_nothing_else_is_lost(client, table, judge, pair):
    client.force_login(judge)
    seats = drawn(table)[::-1]
    seats[pair[0]] = seats[pair[1]]
    page = send(client, table, **as_fields(seats), judge="3", level="result")
    text = page.content.decode()
    chairs = re.findall(CHOSEN, text, re.DOTALL)
    assert page.status_code == 422
    assert [who for _chair, _more, who in chairs] == seats
    assert {int(chair) - 1 for chair, more, _who in chairs if "aria-invalid" in more} == set(pair)
    assert re.findall(TICKED.format(name="judge"), text) == ["3"]
    assert re.findall(TICKED.format(name="level"), text) == ["result"]
    assert "una volta ogni giocatore" in text
    assert not GameRecord.objects.exists()


@pytest.mark.parametrize(("wrong", "field"), [({"judge": "9"}, "judge"), ({"level": "x"}, "level")])
def test_a_choice_that_is_missing_is_marked(client, table, judge, wrong, field):
    client.force_login(judge)
    seats = drawn(table)[::-1]
    text = send(client, table, **{**as_fields(seats), "judge": "2", "level": "turn", **wrong}).content.decode()
    marked = re.findall(r'name="(\w+)" [^>]*aria-invalid', text)
    assert set(marked) == {field}
    assert [who for _chair, _more, who in re.findall(CHOSEN, text, re.DOTALL)] == seats


def test_a_corrected_form_begins_the_record(client, table, judge):
    client.force_login(judge)
    seats = drawn(table)[::-1]
    send(client, table, **as_fields([seats[0], *seats[:-1]]), judge="1", level="move")
    assert send(client, table, **as_fields(seats), judge="1", level="move").status_code == 302
    assert drawn(table) == seats
