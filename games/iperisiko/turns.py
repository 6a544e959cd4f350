"""How a turn begins and passes on (2, 8, 13, 19), and what several chapters ask of the moment of a turn (17, list of the phases)."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.board import KIT
from games.iperisiko.deck import can_hold, played
from games.iperisiko.rules import (
    AFTER_ITS_END,
    AS_IT_HAPPENED,
    AS_THE_TABLE_STANDS,
    EARLY_GIRI,
    FACTORY_ARMIES,
    FACTORY_ARMIES_STAY_BESIDE_HIDDEN_ONES,
    FINAL_GIRI,
    ONE_LAW,
    Rules,
)
from games.iperisiko.state import (
    NOBODY,
    NONE_SUFFERED,
    AfterAct,
    AnyAwaits,
    Closing,
    Count,
    Declared,
    Fight,
    Over,
    Reinforce,
    State,
)
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction, standing
from games.kernel.seats import ABANDONED, ACTIVE, ELIMINATED
from games.kernel.values import put

# -- a turn begins


def begin_turn(rules: Rules, state: State, seat: int, giro: int) -> State:
    """Factories produce at once, onto their own territory; the other armies due wait to be placed."""
    armies, locked = list(state.armies), [0] * rules.board.size
    for place in producing(rules, state, seat, giro):
        armies[place] += FACTORY_ARMIES
        locked[place] = FACTORY_ARMIES
    truces = tuple(truce for truce in state.truces if truce.by != seat or truce.giro > giro or truce.at_end)
    return state.with_(
        awaits=Reinforce(income(rules, state.owners, seat, giro), is_fresh=True),
        armies=tuple(armies),
        locked=tuple(locked),
        truces=truces,
        generals=(),
        marshals=(),
        curtains=(),
        played=(),
        struck=(),
        suffered_now=(NONE_SUFFERED,) * rules.seats,
        seat=seat,
        giro=giro,
        conquests=0,
        combinations=0,
        has_flown=False,
        has_moved=False,
        has_attacked=False,
        has_drawn=False,
        unplaced=0,
        bombed=(),
        taken=(),
        forgot=NOBODY,
        is_fought_out=False,
    )


def earns_nothing(rules: Rules, giro: int) -> bool:
    return giro == 1 and rules.first_income == "nothing"


def producing(rules: Rules, state: State, seat: int, giro: int) -> list[int]:
    """The seat's factories (art. 19)."""
    return [] if earns_nothing(rules, giro) else [place for place in state.factories if state.owners[place] == seat]


def income(rules: Rules, owners: tuple[int, ...], seat: int, giro: int) -> int:
    """Territories by three to the nearest from the second turn on (art. 13), and whole continents (art. 8)."""
    if earns_nothing(rules, giro):
        return 0
    armies = nearest_third(owners.count(seat)) if giro > 1 else 0
    for continent in rules.board.continents:
        if owners[continent.territories[0]] == seat and continent.of(owners).count(seat) == len(continent.territories):
            armies += continent.bonus
    return armies


def nearest_third(territories: int) -> int:
    return (territories + 1) // 3


# -- a turn passes on


def pass_on(rules: Rules, state: State) -> State:
    """The turn is over: the next living player begins, in a new giro when the order starts again, unless the last one is played out."""
    state, forgot = _expired(rules, state), state.seat if is_card_due(state) else NOBODY
    follower = state.next_after(state.seat)
    giro = state.giro + (state.order.index(follower) <= state.order.index(state.seat))
    if state.last_giro and giro > state.last_giro:
        return end_game(state, "time")
    over = Over(*[getattr(state, name) for name in Over.__struct_fields__])
    return begin_turn(rules, state.with_(turn=state.turn + 1), follower, giro).with_(forgot=forgot, over=over)


def ended_before(rules: Rules, state: State, by: int) -> State | None:
    """The turn just over, for what its player does too much; None where another has begun, or where it was not his.

    What the next player's factories have made stands there again when his turn begins.
    """
    over, awaits = state.over, state.awaits
    if rules.revision < AFTER_ITS_END or over is None or over.seat != by or not state.is_active(by):
        return None
    if not isinstance(awaits, Reinforce) or not awaits.is_fresh or state.next_after(by) != state.seat:
        return None
    fields = {name: getattr(over, name) for name in Over.__struct_fields__}
    armies = tuple(count - new for count, new in zip(state.armies, state.locked, strict=True))
    return state.with_(
        **{**fields, "locked": tuple(map(min, over.locked, armies))},
        awaits=Closing() if over.has_drawn else Fight(),
        armies=armies,
        turn=state.turn - 1,
        forgot=NOBODY,
        over=None,
    )


