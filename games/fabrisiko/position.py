"""A position written by hand, for cases, puzzles and tests: only what matters is named, the rest is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.fabrisiko import setting_up, units
from games.fabrisiko.board import FACTIONS, KIND, KINDS, PIECES
from games.fabrisiko.cards import CARD
from games.fabrisiko.rules import MOVEMENT, Rules
from games.fabrisiko.state import PHASES, PLACING, Group, Lasting, State, Turn, added
from games.fabrisiko.units import PIECE
from games.kernel.breaches import Unreadable
from games.kernel.positions import refuse_unknown, tuples
from games.kernel.values import put


def position(rules: Rules, spec: Mapping[str, Any]) -> State:
    """A state from names, in which the seat in turn may act (phase 2 unless `phase` says another).

    `board`: {seat: "melano fanteria 3 carro 1 complesso 1, varano"}: what each seat owns, with what stands there; seat -1 for neutral land.
    `guests`: {seat: "varano carro 1 from melano points 1"}: units on land that is not theirs, or on mountains (`serradica/collamato`), with
    where they set out and what movement is left (default: here, and the whole). `factions` by seat (default melano, marischio, collamato,
    albacina). `bought`: {seat: "fanteria 2"}; `discards`: {card: count}; `cards`: the hand of each seat. Frazioni Maggiori not named belong
    to who leads them, with nothing on them. Other keys are fields of the state and of what lasts in it: giro, seat, first, resources,
    palio, sagra, rerolls…

    Raises `Unreadable` for a name that is none and a field that is none.
    """
    more = {key: tuples(value) for key, value in spec.items()}
    factions = tuple(more.pop("factions", FACTIONS[: rules.seats]))
    state = setting_up.start(rules).with_(factions=factions, awaits=Turn(), seat=0, first=0, giro=3)
    state = state.with_(phase=PHASES.index(str(more.pop("phase", PHASES[PLACING]))))
    for seat, faction in enumerate(factions):
        state = state.with_(owners=put(state.owners, rules.board.homes[faction], seat))
    state = _owned(rules, state, more.pop("board", {}))
    state = _guests(rules, state, more.pop("guests", {}))
    state = _held(rules, state, more)
    lasting = {"rerolls": 1} | {name: more.pop(name) for name in Lasting.__struct_fields__ if name in more}
    refuse_unknown(more, State.__struct_fields__)
    return state.leaving(**lasting).with_(**more)


def _owned(rules: Rules, state: State, spec: Mapping[str, str]) -> State:
    for seat, text in spec.items():
        for part in _parts(text):
            name, *words = part.split()
            place = rules.board.index[name]
            state = state.with_(owners=put(state.owners, place, int(seat)))
            for piece, count in _pairs(words):
                state = _piece(state, int(seat), place, piece, count)
    return state


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _pairs(words: list[str]) -> list[tuple[str, int]]:
    if len(words) % 2 or not all(word.isdecimal() for word in words[1::2]):
        raise Unreadable("posizione: «{words}» non si legge", "position: cannot read '{words}'", words=" ".join(words))
    return [(name, int(count)) for name, count in zip(words[::2], words[1::2], strict=True)]


def _piece(state: State, seat: int, place: int, piece: str, count: int) -> State:
    number = PIECE[piece]
    if number < len(KINDS):
        return units.set_down(state, [units.fresh(seat, place, number, count)])
    structures = added(state.structures[place], number - len(KINDS), count)
    return state.with_(structures=put(state.structures, place, structures))


def _guests(rules: Rules, state: State, spec: Mapping[str, str]) -> State:
    for seat, text in spec.items():
        for part in _parts(text):
            name, *words = part.split()
            place = rules.board.index[name]
            more = {key: words[words.index(key) + 1] for key in ("from", "points") if key in words}
            words = words[: min([words.index(key) for key in more] or [len(words)])]
            origin = rules.board.index[more["from"]] if "from" in more else place
            for kind, count in _pairs(words):
                points = int(more.get("points", MOVEMENT[KIND[kind]]))
                group = Group(int(seat), place, KIND[kind], count, origin, points)
                state = units.set_down(state, [group])
    return state


def _held(rules: Rules, state: State, more: dict[str, Any]) -> State:
    for seat, text in more.pop("bought", {}).items():
        counts: tuple[int, ...] = (0,) * len(PIECES)
        for piece, count in _pairs(str(text).split()):
            counts = put(counts, PIECE[piece], count)
        state = state.with_(bought=put(state.bought, int(seat), counts))
    for card, count in more.pop("discards", {}).items():
        state = state.with_(discards=put(state.discards, CARD[card], count))
    hands = tuple(more.pop("cards", state.hands))
    deck = rules.board.deck - sum(hands) - sum(state.discards)
    if deck < 0 or len(hands) != rules.seats:
        raise Unreadable("posizione: le carte non tornano", "position: the cards do not add up")
    return state.with_(hands=hands, deck=deck)
