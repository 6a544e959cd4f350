"""Articles 21, 22, 25 and the last sentence of 26: D.N.A., minibomb, socialist, and how many of them one player can suffer."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.acts import BombFalls, Dna, Minibomba, Socialista
from games.iperisiko.leaving import fallen
from games.iperisiko.rules import AS_THE_TABLE_STANDS, BOMBED, BRIBED, HOSTILE_CAP, ONE_LAW, Rules
from games.iperisiko.state import (
    DNA,
    MINIBOMBA,
    NOBODY,
    SOCIALISTA,
    UNDER_WAY,
    Bombing,
    Closing,
    Declared,
    Fight,
    Reinforce,
    State,
)
from games.iperisiko.turns import (
    attack_phase,
    fighting,
    going_on,
    is_early,
    is_final,
    kit_breaches,
    spent,
    stopped,
    truce_breaches,
    unplaced,
)
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule, unrestricted
from games.kernel.speakers import IN_TURN
from games.kernel.values import put

# -- what the three share (art. 26)


def _victim_breaches(rules: Rules, state: State, dst: int, kind: int, article: str) -> Iterator[Breach]:
    victim = state.owners[dst]
    if victim in (NOBODY, state.seat):
        yield impossible("si usa contro un avversario", "it is used against an opponent", article)
    elif counted(rules, state, victim, kind) >= HOSTILE_CAP:
        yield infraction(
            "26",
            "ha già subito due tra D.N.A., minibombe e socialisti",
            "this player has suffered two of D.N.A., minibombs and socialists",
        )


def counted(rules: Rules, state: State, victim: int, kind: int) -> int:
    """How many hostile cards count against the limit of two."""
    if rules.hostile_cap == "two_of_each":
        return state.suffered[victim][kind]
    return sum(state.suffered_now[victim] if rules.hostile_cap == "two_a_turn" else state.suffered[victim])


def suffers(state: State, victim: int, kind: int) -> State:
    if victim == NOBODY:
        return state
    ever, now = state.suffered[victim], state.suffered_now[victim]
    return state.with_(
        suffered=put(state.suffered, victim, put(ever, kind, ever[kind] + 1)),
        suffered_now=put(state.suffered_now, victim, put(now, kind, now[kind] + 1)),
    )


def _factory_breaches(state: State, dst: int, article: str) -> Iterator[Breach]:
    if dst in state.factories and is_early(state):
        yield infraction(
            article, "nei primi tre turni le fabbriche sono al sicuro", "factories are safe for the first three turns"
        )


def _together_breaches(rules: Rules, state: State, dst: int, other: str, article: str) -> Iterator[Breach]:
    is_same_place = rules.missiles_together == "turn" or dst in state.struck
    if other in state.played and is_same_place:
        yield infraction(
            article, "D.N.A. e minibomba non si usano insieme", "D.N.A. and minibomb are not used together"
        )


def _fired(rules: Rules, state: State, card: str) -> State:
    """By option a missile is the attack that each turn must have (9)."""
    gone = spent(rules, state, state.seat, card)
    return gone.with_(has_attacked=True) if rules.duty == "missiles" else gone


# -- art. 21


def dna_breaches(rules: Rules, state: State, by: By, act: Dna) -> Iterator[Breach]:
    """At the start of the attack phase, before anything else of it; never in the last three giri."""
    dst = rules.board.index[act.dst]
    yield from unplaced(state)
    yield from truce_breaches(state, state.owners[dst])
    if isinstance(state.awaits, (Fight, Declared, Closing)):  # by either reading of its phase (17, 21)
        yield infraction("21", "il D.N.A. apre la fase di attacco", "the D.N.A. opens the attack phase")
    if is_final(state):
        yield infraction("21", "il D.N.A. è vietato negli ultimi tre turni", "no D.N.A. in the last three turns")
    yield from _factory_breaches(state, dst, "21")
    yield from _together_breaches(rules, state, dst, "minibomba", "21")
    yield from _victim_breaches(rules, state, dst, DNA, "21")
    yield from kit_breaches(rules, state, by, "dna")


def dna(rules: Rules, state: State, by: By, act: Dna) -> State:
    """Everything on the territory is gone, hidden armies, factory and curtain as well; it is nobody's until somebody moves in."""
    dst = rules.board.index[act.dst]
    victim = state.owners[dst]
    state = suffers(_fired(rules, state, "dna"), victim, DNA)
    struck = _emptied(state, dst).with_(
        factories=tuple(place for place in state.factories if place != dst),
        curtains=tuple(place for place in state.curtains if place != dst),
        struck=(*state.struck, dst),
    )
    return fallen(rules, _after_dna(rules, struck, dst), victim)


