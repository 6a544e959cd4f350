"""Bombers on a mission in 4-B: against a structure, or the strategic attack on a player's resources."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.fabrisiko import units
from games.fabrisiko.acts import Bomb, BombDice, Raid, RaidDice
from games.fabrisiko.board import STRUCTURES
from games.fabrisiko.dice import Cast, Due, chapter
from games.fabrisiko.movement import is_exposed, left_to_die
from games.fabrisiko.rules import ALL_WHO_COME, BOMBARDIERE, CACCIA, FIRE, Rules
from games.fabrisiko.state import BATTLES, FREE, NOBODY, BombThrow, Group, RaidThrow, State, Turn, added
from games.fabrisiko.turns import early_breaches, entered
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN
from games.kernel.values import put
from games.kernel.words import seat_words

RAID = "raid"
MISSIONS_END_WITH_THE_BATTLES = 3
"""The revision from which no mission is flown once the moves of 4-C have begun."""


def ready_bombers(state: State, place: int) -> list[Group]:
    return [
        one for one in state.armies[place] if one.seat == state.seat and one.kind == BOMBARDIERE and not one.is_spent
    ]


def _mission_breaches(rules: Rules, state: State, by: By, place: int, kind: int) -> Iterator[Breach]:
    yield from _moment_breaches(rules, state)
    if rules.board.is_ridge(place) or state.owners[place] in (NOBODY, state.seat):
        yield impossible("non è un territorio nemico", "it is no enemy territory", "bombardiere")
        return
    if not state.structures[place][kind]:
        yield infraction("bombardiere", "lì non c'è quella struttura", "there is no such structure")
    bombers = ready_bombers(state, place)
    if not bombers:
        spent = any(one.kind == BOMBARDIERE and one.seat == state.seat for one in state.armies[place])
        if spent:
            yield infraction(
                "bombardiere",
                "il bombardiere ha già combattuto o compiuto la sua missione",
                "the bomber has fought or flown its mission already",
            )
        elif rules.revision >= ALL_WHO_COME and _fighters(state, place):
            yield infraction("caccia", "un caccia non distrugge strutture", "a fighter destroys no structures")
        else:
            yield impossible("lì non ha bombardieri", "there is no bomber there", "bombardiere")
    if bombers and rules.revision >= ALL_WHO_COME:
        others = units.less(state.armies[place], bombers[0].with_(count=1))
        if is_exposed(state, place, others):
            yield left_to_die(rules, place)
    if state.owners[place] in state.lasting.sagra:
        yield infraction(
            "sagra",
            "il {owner} ha la Sagra paesana",
            "{owner} has the Sagra",
            owner=seat_words(state.owners[place]),
        )


def _fighters(state: State, place: int) -> list[Group]:
    return [one for one in state.armies[place] if one.seat == state.seat and one.kind == CACCIA]


def _moment_breaches(rules: Rules, state: State) -> Iterator[Breach]:
    """A mission belongs to 4-B, and there is none during the Palio."""
    yield from early_breaches(state, BATTLES)
    if state.phase > BATTLES and rules.revision >= MISSIONS_END_WITH_THE_BATTLES:
        yield infraction(
            "bombardiere",
            "ogni attacco avviene nella fase 4-B, prima degli spostamenti",
            "every attack comes in phase 4-B, before the moves",
        )
    if state.lasting.palio:
        yield infraction("palio", "c'è il Palio: nessuno attacca", "the Palio is on: nobody attacks")


def bomb_breaches(rules: Rules, state: State, by: By, act: Bomb) -> Iterator[Breach]:
    return _mission_breaches(rules, state, by, rules.board.index[act.at], STRUCTURES.index(act.target))


def raid_breaches(rules: Rules, state: State, by: By, act: Raid) -> Iterator[Breach]:
    return _mission_breaches(rules, state, by, rules.board.index[act.at], 0)


def _on_mission(rules: Rules, state: State, place: int) -> State:
    bombers = ready_bombers(state, place) or [
        one for one in state.armies[place] if one.seat == state.seat and one.kind == BOMBARDIERE
    ]
    bombers = bombers or _fighters(state, place)
    one = msgspec.structs.replace(bombers[0], count=1)
    state = units.set_down(units.without(state, [one]), [msgspec.structs.replace(one, is_spent=True)])
    return entered(rules, state, BATTLES)


def bomb(rules: Rules, state: State, by: By, act: Bomb) -> State:
    place = rules.board.index[act.at]
    return _on_mission(rules, state, place).with_(awaits=BombThrow(place, act.target))


def raid(rules: Rules, state: State, by: By, act: Raid) -> State:
    place = rules.board.index[act.at]
    needs_hit = rules.strategic_attack == "needs_hit"
    return _on_mission(rules, state, place).with_(awaits=BombThrow(place, RAID) if needs_hit else RaidThrow(place))


def _one_die(rules: Rules, state: State) -> Due:
    return Due(state.seat, 1, "bombardiere")


def bombed(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    awaits = state.awaits
    assert isinstance(awaits, BombThrow)
    is_hit = dice[0] <= FIRE[BOMBARDIERE]
    if awaits.target == RAID:
        return state.with_(awaits=RaidThrow(awaits.at) if is_hit else Turn())
    structures, kind = state.structures[awaits.at], STRUCTURES.index(awaits.target)
    left = added(structures, kind, -1) if is_hit else structures
    return state.with_(structures=put(state.structures, awaits.at, left), awaits=Turn())


def raided(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    """The owner loses so many of his resources, as far as he has them."""
    awaits = state.awaits
    assert isinstance(awaits, RaidThrow)
    return units.gains(state.with_(awaits=Turn()), state.owners[awaits.at], -dice[0])


CASTS = (
    Cast(BombDice, BombThrow, _one_die, bombed, "bombardiere"),
    Cast(RaidDice, RaidThrow, _one_die, raided, "bombardiere"),
)
CHAPTER: Chapter = {
    Bomb: Rule(bomb_breaches, bomb, IN_TURN, "bombardiere", FREE),
    Raid: Rule(raid_breaches, raid, IN_TURN, "bombardiere", FREE),
    **chapter(*CASTS),
}
