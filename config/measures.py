"""What this process measures for Prometheus. Several workers share it through files in the folder of PROMETHEUS_MULTIPROC_DIR."""

import os

from prometheus_client import CollectorRegistry, Gauge, Histogram

IS_SHARED = "PROMETHEUS_MULTIPROC_DIR" in os.environ
PROCESS_REGISTRY = CollectorRegistry()

answer_seconds = Histogram(
    "sdadata_answer_seconds",
    "Time to answer a request",
    ["route", "method", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0, 10.0),
    registry=PROCESS_REGISTRY,
)
open_streams = Gauge(
    "sdadata_open_streams", "Pages that listen for changes", registry=PROCESS_REGISTRY, multiprocess_mode="livesum"
)
