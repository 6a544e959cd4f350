"""A position written by hand, for cases, puzzles and tests: only what matters is named, the rest is filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from games.fatal import hidden, hoards
from games.fatal.rules import FIRST_HAND, WITH_QUEEN, Rules
from games.fatal.setting_up import start
from games.fatal.state import EMPTY, NO_ROW, NO_ROWS, Row, State
from games.fatal.trimagia import strike_of
from games.fatal.turns import end_game, go, unopened
from games.kernel.positions import refuse_unknown, tuples

STEPS = ("enchant", "steal", "play", "A", "B", "C")
DISPLAY = ("rosso_1", "giallo_1", "verde_1")


def position(rules: Rules, spec: Mapping[str, Any]) -> State:
    """A state from names; what the table then waits for follows from it.

    `rows`: {seat: [["v01"], []]}. `hands`, `aside`: a count a seat. `discards`: cards. `treasures`: {seat: […]} face down, known;
    `face_up`: likewise; `mixed`: {seats = [0, 1], treasures = […]}, of which each may be in either pile; `piles` the counts then.
    `display`, `paid`, `above` (treasures over the Queen's packet) and `packet`. `characters`: {seat: lineage}, `revealed`: seats. `step`:
    enchant, steal, play, A, B or C. `strike`: {row, target, done}. `ended`: how. The other keys are fields of the state.
    """
    more = dict(spec)
    state = start(rules).with_(first=0, seat=more.pop("seat", 0), giro=more.pop("giro", 3))
    state = _cards(rules, _treasures(rules, _people(rules, state, more), more), more)
    state = state.with_(step=STEPS.index(more.pop("step", "enchant")))
    strike, ended, stage = more.pop("strike", None), more.pop("ended", ""), more.get("stage", "")
    refuse_unknown(more, State.__struct_fields__)
    state = state.with_(**{key: tuples(value) for key, value in more.items()})
    if stage:
        state = state.each_with(tally=unopened(state))
    if strike is not None:
        state = _struck(rules, state, strike)
    return end_game(state, ended, more.get("winner", -1)) if ended else go(rules, state)


def _people(rules: Rules, state: State, more: dict[str, Any]) -> State:
    names, open_ = more.pop("characters", {}), more.pop("revealed", [])
    return state.each_with(
        standing=more.pop("standing", state.standing),
        points=more.pop("points", state.points),
        character=[names.get(str(seat), "") for seat in range(rules.seats)],
        is_revealed=[seat in open_ for seat in range(rules.seats)],
    )


def _kinds(rules: Rules, names: Any) -> list[int]:
    return [rules.box.hoard[name] for name in names]


def _treasures(rules: Rules, state: State, more: dict[str, Any]) -> State:
    piles = {int(seat): _kinds(rules, names) for seat, names in more.pop("treasures", {}).items()}
    face_up = {int(seat): _kinds(rules, names) for seat, names in more.pop("face_up", {}).items()}
    mixed = more.pop("mixed", {"seats": [], "treasures": []})
    display = tuple(_kinds(rules, more.pop("display", DISPLAY)))
    bottom = tuple(_kinds(rules, more.pop("paid", ())))
    blurred = [(kind, sum(1 << seat for seat in mixed["seats"])) for kind in _kinds(rules, mixed["treasures"])]
    known = [(kind, 1 << seat) for seat, kinds in piles.items() for kind in kinds]
    away = Counter(kind for kind, _ in (*known, *blurred)) + Counter(display) + Counter(bottom)
    away += Counter(kind for kinds in face_up.values() for kind in kinds)
    deck = list((Counter(rules.in_play) - away).elements())
    packet = more.pop("packet", min(WITH_QUEEN, len(deck)))
    above = more.pop("above", len(deck) - packet)
    deck = deck[: above + packet]
    counts = tuple(len(piles.get(seat, ())) for seat in range(rules.seats))
    return state.each_with(
        pile=more.pop("piles", counts), face_up=[tuple(sorted(face_up.get(seat, ()))) for seat in range(rules.seats)]
    ).with_(
        display=display,
        bottom=bottom,
        hidden=hoards.settled((*known, *blurred, *((kind, hoards.IN_DECK) for kind in deck))),
        above=above,
        packet=packet,
    )


def _cards(rules: Rules, state: State, more: dict[str, Any]) -> State:
    rows = {int(seat): pair for seat, pair in more.pop("rows", {}).items()}
    discards = Counter(rules.box.cards[name] for name in more.pop("discards", ()))

    def row(names: list[str]) -> Row:
        first, second, third = (*(rules.box.cards[name] if name else EMPTY for name in names), *NO_ROW)[:3]
        return first, second, third

    laid = [(row(rows[seat][0]), row(rows[seat][1])) if seat in rows else NO_ROWS for seat in range(rules.seats)]
    state = state.each_with(rows=laid).with_(discards=bytes(discards[kind] for kind in range(rules.box.kinds)))
    hands = more.pop("hands", [FIRST_HAND] * rules.seats)
    return hidden.with_hand_sizes(
        state, rules.box.copies, hands, more.pop("aside", [0] * rules.seats), [0] * rules.seats
    )


def _struck(rules: Rules, state: State, spec: Mapping[str, Any]) -> State:
    """A trimagia under way: what its row says, and at whom it is aimed."""
    one = strike_of(rules, state, spec.get("row", 0))
    done = tuple(spec.get("done", ()))
    aimed = msgspec.structs.replace(
        one, target=spec.get("target", -1), left=spec.get("left", one.power if "target" in spec else 0), done=done
    )
    return state.with_(strike=msgspec.structs.replace(aimed, again=one.again and not done))
