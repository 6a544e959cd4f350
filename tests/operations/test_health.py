"""What the site says of itself: to a balancer, to Prometheus, to a log, and in words to an organizer."""

import errno
import io
import json
import logging
import re
import zipfile
from collections import namedtuple
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import URLResolver, get_resolver, resolve, reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pythonjsonlogger.json import JsonFormatter

from config.log_lines import NoPaths
from config.version import VERSION
from operations import backups, health
from referee.archive.parcel import pack
from tests.tournament.conftest import a_tournament, user
from tournament.models import Tournament
from tournament.states import TournamentState
from tournament.tasks import webhooks as webhook_tasks

pytestmark = pytest.mark.django_db

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def roomy_machine(tmp_path, settings, monkeypatch):
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(health.shutil, "disk_usage", lambda path: Usage(9**12, 0, 9**12))


def codes() -> list[str]:
    return [finding.code for finding in health.findings(now=timezone.now())]


def test_a_well_machine_says_nothing():
    assert codes() == []


def test_a_tournament_without_a_copy_is_told():
    a_tournament(user("olga"))
    Tournament.objects.update(state=TournamentState.RUNNING)
    assert codes() == ["backup"]


def test_an_old_copy_is_told(monkeypatch, tmp_path):
    a_tournament(user("olga"))
    Tournament.objects.update(state=TournamentState.RUNNING)
    old = backups.Copy(tmp_path, timezone.now() - timedelta(hours=3, minutes=5), 1)
    monkeypatch.setattr(backups, "copies", lambda: [old])
    assert "3 ore" in health.findings(now=timezone.now())[0].text
    monkeypatch.setattr(backups, "copies", lambda: [backups.Copy(tmp_path, timezone.now(), 1)])
    assert codes() == []


@pytest.mark.parametrize(("free", "is_grave"), [(300 * 1024**2, False), (10 * 1024**2, True)])
def test_a_full_disk_is_told_before_it_is_full(monkeypatch, free, is_grave):
    monkeypatch.setattr(health.shutil, "disk_usage", lambda path: Usage(9**12, 0, free))
    (found,) = health.findings(now=timezone.now())
    assert (found.code, found.is_grave) == ("disk", is_grave)


def test_a_database_that_is_away_is_told_and_readiness_falls(monkeypatch):
    def away():
        raise OperationalError("away")

    monkeypatch.setattr(health, "_pending_migrations", away)
    assert codes() == ["database"]
    assert Client().get(reverse("ready")).status_code == 503
    assert Client().get(reverse("alive")).status_code == 200


def test_a_database_of_another_version_is_not_ready(monkeypatch):
    monkeypatch.setattr(health, "_pending_migrations", lambda: ["one"])
    assert codes() == ["migrations"]
    assert Client().get(reverse("ready")).status_code == 503


def test_readiness_of_a_well_site():
    assert Client().get(reverse("ready")).json() == {"status": "ok"}


def test_an_organizer_reads_it_in_words():
    olga = user("olga")
    a_tournament(olga)
    client = Client()
    client.force_login(olga)
    assert "Tutto a posto" in client.get(reverse("system")).content.decode()


def test_metrics_are_for_whoever_shows_the_token(settings):
    settings.METRICS_TOKEN = "a-secret-of-this-site"
    a_tournament(user("olga"))
    assert Client().get(reverse("metrics"), headers={"Authorization": "Bearer wrong"}).status_code == 404
    Client().get(reverse("login"))
    page = Client().get(reverse("metrics"), headers={"Authorization": "Bearer a-secret-of-this-site"}).content.decode()
    assert 'sdadata_tournaments{state="draft"} 1.0' in page
    assert 'sdadata_answer_seconds_count{method="GET",route="login",status="200"}' in page


def test_a_log_line_names_the_route_and_never_the_path(caplog):
    with caplog.at_level(logging.DEBUG, logger="sdadata.request"):
        Client().get(reverse("entry_link", args=["a-token-of-somebody"]))
    (game_record,) = [record for record in caplog.records if record.name == "sdadata.request"]
    line = json.loads(JsonFormatter("%(name)s %(message)s").format(game_record))
    assert (line["route"], line["method"], line["status"]) == ("entry_link", "GET", 200)
    assert "a-token-of-somebody" not in str(line)