def is_card_due(state: State) -> bool:
    """Whether the seat in turn has conquered and not drawn (art. 14)."""
    return state.conquests > 0 and not state.has_drawn and state.deck > 0 and state.is_active(state.seat)


def _expired(rules: Rules, state: State) -> State:
    """What lasts to the end of a turn: truces begun at an end, and hidden armies where an option sends them off."""
    over = [truce for truce in state.truces if truce.at_end and truce.by == state.seat and truce.giro <= state.giro]
    if over:
        state = state.with_(truces=tuple(truce for truce in state.truces if truce not in over))
    if rules.hidden_after == "stay" or not any(state.hidden):
        return state
    armies = tuple(max(1, all_ - gone) if gone else all_ for all_, gone in zip(state.armies, state.hidden, strict=True))
    return state.with_(armies=armies, hidden=(0,) * rules.board.size)


def end_game(state: State, ended: str, winner: int = NOBODY) -> State:
    return state.with_(awaits=Count(), ended=ended, winner=winner, turn=state.turn + 1)


def only_one_left(state: State) -> str:
    """How the game ended if nobody but one still plays; empty while it goes on."""
    if state.standing.count(ACTIVE) > 1:
        return ""
    return (
        "elimination"
        if ABANDONED not in state.standing or state.standing[state.left[-1]] == ELIMINATED
        else "abandoned"
    )


# -- moments


def is_under_way(state: State) -> bool:
    return state.giro > 0 and not state.ended


def due(state: State) -> int:
    """Armies that the seat in turn has still to lay."""
    return state.awaits.left if isinstance(state.awaits, Reinforce) else state.unplaced


def going_on(rules: Rules, state: State, awaits: AnyAwaits) -> State:
    """The turn has come further; armies that a registered act left behind are still due."""
    return state.with_(awaits=awaits, unplaced=due(state) if rules.revision >= AS_IT_HAPPENED else 0, taken=())


def fought_out(rules: Rules, state: State) -> State:
    """The fighting of the turn is over; earlier revisions forgot it once an attack was registered after it."""
    return going_on(rules, state, Closing()).with_(is_fought_out=rules.revision >= ONE_LAW)


def unplaced(state: State) -> tuple[Breach, ...]:
    if not (left := due(state)):
        return ()
    it, en = "{left:resta # armata|restano # armate} da collocare", "{left:# army is|# armies are} still to be placed"
    return (standing("base.placing", it, en, left=left),)


def attack_phase(rules: Rules, state: State) -> Iterator[Breach]:
    """Whether the third phase is on, or may begin now (art. 17, list of the phases). Armies that were due before it still are."""
    if isinstance(state.awaits, Reinforce) or rules.revision >= ONE_LAW:
        yield from unplaced(state)
    if isinstance(state.awaits, Reinforce):
        return
    if state.is_fought_out or isinstance(state.awaits, Closing):
        yield _over(state)


def _over(state: State) -> Breach:
    """The card (base.deck) or a Diplomatico at the end (17 n) has ended the fighting."""
    if state.has_drawn:
        return infraction("base.deck", "la carta si pesca dopo gli attacchi", "the card is drawn after the attacks")
    return infraction("17", "la fase di attacco è finita", "the attack phase is over")


def fighting(rules: Rules, state: State) -> AfterAct:
    """Where the attack phase stands, for an act that leaves it as it is, whether it is over or begins only now."""
    if isinstance(state.awaits, (Fight, Declared)):
        return state.awaits
    return state.awaits if isinstance(state.awaits, Closing) and rules.revision >= ONE_LAW else Fight()


def stopped(then: AfterAct, dst: int) -> AfterAct:
    """Where the attack phase goes on: an attack on this very territory cannot."""
    return then if isinstance(then, Closing) or then.dst != dst else Fight()


def target(rules: Rules, state: State) -> int:
    """The territory under attack, before a throw; `NOBODY` when there is none, or none that can go on."""
    awaits = state.awaits
    if isinstance(awaits, Declared):
        return awaits.dst
    if isinstance(awaits, Fight) and awaits.dst >= 0 and is_valid(state, awaits.src, awaits.dst):
        is_able = awaits.is_registered or available(state, awaits.src) > 0 or rules.revision < AS_THE_TABLE_STANDS
        return awaits.dst if is_able else NOBODY
    return NOBODY


def is_valid(state: State, src: int, dst: int) -> bool:
    return state.owners[src] == state.seat and state.owners[dst] not in (NOBODY, state.seat)


def is_early(state: State) -> bool:
    """One of the first three turns of each player."""
    return state.giro <= EARLY_GIRI


