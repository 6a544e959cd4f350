"""Articles 13, 14 and 18: placing what is due, one combination of cards a turn, and the three armies of the Riserva."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from games.iperisiko.acts import Combination, Place, Riserva
from games.iperisiko.deck import can_hold, is_figure, played
from games.iperisiko.rules import IN_MID_FIGHT, RESERVE, RINFORZO, Rules
from games.iperisiko.setting_up import added, first_place, first_place_breaches
from games.iperisiko.state import IN_PLAY, UNDER_WAY, PlaceFirst, Reinforce, State
from games.iperisiko.turns import due, earns_nothing, kit_breaches, nearest_third, spent
from games.kernel.acts import Act, By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.score import CountLine
from games.kernel.speakers import IN_TURN, ITS_OWN
from games.kernel.values import put
from games.kernel.words import Words
from games.risiko.board import JOLLY

# Armies for a combination alone and with one, two or three rinforzi (art. 14).
TABLE = {"coppia": (4, 8, 13, 18), "scala": (6, 10, 16, 20), "tris": (9, 15, 20, 25), "poker": (13, 20, 25, 30)}
MOST_RINFORZI = 3
OWN_TERRITORY = 1

# -- placing


def place_breaches(rules: Rules, state: State, by: By, act: Place) -> Iterator[Breach]:
    places = [rules.board.index[name] for name in act.armies]
    if not places:
        yield impossible("nessuna armata collocata", "no army placed")
    if isinstance(state.awaits, PlaceFirst):
        yield from first_place_breaches(rules, state, by, act)
    else:
        yield from _due(due(state), sum(act.armies.values()))
    if any(state.owners[place] != by for place in places):
        yield impossible(
            "si colloca solo su territori propri", "armies go onto one's own territories only", "base.placing"
        )


def _due(left: int, total: int) -> Iterator[Breach]:
    if total > left:
        yield infraction(
            "13",
            "ha diritto a {left:armata|armate}, non a {total}",
            "{left:# army is|# armies are} due, not {total}",
            left=left,
            total=total,
        )


def place(rules: Rules, state: State, by: By, act: Place) -> State:
    if isinstance(state.awaits, PlaceFirst):
        return first_place(rules, state, by, act)
    left, armies = max(0, due(state) - sum(act.armies.values())), added(rules, state.armies, act.armies)
    if isinstance(state.awaits, Reinforce):
        return state.with_(awaits=Reinforce(left), armies=armies)
    return state.with_(unplaced=left, armies=armies)


# -- art. 14, combinations


def combination_breaches(rules: Rules, state: State, by: By, act: Combination) -> Iterator[Breach]:
    if unknown := [card for card in act.cards if card not in rules.deck and card not in (RINFORZO, JOLLY)]:
        raise Unreadable("carta sconosciuta: {card}", "unknown card: {card}", card=unknown[0])
    if not may_exchange(state):
        yield infraction("14", "le carte si cambiano a inizio turno", "cards are exchanged at the start of a turn")
    if state.combinations:
        yield infraction("14", "una sola combinazione a turno", "one combination a turn")
    if not worth(rules, act.cards):
        yield infraction(
            "14",
            "non è una combinazione della tabella: le carte tornano in mano",
            "no combination of the table: the cards go back to the hand",
            waivable=False,
        )
    if not can_hold(rules, state, state.seat, act.cards):
        yield impossible("quelle carte non possono essere nella sua mano", "those cards cannot be in this hand", "14")


def may_exchange(state: State) -> bool:
    return isinstance(state.awaits, Reinforce) and not state.has_moved and not state.has_flown


def combination_name(rules: Rules, cards: Sequence[str]) -> str:
    """Which row of the table the figures make, rinforzi apart; empty for none. A jolly stands for any figure."""
    figures = [rules.board.symbols[rules.board.index[card]] for card in cards if card not in (RINFORZO, JOLLY)]
    jollies, most = list(cards).count(JOLLY), max(Counter(figures).values(), default=0)
    together = len(figures) + jollies
    if not figures:
        return ""
    if most + jollies == together:
        return {2: "coppia", 3: "tris", 4: "poker"}.get(together, "")
    return "scala" if together == 3 and most == 1 else ""


def worth(rules: Rules, cards: Sequence[str]) -> int:
    """The armies of the table, 0 for cards that are not in it."""
    rinforzi = list(cards).count(RINFORZO)
    if rinforzi > MOST_RINFORZI or any(is_figure(rules, card) for card in cards):
        return 0
    name = combination_name(rules, cards)
    return TABLE[name][rinforzi] if name else 0


def gain(rules: Rules, state: State, cards: Sequence[str]) -> int:
    """What the cards bring: their worth, and one army for each territory shown that the player owns."""
    own = sum(card in rules.board.index and state.owners[rules.board.index[card]] == state.seat for card in cards)
    return worth(rules, cards) + OWN_TERRITORY * own


def combination(rules: Rules, state: State, by: By, act: Combination) -> State:
    left = due(state) + gain(rules, state, act.cards)
    exchanged = played(rules, state, state.seat, act.cards).with_(combinations=state.combinations + 1)
    if rules.revision >= IN_MID_FIGHT and not isinstance(state.awaits, Reinforce):
        return exchanged.with_(unplaced=left)  # registered: the turn goes on where it is
    return exchanged.with_(awaits=Reinforce(left), unplaced=0)


# -- art. 18


def riserva_breaches(rules: Rules, state: State, by: By, act: Riserva) -> Iterator[Breach]:
    """In any phase of one's own turn, from the very first."""
    dst = rules.board.index[act.dst]
    places = [dst, *(rules.board.index[name] for name in act.also)]
    if not isinstance(state.awaits, UNDER_WAY) and rules.reserve_when == "between":
        yield infraction("18", "la riserva si posa tra un'azione e l'altra", "the reserve is laid between two actions")
    if act.also:
        yield infraction("18", "la riserva va su un unico territorio", "the reserve goes onto a single territory")
    if any(state.owners[place] != by for place in places) or len(set(places)) < len(places):
        yield impossible("la riserva va su un territorio proprio", "the reserve goes onto one's own territory", "18")
    if sum(act.also.values()) >= RESERVE:
        yield impossible("la riserva è di tre armate", "the reserve has three armies", "18")
    yield from kit_breaches(rules, state, by, "riserva")


