"""Step 4 (combattimento.distanza): paratroopers, cannon, missiles, the alpine plane. No dice, no bonus, no river stops them."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.acts import Drop, Hit, Strike
from games.arba.income import purchase_breaches
from games.arba.opening import fallen, reached, step_breaches
from games.arba.places import bases_and_outposts, is_won_base, money_paid, pieces_after, reachable, taken_off
from games.arba.rules import CANNON_RANGE, HOSTS_OWE_NO_FIGHT, SAFE_ENDS_LEND_NO_REACH, TOLD_AS_PLAYED, Rules
from games.arba.state import KINDS, NOBODY, PARA, RANGED, State, Turn, with_row
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN
from games.kernel.values import put
from games.kernel.words import seat_words

STRIKES = {"two": 2, "one": 1}
MISSILE_LOAD = {0: 3, 1: 1, 2: 0}
"""How many small pieces a missile removes beside so many tractors."""
ARTICLE = {"cannon": "unita.cannone", "missile": "unita.missili", "plane": "unita.aereo"}

# -- paratroopers


def drop_breaches(rules: Rules, state: State, by: By, act: Drop) -> Iterator[Breach]:
    places = [rules.board.index[name] for name in act.paras]
    yield from step_breaches(rules, state, RANGED)
    yield from purchase_breaches(rules, state, rules.plane, "unita.paracadutisti")
    if sum(act.paras.values()) != rules.paratroopers:
        yield infraction("unita.paracadutisti", "un aereo ne porta {n}", "a plane carries {n}", n=rules.paratroopers)
    for place in places:
        if is_won_base(rules, state, place, is_trooper=False):
            yield taken_off("luoghi.basi")
        elif place in rules.board.safe:
            yield _protected()
        elif rules.landing == "free" and state.is_hostile(state.seat, place):
            yield infraction(
                "unita.paracadutisti", "si atterra dove non ci sono nemici", "one lands where there is no enemy"
            )


def _protected() -> Breach:
    return infraction(
        "luoghi.basi",
        "basi e luoghi vicini sono protetti dagli attacchi a distanza",
        "bases and their neighbours are safe from ranged attacks",
    )


def drop(rules: Rules, state: State, by: By, act: Drop) -> State:
    seat = state.seat
    paras, fresh, hostile = list(state.pieces[seat][PARA]), list(state.fresh), list[int]()
    for name, count in act.paras.items():
        place = rules.board.index[name]
        paras[place] += count
        fresh[place] += count
        if state.is_hostile(seat, place):
            hostile.append(place)
    return state.with_(
        pieces=state.pieces_with(seat, PARA, tuple(paras)),
        fresh=tuple(fresh),
        landed=(*state.landed, *hostile),
        landed_by=(*state.landed_by, *[seat] * len(hostile)) if rules.revision >= HOSTS_OWE_NO_FIGHT else (),
        has_contact=state.has_contact or bool(hostile),
        money=money_paid(rules, state, rules.plane),
        awaits=reached(state.awaits, RANGED),
    )


# -- cannon, missile, plane: what may fire


def strike_breaches(rules: Rules, state: State, by: By, act: Strike) -> Iterator[Breach]:
    src = rules.board.index[act.src] if act.src else NOBODY
    targets = target_places(rules, act)
    article = ARTICLE[act.weapon]
    yield from launch_breaches(rules, state, act.weapon, src)
    if (src == NOBODY) != (act.weapon == "plane"):
        return
    yield from _payload_breaches(state, act)
    yield from _pieces_are_there(rules, state, act)
    yield from _spared(rules, act)
    if act.bridge and not state.intact[rules.board.bridge_index[act.bridge]]:
        yield impossible("il ponte è già distrutto", "the bridge is down already", "luoghi.ponti")
    spares_bases = act.weapon != "plane" or rules.plane_bases == "safe"
    if targets and spares_bases and all(place in rules.board.safe for place in targets):
        yield _protected()
    if not _within_reach(rules, state, act, src, targets):
        yield infraction(article, "il bersaglio non è a portata", "the target is out of reach")
    if act.bridge and state.claims and rules.revision >= TOLD_AS_PLAYED:
        yield from _way_to_claims(rules, state, act)


def launch_breaches(rules: Rules, state: State, weapon: str, src: int) -> Iterator[Breach]:
    """What a weapon breaks by firing from there, `NOBODY` for nowhere, whatever it is aimed at."""
    yield from step_breaches(rules, state, RANGED)
    if (src == NOBODY) != (weapon == "plane"):
        yield impossible("da dove parte?", "from where?", ARTICLE[weapon])
        return
    yield from WEAPONS[weapon](rules, state, src)


def _way_to_claims(rules: Rules, state: State, act: Strike) -> Iterator[Breach]:
    """Whoever claimed moves there, like it or not: the way there is not broken off."""
    after = state.with_(intact=put(state.intact, rules.board.bridge_index[act.bridge], False))
    if reachable(rules, after, state.claims) < reachable(rules, state, state.claims):
        yield infraction(
            "danaro.conteso",
            "non si distrugge la via per il territorio rivendicato",
            "the way to the claimed place is not destroyed",
        )


def _spared(rules: Rules, act: Strike) -> Iterator[Breach]:
    """What a ranged attack does not remove: cannon, and one's own pieces unless the event allows it."""
    article = ARTICLE[act.weapon]
    if any(hit.piece == "cannon" for hit in act.hits):
        yield infraction(article, "un cannone non si distrugge", "a cannon is not destroyed")
    if rules.own_pieces == "barred" and any(hit.own for hit in act.hits):
        yield infraction(article, "si colpisce il nemico", "one strikes the enemy")


