"""Reinforcements (base), sets of cards (art. 14), the limit of armies (art. 19), and garrisons by option (art. 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import permutations
from operator import le, or_, sub

from games.kernel.acts import Act, By
from games.kernel.breaches import Breach, impossible, infraction, standing
from games.kernel.game import Chapter, Rule
from games.kernel.latest import latest
from games.kernel.score import CountLine
from games.kernel.seats import ABANDONED
from games.kernel.speakers import IN_TURN
from games.kernel.values import put
from games.kernel.words import Words
from games.risiko.acts import Place, Tris
from games.risiko.board import JOLLIES, JOLLY
from games.risiko.rules import HAND_LIMIT, IN_MID_FIGHT, SETS_DOWN_TO_SEVEN, Rules
from games.risiko.setting_up import added, first_place, first_place_breaches
from games.risiko.state import UNDER_WAY, Fight, PlaceFirst, Reinforce, State
from games.risiko.turns import due, room, whole_continents

SAME, DIFFERENT, WITH_JOLLY = 8, 10, 12
OWN_TERRITORY = 2


# -- placing


def place_breaches(rules: Rules, state: State, by: By, act: Place) -> Iterable[Breach]:
    """Nothing is left to ask of armies that are due, that the box holds, and that go onto one's own territories."""
    awaits, index, owners = state.awaits, rules.board.index, state.owners
    total = sum(act.armies.values())
    if (
        type(awaits) is Reinforce
        and 0 < total <= awaits.left
        and sum(state.armies) + total <= rules.army_limit
        and rules.garrison != "everywhere"
        and not [name for name in act.armies if owners[index[name]] != by]
    ):
        return ()
    return _place_breaches(rules, state, by, act)


def _place_breaches(rules: Rules, state: State, by: By, act: Place) -> Iterator[Breach]:
    awaits = state.awaits
    index = rules.board.index
    places = [index[name] for name in act.armies]
    if not places:
        yield impossible("nessuna armata collocata", "no army placed")
    total = sum(act.armies.values())
    if isinstance(awaits, PlaceFirst):
        yield from first_place_breaches(awaits, by, total)
    elif total > (left := due(state)) or sum(state.armies) + total > rules.army_limit:
        yield from _too_many(rules, state, left, total)
    owners = state.owners
    if [place for place in places if owners[place] != by]:
        yield impossible(
            "si colloca solo su territori propri", "armies go onto one's own territories only", "base.placing"
        )
    elif rules.garrison == "everywhere":
        yield from _unfilled_garrisons(rules, state, by, act)


def _too_many(rules: Rules, state: State, left: int, total: int) -> Iterator[Breach]:
    """More than are due, or than one player may have (art. 19)."""
    if total > left:
        yield infraction(
            "base.placing",
            "ha diritto a {left:armata|armate}, non a {total}",
            "{left:# army is|# armies are} due, not {total}",
            left=left,
            total=total,
        )
    if total > room(rules, state, state.seat):
        yield infraction(
            "19",
            "avrebbe in campo più di {limit:armata|armate}",
            "there would be more than {limit:army|armies} on the board",
            limit=rules.army_limit,
        )


def _unfilled_garrisons(rules: Rules, state: State, by: By, act: Place) -> Iterator[Breach]:
    """By option, no army goes onto a territory of two or more while a border territory of the seat holds one (art. 10)."""
    assert isinstance(by, int)
    after = added(rules, state.armies, act.armies)
    bare = any(after[place] == 1 and faces_enemy(rules, state, place, by) for place in state.territories_of(by))
    heaped = any(after[rules.board.index[name]] > 2 for name in act.armies)
    if bare and heaped:
        yield infraction(
            "10", "prima si portano a due i territori di confine", "border territories are brought to two first"
        )


def faces_enemy(rules: Rules, state: State, place: int, seat: int) -> bool:
    """Whether the territory borders on an opponent's; by option, who left is no opponent any more (art. 13)."""
    owners = state.owners
    enemies = [owners[other] for other in rules.board.borders[place] if owners[other] != seat]
    if enemies and rules.passive_lands == "nobody":
        return any(state.standing[owner] != ABANDONED for owner in enemies)
    return bool(enemies)


