"""Strategic cards: played by either side right before a battle, in the order announced; all of them are put aside after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from games.fabrisiko import units
from games.fabrisiko.acts import Betray, PlagueDice, Strategy
from games.fabrisiko.battle import ended, in_ranks
from games.fabrisiko.board import KIND, STRATEGIC
from games.fabrisiko.cards import CARD, out_of_hand, shown_breaches
from games.fabrisiko.conquest import sent_home
from games.fabrisiko.dice import Cast, Due, chapter
from games.fabrisiko.fire import RANK, is_ground, rank
from games.fabrisiko.rules import CARRO, FANTERIA, MOVEMENT, PLANES, TURN_IS_OVER, Rules
from games.fabrisiko.state import (
    IN_PLAY,
    AttackThrow,
    Betrayal,
    DefenceThrow,
    Fighter,
    Fray,
    PlagueThrow,
    Prelude,
    State,
)
from games.fabrisiko.turns import absence_breaches
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import named
from games.kernel.words import seat_words

TURNCOATS_WITHDRAW = 3
"""The revision from which a unit that joined the attacker withdraws with him after a Tregua."""
ONE_A_BATTLE = ("tregua", "arma_biologica", "attacco_fulmineo", "difesa_valorosa")
WEAPON, WEAPON_PRICE = 2, 1
DEADLY, HARMFUL = 2, 8
INFECTED = {FANTERIA: -1, CARRO: -2}


def strategy_breaches(rules: Rules, state: State, by: By, act: Strategy) -> Iterable[Breach]:
    CARD[act.card]
    kind = KIND[act.unit] if act.unit else None
    if act.card == "arma_segreta" and kind is None:
        raise Unreadable("arma segreta: manca l'unità", "arma segreta: the unit is missing")
    fray = state.fray
    assert fray is not None
    if act.card not in STRATEGIC:
        return (
            infraction(
                "carte_strategiche",
                "prima di una battaglia si giocano solo carte strategiche: l'evento torna in mano",
                "before a battle only strategic cards are played: the event goes back to the hand",
                waivable=False,
            ),
        )
    if not isinstance(by, int) or by not in (fray.attacker, fray.defender):
        return (
            infraction(
                "carte_strategiche",
                "le giocano solo chi attacca e chi si difende: torna in mano",
                "only the attacker and the defender play them: it goes back to the hand",
                waivable=False,
            ),
        )
    if gone := absence_breaches(rules, state, by):
        return gone
    found = shown_breaches(rules, state, by, (act.card,), act.card)
    if act.card in ONE_A_BATTLE and fray.played(act.card):
        found.append(infraction(act.card, "una per ogni battaglia", "one in a battle"))
    found += LIMITS[act.card](rules, state, by, kind)
    return found


# -- limits


def _truce_limits(rules: Rules, state: State, by: int, kind: int | None) -> Iterator[Breach]:
    fray = state.fray
    assert fray is not None
    if by != fray.defender or rules.board.is_ridge(fray.at):
        yield infraction("tregua", "solo chi vede invaso un suo territorio", "only whose territory is invaded")


def _weapon_limits(rules: Rules, state: State, by: int, kind: int | None) -> Iterator[Breach]:
    fray = state.fray
    assert fray is not None
    own = [one for one in fray.of(by) if one.kind == kind]
    if kind == FANTERIA:
        yield infraction("arma_segreta", "la fanteria è esclusa", "infantry is left out")
    if not own:
        yield impossible("non ha quell'unità in battaglia", "there is no such unit in the battle", "arma_segreta")
    elif all(one.is_armed for one in own):
        yield infraction("arma_segreta", "al massimo una per ogni unità", "one for each unit at most")
    if state.resources[by] < WEAPON_PRICE:
        yield infraction("arma_segreta", "costa subito 1 risorsa", "it costs 1 resource at once")


def _betrayal_limits(rules: Rules, state: State, by: int, kind: int | None) -> Iterator[Breach]:
    """At most one for each enemy unit on the field: every card takes one away."""
    fray = state.fray
    assert fray is not None
    if not fray.against(by):
        yield impossible("non ci sono più unità nemiche", "there is no enemy unit left", "tradimento")


def _valour_limits(rules: Rules, state: State, by: int, kind: int | None) -> Iterator[Breach]:
    assert state.fray is not None
    if by != state.fray.defender:
        yield infraction("difesa_valorosa", "solo chi si difende", "only the defender")


def _no_limits(rules: Rules, state: State, by: int, kind: int | None) -> Iterator[Breach]:
    yield from ()


LIMITS: Mapping[str, Callable[[Rules, State, int, int | None], Iterator[Breach]]] = {
    "tregua": _truce_limits,
    "arma_segreta": _weapon_limits,
    "tradimento": _betrayal_limits,
    "arma_biologica": _no_limits,
    "attacco_fulmineo": _no_limits,
    "difesa_valorosa": _valour_limits,
}


# -- effects


def strategy(rules: Rules, state: State, by: By, act: Strategy) -> State:
    assert isinstance(by, int)
    assert state.fray is not None
    fray = state.fray.with_(cards=(*state.fray.cards, (by, act.card)))
    state = out_of_hand(state, by, act.card).with_(fray=fray)
    if act.card == "tregua":
        return truce(rules, state)
    if act.card == "arma_segreta":
        return armed(rules, state, by, KIND[act.unit])
    if act.card == "tradimento":
        return state.with_(awaits=Betrayal(fray.defender if by == fray.attacker else fray.attacker))
    foot = sum(map(is_ground, fray.fighters))
    return state.with_(awaits=PlagueThrow(foot)) if act.card == "arma_biologica" and foot else state


def truce(rules: Rules, state: State) -> State:
    """No battle: the cards are put aside and the attacker goes back where he came from."""
    assert state.fray is not None
    return sent_home(ended(rules, state, state.fray), state.fray.at)


def armed(rules: Rules, state: State, by: int, kind: int) -> State:
    assert state.fray is not None
    more = WEAPON if rules.secret_weapon == "fire_power" else -WEAPON
    side = [*state.fray.of(by)]
    for place, one in enumerate(side):
        if one.kind == kind and not one.is_armed:
            side[place] = one.with_(is_armed=True, bonus=one.bonus + more)
            break
    paid = units.gains(state, by, -WEAPON_PRICE)
    return paid.with_(fray=state.fray.with_side(by, in_ranks(side)))


# -- Tradimento


def betray_breaches(rules: Rules, state: State, by: By, act: Betray) -> Iterator[Breach]:
    number = RANK[act.unit]
    awaits, fray = state.awaits, state.fray
    assert isinstance(awaits, Betrayal)
    assert fray is not None
    if by != awaits.seat:
        yield infraction(
            "tradimento",
            "sceglie l'avversario, il {who}",
            "the opponent chooses, {who}",
            who=seat_words(awaits.seat),
        )
    if not any(rank(one) == number for one in fray.of(awaits.seat)):
        yield impossible("non ha quell'unità in battaglia", "there is no such unit in the battle", "tradimento")


def betray(rules: Rules, state: State, by: By, act: Betray) -> State:
    """The unit is the other player's from now on, and not set against planes any more."""
    awaits, fray = state.awaits, state.fray
    assert isinstance(awaits, Betrayal)
    assert fray is not None
    side, others = [*fray.of(awaits.seat)], fray.against(awaits.seat)
    gone = next(one for one in side if rank(one) == RANK[act.unit])
    side.remove(gone)
    to = fray.defender if awaits.seat == fray.attacker else fray.attacker
    joined = in_ranks((*others, _turncoat(rules, fray, gone, to)))
    fray = fray.with_side(awaits.seat, tuple(side)).with_side(to, joined)
    return over_if_empty(rules, state.with_(fray=fray, awaits=Prelude()))


