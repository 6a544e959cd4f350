"""Lines of a log follow one another, however many write at once."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from django.db import connections, transaction

from tests.tournament.conftest import a_tournament, user
from tournament.actions.base import record
from tournament.actions.tournaments import CREATE
from tournament.core import log_chain


@pytest.mark.django_db(transaction=True)
def test_lines_written_at_once_make_one_chain():
    by = user("olga")
    tournament = a_tournament(by)

    def write(number: int) -> None:
        try:
            with transaction.atomic():
                record(tournament, CREATE, by=by, subject=number, number=number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as writers:
        list(writers.map(write, range(30)))
    lines = list(tournament.log.order_by("number"))
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    for before, line in pairwise(lines):
        due = log_chain.link(before.head, number=line.number, at=line.at, verb=line.verb, content=line.content)
        assert line.head == due
