"""Step 7 (turno.7): barricades and their upkeep, cannons, missiles at Marano; bridges last of all."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.acts import Barricades, BreakBridge, BuildBridge, BuyCannon, BuyMissile
from games.arba.income import purchase_breaches
from games.arba.opening import reached, step_breaches
from games.arba.places import barricaded, bases_and_outposts, money_paid
from games.arba.rules import AS_IT_HAPPENED, PAID_AS_BUILT, TOLD_AS_PLAYED, Rules
from games.arba.state import BRIDGES, BUY, TROOP, State, Turn
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN
from games.kernel.values import put

# -- barricades


def barricades_breaches(rules: Rules, state: State, by: By, act: Barricades) -> Iterator[Breach]:
    places = {rules.board.index[name]: level for name, level in act.levels.items()}
    yield from step_breaches(rules, state, BUY)
    if state.has_kept_barricades and rules.revision < TOLD_AS_PLAYED:
        yield infraction(
            "unita.barricata",
            "le barricate si pagano una volta a turno",
            "barricades are paid once a turn",
        )
    if any(not state.troops(state.seat, place) for place in places):
        yield infraction(
            "unita.barricata",
            "serve una truppa ordinaria sul posto: la barricata si toglie, e torna il danaro",
            "an ordinary trooper must be there: the barricade is taken off, and the money goes back",
            waivable=False,
        )
    for place, level in places.items():
        paid = state.barricades[place] if place in state.kept_barricades else 0
        if level < paid and rules.revision >= PAID_AS_BUILT:
            it, en = (
                "{place}: la barricata è già pagata, +{paid}",
                "{place}: the barricade is paid for already, +{paid}",
            )
            yield impossible(it, en, "unita.barricata", place=rules.board.names[place], paid=paid)
    yield from purchase_breaches(rules, state, barricade_cost(rules, state, places), "unita.barricata")


def barricade_cost(rules: Rules, state: State, levels: dict[int, int]) -> int:
    """A new level costs its price, one that only stands its upkeep; one that was paid for in this turn costs what is added."""
    return sum(
        _price(rules, state.barricades[place], level, place in state.kept_barricades) for place, level in levels.items()
    )


def _price(rules: Rules, was: int, level: int, is_paid: bool) -> int:
    if is_paid:
        return rules.barricade * max(0, level - was)
    stands = was >= level
    return rules.barricade if stands and rules.upkeep == "base" else rules.barricade * level


def barricades(rules: Rules, state: State, by: By, act: Barricades) -> State:
    """What is paid for stands; up to the sixth revision the others went at once, and not at the turn's end."""
    places = {rules.board.index[name]: level for name, level in act.levels.items()}
    money = money_paid(rules, state, barricade_cost(rules, state, places))
    awaits = reached(state.awaits, BUY)
    if rules.revision >= TOLD_AS_PLAYED:
        standing = tuple([places.get(place, level) for place, level in enumerate(state.barricades)])
        paid = tuple({*state.kept_barricades, *places})
        return state.with_(money=money, barricades=standing, kept_barricades=paid, awaits=awaits)
    own, levels = state.pieces[state.seat][TROOP], list(state.barricades)
    for place in barricaded(state.barricades):
        if own[place] and not (state.has_kept_barricades and rules.revision >= AS_IT_HAPPENED):
            levels[place] = 0
    for place, level in places.items():
        levels[place] = level
    return state.with_(money=money, barricades=tuple(levels), has_kept_barricades=True, awaits=awaits)


# -- cannon and missile


def buy_cannon_breaches(rules: Rules, state: State, by: By, act: BuyCannon) -> Iterator[Breach]:
    place = rules.board.index[act.place]
    yield from step_breaches(rules, state, BUY)
    yield from purchase_breaches(rules, state, rules.cannon, "turno.7")
    if place not in bases_and_outposts(rules, state, state.seat):
        yield infraction(
            "turno.7",
            "i cannoni entrano dalla base o da un avamposto posseduto",
            "cannons come in at the base or a held outpost",
        )