def _turncoat(rules: Rules, fray: Fray, gone: Fighter, to: int) -> Fighter:
    """Among the attackers it may have to withdraw with them. It has no movement left, but for a plane: that has used none."""
    withdraws = to == fray.attacker and rules.revision >= TURNCOATS_WITHDRAW
    origin = _way_back(rules, fray, gone.kind) if withdraws else fray.at
    flies = to == fray.attacker and rules.revision >= TURN_IS_OVER and rules.turncoat_plane == "flies"
    points = MOVEMENT[gone.kind] if flies and gone.kind in PLANES else 0
    return gone.with_(seat=to, is_aa=False, is_idle=False, origin=origin, points=points)


def _way_back(rules: Rules, fray: Fray, kind: int) -> int:
    """Where the first of the attackers, in their ranks, set out from a place on which such a unit can stand."""
    starts = (one.origin for one in fray.attackers if kind == FANTERIA or not rules.board.is_ridge(one.origin))
    return next(starts, fray.at)


def over_if_empty(rules: Rules, state: State) -> State:
    """Cards alone may leave a side without units: then there is no battle any more."""
    assert state.fray is not None
    return state if state.fray.attackers and state.fray.defenders else ended(rules, state, state.fray)


# -- Arma biologica


def _plague_due(rules: Rules, state: State) -> Due:
    assert isinstance(state.awaits, PlagueThrow)
    assert state.fray is not None
    owner = next(seat for seat, card in reversed(state.fray.cards) if card == "arma_biologica")
    return Due(owner, state.awaits.dice, "arma_biologica")


def plague(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    """1-2 the unit is lost, 3-8 it is weaker for the battle, 9-10 nothing; attackers first, in their ranks."""
    fray = state.fray
    assert fray is not None
    for seat in (fray.attacker, fray.defender):
        sick = [one for one in fray.of(seat) if is_ground(one)]
        side, dice, thrown = [*fray.of(seat)], dice[len(sick) :], dice[: len(sick)]
        for one, die in zip(sick, thrown, strict=False):
            place = side.index(one)
            if die <= DEADLY:
                del side[place]
                state = units.buried(rules, state, one.kind, 1)
            elif die <= HARMFUL:
                side[place] = one.with_(bonus=one.bonus + INFECTED[one.kind])
        fray = fray.with_side(seat, in_ranks(side))
    return over_if_empty(rules, state.with_(fray=fray, awaits=Prelude()))


CASTS = (Cast(PlagueDice, PlagueThrow, _plague_due, plague, "arma_biologica", named("who played it")),)
CHAPTER: Chapter = {
    Strategy: Rule(
        strategy_breaches,
        strategy,
        named("either side"),
        "carte_strategiche",
        (Prelude,),
        late=(AttackThrow, DefenceThrow),
        void=IN_PLAY,
    ),
    Betray: Rule(betray_breaches, betray, named("the opponent"), "tradimento", (Betrayal,)),
    **chapter(*CASTS),
}
