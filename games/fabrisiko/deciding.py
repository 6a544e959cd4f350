"""Level on points and territories: by option the referee says who comes first (torneo.parita)."""

from __future__ import annotations

from collections.abc import Iterator

from games.fabrisiko.acts import Decide
from games.fabrisiko.counting import key
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import NOBODY, Over, State
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import read_seat
from games.kernel.speakers import JUDGE_SAYS


def level(rules: Rules, state: State) -> list[int]:
    """Who shares the first place; nobody where it belongs to one."""
    keys = [key(rules, state, seat) for seat in range(rules.seats)]
    first = [seat for seat, one in enumerate(keys) if one == max(keys)]
    return first if state.ended and len(first) > 1 else []


def is_due(rules: Rules, state: State) -> bool:
    return bool(rules.tie == "referee" and state.ended and level(rules, state))


def decide_breaches(rules: Rules, state: State, by: By, act: Decide) -> Iterator[Breach]:
    read_seat(rules.seats, act.seat)
    if act.seat not in level(rules, state.with_(winner=NOBODY)):
        yield impossible("non è alla pari con i primi", "this seat does not share the first place", "torneo.parita")
    elif rules.tie != "referee":
        it, en = "in questa partita l'arbitro non decide le parità", "in this game the referee decides no ties"
        yield infraction("torneo.parita", it, en)


def decide(rules: Rules, state: State, by: By, act: Decide) -> State:
    return state.with_(winner=act.seat)


CHAPTER: Chapter = {Decide: Rule(decide_breaches, decide, JUDGE_SAYS, "torneo.parita", (Over,))}
