"""Nothing that a role can fetch depends on a secret.

The same event is played twice up to the same line; only what the system dealt in secret differs. Every address of the site is then
fetched by every role, and both answers must be alike to the byte, but for the commitments, which are hashes of the secrets and as long.
The salts of the secrets serve as canaries: they occur in no answer, no log and no stored row but the vault's own.
"""

import io
import mimetypes
import re
import zipfile
from datetime import UTC, datetime
from random import Random

import openpyxl
import pytest
from django.apps import apps
from django.core import serializers
from django.db import connection, transaction
from django.utils import timezone
from pypdf import PdfReader

from games.registry import games
from referee import shelf
from referee.actions import records
from referee.models import SealedVault
from tests.referee.conftest import Teller
from tests.role_table import ROLES, ROUTES
from tests.test_roles import World, address, world  # noqa: F401
from tournament.models import Seat, Table, Tournament

pytestmark = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL numbers rows on after a rollback, so that ids would differ"
)
SECRET = sorted(slug for slug, game in games().items() if game.secret_kinds)
NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
ENTRIES = 40
HASHES = re.compile(rb"[0-9a-f]{16,}|[A-Za-z0-9_-]{20,}(?::[A-Za-z0-9_=-]+)*")
TIMES = re.compile(rb"\d\d:\d\d(:\d\d(\.\d+)?)?|\d{10,}|%3A\w{6}(?=%)|/stagioni/\w+")


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


def opened(hall: World, dealt: int) -> Teller:
    shelf.clear()
    seats = list(hall.table.seats.order_by("position").values_list("entrant__public_id", flat=True))
    judge = hall.table.judge
    row = records.open_record(hall.table, seats=seats, judge=0, by=judge, seal=True, rng=Random(dealt))
    return Teller(row, judge, seed=5)


def crawled(hall: World) -> dict[tuple[str, str], tuple]:
    found = {}
    for route in _routes(hall):
        url = address(route, hall)
        for role in ROLES:
            mark = transaction.savepoint()
            answer = hall.clients[role].get(url)
            found[route, role] = (
                answer.status_code,
                *_content(answer),
                len(answer.get("ETag", "")),
            )
            transaction.savepoint_rollback(mark)
    return found


def _routes(hall: World) -> list[str]:
    """Every address for one game; the others differ only in the referee's, since the rest of the site knows no game."""
    readable = sorted(route for route in ROUTES if "may" in ROUTES[route]["GET"].values())
    return [route for route in readable if hall.tournament.game == SECRET[-1] or route.startswith("referee:")]


def _content(answer) -> tuple[bytes, ...]:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return _parts(body, answer.get("Content-Type", ""))


def _parts(body: bytes, kind: str) -> tuple[bytes, ...]:
    """What a person reads of it: packed files are unpacked, since a hash packs to another length than its neighbour."""
    if kind.startswith("application/pdf") and len(body) > 100:  # the role table's print-out is a stand-in
        return tuple(page.extract_text().encode() for page in PdfReader(io.BytesIO(body)).pages)
    if "spreadsheet" in kind:
        sheets = openpyxl.load_workbook(io.BytesIO(body)).worksheets
        return tuple(repr(row).encode() for sheet in sheets for row in sheet.values)
    if "zip" in kind:
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            files = [(name, mimetypes.guess_type(name)[0] or "", packed.read(name)) for name in packed.namelist()]
        return tuple(part for name, inner, file in files for part in (name.encode(), *_parts(file, inner)))
    return (body,)


def _blank(part: bytes) -> bytes:
    return TIMES.sub(b"", HASHES.sub(lambda found: b"#" * len(found[0]), part))


def _hidden(answer: tuple) -> tuple:
    """Hashes, signatures and tokens stand as long as they were."""
    return tuple(_blank(part) if isinstance(part, bytes) else part for part in answer)


@pytest.mark.parametrize("hall", SECRET, indirect=True)
def test_no_answer_depends_on_a_secret_and_its_canaries_stay_in_the_vault(hall, caplog):
    mark = transaction.savepoint()
    teller = opened(hall, dealt=1)
    moves = []
    for _number in range(ENTRIES):
        moves.append(teller.propose())
        teller.tell_move(moves[-1])
    first, vault = crawled(hall), SealedVault.objects.get().vault
    canaries = set(re.findall(r"[0-9a-f]{32,}", vault))
    assert len(canaries) >= 3
    stored = [
        serializers.serialize("json", model.objects.all()) for model in apps.get_models() if model is not SealedVault
    ]
    told = "".join([*stored, caplog.text, repr(first)])
    assert [canary for canary in canaries if canary in told] == []

    transaction.savepoint_rollback(mark)
    teller = opened(hall, dealt=2)
    for move in moves:
        teller.tell_move(move)
    second = crawled(hall)
    assert vault != SealedVault.objects.get().vault
    assert [key for key in first if _hidden(first[key]) != _hidden(second[key])] == []
