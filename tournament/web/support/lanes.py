"""Marks views that log somebody in or hash a password: the server answers their posts in threads of their own (config/threads.py).

A hash takes as long as dozens of entries, and anybody may request one.
"""

from collections.abc import Callable
from typing import TypeVar

from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable)


def login_lane(view: View) -> View:
    """The outermost decorator of a view that takes a password or a code, or makes one."""
    setattr(view, "is_in_login_lane", True)  # noqa: B010  a function has no such attribute for mypy
    return view


def is_in_login_lane(view: Callable) -> bool:
    return getattr(view, "is_in_login_lane", False)


def goes_to_login_lane(path: str) -> bool:
    try:
        return is_in_login_lane(resolve(path).func)
    except Resolver404:
        return False
