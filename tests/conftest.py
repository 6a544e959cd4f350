"""Shared set-up of all tests: fast passwords, plain static files, reproducible codes, no deadline of hypothesis, and a garbage collector
that ignores imported modules."""

import gc
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
import pytest_django
from django.conf import settings
from django.db.models.signals import post_migrate
from django.utils import translation
from hypothesis import settings as hypothesis_settings
from xdist.scheduler import LoadFileScheduling

from games.kernel import boards
from tests import migrated

# Playwright's synchronous interface runs an event loop in the test's thread, where Django would refuse the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# Tests over all games include the example game.
os.environ["SDADATA_EXAMPLE_GAMES"] = "1"
# Commands speak the terminal's language (config/environment.py).
os.environ["LC_ALL"] = "C.UTF-8"

# A busy machine must not fail a test for being slow.
hypothesis_settings.register_profile("sdadata", deadline=None)
hypothesis_settings.load_profile("sdadata")

PERMISSIONS = "django.contrib.auth.management.create_permissions"

# These depend on the timing of other programs: a failed one is run again. The summary lists each with its reason, as a fault of
# the test or of the page that must be fixed.
WITH_OTHER_PROGRAMS = ("browser", "drills", "laptop")

# `make test-slow`: whole days and whole games, the engine in the browser, every moment or form of every game in one, what many browsers or
# roles are asked one after another, killed processes, installed packages. `make test` leaves them out, and CI runs both.
SLOW = (
    "browser/test_a_tournament_day.py",
    "browser/test_access.py",
    "browser/test_accessible.py",
    "browser/test_alarms.py",
    "browser/test_brush.py",
    "browser/test_ceremony.py",
    "browser/test_click_budget.py",
    "browser/test_engine_first.py",
    "browser/test_font.py",
    "browser/test_frames.py",
    "browser/test_half_entered.py",
    "browser/test_long_words.py",
    "browser/test_map_for_fingers.py",
    "browser/test_measures.py",
    "browser/test_moments.py",
    "browser/test_notices.py",
    "browser/test_offline.py",
    "browser/test_older_copy.py",
    "browser/test_one_pad.py",
    "browser/test_opening_a_table.py",
    "browser/test_organizer.py",
    "browser/test_outcome.py",
    "browser/test_paper.py",
    "browser/test_phone.py",
    "browser/test_phone_alerts.py",
    "browser/test_replay.py",
    "browser/test_result_level",
    "browser/test_slips.py",
    "browser/test_speculation.py",
    "browser/test_tap_budget.py",
    "browser/test_the_device.py",
    "browser/test_throws.py",
    "browser/test_turn_level.py",
    "browser/test_turns_by_touch.py",
    "browser/test_unfinished.py",
    "browser/test_wall_letters.py",
    "browser/test_whole_games.py",
    "browser/test_words_of_keys.py",
    "drills/",
    "laptop/test_laptop.py",
    "laptop/test_standalone.py",
    "referee/test_secrets.py",
    "test_forgotten.py",
)

# Every address, every act of every game or hundreds of random events: what they hold does not depend on the kind of database. `make
# coverage` leaves them out.
ON_ANY_DATABASE = (
    "config/test_headers.py",
    "config/test_https_in_hall.py",
    "referee/test_every_game.py",
    "tournament/queries/test_event.py",
    "tournament/test_open_readings.py",
    "tournament/test_random_events.py",
    "tournament/test_second.py",
    "tournament/web/test_events_through_forms.py",
    "tournament/web/test_nonsense.py",
    "tournament/web/test_page_cache.py",
)


class TwoBrowsersAtATime(LoadFileScheduling):
    """Workers get the tests file by file, but at most two drive a browser, and one the drills, which would otherwise starve each other."""

    def _split_scope(self, nodeid: str) -> str:
        folder, _, file = nodeid.removeprefix("tests/").partition("/")
        if folder == "browser":
            return "browser, a to l" if file < "test_m" else "browser, m to z"
        return folder if folder in WITH_OTHER_PROGRAMS else super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> TwoBrowsersAtATime:
    config.option.loadscopereorder = False  # browser tests, which take longest, come first
    return TwoBrowsersAtATime(config, log)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Tests without a database read boards too, some while they are collected; those of the site's own shelf set it."""
    boards.set_shelf(boards.FolderShelf())


@pytest.fixture(autouse=True)
def in_the_default_language() -> None:
    """A request by the test client leaves its language active in the thread, and the next test would be answered in it."""
    translation.deactivate()


def with_room(call: Callable[[], None]) -> None:
    call()


# CPython maps call frames in pieces of 16 KiB: calls that cross the end of a piece repeatedly map and unmap memory each time, which
# slows tests. A large frame gets a larger piece with room for later calls.
with_room.__code__ = with_room.__code__.replace(co_stacksize=70_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        item.runtest = partial(with_room, item.runtest)
        file = item.path.relative_to(here)
        if file.parts[0] in WITH_OTHER_PROGRAMS:
            item.add_marker(pytest.mark.flaky(reruns=2))
        if file.as_posix().startswith(SLOW):
            item.add_marker(pytest.mark.slow)
        if file.as_posix().startswith(ON_ANY_DATABASE):
            item.add_marker(pytest.mark.any_database)


@pytest.fixture(autouse=True)
def the_same_codes_in_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws depend on people's public codes: fixed codes make a failure reproducible."""
    monkeypatch.setattr("tournament.models.tournament.secrets", Random(request.node.nodeid))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Excludes imported modules from garbage collection, which would scan them repeatedly."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def pytest_configure(config: pytest.Config) -> None:
    settings.PASSWORD_HASHERS = ["tests.lanes.WatchedHasher"]
    watched = ["tests.shown_secrets.ShownSecretsMiddleware", "tests.lanes.LaneMiddleware"]
    settings.MIDDLEWARE = [*watched, *settings.MIDDLEWARE]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.DATABASES["default"]["CONN_MAX_AGE"] = 0  # an open database cannot be dropped
    settings.WHITENOISE_USE_FINDERS = True
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    migrated.start_from_template()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """After each flush Django would create its own permissions again, which the product does not use."""
    from django.contrib.auth.management import create_permissions
    from django.contrib.contenttypes.management import create_contenttypes

    with django_db_blocker.unblock():
        migrated.save_template()

    assert post_migrate.disconnect(dispatch_uid=PERMISSIONS)
    assert post_migrate.disconnect(create_contenttypes)
    yield
    # A worker whose last test is tried again sets the session up once more.
    post_migrate.connect(create_permissions, dispatch_uid=PERMISSIONS)
    post_migrate.connect(create_contenttypes)


@pytest.fixture(autouse=True)
def no_periodic_work(monkeypatch):
    """A thread that waits for tomorrow's work would outlive its test's database."""
    monkeypatch.setattr("tournament.tasks.worker._schedulers", [])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Before the test's database is emptied."""
    from tests.queue import end_worker

    end_worker()
