"""What is asked in phase 1: cards drawn and put aside, events with all that they bring."""

from __future__ import annotations

from games.fabrisiko import labels
from games.fabrisiko.board import KINDS, STRUCTURES
from games.fabrisiko.events import (
    PER_STRUCTURE,
    rebellious,
    refugees,
    refuges,
    shaken,
)
from games.fabrisiko.legal import events, exchangeable, frazioni
from games.fabrisiko.questions import Asker, nothing_to_ask, one_more, pick_units, territory_choices, totals
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import (
    Fleeing,
    Heat,
    Quake,
    Rebels,
    State,
    Swapping,
)
from games.fabrisiko.turns import cards_due
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import awaited, pick, present, require
from games.kernel.words import Words, seat_words


def _draw(rules: Rules, state: State, partial: Partial) -> Ask:
    due = cards_due(rules, state, state.seat)
    require(due)
    words = Words("Pesca {n:carta|carte}", "Draws {n:card|cards}").fill({"n": due})
    return ready(state.seat, {**partial, "cards": due}, words)


def _swap(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, Swapping)
    chosen = tuple(partial.get("cards", ()))
    words = Words("Quale carta scarta il {seat}?", "Which card does {seat} put aside?")
    words = words.fill({"seat": seat_words(state.seat)})
    if len(chosen) >= awaits.most or (chosen and not partial.get("more")):
        return ready(state.seat, partial, words)
    options = [
        Choice(card, labels.CARD_WORDS[card], {"cards": [*chosen, card], "more": True})
        for card in exchangeable(rules, state, chosen)
    ]
    if chosen:
        options.insert(0, Choice("done", Words("basta così", "no more"), {"more": False}, ends=True))
    return Ask("pick", words, state.seat, "card", tuple(options), partial=partial)


def _event(rules: Rules, state: State, partial: Partial) -> Ask:
    if "card" not in partial:
        options = [Choice(card, labels.CARD_WORDS[card], {"card": card}) for card in events(rules, state)]
        words = Words("Quale evento gioca il {seat}?", "Which event does {seat} play?")
        return pick(partial, state.seat, "card", words.fill({"seat": seat_words(state.seat)}), options)
    words = present(labels.CARD_WORDS.get(partial["card"]))
    if partial["card"] != "terremoto":
        return ready(state.seat, partial, words)
    return pick(partial, state.seat, "at", words, territory_choices(rules, frazioni(rules, state), "at"))


def _revolt(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, Rebels)
    words = Words("Dove scoppia la ribellione?", "Where does the rebellion break out?")
    return pick(partial, awaits.chooser, "at", words, territory_choices(rules, rebellious(rules, state), "at"))


def _flee(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, Fleeing)
    owned = totals(refugees(state, awaits.at))
    if "dst" not in partial:
        places = {place for kind in owned for place in refuges(rules, state, awaits.at, kind)}
        options = territory_choices(rules, sorted(places), "dst")
        lost = Choice("", Words("chi resta è distrutto", "those left are destroyed"), {"dst": ""})
        return pick(partial, state.seat, "dst", Words("Dove vanno?", "Where do they go?"), [*options, lost])
    if not partial["dst"]:
        return ready(state.seat, partial, Words("Chi resta è distrutto", "Those left are destroyed"))
    dst = rules.board.index[partial["dst"]]
    may = {kind: count for kind, count in owned.items() if dst in refuges(rules, state, awaits.at, kind)}
    return pick_units(partial, state.seat, may)


def _pay(rules: Rules, state: State, partial: Partial) -> Ask:
    """Structures given up one by one, until the rest can be paid for and the player wants to keep it."""
    awaits = awaited(state, Quake)
    lost: dict[str, int] = dict(partial.get("lose", {}))
    owned = {
        f"{STRUCTURES[kind]}@{rules.board.ids[place]}": count
        for (place, kind), count in shaken(state, awaits.places, awaits.seat).items()
    }
    cost = PER_STRUCTURE * (sum(owned.values()) - sum(lost.values()))
    words = Words(
        "Paga {n:risorsa|risorse}, o rinuncia a una struttura?", "Pay {n:resource|resources}, or give up a structure?"
    )
    words = words.fill({"n": cost})
    if not cost or (partial.get("more") is False):
        return ready(awaits.seat, partial, words)
    options = one_more(rules, partial, "lose", owned)
    if cost <= state.resources[awaits.seat]:
        sets = {"lose": lost, "more": False}
        options.insert(0, Choice("pay", Words("paga {n}", "pays {n}").fill({"n": cost}), sets, main=True, ends=True))
    return Ask("pick", words, awaits.seat, "structure", tuple(options), partial=partial)


def _disband(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, Heat)
    gone: dict[str, int] = dict(partial.get("units", {}))
    due = awaits.due - sum(gone.values())
    words = Words("Quale unità toglie? ({n})", "Which unit is given up? ({n})").fill({"n": due})
    if due <= 0:
        return ready(awaits.seat, partial, words)
    owned: dict[str, int] = {}
    for one in state.groups:
        if one.seat == awaits.seat:
            name = f"{KINDS[one.kind]}@{rules.board.ids[one.at]}"
            owned[name] = owned.get(name, 0) + one.count
    options = one_more(rules, partial, "units", owned)
    return Ask("pick", words, awaits.seat, "unit", tuple(options), partial=partial)


ASKERS: dict[str, Asker] = {
    "draw": _draw,
    "swap": _swap,
    "event": _event,
    "no_event": nothing_to_ask("no_event", lambda state: state.seat),
    "revolt": _revolt,
    "flee": _flee,
    "pay": _pay,
    "disband": _disband,
}
