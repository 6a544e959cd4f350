"""Step 5 (combattimento.ravvicinati, combattimento.trattore): one die each, a tie to the defender, one piece falls, nobody advances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.arba.acts import Attack, AttackDie, BreakOff, DefenceDie
from games.arba.opening import fallen, step_breaches
from games.arba.places import open_neighbours, pieces_after
from games.arba.rules import ONE_LAW, TOLD_AS_PLAYED, TRACTOR_REACH, Rules
from games.arba.state import CLOSE, KINDS, LOSSES, MOVE, PARA, TRACTOR, AnyAwaits, Duel, Reply, State, Turn
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule, unrestricted
from games.kernel.speakers import IN_TURN, named
from games.kernel.values import put

FIRST_TURN_MALUS = 2

# -- the declaration


def attack_breaches(rules: Rules, state: State, by: By, act: Attack) -> Iterator[Breach]:
    index = rules.board.index
    src, dst = index[act.src], index[act.dst]
    yield from step_breaches(rules, state, CLOSE)
    if not state.is_hostile(state.seat, dst):
        yield impossible("lì non ci sono nemici", "there is no enemy there", "combattimento.ravvicinati")
    if not state.stands(state.seat, src):
        if state.alpini[src] and state.alpini_of == state.seat:
            yield infraction("alpini", "gli alpini non attaccano", "the alpini do not attack")
        else:
            yield impossible("da lì non attacca nessuno", "nobody attacks from there", "combattimento.ravvicinati")
        return
    is_close = src == dst or dst in open_neighbours(rules, state, src)
    if not is_close and not state.count(state.seat, TRACTOR, src):
        yield infraction(
            "combattimento.ravvicinati",
            "non sono adiacenti, o il ponte non c'è",
            "they do not touch, or the bridge is down",
        )
    elif not is_close:
        yield from _from_afar(rules, state, src, dst)
    if not _unmoved(state, src, LOSSES):
        yield infraction("faq.muovere", "chi si è mosso non attacca", "what has moved does not attack")
    if act.without:
        yield from _held_back(rules, state, src, act)


def _held_back(rules: Rules, state: State, src: int, act: Attack) -> Iterator[Breach]:
    """All that stand there are involved, unless the event lets the attacker choose."""
    if rules.involved == "all":
        yield infraction(
            "combattimento.ravvicinati", "tutte le pedine del luogo combattono", "all pieces of the place fight"
        )
    kinds = [KINDS[kind] for kind in LOSSES if state.count(state.seat, kind, src)]
    if set(kinds) <= set(act.without.split("+")):
        yield impossible("da lì non attacca nessuno", "nobody attacks from there", "combattimento.ravvicinati")


def _from_afar(rules: Rules, state: State, src: int, dst: int) -> Iterator[Breach]:
    """Tractors attack at two steps, over rivers too, but never bases and their neighbours."""
    if rules.board.steps[src][dst] > TRACTOR_REACH:
        yield infraction("combattimento.trattore", "i trattori arrivano a due luoghi", "tractors reach two places")
    elif rules.tractor_reach == "exact" and rules.board.steps[src][dst] != TRACTOR_REACH:
        yield infraction(
            "combattimento.trattore",
            "a distanza si attacca a due luoghi esatti",
            "from afar one attacks at two places exactly",
        )
    elif dst in rules.board.safe:
        yield infraction(
            "combattimento.trattore",
            "a distanza non si attaccano basi e luoghi vicini",
            "bases and their neighbours are not attacked from afar",
        )
    elif not state.unspent(TRACTOR, src):
        yield infraction("faq.muovere", "i trattori si sono mossi", "the tractors have moved")


def attack(rules: Rules, state: State, by: By, act: Attack) -> State:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    fought = state.fought if dst in state.fought else (*state.fought, dst)
    held_back = tuple([KINDS.index(name) for name in act.without.split("+")]) if act.without else ()
    late = state.awaits.step if isinstance(state.awaits, Turn) and rules.revision >= ONE_LAW else 0
    step = late if late > CLOSE else 0
    return state.with_(awaits=Duel(src, dst, step=step), fought=fought, held_back=held_back, has_contact=True)


# -- the dice


def attackers(rules: Rules, state: State, src: int, dst: int) -> list[int]:
    """Kinds that can fight this attack, in the order in which they fall: unmoved pieces, at two steps the tractors alone."""
    is_close = src == dst or dst in rules.board.open_neighbours(state.intact)[src]
    return _unmoved(state, src, LOSSES if is_close else (TRACTOR,))


def _unmoved(state: State, src: int, kinds: Iterable[int]) -> list[int]:
    own, spent = state.pieces[state.seat], state.spent
    found = [kind for kind in kinds if own[kind][src] > spent[kind][src]]
    return _involved(state, found) if state.held_back else found


def _involved(state: State, kinds: list[int]) -> list[int]:
    """Without those that stay out of the attack under way."""
    is_under_way = isinstance(state.awaits, (Duel, Reply))
    return [kind for kind in kinds if not (is_under_way and kind in state.held_back)]


def fighters(rules: Rules, state: State, src: int, dst: int) -> list[int]:
    """As `attackers`; where nobody there may attack and the attack was registered all the same, whoever stands there fights."""
    return attackers(rules, state, src, dst) or _whoever_stands(state, src)


def _whoever_stands(state: State, src: int) -> list[int]:
    own = state.pieces[state.seat]
    return _involved(state, [kind for kind in LOSSES if own[kind][src]])


def malus(state: State, src: int) -> int:
    """Of a paratrooper who fights: two less where he landed in this turn."""
    return FIRST_TURN_MALUS if state.fresh[src] >= state.unspent(PARA, src) else 0


def attack_die_breaches(rules: Rules, state: State, by: By, act: AttackDie) -> tuple[Breach, ...]:
    awaits = state.awaits
    assert isinstance(awaits, Duel)
    if fighters(rules, state, awaits.src, awaits.dst) or have_only_alpini(state, awaits.src):
        return ()
    return (impossible("nessuno può attaccare", "nobody can attack", "combattimento.ravvicinati"),)


def have_only_alpini(state: State, src: int) -> bool:
    return state.alpini_of == state.seat and state.alpini[src] > 0 and not state.stands(state.seat, src)


def attack_die(rules: Rules, state: State, by: By, act: AttackDie) -> State:
    assert isinstance(state.awaits, Duel)
    return state.with_(awaits=Reply(state.awaits.src, state.awaits.dst, act.die, state.awaits.step))


def defence_die_breaches(rules: Rules, state: State, by: By, act: DefenceDie) -> tuple[Breach, ...]:
    if by == 1 - state.seat:
        return ()
    it, en = "lancia l'altro giocatore, anche per gli alpini", "the other player throws, for the alpini too"
    return (infraction("combattimento.ravvicinati" if rules.revision >= TOLD_AS_PLAYED else "turno", it, en),)


def defence_die(rules: Rules, state: State, by: By, act: DefenceDie) -> State:
    awaits = state.awaits
    assert isinstance(awaits, Reply)
    src, dst = awaits.src, awaits.dst
    lawful = attackers(rules, state, src, dst)
    kinds = lawful or _whoever_stands(state, src)
    strength = awaits.die - malus(state, src) if kinds and kinds[0] == PARA else awaits.die
    if strength > act.die + barricade(state, dst):
        state = _defender_loses(state, dst)
    elif kinds:
        state = _attacker_loses(state, kinds[0], src)
        kinds = _unmoved(state, src, kinds) if lawful else fighters(rules, state, src, dst)
    elif have_only_alpini(state, src):
        state = state.with_(alpini=put(state.alpini, src, state.alpini[src] - 1))
    state = pieces_after(rules, state.with_(awaits=_after_round(state, kinds, awaits)))
    bases = rules.board.bases
    return fallen(rules, state) if dst in bases or src in bases else state


def barricade(state: State, dst: int) -> int:
    """One to three more for the defender, while his troopers hold it."""
    return state.barricades[dst] if state.troops(1 - state.seat, dst) else 0


def _defender_loses(state: State, dst: int) -> State:
    """Alpini fall first, then paratroopers, tractors, ordinary troopers."""
    other = 1 - state.seat
    if state.alpini[dst] and state.alpini_of != state.seat:
        return state.with_(alpini=put(state.alpini, dst, state.alpini[dst] - 1))
    there = state.pieces[other]
    kinds = [kind for kind in LOSSES if there[kind][dst]]
    return state.with_pieces(other, kinds[0], dst, -1) if kinds else state


def _attacker_loses(state: State, kind: int, src: int) -> State:
    state = state.with_pieces(state.seat, kind, src, -1)
    if kind == PARA:
        state = state.with_(fresh=put(state.fresh, src, min(state.fresh[src], state.count(state.seat, PARA, src))))
    return state


def _after_round(state: State, kinds: list[int], fought: Reply) -> AnyAwaits:
    """The attack goes on; a place cleared leaves the step open, an attack that has nobody left ends it. One registered in a later step
    leaves the turn there.
    """
    if not state.is_hostile(state.seat, fought.dst):
        return Turn(max(CLOSE, fought.step))
    if kinds:
        return Duel(fought.src, fought.dst, has_begun=True, step=fought.step)
    return Turn(max(MOVE, fought.step))


def break_off(rules: Rules, state: State, by: By, act: BreakOff) -> State:
    assert isinstance(state.awaits, Duel)
    return state.with_(awaits=Turn(max(MOVE, state.awaits.step)))


CHAPTER: Chapter = {
    Attack: Rule(attack_breaches, attack, IN_TURN, "combattimento.ravvicinati", (Turn,)),
    AttackDie: Rule(attack_die_breaches, attack_die, IN_TURN, "combattimento.ravvicinati", (Duel,), void=(Turn,)),
    DefenceDie: Rule(
        defence_die_breaches,
        defence_die,
        named("the other seat, for alpini too"),
        "combattimento.ravvicinati",
        moments=(Reply,),
        void=(Turn, Duel),
    ),
    BreakOff: Rule(unrestricted, break_off, IN_TURN, "combattimento.ravvicinati", (Duel,)),
}
