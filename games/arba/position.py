"""A position written by hand, for cases, puzzles and tests: only what matters is named, the rest is an empty board in step 4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.arba.opening import start
from games.arba.rules import Rules
from games.arba.state import KINDS, NOBODY, TROOP, Duel, Reply, Start, State, Turn
from games.kernel.breaches import Unreadable
from games.kernel.values import put

WAITS = {"start": Start, "turn": Turn, "duel": Duel, "reply": Reply}
ROWS = ("cannons", "barricades", "alpini", "fresh", "spent_cannons")


def position(rules: Rules, spec: Mapping[str, Any]) -> State:
    """A state from names.

    `board`: {seat: "arba 5, udine_sud 2 para"}: troopers unless a kind is named. `spent`: {kind: "place n, …"}. `cannons`, `barricades`,
    `alpini`, `fresh`: "place n, …". `trod`: {seat: "place, …"} beside where troopers stand. `broken`: bridge ids. `claims`, `landed`,
    `fought`: lists of places; `landed` by the side in turn, unless `landed_by` says by whom. `step` or `awaits`
    ({"is": "duel", …}). The other keys are fields of the state.
    """
    more = dict(spec)
    state = _emptied(rules)
    for seat, text in more.pop("board", {}).items():
        for place, count, kind in _listed(rules, text):
            state = state.with_pieces(int(seat), KINDS.index(kind), place, count)
            if kind == "troop":
                state = state.with_(trod=put(state.trod, place, int(seat)))
    for seat, text in more.pop("trod", {}).items():
        for place, _, _ in _listed(rules, text):
            state = state.with_(trod=put(state.trod, place, int(seat)))
    if more.get("alpini_of", NOBODY) != NOBODY and state.trod[rules.board.refuge] == NOBODY:
        state = state.with_(trod=put(state.trod, rules.board.refuge, more["alpini_of"]))
    for name in ROWS:
        for place, count, _ in _listed(rules, more.pop(name, "")):
            state = state.with_(**{name: put(getattr(state, name), place, count)})
    spent = list(state.spent)
    for kind, text in more.pop("spent", {}).items():
        for place, count, _ in _listed(rules, text):
            spent[KINDS.index(kind)] = put(spent[KINDS.index(kind)], place, count)
    down = {rules.board.bridge_index[name] for name in more.pop("broken", ())}
    return state.with_(
        spent=(spent[TROOP], spent[1], spent[2]),
        intact=tuple(number not in down for number in range(len(state.intact))),
        awaits=_awaits(rules, more),
        **_fields(rules, more),
    )


def _emptied(rules: Rules) -> State:
    state = start(rules)
    for side, base in enumerate(rules.board.bases):
        state = state.with_pieces(side, TROOP, base, -state.troops(side, base))
    none = (0,) * rules.board.size
    return state.with_(alpini=none, trod=(NOBODY,) * rules.board.size, seat=0, first=0, giro=5, has_contact=True)


def _listed(rules: Rules, text: str) -> list[tuple[int, int, str]]:
    found = []
    for part in (one.split() for one in text.split(",") if one.strip()):
        kind = part[2] if len(part) > 2 else "troop"
        if kind not in KINDS or len(part) > 3:
            raise Unreadable("posizione: {part}", "position: {part}", part=" ".join(part))
        found.append((rules.board.index[part[0]], int(part[1]) if len(part) > 1 else 1, kind))
    return found


def _awaits(rules: Rules, more: dict[str, Any]) -> Any:
    spec = dict(more.pop("awaits", {"is": "turn"}))
    step = more.pop("step", 4)
    kind = WAITS.get(spec.pop("is", ""))
    if kind is None:
        raise Unreadable("posizione: awaits sconosciuto", "position: unknown awaits")
    fields = {key: rules.board.index[value] if key in ("src", "dst") else value for key, value in spec.items()}
    return kind(**({"step": step} if kind is Turn and "step" not in fields else {}), **fields)


def _fields(rules: Rules, more: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in more.items():
        if key in ("claims", "landed", "fought"):
            fields[key] = tuple(rules.board.index[name] for name in value)
        else:
            fields[key] = tuple(value) if isinstance(value, list) else value
    if "landed" in fields:
        fields.setdefault("landed_by", (fields.get("seat", 0),) * len(fields["landed"]))
    return fields
