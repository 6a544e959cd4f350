"""Whatever a role sends to whatever address, the answer is never a fault of the site. CASES sets how many; the drills make 10,000."""

import inspect
import json
import os
import re
from functools import cache

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import BaseForm
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.role_table import ROLES, ROUTES
from tests.test_roles import World, address, routes, undone, world  # noqa: F401

USUAL = 300
CASES = int(os.environ.get("CASES", USUAL))
READS = re.compile(
    r"""(?:POST|GET)(?:\.get|\.getlist)?[\[(]\s*["'](\w+)|(?:integer|text_of)\(request, ["'](\w+)|^    (\w+) = \w*\.?\w+Field\(""",
    re.MULTILINE,
)
UNAVAILABLE = 503


@cache
def names(route: str) -> list[str]:
    """Every parameter that the module of the route's view reads, and every field of the forms that it knows."""
    module = inspect.getmodule(inspect.unwrap(routes()[route][0].callback))
    found = {"key", "seq", "lease", "version", "reason"}
    if module is None:
        return sorted(found)
    found |= {name for names in READS.findall(inspect.getsource(module)) for name in names if name}
    known = [*vars(module).values()]
    known += [
        one for inner in known if inspect.ismodule(inner) and "forms" in inner.__name__ for one in vars(inner).values()
    ]
    for form in known:
        if isinstance(form, type) and issubclass(form, BaseForm):
            found |= set(getattr(form, "base_fields", ()))
    return sorted(found)


NUMBERS = ["0", "-1", "1e400", "NaN", "9" * 5_000, "٣", "0x10", *(str(2**power - 1) for power in (15, 31, 32, 63, 64))]
TEXTS = [
    "", "\0", "a\0b", "\ud800", "‮", "<script>", "{{7*7}}", "%00", "../../etc/passwd", "a" * 100_000, "[" * 50_000, "{}",
    "null", "true", "12345678", "bcdfghjkmn", '{"type":"note"}', "2026-13-45", "2026-11-23T25:61", "http://[", "//x.example",
]  # fmt: skip
values = st.sampled_from(NUMBERS) | st.sampled_from(TEXTS) | st.text(max_size=20) | st.integers(0, 4).map(str)
leaves = st.none() | st.booleans() | st.integers() | st.floats() | values
trees = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(values, inner, max_size=3))
queued = st.fixed_dictionaries({
    "key": st.sampled_from(["12345678", "", "\0" * 8, "k" * 5_000]),
    "kind": st.sampled_from(["act", "ruling", "undo", ""]),
    "seq": st.sampled_from([0, 1, 2**31, 2**63 - 1, 2**63, 10**30, -1]),
    "lease": st.sampled_from([0, 1, 2**63, -(10**30)]),
    "by": st.sampled_from([0, "judge", "clock", 2**63, -1]),
    "act": trees | st.just({"type": "note", "text": "a\0b"}),
    "why": values, "words": values, "instance": values,
})  # fmt: skip
segments = st.fixed_dictionaries({"segments": st.lists(st.dictionaries(
    st.sampled_from(["envelope", "signature", "content"]), values | trees, min_size=2), max_size=3)})  # fmt: skip
NESTED = [
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'[{"act":' + b"[" * 50_000,
    b'[{"key":"12345678","act":' + b"[" * 90_000 + b"]" * 90_000 + b"}]",
]


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


json_bodies = (
    st.sampled_from(NESTED)
    | st.lists(queued, max_size=3).map(as_json)
    | segments.map(as_json)
    | trees.map(as_json)
    | st.binary(max_size=40)
)
files = st.sampled_from(
    [
        b"",
        b"cognome\0\nx",
        b"PK\x03\x04",
        b"\xd0\xcf\x11\xe0" * 50,
        b"SQLite format 3\x00",
        b"cognome;nome\nRossi;Ada\n",
    ]
)


@st.composite
def requests(draw) -> tuple[str, str, str, dict]:
    """A role, a route, and what the test client sends."""
    role, route = (
        draw(st.sampled_from([*sorted(ROLES), *["organizer", "table_judge"] * 3])),
        draw(st.sampled_from(sorted(ROUTES))),
    )
    many = st.lists(values, min_size=1, max_size=2)
    fields = draw(st.dictionaries(st.sampled_from(names(route)) | st.text(max_size=5), many, max_size=12))
    query = {name: [one.encode("utf-8", "replace").decode() for one in all_] for name, all_ in fields.items()}
    if draw(st.booleans()):
        return role, route, "get", {"data": query}
    htmx = {"headers": {"HX-Request": "true"}} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        return role, route, "post", {"data": draw(json_bodies), "content_type": "application/json", **htmx}
    sent = dict(query)
    if draw(st.booleans()):
        sent["file"] = [SimpleUploadedFile(draw(st.sampled_from(["a.csv", "a.xlsx", "a", "\0"])), draw(files))]
    return role, route, "post", {"data": sent, **htmx}


@settings(max_examples=CASES, suppress_health_check=list(HealthCheck), derandomize=CASES == USUAL)
@given(request=requests())
def test_no_request_is_a_fault_of_the_site(world: World, request):  # noqa: F811
    role, route, method, sent = request
    with undone(client := world.clients[role]):
        url = address(route, world)
        client.raise_request_exception = True
        status = getattr(client, method)(url, **sent).status_code
    assert status < 500 or (route == "ready" and status == UNAVAILABLE)


@pytest.mark.parametrize(
    "route", ["referee:queue", "referee:offline_bundle", "tournament:league_receive", "entry_link", "login"]
)
def test_what_was_once_a_fault_is_a_refusal(world: World, route):  # noqa: F811
    client, url = world.clients["table_judge"], address(route, world)
    entry = {"key": "12345678", "kind": "act", "seq": 0, "lease": 0, "by": "judge", "act": {}}
    sendings = [
        {"data": body, "content_type": "application/json"}
        for body in (*NESTED, *(as_json([{**entry, "seq": number}]) for number in (2**63 - 1, 2**63, 10**30)))
    ]
    for sending in sendings:
        with undone(client):
            assert client.post(url, **sending).status_code < 500
    with undone(client):
        assert client.post(url, {"segments": "a form"}).status_code < 500
    for query in ({"dopo": "9" * 5_000}, {"dopo": "a\0b"}, {"x": "y" * 100_000}):
        with undone(client):
            assert client.get(url, query).status_code < 500
