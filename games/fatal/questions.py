"""What a question of F.A.T.A.L. offers: seats, cards, treasures, lineages, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.fatal import hidden, hoards, labels
from games.fatal.contents import TYPES
from games.fatal.rules import Rules
from games.fatal.state import (
    DECK,
    NOBODY,
    State,
)
from games.kernel.acts import JUDGE, By
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import pick, pick_next, present, require
from games.kernel.words import Words, listed, seat_words

Asker = Callable[[Rules, State, Partial], Ask]
DONE = "done"


def nothing_to_ask(name: str, by: Callable[[State], By]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return ready(by(state), partial, labels.ACT_WORDS[name])

    return ask


def once(kinds: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(kinds))


def which_treasure() -> Words:
    return Words("Quale tesoro?", "Which treasure?")


def pick_seat(partial: Partial, by: By, field: str, words: Words, seats: Iterable[int]) -> Ask:
    return pick(partial, by, field, words, [Choice(seat, seat_words(seat), {field: seat}) for seat in seats])


def pick_card(rules: Rules, partial: Partial, by: int, kinds: Iterable[int]) -> Ask:
    options = [card_choice(rules, kind, {"card": rules.box.card_id(kind)}) for kind in by_print(rules, kinds)]
    words = Words("Quale carta del {seat}?", "Which card of {seat}?").fill({"seat": seat_words(by)})
    return pick(partial, by, "card", words, options)


def card_choice(rules: Rules, kind: int, sets: dict[str, Any]) -> Choice:
    """A card by its print: an effect and a symbol, or an enchantment by its name."""
    if not rules.box.is_vision(kind):
        return Choice(
            rules.box.card_id(kind), labels.card_words(rules, kind), sets, "enchantment", marks=("enchantment",)
        )
    one = rules.box.visions[kind]
    marks = (one.type, one.symbol or labels.NO_SYMBOL)
    return Choice(rules.box.card_id(kind), labels.card_words(rules, kind), sets, one.type, marks=marks)


def by_print(rules: Rules, kinds: Iterable[int]) -> list[int]:
    """Cards as a judge looks for them: visions by effect, symbol and stars, the enchantments last."""

    def printed(kind: int) -> tuple[Any, ...]:
        if not rules.box.is_vision(kind):
            return (1, kind)
        one = rules.box.visions[kind]
        return (0, TYPES.index(one.type), one.symbol, one.stars, one.tip, one.again, kind)

    return sorted(kinds, key=printed)


def pick_cards(
    rules: Rules, state: State, partial: Partial, by: By, zone: str, seat: int, least: int, most: int
) -> Ask:
    """Cards one by one, until there are enough."""
    chosen = list(partial.get("cards", ()))
    if len(chosen) >= most or partial.get("more") == DONE:
        return ready(
            by, {**partial, "cards": chosen}, Words("{n:carta|carte}", "{n:card|cards}").fill({"n": len(chosen)})
        )
    after = present(hidden.expose(state, zone, seat, tuple(rules.box.cards[name] for name in chosen)))
    kinds = hidden.showable(after, zone, seat)
    options = [
        card_choice(rules, kind, {"cards": [*chosen, rules.box.card_id(kind)]}) for kind in by_print(rules, kinds)
    ]
    if len(chosen) >= least:
        options.append(
            Choice(
                DONE, Words("Registra: nessun'altra", "Record: no other"), {"cards": chosen, "more": DONE}, ends=True
            )
        )
    facts = {"n": len(chosen) + 1, "most": most, "seat": seat_words(seat)}
    words = Words("Quale carta del {seat}? ({n} di {most})", "Which card of {seat}? ({n} of {most})")
    return pick_next(partial, by, "cards", words.fill(facts), options)


def pick_treasure(rules: Rules, partial: Partial, by: By, words: Words, kinds: Iterable[int]) -> Ask:
    return pick(partial, by, "treasure", words, [treasure_choice(rules, kind) for kind in kinds])


def treasure_choice(rules: Rules, kind: int, sets: dict[str, Any] | None = None) -> Choice:
    one = rules.box.treasures[kind]
    return Choice(one.id, labels.treasure_words(rules, kind), sets or {"treasure": one.id}, one.colour)


def pick_treasures(rules: Rules, state: State, partial: Partial, by: By, place: int, count: int) -> Ask:
    """Treasures one by one out of a place, until there are enough."""
    chosen = list(partial.get("treasures", ()))
    if len(chosen) >= count:
        return ready(
            by,
            {**partial, "treasures": chosen},
            Words("{n:tesoro|tesori}", "{n:treasure|treasures}").fill({"n": len(chosen)}),
        )
    after = present(hoards.exposed(state, place, tuple(rules.box.hoard[name] for name in chosen)))
    options = [
        treasure_choice(rules, kind, {"treasures": [*chosen, rules.box.treasures[kind].id]})
        for kind in hoards.possible(after, place)
    ]
    facts = {"n": len(chosen) + 1, "most": count, "seat": seat_words(place)}
    words = Words("Quale tesoro? ({n} di {most})", "Which treasure? ({n} of {most})")
    if place != DECK:
        words = Words("Quale tesoro del {seat}? ({n} di {most})", "Which treasure of {seat}? ({n} of {most})")
    return pick_next(partial, by, "treasures", words.fill(facts), options)


def open_choice(rules: Rules, value: str | int, names: Iterable[str], sets: dict[str, Any]) -> Choice:
    words = listed([labels.treasure_words(rules, rules.box.hoard[name]) for name in names])
    return Choice(value, words if words.it else Words("nessuno", "none"), sets)


def pick_lineage(rules: Rules, partial: Partial, by: int, lineages: Iterable[str]) -> Ask:
    options = [Choice(one, labels.lineage_words(rules, one), {"character": one}) for one in lineages]
    words = Words("Quale stirpe ha il {seat}?", "Which lineage has {seat}?").fill({"seat": seat_words(by)})
    return pick(partial, by, "character", words, options)


def by_seat_in_turn(state: State) -> By:
    require(state.seat != NOBODY)
    return state.seat


def by_judge(state: State) -> By:
    return JUDGE
