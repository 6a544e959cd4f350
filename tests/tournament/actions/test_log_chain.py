"""Lines of a log follow one another, however many write at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import pairwise
from random import Random

import pytest
from django.db import connections, transaction

from tests.tournament.conftest import a_tournament, user
from tournament import live
from tournament.actions.base import record
from tournament.actions.tournaments import CREATE
from tournament.core import log_chain


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("around", [nullcontext, live.gathered])
def test_lines_written_at_once_make_one_chain(around):
    by = user("olga")
    tournament = a_tournament(by)

    def write(number: int) -> None:
        try:
            with transaction.atomic(), around():
                live.bump("table:1")
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


@pytest.mark.django_db
def test_a_line_of_a_batch_is_written_under_the_lock_of_its_log():
    """Whatever is gathered for the end of a batch of entries: the next line of the log is read by nobody else meanwhile."""
    tournament = a_tournament(by := user("olga"))
    before = live.versions([tournament.topic])[tournament.topic]
    with transaction.atomic(), live.gathered():
        live.bump(tournament.topic)
        assert live.versions([tournament.topic])[tournament.topic] == before
        record(tournament, CREATE, by=by, subject="x")
        assert live.versions([tournament.topic])[tournament.topic] == before + 1
    assert live.versions([tournament.topic])[tournament.topic] == before + 1


@pytest.mark.django_db(transaction=True)
def test_topics_are_raised_at_once_in_any_order():
    topics = [f"table:{number}" for number in range(12)]
    live.bump(*topics)

    def write(number: int) -> None:
        try:
            with transaction.atomic():
                live.bump(*Random(number).sample(topics, 8))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as writers:
        list(writers.map(write, range(60)))
    assert sum(live.versions(topics).values()) == 12 + 60 * 8
