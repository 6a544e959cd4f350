"""Steps 1 to 3 (turno.1, danaro, unita.trattori): new troopers, money and claims, tractors."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.acts import BuyTractor, Collect, Deploy
from games.arba.opening import reached, step_breaches
from games.arba.places import (
    bases_and_outposts,
    can_all_be_reached,
    income,
    is_won_base,
    money_paid,
    most_troops,
    passed_refuge,
    pieces_after,
    reachable,
    taken_off,
    territories_of,
    troops_in_all,
)
from games.arba.rules import Rules
from games.arba.state import DEPLOY, INCOME, TRACTOR, TRACTORS, TROOP, State, Turn
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN
from games.kernel.values import put

# -- step 1


def deploy_breaches(rules: Rules, state: State, by: By, act: Deploy) -> Iterator[Breach]:
    places = [rules.board.index[name] for name in act.troops]
    yield from step_breaches(rules, state, DEPLOY)
    allowed = bases_and_outposts(rules, state, state.seat)
    for place in places:
        if is_won_base(rules, state, place):
            yield taken_off("turno.1", is_paid=False)
        elif place not in allowed:
            yield infraction(
                "turno.1",
                "si schiera nella propria base o in un avamposto posseduto",
                "troopers come in at the base or a held outpost",
            )
    most = most_troops(rules, state, state.seat)
    total = troops_in_all(state, state.seat) + sum(act.troops.values())
    if total > most:
        yield infraction(
            "turno.1",
            "{total:sarebbe # truppa|sarebbero # truppe}, il massimo è {most}",
            "{total:trooper|troopers}, {most} at most",
            total=total,
            most=most,
        )


def deploy(rules: Rules, state: State, by: By, act: Deploy) -> State:
    seat = state.seat
    for name, count in act.troops.items():
        place = rules.board.index[name]
        state = state.with_pieces(seat, TROOP, place, count)
        if state.trod[place] != seat:
            state = state.with_(trod=put(state.trod, place, seat))
        state = passed_refuge(rules, state, place)
    return pieces_after(rules, state.with_(awaits=reached(state.awaits, DEPLOY)))


# -- step 2


def collect_breaches(rules: Rules, state: State, by: By, act: Collect) -> Iterator[Breach]:
    claims = [rules.board.index[name] for name in act.claims]
    yield from step_breaches(rules, state, INCOME)
    if isinstance(state.awaits, Turn) and state.awaits.step == INCOME:
        yield infraction("danaro", "i danari si riscuotono una volta a turno", "money is collected once a turn")
    _, contested = territories_of(rules, state, state.seat)
    for place in claims:
        if place not in contested:
            yield impossible(
                "{place} non è conteso", "{place} is not contested", "danaro.conteso", place=rules.board.names[place]
            )
            return
    if len(set(claims)) < len(claims):
        yield impossible("lo stesso luogo due volte", "the same place twice", "danaro.conteso")
    elif not can_all_be_reached(rules, state, claims):
        yield infraction(
            "danaro.conteso", "non ci sono truppe che possano andarci", "there are no troopers that could go there"
        )
    elif rules.claiming == "automatic" and reachable(rules, state, contested) > len(claims):
        yield infraction(
            "danaro.conteso",
            "ogni luogo conteso a cui si può arrivare è rivendicato",
            "every contested place that can be reached is claimed",
        )


def collect(rules: Rules, state: State, by: By, act: Collect) -> State:
    claims = tuple(rules.board.index[name] for name in act.claims)
    due = income(rules, state, state.seat, claims)
    money = state.money_after(state.seat, due)
    return state.with_(money=money, claims=claims, awaits=reached(state.awaits, INCOME))


# -- step 3


def buy_tractor_breaches(rules: Rules, state: State, by: By, act: BuyTractor) -> Iterator[Breach]:
    place = rules.board.index[act.place]
    yield from step_breaches(rules, state, TRACTORS)
    yield from purchase_breaches(rules, state, rules.tractor, "turno.3")
    if is_won_base(rules, state, place, is_trooper=False):
        yield taken_off("turno.3")
    elif place not in bases_and_outposts(rules, state, state.seat):
        yield infraction(
            "turno.3",
            "i trattori entrano dalla base o da un avamposto posseduto",
            "tractors come in at the base or a held outpost",
        )


def purchase_breaches(rules: Rules, state: State, price: int, article: str) -> tuple[Breach, ...]:
    if state.money[state.seat] >= price:
        return ()
    it, en = "costa {price} e ha {money}", "it costs {price} and there are {money}"
    return (infraction(article, it, en, price=price, money=state.money[state.seat]),)


def buy_tractor(rules: Rules, state: State, by: By, act: BuyTractor) -> State:
    state = state.with_pieces(state.seat, TRACTOR, rules.board.index[act.place], 1)
    money = money_paid(rules, state, rules.tractor)
    return state.with_(money=money, awaits=reached(state.awaits, TRACTORS))


CHAPTER: Chapter = {
    Deploy: Rule(deploy_breaches, deploy, IN_TURN, "turno.1", (Turn,)),
    Collect: Rule(collect_breaches, collect, IN_TURN, "danaro", (Turn,)),
    BuyTractor: Rule(buy_tractor_breaches, buy_tractor, IN_TURN, "turno.3", (Turn,)),
}
