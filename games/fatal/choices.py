"""What the judge may enter next: one question at a time, with its legal answers only. One function an act, in the order of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.fatal import acts, hidden, hoards, labels
from games.fatal.contents import QUEEN
from games.fatal.counting import to_unmask
from games.fatal.elimination import claimants, leavers
from games.fatal.enchantment import screen_breaches
from games.fatal.ends import ENDS
from games.fatal.leaving import CLAIM, free_lineages
from games.fatal.legal import claimable, enchantments, inheritances, payable, playable, steals, thefts
from games.fatal.moments import MOMENTS
from games.fatal.questions import (
    DONE,
    Asker,
    by_judge,
    by_seat_in_turn,
    nothing_to_ask,
    once,
    open_choice,
    pick_card,
    pick_cards,
    pick_lineage,
    pick_seat,
    pick_treasure,
    pick_treasures,
    treasure_choice,
    which_treasure,
)
from games.fatal.rules import AT_ANY_MOMENT, CHANGE, ON_DISPLAY, Rules
from games.fatal.smazzata import SEALED, to_tally
from games.fatal.state import (
    DECK,
    EMPTY,
    ENCHANT,
    STEAL,
    AwaitAim,
    AwaitDiscard,
    AwaitEffect,
    AwaitKeep,
    AwaitReveal,
    AwaitShare,
    AwaitStrike,
    AwaitSurplus,
    AwaitUnmask,
    Count,
    State,
    Turn,
)
from games.fatal.table import change_breaches
from games.fatal.treasures import is_due
from games.fatal.trimagia import targets
from games.fatal.turns import free_place, own, whole_rows
from games.kernel.acts import JUDGE, By
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import awaited, next_question, present, require
from games.kernel.words import Words, seat_words

WHICH = Words("Che cosa succede?", "What happens?")
WHO = Words("Quale giocatore?", "Which player?")
COUNTS = {
    "hands": Words("carte in mano", "cards in hand"),
    "treasures": Words("tesori coperti", "treasures face down"),
}
MOVED = {
    "hands": Words("carte passate di mano, numeri invariati", "cards changed hands, counts as before"),
    "treasures": Words("tesori passati di mano, numeri invariati", "treasures changed hands, counts as before"),
}
STRIKES = {"draw": "deliver", "award": "award", "rob": "rob", "strip": "strip"}


def choices(rules: Rules, state: State, partial: Partial) -> Ask:
    """The next question. Raises `Unreadable` when the partial act names what cannot be asked for."""
    if "type" not in partial:
        return Ask("act", WHICH, by_default(rules, state), "type", tuple(act_choices(rules, state)))
    return next_question(ASKERS, rules, state, partial)


def by_default(rules: Rules, state: State) -> By:
    return MOMENTS[type(state.awaits)].by(rules, state)


# -- which act


def act_choices(rules: Rules, state: State) -> Iterator[Choice]:
    for name in _main_acts(rules, state):
        yield _act(name, "", main=name == "play")
    if any(window.what != CLAIM for window in state.pending):
        yield _act("screen", "table")
    if any(claimable(rules, state, seat) for seat in claimants(rules, state)):
        yield _act("claim", "table")
    if isinstance(state.awaits, Turn) and playable(rules, state):
        words = Words("Gioca una visione, e non ripesca", "Lay a vision without redrawing")
        yield Choice("play_forgot", words, {"type": "play", "forgot": True}, "table")
    if isinstance(state.awaits, AwaitEffect):
        words = Words("Effetto, e non ripesca", "Effect without a redraw")
        yield Choice("effect_forgot", words, {"type": "effect", "forgot": True}, "table")
    for name in _judge_acts(rules, state):
        yield _act(name, "judge")


def _act(name: str, group: str, main: bool = False) -> Choice:
    return Choice(name, labels.ACT_WORDS[name], {"type": name}, group, main=main)


def _main_acts(rules: Rules, state: State) -> Iterator[str]:
    awaits = state.awaits
    if isinstance(awaits, Turn):
        yield from _turn_acts(rules, state)
    elif isinstance(awaits, AwaitStrike):
        strike = present(state.strike)
        yield STRIKES[strike.kind]
    elif isinstance(awaits, AwaitUnmask):
        if not rules.sealed:
            yield "unmask"
    elif isinstance(awaits, Count):
        if to_tally(state):
            yield "tally"
        elif to_unmask(rules, state) and not rules.sealed:
            yield "unmask"
    else:
        yield str(type(awaits).__struct_config__.tag)


def _turn_acts(rules: Rules, state: State) -> Iterator[str]:
    awaits = awaited(state, Turn)
    if playable(rules, state):
        yield "play"
    if awaits.step == ENCHANT:
        if enchantments(rules, state):
            yield "enchant"
        if payable(rules, state):
            yield "change"
    if awaits.step <= STEAL and steals(rules, state):
        yield "steal"
    if is_due(rules, state):
        yield "take"
    elif rules.revision >= AT_ANY_MOMENT and whole_rows(state):
        yield "trimagia"
    yield "end_play"


def _judge_acts(rules: Rules, state: State) -> Iterator[str]:
    if not state.giro or state.ended:
        return
    yield "abandon"
    if not state.stage and ENDS.open_ways(rules, state):
        yield "finish"
    yield "time_not_up" if state.last_giro else "time_up"


# -- setting up


def _first(rules: Rules, state: State, partial: Partial) -> Ask:
    return pick_seat(partial, JUDGE, "seat", Words("Chi comincia?", "Who begins?"), range(rules.seats))


def _display(rules: Rules, state: State, partial: Partial) -> Ask:
    return pick_treasures(rules, state, partial, JUDGE, DECK, ON_DISPLAY)


# -- the turn


def _enchant(rules: Rules, state: State, partial: Partial) -> Ask:
    return pick_card(rules, partial, state.seat, enchantments(rules, state))


def _effect(rules: Rules, state: State, partial: Partial) -> Ask:
    """A small menu: whose count of cards or treasures the effect has changed, until nothing else has."""
    awaits = awaited(state, AwaitEffect)
    step, _, about = str(partial.get("more", "menu")).partition(":")
    if step == DONE:
        return ready(JUDGE, partial, labels.card_words(rules, awaits.card))
    if step in COUNTS:
        return _new_count(rules, state, partial, step, int(about))
    words = Words("Che cosa cambia sul tavolo?", "What changes on the table?")
    rest = [Choice(DONE, Words("nient'altro", "nothing else"), {"more": DONE}, ends=True), *_moved(state, partial)]
    for seat in state.actives:
        for field, what in COUNTS.items():
            if str(seat) not in partial.get(field, {}):
                words_of = Words("{seat}: {what}", "{seat}: {what}").fill({"seat": seat_words(seat), "what": what})
                rest.append(Choice(f"{field}:{seat}", words_of, {"more": f"{field}:{seat}"}))
    return Ask("pick", words, JUDGE, "more", tuple(rest), partial=partial)


def _moved(state: State, partial: Partial) -> Iterator[Choice]:
    """What went from one player to another and left every count as it was: where it is now is no longer known."""
    now = {
        "hands": {str(seat): state.hand_size(seat) for seat in state.actives},
        "treasures": {str(seat): state.sides[seat].pile for seat in state.actives},
    }
    for field, words in MOVED.items():
        if any(now[field].values()) and not partial.get(field):
            yield Choice(f"{field}_moved", words, {field: now[field], "more": "menu"})


def _new_count(rules: Rules, state: State, partial: Partial, field: str, seat: int) -> Ask:
    chosen = dict(partial.get(field, {}))
    now = state.hand_size(seat) if field == "hands" else state.sides[seat].pile
    options = []
    for count in range(max(0, now - 3), now + 4):
        after = {**chosen, str(seat): count}
        whole = {**partial, field: after}
        effect = acts.Effect(hands=_by_seat(whole, "hands"), treasures=_by_seat(whole, "treasures"))
        if not any(change_breaches(rules, state, effect)):
            words = Words("{n}", "{n}").fill({"n": count})
            options.append(Choice(count, words, {field: after, "more": "menu"}))
    facts = {"seat": seat_words(seat), "what": COUNTS[field]}
    words = Words("{seat}, {what}: quante ne restano?", "{seat}, {what}: how many are there now?").fill(facts)
    return Ask("pick", words, JUDGE, field, tuple(options), partial=partial)


def _by_seat(partial: Partial, field: str) -> dict[int, int]:
    return {int(seat): count for seat, count in partial.get(field, {}).items()}


def _screen(rules: Rules, state: State, partial: Partial) -> Ask:
    strike = present(state.strike)
    seat = strike.target
    require(not any(screen_breaches(rules, state, seat, acts.Screen())))
    return ready(seat, partial, labels.ACT_WORDS["screen"])


def _change(rules: Rules, state: State, partial: Partial) -> Ask:
    if "treasure" not in partial:
        facts = {"seat": seat_words(state.seat), "n": state.sides[state.seat].pile}
        words = Words(
            "Con quale tesoro paga il {seat}? Ne ha {n} a faccia in giù.",
            "Which treasure does {seat} pay? There are {n} face down.",
        ).fill(facts)
        return pick_treasure(rules, partial, state.seat, words, payable(rules, state))
    most = min(CHANGE, state.hand_size(state.seat))
    return pick_cards(rules, state, partial, state.seat, hidden.HANDS, state.seat, 0, most)


def _surplus(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, AwaitSurplus)
    count = awaits.count
    return pick_cards(rules, state, partial, state.seat, hidden.DRAWN, state.seat, count, count)


def _steal(rules: Rules, state: State, partial: Partial) -> Ask:
    if "to" in partial:
        return ready(state.seat, partial, labels.ACT_WORDS["steal"])
    options = []
    for act in steals(rules, state):
        card = labels.card_words(rules, state.sides[act.seat].rows[act.row][act.place])
        facts = {"card": card, "seat": seat_words(act.seat), "to": act.to + 1}
        words = Words("{card} dal {seat}, nella fila {to}", "{card} from {seat}, into row {to}").fill(facts)
        sets = {"seat": act.seat, "row": act.row, "to": act.to, "place": act.place}
        options.append(Choice(f"{act.seat}.{act.row}.{act.place}.{act.to}", words, sets))
    return Ask(
        "pick",
        Words("Quale visione ruba?", "Which vision is stolen?"),
        state.seat,
        "seat",
        tuple(options),
        partial=partial,
    )


def _play(rules: Rules, state: State, partial: Partial) -> Ask:
    if "card" not in partial:
        return pick_card(rules, partial, state.seat, playable(rules, state))
    rows = [row for row in (0, 1) if free_place(state.sides[state.seat].rows[row]) != EMPTY]
    require(rows)
    if "row" in partial or len(rows) == 1:
        return ready(state.seat, {"row": rows[0], **partial}, labels.ACT_WORDS["play"])
    options = [Choice(row, Words("fila {n}", "row {n}").fill({"n": row + 1}), {"row": row}) for row in rows]
    return Ask("pick", Words("In quale fila?", "Into which row?"), state.seat, "row", tuple(options), partial=partial)


# -- A, B, C


def _take(rules: Rules, state: State, partial: Partial) -> Ask:
    if "treasure" not in partial:
        return pick_treasure(rules, partial, state.seat, which_treasure(), once(state.display))
    return pick_seat(partial, state.seat, "to", Words("A chi va?", "To whom does it go?"), state.actives)


def _turn_up(rules: Rules, state: State, partial: Partial) -> Ask:
    if "treasure" in partial:
        return ready(JUDGE, partial, labels.ACT_WORDS["turn_up"])
    options = [treasure_choice(rules, kind) for kind in hoards.possible(state, DECK)]
    if not state.above:
        options.append(Choice(QUEEN, labels.QUEEN_WORDS, {"treasure": QUEEN}))
    return Ask(
        "pick", Words("Che cosa si scopre?", "What is turned up?"), JUDGE, "treasure", tuple(options), partial=partial
    )


def _trimagia(rules: Rules, state: State, partial: Partial) -> Ask:
    rows = whole_rows(state)
    require(rows)
    if "row" in partial:
        return ready(state.seat, partial, labels.ACT_WORDS["trimagia"])
    options = [Choice(row, Words("fila {n}", "row {n}").fill({"n": row + 1}), {"row": row}) for row in rows]
    return Ask("pick", Words("Quale fila?", "Which row?"), state.seat, "row", tuple(options), partial=partial)


def _aim(rules: Rules, state: State, partial: Partial) -> Ask:
    awaited(state, AwaitAim)
    strike = present(state.strike)
    return pick_seat(partial, state.seat, "seat", WHO, targets(state, strike))


def _award(rules: Rules, state: State, partial: Partial) -> Ask:
    return pick_treasure(rules, partial, state.seat, which_treasure(), once(state.display))


def _rob(rules: Rules, state: State, partial: Partial) -> Ask:
    sets = thefts(rules, state)
    if "faced" in partial or len(sets) == 1:
        return ready(state.seat, {"faced": list(sets[0]), **partial}, labels.ACT_WORDS["rob"])
    options = [open_choice(rules, ",".join(names) or "none", names, {"faced": list(names)}) for names in sets]
    words = Words(
        "Quali tesori del {seat}, del colore di chi ruba, a faccia in su?",
        "Which treasures of {seat}, of the thief's colour, face up?",
    ).fill({"seat": seat_words(present(state.strike).target)})
    return Ask("pick", words, state.seat, "faced", tuple(options), partial=partial)


def _strip(rules: Rules, state: State, partial: Partial) -> Ask:
    strike = present(state.strike)
    seat = strike.target
    count = min(strike.power, state.hand_size(seat))
    return pick_cards(rules, state, partial, state.seat, hidden.HANDS, seat, count, count)


def _discard(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, AwaitDiscard)
    count = awaits.count
    return pick_cards(rules, state, partial, state.seat, hidden.HANDS, state.seat, count, count)


# -- between the smazzate, and the end


def _tally(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = to_tally(state)
    if "by" not in partial and len(seats) > 1:
        return pick_seat(partial, JUDGE, "by", Words("Di chi sono i tesori?", "Whose treasures?"), seats)
    seat = _one_of(seats, partial)
    certain = hoards.certain(state, seat)
    if certain is not None and "treasures" not in partial:
        names = [rules.box.treasures[kind].id for kind in certain]
        return ready(seat, {**partial, "treasures": names}, labels.ACT_WORDS["tally"])
    return pick_treasures(rules, state, partial, seat, seat, state.sides[seat].pile)


def _reveal(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, AwaitReveal)
    chosen = list(partial.get("characters", ()))
    seat = len(chosen)
    while seat < rules.seats and seat not in awaits.seats:
        chosen, seat = [*chosen, ""], seat + 1
    if seat >= rules.seats:
        return ready(JUDGE, {**partial, "characters": chosen}, labels.ACT_WORDS["reveal"])
    hide = Choice("hide", Words("resta in incognito", "stays in disguise"), {"characters": [*chosen, ""]})
    used = {*chosen, *(lineage for other, lineage in enumerate(state.characters) if other != seat)}
    free = [one for one in rules.rivals if one not in used and state.sides[seat].character in ("", one)]
    if rules.sealed and not state.sides[seat].character:
        free = [SEALED]
    show = [Choice(one, labels.lineage_words(rules, one), {"characters": [*chosen, one]}) for one in free]
    words = Words("{seat}: si rivela?", "{seat}: reveals?").fill({"seat": seat_words(seat)})
    return Ask("pick", words, JUDGE, "characters", (hide, *show), partial=partial)


def _one_of(seats: Sequence[int], partial: Partial) -> int:
    """The seat that answers: the one that was named, or the only one there is."""
    require(seats)
    seat = partial.get("by", seats[0])
    require(seat in seats)
    return int(seat)


def _keep(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, AwaitKeep)
    seats = awaits.seats
    if "by" not in partial and len(seats) > 1:
        return pick_seat(partial, JUDGE, "by", WHO, seats)
    seat = _one_of(seats, partial)
    words = Words("Quale tesoro del suo colore tiene il {seat}?", "Which treasure of the own colour does {seat} keep?")
    words = words.fill({"seat": seat_words(seat)})
    return pick_treasure(rules, partial, seat, words, own(rules, state, seat))


def _unmask(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = list(leavers(rules, state)) or to_unmask(rules, state)
    if "by" not in partial and len(seats) > 1:
        return pick_seat(partial, JUDGE, "by", WHO, seats)
    seat = _one_of(seats, partial)
    lineage = state.sides[seat].character
    return pick_lineage(rules, partial, seat, [lineage] if lineage else free_lineages(rules, state))


def _claim(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [seat for seat in claimants(rules, state) if claimable(rules, state, seat)]
    if "by" not in partial and len(seats) > 1:
        return pick_seat(partial, JUDGE, "by", WHO, seats)
    seat = _one_of(seats, partial)
    return pick_lineage(rules, partial, seat, claimable(rules, state, seat))


def _share(rules: Rules, state: State, partial: Partial) -> Ask:
    sets = inheritances(rules, state)
    if "faced" in partial or len(sets) == 1:
        return ready(JUDGE, {"faced": _by_name(sets[0]), **partial}, labels.ACT_WORDS["share"])
    options = []
    for number, faced in enumerate(sets):
        names = [name for one in faced.values() for name in one]
        options.append(open_choice(rules, number, names, {"faced": _by_name(faced)}))
    victim = awaited(state, AwaitShare).seat
    words = Words("Quali tesori del {seat} finiscono a faccia in su?", "Which treasures of {seat} end face up?")
    words = words.fill({"seat": seat_words(victim)})
    return Ask("pick", words, JUDGE, "faced", tuple(options), partial=partial)


def _by_name(faced: dict[int, tuple[str, ...]]) -> dict[str, list[str]]:
    return {str(seat): list(names) for seat, names in faced.items()}


def _abandon(rules: Rules, state: State, partial: Partial) -> Ask:
    return pick_seat(partial, JUDGE, "seat", Words("Chi abbandona?", "Who leaves?"), state.actives)


def _finish(rules: Rules, state: State, partial: Partial) -> Ask:
    return ENDS.ask(rules, state, partial, labels.ENDINGS)


ASKERS: dict[str, Asker] = {
    "first": _first,
    "characters": nothing_to_ask("characters", by_judge),
    "display": _display,
    "enchant": _enchant,
    "effect": _effect,
    "screen": _screen,
    "change": _change,
    "surplus": _surplus,
    "steal": _steal,
    "play": _play,
    "end_play": nothing_to_ask("end_play", by_seat_in_turn),
    "take": _take,
    "turn_up": _turn_up,
    "trimagia": _trimagia,
    "aim": _aim,
    "deliver": nothing_to_ask("deliver", by_seat_in_turn),
    "award": _award,
    "rob": _rob,
    "strip": _strip,
    "discard": _discard,
    "tally": _tally,
    "reveal": _reveal,
    "keep": _keep,
    "unmask": _unmask,
    "claim": _claim,
    "share": _share,
    "abandon": _abandon,
    "finish": _finish,
    "time_up": nothing_to_ask("time_up", by_judge),
    "time_not_up": nothing_to_ask("time_not_up", by_judge),
}