def place(rules: Rules, state: State, by: By, act: Place) -> State:
    awaits = state.awaits
    if type(awaits) is PlaceFirst:
        assert isinstance(by, int)
        return first_place(rules, state, by, awaits, act)
    left, armies = max(0, due(state) - sum(act.armies.values())), added(rules, state.armies, act.armies)
    if type(awaits) is Reinforce:
        return state.with_(awaits=Reinforce(left), armies=armies)
    return state.with_(unplaced=left, armies=armies)


# -- sets of cards


def tris_breaches(rules: Rules, state: State, by: By, act: Tris) -> Iterator[Breach]:
    bits = card_bits(rules, state, act.cards)
    if not may_play(rules, state):
        yield infraction("11", "i tris si giocano nella fase di rinforzo", "sets are played in the reinforcement phase")
    if bits is None or not can_hold(state, state.seat, bits):
        yield impossible("quelle carte non possono essere nella sua mano", "those cards cannot be in this hand", "14")
    if worth(rules, act.cards) == 0:
        yield infraction(
            "14",
            "non è un tris: le carte tornano in mano",
            "this is no set: the cards go back to the hand",
            waivable=False,
        )
    if rules.several_tris == "one" and state.sets and not must_play(rules, state):
        yield infraction("14", "un solo tris a turno", "one set a turn")


def may_play(rules: Rules, state: State) -> bool:
    return type(state.awaits) is Reinforce or must_play(rules, state)


def must_play(rules: Rules, state: State) -> bool:
    """By option, whoever holds more than seven cards after booty plays sets at once, down to seven (art. 12)."""
    if rules.booty != "play_at_once" or state.hand_size(state.seat) <= HAND_LIMIT:
        return False
    is_amid_sets = isinstance(state.awaits, Reinforce) and state.conquests > 0
    return isinstance(state.awaits, Fight) or (is_amid_sets and rules.revision >= SETS_DOWN_TO_SEVEN)


def set_first() -> Breach:
    return standing("12", "ha più di sette carte: prima gioca un tris", "more than seven cards: a set is played first")


def still_to_place(left: int) -> Breach:
    return standing(
        "base.placing",
        "{left:resta # armata|restano # armate} da collocare",
        "{left:# army is|# armies are} still to be placed",
        left=left,
    )


def worth(rules: Rules, cards: tuple[str, ...]) -> int:
    """The armies for three cards, 0 when they are no set (art. 14). Territory cards count by their figure."""
    if len(cards) != 3:
        return 0
    figures = [rules.board.symbols[rules.board.index[card]] for card in cards if card != JOLLY]
    if len(figures) == 3:
        return {1: SAME, 3: DIFFERENT}.get(len(set(figures)), 0)
    if len(figures) == 2:
        return WITH_JOLLY if figures[0] == figures[1] else 0
    return WITH_JOLLY if len(figures) == 1 and rules.two_jollies == "set_of_12" else 0


def gain(rules: Rules, state: State, cards: tuple[str, ...]) -> int:
    """What the set brings: its worth, and two for each card whose territory the player owns."""
    return worth(rules, cards) + OWN_TERRITORY * len(_own_territories(rules, state, cards))


def _own_territories(rules: Rules, state: State, cards: tuple[str, ...]) -> list[int]:
    places = [rules.board.index[card] for card in cards if card != JOLLY]
    return [place for place in places if state.owners[place] == state.seat]


def tris(rules: Rules, state: State, by: By, act: Tris) -> State:
    bits = card_bits(rules, state, act.cards)
    assert bits is not None
    left = due(state) + gain(rules, state, act.cards)
    after = remade(rules, discarded(state, state.seat, bits))
    if rules.set_bonus == "there":
        for place in _own_territories(rules, state, act.cards):
            left -= OWN_TERRITORY
            laid = min(OWN_TERRITORY, room(rules, after, state.seat))
            after = after.with_(armies=put(after.armies, place, after.armies[place] + laid))
    after = after.with_(sets=state.sets + 1)
    if rules.revision >= IN_MID_FIGHT and not may_play(rules, state):
        # Registered: the attack under way goes on.
        return after.with_(unplaced=min(left, room(rules, after, state.seat)))
    return after.with_(awaits=Reinforce(left), unplaced=0)


