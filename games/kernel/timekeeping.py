"""What may be said of the time. What a called time does to a game is the game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from games.kernel.acts import CLOCK, JUDGE, By, PreAlarm, TimeNotUp, TimeUp
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.endings import Endings
from games.kernel.game import Chapter, Rule, unrestricted
from games.kernel.speakers import CLOCK_SAYS, JUDGE_SAYS


def unchanged(rules: Any, state: Any, by: By, act: Any) -> Any:
    return state


class Timekeeping(NamedTuple):
    """What time does to a game, which is over as `endings` say.

    `called` is the giro known as the last, 0 while there is none; `last_of` the last one where time was over in this giro, 0 where that
    cannot be over by now. `time_up`, `time_not_up` and `pre_alarm` give the next state, `finish` that of a game that is over. `cannot`: why
    time is not called at all.
    """

    article: str
    endings: Endings
    called: Callable[[Any], int]
    time_up: Callable[[Any, Any, By, TimeUp], Any]
    time_not_up: Callable[[Any, Any, By, TimeNotUp], Any]
    finish: Callable[[Any, Any, By, Any], Any]
    last_of: Callable[[Any, int], int] = lambda rules, giro: giro
    pre_alarm: Callable[[Any, Any, By, PreAlarm], Any] = unchanged
    cannot: Callable[[Any], Iterable[Breach]] = lambda rules: ()

    @property
    def chapter(self) -> Chapter:
        return {
            TimeUp: Rule(self.up_breaches, self._up, CLOCK_SAYS, self.article),
            TimeNotUp: Rule(self.not_up_breaches, self._not_up, JUDGE_SAYS, self.article),
            PreAlarm: Rule(unrestricted, self.pre_alarm, CLOCK_SAYS, self.article),
        }

    def up_breaches(self, rules: Any, state: Any, by: By, act: TimeUp) -> Iterator[Breach]:
        """The judge may name a giro that was played. The clock of a hall speaks to tables that have finished too."""
        yield from self.cannot(rules)
        if act.giro and (by != JUDGE or not 1 <= act.giro <= max(1, state.giro)):
            yield impossible(
                "solo il giudice corregge il giro, tra quelli giocati",
                "only the judge names a giro, one that was played",
                self.article,
            )
            return
        if rules.revision < self.endings.asked_from:
            return
        last = self.last_of(rules, act.giro) if act.giro else 0
        if by == JUDGE and state.ended:
            yield impossible("la partita è finita", "the game is over", self.article)
        elif 0 < last < state.giro and not self._is_just_over(rules, state, last):
            yield infraction(
                self.article,
                "il giro {last} era l'ultimo ed è finito: si annulla ciò che è venuto dopo, o si finisce il giro {giro}",
                "giro {last} was the last and is over: what came later is taken back, or giro {giro} is finished",
                last=last,
                giro=state.giro,
            )

    def _is_just_over(self, rules: Any, state: Any, last: int) -> bool:
        """Whether nobody has played since: nothing has to be taken back, and the game is over."""
        is_next = rules.revision >= self.endings.since and last + 1 == state.giro
        return is_next and self.endings.is_untouched(rules, state)

    def _up(self, rules: Any, state: Any, by: By, act: TimeUp) -> Any:
        """Said twice it changes nothing. The judge may name the giro in which time was over: if that giro is over too, so is the game.

        What the clock says names its giro where it is made again, once an undo took back what came before.
        """
        if state.ended or (self.called(state) and (by == CLOCK or not act.giro)):
            return state
        last, after = self.last_of(rules, act.giro) if act.giro else 0, self.time_up(rules, state, by, act)
        if (
            rules.revision >= self.endings.closes_from
            and 0 < last < state.giro
            and self._is_just_over(rules, state, last)
        ):
            return self.finish(rules, after, by, self.endings.act(how="time"))
        return after

    def not_up_breaches(self, rules: Any, state: Any, by: By, act: TimeNotUp) -> Iterator[Breach]:
        if state.ended and rules.revision >= self.endings.asked_from:
            yield impossible("la partita è finita", "the game is over", self.article)
        elif state.ended or not self.called(state):
            yield impossible("il tempo non è stato chiamato", "time has not been called", self.article)

    def _not_up(self, rules: Any, state: Any, by: By, act: TimeNotUp) -> Any:
        return state if state.ended else self.time_not_up(rules, state, by, act)
