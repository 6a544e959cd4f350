"""Nothing that a role can fetch depends on a secret.

The same event is played twice up to the same line; only what the system dealt in secret differs. Every address of the site is then
fetched by every role (in `make test`, at addresses that know no game, by one of those that stand alike), and both answers must be alike to
the byte, but for the commitments, which are hashes of the secrets and as long.
The salts of the secrets serve as canaries: they occur in no answer, no log and no stored row but the vault's own.
"""

import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from zlib import crc32

import pytest
from django.apps import apps
from django.core import serializers
from django.core.cache import caches
from django.db import connection, transaction
from django.db.models import BinaryField
from django.utils import timezone

from games.registry import games
from referee.actions import openings
from referee.archive.event import archive_of
from referee.models import SealedVault
from referee.records import cache as record_cache
from tests.referee.conftest import Recorder
from tests.role_table import OWN_TABLE, ROLES, ROUTES
from tests.surfaces import content, parts
from tests.test_roles import World, address, undone, world  # noqa: F401
from tests.tools import many, savepoint_create
from tournament.models import LiveVersion, Seat, Table, Tournament
from tournament.web.support import page_cache

pytestmark = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL numbers rows on after a rollback, so that ids would differ"
)
SECRET = sorted(slug for slug, game in games().items() if game.secret_kinds)
NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
ENTRIES = 40
# Who are one kind of reader at an address where the role table gives them the same.
ALIKE = (
    ("anonymous", "player", "projector", "api_token"),
    ("floor_judge", "other_judge"),
    ("player_judge", "head_judge"),
)
HASHES = re.compile(rb"[0-9a-f]{16,}|[A-Za-z0-9_-]{20,}(?::[A-Za-z0-9_=-]+)*")
TIMES = re.compile(rb"\d\d:\d\d(:\d\d(\.\d+)?)?|\d{10,}(\.\d+)?|%3A\w{6}(?=%)|/stagioni/\w+")


