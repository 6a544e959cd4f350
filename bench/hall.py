"""A site for the benches: a database of their own, halls of any size, a judge at a table."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
DEVICE = "bench"


@contextmanager
def site(database: str = "") -> Iterator[Path]:
    """Django set up over a fresh SQLite file, or over an empty database at that address; yields its folder."""
    with tempfile.TemporaryDirectory(prefix="sdadata-bench-") as folder:
        os.environ["SDADATA_VAR"] = folder
        os.environ["SDADATA_HOSTS"] = "127.0.0.1,testserver"
        os.environ["DATABASE_URL"] = database or f"sqlite:///{folder}/bench.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright runs an event loop in this thread
        _lend_the_engine(Path(folder))
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        try:
            yield Path(folder)
        finally:
            connections.close_all()


def _lend_the_engine(folder: Path) -> None:
    """The engine that `make offline` fetched, if it did."""
    fetched = Path(__file__).parents[1] / "var" / "public" / "motore"
    if fetched.is_dir():
        (folder / "public").mkdir()
        (folder / "public" / "motore").symlink_to(fetched)


def person(name: str):
    from django.contrib.auth import get_user_model

    people = get_user_model().objects
    return people.filter(username=name).first() or people.create_user(name, password="una parola lunga")


def hall(tables: int, name: str, by):
    """A tournament whose first round is running at this many tables of four."""
    from tournament.actions import formats, rounds, tournaments
    from tournament.core.formats import possible_formats
    from tournament.core.regulation.schema import presets
    from tournament.models import Entrant, Table
    from tournament.states import EntrantState

    event = tournaments.create(name=name, day=date(2026, 3, 14), regulation=presets()["risiko-torneo"], by=by)
    Entrant.objects.bulk_create(
        Entrant(
            tournament=event,
            number=n,
            surname=f"Cognome{n:04}",
            name="Ada",
            club=f"Club {n % 7}",
            state=EntrantState.PRESENT,
        )
        for n in range(1, 4 * tables + 1)
    )
    tournaments.open_checkin(event, by=by)
    chosen = next(one for one in possible_formats(4 * tables, event.rules) if one.stages[0].tables == (4,) * tables)
    formats.choose(event, key=chosen.key, by=by)
    round_ = rounds.draw(event, seed="bench", by=by)
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=NOW)
    assert Table.objects.filter(round=round_).count() == tables
    return round_


def play(round_, game: str) -> None:
    """At the tables of a round that nobody has begun: this game, the round just started."""
    from django.utils import timezone

    from games.registry import games
    from tournament.models import ClockEvent, Seat

    event = round_.tournament
    event.game, event.edition, event.options = game, "", {}
    event.save()
    Seat.objects.filter(table__round=round_, position__gt=max(games()[game].seats)).delete()
    ClockEvent.objects.filter(round=round_, kind="start").update(at=timezone.now())


def judged_table(round_, judge, by):
    """The first table, with its record opened by its judge."""
    from referee.actions import openings
    from tournament.actions import staff
    from tournament.states import Role

    staff.grant(round_.tournament, user=judge, role=Role.JUDGE, by=by)
    table = round_.tables.get(number=1)
    table.judge = judge
    table.save()
    seats = list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))
    return table, openings.open_record(table, seats=seats, judge=0, by=judge, device=DEVICE)


def session_of(who) -> str:
    """The key of a session in which this person is logged in, on the bench's device."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from referee.views.access import DEVICE as DEVICE_KEY
    from tournament.web.support.sessions import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(who.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = who.get_session_auth_hash()
    session[DEVICE_KEY] = DEVICE
    session.save()
    return str(session.session_key)
