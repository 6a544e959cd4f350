"""What every test shares: fast passwords, plain static files, the same codes in every run, no deadline of hypothesis, a collector that
leaves alone what was imported."""

import gc
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.db.models.signals import post_migrate
from hypothesis import settings as hypothesis_settings
from xdist.scheduler import LoadFileScheduling

# Playwright's synchronous interface runs an event loop in the test's thread, where Django would refuse the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# The example game goes through every test that goes through all games.
os.environ["SDADATA_EXAMPLE_GAMES"] = "1"

# A busy machine must not fail a test for being slow.
hypothesis_settings.register_profile("sdadata", deadline=None)
hypothesis_settings.load_profile("sdadata")

# These wait on other programs' clocks: one that fails is tried again. What needed it is told at the end of the run with its reason,
# and is a fault to be mended, of the test or of the page.
WITH_OTHER_PROGRAMS = ("browser", "drills", "laptop")


class TwoBrowsersAtATime(LoadFileScheduling):
    """Workers share the tests file by file, but two at most drive a browser, and one the drills: more would starve each other."""

    def _split_scope(self, nodeid: str) -> str:
        folder, _, file = nodeid.removeprefix("tests/").partition("/")
        if folder == "browser":
            return "browser, a to l" if file < "test_m" else "browser, m to z"
        return folder if folder in WITH_OTHER_PROGRAMS else super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> TwoBrowsersAtATime:
    config.option.loadscopereorder = False  # the browser's, which take longest, come first
    return TwoBrowsersAtATime(config, log)


def with_room(call: Callable[[], None]) -> None:
    call()


# CPython maps the frames of its calls 16 KiB at a time: where a test's calls go to and fro over the end of such a piece, each one maps
# and unmaps memory, which took up to a sixth of a test's time. A frame that asks for more than there is gets a piece with room to spare.
with_room.__code__ = with_room.__code__.replace(co_stacksize=70_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        item.runtest = partial(with_room, item.runtest)
        if item.path.relative_to(here).parts[0] in WITH_OTHER_PROGRAMS:
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(autouse=True)
def the_same_codes_in_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw goes by people's public codes: with the same ones a test that fails can be seen to fail again."""
    monkeypatch.setattr("tournament.models.tournament.secrets", Random(request.node.nodeid))


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is imported stays: going through it again and again for garbage took 4 to 13 % of a file's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def pytest_configure(config: pytest.Config) -> None:
    settings.PASSWORD_HASHERS = ["tests.lanes.WatchedHasher"]
    settings.MIDDLEWARE = ["tests.lanes.LaneMiddleware", *settings.MIDDLEWARE]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.DATABASES["default"]["CONN_MAX_AGE"] = 0  # a database that is still open is not dropped
    settings.WHITENOISE_USE_FINDERS = True
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Whenever a test's tables are emptied Django would fill in its own permissions again, which nothing here asks about."""
    from django.contrib.contenttypes.management import create_contenttypes

    assert post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    assert post_migrate.disconnect(create_contenttypes)
