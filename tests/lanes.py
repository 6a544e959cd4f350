"""Every request of every test is watched: a password is hashed by the post of a view in the log-in lane, outside any transaction, or by
no request; so are the tables of a draw found, in the lane for searches.
"""

from collections.abc import Callable
from contextvars import ContextVar

from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.http import HttpRequest, HttpResponse

from tests.shown_secrets import note_secret
from tournament.core import draw as drawing
from tournament.web.support.lanes import SEARCHES, is_in_login_lane, lane_of

may_hash: ContextVar[bool | None] = ContextVar("may_hash", default=None)
"""None outside of requests."""
may_search: ContextVar[bool | None] = ContextVar("may_search", default=None)


class LaneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        outside, elsewhere = may_hash.set(False), may_search.set(False)
        try:
            return self.get_response(request)
        finally:
            may_hash.reset(outside)
            may_search.reset(elsewhere)

    def process_view(self, request: HttpRequest, view: Callable, *_arguments: object) -> None:
        may_hash.set(request.method == "POST" and is_in_login_lane(view))
        may_search.set(lane_of(view) == SEARCHES)


class WatchedHasher(MD5PasswordHasher):
    """Fast, and it fails where a judge's entry would wait for the hash."""

    def encode(self, password: str, salt: str) -> str:
        note_secret(password)
        if may_hash.get() is not None:
            assert may_hash.get(), "a password is hashed outside the log-in lane: see tournament/web/support/lanes.py"
            assert not in_transaction(), (
                "a password is hashed within a transaction: over SQLite every entry waits for it"
            )
        return super().encode(password, salt)


def watched_search(search: Callable) -> Callable:
    def find(*arguments: object) -> object:
        if may_search.get() is not None:
            assert may_search.get(), (
                "tables are searched outside the lane for searches: see tournament/web/support/lanes.py"
            )
            assert not in_transaction(), (
                "tables are searched within a transaction: over SQLite every entry waits for it"
            )
        return search(*arguments)

    return find


drawing.draw_with_lookahead = watched_search(drawing.draw_with_lookahead)


def in_transaction() -> bool:
    """Apart from the one around the whole test."""
    return any(not block._from_testcase for block in connection.atomic_blocks)
