"""Marks views whose posts the server answers in threads of their own (config/threads.py), or whose bodies may be large.

A password hash takes as long as dozens of entries, and anybody may request one. A file that somebody brings takes seconds
to parse, a rehearsal to play, and the tables of some fields to be found. A judge's entry waits for none of them.
"""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest
from django.urls import Resolver404

from tournament.web.support.routes import match_of

View = TypeVar("View", bound=Callable)
LOGIN, FILES, SEARCHES = "login", "files", "searches"


def login_lane(view: View) -> View:
    """The outermost decorator of a view that takes a password or a code, or makes one."""
    return _marked(view, lane=LOGIN)


def files_lane(view: View) -> View:
    """The outermost decorator of a view that parses a file, or computes for seconds."""
    return _marked(view, lane=FILES)


def search_lane(view: View) -> View:
    """The outermost decorator of a view that draws tables, or draws them again: whether it is posted or read."""
    return _marked(view, lane=SEARCHES)


def takes_large_bodies(may_send: Callable[[HttpRequest], bool]) -> Callable[[View], View]:
    """For a view that takes whole databases, whatever their size: `may_send` is asked with a request without a body, before any byte
    of it is read.
    """

    def mark(view: View) -> View:
        return _marked(view, may_send_large_body=may_send)

    return mark


def _marked(view: View, **marks: object) -> View:
    vars(view).update(marks)
    return view


def lane_of(view: Callable | None) -> str:
    return getattr(view, "lane", "")


def is_in_login_lane(view: Callable) -> bool:
    return lane_of(view) == LOGIN


def view_at(path: str) -> Callable | None:
    try:
        return match_of(path).func
    except Resolver404:
        return None


def may_send_large_body(view: Callable | None) -> Callable[[HttpRequest], bool] | None:
    return getattr(view, "may_send_large_body", None)
