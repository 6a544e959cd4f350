"""A query composed once gives what the query set gives, for every value, in every thread, and refuses what it could not fill in."""

import threading

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.conftest import NOW, a_tournament
from tournament.models import Entrant
from tournament.prepared import Prepared, insert, update

pytestmark = pytest.mark.django_db


def _of_number(slug: str, number: int):
    return Entrant.objects.select_related("tournament").filter(tournament__slug=slug, number=number)


@pytest.fixture
def entrants(organizer):
    events = [a_tournament(organizer, name=name) for name in ("Uno", "Due")]
    for event in events:
        Entrant.objects.bulk_create(
            Entrant(tournament=event, number=number, surname=f"{event.name} {number}", name="Ada") for number in (1, 2)
        )
    return events


def test_each_call_finds_the_rows_of_its_own_values(entrants):
    prepared = Prepared(_of_number, str, int)
    for event in (*entrants, *reversed(entrants)):
        for number in (2, 1, 3):
            assert prepared(event.slug, number) == list(_of_number(event.slug, number))


def test_a_row_comes_with_what_the_query_selects_beside_it(entrants):
    prepared = Prepared(_of_number, str, int)
    for _call in range(2):
        with CaptureQueriesContext(connection) as asked:
            (found,) = prepared(entrants[0].slug, 1)
            assert found.tournament == entrants[0]
        assert len(asked) == 1


def test_values_of_a_list_come_as_the_query_set_gives_them(entrants):
    def compose(slug):
        return Entrant.objects.filter(tournament__slug=slug).order_by("number").values_list("surname", "number")

    assert Prepared(compose, str)(entrants[1].slug) == [("Due 1", 1), ("Due 2", 2)]


def test_text_that_looks_like_a_query_stays_a_value(entrants):
    assert Prepared(_of_number, str, int)("' OR 1=1 --", 1) == []


def test_a_value_that_does_not_reach_the_database_is_refused():
    with pytest.raises(ValueError, match="as they are"):
        Prepared(lambda name: Entrant.objects.filter(surname__icontains=name), str)("x")


def test_as_many_values_as_kinds(entrants):
    with pytest.raises(ValueError, match="zip"):
        Prepared(_of_number, str, int)(entrants[0].slug)


def test_threads_share_no_values():
    """Each has a compiler of its own, so that none reads the values of another's call."""
    prepared, found = Prepared(_of_number, str, int), []

    def compose() -> None:
        prepared._own.rows, prepared._own.compiler = prepared._composed()
        found.append(prepared._own.compiler)

    threads = [threading.Thread(target=compose) for _thread in range(2)]
    for thread in threads:
        thread.start()
        thread.join()
    assert found[0] is not found[1]
    assert not hasattr(prepared._own, "rows")


def test_no_row_has_what_nobody_has(entrants):
    assert Prepared(_of_number, str, int)(None, 1) == []


def _stored(row) -> dict:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key}


def test_an_inserted_row_is_stored_as_it_is(organizer):
    event = a_tournament(organizer)
    row = Entrant(tournament=event, number=7, surname="D'Annunzio; 100%s", name="Ada", erased_at=NOW)
    insert(row)
    assert _stored(event.entrants.get()) == _stored(row)


def test_an_update_changes_the_rows_that_have_the_values_and_says_how_many(entrants):
    event = entrants[0]
    found = {"tournament_id": event.pk, "number": 1}
    assert update(Entrant, where=found | {"erased_at": NOW}, to={"club": "no"}) == 0
    assert update(Entrant, where=found | {"erased_at": None}, to={"club": "%s", "erased_at": NOW}) == 1
    assert update(Entrant, where=found | {"erased_at": NOW}, to={"erased_at": None}) == 1
    assert update(Entrant, where={"tournament_id": event.pk}, to={"name": "Bea"}) == 2
    rows = Entrant.objects.order_by("tournament", "number").values_list("tournament", "club", "name", "erased_at")
    other = entrants[1].pk
    assert set(rows) == {(event.pk, "%s", "Bea", None), (event.pk, "", "Bea", None), (other, "", "Ada", None)}
