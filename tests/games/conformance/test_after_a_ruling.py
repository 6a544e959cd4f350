"""One law before and after a ruling, in every game: a registered act takes place, and the turn goes on from where it stood.

What a phase refuses before it refuses after, and what may be done before may be done after, but for what the ruling names: its own pieces,
places and cards, what it owes or pays, the question that it opens.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from games.kernel.acts import Act, By
from games.kernel.breaches import INFRACTION, Refused, Unreadable
from games.kernel.choices import any_answer
from games.kernel.lines import read_act
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import SLUGS, acts_of, fresh, read_tag, whole_game
from tests.tools import many

LEARNT = 12
"""Games from which the way of a turn is learnt."""
RULED = 16
"""Moments of each game at which acts are registered."""
Verdict = frozenset[tuple[str, str]]


class Place(NamedTuple):
    """Where a turn stands: what the table waits for, and in which of its phases, where the game says so."""

    awaits: str
    phase: int | None


def place_of(state: Any) -> Place:
    step = getattr(state.awaits, "step", 0) or None  # a step from 1 on, or none
    phase = getattr(state, "phase", getattr(state, "step", step))
    return Place(type(state.awaits).__name__, phase)


class Way(NamedTuple):
    """Where a turn of this game comes from each place, and which questions each act opens, as lawful games show it."""

    reached: dict[str, set[str]]
    opens: dict[str, set[str]]


@lru_cache(maxsize=8)
def way_of(slug: str) -> Way:
    one, after, opens = game(slug), defaultdict(set), defaultdict(set)
    for seed in range(1, LEARNT + 1):
        record, lines, _ = whole_game(slug, one.seats[seed % len(one.seats)], seed)
        table = fresh(record)
        for by, act in acts_of(record, lines):
            was = table.state
            table.append_trusted(by, act)
            if was.giro and table.state.turn == was.turn:
                after[place_of(was).awaits].add(place_of(table.state).awaits)
                opens[read_tag(act)].add(place_of(table.state).awaits)
    reached = {place: {place} for place in after}
    for _ in after:
        for place, found in reached.items():
            found |= {further for one in tuple(found) for further in after.get(one, ())}
            reached[place] = found
    return Way(reached, {tag: found - free_moments(slug) for tag, found in opens.items()})


def free_moments(slug: str) -> set[str]:
    """In which the seat in turn may begin something or end its turn."""
    endings = game(slug).acts[finish_of(slug)].breaches.__self__
    return {kind.__name__ for kind in endings.rule.moments if kind not in endings.unless}


def finish_of(slug: str) -> type[Act]:
    return next(kind for kind in game(slug).acts if read_tag(kind) == "finish")


class Ruled(NamedTuple):
    """A table before and after an act was registered, with other acts that anybody might say there."""

    before: Record
    after: Record
    by: By
    act: Act
    others: list[tuple[By, Act]]


def rulings(slug: str, each: int = 2) -> Iterator[Ruled]:
    one = game(slug)
    for seed in range(1, many(3, 40) + 1):
        rng = Random(f"ruled {slug} {seed}")
        record, lines, _ = whole_game(slug, rng.choice(one.seats), seed)
        by_tag = defaultdict(list)
        for by, act in acts_of(record, lines):
            if type(act) in one.acts and one.acts[type(act)].by.seats:
                by_tag[read_tag(act)].append((by, act))
        table, chosen = fresh(record), set(rng.sample(range(len(lines)), min(RULED, len(lines))))
        for number, (by, act) in enumerate(acts_of(record, lines)):
            table.append_trusted(by, act)
            if number in chosen and table.state.giro and not table.state.ended:
                spoken = [said_by(table, *rng.choice(acts)) for acts in by_tag.values() for _ in range(each)]
                for place, (speaker, refused) in enumerate(spoken):
                    after = registered(table, speaker, refused)
                    if after is not None and after.state.turn == table.state.turn and not after.state.ended:
                        others = [*spoken[:place], *spoken[place + 1 :]]
                        yield Ruled(table, after, speaker, refused, others)


def said_by(table: Record, by: By, act: Act) -> tuple[By, Act]:
    """The act, by the seat in turn where it is that seat's."""
    return (table.state.seat if table.game.acts[type(act)].by.seats in ("in turn", "own") else by), act


def registered(table: Record, by: By, act: Act) -> Record | None:
    found = verdict(table, by, act)
    if not found or any(kind != INFRACTION for _, kind in found):
        return None
    after = table.fork()
    try:
        after.rule(by, act, why="test")
    except Refused:
        return None
    return after


def verdict(table: Record, by: By, act: Act) -> Verdict | None:
    try:
        return frozenset((breach.article, breach.kind) for breach in table.breaches(by, act, why="test"))
    except Unreadable:
        return None


DUE_AGAIN = {"fatal": {"steal", "take", "play"}}
"""Acts that make due what belongs to an earlier phase: the treasure for three stars that nobody had seen before."""


