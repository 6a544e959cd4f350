"""Whoever reads a file, or computes for seconds, does so where no judge's entry waits."""

import inspect
import re

from django.urls import get_resolver

from tests.role_table import ROUTES
from tournament.web.support.lanes import FILES, lane_of

READS_FILES = re.compile(r"request\.FILES|rehearsals\.(play|begin)\(|_begun\(")


def views() -> dict[str, object]:
    found: dict[str, object] = {}

    def walk(patterns, prefix: str = "") -> None:
        for one in patterns:
            if hasattr(one, "url_patterns"):
                walk(one.url_patterns, f"{prefix}{one.namespace}:" if one.namespace else prefix)
            elif one.name:
                found[f"{prefix}{one.name}"] = one.callback

    walk(get_resolver().url_patterns)
    return found


def test_every_view_that_reads_a_file_is_in_the_lane_for_files():
    functions = {name: inspect.unwrap(view) for name, view in views().items() if name in ROUTES}
    sources = {name: inspect.getsource(one) for name, one in functions.items() if inspect.isfunction(one)}
    readers = {name for name, source in sources.items() if READS_FILES.search(source)}
    assert {"put_back", "board", "tournament:roster_import", "tournament:play_rehearsal"} <= readers
    assert {name for name in readers if lane_of(views()[name]) != FILES} == set()