def riserva(rules: Rules, state: State, by: By, act: Riserva) -> State:
    dst = rules.board.index[act.dst]
    awaits = Reinforce(state.awaits.left) if isinstance(state.awaits, Reinforce) else state.awaits
    assert isinstance(by, int)
    armies = added(rules, put(state.armies, dst, state.armies[dst] + RESERVE - sum(act.also.values())), act.also)
    return spent(rules, state, by, "riserva").with_(awaits=awaits, armies=armies)


CHAPTER: Chapter = {
    Place: Rule(place_breaches, place, IN_TURN, "base.placing", (*UNDER_WAY, PlaceFirst)),
    Combination: Rule(combination_breaches, combination, IN_TURN, "14", UNDER_WAY),
    Riserva: Rule(riserva_breaches, riserva, ITS_OWN, "18", IN_PLAY),
}


# -- what the turn brings, in words


def income_lines(rules: Rules, state: State, turn: Iterable[Act]) -> Iterator[CountLine]:
    """Territories from the second giro on, whole continents, exchanged cards: nothing once the attack began."""
    if type(state.awaits) is not Reinforce or not state.giro:
        return
    seat, owners = state.seat, state.owners
    if not earns_nothing(rules, state.giro):
        if state.giro > 1:
            words = Words("{n:territorio|territori}", "{n:territory|territories}").fill({"n": owners.count(seat)})
            yield CountLine(words, str(nearest_third(owners.count(seat))))
        for continent in rules.board.continents:
            if continent.of(owners).count(seat) == len(continent.territories):
                yield CountLine(continent.name, str(continent.bonus))
    for act in turn:
        if isinstance(act, Combination):
            yield CountLine(Words("combinazione", "combination"), str(gain(rules, state, act.cards)))
