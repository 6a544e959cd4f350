"""What may be said of the time. What a called time does to a game is the game's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.kernel.acts import JUDGE, By, PreAlarm, TimeUp
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import State


def time_up_breaches(by: By, act: TimeUp, giro: int, article: str) -> Iterator[Breach]:
    """`giro` is the one under way; the judge may name one that was played."""
    if act.giro and (by != JUDGE or not 1 <= act.giro <= max(1, giro)):
        yield impossible(
            "solo il giudice corregge il giro, tra quelli giocati",
            "only the judge names a giro, one that was played",
            article,
        )


def told_late_breaches(by: By, state: State, last: int, article: str) -> Iterator[Breach]:
    """`last` is the last giro that follows from what is said of the time; it may be over by now. The clock of a hall speaks to tables
    that have finished too."""
    if by == JUDGE and state.ended:
        yield game_over(article)
    elif 0 < last < state.giro:
        yield infraction(
            article,
            "il giro {last} era l'ultimo ed è finito: si annulla ciò che è venuto dopo, o si finisce il giro {giro}",
            "giro {last} was the last and is over: what came later is taken back, or giro {giro} is finished",
            last=last,
            giro=state.giro,
        )


def game_over(article: str = "") -> Breach:
    return impossible("la partita è finita", "the game is over", article)


def time_not_up_breaches(is_called: bool, article: str, *, is_over: bool = False) -> Iterator[Breach]:
    if is_over:
        yield game_over(article)
    elif not is_called:
        yield impossible("il tempo non è stato chiamato", "time has not been called", article)


def pre_alarm_breaches(rules: Any, state: Any, by: By, act: PreAlarm) -> Iterable[Breach]:
    """A warning may always be given."""
    return ()
