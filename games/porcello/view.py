"""Who may see what: nothing is hidden in this game, so that everybody sees the same."""

from __future__ import annotations

from msgspec import Struct, field

from games.kernel.game import Status, Viewer
from games.kernel.record import Known
from games.kernel.vault import Vault
from games.porcello import labels
from games.porcello.moments import MOMENTS
from games.porcello.state import NOBODY, Rules, State


class Player(Struct, frozen=True, gc=False):
    seat: int
    standing: str
    banked: int
    richest_turn: int


class PublicView(Struct, frozen=True):
    giro: int
    in_turn: int | None
    turn_points: int = field(name="kept")  # The digests in stored records hash this name.
    target: int
    players: tuple[Player, ...]
    last_giro: int
    ended_by: str | None
    known: tuple[Known, ...] = ()


def view(rules: Rules, state: State, viewer: Viewer, vault: Vault | None) -> PublicView:
    players = zip(range(rules.seats), state.standing, state.banked, state.best, strict=True)
    return PublicView(
        giro=state.giro,
        in_turn=_or_none(state.seat),
        turn_points=state.turn_points,
        target=rules.target,
        players=tuple(Player(*player) for player in players),
        last_giro=state.last_giro,
        ended_by=state.ended or None,
    )


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def status(rules: Rules, state: State) -> Status:
    return Status(
        giro=state.giro,
        seat=_or_none(state.seat),
        phase=labels.ENDINGS[state.ended] if state.ended else MOMENTS[type(state.awaits)].title,
        is_last_giro=bool(state.last_giro) and state.giro >= state.last_giro and not state.ended,
        is_over=bool(state.ended),
    )