def test_a_failure_is_told_by_its_route_too():
    request = RequestFactory().get("/accedi/con/a-token-of-somebody/")
    request.resolver_match = resolve(request.path)
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 0, "%s: %s", ("Internal Server Error", request.path), None
    )
    record.request = request
    assert NoPaths().filter(record)
    assert record.getMessage() == "Internal Server Error: entry_link"


OPERATIONS = Path(__file__).parents[2] / "docs" / "operations"


@pytest.mark.parametrize("name", ["alerts.yml", "dashboard.json"])
def test_what_alerts_and_the_dashboard_name_is_measured(settings, name):
    settings.METRICS_TOKEN = "a-secret-of-this-site"
    settings.AFTER_COPY = "true"
    backups.back_up(now=timezone.now())
    Client().get(reverse("login"))
    page = Client().get(reverse("metrics"), headers={"Authorization": "Bearer a-secret-of-this-site"}).content.decode()
    named = set(re.findall(r"\bsdadata_\w+", (OPERATIONS / name).read_text(encoding="utf-8")))
    assert len(named) > 4
    assert named <= set(re.findall(r"^(?:# HELP )?(sdadata_\w+)", page, re.MULTILINE))


@pytest.mark.parametrize(
    "named", re.findall(r'route=~"([^"]+)"', (OPERATIONS / "alerts.yml").read_text(encoding="utf-8"))
)
def test_the_routes_that_alerts_name_exist(named):
    assert any(re.fullmatch(named, name) for name in route_names(get_resolver()))


def test_rates_are_of_what_only_grows(settings):
    """Prometheus takes a gauge that falls for a counter that began anew: `increase` would count all of it."""
    settings.METRICS_TOKEN = "a-secret-of-this-site"
    page = Client().get(reverse("metrics"), headers={"Authorization": "Bearer a-secret-of-this-site"}).content.decode()
    gauges = set(re.findall(r"^# TYPE (\w+) gauge$", page, re.MULTILINE))
    for name in ("alerts.yml", "dashboard.json"):
        text = (OPERATIONS / name).read_text(encoding="utf-8")
        assert gauges.isdisjoint(re.findall(r"\b(?:rate|irate|increase)\((sdadata_\w+)", text))
        assert gauges >= set(re.findall(r"\bdelta\((sdadata_\w+)", text))


def route_names(resolver, namespace: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from route_names(pattern, inner)
        elif pattern.name:
            yield namespace + pattern.name


def test_the_version_is_one(settings):
    settings.METRICS_TOKEN = "a-secret-of-this-site"
    page = Client().get(reverse("metrics"), headers={"Authorization": "Bearer a-secret-of-this-site"}).content.decode()
    assert f'sdadata_info{{version="{VERSION}"}} 1.0' in page
    assert Client().get(reverse("alive")).json()["version"] == VERSION
    assert f"Versione {VERSION}" in Client().get(reverse("login")).content.decode()
    manifest = zipfile.ZipFile(io.BytesIO(pack({}))).read("manifest.json")
    assert json.loads(manifest)["program"] == VERSION


def test_a_queue_that_nobody_works_off_is_told():
    webhook_tasks.deliver.enqueue(1)
    assert codes() == []
    DBTaskResult.objects.update(enqueued_at=timezone.now() - timedelta(minutes=1))
    (found,) = health.findings(now=timezone.now())
    assert (found.code, "db_worker" in found.text) == ("work", True)


@pytest.fixture
def full_disk(monkeypatch):
    def refuse(**_how):
        raise OSError(errno.ENOSPC, "No space left on device")

    health._can_write.cache_clear()
    monkeypatch.setattr(health.tempfile, "TemporaryFile", refuse)
    yield
    health._can_write.cache_clear()


def test_a_site_on_a_full_disk_is_alive_and_not_ready(full_disk):
    assert Client().get(reverse("ready")).status_code == 503
    assert Client().get(reverse("alive")).status_code == 200


def test_who_asks_often_does_not_write_often(monkeypatch):
    written = []
    health._can_write.cache_clear()
    monkeypatch.setattr(health, "_is_writable", lambda folder: written.append(folder) or True)
    monkeypatch.setattr(health.time, "monotonic", lambda: 1000.0)
    for _time in range(10):
        assert Client().get(reverse("ready")).status_code == 200
    assert 1 <= len(written) <= 2
    health._can_write.cache_clear()
