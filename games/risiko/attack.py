"""Articles 6 to 9 and the comparison of dice (base): the attack is declared, the attacker throws, then the defender."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ABANDONED
from games.kernel.speakers import IN_TURN, named
from games.kernel.values import put
from games.kernel.words import seat_words
from games.risiko.acts import Attack, AttackDice, DefenceDice, VoidThrow
from games.risiko.leaving import eliminate, fourth_giro_breaches, out_by, spared_losses, thrower
from games.risiko.reinforcement import must_play, set_first, still_to_place
from games.risiko.rules import DICE_TOO_MANY, IN_MID_FIGHT, MOST_DICE, ONE_LAW, QUIET_GIRI, Rules
from games.risiko.state import (
    UNDER_WAY,
    AttackThrow,
    CloseThrow,
    Closing,
    DefenceThrow,
    Fight,
    Occupation,
    Reinforce,
    State,
)
from games.risiko.turns import left_behind, room


def attack_dice(armies: int) -> int:
    """One army always stays; up to three of the others throw (base.dice)."""
    if armies > MOST_DICE:
        return MOST_DICE
    return armies - 1 if armies else 0


def defence_dice(armies: int) -> int:
    """The defender throws a die an army, up to three, and never fewer (art. 7)."""
    return armies if armies < MOST_DICE else MOST_DICE


# -- the declaration (art. 6)


def attack_breaches(rules: Rules, state: State, by: By, act: Attack) -> Iterator[Breach]:
    index, owners = rules.board.index, state.owners
    src, dst = index[act.src], index[act.dst]
    yield from fighting_breaches(rules, state)
    if owners[src] != state.seat:
        yield impossible(
            "non si attacca da un territorio altrui", "one attacks from one's own territory", "base.attack"
        )
    if owners[dst] == state.seat:
        yield impossible(
            "non si attacca un territorio proprio", "one does not attack one's own territory", "base.attack"
        )
        return
    if not rules.board.touches(src, dst):
        yield infraction("base.attack", "i due territori non confinano", "the two territories do not touch")
    dice, answer = attack_dice(state.armies[src]), defence_dice(state.armies[dst])
    if dice == 0:
        yield infraction(
            "base.attack",
            "con una sola armata non si attacca: l'attacco è nullo",
            "one army alone does not attack: the attack is void",
            waivable=False,
        )
    elif dice < answer:
        yield _fewer_dice(dice, answer)
    if state.giro <= QUIET_GIRI:
        yield from fourth_giro_breaches(rules, state, dst, dice)


def _fewer_dice(attack: int, defence: int) -> Breach:
    return infraction(
        "8",
        "{attack:dado|dadi} contro {defence}: non si attacca in inferiorità",
        "{attack:die|dice} against {defence}: nobody attacks with fewer",
        attack=attack,
        defence=defence,
    )


def fighting_breaches(rules: Rules, state: State) -> tuple[Breach, ...]:
    """Whether an attack may be declared at this moment of the turn."""
    if state.has_moved or state.has_drawn:
        return (_fighting_is_over(state),)
    awaits = state.awaits
    left = awaits.left if type(awaits) is Reinforce else rules.revision >= ONE_LAW and state.unplaced
    if left and room(rules, state, state.seat):
        return (still_to_place(left),)
    return (set_first(),) if must_play(rules, state) else ()


def _fighting_is_over(state: State) -> Breach:
    if state.has_moved:
        it, en = "dopo lo spostamento strategico non si attacca più", "no attack after the strategic move"
        return infraction("10", it, en)
    it, en = "la carta si pesca a fine turno: non si attacca più", "the card ends the turn: no more attacks"
    return infraction("11", it, en)


def attack(rules: Rules, state: State, by: By, act: Attack) -> State:
    awaits = AttackThrow(rules.board.index[act.src], rules.board.index[act.dst])
    if type(state.awaits) is Reinforce and state.awaits.left:
        return state.with_(awaits=awaits, unplaced=left_behind(rules, state))
    return state.with_(awaits=awaits)


# -- the attacker's throw


def attack_dice_breaches(rules: Rules, state: State, by: By, act: AttackDice) -> Iterable[Breach]:
    """With every die that the declaration allows nothing is left to ask: it was judged, or registered, with as many."""
    awaits = state.awaits
    if type(awaits) is AttackThrow and len(act.dice) == attack_dice(state.armies[awaits.src]):
        return ()
    return _attack_dice_breaches(rules, state, act)


def _attack_dice_breaches(rules: Rules, state: State, act: AttackDice) -> Iterator[Breach]:
    pair = declared(state)
    if pair is None:
        yield infraction(
            "6", "attacco non dichiarato: è nullo", "the attack was not declared: it is void", waivable=False
        )
        return
    src, dst = pair
    awaits, thrown, armies = state.awaits, len(act.dice), state.armies[src]
    if type(awaits) is not AttackThrow:
        if state.owners[src] != state.seat or state.owners[dst] == state.seat:
            yield _no_longer_valid()
        if type(awaits) is Closing:
            yield _fighting_is_over(state)
        elif must_play(rules, state):
            yield set_first()
    if thrown > MOST_DICE or thrown > armies:
        yield impossible(
            "{thrown:dado|dadi}: {most:attacca # dado|attaccano # dadi}",
            "{thrown:die|dice}: {most:# die attacks|# dice attack}",
            "base.dice",
            thrown=thrown,
            most=min(MOST_DICE, armies),
        )
    elif thrown > attack_dice(armies):
        yield infraction("base.dice", "un'armata resta sempre di presidio", "one army always stays behind")
    is_carried = type(awaits) is Fight and awaits.is_registered
    if (thrown < MOST_DICE or state.giro <= QUIET_GIRI) and not is_carried:
        yield from _throw_breaches(rules, state, dst, thrown)


def _throw_breaches(rules: Rules, state: State, dst: int, thrown: int) -> Iterator[Breach]:
    """With so many dice: fewer than the defender throws (8), or enough to put him out too early (12)."""
    if thrown < (answer := defence_dice(state.armies[dst])):
        yield _fewer_dice(thrown, answer)
    if state.giro <= QUIET_GIRI:
        yield from fourth_giro_breaches(rules, state, dst, thrown)


def declared(state: State) -> tuple[int, int] | None:
    """From where to where the dice may be thrown: the attack just declared, or the last one, which goes on ("ancora")."""
    awaits = state.awaits
    if (type(awaits) is AttackThrow or type(awaits) is Fight or type(awaits) is Closing) and awaits.src >= 0:
        return awaits.src, awaits.dst
    return None


def _no_longer_valid() -> Breach:
    it, en = "quell'attacco è concluso, e il lancio nullo", "that attack is over, and the throw void"
    return infraction("6", it, en, waivable=False)


def attack_dice_thrown(rules: Rules, state: State, by: By, act: AttackDice) -> State:
    pair = declared(state)
    assert pair is not None
    src, dst = pair
    thrown = len(act.dice)
    is_registered = thrown < MOST_DICE and thrown < defence_dice(state.armies[dst])
    if state.giro <= QUIET_GIRI and fourth_giro_breaches(rules, state, dst, thrown):
        is_registered = True
    return state.with_(awaits=DefenceThrow(src, dst, act.dice, thrower(rules, state, dst), is_registered))


# -- the defender's throw


def defence_dice_breaches(rules: Rules, state: State, by: By, act: DefenceDice) -> Iterable[Breach]:
    awaits = state.awaits
    assert type(awaits) is DefenceThrow
    due, thrown = defence_dice(state.armies[awaits.dst]), len(act.dice)
    return () if thrown == due and by == awaits.roller else _defence_dice_breaches(rules, state, by, due, thrown)


def _defence_dice_breaches(rules: Rules, state: State, by: By, due: int, thrown: int) -> Iterator[Breach]:
    awaits = state.awaits
    assert type(awaits) is DefenceThrow
    if thrown > due:
        it = "{thrown:dado|dadi} con {due:armata che difende|armate che difendono}"
        en = "{thrown:die|dice} where {due:# army defends|# armies defend}"
        if rules.revision >= DICE_TOO_MANY and thrown <= MOST_DICE:
            yield infraction("7", it, en, thrown=thrown, due=due)
        else:
            yield impossible(it, en, "7", thrown=thrown, due=due)
    elif thrown < due:
        yield infraction(
            "7",
            "ci si difende con {due:dado|dadi}, non con {thrown}",
            "{due:# die defends|# dice defend}, not {thrown}",
            due=due,
            thrown=thrown,
        )
    if by != awaits.roller:
        article = "13" if state.standing[state.owners[awaits.dst]] == ABANDONED else "5"
        yield infraction(
            out_by(rules, state, int(by)) or article,
            "lancia il {roller}",
            "{roller} throws",
            roller=seat_words(awaits.roller),
        )


def defence_dice_thrown(rules: Rules, state: State, by: By, act: DefenceDice) -> State:
    awaits = state.awaits
    assert isinstance(awaits, DefenceThrow)
    src, dst = awaits.src, awaits.dst
    attacker_loses, defender_loses = losses(awaits.attack, act.dice)
    if defender_loses > state.armies[dst]:  # more dice than armies, registered as they fell
        defender_loses = state.armies[dst]
    if state.giro <= QUIET_GIRI:
        defender_loses = spared_losses(rules, state, dst, defender_loses)
    armies = list(state.armies)
    # One army stays even where a judge registered a throw with as many dice as armies.
    left = armies[src] - attacker_loses
    armies[src] = left if left > 0 else 1
    armies[dst] -= defender_loses
    if armies[dst] > 0:
        return state.with_(armies=tuple(armies), awaits=Fight(src, dst, awaits.is_registered))
    return conquer(rules, state, tuple(armies), src, dst, len(awaits.attack))


@cache
def losses(attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
    """Highest against highest, a tie to the defender (base.comparison): armies lost by (attacker, defender)."""
    pairs = zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False)
    won = [mine > theirs for mine, theirs in pairs]
    return won.count(False), won.count(True)


def conquer(rules: Rules, state: State, armies: tuple[int, ...], src: int, dst: int, thrown: int) -> State:
    """The last defender fell: the territory changes hands, and at least the armies that threw move in."""
    loser, owners = state.owners[dst], put(state.owners, dst, state.seat)
    least = thrown if thrown < armies[src] else armies[src] - 1 or 1
    taken = state.with_(
        owners=owners,
        armies=armies,
        awaits=Occupation(src, dst, least),
        conquests=state.conquests + is_conquest(rules, state, dst),
    )
    return taken if loser in owners else eliminate(rules, taken, loser)


def is_conquest(rules: Rules, state: State, dst: int) -> bool:
    """Whether an opponent loses it (11): by option, who left is no opponent any more (13)."""
    return rules.passive_lands == "enemy" or state.standing[state.owners[dst]] != ABANDONED


# -- void throws (art. 6 and 9)


def void_throw_breaches(rules: Rules, state: State, by: By, act: VoidThrow) -> Iterator[Breach]:
    awaits = state.awaits
    if act.side == "defence" and not isinstance(awaits, (DefenceThrow, AttackThrow)):
        yield impossible("nessuno sta difendendo", "nobody is defending", "9")
    elif act.side == "attack" and isinstance(awaits, DefenceThrow) and rules.revision < IN_MID_FIGHT:
        yield impossible("nessuno sta attaccando", "nobody is attacking", "9")
    elif act.cause == "undeclared" and not isinstance(awaits, (Fight, Reinforce)):
        yield impossible("l'attacco era dichiarato", "the attack was declared", "6")
    elif rules.revision >= ONE_LAW and by != (seat := _whose_throw(rules, state, act)):
        yield infraction(
            out_by(rules, state, int(by)) or "5", "lancia il {seat}", "{seat} throws", seat=seat_words(seat)
        )


def _whose_throw(rules: Rules, state: State, act: VoidThrow) -> int:
    """Who made the throw that does not count: the seat in turn, who also throws to close the game, or whoever defends."""
    awaits = state.awaits
    if act.side == "attack" or not isinstance(awaits, (DefenceThrow, AttackThrow)):
        return state.seat
    return awaits.roller if isinstance(awaits, DefenceThrow) else thrower(rules, state, awaits.dst)


def void_throw(rules: Rules, state: State, by: By, act: VoidThrow) -> State:
    awaits = state.awaits
    if isinstance(awaits, DefenceThrow) and (act.side == "attack" or rules.void_defence == "both"):
        return state.with_(awaits=AttackThrow(awaits.src, awaits.dst))
    return state


CHAPTER: Chapter = {
    Attack: Rule(attack_breaches, attack, IN_TURN, "6", UNDER_WAY),
    AttackDice: Rule(attack_dice_breaches, attack_dice_thrown, IN_TURN, "8", UNDER_WAY),
    DefenceDice: Rule(
        defence_dice_breaches,
        defence_dice_thrown,
        named("defender, or who throws for him"),
        "9",
        moments=(DefenceThrow,),
        void=(*UNDER_WAY, Occupation, CloseThrow),
    ),
    VoidThrow: Rule(
        void_throw_breaches,
        void_throw,
        named("thrower"),
        "9",
        (AttackThrow, Fight, Reinforce, DefenceThrow, CloseThrow),
    ),
}
