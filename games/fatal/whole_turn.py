"""A turn that the judge tells as a whole: hands and rows after it, treasures that came or went, cards discarded in it."""

from __future__ import annotations

import msgspec

from games.fatal.acts import Shown
from games.fatal.labels import lineage_words
from games.fatal.questions import by_print, card_choice, once, treasure_choice
from games.fatal.rules import AS_IT_ENDED, FIRST_HAND, ON_DISPLAY, PAID, WITH_QUEEN, Rules
from games.fatal.state import (
    EMPTY,
    AwaitKeep,
    AwaitReveal,
    AwaitTally,
    Count,
    DealCharacters,
    FirstDisplay,
    PickFirst,
    State,
)
from games.kernel.choices import Choice
from games.kernel.game import Remainder, TurnSheet
from games.kernel.words import Words

NO_TURN = (PickFirst, DealCharacters, FirstDisplay, AwaitTally, AwaitReveal, AwaitKeep, Count)
WHY = {
    "hands": Words("a fine turno, dopo aver ripescato", "at the turn's end, after drawing again"),
    "treasures": Words("coperti", "face down"),
    "paid": Words("sotto il loro mazzo, per cambiare carte", "under their deck, to change cards"),
    "discarded": Words("ammaliamenti e visioni scartate nel turno", "enchantments and visions discarded in the turn"),
}
AT_THE_END = {
    "points": Words("della prima smazzata", "of the first smazzata"),
    "hands": Words(
        "alla fine, con quelle messe da parte: chi è a 0 è uscito",
        "at the end, with those set aside: who is at 0 is out",
    ),
    "treasures": WHY["treasures"],
    "smazzata": Words("la Regina chiude la seconda", "the Queen closes the second"),
    "revealed": Words("dopo la prima smazzata, o uscendo", "after the first smazzata, or on leaving"),
    "paid": WHY["paid"],
}


def sheet(rules: Rules, state: State) -> TurnSheet | None:
    if state.ended or state.stage or isinstance(state.awaits, NO_TURN):
        return None
    known = _known(rules, state)
    return TurnSheet(
        known,
        (),
        ("hands", "treasures", "rows", "face_up", "revealed"),
        ("display", *_paid(rules), "discarded"),
        _choices(rules),
        WHY,
    )


def board_sheet(rules: Rules, state: State) -> TurnSheet | None:
    """What lies before the players, and on display, once it was dealt. Hands as they are now: what is set aside is not yet in one. In the
    second smazzata also the points of the first.
    """
    if not state.giro or state.stage or state.ended:
        return None
    hands = {seat: state.hand_size(seat) for seat in range(rules.seats)}
    fields: tuple[str, ...] = ("hands", "treasures", "rows", "face_up", "revealed")
    known = msgspec.structs.replace(_known(rules, state), hands=hands)
    if state.smazzata > 1:
        known, fields = msgspec.structs.replace(known, points=dict(enumerate(state.points))), ("points", *fields)
    why = {"paid": WHY["paid"]}
    return TurnSheet(known, (), fields, ("display", *_paid(rules)), _choices(rules), why)


def end_sheet(rules: Rules, state: State) -> TurnSheet | None:
    """What each player has at the end, with the points of the first smazzata; before anything was dealt. The Queen ends the second one."""
    if state.giro or state.ended:
        return None
    seats = range(rules.seats)
    known = msgspec.structs.replace(
        _known(rules, state), hands=dict.fromkeys(seats, FIRST_HAND), points=dict(enumerate(state.points))
    )
    fields = ("points", "hands", "treasures", "face_up", "revealed", "rows")
    return TurnSheet(
        known,
        (),
        fields,
        ("turn", "smazzata", *_paid(rules)),
        _choices(rules),
        AT_THE_END,
        presets={"smazzata": "2"},
        remainder=_unowned(rules),
    )


def _paid(rules: Rules) -> tuple[str, ...]:
    return ("paid",) if rules.revision >= AS_IT_ENDED else ()


def _unowned(rules: Rules) -> Remainder:
    """The Queen comes as one of the treasures on display is replaced; only those shuffled with her can lie beneath her, and those paid."""
    beside, total = ON_DISPLAY - 1 + WITH_QUEEN, len(rules.in_play)
    it, en = "{shown} a disposizione e fino a {packet} sotto di lei", "{shown} on display and up to {packet} under her"
    where = Words(it, en).fill({"shown": ON_DISPLAY - 1, "packet": WITH_QUEEN})
    return Remainder(
        Words("Tesori senza padrone", "Treasures without an owner"),
        total,
        ("treasures", "face_up", "paid"),
        beside,
        Words("così può essere quando esce la Regina: {where}", "so it can be when the Queen comes: {where}").fill(
            {"where": where}
        ),
        Words(
            "quando esce la Regina restano al più {where}: da assegnare ancora {n}, o non è finita con lei",
            "when the Queen comes there are at most {where}: {n} still to be given an owner, or she did not end the game",
        ).fill({"where": where, "n": "{n}"}),
        Words("{n} di troppo: due restano a disposizione", "{n} too many: two stay on display"),
        ON_DISPLAY - 1,
    )


def _known(rules: Rules, state: State) -> Shown:
    seats = range(rules.seats)
    return Shown(
        hands={seat: state.hand_size(seat) + state.set_aside(seat) * (seat == state.seat) for seat in seats},
        treasures=dict(enumerate(state.piles)),
        face_up={seat: rules.box.treasure_ids(state.sides[seat].face_up) for seat in seats},
        rows={seat: _rows(rules, state, seat) for seat in seats},
        revealed={seat: name if state.sides[seat].is_revealed else "" for seat, name in enumerate(state.characters)},
        display=rules.box.treasure_ids(state.display),
    )


def _rows(rules: Rules, state: State, seat: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(rules.box.card_id(kind) for kind in row if kind != EMPTY) for row in state.sides[seat].rows)


def _choices(rules: Rules) -> dict[str, tuple[Choice, ...]]:
    """Cards by what is seen on them, as a question for one has them; of the treasures those of the colours that play (preparazione)."""
    box = rules.box
    cards = tuple(card_choice(rules, kind, {}) for kind in by_print(rules, range(box.kinds)))
    visions = tuple(one for one in cards if box.is_vision(box.cards[str(one.value)]))
    treasures = tuple(treasure_choice(rules, kind, {}) for kind in once(rules.in_play))
    lineages = tuple(Choice(name, lineage_words(rules, name)) for name in rules.rivals)
    return {
        "rows": visions,
        "discarded": cards,
        "face_up": treasures,
        "display": treasures,
        "paid": tuple(one for one in treasures if box.treasures[box.hoard[str(one.value)]].value in PAID),
        "revealed": lineages,
    }


def complete_turn(rules: Rules, state: State, shown: Shown) -> Shown:
    return msgspec.structs.replace(shown, turn_over=True)
