"""On the device: what the page asks of the worker, by name, with JSON in and out."""

import json
from typing import Any

from referee.offline.tablet import Tablet

_tablets: list[Tablet] = []  # one table a worker, the last one opened
_speculated: dict[int, Tablet] = {}
"""At most one: the table as it will stand if the finger that is down on a key leaves it there, by the page's number for it."""


def call(name: str, data: str) -> str:
    """Raises what the tablet raises; the worker then reports to the page that the call failed."""
    return json.dumps(globals()[f"_{name}"](**json.loads(data)))


def _open(bundle: dict[str, Any], waiting: list[dict[str, Any]]) -> dict[str, Any]:
    """A table as the server has it, and what still waits on the device replayed; `fits` counts how much of it does."""
    tablet = Tablet(bundle)
    fits = tablet.replay_queue(waiting)
    if not _tablets:
        tablet.show({})
        tablet.complete({})  # every template is read once, before the judge waits for it
    _tablets[:] = [tablet]
    return {"seq": tablet.record.seq, "head": tablet.record.head, "fits": fits}


def _follow(lines: list[tuple[str, str, bool]]) -> dict[str, Any]:
    _tablets[-1].follow(lines)
    return {"seq": _tablets[-1].record.seq, "head": _tablets[-1].record.head}


def _speculate(number: int, name: str, data: dict[str, Any]) -> dict[str, Any]:
    """What `enter` or `fetch` would be answered with. The table stays where it is until `_commit` names the number."""
    _speculated.clear()
    tablet = _tablets[-1].fork()
    response = getattr(tablet, name)(**data)
    _speculated[number] = tablet
    return {"response": response}


def _commit(number: int) -> dict[str, Any]:
    """Raises KeyError where something else was speculated on since: the page then goes on with the server."""
    _tablets[:] = [_speculated.pop(number)]
    return {"seq": _tablets[-1].record.seq, "head": _tablets[-1].record.head}


def _enter(address: str, fields: list[tuple[str, str]], page: dict[str, Any]) -> dict[str, Any]:
    return _tablets[-1].enter(address, fields, page)


def _complete(on_page: dict[str, int]) -> dict[str, Any]:
    return _tablets[-1].complete(on_page)


def _fetch(address: str, page: dict[str, Any]) -> dict[str, Any]:
    return _tablets[-1].fetch(address, page)
