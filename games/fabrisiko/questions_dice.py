"""What is asked of the dice: every throw with what it is thrown for, Melano's second throw, the Carnival."""

from __future__ import annotations

from games.fabrisiko import labels
from games.fabrisiko.battle import is_helpless
from games.fabrisiko.board import KINDS
from games.fabrisiko.cards import carnival_breaches
from games.fabrisiko.dice import may_reroll
from games.fabrisiko.fire import RANKS, fire, is_ground, rank
from games.fabrisiko.legal import reroller
from games.fabrisiko.questions import ANSWERS, Asker
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import (
    CaptureThrow,
    FlakThrow,
    Prelude,
    StartThrow,
    State,
)
from games.fabrisiko.throws import BY_AWAITS
from games.kernel.acts import By
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import amount, pick, present, require
from games.kernel.words import Words, listed, seat_words


def _throw(rules: Rules, state: State, partial: Partial) -> Ask:
    """Whatever throw the table waits for."""
    name = str(partial["type"])
    if name == "attack_dice" and isinstance(state.awaits, Prelude):
        fray = present(state.fray)
        require(not is_helpless(rules, state))
        by: By = fray.attacker
        count = len(fray.attackers)
    else:
        require(ANSWERS.get(type(state.awaits)) == name)
        due = BY_AWAITS[type(state.awaits)].due(rules, state)
        by, count = due.by, due.dice
    words = _throw_words(rules, state, name)
    if "dice" in partial:
        return ready(by, partial, words)
    return Ask("dice", words, by, "dice", (), count, count, faces=10, partial=partial, throwers=_throwers(state))


def _throwers(state: State) -> tuple[int, ...]:
    return tuple(state.awaits.seats) if isinstance(state.awaits, StartThrow) else ()


def _throw_words(rules: Rules, state: State, name: str) -> Words:
    """What is thrown for, and in which order the units stand."""
    title = labels.ACT_WORDS[name]
    awaits, fray = state.awaits, state.fray
    if fray is not None and name in ("attack_dice", "defence_dice"):
        side = fray.attackers if name == "attack_dice" else fray.defenders
        lot = [RANKS[rank(one)] for one in side]
        power = [fire(rules, fray.with_(round=max(1, fray.round)), one) for one in side]
    elif fray is not None and name == "plague_dice":
        lot = [RANKS[rank(one)] for one in (*fray.attackers, *fray.defenders) if is_ground(one)]
        power = []
    elif isinstance(awaits, FlakThrow):
        lot, power = [KINDS[one.kind] for one in awaits.flying for _ in range(one.count)], []
    elif isinstance(awaits, CaptureThrow):
        lot, power = ["complesso"] * awaits.complessi + ["sito_aa"] * awaits.siti, []
    elif isinstance(awaits, StartThrow):
        seats = listed([seat_words(seat) for seat in awaits.seats])
        return Words("{title}: {seats}", "{title}: {seats}").fill({"title": title, "seats": seats})
    else:
        return title
    return Words("{title}: {lot}", "{title}: {lot}").fill({"title": title, "lot": _in_order(lot, power)})


def _in_order(lot: list[str], power: list[int]) -> Words:
    """`2 fanteria (2), 1 carri armati (4)`, in the order of the dice."""
    runs: list[tuple[str, int, int]] = []
    for place, name in enumerate(lot):
        reach = power[place] if power else -1
        if runs and runs[-1][0] == name and runs[-1][2] == reach:
            runs[-1] = (name, runs[-1][1] + 1, reach)
        else:
            runs.append((name, 1, reach))
    parts = []
    for name, count, reach in runs:
        what = labels.pieces_words({name: count})
        parts.append(Words("{what} ({n})", "{what} ({n})").fill({"what": what, "n": reach}) if reach >= 0 else what)
    return listed(parts)


def _reroll(rules: Rules, state: State, partial: Partial) -> Ask:
    seat = reroller(state)
    require(may_reroll(rules, present(state.open), seat))
    if "die" not in partial:
        options = [
            Choice(place, Words("il {n}° dado: {die}", "die no. {n}: {die}").fill({"n": place + 1, "die": die}))
            for place, die in enumerate(state.thrown)
        ]
        return pick(partial, seat, "die", Words("Quale dado rilancia?", "Which die is thrown again?"), options)
    return amount(partial, seat, "value", Words("Che cosa esce?", "What does it show?"), 1, 10)


def _carnival(rules: Rules, state: State, partial: Partial) -> Ask:
    require(not any(carnival_breaches(rules, state, state.seat)))
    words = labels.ACT_WORDS["carnival"]
    if "dice" in partial:
        return ready(state.seat, partial, words)
    return Ask("dice", words, state.seat, "dice", (), 1, 1, faces=10, partial=partial)


ASKERS: dict[str, Asker] = {
    "carnival": _carnival,
    "reroll": _reroll,
    **dict.fromkeys((name for name in ANSWERS.values() if name.endswith("_dice")), _throw),
}
