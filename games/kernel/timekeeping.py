"""What may be said of the time. What a called time does to a game is the game's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.kernel.acts import JUDGE, By, PreAlarm, TimeUp
from games.kernel.breaches import Breach, impossible


def time_up_breaches(by: By, act: TimeUp, giro: int, article: str) -> Iterator[Breach]:
    """`giro` is the one under way; the judge may name one that was played."""
    if act.giro and (by != JUDGE or not 1 <= act.giro <= max(1, giro)):
        yield impossible(
            "solo il giudice corregge il giro, tra quelli giocati",
            "only the judge names a giro, one that was played",
            article,
        )


def time_not_up_breaches(is_called: bool, article: str) -> Iterator[Breach]:
    if not is_called:
        yield impossible("il tempo non è stato chiamato", "time has not been called", article)


def pre_alarm_breaches(rules: Any, state: Any, by: By, act: PreAlarm) -> Iterable[Breach]:
    """A warning may always be given."""
    return ()