def is_final(state: State) -> bool:
    """One of the last three giri (art. 1)."""
    return bool(state.last_giro) and state.giro > state.last_giro - FINAL_GIRI


def at_truce(state: State, one: int, other: int) -> bool:
    return any(truce.binds(one, other) for truce in state.truces)


def truce_breaches(state: State, defender: int) -> tuple[Breach, ...]:
    if not state.truces or not at_truce(state, state.seat, defender):
        return ()
    it, en = "tra i due c'è la tregua del Diplomatico", "a Diplomatico's truce stands between the two"
    return (infraction("17", it, en),)


def available(state: State, src: int) -> int:
    """Armies that may leave a territory in its owner's turn: one stays, hidden ones never attack (23), new factory armies wait (19)."""
    able = state.armies[src] - state.hidden[src] - (state.locked[src] or 1)
    return able if able > 0 else 0


def staying_breaches(rules: Rules, state: State, src: int, going: int, article: str) -> Iterator[Breach]:
    """Why so many armies may not leave the territory."""
    stays, new = state.armies[src] - going, state.locked[src]
    beside = state.hidden[src] if new and rules.revision >= FACTORY_ARMIES_STAY_BESIDE_HIDDEN_ONES else 0
    if stays < 1:
        yield infraction(
            article,
            "almeno un'armata resta: una torna indietro",
            "at least one army stays: one goes back",
            waivable=False,
        )
    elif stays < new + beside:
        yield infraction("19", "le armate della fabbrica restano per un turno", "the factory's armies stay for a turn")
    if state.hidden[src] and 1 <= stays < state.hidden[src] + 1:
        yield infraction("23", "le armate nascoste non si muovono", "hidden armies do not move")


def thinned(rules: Rules, state: State, place: int) -> State:
    """After armies have left or fallen, by whatever was registered: no more hidden or new ones stand there than armies."""
    there = state.armies[place]
    if rules.revision < AS_THE_TABLE_STANDS:
        return state
    if state.hidden[place] <= there and state.locked[place] <= there:
        return state
    hidden = put(state.hidden, place, min(there, state.hidden[place]))
    return state.with_(hidden=hidden, locked=put(state.locked, place, min(there, state.locked[place])))


# -- cards


def kit_number(rules: Rules, card: str) -> int:
    return rules.board.kit_index[card]


def in_kit(rules: Rules, state: State, seat: int, card: str) -> int:
    return state.kits[seat][kit_number(rules, card)]


def out_by(rules: Rules, state: State, seat: int) -> str:
    """The article by which a seat plays no longer: of who was eliminated (7) or left the table."""
    if rules.revision < ONE_LAW or state.is_active(seat):
        return ""
    return "base.leaving" if state.standing[seat] == ABANDONED else "7"


def _gone(rules: Rules, state: State, by: By) -> Breach | None:
    """Why a card is nobody's any more: its player is out."""
    article = out_by(rules, state, by) if isinstance(by, int) else ""
    return impossible("non è più in gioco", "this player is no longer in the game", article) if article else None


def kit_breaches(rules: Rules, state: State, by: By, card: str) -> Iterator[Breach]:
    if gone := _gone(rules, state, by):
        yield gone
    elif not isinstance(by, int) or not in_kit(rules, state, by, card):
        yield impossible(
            "non ha più la carta: {card}",
            "the card is spent: {card}",
            rules.board.cards[card].article,
            card=rules.board.cards[card].name,
        )


def spent(rules: Rules, state: State, seat: int, card: str) -> State:
    """A card of the kit leaves the game."""
    number = kit_number(rules, card)
    kit = put(state.kits[seat], number, max(0, state.kits[seat][number] - 1))
    return _noted(state.with_(kits=put(state.kits, seat, kit)), seat, card)


def figure_breaches(rules: Rules, state: State, by: By, card: str) -> Iterator[Breach]:
    """Whether the figure can be in the hand, and how many a turn."""
    if gone := _gone(rules, state, by):
        yield gone
        return
    if by == state.seat and rules.figures_a_turn == "one_each" and card in state.played:
        yield infraction("17", "una figura per tipo a turno", "one figure of each kind a turn")
    if not isinstance(by, int) or not can_hold(rules, state, by, (card,)):
        yield impossible("quella carta non può essere nella sua mano", "that card cannot be in this hand", "17")


def figure_played(rules: Rules, state: State, seat: int, card: str) -> State:
    return _noted(played(rules, state, seat, (card,)), seat, card)


def _noted(state: State, seat: int, card: str) -> State:
    return state.with_(played=(*state.played, card)) if seat == state.seat else state


def is_kit(rules: Rules, card: str) -> bool:
    return card in rules.board.cards and rules.board.cards[card].kind == KIT
