"""How a game may be over: what the position must bear out before the judge's word that it is stands (`finish`).

A game declares its ways to end, which act ends a turn, and in what order seats play. A result is borne out where nothing was played yet,
so that it is told alone; where it comes in the midst of a turn; or where the turn that brings it was played and nothing is due in it: that
of the last one in a giro that has to be complete. One that was complete already is, as long as nobody has played since.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from games.kernel.acts import JUDGE, Act, By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.choices import Ask, Choice, Partial
from games.kernel.game import Rule
from games.kernel.moments import Moments, waiting_words
from games.kernel.questions import pick
from games.kernel.words import Words, listed, seat_words

Lacks = Callable[[Any, Any, Any], Words | None]
NOT_CALLED = Words("il tempo non è stato chiamato", "time has not been called")


def nothing(rules: Any, state: Any, act: Any) -> Words | None:
    """The position lacks nothing."""
    return None


def never(rules: Any) -> bool:
    return False


def nobody(rules: Any, state: Any) -> Iterable[int]:
    """The way names no winner."""
    return ()


class End(NamedTuple):
    """One way in which a game ends; `article` says so in the book.

    `last`: the giro with which it comes, 0 where that is not known; `not_yet` says so. None where it comes with any turn. `lacks`: what
    else the position lacks for it; `needs`: what it lacks even where the result is told alone. `throws`: the throws that bring it at a
    turn's end. `at_once`: whether it comes in the midst of a turn, with what nobody told. `winners`: of a result told alone, who may have
    won so, where the act names him. `seen_in`: the field of the board that bears it out.
    """

    article: str
    last: Callable[[Any, Any], int] | None = None
    not_yet: Words = NOT_CALLED
    lacks: Lacks = nothing
    needs: Lacks = nothing
    throws: tuple[type[Any], ...] = ()
    at_once: Callable[[Any], bool] = never
    winners: Callable[[Any, Any], Iterable[int]] = nobody
    seen_in: str = ""


class Endings(NamedTuple):
    """How a game ends. `act` is its `finish`, `ways` by what that names as `how`.

    `turn_end` is the act by which a turn is over, `rule` its law; `unless`: where it belongs too, but something is under way. `is_fresh`:
    nothing was played yet in the turn under way. `order`: who still plays, in the order of the giro. `cannot`: what the act cannot say.
    The rest is by revision: `asked_from` had a law at all, `alone_from` looked whether anything was played before a result was told
    alone, `since` asks for a giro that is complete; until then it was `formerly` complete, or nobody asked. From `closes_from` on time told
    late, for a giro that is complete, ends the game at once.
    """

    act: type[Act]
    ways: Mapping[str, End]
    moments: Moments
    turn_end: Act
    rule: Rule
    is_fresh: Callable[[Any, Any], bool]
    order: Callable[[Any, Any], Sequence[int]]
    asked_from: int
    alone_from: int
    since: int
    closes_from: int
    unless: tuple[type[Any], ...] = ()
    cannot: Callable[[Any, Any, Any], Iterator[Breach]] = lambda rules, state, act: iter(())
    formerly: Callable[[Any, Any, Any], bool] = lambda rules, state, act: True

    def breaches(self, rules: Any, state: Any, by: By, act: Any) -> Iterator[Breach]:
        """What the judge's word that the game is over breaks."""
        cannot = tuple(self.cannot(rules, state, act))
        yield from cannot
        if not cannot and (words := self.why_not(rules, state, act)):
            end = self.ways[act.how]
            yield structs.replace(infraction(end.article, words.it, words.en), lacks="" if state.turn else end.seen_in)

    def why_not(self, rules: Any, state: Any, act: Any) -> Words | None:
        """Why the game cannot have ended so with the turn under way."""
        end = self.ways[act.how]
        if rules.revision < self.asked_from:
            return None
        if words := end.needs(rules, state, act):
            return words
        if not state.turn and (rules.revision < self.alone_from or self.is_fresh(rules, state)):
            return None
        last = end.last(rules, state) if end.last else state.giro
        if not 0 < last <= state.giro:
            return end.not_yet
        if words := end.lacks(rules, state, act):
            return words
        if end.at_once(rules) or type(state.awaits) in end.throws:
            return None
        if rules.revision < self.since:
            return None if self.formerly(rules, state, act) else _still_plays(state.seat)
        if last < state.giro and self.is_untouched(rules, state):
            return None
        return self._to_come(rules, state, end) or self._still_due(rules, state, end)

    def _to_come(self, rules: Any, state: Any, end: End) -> Words | None:
        """Who plays before the end comes."""
        if self.is_fresh(rules, state):
            return _still_plays(state.seat)
        order = self.order(rules, state)
        if end.last is None or state.seat == order[-1]:
            return None
        return _still_plays(order[order.index(state.seat) + 1] if state.seat in order else order[-1])

    def _still_due(self, rules: Any, state: Any, end: End) -> Words | None:
        """What the turn under way still waits for, or owes."""
        now, rule = type(state.awaits), self.rule
        if now not in rule.moments or now in self.unless:
            return waiting_words(self.moments, rules, state)
        if owed := next(iter(rule.breaches(rules, state, state.seat, self.turn_end)), None):
            return owed.reason
        after = rule.apply(rules, state, state.seat, self.turn_end)
        if after.turn == state.turn and type(after.awaits) not in end.throws:
            return waiting_words(self.moments, rules, after)
        return None

    def is_untouched(self, rules: Any, state: Any) -> bool:
        """Whether nothing was played yet in the giro under way."""
        return self.is_fresh(rules, state) and self.order(rules, state)[0] == state.seat

    def open_ways(self, rules: Any, state: Any) -> list[Act]:
        """How the game may have ended with the turn under way, and who may have won so."""
        return [act for act in self._acts(rules, state) if self._is_open(rules, state, act)]

    def _acts(self, rules: Any, state: Any) -> Iterator[Act]:
        for how, end in self.ways.items():
            if end.winners is nobody:
                yield self.act(how=how)
            elif not state.turn:
                yield from (self.act(how=how, winner=seat) for seat in end.winners(rules, state))

    def _is_open(self, rules: Any, state: Any, act: Act) -> bool:
        try:
            return not any(True for _ in self.breaches(rules, state, JUDGE, act))
        except Unreadable:
            return False

    def ask(self, rules: Any, state: Any, partial: Partial, words: Mapping[str, Words]) -> Ask:
        """How it ended, among the ways that are open; for each of them that names its winner, who that was."""
        ways = [self._choice(act, words) for act in self.open_ways(rules, state)]
        return pick(partial, JUDGE, "how", Words("Come è finita?", "How did it end?"), ways)

    def _choice(self, act: Any, words: Mapping[str, Words]) -> Choice:
        if self.ways[act.how].winners is nobody:
            return Choice(act.how, words[act.how], {"how": act.how})
        won = listed([words[act.how], seat_words(act.winner)])
        return Choice(f"{act.how}-{act.winner}", won, {"how": act.how, "winner": act.winner})


def after_the_last(article: str, last: int, was: int, shown: int | None) -> Iterator[Breach]:
    """What a board shown in a giro after the last one breaks, 0 for none known; where the table had not gone past it already."""
    if shown and 0 < last < shown and was <= last:
        yield impossible("il giro {last} è l'ultimo", "giro {last} is the last", article, last=last)


def is_told_alone(state: Any, ways: Container[str]) -> bool:
    """Whether a game is over of which nothing was told before its result: who played last is not known, nor in which giro."""
    return state.ended in ways and state.turn == 1


def _still_plays(seat: int) -> Words:
    it, en = (
        "prima gioca il {seat}, e di lui non c'è ancora nulla",
        "{seat} plays first, and nothing of that is told yet",
    )
    return Words(it, en).fill({"seat": seat_words(seat)})
