"""Whoever waits for a thread has a turn, however many calls somebody else has brought."""

import asyncio
import time
from threading import Event

import pytest

from config.turns import Turns

PATIENCE = 30


def served(brought: str, *, threads: int = 1, cancelled: int | None = None) -> str:
    """The order in which the threads serve askers who bring a call each, in the order of the letters; the first call is held until
    everybody waits.
    """
    order: list[str] = []
    may_go = Event()

    def call(asker: str) -> str:
        may_go.wait(PATIENCE)
        time.sleep(0.01)
        order.append(asker)
        return asker

    async def bring() -> list:
        lane = Turns(threads, name="some")
        calls = [asyncio.create_task(lane.run(asker, lambda asker=asker: call(asker))) for asker in brought]
        await asyncio.sleep(0.05)
        if cancelled is not None:
            calls[cancelled].cancel()
        may_go.set()
        return await asyncio.wait_for(asyncio.gather(*calls, return_exceptions=True), PATIENCE)

    answers = asyncio.run(bring())
    assert [answer for answer in answers if isinstance(answer, str)] == [
        asker for number, asker in enumerate(brought) if number != cancelled
    ]
    return "".join(order)


def test_askers_are_served_in_rotation():
    assert served("aaaabcb") == "abcabaa"


@pytest.mark.parametrize("threads", [1, 4])
def test_calls_of_one_asker_run_one_after_the_other(threads):
    assert served("aaaa", threads=threads) == "aaaa"


def test_askers_beside_one_another_have_a_thread_each():
    assert sorted(served("aaaabc", threads=3)[:3]) == ["a", "b", "c"]


@pytest.mark.parametrize(("cancelled", "order"), [(0, "abaa"), (1, "aba"), (3, "aaa")])
def test_who_leaves_holds_no_turn(cancelled, order):
    """The call that has begun goes on to its end; one that waits is left out."""
    assert served("aaab", cancelled=cancelled) == order


def test_a_call_that_fails_gives_its_thread_back():
    async def twice() -> None:
        lane = Turns(1, name="one")
        for _call in range(2):
            with pytest.raises(ZeroDivisionError):
                await asyncio.wait_for(lane.run("a", lambda: 1 // 0), PATIENCE)

    asyncio.run(twice())
