"""After an erasure no page and no file names the person, and no name is left in memory: in no cache, and in no key of one."""

import functools
import gc
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

import pytest
from django.core.cache import caches

from tests.referee.test_hall_of_fame import remember
from tests.role_table import ROUTES
from tests.surfaces import content
from tests.test_roles import World, address, undone, world  # noqa: F401
from tournament.actions import directory, privacy, roster
from tournament.models import Person
from tournament.privacy import copies

OURS = ("config", "games", "operations", "referee", "tournament")
SURNAME = "Quattrocchimarini"
CODE = (ModuleType, type, FunctionType, MethodType, BuiltinFunctionType, CodeType)


def roots() -> Iterator[tuple[str, object]]:
    """Every cached function of ours, and whatever a module of ours holds."""
    for one in gc.get_objects():
        if type(one) is functools._lru_cache_wrapper and one.__module__.split(".")[0] in OURS:
            yield f"{one.__module__}.{one.__qualname__}", one
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in OURS:
            for key, value in list(vars(module).items()):
                if not issubclass(type(value), CODE) and not key.startswith("__"):
                    yield f"{name}.{key}", value
    for cache in caches.all(initialized_only=True):
        yield "cache", cache._cache


def holding(word: str) -> set[str]:
    """The places in which the word is reached."""
    raw, found = word.encode(), set()
    for name, root in roots():
        waiting, seen = [root], {id(root)}
        while waiting and name not in found:
            one = waiting.pop()
            kind = type(one)  # a lazy object answers for another class, and would be made
            if (issubclass(kind, str) and word in one) or (issubclass(kind, bytes) and raw in one):
                found.add(name)
            for inner in gc.get_referents(one):
                if id(inner) not in seen and not issubclass(type(inner), CODE):
                    seen.add(id(inner))
                    waiting.append(inner)
    return found


@pytest.fixture
def read_by_all(world: World) -> World:  # noqa: F811
    """Somebody at the table of the role table, every page of the event read: while it is played, and after it."""
    one = world.table.seats.get(position=1).entrant
    roster.edit(one, by=None, surname=SURNAME, name="Ada", has_consented=True)
    directory.recognise(world.tournament.entrants.all())
    read(world)
    remember(world.table)
    assert len(read(world)) > 20
    return world


def read(world: World) -> set[str]:  # noqa: F811
    """The addresses of whoever may: those whose answer names the person, in a document or a packed file too."""
    naming = set()
    for route in sorted(ROUTES):
        if ROUTES[route]["GET"]["anonymous"] == "may" or ROUTES[route]["GET"]["organizer"] == "may":
            role = "anonymous" if ROUTES[route]["GET"]["anonymous"] == "may" else "organizer"
            with undone(client := world.clients[role]):
                if any(SURNAME.encode() in part for part in content(client.get(address(route, world)))):
                    naming.add(route)
    return naming


def test_no_page_no_file_and_nothing_in_memory_names_somebody_who_was_erased(
    read_by_all, django_capture_on_commit_callbacks
):
    before = holding(SURNAME)
    assert {"tournament.web.support.page_cache._slots", "tournament.exports.social_card.fitted"} <= before, before
    with django_capture_on_commit_callbacks(execute=True):
        privacy.erase(read_by_all.table.seats.get(position=1).entrant, by=None)
    assert not Person.objects.filter(surname=SURNAME).exists()
    assert holding(SURNAME) == set()
    assert read(read_by_all) == set()


def test_another_process_forgets_when_it_next_reads_the_versions():
    drawn = []

    @copies.cached(4)
    def draw(name: str) -> str:
        drawn.append(name)
        return name

    copies.heed({copies.TOPIC: 4})
    draw("Ada")
    copies.heed({copies.TOPIC: 4})
    draw("Ada")
    assert drawn == ["Ada"]
    copies.heed({copies.TOPIC: 5})
    draw("Ada")
    assert drawn == ["Ada", "Ada"]
