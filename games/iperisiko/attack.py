"""Article 9 and the Ammiraglio (17 o): the attack is declared, the attacker throws, then the defender. Ties and the figures (17 l, m)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.iperisiko.acts import Ammiraglio, Attack, AttackDice, DefenceDice, VoidThrow
from games.iperisiko.leaving import thrower
from games.iperisiko.rules import AS_MANY_AS_THERE_ARE, AS_THE_TABLE_STANDS, FLEET, ONE_LAW, Rules
from games.iperisiko.state import (
    NOBODY,
    UNDER_WAY,
    Bombing,
    Closing,
    Declared,
    DefenceThrow,
    Fight,
    Occupation,
    Spying,
    State,
)
from games.iperisiko.turns import (
    attack_phase,
    available,
    figure_breaches,
    figure_played,
    going_on,
    is_valid,
    out_by,
    target,
    thinned,
    truce_breaches,
)
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction, standing
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN, named
from games.kernel.values import put
from games.kernel.words import seat_words

MOST_DICE = 3
MARSHALLED = 2

# -- the declaration


def attack_breaches(rules: Rules, state: State, by: By, act: Attack) -> Iterator[Breach]:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    yield from attack_phase(rules, state)
    if not is_valid(state, src, dst):
        yield _nobody_to_attack()
        return
    if not rules.board.touches(src, dst):
        yield infraction("base.attack", "i due territori non confinano", "the two territories do not touch")
    yield from _target_breaches(state, dst)
    yield from _strength_breaches(state, src, available(state, src), act.dice)


def _nobody_to_attack() -> Breach:
    return impossible(
        "si attacca da un territorio proprio uno avversario",
        "one attacks an opponent's territory from one's own",
        "base.attack",
    )


def _target_breaches(state: State, dst: int) -> tuple[Breach, ...]:
    truce = truce_breaches(state, state.owners[dst])
    if dst not in state.curtains:
        return truce
    return (*truce, infraction("24", "la cortina di ferro è alzata", "the iron curtain is raised"))


def _strength_breaches(state: State, src: int, able: int, dice: int) -> tuple[Breach, ...]:
    """Whether anybody is free to attack, and with as many dice as were declared."""
    return (_too_many(state, src, max(1, dice)),) if able == 0 or dice > able else ()


def _too_many(state: State, src: int, dice: int) -> Breach:
    """Why so many armies of the territory may not attack: new ones from the factory (19), hidden ones (23), or one that stays."""
    armies = state.armies[src]
    if state.hidden[src] and dice > armies - 1 - state.hidden[src]:
        return infraction("23", "le armate nascoste non attaccano", "hidden armies do not attack")
    if state.locked[src] > 1 and dice < armies:
        return infraction("19", "le armate della fabbrica restano per un turno", "the factory's armies stay for a turn")
    if armies <= 1:
        return infraction(
            "base.attack",
            "con una sola armata non si attacca: l'attacco è nullo",
            "one army alone does not attack: the attack is void",
            waivable=False,
        )
    return infraction("base.dice", "un'armata resta sempre di presidio", "one army always stays behind")


def attack(rules: Rules, state: State, by: By, act: Attack) -> State:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    return going_on(rules, state, Declared(src, dst, act.dice, 0, _is_barred(state, src, dst, act.dice)))


def _is_barred(state: State, src: int, dst: int, dice: int) -> bool:
    """Whether the attack that was declared stands only by a ruling: it holds for every throw of it."""
    return bool(_target_breaches(state, dst) or _strength_breaches(state, src, available(state, src), dice))


# -- by sea (17 o)


def ammiraglio_breaches(rules: Rules, state: State, by: By, act: Ammiraglio) -> Iterator[Breach]:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    yield from attack_phase(rules, state)
    if act.armies > FLEET:
        yield infraction("17", "al massimo 10 armate via mare", "at most 10 armies go by sea")
    elif act.armies < least_fleet(rules):
        yield infraction("17", "via mare vanno 10 armate", "10 armies go by sea")
    yield from _coast_breaches(rules, src, dst)
    yield from figure_breaches(rules, state, by, "ammiraglio")
    if not is_valid(state, src, dst):
        yield _nobody_to_attack()
        return
    yield from _target_breaches(state, dst)
    yield from _strength_breaches(state, src, available(state, src), act.dice)
    if act.dice > act.armies:
        yield _not_at_sea(act.armies)
    if available(state, src) and act.armies > available(state, src):
        yield impossible(
            "{n:# armata non parte|# armate non partono} di lì",
            "{n:army|armies} cannot leave from there",
            "17",
            n=act.armies,
        )


def least_fleet(rules: Rules) -> int:
    """How many armies go by sea at least: the ten are a most, or by option a fixed number."""
    return FLEET if rules.fleet == "exactly" else 1


def _not_at_sea(fleet: int) -> Breach:
    return infraction("17", "via mare {n:c'è # armata|ci sono # armate}", "{n:# army is|# armies are} at sea", n=fleet)


def _coast_breaches(rules: Rules, src: int, dst: int) -> Iterator[Breach]:
    for place in (src, dst):
        if not rules.board.has_coast[place]:
            yield infraction(
                "17", "{place} non si affaccia sul mare", "{place} has no coast", place=rules.board.names[place]
            )


def ammiraglio(rules: Rules, state: State, by: By, act: Ammiraglio) -> State:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    fleet = min(act.armies, max(1, available(state, src)))
    return going_on(
        rules,
        figure_played(rules, state, state.seat, "ammiraglio"),
        Declared(src, dst, act.dice, fleet, _is_barred(state, src, dst, act.dice)),
    )


# -- the attacker's throw


def due_dice(state: State, awaits: Fight | Declared) -> int:
    """How many dice the attacker throws: as many as declared, else all (9, 23)."""
    able = able_dice(state, awaits)
    return min(awaits.dice, able) if awaits.dice else able


def able_dice(state: State, awaits: Fight | Declared) -> int:
    able = available(state, awaits.src)
    if awaits.fleet:
        able = min(able, awaits.fleet)
    return able if able < MOST_DICE else MOST_DICE


def declared(state: State) -> Fight | Declared | None:
    """The attack that may be thrown for: the one just declared, or the last one, which goes on."""
    awaits = state.awaits
    if isinstance(awaits, Declared) or (isinstance(awaits, Fight) and awaits.src >= 0):
        return awaits
    return None


def attack_dice_breaches(rules: Rules, state: State, by: By, act: AttackDice) -> Iterator[Breach]:
    way = declared(state)
    if way is None:
        it, en = "l'attacco non è stato dichiarato: è nullo", "the attack was not declared: it is void"
        yield infraction("9", it, en, waivable=False)
        return
    if not is_valid(state, way.src, way.dst):
        it, en = "quell'attacco è concluso, e il lancio nullo", "that attack is over, and the throw void"
        yield infraction("9", it, en, waivable=False)
        return
    if not way.is_registered:
        yield from _target_breaches(state, way.dst)
    yield from _throw_breaches(state, way, len(act.dice))


def _throw_breaches(state: State, way: Fight | Declared, thrown: int) -> Iterator[Breach]:
    able, armies = able_dice(state, way), state.armies[way.src]
    due = min(way.dice, able) if way.dice else able
    if thrown > armies or thrown > MOST_DICE:
        yield impossible(
            "{thrown:dado|dadi} con {armies:armata|armate}",
            "{thrown:die|dice} with {armies:army|armies}",
            "base.dice",
            thrown=thrown,
            armies=armies,
        )
    elif way.is_registered:
        return
    elif able == 0 or thrown > able:
        at_sea = 0 < way.fleet < thrown <= available(state, way.src)
        yield _not_at_sea(way.fleet) if at_sea else _too_many(state, way.src, max(1, thrown))
    elif thrown > due:
        yield infraction("9", "ha dichiarato {due:dado|dadi}", "{due:die was|dice were} declared", due=due)
    elif thrown < due:
        article = "23" if state.hidden[way.dst] else "9"
        yield infraction(
            article,
            "meno di {due:dado|dadi} si dichiarano prima",
            "fewer than {due:die|dice} are declared first",
            due=due,
        )


def attack_dice_thrown(rules: Rules, state: State, by: By, act: AttackDice) -> State:
    way = declared(state)
    assert way is not None
    roller = thrower(rules, state, way.dst)
    is_registered = way.is_registered or bool(_target_breaches(state, way.dst))
    awaits = DefenceThrow(way.src, way.dst, act.dice, roller, way.dice, way.fleet, is_registered)
    return state.with_(awaits=awaits, has_attacked=True)


# -- the defender's throw


def defence_dice(armies: int) -> int:
    """The best possible defence: a die an army, up to three (art. 9)."""
    return armies if armies < MOST_DICE else MOST_DICE


def defence_dice_breaches(rules: Rules, state: State, by: By, act: DefenceDice) -> Iterator[Breach]:
    awaits = state.awaits
    assert isinstance(awaits, DefenceThrow)
    due, thrown = defence_dice(state.armies[awaits.dst]), len(act.dice)
    if by != awaits.roller:
        article = out_by(rules, state, int(by)) or "9"
        yield infraction(article, "lancia il {roller}", "{roller} throws", roller=seat_words(awaits.roller))
    if thrown > due:
        it = "{thrown:dado|dadi} con {due:armata che difende|armate che difendono}"
        en = "{thrown:die|dice} where {due:# army defends|# armies defend}"
        if rules.revision >= AS_MANY_AS_THERE_ARE and thrown <= MOST_DICE:
            yield infraction("9", it, en, thrown=thrown, due=due)
        else:
            yield impossible(it, en, "9", thrown=thrown, due=due)
    elif thrown < due:
        yield infraction(
            "9",
            "ci si difende con {due:dado|dadi}, non con {thrown}",
            "{due:# die defends|# dice defend}, not {thrown}",
            due=due,
            thrown=thrown,
        )


def defence_dice_thrown(rules: Rules, state: State, by: By, act: DefenceDice) -> State:
    awaits = state.awaits
    assert isinstance(awaits, DefenceThrow)
    src, dst = awaits.src, awaits.dst
    defender = state.owners[dst]
    lost, taken = losses(
        awaits.attack, act.dice, defender in state.generals, defender in state.marshals, rules.marshal_six == "six"
    )
    fleet = max(0, awaits.fleet - lost)
    if lost:
        state = thinned(rules, state.with_(armies=put(state.armies, src, state.armies[src] - lost)), src)
    if taken:
        state = hit(rules, state, dst, taken)
    if not state.armies[src]:
        state = _forsaken(state)
    elif not state.armies[dst]:
        return conquer(state, src, dst, len(awaits.attack), fleet)
    is_over = (awaits.fleet > 0 and fleet == 0) or not is_valid(state, src, dst)
    return state.with_(awaits=Fight() if is_over else Fight(src, dst, awaits.dice, fleet, awaits.is_registered))


def _forsaken(state: State) -> State:
    """The last army attacked, against the rules but registered as it happened: where nobody is left the land is nobody's."""
    owners = tuple(NOBODY if not armies else owner for owner, armies in zip(state.owners, state.armies, strict=True))
    return state.with_(owners=owners)


