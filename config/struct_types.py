"""What msgspec knows of each Struct class, built by one thread before there are others.

msgspec builds it where a class is first decoded or converted to. Two threads that meet there end the process: where twelve opened a
table's record at once, in eleven of twenty-five tries (msgspec 0.22.0).
"""

from collections.abc import Iterator
from importlib import import_module

import msgspec
from django.conf import settings

from games.registry import every_game


def build_struct_types() -> list[type[msgspec.Struct]]:
    """The classes that were built: all that the site's addresses and games have imported, but those that are never decoded."""
    import_module(settings.ROOT_URLCONF)
    every_game()
    return [one for one in _classes(msgspec.Struct) if _is_built(one)]


def _classes(of: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in of.__subclasses__():
        yield one
        yield from _classes(one)


def _is_built(one: type[msgspec.Struct]) -> bool:
    try:
        msgspec.msgpack.Decoder(one)
    except (TypeError, NameError):  # a class that is never decoded: its fields have types that msgspec does not read
        return False
    return True
