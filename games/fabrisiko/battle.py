"""Phase 4-B: a battle by rounds. Infantry against planes, Perdite, who chooses what falls, how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from games.fabrisiko import units
from games.fabrisiko.acts import AntiAircraft, AttackDice, Battle, ColleAmeno, DefenceDice, Engage, Losses
from games.fabrisiko.cards import put_aside
from games.fabrisiko.conquest import conquer
from games.fabrisiko.dice import Cast, Due, chapter
from games.fabrisiko.fire import RANK, RANKS, Hits, can_hurt, fallen, hits, is_ground, rank, standing
from games.fabrisiko.rules import (
    BOMBARDIERE,
    FANTERIA,
    PLANES,
    WHO_LEFT_PLAYS_NOTHING,
    Rules,
)
from games.fabrisiko.state import (
    BATTLES,
    FREE,
    IN_PLAY,
    NOBODY,
    AttackThrow,
    DefenceThrow,
    Falling,
    Fighter,
    Fray,
    Group,
    Prelude,
    State,
    Turn,
)
from games.fabrisiko.turns import absence_breaches, begun, early_breaches, is_battlefield
from games.fabrisiko.units import has_enemies
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule, unrestricted
from games.kernel.latest import latest_same
from games.kernel.speakers import IN_TURN, SEAT, named
from games.kernel.values import put
from games.kernel.words import seat_words

NONE = (0,) * len(RANKS)
"""By rank, nobody."""

# -- the battle begins


def battle_breaches(rules: Rules, state: State, by: By, act: Battle) -> Sequence[Breach]:
    place = rules.board.index[act.at]
    found = [*early_breaches(state, BATTLES)]
    if not is_battlefield(state, state.armies[place]):
        found.append(impossible("lì non c'è una battaglia", "there is no battle there", "4-B"))
    return found


def battle(rules: Rules, state: State, by: By, act: Battle) -> State:
    """The units of both sides leave the board for the battle field; of several others there, the owner of the place fights first."""
    place, seat = rules.board.index[act.at], state.seat
    here = state.armies[place]
    others = [one.seat for one in here if one.seat != seat]
    owner = NOBODY if rules.board.is_ridge(place) else state.owners[place]
    defender = owner if owner in others else others[0]
    spent_too = rules.special_mission == "exposed"
    ours, theirs, rest = [], [], []
    for one in here:
        if one.seat == defender:
            theirs.append(one)
        elif one.seat == seat and (spent_too or not one.is_spent):
            ours.append(one)
        else:
            rest.append(one)
    fray = Fray(place, seat, defender, _fighters(ours), _fighters(theirs))
    armies = put(state.armies, place, tuple(rest))
    return state.with_(armies=armies, fray=fray, phase=begun(state, BATTLES), awaits=Prelude())


def _fighters(joined: list[Group]) -> tuple[Fighter, ...]:
    """Units of a side as they come from the board, in their ranks: no card has made any of them stronger yet."""
    found: list[Fighter] = []
    for one in sorted(joined, key=_strength) if len(joined) > 1 else joined:
        found += [Fighter(one.seat, one.kind, one.origin, one.points, is_idle=one.is_spent)] * one.count
    return tuple(found)


_strength = attrgetter("kind", "points", "origin")


def in_ranks(fighters: Iterable[Fighter]) -> tuple[Fighter, ...]:
    """The order in which dice are thrown: by kind, the strongest of a kind last."""
    return tuple(sorted(fighters, key=lambda one: (rank(one), one.bonus, one.is_armed, one.points, one.origin)))


# -- before the first die


def anti_aircraft_breaches(rules: Rules, state: State, by: By, act: AntiAircraft) -> Iterator[Breach]:
    fray = state.fray
    assert fray is not None
    yield from absence_breaches(rules, state, by)
    if by != fray.defender:
        yield infraction("fanteria_aa", "solo chi si difende", "only the defender")
    foot = sum(one.kind == FANTERIA and not one.is_aa for one in fray.defenders)
    if act.infantry > foot:
        yield impossible("non ha tanta fanteria", "there is not so much infantry", "fanteria_aa")
    set_already = sum(one.is_aa for one in fray.defenders)
    planes = sum(one.kind in PLANES for one in fray.attackers)
    if act.infantry + set_already > planes:
        yield infraction(
            "fanteria_aa",
            "una fanteria per ogni aereo nemico ({planes})",
            "one infantry for each enemy plane ({planes})",
            planes=planes,
        )


def anti_aircraft(rules: Rules, state: State, by: By, act: AntiAircraft) -> State:
    assert state.fray is not None
    if by != state.fray.defender:
        return state
    left, changed = act.infantry, []
    for one in state.fray.defenders:
        if left and one.kind == FANTERIA and not one.is_aa:
            one, left = one.with_(is_aa=True), left - 1
        changed.append(one)
    return state.with_(fray=state.fray.with_(defenders=in_ranks(changed)))


def colle_breaches(rules: Rules, state: State, by: By, act: ColleAmeno) -> Iterator[Breach]:
    fray = state.fray
    assert fray is not None
    yield from absence_breaches(rules, state, by)
    if not isinstance(by, int) or state.factions[by] != "collamato":
        yield infraction("collamato.colle_ameno", "è l'abilità di Collamato", "it is Collamato's skill")
    elif by != fray.defender:
        yield infraction("collamato.colle_ameno", "vale solo per chi si difende", "it helps only in defence")
    if fray.colle:
        yield impossible("è già dichiarato", "it has been declared already", "collamato.colle_ameno")
    elif state.lasting.colle_used:
        if rules.once_a_turn == "each_turn":
            yield infraction("collamato.colle_ameno", "in una battaglia per turno", "in one battle a turn")
        else:
            yield infraction(
                "collamato.colle_ameno", "in una battaglia per turno globale", "in one battle a global turn"
            )


def colle_ameno(rules: Rules, state: State, by: By, act: ColleAmeno) -> State:
    assert state.fray is not None
    if by != state.fray.defender:
        return state
    return state.leaving(colle_used=True).with_(fray=state.fray.with_(colle=True))


def engage(rules: Rules, state: State, by: By, act: Engage) -> State:
    return first_round(rules, state)


# -- the rounds


def first_round(rules: Rules, state: State) -> State:
    """What comes of a battle that is to begin: its first round, or its end without dice."""
    assert state.fray is not None
    return _begun(rules, state, state.fray)


def _next_round(rules: Rules, state: State, fray: Fray) -> State:
    """The next round, or the end: a side that is gone, or that can hurt nobody any more and is destroyed without dice."""
    ours, theirs = fray.attackers, fray.defenders
    if not ours or not theirs:
        return ended(rules, state, fray)
    fray = fray.with_(round=fray.round + 1)
    if not can_hurt(rules, fray, ours, theirs):
        return ended(rules, _buried(rules, state, ours), fray.with_(attackers=()))
    if rules.helpless == "either" and not can_hurt(rules, fray, theirs, ours):
        return ended(rules, _buried(rules, state, theirs), fray.with_(defenders=()))
    return state.with_(fray=fray, awaits=AttackThrow())


_begun = latest_same(_next_round)


def is_helpless(rules: Rules, state: State) -> bool:
    """Whether one side can hurt nobody, so that no dice are due."""
    return not isinstance(first_round(rules, state).awaits, AttackThrow)


def _buried(rules: Rules, state: State, gone: Iterable[Fighter]) -> State:
    if not state.lasting.undertaker:
        return state
    return units.buried(rules, state, FANTERIA, sum([one.kind == FANTERIA for one in gone]))


def attack_dice_breaches(rules: Rules, state: State, by: By, act: AttackDice) -> Iterable[Breach]:
    if type(state.awaits) is Prelude:
        if is_helpless(rules, state):
            it = "una parte non può colpire: la battaglia si decide senza dadi"
            en = "a side can hurt nobody: the battle is decided without dice"
            is_void = rules.revision >= WHO_LEFT_PLAYS_NOTHING
            return (infraction("round", it, en) if is_void else impossible(it, en, "round"),)
        state = first_round(rules, state)
    return ROUND[AttackDice].breaches(rules, state, by, act)


def attack_dice(rules: Rules, state: State, by: By, act: AttackDice) -> State:
    """The attacker's dice also end what comes before the battle, which may be decided without them."""
    if type(state.awaits) is Prelude:
        state = first_round(rules, state)
        if type(state.awaits) is not AttackThrow:
            return state
    result: State = ROUND[AttackDice].apply(rules, state, by, act)
    return result