@lru_cache(maxsize=4096)
def losses(
    attack: tuple[int, ...],
    defence: tuple[int, ...],
    general: bool = False,
    marshal: bool = False,
    capped: bool = False,
) -> tuple[int, int]:
    """Armies lost by (attacker, defender): highest against highest, a tie to the defender, or to the attacker's Generale.

    The Maresciallo adds a point to the defender's two highest dice; `capped` keeps a 6 at 6.
    """
    theirs = sorted(defence, reverse=True)
    if marshal:
        most = 6 if capped else 7
        theirs = [min(most, die + 1) if rank < MARSHALLED else die for rank, die in enumerate(theirs)]
    pairs = zip(sorted(attack, reverse=True), theirs, strict=False)
    won = [mine >= die if general else mine > die for mine, die in pairs]
    return won.count(False), won.count(True)


def hit(rules: Rules, state: State, dst: int, taken: int) -> State:
    """The defender's losses fall on the armies in sight; with the last of them the hidden ones are lost as well (art. 23).

    Where a minibomb left hidden armies alone they fall one by one, or by option all together.
    """
    in_sight, left = state.armies[dst] - state.hidden[dst], state.armies[dst] - taken
    if in_sight == 0 < left and rules.hidden_alone == "one_by_one" and rules.revision >= AS_THE_TABLE_STANDS:
        return state.with_(armies=put(state.armies, dst, left), hidden=put(state.hidden, dst, left))
    if not taken or in_sight > taken:
        return state.with_(armies=put(state.armies, dst, left))
    return state.with_(armies=put(state.armies, dst, 0), hidden=put(state.hidden, dst, 0))