def buy_cannon(rules: Rules, state: State, by: By, act: BuyCannon) -> State:
    place = rules.board.index[act.place]
    cannons = put(state.cannons, place, state.cannons[place] + 1)
    money = money_paid(rules, state, rules.cannon)
    return state.with_(money=money, cannons=cannons, awaits=reached(state.awaits, BUY))


def buy_missile_breaches(rules: Rules, state: State, by: By, act: BuyMissile) -> Iterator[Breach]:
    yield from step_breaches(rules, state, BUY)
    yield from purchase_breaches(rules, state, rules.missile, "unita.missili")
    if not state.troops(state.seat, rules.board.of_kind("missili")[0]):
        yield infraction(
            "luoghi.marano", "serve una truppa ordinaria a Marano", "an ordinary trooper must be at Marano"
        )
    if state.has_bought_missile:
        yield infraction("unita.missili", "un missile a turno", "one missile a turn")
    if state.missiles[state.seat] >= rules.missiles_held:
        yield infraction(
            "unita.missili", "se ne possiedono al massimo {n}", "{n:# is|# are} held at most", n=rules.missiles_held
        )


def buy_missile(rules: Rules, state: State, by: By, act: BuyMissile) -> State:
    missiles = put(state.missiles, state.seat, state.missiles[state.seat] + 1)
    money = money_paid(rules, state, rules.missile)
    return state.with_(money=money, missiles=missiles, has_bought_missile=True, awaits=reached(state.awaits, BUY))


# -- bridges


def build_bridge_breaches(rules: Rules, state: State, by: By, act: BuildBridge) -> Iterator[Breach]:
    bridge = rules.board.bridge_index[act.bridge]
    yield from step_breaches(rules, state, BRIDGES)
    yield from purchase_breaches(rules, state, rules.bridge, "luoghi.ponti")
    yield from _end_breaches(rules, state, bridge)
    if state.intact[bridge]:
        yield impossible("il ponte c'è già", "the bridge stands", "luoghi.ponti")


def _end_breaches(rules: Rules, state: State, bridge: int) -> Iterator[Breach]:
    if not any(state.troops(state.seat, end) for end in rules.board.bridges[bridge]):
        yield infraction(
            "luoghi.ponti", "serve una truppa ordinaria a un'estremità", "an ordinary trooper must be at one end"
        )


def build_bridge(rules: Rules, state: State, by: By, act: BuildBridge) -> State:
    intact = put(state.intact, rules.board.bridge_index[act.bridge], True)
    money = money_paid(rules, state, rules.bridge)
    return state.with_(money=money, intact=intact, awaits=reached(state.awaits, BRIDGES))


def break_bridge_breaches(rules: Rules, state: State, by: By, act: BreakBridge) -> Iterator[Breach]:
    bridge = rules.board.bridge_index[act.bridge]
    if state.has_contact or rules.before_contact == "moves":
        yield from step_breaches(rules, state, BRIDGES)
    yield from _end_breaches(rules, state, bridge)
    if not state.intact[bridge]:
        yield impossible("il ponte è già distrutto", "the bridge is down already", "luoghi.ponti")


def break_bridge(rules: Rules, state: State, by: By, act: BreakBridge) -> State:
    intact = put(state.intact, rules.board.bridge_index[act.bridge], False)
    last = BRIDGES if rules.last_of_all == "bridges" else BUY
    return state.with_(intact=intact, awaits=reached(state.awaits, last))


CHAPTER: Chapter = {
    Barricades: Rule(barricades_breaches, barricades, IN_TURN, "unita.barricata", (Turn,)),
    BuyCannon: Rule(buy_cannon_breaches, buy_cannon, IN_TURN, "turno.7", (Turn,)),
    BuyMissile: Rule(buy_missile_breaches, buy_missile, IN_TURN, "luoghi.marano", (Turn,)),
    BuildBridge: Rule(build_bridge_breaches, build_bridge, IN_TURN, "luoghi.ponti", (Turn,)),
    BreakBridge: Rule(break_bridge_breaches, break_bridge, IN_TURN, "luoghi.ponti", (Turn,)),
}