@pytest.fixture(autouse=True)
def one_moment(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.fixture
def hall(world, request) -> World:  # noqa: F811
    """The role table's round with another game at its first table, whose record is not yet open."""
    world.table.record.delete()
    Tournament.objects.filter(pk=world.tournament.pk).update(game=request.param, edition="", options={})
    Seat.objects.filter(table=world.table, position__gt=max(games()[request.param].seats)).delete()
    world.table = Table.objects.select_related("round__tournament", "judge").get(pk=world.table.pk)
    world.tournament = world.table.round.tournament
    return world


def opened(hall: World, dealt: int) -> Recorder:
    record_cache.clear()
    page_cache.clear()
    seats = list(hall.table.seats.order_by("position").values_list("entrant__public_id", flat=True))
    judge = hall.table.judge
    row = openings.open_record(hall.table, seats=seats, judge=0, by=judge, seal=True, rng=Random(dealt))
    return Recorder(row, judge, seed=5)


def crawled(hall: World) -> dict[tuple[str, str, str], tuple]:
    """What every role gets from every address, and what it is refused with when it posts nothing to a table."""
    found = {}
    for route in _routes(hall):
        mark = savepoint_create()
        url = address(route, hall)
        for role in _askers(route):
            found["GET", route, role] = _page_facts(hall.clients[role].get(url))
        transaction.savepoint_rollback(mark)
    # The archive is made aside: its address gives the role table's stand-in.
    found["GET", "archive", "made"] = (200, "", *parts(archive_of(hall.tournament), "application/zip"))
    for route in _acts(hall):
        with undone():
            url = address(route, hall)
            for role in ROLES:
                with undone(hall.clients[role]):
                    found["POST", route, role] = _page_facts(hall.clients[role].post(url))
    return found


def _page_facts(answer) -> tuple:
    return answer.status_code, answer.get("ETag", ""), *content(answer)


MADE_ANEW = {"second_factor"}
"""Pages that make a new key of the reader's own at each look, and know no table."""


def _acts(hall: World) -> list[str]:
    """Posting nothing is refused with the table's page, which each game shows to whoever reads it: one game stands for the refusals."""
    acts = sorted(route for route in OWN_TABLE if ROUTES[route]["POST"]["organizer"] == "may")
    return acts * many(_is_whole(hall), 1)


def _routes(hall: World) -> list[str]:
    """Every address for one game; the others differ only in the referee's, since the rest of the site knows no game."""
    readable = sorted(route for route in ROUTES if "may" in ROUTES[route]["GET"].values() and route not in MADE_ANEW)
    return [route for route in readable if _is_whole(hall) or route.startswith("referee:")]


def _askers(route: str) -> list[str]:
    """Every role, of the referee's addresses; of the others, which know no game, one of each kind, and all of them in the long form.

    Which one changes from address to address, so that each role is asked by many.
    """
    if route.startswith("referee:") or many(0, 1):
        return list(ROLES)
    apart = [role for role in ROLES if not any(role in kind for kind in ALIKE)]
    given = ROUTES[route]["GET"]
    for kind in ALIKE:
        alike = len({given[role] for role in kind}) == 1
        apart += [kind[crc32(route.encode()) % len(kind)]] if alike else kind
    return apart


def _is_whole(hall: World) -> bool:
    return hall.tournament.game == SECRET[-1]


def _blank(part: bytes) -> bytes:
    return TIMES.sub(b"", HASHES.sub(lambda found: b"#" * len(found[0]), part))


def _hidden(answer: tuple) -> tuple:
    """Hashes, signatures and tokens stand as long as they were; an ETag is a hash of the page."""
    status, etag, *read = answer
    return status, len(etag), *map(_blank, read)


@pytest.mark.parametrize("hall", SECRET, indirect=True)
def test_no_answer_depends_on_a_secret_and_its_canaries_stay_in_the_vault(hall, caplog):
    caplog.set_level(logging.DEBUG)
    mark = savepoint_create()
    recorder = opened(hall, dealt=1)
    moves = []
    for _number in range(ENTRIES):
        moves.append(recorder.propose())
        recorder.record_move(moves[-1])
    first, vault = crawled(hall), SealedVault.objects.get().vault
    canaries = set(re.findall(r"[0-9a-f]{32,}", vault))
    assert len(canaries) >= 3
    result = b"".join([*_stored(), *_cached(), caplog.text.encode(), repr(first).encode()])
    assert [canary for canary in canaries if canary.encode() in result] == []
    topics = list(LiveVersion.objects.order_by("topic").values_list("topic", "version"))

    transaction.savepoint_rollback(mark)
    recorder = opened(hall, dealt=2)
    for move in moves:
        recorder.record_move(move)
    second = crawled(hall)
    assert vault != SealedVault.objects.get().vault
    differing = [key for key in first if first[key] != second[key]]
    assert [key for key in differing if _hidden(first[key]) != _hidden(second[key])] == []
    same = [key for key in first if first[key][2:] == second[key][2:]]
    assert len(same) > len(first) / 2
    assert [key for key in same if first[key][1] != second[key][1]] == [], "an ETag tells what its page does not"
    # An event stream says which topics changed and nothing else.
    assert list(LiveVersion.objects.order_by("topic").values_list("topic", "version")) == topics


def _stored() -> Iterator[bytes]:
    """Every row but the vault's own, and the bytes of what is kept packed."""
    for model in apps.get_models():
        if model is SealedVault:
            continue
        yield serializers.serialize("json", model._base_manager.all()).encode()
        for field in model._meta.concrete_fields:
            if isinstance(field, BinaryField):
                yield from (bytes(one) for one in model._base_manager.values_list(field.name, flat=True) if one)


def _cached() -> Iterator[bytes]:
    """What Django's cache holds, and the games and pages in the memory of this process."""
    for holding in caches.all(initialized_only=True):
        yield from (bytes(one) for one in getattr(holding, "_cache", {}).values())
    yield from (repr(vars(record)).encode() for record in record_cache._records.values())
    yield from (slot.page.rendered.body for slot in page_cache._slots.values() if slot.page)
