"""What is asked of the dice: every throw with what it is thrown for, Melano's second throw, the Carnival."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

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
    NOBODY,
    CaptureThrow,
    FlakThrow,
    Prelude,
    StartThrow,
    State,
)
from games.fabrisiko.throws import BY_AWAITS
from games.kernel.acts import By
from games.kernel.choices import Ask, Choice, DiceGroup, Partial, ready
from games.kernel.questions import amount, pick, present, require
from games.kernel.words import Words, listed, seat_words

NO_REACH = -1


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
    groups = _groups(rules, state, name)
    words = _throw_words(rules, state, name, groups)
    if "dice" in partial:
        return ready(by, partial, words)
    return Ask(
        "dice",
        words,
        by,
        "dice",
        (),
        count,
        count,
        faces=10,
        partial=partial,
        throwers=_throwers(state),
        dice_groups=groups if len(groups) > 1 else (),
    )


def _throwers(state: State) -> tuple[int, ...]:
    return tuple(state.awaits.seats) if isinstance(state.awaits, StartThrow) else ()


def _throw_words(rules: Rules, state: State, name: str, groups: tuple[DiceGroup, ...]) -> Words:
    """What is thrown for, and in which order the units stand: `2 fanteria (2), 1 carri armati (4)`."""
    title = _throw_title(rules, state, name)
    if isinstance(state.awaits, StartThrow):
        seats = listed([seat_words(seat) for seat in state.awaits.seats])
        return Words("{title}: {seats}", "{title}: {seats}").fill({"title": title, "seats": seats})
    if not groups:
        return title
    lot = listed([one.words for one in groups])
    return Words("{title}: {lot}", "{title}: {lot}").fill({"title": title, "lot": lot})


def _throw_title(rules: Rules, state: State, name: str) -> Words:
    """Of several siti AA, which all want a throw of the same planes, the one that fires, its place and its number."""
    title, awaits = labels.ACT_WORDS[name], state.awaits
    if not isinstance(awaits, FlakThrow) or awaits.fired + len(awaits.over) == 1:
        return title
    facts = {
        "title": title,
        "n": awaits.fired + 1,
        "most": awaits.fired + len(awaits.over),
        "place": rules.board.names[awaits.over[0]],
    }
    return Words("{title}, {n} di {most} ({place})", "{title}, no. {n} of {most} ({place})").fill(facts)


def _groups(rules: Rules, state: State, name: str) -> tuple[DiceGroup, ...]:
    """The dice in their order, for what each is thrown; nothing where they are all thrown for the act itself."""
    awaits, fray = state.awaits, state.fray
    if fray is not None and name in ("attack_dice", "defence_dice"):
        shooting = fray.with_(round=max(1, fray.round))
        side = fray.attackers if name == "attack_dice" else fray.defenders
        return _joined((RANKS[rank(one)], fire(rules, shooting, one), one.seat) for one in side)
    if fray is not None and name == "plague_dice":
        units = (*fray.attackers, *fray.defenders)
        return _joined((RANKS[rank(one)], NO_REACH, one.seat) for one in units if is_ground(one))
    if isinstance(awaits, FlakThrow):
        return _joined((KINDS[one.kind], NO_REACH, one.seat) for one in awaits.flying for _ in range(one.count))
    if isinstance(awaits, CaptureThrow):
        captured = ["complesso"] * awaits.complessi + ["sito_aa"] * awaits.siti
        return _joined((what, NO_REACH, NOBODY) for what in captured)
    return ()


def _joined(dice: Iterable[tuple[str, int, int]]) -> tuple[DiceGroup, ...]:
    """Kind, reach and seat of each die, those that follow one another with the same ones together."""
    return tuple(_group(*one, count=len([*run])) for one, run in groupby(dice))


def _group(name: str, reach: int, seat: int, count: int) -> DiceGroup:
    what = labels.pieces_words({name: count})
    words = what if reach == NO_REACH else Words("{what} ({n})", "{what} ({n})").fill({"what": what, "n": reach})
    return DiceGroup(words, count, seat)


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
