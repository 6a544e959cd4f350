"""What every action does besides its work: changes of state, the log line, the live topic."""

import json
import re

from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.utils import timezone

from games.kernel.strict import reason_in
from tournament import live
from tournament.core import log_chain
from tournament.core.log_verbs import LogVerb
from tournament.errors import NotNow, ReasonMissing, SomeoneElseMovedIt, WrongState
from tournament.models import LogEvent, Tournament

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""Characters that steer a device: no page shows them, and a record does not take them."""


def record(tournament: Tournament, verb: LogVerb, *, by, subject: object = "", **data: object) -> LogEvent:
    """Log who did what, in the same transaction; open pages of the tournament refresh.

    The topic's version row is locked until the transaction ends, so that lines follow one another.
    """
    key = verb.key  # a bare text fails before it spoils the transaction
    with transaction.atomic(savepoint=False):
        live.bump_and_lock(tournament.topic)
        last = LogEvent.objects.filter(tournament=tournament, number__gte=1).order_by("-number").first()
        event = LogEvent(
            tournament=tournament, verb=key, actor=by, subject=str(subject)[:120], data=json.loads(json.dumps(data)),
            at=timezone.now(), number=last.number + 1 if last else 1,
        )  # fmt: skip
        event.content = log_chain.content_digest(event.subject, event.data)
        before = last.head if last else log_chain.first_link(tournament.slug)
        event.head = log_chain.link(before, number=event.number, at=event.at, verb=event.verb, content=event.content)
        event.save(force_insert=True)
    return event


def move(row: Model, to, allowed: dict, *, since=None, **changes: object) -> None:
    """Change a row's state if the transition is allowed. The row is claimed by its old state, since SQLite ignores
    select_for_update; a concurrent change raises SomeoneElseMovedIt.

    Where several transitions lead to the new state, `since` is the state that this act leaves: a stale page must not take
    another transition than the one that it showed.
    """
    was = type(to)(row.state)
    if to not in allowed[was] or since not in (None, was):
        raise WrongState(was, to)
    claimed = type(row).objects.filter(pk=row.pk, state=was)
    if not claimed.update(state=to, version=F("version") + 1, **changes):
        raise SomeoneElseMovedIt
    row.version += 1
    for name, value in {"state": to, **changes}.items():
        setattr(row, name, value)


def take_turns(row: Model) -> None:
    """Wait until nobody else is between this and the end of a transaction, for the same row. For acts that count rows, or replace them
    all: PostgreSQL would show to neither of two what the other has added, and the rows of both would stay.

    Called first in a transaction: it comes before the topic of the tournament, which `record` locks. Rows that refer to `row` do not wait.
    """
    row._meta.model._base_manager.select_for_update(no_key=True).filter(pk=row.pk).values_list("pk").first()


def refuse_beyond(most: int, rows: QuerySet, tournament: Tournament, words: str) -> None:
    """Refuse one more of these rows. Who adds at the same time is counted before or after."""
    take_turns(tournament)
    if rows.count() >= most:
        raise NotNow(words % most)


def needed(reason: str) -> str:
    """The reason as the log stores it, without control characters; refuses an empty one."""
    reason = reason_in(CONTROL.sub(" ", reason))
    if not reason:
        raise ReasonMissing
    return reason


def claim(row: Model) -> None:
    """Claim the row by its version, for acts that do not change its state."""
    if not type(row).objects.filter(pk=row.pk, version=row.version).update(version=F("version") + 1):
        raise SomeoneElseMovedIt
    row.version += 1
