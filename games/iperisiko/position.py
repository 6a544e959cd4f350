"""A position written by hand, for cases, puzzles and tests: only what matters is named, the rest is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.iperisiko import state as awaits
from games.iperisiko.rules import COLOURS, Rules
from games.iperisiko.state import NOBODY, NONE_SUFFERED, USED, State, Truce
from games.kernel.breaches import Unreadable
from games.kernel.positions import refuse_unknown, tuples
from games.kernel.seats import ACTIVE, in_order

KINDS = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        *(
            awaits.DrawLot,
            awaits.ReadStandings,
            awaits.PickPlace,
            awaits.PickColour,
            awaits.DealHand,
            awaits.Auctioning,
        ),
        *(awaits.AuctionThrow, awaits.DealObjectives, awaits.PlaceFactory, awaits.PlaceFirst, awaits.Reinforce),
        *(awaits.Fight, awaits.Declared, awaits.DefenceThrow, awaits.Occupation, awaits.Bombing, awaits.Spying),
        *(awaits.Closing, awaits.Count),
    )
}
PLACES = ("src", "dst")


def position(rules: Rules, spec: Mapping[str, Any]) -> State:
    """A state from names.

    `board`: {seat: "alaska 5, kamchatka 2"} (a missing number is 2; seat -1 for nobody's). `others`: the seat that holds every territory
    not named (default the last seat; -1 leaves them nobody's), with `others_armies` each (2). `awaits`: {"is": "fight", …} with territory
    names, `then` likewise. `hidden` and `locked`: {territory: armies}. `factories`, `curtains`, `struck`: territories. `cards`: how many
    each seat holds. `used`: cards laid aside. `kits`: {seat: {card: how many}}, all others whole. `truces`: tables. Other keys are fields
    of the state: giro, seat, conquests, last_giro, standing, suffered…

    Raises `Unreadable` for a name that is none or a field that is none.
    """
    more = dict(spec)
    owners, armies = _board(rules, more)
    waiting = _awaits(rules, more.pop("awaits", {"is": "fight"}))
    fields: dict[str, Any] = {
        "standing": (ACTIVE,) * rules.seats,
        "colours": COLOURS,
        "order": tuple(in_order(0, rules.seats, rules.direction)),
        "objectives": ((),) * rules.seats,
        "destroyed_by": (NOBODY,) * rules.seats,
        "suffered": (NONE_SUFFERED,) * rules.seats,
        "suffered_now": (NONE_SUFFERED,) * rules.seats,
        "giro": 5,
        "seat": 0,
        "hidden": _counts(rules, more.pop("hidden", {})),
        "locked": _counts(rules, more.pop("locked", {})),
        "kits": _kits(rules, more.pop("kits", {})),
        "truces": tuple(_truce(one) for one in more.pop("truces", ())),
        **{key: _indices(rules, more.pop(key)) for key in ("factories", "curtains", "struck") if key in more},
        **_deck(rules, more),
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
            owners[place], armies[place] = int(seat), int(count or (0 if int(seat) == NOBODY else 2))
    return tuple(owners), tuple(armies)


def _counts(rules: Rules, spec: Mapping[str, int]) -> tuple[int, ...]:
    found = [0] * rules.board.size
    for name, count in spec.items():
        found[rules.board.index[name]] = count
    return tuple(found)


def _indices(rules: Rules, names: Any) -> tuple[int, ...]:
    return tuple(sorted(rules.board.index[name] for name in names))


def _kits(rules: Rules, spec: Mapping[Any, Mapping[str, int]]) -> tuple[tuple[int, ...], ...]:
    given = {int(seat): kit for seat, kit in spec.items()}
    if unknown := {card for kit in given.values() for card in kit} - {card.id for card in rules.board.kit}:
        raise Unreadable("carta sconosciuta: {card}", "unknown card: {card}", card=min(unknown))
    return tuple(
        tuple(given.get(seat, {}).get(card.id, card.count) for card in rules.board.kit) for seat in range(rules.seats)
    )


def _truce(spec: Mapping[str, Any]) -> Truce:
    return Truce(spec["by"], spec["seat"], spec.get("giro", 99), spec.get("at_end", False))


def _deck(rules: Rules, more: dict[str, Any]) -> dict[str, Any]:
    """Hands drawn from the first deck, cards laid aside, and what is left."""
    hand_sizes, since = more.pop("cards", [0] * rules.seats), [0] * len(rules.deck)
    for name in more.pop("used", ()):
        if name not in rules.deck:
            raise Unreadable("carta sconosciuta: {card}", "unknown card: {card}", card=name)
        since[next(number for number, card in enumerate(rules.deck) if card == name and since[number] != USED)] = USED
    left = len(rules.deck) - sum(hand_sizes) - since.count(USED)
    return {"hands": tuple((0,) * count for count in hand_sizes), "since": tuple(since), "deck": more.pop("deck", left)}


def _awaits(rules: Rules, spec: Mapping[str, Any]) -> Any:
    fields = {key: value for key, value in spec.items() if key != "is"}
    kind = KINDS.get(str(spec.get("is")))
    if kind is None:
        raise Unreadable("posizione: {what} sconosciuto", "position: unknown {what}", what=spec.get("is"))
    for key, value in fields.items():
        if key in PLACES:
            fields[key] = rules.board.index[value]
        elif key == "then":
            fields[key] = _awaits(rules, value)
        elif isinstance(value, list):
            fields[key] = tuple(value)
    return kind(**fields)
