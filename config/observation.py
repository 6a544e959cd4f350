"""Monitoring: a log line and a measurement for each request, and the Prometheus page.

No personal data: a request is named by its route, never by its path, which contains tokens and codes.
"""

import logging
import os
import time
from collections.abc import Callable, Iterable
from hmac import compare_digest

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db.models import Count, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.log_lines import route_of
from referee.models import GameRecord
from tournament.models import LiveVersion, Table, Tournament

log = logging.getLogger("sdadata.request")

QUIET = {"alive", "ready", "metrics"}  # polled every few seconds; not logged while they answer 200
SLOW_SECONDS = 1.0

# Several workers share their metrics through files in the folder of this variable.
IS_SHARED = "PROMETHEUS_MULTIPROC_DIR" in os.environ
PROCESS_REGISTRY = CollectorRegistry()

answer_seconds = Histogram(
    "sdadata_answer_seconds",
    "Time to answer a request",
    ["route", "method", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0, 10.0),
    registry=PROCESS_REGISTRY,
)


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
            log.log(level, "%(route)s %(method)s %(status)s", labels, extra={**labels, "ms": round(seconds * 1000, 1)})
        return response


def _method(method: str | None) -> str:
    """A client may send any method name, and each would be a time series of its own."""
    return method if method in {"GET", "HEAD", "POST", "OPTIONS"} else "other"


class Counts(Collector):
    """Read from the database at each request, so that every worker reports the same."""

    def collect(self) -> Iterable[Metric]:
        yield _by_state("sdadata_tournaments", "Tournaments by state", Tournament.objects)
        yield _by_state("sdadata_tables", "Tables by state", Table.objects)
        entries = GameRecord.objects.aggregate(entries=Sum("seq"))["entries"] or 0
        yield GaugeMetricFamily("sdadata_entries", "Entries in all records", value=entries)
        bumps = LiveVersion.objects.aggregate(bumps=Sum("version"))["bumps"] or 0
        yield GaugeMetricFamily("sdadata_bumps", "Changes told to live pages", value=bumps)


def _by_state(name: str, text: str, rows) -> Metric:
    family = GaugeMetricFamily(name, text, labels=["state"])
    for state, found in rows.values_list("state").annotate(found=Count("pk")).order_by("state"):
        family.add_metric([state], found)
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
