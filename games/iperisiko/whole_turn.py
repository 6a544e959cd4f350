"""A turn that the judge tells as a whole: what is asked of it, and what follows from the board."""

from __future__ import annotations

import msgspec

from games.iperisiko.acts import Shown
from games.iperisiko.rules import AS_IT_LIES, Rules
from games.iperisiko.state import Closing, Fight, Reinforce, State
from games.kernel.choices import Choice
from games.kernel.game import TurnSheet
from games.kernel.words import Words
from games.risiko import whole_turn as risiko_turn

WHY = {
    **risiko_turn.WHY,
    "conquests": Words("per la carta di cambio", "for the exchange card"),
    "spent": Words("ogni carta si conta contro chi ha avuto effetto", "each card counts against whom it had effect"),
}


def sheet(rules: Rules, state: State) -> TurnSheet | None:
    if not isinstance(state.awaits, (Reinforce, Fight, Closing)):
        return None
    cards = tuple(Choice(card.id, card.name) for card in rules.board.cards.values())
    return TurnSheet(
        _known(rules, state),
        ("owners", "armies", "hidden"),
        ("hands",),
        ("conquests", "card", "spent", "factories"),
        choices={"card": cards, "factories": _territories(rules)},
        why=WHY,
        counts="conquests",
        brush=risiko_turn.DEALT,
    )


def board_sheet(rules: Rules, state: State) -> TurnSheet | None:
    """The board with its factories; before the first turn also who begins, and no hands yet."""
    is_set_up = not (state.giro or state.ended)
    seats, places = (() if is_set_up else ("hands",)), ("owners", "armies", "hidden")
    table = ("factories", *(("turn",) if is_set_up else ()))
    known = msgspec.structs.replace(_known(rules, state), turn=state.order[0] if is_set_up and state.order else None)
    return TurnSheet(known, places, seats, table, choices={"factories": _territories(rules)}, brush=risiko_turn.DEALT)


def _territories(rules: Rules) -> tuple[Choice, ...]:
    board = rules.board
    groups = [board.continents[place].id for place in board.continent_of]
    return tuple(map(_territory, board.ids, board.names, groups))


def _territory(name: str, words: Words, group: str) -> Choice:
    return Choice(name, words, group=group)


def _known(rules: Rules, state: State) -> Shown:
    ids = rules.board.ids
    return Shown(
        owners=dict(zip(ids, state.owners, strict=True)),
        armies=dict(zip(ids, state.armies, strict=True)),
        hidden=dict(zip(ids, state.hidden, strict=True)),
        hands=tuple(state.hand_size(seat) for seat in range(rules.seats)),
        factories=tuple(ids[place] for place in state.factories),
        conquests=state.conquests,
    )


def complete_turn(rules: Rules, state: State, shown: Shown) -> Shown:
    """Where nobody counted the conquests, they are the territories that came to the seat in turn."""
    counted = state.conquests + len(risiko_turn.taken_by(state.seat, shown.owners))
    conquests, hands = counted if shown.conquests is None else shown.conquests, shown.hands
    if hands and shown.card:
        held, is_held = state.hand_size(state.seat), rules.revision >= AS_IT_LIES
        hands = risiko_turn.with_its_card(state.seat, held, hands, is_held=is_held)
    return msgspec.structs.replace(shown, conquests=conquests, hands=hands, turn_over=True)
