"""A position written by hand, for cases, puzzles and tests: only what matters is named, the rest is filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.kernel.breaches import Unreadable
from games.kernel.positions import refuse_unknown, tuples
from games.kernel.seats import ACTIVE
from games.risiko import state as awaits
from games.risiko.board import JOLLIES, JOLLY
from games.risiko.rules import COLOURS, Rules
from games.risiko.state import NOBODY, State

KINDS = {
    "start_throw": awaits.StartThrow,
    "colour": awaits.PickColour,
    "deal": awaits.DealCard,
    "objectives": awaits.DealObjectives,
    "place_first": awaits.PlaceFirst,
    "reinforce": awaits.Reinforce,
    "fight": awaits.Fight,
    "attack_throw": awaits.AttackThrow,
    "defence_throw": awaits.DefenceThrow,
    "occupy": awaits.Occupation,
    "closing": awaits.Closing,
    "close_throw": awaits.CloseThrow,
    "count": awaits.Count,
}


def position(rules: Rules, spec: Mapping[str, Any]) -> State:
    """A state from names.

    `board`: {seat: "alaska 5, kamchatka 2"} (a missing number is 2). `others`: the seat that holds every territory not named (default the
    last seat; -1 leaves them undealt), with `others_armies` each (2). `awaits`: {"is": "fight", …} with territory names. `cards`: how many
    each seat holds. `used`: cards already played. `held_over`: the cards that were in closed hands when the deck was made anew; then each
    of `cards` is a pair, held over and drawn since. Other keys are fields of the state: giro, seat, first, conquests, last_giro, standing…

    Raises `Unreadable` for a name that is none, a field that is none, counts that do not fit.
    """
    more = dict(spec)
    owners, armies = _board(rules, more)
    waiting = _awaits(rules, more.pop("awaits", {"is": "fight"}))
    fields: dict[str, Any] = {
        "standing": (ACTIVE,) * rules.seats,
        "objectives": (0,) * rules.seats,
        "giro": 5,
        "first": 0,
        "seat": 0,
        "colours": COLOURS[: rules.seats],
        **_cards(rules, more),
        **{key: tuples(value) for key, value in more.items()},
    }
    refuse_unknown(fields, State.__struct_fields__)
    return State(awaits=waiting, owners=owners, armies=armies, **fields)


def _board(rules: Rules, more: dict[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    rest, each = more.pop("others", rules.seats - 1), more.pop("others_armies", 2)
    owners, armies = [rest] * rules.board.size, [each if rest != NOBODY else 0] * rules.board.size
    for seat, named in more.pop("board", {}).items():
        for part in str(named).split(","):
            name, _, count = part.strip().partition(" ")
            place = rules.board.index[name]
            owners[place], armies[place] = int(seat), int(count or 2)
    return tuple(owners), tuple(armies)


def _cards(rules: Rules, more: dict[str, Any]) -> dict[str, Any]:
    """Hands, deck and what is known of them: one deck, or the second one after `held_over`."""
    hand_sizes, every = more.pop("cards", [0] * rules.seats), (1 << (rules.board.size + JOLLIES)) - 1
    used = _bits(rules, more.pop("used", ()))
    held_over = _bits(rules, more.pop("held_over", ()))
    is_second = any(isinstance(count, (list, tuple)) for count in hand_sizes)
    unseen: tuple[int, ...] = (held_over, every & ~held_over & ~used) if is_second else (every & ~used,)
    hands: tuple[tuple[int, ...], ...] = tuple(tuple(count) if is_second else (count,) for count in hand_sizes)
    if sum(hand[0] for hand in hands) != held_over.bit_count() and is_second:
        raise Unreadable("posizione: le carte rimaste in mano non tornano", "position: held_over does not add up")
    deck = unseen[-1].bit_count() - sum(hand[-1] for hand in hands)
    if deck < 0:
        raise Unreadable("posizione: troppe carte", "position: too many cards")
    return {"hands": hands, "unseen": unseen, "used": used, "deck": deck}


def _bits(rules: Rules, names: Iterable[str]) -> int:
    """Cards as bits; the first jolly named is the last card of the deck, the second the one before."""
    free = [rules.board.size + number for number in range(JOLLIES)]
    return sum(1 << (free.pop() if name == JOLLY and free else rules.board.index[name]) for name in names)


def _awaits(rules: Rules, spec: Mapping[str, Any]) -> Any:
    fields = {key: value for key, value in spec.items() if key != "is"}
    kind = KINDS.get(str(spec.get("is")))
    if kind is None:
        raise Unreadable("posizione: {what} sconosciuto", "position: unknown {what}", what=spec.get("is"))
    for key, value in fields.items():
        if key in ("src", "dst"):
            fields[key] = rules.board.index[value]
        elif isinstance(value, list):
            fields[key] = tuple(value)
    return kind(**fields)
