"""A turn that the judge tells as a whole: what is asked of it, and what follows from the board."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.kernel.game import Brush, BrushPiece, TurnSheet
from games.kernel.values import put
from games.kernel.words import Words
from games.risiko.acts import Shown
from games.risiko.attack import is_conquest
from games.risiko.rules import AS_IT_LIES, Rules
from games.risiko.state import Closing, Fight, Reinforce, StartThrow, State

WHY = {
    "hands": Words("con la carta di fine turno", "with the card at the turn's end"),
    "conquests": Words("per la carta e per la sdadata", "for the card and the sdadata"),
    "card": Words("A fine turno ha pescato una carta", "Drew a card at the turn's end"),
}

DEALT = Brush("owners", (BrushPiece("armies.{place}"),), is_dealt=True)


def sheet(rules: Rules, state: State) -> TurnSheet | None:
    if not isinstance(state.awaits, (Reinforce, Fight, Closing)):
        return None
    known = _known(rules, state)
    return TurnSheet(
        known, ("owners", "armies"), ("hands",), ("conquests", "card"), why=WHY, counts="conquests", brush=DEALT
    )


def board_sheet(rules: Rules, state: State) -> TurnSheet | None:
    """The board; before the first turn also who begins, and no hands yet."""
    known = _known(rules, state)
    if state.giro or state.ended:
        return TurnSheet(known, ("owners", "armies"), ("hands",), brush=DEALT)
    first = None if isinstance(state.awaits, StartThrow) else state.first
    return TurnSheet(msgspec.structs.replace(known, turn=first), ("owners", "armies"), (), ("turn",), brush=DEALT)


def _known(rules: Rules, state: State) -> Shown:
    ids = rules.board.ids
    return Shown(
        owners=dict(zip(ids, state.owners, strict=True)),
        armies=dict(zip(ids, state.armies, strict=True)),
        hands=tuple(state.hand_size(seat) for seat in range(rules.seats)),
        conquests=state.conquests,
    )


def complete_turn(rules: Rules, state: State, shown: Shown) -> Shown:
    """Where nobody counted the conquests, they are the territories that came to the seat in turn and count as such."""
    taken = [rules.board.index[name] for name in taken_by(state.seat, shown.owners)]
    counted = state.conquests + sum(is_conquest(rules, state, place) for place in taken)
    conquests = counted if shown.conquests is None else shown.conquests
    hands = shown.hands
    if hands and shown.card:
        hands = with_its_card(state.seat, state.hand_size(state.seat), hands, is_held=rules.revision >= AS_IT_LIES)
    return msgspec.structs.replace(shown, conquests=conquests, hands=hands, turn_over=True)


def with_its_card(seat: int, held: int, hands: tuple[int, ...], *, is_held: bool) -> tuple[int, ...]:
    """The hands as the game takes them, where the seat in turn drew a card. A count left as it stood before the turn does not hold it yet.

    `is_held`: the game takes them with the card.
    """
    lies = held + 1 if hands[seat] == held else hands[seat]
    return put(hands, seat, lies if is_held else max(0, lies - 1))


def taken_by(seat: int, owners: Mapping[str, int]) -> list[str]:
    """The territories, by id, that a seat has now."""
    return [name for name, owner in owners.items() if owner == seat]
