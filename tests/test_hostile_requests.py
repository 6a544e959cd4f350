"""Whatever a role sends to whatever address, the answer is never a fault of the site. CASES sets how many; drills make 10,000 a role."""

import inspect
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from random import Random
from traceback import extract_tb

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import BaseForm
from django.urls import NoReverseMatch, reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.role_table import ARGUMENTS, ROLES, ROUTES
from tests.role_table import USUAL as ARGUMENTS_BY_NAME
from tests.test_roles import World, address, routes, undone, world  # noqa: F401

FEW = 300
CASES = int(os.environ.get("CASES", FEW))
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


@settings(max_examples=CASES, suppress_health_check=list(HealthCheck), derandomize=CASES == FEW)
@given(request=requests())
def test_no_request_is_a_fault_of_the_site(world: World, request):  # noqa: F811
    role, route, method, sent = request
    with undone(client := world.clients[role]):
        url = address(route, world)
        client.raise_request_exception = True
        status = getattr(client, method)(url, **sent).status_code
    assert status < 500 or (route == "ready" and status == UNAVAILABLE)


# Each role at each address, in turns, so that none is left to chance. A case is named by role and number, which make it again.

PLAUSIBLE = [
    "",
    "on",
    "1",
    "2",
    "3",
    "x",
    "a@b.example",
    "10:30",
    "2026-11-23",
    "2026-11-23T10:30",
    "12345678",
    "Rossi",
    "csv",
]
HOSTILE = [text for text in NUMBERS + TEXTS if "\0" not in text and len(text) < 1_000]
HUGE = [text for text in NUMBERS + TEXTS if text not in HOSTILE]
ODD_PLACES = [
    "0",
    "1",
    "2",
    "99",
    str(2**31),
    str(2**63 - 1),
    str(2**63),
    "9" * 40,
    "x",
    "zzzzzzzz",
    "-1",
    "..",
    "a" * 300,
]
FILE_NAMES = ["a.csv", "a.xlsx", "a.json", "a.png", "a.toml", "a", "\u202e.csv"]
FILES = [
    b"",
    b"cognome\0\nx",
    b"PK\x03\x04",
    b"\xd0\xcf\x11\xe0" * 50,
    b"cognome;nome\nRossi;Ada\n",
    b"{}",
    b"[" * 9_000,
    b"\x89PNG\r\n\x1a\n",
]


@cache
def choices(route: str) -> dict[str, list[str]]:
    """What a form of the route's module offers, by field."""
    module = inspect.getmodule(inspect.unwrap(routes()[route][0].callback))
    forms = (
        [one for one in vars(module).values() if inspect.ismodule(one) and "forms" in one.__name__] if module else []
    )
    found: dict[str, list[str]] = {}
    for form in (one for inner in forms for one in vars(inner).values() if hasattr(one, "base_fields")):
        for name, field in form.base_fields.items():
            offered = getattr(field, "choices", None)
            if offered and not callable(offered) and not hasattr(offered, "queryset"):
                found[name] = [str(value) for value, _label in offered if not isinstance(_label, list | tuple)]
    return found


def value_for(rng: Random, route: str, name: str, known: list[str]) -> str:
    """Half of the time one that gets through the first check."""
    if (offered := choices(route).get(name)) and rng.random() < 0.5:
        return rng.choice(offered)
    kind = rng.random()
    if kind < 0.25:
        return rng.choice(known)
    return rng.choice(PLAUSIBLE if kind < 0.55 else HUGE if kind > 0.97 else HOSTILE)


def entry(rng: Random) -> dict:
    """Something like an entry of a tablet's queue."""
    odd = [0, 1, 2**31, 2**63 - 1, 2**63, 10**30, -1, "1", None, 1.5, [], {}]
    act = rng.choice(
        [{"type": "note", "text": "a\0b"}, {"type": "note", "text": "x"}, {}, [], None, {"type": []}, "note"]
    )
    return {
        "key": rng.choice(["12345678", "", "\0" * 8, "k" * 500, 7, None]), "kind": rng.choice(["act", "ruling", "undo", "", 1]),
        "seq": rng.choice(odd), "lease": rng.choice(odd), "by": rng.choice(["judge", "clock", *odd]), "act": act,
    }  # fmt: skip


def place(rng: Random, route: str, world: World) -> str:  # noqa: F811
    """The usual address, or one of something that is not there."""
    pattern, wanted = routes()[route]
    if pattern.name is None:
        return address(route, world)
    usual = ARGUMENTS[route](world) if route in ARGUMENTS else {name: ARGUMENTS_BY_NAME[name](world) for name in wanted}
    if wanted and rng.random() < 0.2:
        with suppress(NoReverseMatch):
            return reverse(route, kwargs={**usual, rng.choice(wanted): rng.choice(ODD_PLACES)})
    return reverse(route, kwargs=usual)


def sent_to(rng: Random, role: str, route: str, known: list[str]) -> tuple[str, dict]:
    """A method, and what the test client sends."""
    fields = {rng.choice([*names(route), "x"]): "" for _field in range(rng.randint(0, 8))}
    fields = {name: value_for(rng, route, name, known).encode("utf-8", "replace").decode() for name in fields}
    headers = {"HX-Request": "true"} if rng.random() < 0.3 else {}
    kind = rng.random()
    opens = [method for method in ("GET", "POST") if ROUTES[route][method][role] != "405"]
    if rng.choice(opens if opens and kind < 0.97 else ["GET", "POST"]) == "GET":
        return "get", {"data": fields, "headers": headers}
    if kind < 0.25:
        body = rng.choice(
            [*NESTED, as_json([entry(rng) for _entry in range(3)]), as_json(entry(rng)), as_json(fields), b"\xff"]
        )
        return "post", {"data": body, "content_type": "application/json", "headers": headers}
    if kind < 0.5:
        fields["file"] = SimpleUploadedFile(rng.choice(FILE_NAMES), rng.choice(FILES))
    return "post", {"data": fields, "headers": headers}


def in_turns(rng: Random) -> Iterator[str]:
    """Every address, then every address again, each time in another order."""
    while True:
        yield from rng.sample(sorted(ROUTES), len(ROUTES))


def where(fault: Exception) -> str:
    """Its type and the last line of ours that it passed."""
    ours = [frame for frame in extract_tb(fault.__traceback__) if "site-packages" not in frame.filename]
    return f"{type(fault).__name__} at {ours[-1].filename.rpartition('/')[2]}:{ours[-1].lineno}: {str(fault)[:120]}"


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_no_role_finds_a_fault_at_any_address(world: World, role):  # noqa: F811
    many = max(CASES, len(ROUTES))
    known = [world.tournament.slug, world.token, *world.tournament.entrants.values_list("public_id", flat=True)[:5]]
    known += [str(pk) for pk in world.tournament.entrants.values_list("pk", flat=True)[:5]]
    client, found, faults = world.clients[role], Counter(), {}
    for number, route in enumerate(islice(in_turns(Random(role)), many)):
        rng = Random(f"{role} {number}")
        with undone(client):
            method, sent = sent_to(rng, role, route, known)
            url = place(rng, route, world)
            try:
                status = getattr(client, method)(url, **sent).status_code
            except Exception as fault:
                faults.setdefault(f"{method} {route}: {where(fault)}", number)
                continue
        found[status] += 1
        if status >= 500 and not (route == "ready" and status == UNAVAILABLE):
            faults.setdefault(f"{method} {route}: {status}", number)
    print(f"{role}: {many} requests, {', '.join(f'{n} × {status}' for status, n in sorted(found.items()))}")
    assert faults == {}


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