def target_places(rules: Rules, act: Strike) -> list[int]:
    """The places aimed at; for a bridge, its two ends."""
    if act.bridge:
        return list(rules.board.bridges[rules.board.bridge_index[act.bridge]])
    return [rules.board.index[hit.place] for hit in act.hits]


def _cannon_breaches(rules: Rules, state: State, src: int) -> Iterator[Breach]:
    if not state.cannons[src]:
        yield impossible("lì non c'è un cannone", "there is no cannon there", "unita.cannone")
    elif state.spent_cannons[src] >= state.cannons[src]:
        yield infraction("faq.cannone", "il cannone si è mosso in questo turno", "the cannon moved in this turn")
    if not state.troops(state.seat, src):
        yield infraction(
            "unita.cannone",
            "serve una truppa ordinaria accanto al cannone",
            "an ordinary trooper must stand by the cannon",
        )
    yield from purchase_breaches(rules, state, shot_price(rules, state), "unita.cannone")


def shot_price(rules: Rules, state: State) -> int:
    """The first shot of the turn is free, each further one dearer, whichever cannon fires."""
    return rules.shot * state.shots


def _missile_breaches(rules: Rules, state: State, src: int) -> Iterator[Breach]:
    if not state.missiles[state.seat]:
        yield impossible("non ha missili", "there is no missile", "unita.missili")
    if src not in bases_and_outposts(rules, state, state.seat):
        yield infraction(
            "unita.missili",
            "si lancia dalla base o da un avamposto posseduto",
            "missiles start at the base or a held outpost",
        )
    elif not state.troops(state.seat, src):
        yield infraction(
            "faq.missili",
            "serve una truppa ordinaria da dove si lancia",
            "an ordinary trooper must be where it is launched",
        )


def has_plane(rules: Rules, state: State, side: int) -> bool:
    """An ordinary trooper of the last conqueror in the Rifugio, and an alpino alive."""
    return state.alpini_of == side and state.troops(side, rules.board.refuge) > 0 and any(state.alpini)


def _plane_breaches(rules: Rules, state: State, src: int) -> Iterator[Breach]:
    if not has_plane(rules, state, state.seat):
        yield infraction("unita.aereo", "non ha l'aereo alpino", "the alpine plane is not this player's")
    elif state.strikes >= STRIKES[rules.strikes]:
        yield infraction(
            "unita.aereo", "l'aereo ha già fatto i suoi attacchi", "the plane has struck as often as it may"
        )


WEAPONS = {"cannon": _cannon_breaches, "missile": _missile_breaches, "plane": _plane_breaches}


# -- what they may reach and remove


def _within_reach(rules: Rules, state: State, act: Strike, src: int, targets: list[int]) -> bool:
    if not targets:
        return True
    whole = [(place,) if rules.udine_target == "sector" else rules.board.as_target(place) for place in targets]
    reach = [any(in_range(rules, state, act.weapon, src, place) for place in places) for places in whole]
    if act.bridge:
        return any(
            is_reached and _lends_reach(rules, act, place) for is_reached, place in zip(reach, targets, strict=True)
        )
    return all(reach)


def _lends_reach(rules: Rules, act: Strike, end: int) -> bool:
    """Of a bridge: a cannon that could not hit an end, since it is safe, does not reach the bridge by it."""
    is_cannon = act.weapon == "cannon" and rules.revision >= SAFE_ENDS_LEND_NO_REACH
    return not (is_cannon and end in rules.board.safe)


def distance(rules: Rules, src: int, place: int) -> int:
    """How far a ranged attack goes, by what Udine is for it."""
    if rules.udine_target == "whole":
        return rules.board.range_to(src, place)
    return (rules.board.udine_as_one if rules.udine_target == "place" else rules.board.steps)[src][place]


def in_range(rules: Rules, state: State, weapon: str, src: int, place: int) -> bool:
    if weapon == "plane":
        return True
    if weapon == "cannon":
        return distance(rules, src, place) == CANNON_RANGE
    return place in missile_reach(rules, state, src)


