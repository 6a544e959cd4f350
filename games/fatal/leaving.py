"""Who is out of the game (eliminare): what becomes of his cards, with whom he leaves at once, and who has won by it (vittoria speciale)."""

from __future__ import annotations

from games.fatal import hidden
from games.fatal.rules import AT_ANY_MOMENT, KNOWN_TO_ALL, ONE_LAW, OUT_AT_THE_END, Rules
from games.fatal.state import EMPTY, NO_ROWS, NOBODY, State
from games.kernel.seats import ACTIVE, ELIMINATED

CLAIM = "claim"


def out_by(rules: Rules, state: State, seat: int) -> str:
    """The article by which a seat plays no longer, put out or gone from the table."""
    return "eliminare" if rules.revision >= ONE_LAW and not state.is_active(seat) else ""


def gone(state: State, seat: int, standing: str) -> State:
    """Out: the visions in front of the player go to the discards; cards that nobody turned up leave the game with him."""
    cards = [kind for row in state.sides[seat].rows for kind in row if kind != EMPTY]
    side = state.sides[seat].with_(rows=NO_ROWS, standing=standing)
    left = state.left if seat in state.left else (*state.left, seat)
    return hidden.discarded(state, cards).seat_with(seat, side).with_(left=left)


def without_cards(state: State) -> tuple[int, ...]:
    """Who plays and has no card in hand."""
    return tuple(seat for seat in state.actives if not state.hand_size(seat))


def put_out_by_the_end(rules: Rules, state: State) -> tuple[int, ...]:
    """Who was put out where the result is told alone: in the second smazzata nobody else is without a card (eliminare)."""
    is_told_alone = not state.turn and state.smazzata > 1
    return without_cards(state) if is_told_alone and rules.revision >= OUT_AT_THE_END else ()


def known_leaver(rules: Rules, state: State) -> int:
    """One who was put out and whose character everybody knows: nothing of his has to be asked, or he has cards set aside to show."""
    if rules.revision < KNOWN_TO_ALL or state.stage:
        return NOBODY
    for seat in state.leaving:
        side = state.sides[seat]
        if side.character and (side.standing != ACTIVE or not state.set_aside(seat)):
            return seat
    return NOBODY


def departed(rules: Rules, state: State, seat: int) -> tuple[State, int]:
    """The position once who was put out has left, his character known; and who has won by it, or nobody."""
    after = _without_leaver(rules, gone(state, seat, ELIMINATED), seat)
    if after.treasures_of(seat):
        after = after.with_(estates=(*after.estates, seat))
    if _beats(rules, state, state.sides[seat].character):
        return _all_gone(rules, after), state.seat
    if not state.sides[state.seat].character and state.is_active(state.seat):
        after = after.with_(claims=(*after.claims, (state.seat, seat)))
    is_second = claimant(state) != NOBODY
    return after.with_(just_out=(*(state.just_out if is_second else ()), seat)), NOBODY


def _without_leaver(rules: Rules, state: State, seat: int) -> State:
    """Who has shown his character leaves no more; those who still do leave at the same moment as he."""
    rest = tuple([one for one in state.leaving if one != seat])
    level = rest if seat in state.leaving and rules.revision >= AT_ANY_MOMENT else ()
    fresh = tuple([one for one in level if one not in state.level])
    return state.with_(leaving=rest, level=(*state.level, *fresh))


def _beats(rules: Rules, state: State, lineage: str) -> bool:
    """Whether the player in turn has, for all to know, put his rival out."""
    doer = state.sides[state.seat]
    if rules.revision < AT_ANY_MOMENT:
        return doer.is_revealed and rules.rivals.get(doer.character) == lineage
    return state.is_active(state.seat) and rules.rivals.get(doer.character) == lineage


def _all_gone(rules: Rules, state: State) -> State:
    """Whoever was put out at the same moment is out as well."""
    for seat in state.leaving if rules.revision >= AT_ANY_MOMENT else ():
        state = gone(state, seat, ELIMINATED)
    return state


# -- who may say, or for all to know has, put his rival out


def may_claim(rules: Rules, state: State) -> bool:
    """Whether, as far as anybody can know, one of those just put out may be the rival of the player who did it, still in disguise."""
    if state.sides[state.seat].character or not state.is_active(state.seat):
        return False
    out = {state.sides[seat].character for seat in state.just_out}
    return any(rules.rivals[one] in out for one in free_lineages(rules, state))


def free_lineages(rules: Rules, state: State) -> list[str]:
    return [lineage for lineage in rules.rivals if lineage not in state.characters]


def claimant(state: State) -> int:
    """Who may still say that he has put his rival out: his turn may have ended with it."""
    return next((window.seat for window in state.pending if window.what == CLAIM), NOBODY)


def won_before(rules: Rules, state: State) -> int:
    """Who put his rival out in disguise and is known by now, whatever made him known: he had won, and what was played after it is void."""
    if rules.revision < KNOWN_TO_ALL or rules.claim_moment == "at_once":
        return NOBODY
    for seat, out in state.claims:
        side = state.sides[seat]
        if (
            side.standing == ACTIVE
            and side.character
            and rules.rivals.get(side.character) == state.sides[out].character
        ):
            return seat
    return NOBODY
