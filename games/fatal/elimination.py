"""Eliminare una stirpe and the Vittoria speciale: an opponent's hand brought to zero in the second smazzata; who leaves the table."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hidden, hoards
from games.fatal.acts import Abandon, Claim, Share, Unmask
from games.fatal.counting import to_unmask
from games.fatal.enchantment import cannot_be_held
from games.fatal.leaving import claimant, gone, known_leaver, won_before
from games.fatal.rules import AT_ANY_MOMENT, KNOWN_TO_ALL, PUT_OUT_ALL_THE_SAME, Rules
from games.fatal.smazzata import character_breaches, opened, resumed
from games.fatal.state import (
    EMPTY,
    IN_PLAY,
    NOBODY,
    REFILL,
    AwaitShare,
    AwaitUnmask,
    Count,
    State,
    Strike,
)
from games.fatal.treasures import faced, lies_open
from games.fatal.trimagia import next_target, targets
from games.fatal.turns import end_game, go, pass_on, put_out
from games.kernel.acts import JUDGE, By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ABANDONED, in_order, read_seat
from games.kernel.speakers import JUDGE_STATES, SEAT, named
from games.kernel.words import seat_words

# -- out of the game


def unmask_breaches(rules: Rules, state: State, by: By, act: Unmask) -> Iterator[Breach]:
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    if not isinstance(by, int):
        raise Unreadable("un personaggio è di un giocatore", "a character belongs to a player")
    is_due = isinstance(state.awaits, Count) and by in to_unmask(rules, state)
    if not is_due and by not in leavers(rules, state):
        yield impossible("non deve mostrare il suo personaggio", "this player has no character to show", "eliminare")
        return
    yield from character_breaches(rules, state, by, act.character, act.salt)
    if kinds and (
        state.stage
        or state.ended
        or len(kinds) != state.set_aside(by)
        or hidden.expose(state, hidden.ASIDE, by, kinds) is None
    ):
        yield cannot_be_held("eliminare")


def leavers(rules: Rules, state: State) -> tuple[int, ...]:
    """Who may show a character now: where several leave at once the book gives no order."""
    if not isinstance(state.awaits, AwaitUnmask):
        return ()
    is_open = state.awaits.seat in state.leaving and rules.revision >= AT_ANY_MOMENT
    return state.leaving if is_open else (state.awaits.seat,)


def unmask(rules: Rules, state: State, by: By, act: Unmask) -> State:
    """The player leaves: rows and cards to the discards, treasures to be shared. His rival, if it was he who did it, wins at once."""
    assert isinstance(by, int)
    after = state.seat_with(by, state.sides[by].with_(character=act.character))
    if state.ended:
        winner = won_before(rules, after) if state.ended != "rival" else NOBODY
        return after if winner == NOBODY else after.with_(ended="rival", winner=winner)
    if state.stage:
        return opened(rules, after)
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    shown = hidden.expose(after, hidden.ASIDE, by, kinds)
    assert shown is not None
    return put_out(rules, hidden.discarded(shown, kinds), by)


# -- vittoria speciale


def claimants(rules: Rules, state: State) -> dict[int, set[str]]:
    """Who may say now that he has put his rival out, and the lineages that he has put out: he has won, whatever came after it."""
    found = dict[int, set[str]]()
    if rules.revision < AT_ANY_MOMENT or rules.claim_moment == "at_once":
        if (seat := claimant(state)) != NOBODY:
            found[seat] = {state.sides[one].character for one in state.just_out}
        return found
    for seat, out in _open_claims(rules, state):
        if not state.sides[seat].character and state.is_active(seat):
            found.setdefault(seat, set()).add(state.sides[out].character)
    return found


def _open_claims(rules: Rules, state: State) -> tuple[tuple[int, int], ...]:
    """Who, in disguise, put whom out: once somebody has won by his rival, those alone who had done so before him."""
    if state.ended != "rival":
        return state.claims
    if rules.revision < KNOWN_TO_ALL:
        return ()
    rival, out = rules.rivals.get(state.sides[state.winner].character), state.characters
    won = [place for place, (seat, one) in enumerate(state.claims) if seat == state.winner and out[one] == rival]
    return state.claims[: won[0]] if won else state.claims


def claim_breaches(rules: Rules, state: State, by: By, act: Claim) -> Iterator[Breach]:
    assert isinstance(by, int)
    may = claimants(rules, state)
    if state.ended and not may:
        yield impossible("la partita è finita", "the game is over", "vittoria-speciale")
        return
    yield from character_breaches(rules, state, by, act.character, act.salt)
    if not may:
        it, en = "nessuno ha appena fatto uscire un rivale", "nobody has just put a rival out"
        yield infraction("vittoria-speciale", it, en)
    elif by not in may:
        yield infraction(
            "vittoria-speciale",
            "vince solo chi lo ha fatto uscire, il {who}",
            "only who put the rival out wins, {who}",
            who=seat_words(next(iter(may))),
        )
    elif rules.rivals.get(act.character) not in may[by]:
        yield infraction(
            "vittoria-speciale",
            "chi è uscito non è della stirpe rivale",
            "whoever left is not of the rival lineage",
        )


def claim(rules: Rules, state: State, by: By, act: Claim) -> State:
    """A claim that is not due, registered as it happened, has shown the character, and the game goes on."""
    assert isinstance(by, int)
    known = state.seat_with(by, state.sides[by].with_(character=act.character))
    if rules.rivals.get(act.character) not in claimants(rules, state).get(by, ()):
        return known
    return known.with_(ended="rival", winner=by) if state.ended else end_game(known, "rival", by)


# -- the treasures of who is out


def shares(rules: Rules, state: State, victim: int) -> dict[int, int]:
    """How many treasures each player gets: one by one clockwise, from the left of who put the player out, or of who left the table."""
    giver = victim if state.sides[victim].standing == ABANDONED else state.seat
    heirs = [seat for seat in in_order(giver + 1, rules.seats, rules.direction) if state.is_active(seat % rules.seats)]
    heirs = [seat % rules.seats for seat in heirs]
    count = state.treasures_of(victim)
    return {seat: count // len(heirs) + (place < count % len(heirs)) for place, seat in enumerate(heirs)}


def share_breaches(rules: Rules, state: State, by: By, act: Share) -> Iterator[Breach]:
    for seat in act.faced:
        read_seat(rules.seats, seat)
    kinds = {seat: [rules.box.hoard[name] for name in names] for seat, names in act.faced.items()}
    assert isinstance(state.awaits, AwaitShare)
    if by not in (JUDGE, state.seat):
        yield infraction("eliminare", "li distribuisce il {who}", "{who} shares them out", who=seat_words(state.seat))
    if any(not lies_open(rules, state, seat, kind) for seat, own in kinds.items() for kind in own):
        yield infraction(
            "seconda-smazzata",
            "a faccia in su solo i tesori del colore che ha rivelato: si rivolta",
            "face up only treasures of the colour that was revealed: it is turned down",
            waivable=False,
        )
    elif any(len(own) > shares(rules, state, state.awaits.seat).get(seat, 0) for seat, own in kinds.items()):
        yield infraction(
            "eliminare",
            "si distribuiscono uno ad uno, in senso orario: si ridanno",
            "one by one, clockwise: they are given anew",
            False,
        )
    elif shared(rules, state, kinds) is None:
        yield impossible("quei tesori non possono essere lì", "those treasures cannot be there", "eliminare")


def shared(rules: Rules, state: State, open_: dict[int, list[int]]) -> State | None:
    """Face-up treasures are shuffled in with the rest; None when the ones laid open, or the others, cannot be."""
    assert isinstance(state.awaits, AwaitShare)
    victim = state.awaits.seat
    due = shares(rules, state, victim)
    after = state
    for kind in state.sides[victim].face_up:
        after = hoards.laid_down(after, victim, kind)
    after = after.seat_with(victim, after.sides[victim].with_(face_up=()))
    for seat, kinds in open_.items():
        shown = tuple(kinds)
        found = hoards.exposed(after, victim, shown)
        if found is None:
            return None
        after = faced(found, seat, shown)
    closed = {seat: count - len(open_.get(seat, ())) for seat, count in due.items()}
    barred = {
        seat: {kind for kind in range(len(rules.box.treasures)) if lies_open(rules, state, seat, kind)} for seat in due
    }
    to = [seat for seat, count in closed.items() if count]
    piles = tuple(0 if seat == victim else pile + closed.get(seat, 0) for seat, pile in enumerate(after.piles))
    after = after.each_with(pile=piles).with_(hidden=hoards.spread(after.hidden, victim, to, barred, True))
    return after if hoards.fits(after.hidden, hoards.sizes(after)) else None


def share(rules: Rules, state: State, by: By, act: Share) -> State:
    after = shared(rules, state, {seat: [rules.box.hoard[name] for name in names] for seat, names in act.faced.items()})
    assert after is not None
    return go(rules, after.with_(estates=state.estates[1:]))


# -- who leaves the table


def abandon_breaches(rules: Rules, state: State, by: By, act: Abandon) -> Iterator[Breach]:
    seat = read_seat(rules.seats, act.seat)
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    is_busy = state.ended or state.stage or isinstance(state.awaits, (AwaitUnmask, AwaitShare))
    if not state.giro or (is_busy and rules.revision < AT_ANY_MOMENT):
        yield impossible("prima si finisce quel che è in corso", "what is under way is finished first")
    elif not state.is_active(seat):
        yield impossible("il {seat} non è più in gioco", "{seat} is out of the game", "", seat=seat_words(seat))
    elif kinds and (
        len(kinds) != state.hand_size(seat) + state.set_aside(seat) or _turned_up(state, seat, kinds) is None
    ):
        yield cannot_be_held("")


def _turned_up(state: State, seat: int, kinds: tuple[int, ...]) -> State | None:
    together = hidden.moved(hidden.moved(state, hidden.DRAWN, hidden.HANDS, seat), hidden.ASIDE, hidden.HANDS, seat)
    return hidden.expose(together, hidden.HANDS, seat, kinds)


def abandon(rules: Rules, state: State, by: By, act: Abandon) -> State:
    """Treasures face down leave with the player until the smazzata ends, or are shared, by option; a turn under way ends with him.

    Whom somebody has put out is put out, whether he waits for it or not.
    """
    if state.ended:
        return _left_at_the_count(rules, state, act.seat)
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    after = _turned_up(state, act.seat, kinds) if kinds else state
    assert after is not None
    if act.seat == state.seat:
        spent = (state.enchantment,) if state.enchantment != EMPTY else ()
        after = hidden.discarded(after, (*kinds, *spent)).with_(strike=None, enchantment=EMPTY, surplus=0, pending=())
        left = _parted(rules, gone(after, act.seat, ABANDONED), act.seat)
        if left.stage or left.leaving or left.estates:  # the turn passes on once that is settled
            return resumed(rules, left.with_(step=REFILL))
        return go(rules, pass_on(rules, left, left.sides, left.step) if len(left.actives) > 1 else left)
    after = gone(hidden.discarded(after, kinds), act.seat, ABANDONED)
    if act.seat in state.leaving and rules.revision >= PUT_OUT_ALL_THE_SAME:
        is_known = known_leaver(rules, after) != NOBODY
        return go(rules, after) if is_known else after  # or his character is turned up under his seat
    after = _parted(rules, after, act.seat)
    if after.strike is not None and (after.strike.target == act.seat or _has_no_target(rules, after, after.strike)):
        after = next_target(rules, after)
    return resumed(rules, after)


def _has_no_target(rules: Rules, state: State, strike: Strike) -> bool:
    """The last player at whom the trimagia could still be aimed has gone."""
    return strike.target == NOBODY and not targets(state, strike) and rules.revision >= AT_ANY_MOMENT


def _parted(rules: Rules, state: State, seat: int) -> State:
    """Whoever has just left keeps nothing waiting; between the smazzate all treasures are gathered anyway."""
    state = state.with_(leaving=tuple([one for one in state.leaving if one != seat]))
    if state.stage:
        return state.seat_with(seat, state.sides[seat].with_(face_up=()))
    is_shared = rules.leaver_treasures == "shared" and rules.revision >= AT_ANY_MOMENT and state.treasures_of(seat)
    return state.with_(estates=(*state.estates, seat)) if is_shared else state


def _left_at_the_count(rules: Rules, state: State, seat: int) -> State:
    """The game was over: by option the result of who leaves stands, and the judge turns his treasures up, or he is out of the table."""
    return state if rules.leaves_at_count == "counted" or seat == state.winner else gone(state, seat, ABANDONED)


CHAPTER: Chapter = {
    Unmask: Rule(unmask_breaches, unmask, SEAT, "eliminare", (AwaitUnmask, Count)),
    Claim: Rule(claim_breaches, claim, SEAT, "vittoria-speciale", (*IN_PLAY, Count)),
    Share: Rule(share_breaches, share, named("`judge` or seat", judge=True), "eliminare", (AwaitShare,)),
    Abandon: Rule(abandon_breaches, abandon, JUDGE_STATES, "eliminare", (*IN_PLAY, Count)),
}
