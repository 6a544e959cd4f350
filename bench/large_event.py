"""Every page of the site for an event of a thousand tables, asked twice: none may hold a thread for long."""

import sys
import time
from collections.abc import Iterator
from decimal import Decimal
from statistics import median

from bench import hall
from bench.measure import Figure, Section, span

TABLES = 1_000
PENALTIES = 400
TIMES = 2
LIMIT = 0.150
SHOWN = 12
SEARCHES = (
    "tournament:table_splits",
    "tournament:table_split_trial",
)  # in a lane of their own, with a search of their own length


def section() -> Section:
    with hall.site():
        found = sorted(_measured(), key=lambda one: -one[1])
    return Section("Pages of a large event", list(_figures(found)), [_note(found)])


def _figures(found: list[tuple[str, float, int]]) -> Iterator[Figure]:
    for what, seconds, size in found[:SHOWN]:
        yield Figure(what, f"{span(seconds)}, {size / 1000:.0f} kB", f"limit {span(LIMIT)}", LIMIT / seconds, needs=1.0)


def _note(found: list[tuple[str, float, int]]) -> str:
    return (
        f"The slowest of {len(found)} pages that need no file to be drawn, each the median of {TIMES} requests after the first, by "
        f"its organizer, of an event with {TABLES:,} tables in play and of one whose first round is closed, each with "
        f"{PENALTIES} penalties. Without the network and without compression."
    )


def _measured() -> Iterator[tuple[str, float, int]]:
    organizer = hall.person("carla")
    session = hall.session_of(organizer)
    for name, make in (("in play", _in_play), ("closed", _closed)):
        event = make(organizer)
        for route, address in _addresses(event):
            found = _cost_of(route, address, session)
            if found is not None:
                yield f"{route}, {name}", *found


def _in_play(by):
    return _with_penalties(hall.hall(TABLES, "Una grande sala", by).tournament, by)


def _closed(by):
    from tournament.models import Result, Table
    from tournament.states import RoundState, TableState

    round_ = hall.hall(TABLES, "Una grande giornata", by)
    seats = round_.seats.order_by("table__number", "position")
    Result.objects.bulk_create(
        Result(
            seat=seat, points=Decimal((seat.pk * 7919) % 97), tiebreaks=["1", "2"], rank=seat.position, ended_by="time"
        )
        for seat in seats
    )
    Table.objects.filter(round=round_).update(state=TableState.SIGNED)
    round_.state, round_.closed_at = RoundState.CLOSED, hall.NOW
    round_.save(update_fields=["state", "closed_at"])
    return _with_penalties(round_.tournament, by)


def _with_penalties(event, by):
    from tournament.models import Penalty

    Penalty.objects.bulk_create(
        Penalty(tournament=event, entrant=one, points=Decimal(1), reason="ritardo", by=by)
        for one in event.entrants.all()[:PENALTIES]
    )
    return event


ROUND_1 = {"number": 1, "page": 1, "club": "club 1", "key": "club 1", "table_number": 1, "table": 1, "place": 1}


def _addresses(event) -> Iterator[tuple[str, str]]:
    """The pages of this event that are read: whatever the role table knows that needs nothing but its code, a number or a person."""
    from django.urls import get_resolver, reverse
    from django.urls.exceptions import NoReverseMatch

    person = event.entrants.first().public_id
    values = {**ROUND_1, "slug": event.slug, "code": event.slug, "public_id": person}
    for name, names in _routes(get_resolver().url_patterns):
        if "slug" not in names and not name.startswith("tournament:api:"):
            continue
        try:
            yield name, reverse(name, kwargs={one: values[one] for one in names})
        except (NoReverseMatch, KeyError):
            continue


def _routes(patterns, prefix: str = "", names: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    from django.urls import URLPattern

    for pattern in patterns:
        needed = (*names, *(pattern.pattern.converters or pattern.pattern.regex.groupindex))
        if isinstance(pattern, URLPattern):
            if pattern.name:
                yield prefix + pattern.name, needed
        else:
            yield from _routes(
                pattern.url_patterns, f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix, needed
            )


def _cost_of(name: str, address: str, session: str) -> tuple[float, int] | None:
    """Seconds and bytes of a page; None for a file, a stream and for an address that only takes what is posted."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    if name in SEARCHES:
        return None
    answer = client.get(address)
    if answer.status_code != 200 or answer.streaming or not _is_page(answer):
        return None
    taken = []
    for _time in range(TIMES):
        began = time.process_time()
        size = len(client.get(address).content)
        taken.append(time.process_time() - began)
    return median(taken), size


def _is_page(answer) -> bool:
    return answer["Content-Type"].split(";")[0] in ("text/html", "application/json") and not answer.get(
        "Content-Disposition"
    )


if __name__ == "__main__":
    with hall.site():
        for what, seconds, size in _measured():
            print(f"{seconds * 1000:8.0f} ms {size / 1000:8.0f} kB  {what}", file=sys.stdout, flush=True)
