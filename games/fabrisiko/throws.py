"""All throws of the game by what the table waits for, put together from the chapters."""

from __future__ import annotations

from games.fabrisiko import battle, bombing, conquest, events, income, movement, setting_up, strategy
from games.fabrisiko.dice import Cast
from games.fabrisiko.state import Awaits

CASTS: tuple[Cast, ...] = (
    *setting_up.CASTS,
    *events.CASTS,
    *movement.CASTS,
    *conquest.CASTS,
    *bombing.CASTS,
    *strategy.CASTS,
    *battle.CASTS,
    *income.CASTS,
)
BY_AWAITS: dict[type[Awaits], Cast] = {cast.awaits: cast for cast in CASTS}
