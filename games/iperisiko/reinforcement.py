"""Articles 13, 14 and 18: placing what is due, one combination of cards a turn, and the three armies of the Riserva."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.iperisiko.acts import Combination, Place, Riserva
from games.iperisiko.deck import can_hold, is_figure, played
from games.iperisiko.rules import RESERVE, RINFORZO, Rules
from games.iperisiko.setting_up import added, first_place, first_place_breaches
from games.iperisiko.state import Closing, Declared, Fight, PlaceFirst, Reinforce, State, put
from games.iperisiko.turns import is_under_way, kit_breaches, not_now, out_of_turn, spent
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN
from games.risiko.board import JOLLY

# Armies for a combination alone and with one, two or three rinforzi (art. 14).
TABLE = {"coppia": (4, 8, 13, 18), "scala": (6, 10, 16, 20), "tris": (9, 15, 20, 25), "poker": (13, 20, 25, 30)}
MOST_RINFORZI = 3
OWN_TERRITORY = 1

# -- placing


def place_breaches(rules: Rules, state: State, by: By, act: Place) -> Iterator[Breach]:
    if not isinstance(state.awaits, (PlaceFirst, Reinforce)):
        yield not_now("non ci sono armate da collocare", "there are no armies to place", "base.placing")
        return
    places = [rules.board.index[name] for name in act.armies]
    if not places:
        yield impossible("nessuna armata collocata", "no army placed")
    owner = state.awaits.seat if isinstance(state.awaits, PlaceFirst) else state.seat
    if isinstance(state.awaits, PlaceFirst):
        yield from first_place_breaches(rules, state, by, act)
    else:
        yield from out_of_turn(state, by)
        yield from _due(state.awaits, sum(act.armies.values()))
    if any(state.owners[place] != owner for place in places):
        yield impossible(
            "si colloca solo su territori propri", "armies go onto one's own territories only", "base.placing"
        )


def _due(awaits: Reinforce, total: int) -> Iterator[Breach]:
    if total > awaits.left:
        yield infraction(
            "13",
            "ha diritto a {left:armata|armate}, non a {total}",
            "{left:# army is|# armies are} due, not {total}",
            left=awaits.left,
            total=total,
        )


def place(rules: Rules, state: State, by: By, act: Place) -> State:
    if isinstance(state.awaits, PlaceFirst):
        return first_place(rules, state, by, act)
    assert isinstance(state.awaits, Reinforce)
    left = max(0, state.awaits.left - sum(act.armies.values()))
    return state.with_(awaits=Reinforce(left), armies=added(rules, state.armies, act.armies))


# -- art. 14, combinations


def combination_breaches(rules: Rules, state: State, by: By, act: Combination) -> Iterator[Breach]:
    if unknown := [card for card in act.cards if card not in rules.deck and card not in (RINFORZO, JOLLY)]:
        raise Unreadable("carta sconosciuta: {card}", "unknown card: {card}", card=unknown[0])
    yield from out_of_turn(state, by)
    yield from _exchange_moment(state)
    if state.combinations:
        yield infraction("14", "una sola combinazione a turno", "one combination a turn")
    if not worth(rules, act.cards):
        yield infraction("14", "non è una combinazione della tabella", "no combination of the table", waivable=False)
    if not can_hold(rules, state, state.seat, act.cards):
        yield impossible("quelle carte non possono essere nella sua mano", "those cards cannot be in this hand", "14")


def _exchange_moment(state: State) -> Iterator[Breach]:
    if not is_under_way(state):
        yield not_now("nessuno ha carte da cambiare", "nobody has cards to exchange", "14")
    elif not may_exchange(state):
        yield infraction("14", "le carte si cambiano a inizio turno", "cards are exchanged at the start of a turn")


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
    left = state.awaits.left if isinstance(state.awaits, Reinforce) else 0
    awaits = Reinforce(left + gain(rules, state, act.cards))
    return played(rules, state, state.seat, act.cards).with_(awaits=awaits, combinations=state.combinations + 1)


# -- art. 18


def riserva_breaches(rules: Rules, state: State, by: By, act: Riserva) -> Iterator[Breach]:
    """In any phase of one's own turn, from the very first."""
    dst = rules.board.index[act.dst]
    yield from out_of_turn(state, by)
    if not isinstance(state.awaits, (Reinforce, Fight, Declared, Closing)):
        yield not_now("la riserva si posa tra un'azione e l'altra", "the reserve is placed between two actions", "18")
    if state.owners[dst] != by:
        yield impossible("la riserva va su un territorio proprio", "the reserve goes onto one's own territory", "18")
    yield from kit_breaches(rules, state, by, "riserva")


def riserva(rules: Rules, state: State, by: By, act: Riserva) -> State:
    dst = rules.board.index[act.dst]
    awaits = Reinforce(state.awaits.left) if isinstance(state.awaits, Reinforce) else state.awaits
    return spent(rules, state, state.seat, "riserva").with_(
        awaits=awaits, armies=put(state.armies, dst, state.armies[dst] + RESERVE)
    )


CHAPTER: Chapter = {
    Place: Rule(place_breaches, place, IN_TURN),
    Combination: Rule(combination_breaches, combination, IN_TURN, "14"),
    Riserva: Rule(riserva_breaches, riserva, IN_TURN, "18"),
}