def _after_dna(rules: Rules, struck: State, dst: int) -> State:
    """The D.N.A. opens the attack phase (21), or leaves it as it is where it was registered later; by option it belongs to the preparation,
    where armies may still move (list of the phases).
    """
    if rules.dna_phase == "preparation" and isinstance(struck.awaits, Reinforce):
        return struck.with_(awaits=Reinforce(struck.awaits.left))
    then = stopped(fighting(rules, struck), dst) if rules.revision >= ONE_LAW else Fight()
    return going_on(rules, struck, then)


def _emptied(state: State, dst: int) -> State:
    return state.with_(
        owners=put(state.owners, dst, NOBODY), armies=put(state.armies, dst, 0), hidden=put(state.hidden, dst, 0)
    )


# -- art. 22


def minibomba_breaches(rules: Rules, state: State, by: By, act: Minibomba) -> Iterator[Breach]:
    dst = rules.board.index[act.dst]
    yield from attack_phase(rules, state)
    yield from truce_breaches(state, state.owners[dst])
    yield from _factory_breaches(state, dst, "22")
    yield from _together_breaches(rules, state, dst, "dna", "22")
    yield from _victim_breaches(rules, state, dst, MINIBOMBA, "22")
    yield from kit_breaches(rules, state, by, "minibomba")


def minibomba(rules: Rules, state: State, by: By, act: Minibomba) -> State:
    """Announced: before it falls the defender may raise the curtain or show hidden armies."""
    dst = rules.board.index[act.dst]
    aimed = _fired(rules, state, "minibomba")
    return going_on(rules, aimed, Bombing(dst, fighting(rules, state))).with_(struck=(*state.struck, dst))


def bomb_falls(rules: Rules, state: State, by: By, act: BombFalls) -> State:
    return fall(rules, state)


def fall(rules: Rules, state: State) -> State:
    """Up to five armies in sight are lost; under a raised curtain none."""
    awaits = state.awaits
    assert isinstance(awaits, Bombing)
    dst, victim = awaits.dst, state.owners[awaits.dst]
    if dst in state.curtains:
        return state.with_(awaits=awaits.then)
    killed = min(BOMBED, max(0, state.armies[dst] - state.hidden[dst]))
    hit = suffers(state, victim, MINIBOMBA).with_(armies=put(state.armies, dst, state.armies[dst] - killed))
    if hit.armies[dst] > 0:
        return hit.with_(awaits=awaits.then)
    bombed = (*state.bombed, (dst, victim)) if rules.revision >= AS_THE_TABLE_STANDS else ()
    return fallen(rules, _emptied(hit, dst).with_(awaits=stopped(awaits.then, dst), bombed=bombed), victim)


# -- art. 25


def socialista_breaches(rules: Rules, state: State, by: By, act: Socialista) -> Iterator[Breach]:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    yield from attack_phase(rules, state)
    if not is_early(state):
        yield infraction(
            "25", "il socialista vale solo nei primi tre turni", "the socialist is for the first three turns only"
        )
    if 0 < state.armies[src] <= BRIBED:
        yield infraction("25", "non si usa dove ci sono una o due armate", "not where one or two armies stand")
    if src in state.factories:
        yield infraction("25", "non si usa sui territori sede di fabbrica", "not on the territory of a factory")
    if state.owners[dst] != by:
        yield impossible("le armate passano su un territorio proprio", "the armies go onto one's own territory", "25")
    elif not rules.board.touches(src, dst):
        yield infraction("25", "le armate vanno su un territorio adiacente", "the armies go onto an adjacent territory")
    yield from _victim_breaches(rules, state, src, SOCIALISTA, "25")
    yield from kit_breaches(rules, state, by, "socialista")


def socialista(rules: Rules, state: State, by: By, act: Socialista) -> State:
    """Two armies change side. Nobody has to attack that territory afterwards."""
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    bribed = suffers(spent(rules, state, state.seat, "socialista"), state.owners[src], SOCIALISTA)
    armies = put(bribed.armies, src, max(1, bribed.armies[src] - BRIBED))
    hidden = put(bribed.hidden, src, min(bribed.hidden[src], armies[src] - 1))
    moved = bribed.with_(armies=put(armies, dst, armies[dst] + BRIBED), hidden=hidden)
    return going_on(rules, moved, fighting(rules, state))


CHAPTER: Chapter = {
    Dna: Rule(dna_breaches, dna, IN_TURN, "21", UNDER_WAY),
    Minibomba: Rule(minibomba_breaches, minibomba, IN_TURN, "22", UNDER_WAY),
    BombFalls: Rule(unrestricted, bomb_falls, IN_TURN, "22", (Bombing,)),
    Socialista: Rule(socialista_breaches, socialista, IN_TURN, "25", UNDER_WAY),
}
