"""Monitoring: a log line and a measurement for each request, and the Prometheus page.

No personal data: a request is named by its route, never by its path, which contains tokens and codes.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from hmac import compare_digest
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db.models import Count, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django_tasks_db.models import DBTaskResult
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.log_lines import route_of
from config.measures import IS_SHARED, PROCESS_REGISTRY, answer_seconds
from operations import backups, copies_elsewhere
from referee.models import GameRecord
from tournament.models import LiveVersion, Table, Tournament
from tournament.tasks import worker
from tournament.web.support.faults import reason_of

log = logging.getLogger("sdadata.request")

QUIET = {"alive", "ready", "metrics"}  # polled every few seconds; not logged while they answer 200
SLOW_SECONDS = 1.0


class ObservationMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - begun
        labels = {"route": route_of(request), "method": _method(request.method), "status": response.status_code}
        answer_seconds.labels(**labels).observe(seconds)
        if labels["route"] not in QUIET or response.status_code >= 400:
            level = logging.WARNING if response.status_code >= 500 or seconds > SLOW_SECONDS else logging.DEBUG
            fields = {**labels, "ms": round(seconds * 1000, 1)}
            line = "%(route)s %(method)s %(status)s in %(ms).0f ms"
            if reason := reason_of(request):
                fields["reason"] = reason
                line += ": %(reason)s"
            log.log(level, line, fields, extra=fields)
        return response


def _method(method: str | None) -> str:
    """A client may send any method name, and each would be a time series of its own."""
    return method if method in {"GET", "HEAD", "POST", "OPTIONS"} else "other"


class Counts(Collector):
    """Read from the database at each request, so that every worker reports the same."""

    def collect(self) -> Iterable[Metric]:
        yield InfoMetricFamily("sdadata", "The program", value={"version": settings.VERSION})
        yield _by_kind("sdadata_tasks", "Background tasks by status", "status", DBTaskResult.objects)
        alive = worker.living_workers(now=timezone.now())
        yield GaugeMetricFamily("sdadata_workers", "Workers of the queue that reported lately", value=alive)
        yield from _newest_backup()
        yield from _copies_elsewhere()
        yield _by_kind("sdadata_tournaments", "Tournaments by state", "state", Tournament.objects)
        yield _by_kind("sdadata_tables", "Tables by state", "state", Table.objects)
        entries = GameRecord.objects.aggregate(entries=Sum("seq"))["entries"] or 0
        yield GaugeMetricFamily("sdadata_entries", "Entries in all records", value=entries)
        bumps = LiveVersion.objects.aggregate(bumps=Sum("version"))["bumps"] or 0
        yield GaugeMetricFamily("sdadata_bumps", "Changes told to live pages", value=bumps)


def _newest_backup() -> Iterator[Metric]:
    """Nothing where this machine has no backup: an age of zero would read as a fresh one."""
    if newest := next(iter(backups.copies()), None):
        text = "When the newest backup on this machine was made, in seconds since 1970"
        yield GaugeMetricFamily("sdadata_backup_timestamp_seconds", text, value=newest.made_at.timestamp())


def _copies_elsewhere() -> Iterator[Metric]:
    """Nothing where no command is set, or before its first run."""
    if last := copies_elsewhere.outcome():
        text = "Whether the operator's command after the last backup failed"
        yield GaugeMetricFamily("sdadata_copy_elsewhere_failed", text, value=bool(last.fault))
        if last.last_success is not None:
            text = "When a backup was last brought off this machine, in seconds since 1970"
            yield GaugeMetricFamily("sdadata_copy_elsewhere_timestamp_seconds", text, value=last.last_success)


def _by_kind(name: str, text: str, field: str, rows: Any) -> Metric:
    family = GaugeMetricFamily(name, text, labels=[field])
    for kind, found in rows.values_list(field).annotate(found=Count("pk")).order_by(field):
        family.add_metric([kind.lower()], found)
    return family


@require_GET
@never_cache
@login_not_required
def metrics(request: HttpRequest) -> HttpResponse:
    """Requires SDADATA_METRICS_TOKEN as a bearer token; 404 otherwise."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not compare_digest(token.encode(), settings.METRICS_TOKEN.encode()):
        raise Http404
    counts, measures = CollectorRegistry(), PROCESS_REGISTRY
    counts.register(Counts())
    if IS_SHARED:
        MultiProcessCollector(measures := CollectorRegistry())
    return HttpResponse(generate_latest(counts) + generate_latest(measures), content_type=CONTENT_TYPE_LATEST)