def _attack_due(rules: Rules, state: State) -> Due:
    assert state.fray is not None
    return Due(state.fray.attacker, len(state.fray.attackers), "round")


def attacked(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    fray = state.fray
    assert fray is not None
    found = hits(rules, fray, fray.attackers, dice)
    return _falling(rules, state, fray.defender, found)


def _defence_due(rules: Rules, state: State) -> Due:
    assert state.fray is not None
    return Due(state.fray.defender, len(state.fray.defenders), "round")


def defended(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    fray = state.fray
    assert fray is not None
    found = hits(rules, fray, fray.defenders, dice)
    return _falling(rules, state, fray.attacker, found)


def _falling(rules: Rules, state: State, seat: int, found: Hits) -> State:
    """The owner chooses what falls; where there is one way only, nobody is asked."""
    assert state.fray is not None
    if not (found.ground or found.air or found.any):
        return _fell(rules, state, seat, NONE)
    ways = fallen(found, standing(state.fray.of(seat)))
    if len(ways) == 1:
        return _fell(rules, state, seat, ways[0])
    return state.with_(awaits=Falling(seat, found.ground, found.air, found.any))


def _fell(rules: Rules, state: State, seat: int, shares: tuple[int, ...]) -> State:
    """The attacker's units fall at once; the defender's stand in Perdite and still shoot, unless the attack was lightning."""
    fray = state.fray
    assert fray is not None
    chosen = _weakest(fray.of(seat), shares) if any(shares) else []
    if seat == fray.attacker:
        hit = [one for one in fray.defenders if one.is_hit]
        if chosen or hit:
            fray = fray.with_(attackers=_less(fray.attackers, chosen), defenders=_less(fray.defenders, hit))
            state = _buried(rules, state, [*chosen, *hit])
        return _next_round(rules, state, fray)
    if is_lightning(fray):
        fray, state = fray.with_(defenders=_less(fray.defenders, chosen)), _buried(rules, state, chosen)
        return state.with_(fray=fray, awaits=DefenceThrow()) if fray.defenders else _next_round(rules, state, fray)
    if not chosen:
        return state.with_(awaits=DefenceThrow())
    side = [*fray.defenders]
    for one in chosen:
        side[side.index(one)] = one.with_(is_hit=True)
    return state.with_(fray=fray.with_(defenders=tuple(side)), awaits=DefenceThrow())


def is_lightning(fray: Fray) -> bool:
    """Whether the defender's units that are hit in this round fall at once, without an answer."""
    return fray.round == 1 and fray.played("attacco_fulmineo") > 0


def _less(side: tuple[Fighter, ...], gone: list[Fighter]) -> tuple[Fighter, ...]:
    if not gone:
        return side
    left = [*side]
    for one in gone:
        left.remove(one)
    return tuple(left)


def _weakest(side: tuple[Fighter, ...], shares: tuple[int, ...]) -> list[Fighter]:
    """Of equal units the weakest fall, and those that have the least movement left."""
    chosen: list[Fighter] = []
    for number, count in enumerate(shares):
        if count:
            ranked = []
            for one in side:
                if not one.is_hit and rank(one) == number:
                    ranked.append(one)
            chosen += sorted(ranked, key=_weakness)[:count] if count < len(ranked) else ranked
    return chosen


def _weakness(one: Fighter) -> tuple[int, ...]:
    return (not one.is_idle, one.bonus, one.is_armed, one.points, one.origin)


def losses_breaches(rules: Rules, state: State, by: By, act: Losses) -> Iterator[Breach]:
    shares = read_ranks(act.units)
    awaits, fray = state.awaits, state.fray
    assert isinstance(awaits, Falling)
    assert fray is not None
    if by != awaits.seat:
        yield infraction(
            "perdite",
            "sceglie chi le perde, il {who}",
            "their owner chooses, {who}",
            who=seat_words(awaits.seat),
        )
    counts = standing(fray.of(awaits.seat))
    if any(lost > count for lost, count in zip(shares, counts, strict=True)):
        yield impossible("non ci sono tante unità", "there are not so many units", "perdite")
        return
    ways = fallen(Hits(awaits.ground, awaits.air, awaits.any), counts)
    if shares in ways:
        return
    if sum(shares) != sum(ways[0]):
        yield infraction(
            "perdite",
            "{due:è stata colpita # unità|sono state colpite # unità}, non {total}: se ne tolgono tante",
            "{due:# unit was|# units were} hit, not {total}: so many are taken off",
            waivable=False,
            due=sum(ways[0]),
            total=sum(shares),
        )
    elif shares[1] < min(counts[1], awaits.any):
        yield infraction(
            "fanteria_aa",
            "colpito da un aereo, il difensore toglie per prima la fanteria AA",
            "hit by a plane, the defender takes off infantry AA first",
        )
    else:
        yield infraction(
            "perdite",
            "fanteria e carri non colpiscono aerei, la fanteria AA colpisce solo aerei",
            "infantry and tanks do not hit planes, infantry AA hits planes only",
        )


def read_ranks(named: Mapping[str, int]) -> tuple[int, ...]:
    """Units by rank. Raises `Unreadable` for a name that is none."""
    counts = [0] * len(RANKS)
    for name, count in named.items():
        counts[RANK[name]] = count
    if not any(counts):
        raise Unreadable("mancano le unità", "units are missing")
    return tuple(counts)


def losses(rules: Rules, state: State, by: By, act: Losses) -> State:
    assert isinstance(state.awaits, Falling)
    return _fell(rules, state, state.awaits.seat, read_ranks(act.units))


# -- the end


def ended(rules: Rules, state: State, fray: Fray) -> State:
    """Whoever is left goes back onto the board, the cards are put aside, and only ground units conquer."""
    has_won = bool(fray.attackers) and not fray.defenders
    conquers = has_won and any(map(is_ground, fray.attackers)) and not rules.board.is_ridge(fray.at)
    state = _cleared(rules, state, fray)
    return taken(rules, state, fray.at) if conquers else state


def taken(rules: Rules, state: State, place: int) -> State:
    """A place won by battle falls without Marischio's throw; others may still stand there after a ruling."""
    if has_enemies(state, place, state.seat) or state.owners[place] == state.seat:
        return state
    return conquer(rules, state, place)


def _cleared(rules: Rules, state: State, fray: Fray) -> State:
    """The battle field is empty again: survivors on the board, cards on the discards. Bombers that fought fly no mission any more."""
    return _on_the_board(
        state,
        fray,
        [
            (one.seat, one.kind, one.origin, one.points, one.seat == fray.attacker and one.kind == BOMBARDIERE)
            for one in fray.fighters
            if not one.is_hit
        ],
    )


def broken_off(state: State, fray: Fray) -> State:
    """A battle that nobody fights on: all its units, those in Perdite too, stand where it began, and its cards are put aside."""
    every = [(one.seat, one.kind, one.origin, one.points, one.is_idle) for one in fray.fighters]
    return _on_the_board(state, fray, every)


Alike = tuple[int, int, int, int, bool]
"""Seat, kind, origin and points of a unit, and whether it is spent."""


def _on_the_board(state: State, fray: Fray, back: Iterable[Alike]) -> State:
    counts: dict[Alike, int] = {}
    for one in back:
        counts[one] = counts.get(one, 0) + 1
    here = units.among(
        state.armies[fray.at],
        [
            Group(seat, fray.at, kind, count, origin, points, is_spent)
            for (seat, kind, origin, points, is_spent), count in counts.items()
        ],
    )
    for _, card in fray.cards:
        state = put_aside(state, card)
    return state.with_(armies=put(state.armies, fray.at, here), fray=None, awaits=Turn())


ROUND = chapter(
    Cast(AttackDice, AttackThrow, _attack_due, attacked, "round", may_be_short=True),
)
CASTS = (
    Cast(AttackDice, AttackThrow, _attack_due, attacked, "round", may_be_short=True),
    Cast(DefenceDice, DefenceThrow, _defence_due, defended, "round", named("defender"), may_be_short=True),
)
ROUNDS = (AttackThrow, DefenceThrow, Falling)
CHAPTER: Chapter = {
    Battle: Rule(battle_breaches, battle, IN_TURN, "4-B", FREE),
    AntiAircraft: Rule(
        anti_aircraft_breaches, anti_aircraft, named("defender"), "fanteria_aa", (Prelude,), late=ROUNDS
    ),
    ColleAmeno: Rule(colle_breaches, colle_ameno, named("defender"), "collamato.colle_ameno", (Prelude,), late=ROUNDS),
    Engage: Rule(unrestricted, engage, IN_TURN, "carte_strategiche", (Prelude,)),
    **chapter(*CASTS),
    AttackDice: Rule(attack_dice_breaches, attack_dice, SEAT, "round", (AttackThrow, Prelude), void=IN_PLAY),
    Losses: Rule(losses_breaches, losses, named("who is asked"), "perdite", (Falling,)),
}
