"""The API against its own description: five hundred requests that schemathesis made up. CASES sets how many; the drills use 10,000."""

import os
from functools import cache

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.tournament.conftest import a_tournament, play, ready_to_draw, user
from tournament.actions import rounds

USUAL = 500
CASES = int(os.environ.get("CASES", USUAL))
PATHS = (
    "",
    "/{code}",
    "/{code}/entrants",
    "/{code}/rounds",
    "/{code}/rounds/{number}",
    "/{code}/standings",
    "/{code}/clock",
)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture
def one_connection(db):
    """The test's own connection outlives each request, as it does with Django's test client."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def described(one_connection):
    """A site where one tournament is under way, and the parameters of a path that it has."""
    olga = user("olga")
    holding = ready_to_draw(a_tournament(olga), 20, olga)
    play(rounds.draw(holding, seed="seme", by=olga), olga)
    return description(), {"code": holding.slug, "number": 1}


@cache
def description():
    """Read once: schemathesis looks through the whole program for values worth trying, which takes longer than the requests."""
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())


def test_the_paths_here_are_those_of_the_description(described):
    own = {path for path in described[0].raw_schema["paths"] if path.startswith("/api/")}
    assert own == {f"/api/v1/tournaments{path}" for path in PATHS}


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_one_that_the_description_allows(described, path):
    schema, there = described
    operation = schema[f"/api/v1/tournaments{path}"]["GET"]
    seen = set()

    @settings(
        max_examples=-(-CASES // len(PATHS)), deadline=None, derandomize=CASES == USUAL, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(), exists=st.sampled_from([True, True, False]))
    def ask(case, exists):
        if exists:
            case.path_parameters = {name: there[name] for name in case.path_parameters or {}}
        seen.add(case.call_and_validate(checks=CHECKS).status_code)

    ask()
    assert 200 in seen