def conquer(state: State, src: int, dst: int, thrown: int, fleet: int) -> State:
    """Nobody defends any more: at least as many armies as dice were thrown move in (art. 11)."""
    able = min(available(state, src), fleet) if fleet else available(state, src)
    awaits = Occupation(src, dst, max(1, min(thrown, able)), state.owners[dst], fleet)
    return state.with_(owners=put(state.owners, dst, state.seat), awaits=awaits)


# -- void throws (base)


def void_throw_breaches(rules: Rules, state: State, by: By, act: VoidThrow) -> Iterator[Breach]:
    if act.side == "defence" and not isinstance(state.awaits, DefenceThrow):
        yield impossible("nessuno sta difendendo", "nobody is defending", "base.dice")
    elif act.side == "attack" and declared(state) is None:
        yield impossible("nessuno sta attaccando", "nobody is attacking", "base.dice")
    elif rules.revision >= ONE_LAW and by != (seat := _whose_throw(state, act)):
        yield infraction(
            out_by(rules, state, int(by)) or "9", "lancia il {seat}", "{seat} throws", seat=seat_words(seat)
        )


def _whose_throw(state: State, act: VoidThrow) -> int:
    """Who made the throw that does not count."""
    return state.awaits.roller if act.side == "defence" and isinstance(state.awaits, DefenceThrow) else state.seat


