"""A lane of threads in which everybody who waits has a turn: `Turns`.

A pool alone serves in order of arrival. Whoever has a session, a judge of a rehearsal is enough, could then send thirty calls at once, and
the entry of another table waited for all of them. Here it waits for one of them at most.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


class Turns:
    """Each asker's calls run one after the other, and the askers who wait are served in rotation. For one event loop."""

    def __init__(self, threads: int, *, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._busy: set[str] = set()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # whose turn it is, first

    async def run(self, asker: str, call: Callable[[], T]) -> T:
        """Its result. A call that has begun goes on to its end, also where nobody waits for it any more."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        self._begin()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._end(asker)
            raise
        job = loop.run_in_executor(self._threads, copy_context().run, call)
        job.add_done_callback(lambda _job: self._end(asker))
        return await asyncio.shield(job)

    def _begin(self) -> None:
        """Give turns away as long as there are threads, and askers who wait for one and have none."""
        while self._free and (asker := next((one for one in self._waiting if one not in self._busy), None)) is not None:
            waiting = self._waiting.pop(asker)
            turn = waiting.popleft()
            if waiting:
                self._waiting[asker] = waiting
            if not turn.cancelled():
                self._free -= 1
                self._busy.add(asker)
                turn.set_result(None)

    def _end(self, asker: str) -> None:
        self._free += 1
        self._busy.remove(asker)
        if asker in self._waiting:
            self._waiting[asker] = self._waiting.pop(asker)  # behind everybody else
        self._begin()
