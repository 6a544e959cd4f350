"""A seeded player for random games: throws until its turn is worth keeping."""

from __future__ import annotations

from random import Random

from games.kernel.acts import CLOCK, JUDGE, Act, TimeUp
from games.kernel.game import Move
from games.kernel.lines import Header
from games.kernel.record import Record
from games.kernel.vault import Vault
from games.porcello.acts import First, Stop, Throw
from games.porcello.state import Rules, State
from games.porcello.turns import has_enough

WORTH_KEEPING = (10, 24)
TIRED_AFTER = 8
P_TIME_UP = 0.1


def deal(header: Header, rng: Random) -> Vault:
    """Nothing in this game is secret."""
    return Vault()


def showing(rules: Rules, state: State, seat: int, vault: Vault) -> Act | None:
    return None


def is_done(rules: Rules, state: State) -> bool:
    return bool(state.ended)


def propose(record: Record, rng: Random, vault: Vault) -> Move:
    """The next entry of a plausible game."""
    rules, state = record.rules, record.state
    if not state.giro:
        return Move(JUDGE, First(rng.randrange(rules.seats)))
    if state.giro > TIRED_AFTER and not state.last_giro and rng.random() < P_TIME_UP:
        return Move(CLOCK, TimeUp())
    if state.throws and (has_enough(rules, state) or state.turn_points >= rng.randint(*WORTH_KEEPING)):
        return Move(state.seat, Stop())
    return Move(state.seat, Throw((rng.randint(1, 6),)))
