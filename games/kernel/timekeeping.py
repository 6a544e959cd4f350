"""Who may say what of the time: the clock and the judge. What a called time does to a game is the game's own."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.acts import CLOCK, JUDGE, By, TimeUp
from games.kernel.breaches import Breach, impossible


def time_up_breaches(by: By, act: TimeUp, giro: int, article: str) -> Iterator[Breach]:
    """`giro` is the one under way; the judge may name one that was played."""
    if by not in (CLOCK, JUDGE):
        yield impossible("il tempo lo chiama il cronometro o il giudice", "the clock or the judge calls time", article)
    if act.giro and (by != JUDGE or not 1 <= act.giro <= max(1, giro)):
        yield impossible(
            "solo il giudice corregge il giro, tra quelli giocati",
            "only the judge names a giro, one that was played",
            article,
        )


def time_not_up_breaches(by: By, is_called: bool, article: str) -> Iterator[Breach]:
    if by != JUDGE:
        yield impossible("solo il giudice corregge il tempo", "only the judge corrects the time", article)
    if not is_called:
        yield impossible("il tempo non è stato chiamato", "time has not been called", article)


def pre_alarm_breaches(by: By, article: str) -> Iterator[Breach]:
    if by not in (CLOCK, JUDGE):
        yield impossible("il preallarme lo dà il cronometro o il giudice", "the clock or the judge warns", article)
