"""What a player under attack may answer (10, 17 m, 23, 24, 26), and when: windows open by what is publicly possible and close silently.

A window says that a card may still be played, never that anybody has it: figures count while a copy can be in the hand, cards of the kit
while they are not spent, for those lie open.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from games.iperisiko.acts import ArmateNascoste, CampoMinato, CortinaDiFerro, Maresciallo, Ripiegamento
from games.iperisiko.attack import defender_of
from games.iperisiko.deck import can_hold
from games.iperisiko.leaving import past_mines
from games.iperisiko.rules import AS_THE_TABLE_STANDS, HIDDEN, Rules
from games.iperisiko.setting_up import may_void
from games.iperisiko.state import (
    NOBODY,
    Bombing,
    Closing,
    Declared,
    DefenceThrow,
    Fight,
    Occupation,
    Reinforce,
    Spying,
    State,
)
from games.iperisiko.turns import (
    available,
    figure_breaches,
    figure_played,
    in_kit,
    kit_breaches,
    out_by,
    spent,
    stopped,
    target,
)
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import named
from games.kernel.values import put


class Window(Struct, frozen=True):
    """`seat` may interpose any of these acts before the next main act."""

    seat: int
    acts: tuple[str, ...]


def windows(rules: Rules, state: State) -> tuple[Window, ...]:
    """Who may interpose what now. Nobody is asked: the next main act closes every window."""
    if may_void(rules, state):
        return tuple(Window(seat, ("void_objectives",)) for seat in range(rules.seats))
    if isinstance(state.awaits, DefenceThrow):
        return ()  # too late: registered as it happened, if at all
    if struck_at(rules, state) == NOBODY and not isinstance(state.awaits, (Occupation, Spying)) and not state.taken:
        return ()  # nobody has anything to answer
    found = (_window(rules, state, seat) for seat in range(rules.seats) if state.is_active(seat))
    return tuple(window for window in found if window.acts)


def _window(rules: Rules, state: State, seat: int) -> Window:
    return Window(seat, tuple(act for act, is_open in OPEN.items() if is_open(rules, state, seat)))


def struck_at(rules: Rules, state: State) -> int:
    """The territory that an attack or a minibomb is about to hit, or that the attacker has thrown for."""
    return state.awaits.dst if isinstance(state.awaits, (Bombing, DefenceThrow)) else target(rules, state)


def _is_answering(rules: Rules, state: State, seat: int) -> bool:
    dst = struck_at(rules, state)
    return dst != NOBODY and state.owners[dst] == seat


def _may_curtain(rules: Rules, state: State, seat: int) -> bool:
    return _is_answering(rules, state, seat) and in_kit(rules, state, seat, "cortina_di_ferro") > 0


def _may_hide(rules: Rules, state: State, seat: int) -> bool:
    if not _is_answering(rules, state, seat) or not in_kit(rules, state, seat, "armate_nascoste"):
        return False
    return is_in_sight(state, struck_at(rules, state))


def is_in_sight(state: State, dst: int) -> bool:
    """Whether any army stands there besides the hidden ones."""
    return state.armies[dst] > state.hidden[dst]


def _may_withdraw(rules: Rules, state: State, seat: int) -> bool:
    has_card = rules.withdrawal == "right" or in_kit(rules, state, seat, "ripiegamento") > 0
    return defender_of(rules, state) == seat and has_card and bool(refuges(rules, state))


def _may_marshal(rules: Rules, state: State, seat: int) -> bool:
    if defender_of(rules, state) != seat or not can_hold(rules, state, seat, ("maresciallo",)):
        return False
    return seat not in state.marshals and (rules.marshal_when == "any" or seat in state.generals)


def _may_mine(rules: Rules, state: State, seat: int) -> bool:
    if not in_kit(rules, state, seat, "campo_minato"):
        return False
    if isinstance(state.awaits, Occupation):
        return state.awaits.loser == seat
    return rules.mine_entry == "works" and may_mine_entry(rules, state, seat)


def may_mine_entry(rules: Rules, state: State, seat: By) -> bool:
    """Whether land of that seat, emptied by a minibomb in this turn, was entered just now."""
    return bool(state.taken) and seat == state.taken[1] and tuple(state.taken) in state.bombed


def _may_counter(rules: Rules, state: State, seat: int) -> bool:
    awaits = state.awaits
    return isinstance(awaits, Spying) and awaits.target == seat and can_hold(rules, state, seat, ("spia",))


OPEN = {
    "cortina_di_ferro": _may_curtain,
    "ripiegamento": _may_withdraw,
    "armate_nascoste": _may_hide,
    "maresciallo": _may_marshal,
    "campo_minato": _may_mine,
    "contro_spia": _may_counter,
}


def _defending(rules: Rules, state: State, by: By, article: str) -> Iterator[Breach]:
    dst = struck_at(rules, state)
    if dst == NOBODY or state.owners[dst] != by:
        yield not_attacked(article)
    elif isinstance(by, int) and not state.is_active(by):
        gone = out_by(rules, state, by) or article
        yield impossible("non è più in gioco", "this player is no longer in the game", gone)


def not_attacked(article: str) -> Breach:
    """A card laid down all the same goes back: nothing was there to answer."""
    it = "nessuno lo sta attaccando: la carta torna al suo posto"
    en = "this player is not under attack: the card goes back"
    return infraction(article, it, en, waivable=False)


# -- art. 24


def cortina_di_ferro_breaches(rules: Rules, state: State, by: By, act: CortinaDiFerro) -> Iterator[Breach]:
    yield from _defending(rules, state, by, "24")
    yield from kit_breaches(rules, state, by, "cortina_di_ferro")


def cortina_di_ferro(rules: Rules, state: State, by: By, act: CortinaDiFerro) -> State:
    """The attack is over, or the minibomb wasted (art. 22), and the territory is closed to this attacker for the turn."""
    assert isinstance(by, int)
    awaits = state.awaits
    closed = spent(rules, state, by, "cortina_di_ferro").with_(curtains=(*state.curtains, struck_at(rules, state)))
    if isinstance(awaits, Bombing):
        then = stopped(awaits.then, awaits.dst)
        is_attack = isinstance(awaits.then, Declared) and then != awaits.then
        counts = is_attack and rules.revision >= AS_THE_TABLE_STANDS
        return closed.with_(awaits=then, has_attacked=state.has_attacked or counts)
    return closed.with_(awaits=Fight(), has_attacked=True)


# -- art. 10


def refuges(rules: Rules, state: State) -> list[int]:
    """Where the armies under attack may withdraw to."""
    dst = target(rules, state)
    if dst == NOBODY:
        return []
    return [place for place in rules.board.borders[dst] if state.owners[place] == state.owners[dst]]


def ripiegamento_breaches(rules: Rules, state: State, by: By, act: Ripiegamento) -> Iterator[Breach]:
    """Before the attacker's dice, into an adjacent territory of one's own; never under a D.N.A. or a minibomb."""
    dst = rules.board.index[act.dst]
    if isinstance(state.awaits, Bombing) and state.owners[state.awaits.dst] == by:
        yield infraction("10", "sotto la minibomba non si ripiega", "nobody withdraws under a minibomb")
    else:
        yield from _defending(rules, state, by, "10")
    under = struck_at(rules, state)
    if state.owners[dst] == NOBODY:
        yield infraction("10", "si ripiega su un territorio proprio", "one withdraws to one's own territory")
    elif state.owners[dst] != by or dst == under:
        yield impossible("si ripiega su un territorio proprio", "one withdraws to one's own territory", "10")
    if under not in (NOBODY, dst) and not rules.board.touches(under, dst):
        yield infraction("10", "si ripiega su un territorio adiacente", "one withdraws to an adjacent territory")
    if rules.withdrawal == "card":
        yield from kit_breaches(rules, state, by, "ripiegamento")


def ripiegamento(rules: Rules, state: State, by: By, act: Ripiegamento) -> State:
    """Everything goes; the attacker moves in with at least one army, since no dice were thrown."""
    assert isinstance(by, int)
    left, to = struck_at(rules, state), rules.board.index[act.dst]
    awaits = state.awaits.then if isinstance(state.awaits, Bombing) else state.awaits
    if rules.withdrawal == "card":
        state = spent(rules, state, by, "ripiegamento")
    armies = put(state.armies, to, state.armies[to] + state.armies[left])
    hidden = put(state.hidden, to, state.hidden[to] + state.hidden[left])
    owners = put(state.owners, to, by)
    state = state.with_(armies=put(armies, left, 0), hidden=put(hidden, left, 0), owners=owners, has_attacked=True)
    if (
        not isinstance(awaits, (Fight, Declared, DefenceThrow))
        or awaits.dst != left
        or not available(state, awaits.src)
    ):
        return state.with_(owners=put(state.owners, left, NOBODY), awaits=awaits)
    occupation = Occupation(awaits.src, left, 1, by, awaits.fleet)
    return state.with_(owners=put(state.owners, left, state.seat), awaits=occupation)


# -- art. 23


def armate_nascoste_breaches(rules: Rules, state: State, by: By, act: ArmateNascoste) -> Iterator[Breach]:
    yield from _defending(rules, state, by, "23")
    dst = struck_at(rules, state)
    if dst != NOBODY and not is_in_sight(state, dst):
        yield infraction("23", "serve almeno un'armata sul territorio", "at least one army must stand there")
    yield from kit_breaches(rules, state, by, "armate_nascoste")


def armate_nascoste(rules: Rules, state: State, by: By, act: ArmateNascoste) -> State:
    assert isinstance(by, int)
    dst = struck_at(rules, state)
    return spent(rules, state, by, "armate_nascoste").with_(
        armies=put(state.armies, dst, state.armies[dst] + HIDDEN),
        hidden=put(state.hidden, dst, state.hidden[dst] + HIDDEN),
    )


# -- art. 17 m


def maresciallo_breaches(rules: Rules, state: State, by: By, act: Maresciallo) -> Iterator[Breach]:
    if struck_at(rules, state) == NOBODY or state.owners[struck_at(rules, state)] != by:
        yield infraction("17", "il Maresciallo serve a chi è attaccato", "the Marshal is for a player under attack")
    elif rules.marshal_when == "against_general" and by not in state.generals:
        yield infraction("17", "si gioca solo contro il Generale", "it is played against the General only")
    if by in state.marshals:
        yield infraction("17", "il Maresciallo è già in gioco", "the Marshal is in play already")
    yield from figure_breaches(rules, state, by, "maresciallo")


def maresciallo(rules: Rules, state: State, by: By, act: Maresciallo) -> State:
    assert isinstance(by, int)
    return figure_played(rules, state, by, "maresciallo").with_(marshals=(*state.marshals, by))


# -- art. 26


def campo_minato_breaches(rules: Rules, state: State, by: By, act: CampoMinato) -> Iterator[Breach]:
    """At the conquest, before the armies move in; or as land is entered that a minibomb has emptied (a D.N.A. destroys the mines)."""
    awaits = state.awaits
    if isinstance(awaits, Occupation):
        if awaits.loser != by:
            yield _no_conquest()
    elif not state.taken or state.taken[1] != by:
        yield _no_conquest()
    elif not may_mine_entry(rules, state, by):
        yield infraction("26", "le armate sono già entrate", "the armies have moved in already")
    elif rules.mine_entry == "conquest_only":
        yield infraction(
            "26",
            "chi entra in un territorio vuoto non lo conquista a lui",
            "land entered empty is not conquered from him",
        )
    yield from kit_breaches(rules, state, by, "campo_minato")


def _no_conquest() -> Breach:
    return impossible(
        "il campo minato scoppia quando il territorio è conquistato",
        "a minefield goes off when its territory is conquered",
        "26",
    )


def campo_minato(rules: Rules, state: State, by: By, act: CampoMinato) -> State:
    """Three of the armies that move in are lost; with so few the territory is left empty, and gives no card."""
    assert isinstance(by, int)
    awaits = state.awaits
    state = spent(rules, state, by, "campo_minato")
    if isinstance(awaits, Occupation):
        return state.with_(
            awaits=Occupation(awaits.src, awaits.dst, awaits.least, awaits.loser, awaits.fleet, awaits.mines + 1)
        )
    dst = state.taken[0]
    left = past_mines(rules, state.armies[dst], 1)
    return state.with_(
        armies=put(state.armies, dst, left),
        owners=put(state.owners, dst, state.seat if left else NOBODY),
        conquests=state.conquests - (not left),
        taken=(),
    )


DEFENDER = named("defender")
BEFORE_DICE, AFTER_DICE = (Fight, Declared, Bombing, Reinforce, Closing, Occupation, Spying), (DefenceThrow,)
"""Where nothing is under attack the card goes back to its owner: only a throw that was made is too late to answer."""
CHAPTER: Chapter = {
    CortinaDiFerro: Rule(cortina_di_ferro_breaches, cortina_di_ferro, DEFENDER, "24", BEFORE_DICE, late=AFTER_DICE),
    Ripiegamento: Rule(ripiegamento_breaches, ripiegamento, DEFENDER, "10", BEFORE_DICE, late=AFTER_DICE),
    ArmateNascoste: Rule(armate_nascoste_breaches, armate_nascoste, DEFENDER, "23", BEFORE_DICE, late=AFTER_DICE),
    Maresciallo: Rule(maresciallo_breaches, maresciallo, DEFENDER, "17", BEFORE_DICE, late=AFTER_DICE),
    CampoMinato: Rule(campo_minato_breaches, campo_minato, named("who lost the territory"), "26", (Occupation, Fight)),
}