def void_throw(rules: Rules, state: State, by: By, act: VoidThrow) -> State:
    return state


# -- one attack at least (art. 9)


def can_attack(rules: Rules, state: State) -> bool:
    """Whether the seat in turn could declare an ordinary attack somewhere."""
    for src in state.territories_of(state.seat):
        if available(state, src):
            for dst in rules.board.borders[src]:
                if is_valid(state, src, dst) and not _target_breaches(state, dst):
                    return True
    return False


def duty_breaches(rules: Rules, state: State) -> Iterator[Breach]:
    """Each turn has at least one attack, unless none is possible."""
    if not state.has_attacked and not isinstance(state.awaits, Closing) and can_attack(rules, state):
        yield standing("9", "almeno un attacco a turno è obbligatorio", "at least one attack a turn is compulsory")


def defender_of(rules: Rules, state: State) -> int:
    """Who is under attack, before a throw; `NOBODY` when nobody is."""
    dst = target(rules, state)
    return state.owners[dst] if dst != NOBODY else NOBODY


CHAPTER: Chapter = {
    Attack: Rule(attack_breaches, attack, IN_TURN, "9", UNDER_WAY),
    Ammiraglio: Rule(ammiraglio_breaches, ammiraglio, IN_TURN, "17", UNDER_WAY),
    AttackDice: Rule(attack_dice_breaches, attack_dice_thrown, IN_TURN, "9", UNDER_WAY),
    DefenceDice: Rule(
        defence_dice_breaches,
        defence_dice_thrown,
        named("defender, or who throws for him"),
        "base.dice",
        moments=(DefenceThrow,),
        void=(*UNDER_WAY, Occupation, Bombing, Spying),
    ),
    VoidThrow: Rule(void_throw_breaches, void_throw, named("thrower"), "base.dice", (*UNDER_WAY, DefenceThrow)),
}