def missile_reach(rules: Rules, state: State, src: int) -> frozenset[int]:
    """From the base: its own half and the central line. From an outpost: all between the rivers, a half, and the Rifugio."""
    board = rules.board
    own = board.halves[board.bases[state.seat]]
    if board.kinds[src] == "base":
        return board.central_line.union(board.half(own)) - {board.refuge}
    half = own if rules.outpost_half == "launcher" else board.halves[src]
    return board.between.union(board.half(half), (board.refuge,))


def _payload_breaches(state: State, act: Strike) -> Iterator[Breach]:
    article = ARTICLE[act.weapon]
    small = sum([hit.count for hit in act.hits if hit.piece != "tractor"])
    tractors = sum([hit.count for hit in act.hits if hit.piece == "tractor"])
    if act.bridge and act.hits:
        yield infraction(article, "o un ponte o delle pedine", "either a bridge or pieces")
    elif not act.bridge and not act.hits:
        yield impossible("nessun bersaglio", "no target", article)
    elif act.weapon == "missile" and small > MISSILE_LOAD.get(tractors, -1):
        yield infraction(
            article,
            "tre pedine, o un trattore e una, o due trattori",
            "three pieces, or a tractor and one, or two tractors",
        )
    elif act.weapon != "missile" and small + tractors > 1:
        yield infraction(article, "un colpo rimuove una pedina", "a shot removes one piece")


def _pieces_are_there(rules: Rules, state: State, act: Strike) -> Iterator[Breach]:
    aimed: dict[tuple[int, str, bool], int] = {}
    for hit in act.hits:
        at = (rules.board.index[hit.place], hit.piece, hit.own)
        aimed[at] = aimed.get(at, 0) + hit.count
    for (place, piece, is_own), count in aimed.items():
        if count > removable(state, place, piece, is_own):
            yield impossible(
                "{who} non ha lì {n:# pedina|# pedine} così",
                "{who} has not {n:# such piece|# such pieces} there",
                ARTICLE[act.weapon],
                n=count,
                who=seat_words(state.seat if is_own else 1 - state.seat),
            )
    places = {place for place, _piece, _own in aimed}
    if len(places) > 1 and not (rules.udine_target != "sector" and places <= set(rules.board.udine)):
        yield infraction(ARTICLE[act.weapon], "un attacco colpisce un solo luogo", "an attack hits one place")


def removable(state: State, place: int, piece: str, is_own: bool = False) -> int:
    """How many such pieces of the enemy (or alpini that are not one's own) stand there; with `is_own`, of the side in turn."""
    if piece == "cannon":
        return state.cannons[place]
    if piece == "alpino":
        return state.alpini[place] if (state.alpini_of == state.seat) == is_own else 0
    return state.count(state.seat if is_own else 1 - state.seat, KINDS.index(piece), place)


def strike(rules: Rules, state: State, by: By, act: Strike) -> State:
    if act.weapon == "cannon":
        state = state.with_(money=money_paid(rules, state, shot_price(rules, state)), shots=state.shots + 1)
    elif act.weapon == "missile":
        state = state.with_(missiles=put(state.missiles, state.seat, state.missiles[state.seat] - 1))
    else:
        state = state.with_(strikes=state.strikes + 1)
    if act.bridge:
        state = state.with_(intact=put(state.intact, rules.board.bridge_index[act.bridge], False))
    for hit in act.hits:
        state = removed(state, rules.board.index[hit.place], hit)
    return fallen(rules, pieces_after(rules, state.with_(has_contact=True, awaits=reached(state.awaits, RANGED))))


def removed(state: State, place: int, hit: Hit) -> State:
    if hit.piece == "alpino":
        return state.with_(alpini=put(state.alpini, place, state.alpini[place] - hit.count))
    if hit.piece == "cannon":
        left = state.cannons[place] - hit.count
        spent = put(state.spent_cannons, place, min(left, state.spent_cannons[place]))
        return state.with_(cannons=put(state.cannons, place, left), spent_cannons=spent)
    kind = KINDS.index(hit.piece)
    if not hit.own:
        return state.with_pieces(1 - state.seat, kind, place, -hit.count)
    left = state.count(state.seat, kind, place) - hit.count
    row = state.spent[kind]
    state = state.with_(spent=with_row(state.spent, kind, put(row, place, min(left, row[place]))))
    if kind == PARA:
        state = state.with_(fresh=put(state.fresh, place, min(left, state.fresh[place])))
    return state.with_pieces(state.seat, kind, place, -hit.count)


CHAPTER: Chapter = {
    Drop: Rule(drop_breaches, drop, IN_TURN, "unita.paracadutisti", (Turn,)),
    Strike: Rule(strike_breaches, strike, IN_TURN, "combattimento.distanza", (Turn,)),
}