@pytest.mark.parametrize("slug", SLUGS)
def test_no_ruling_takes_a_turn_back_to_what_it_has_left_behind(slug: str) -> None:
    way, seen = way_of(slug), 0
    for one in rulings(slug):
        was, now = place_of(one.before.state), place_of(one.after.state)
        is_further = now.awaits in way.reached.get(was.awaits, {was.awaits}) | way.opens.get(read_tag(one.act), set())
        assert is_further or passed_over(one), (was, now, one.by, one.act)
        is_later = None in (now.phase, was.phase) or now.phase >= was.phase
        assert is_later or read_tag(one.act) in DUE_AGAIN.get(slug, ()), (was, now, one.by, one.act)
        seen += 1
    assert seen


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_registered_act_brings_about_is_seen_through_and_the_turn_goes_on_from_where_it_stood(slug: str) -> None:
    """Its dice and its questions, whatever they show: another act of its kind breaks what it broke."""
    free, seen, rng = free_moments(slug), 0, Random(f"through {slug}")
    for one in rulings(slug, each=6):
        was = place_of(one.before.state)
        if was.awaits not in free or place_of(one.after.state).awaits in free:
            continue
        table = one.after.fork()
        for _ in range(QUESTIONS):
            if table.state.ended or table.state.turn != one.before.state.turn or place_of(table.state).awaits in free:
                break
            answer(table, rng)
        else:
            continue
        if table.state.ended or table.state.turn != one.before.state.turn:
            continue
        now = place_of(table.state)
        is_later = None in (now.phase, was.phase) or now.phase >= was.phase
        assert is_later or read_tag(one.act) in DUE_AGAIN.get(slug, ()), (was, now, one.by, one.act)
        broken = verdict(one.before, one.by, one.act)
        for by, other in one.others:
            if type(other) is type(one.act) and not names_of(other) & names_of(one.act):
                still = (verdict(one.before, by, other) or frozenset()) & (broken or frozenset())
                assert not still or verdict(table, by, other), (was, now, one.by, one.act, by, other)
        seen += 1
    assert seen or slug == "porcello"  # which asks nothing


QUESTIONS = 40


def answer(table: Record, rng: Random) -> None:
    """Whatever the table waits for, answered at random."""
    ask = table.choices({})
    while ask.kind != "ready":
        ask = table.choices(ask.answered(any_answer(ask, rng)))
    table.play(ask.by, read_act(table.game, ask.act), why="test")


def passed_over(one: Ruled) -> bool:
    """Whether the table went past what it waited for, and the act then took place where it belongs."""
    moment = one.before.game.moments[type(one.before.state.awaits)]
    return moment.left is not None and moment.left(one.before.rules, one.before.state) is not None


CHANGES = {
    "risiko": {"attack": {"attack_dice"}, "place": {"attack_dice"}, "tris": {"place", "draw", "end_turn"}},
    "iperisiko": {
        "armate_nascoste": {"defence_dice"},
        "attack": {"attack_dice"},
        "campo_minato": {"draw"},
        "combination": {"place", "draw", "end_turn", "diplomatico", "generale", "spia", "ammiraglio"},
        "diplomatico": {"ammiraglio", "attack", "attack_dice", "combination", "generale", "minibomba", "spia"},
        "dna": {"maresciallo", "minibomba", "attack_dice"},
        "generale": {"diplomatico"},
        "maresciallo": {"ammiraglio", "combination", "diplomatico", "generale", "spia"},
        "move": {"attack_dice", "combination", "diplomatico"},
        "place": {"attack_dice", "diplomatico", "generale", "maresciallo"},
        "spia": {"spia_removes"},
        "trasporto_aereo": {"attack_dice", "diplomatico"},
    },
    "fabrisiko": {
        "anti_aircraft": {"losses"},
        "draw": {"event"},
        "event": {"battle", "buy", "end_turn", "invade", "move"},
        "invade": {"end_turn"},
        "place": {"end_turn"},
        "reroll": {"attack_dice"},
    },
    "arba": {
        "buy_cannon": {"barricades", "build_bridge"},
        "buy_missile": {"barricades"},
        "buy_tractor": {"barricades", "build_bridge", "drop"},
        "collect": {"barricades", "break_bridge", "build_bridge", "buy_cannon", "drop", "end_turn"},
        "drop": {"barricades", "break_bridge", "build_bridge", "buy_cannon", "strike"},
        "move": {"break_bridge", "build_bridge"},
        "strike": {"barricades", "build_bridge", "buy_cannon"},
    },
    "fatal": {
        "deliver": {"discard"},
        "play": {"trimagia"},
        "screen": {"change", "enchant", "play"},
        "steal": {"play", "take", "trimagia"},
        "strip": {"discard"},
    },
}
"""What a registered act changes for acts that name nothing of it: armies and money that it brings or takes, cards that leave a hand, dice
that then are due, a duty that it makes or meets."""
UNTIL_THE_NEXT_ACT = {"reroll"}
"""Open only until anybody does anything."""


@pytest.mark.parametrize("slug", SLUGS)
def test_what_may_be_done_and_what_is_refused_stays_so_after_a_ruling_that_names_something_else(slug: str) -> None:
    compared = 0
    for one in rulings(slug):
        if place_of(one.before.state) != place_of(one.after.state):
            continue
        touched = CHANGES.get(slug, {}).get(read_tag(one.act), set()) | UNTIL_THE_NEXT_ACT | {read_tag(one.act)}
        for by, other in one.others:
            if read_tag(other) in touched or names_of(other) & names_of(one.act):
                continue
            was, now = verdict(one.before, by, other), verdict(one.after, by, other)
            assert bool(was) == bool(now), (place_of(one.before.state), one.by, one.act, by, other, was, now)
            compared += 1
    assert compared


def names_of(act: Act) -> set[str]:
    """Every place, card and kind of piece that it names."""
    found, ahead = set[str](), [msgspec.to_builtins(act, str_keys=True)]
    while ahead:
        value = ahead.pop()
        if isinstance(value, dict):
            ahead += [one for key, one in value.items() if key != "type"] + [key for key in value if value is not act]
        elif isinstance(value, (list, tuple)):
            ahead += value
        elif isinstance(value, str) and value:
            found.add(value)
    return found - set(type(act).__struct_fields__) - {"type"}