# -- what is known of closed hands


@latest
def card_bits(rules: Rules, state: State, cards: tuple[str, ...]) -> tuple[int, ...] | None:
    """The bit of each card. A jolly is whichever the seat in turn can hold; None when a card is named twice, or too many jollies."""
    if JOLLY not in cards:
        plain = tuple([rules.board.index[card] for card in cards])
        return plain if len(set(plain)) == len(plain) else None
    ways = list(card_readings(rules, state, cards))
    return next((bits for bits in ways if can_hold(state, state.seat, bits)), ways[0] if ways else None)


def card_readings(rules: Rules, state: State, cards: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to read the names as different cards that nobody has shown: the two jollies look alike, and may lie in different decks."""
    jollies = [rules.board.size + number for number in reversed(range(JOLLIES))]
    free = [bit for bit in jollies if any(unseen >> bit & 1 for unseen in state.unseen)]
    for chosen in permutations(free, cards.count(JOLLY)):
        left = iter(chosen)
        bits = tuple(next(left) if card == JOLLY else rules.board.index[card] for card in cards)
        if len(set(bits)) == len(bits):
            yield bits


def can_hold(state: State, seat: int, bits: tuple[int, ...]) -> bool:
    """Whether public facts leave it possible that these cards are in the hand: each in a deck that the seat drew from, often enough."""
    needed = [sum([unseen >> bit & 1 for bit in bits]) for unseen in state.unseen]
    return sum(needed) == len(bits) and all(map(le, needed, state.hands[seat]))


def discarded(state: State, seat: int, bits: tuple[int, ...]) -> State:
    """The cards are played: out of the hand, face up among the used ones."""
    mask = sum([1 << bit for bit in bits])
    spent = [(unseen & mask).bit_count() for unseen in state.unseen]
    hand = tuple(map(sub, state.hands[seat], spent))
    return state.with_(
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        unseen=tuple([unseen & ~mask for unseen in state.unseen]),
        used=state.used | mask,
    )


def remade(rules: Rules, state: State) -> State:
    """The deck after a card drawn or a set played: made anew where it is at an end, by option only when a card is due."""
    return state if rules.deck_again == "next_draw" else stocked(state)


def stocked(state: State) -> State:
    """The deck is at an end: the used cards, shuffled, are the new one (art. 11).

    Where nobody said which cards were played, any may be in it.
    """
    if state.deck:
        return state
    every = reduce(or_, state.unseen, state.used)
    count = every.bit_count() - sum(map(sum, state.hands))
    if count <= 0:
        return state
    return state.with_(
        deck=count,
        unseen=(*state.unseen, state.used if count == state.used.bit_count() else every),
        used=0,
        hands=tuple((*hand, 0) for hand in state.hands),
    )


CHAPTER: Chapter = {
    Place: Rule(place_breaches, place, IN_TURN, "4", (*UNDER_WAY, PlaceFirst)),
    Tris: Rule(tris_breaches, tris, IN_TURN, "14", UNDER_WAY),
}


# -- what the turn brings, in words


def income_lines(rules: Rules, state: State, turn: Iterable[Act]) -> Iterator[CountLine]:
    """Territories, whole continents, sets: nothing once the attack began, for the land is another by then."""
    if type(state.awaits) is not Reinforce or not state.giro or state.conquests:
        return
    seat, owners = state.seat, state.owners
    words = Words("{n:territorio|territori}", "{n:territory|territories}").fill({"n": owners.count(seat)})
    yield CountLine(words, str(owners.count(seat) // 3))
    yield from whole_continents(rules, owners, seat)
    for act in turn:
        if isinstance(act, Tris):
            yield CountLine(Words("tris", "set"), str(gain(rules, state, act.cards)))
