"""An organizer types into each field of the own forms what belongs to another tournament: nothing there changes, and nothing is mixed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal

import pytest
from django.apps import apps
from django.db import connection

from referee.actions import openings
from referee.archive import rows as archive_rows
from tests.test_roles import World, undone, world  # noqa: F401
from tests.tools import many
from tests.tournament.conftest import NOW, ready_to_draw, user
from tests.tournament.web.test_nonsense import PageForm, forms_of
from tournament.actions import criteria, penalties, rounds, screen_links, staff, tables
from tournament.models import Objection, Table, Tournament
from tournament.states import Role

NOT_FIELDS = {"csrfmiddlewaretoken", "language", "next"}
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)", re.IGNORECASE)
OF_AN_OBJECT = re.compile(r"/n/\w+/|\d+")


@pytest.fixture
def own(world) -> World:  # noqa: F811
    """The stranger's tournament with the same things as the role table's, in the eyes of its organizer."""
    by = world.clients["stranger"].get("/").wsgi_request.user
    tournament = ready_to_draw(Tournament.objects.get(name="Un altro torneo"), 16, by)
    judge = staff.grant(tournament, user=user("own judge"), role=Role.JUDGE, by=by)
    round_ = rounds.draw(tournament, seed="altri", by=by)
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=NOW)
    table = round_.tables.first()
    tables.assign_judge(table, judge=judge.user, by=by)
    seats = list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))
    openings.open_record(table, seats=seats, judge=0, by=judge.user)
    screen, token = screen_links.issue(tournament, by=by)
    one, other = tournament.entrants.all()[:2]
    return replace(
        world,
        tournament=tournament,
        table=table,
        membership=judge,
        screen=screen,
        token=token,
        penalty=penalties.add(one, points=Decimal(1), reason="ritardo", by=by),
        pair=criteria.keep_apart(tournament, one=one, other=other, by=by),
        objection=Objection.objects.create(round=round_, entrant=one, text="ho 40 punti"),
        clients={**world.clients, "organizer": world.clients["stranger"]},
    )


def ids_of(world: World) -> list[str]:  # noqa: F811
    entrants, seats = world.tournament.entrants.all(), world.table.seats.all()
    things = [
        entrants[0], entrants[5], seats[0], seats[1], world.table, world.table.round, world.table.judge, world.membership,
        world.screen, world.penalty, world.pair, world.objection, world.table.record, world.tournament,
    ]  # fmt: skip
    found = [entrants[0].public_id, *(str(one.pk) for one in things), world.tournament.slug, str(entrants[0].number)]
    return list(dict.fromkeys(found))


def models_within() -> list:
    """Every model whose rows hang on a tournament."""
    both = (model for app in archive_rows.APPS for model in apps.get_app_config(app).get_models())
    return [model for model in both if model is Tournament or any(archive_rows._keys(model))]


def rows_within(tournament: Tournament) -> dict[str, list]:
    return {
        model._meta.label: list(archive_rows._within(model, tournament).order_by("pk").values())
        for model in models_within()
    }


def mixed(one: Tournament, other: Tournament) -> list[str]:
    """Rows that hang on both, and tables with a judge of the other."""
    found = [
        model._meta.label
        for model in models_within()
        if (archive_rows._within(model, one) & archive_rows._within(model, other)).exists()
    ]
    seated = Table.objects.filter(round__tournament=one, judge__isnull=False)
    return found + ["judge"] * seated.exclude(judge__in=one.memberships.values("user")).exists()


@contextmanager
def watching() -> Iterator[list[str]]:
    """The statements that write."""
    written: list[str] = []

    def watch(execute, sql, params, is_many, context):
        written.extend([sql] if WRITES.match(sql) else [])
        return execute(sql, params, is_many, context)

    with connection.execute_wrapper(watch):
        yield written


def of_each_kind(forms: Iterator[PageForm]) -> Iterator[PageForm]:
    """One form of those that differ by whom they are about."""
    seen = set()
    for form in forms:
        kind = OF_AN_OBJECT.sub("", form.action), *sorted(form.names)
        if form.names - NOT_FIELDS and kind not in seen:
            seen.add(kind)
            yield form


@pytest.mark.slow
def test_ids_of_another_tournament_in_any_field_change_nothing_there(world, own):  # noqa: F811
    client, theirs = own.clients["organizer"], world.tournament
    ids, before = ids_of(world), rows_within(theirs)
    assert mixed(own.tournament, theirs) == []
    forms = list(of_each_kind(forms_of(own)))
    faults, fields, wrote = [], 0, 0
    for form in forms:
        for name in sorted(form.names - NOT_FIELDS):
            fields += 1
            for foreign in {*ids[:2], *(ids[(fields + more) % len(ids)] for more in range(many(2, len(ids))))}:
                with undone(client), watching() as written:
                    status = client.post(form.action, form.filled() | {name: foreign}).status_code
                    wrote += bool(written)
                    if status >= 500 or (written and (mixed(own.tournament, theirs) or rows_within(theirs) != before)):
                        faults.append((form.action, name, foreign, status))
    assert faults == []
    assert fields > 60
    assert wrote > 100
