"""A sensible seeded player for all seats: it lays visions for stars, takes what is worth most to it and strikes those who hold least.

It plays cards that the hand may hold, since nobody knows which ones were drawn, and never looks at another seat's character.
"""

from __future__ import annotations

from random import Random

from games.fatal import acts, hidden, hoards
from games.fatal.contents import AWARD, DRAW, QUEEN, REPLACEABLE, ROB
from games.fatal.counting import to_unmask
from games.fatal.elimination import claimants, leavers
from games.fatal.enchantment import screen_breaches
from games.fatal.leaving import CLAIM
from games.fatal.legal import enchantments, inheritances, payable, playable, steals, thefts
from games.fatal.rules import CHANGE, CHARACTER, ON_DISPLAY, Rules
from games.fatal.smazzata import to_tally
from games.fatal.state import (
    DECK,
    EMPTY,
    ENCHANT,
    STEAL,
    AwaitAim,
    AwaitDiscard,
    AwaitEffect,
    AwaitKeep,
    AwaitReveal,
    AwaitShare,
    AwaitStrike,
    AwaitSurplus,
    AwaitTake,
    AwaitTally,
    AwaitTrimagia,
    AwaitTurnUp,
    AwaitUnmask,
    Count,
    DealCharacters,
    FirstDisplay,
    PickFirst,
    State,
    Turn,
)
from games.fatal.trimagia import targets
from games.fatal.turns import free_place, own
from games.kernel.acts import CLOCK, JUDGE, Act, TimeUp
from games.kernel.game import Move as Proposal
from games.kernel.lines import Header
from games.kernel.record import Record
from games.kernel.vault import SALT_BYTES, Vault, seal

EARLIEST, LATEST = 11, 20
P_ENCHANTS = 0.12
P_CHANGES = 0.08
P_STEALS = 0.6
P_SECOND = 0.7
P_FORGETS = 0.01
P_SCREENS = 0.12
P_REVEALS = 0.5
P_LEAVES = 0.0003


def deal(header: Header, rng: Random) -> Vault:
    """A character for each seat, with its salt."""
    lineages = list(REPLACEABLE.with_digest(header.board).rivals[len(header.seats)])
    rng.shuffle(lineages)
    return seal(CHARACTER, lineages, (rng.randbytes(SALT_BYTES) for _ in lineages))


def propose(record: Record, rng: Random, vault: Vault) -> Proposal:
    """The next entry of a plausible game."""
    rules, state = record.rules, record.state
    return (
        _clock(rules, state, vault)
        or _interposed(rules, state, rng, vault)
        or _misfortune(state, rng)
        or _between(rules, state, rng, vault)
        or Proposal(state.seat, _turn(rules, state, rng, vault))
    )


def showing(rules: Rules, state: State, seat: int, vault: Vault) -> acts.Unmask | acts.Claim | None:
    """The act by which a seat alone shows the character that the system dealt: where it must, or where it has put its rival out."""
    dealt = vault.of(seat, CHARACTER)
    if not dealt:
        return None
    lineage, salt = dealt[0].value, dealt[0].salt if rules.sealed else ""
    if seat in leavers(rules, state):
        return acts.Unmask(lineage, salt)
    if seat in to_unmask(rules, state):
        return acts.Unmask(lineage, salt)
    return acts.Claim(lineage, salt) if seat in claimants(rules, state) else None


def is_done(rules: Rules, state: State) -> bool:
    return bool(state.ended) and not to_tally(state) and not to_unmask(rules, state)


# -- the clock, windows, misfortunes


def _clock(rules: Rules, state: State, vault: Vault) -> Proposal | None:
    """Where an event calls time, in a giro that the salts decide."""
    if rules.time_called != "last_giro" or state.last_giro or state.ended or not isinstance(state.awaits, Turn):
        return None
    due = Random(vault.secrets[0].salt).randint(EARLIEST, LATEST)
    return Proposal(CLOCK, TimeUp()) if state.giro >= due else None


def _interposed(rules: Rules, state: State, rng: Random, vault: Vault) -> Proposal | None:
    for seat, out in claimants(rules, state).items():
        if rules.rivals[vault.of(seat, CHARACTER)[0].value] in out:
            shown = showing(rules, state, seat, vault)
            return Proposal(seat, shown) if shown is not None else None
    for window in state.pending:
        if (
            window.what != CLAIM
            and rng.random() < P_SCREENS
            and not any(screen_breaches(rules, state, window.seat, acts.Screen()))
        ):
            return Proposal(window.seat, acts.Screen())
    return None


def _misfortune(state: State, rng: Random) -> Proposal | None:
    if isinstance(state.awaits, Turn) and state.giro > 2 and rng.random() < P_LEAVES:
        return Proposal(JUDGE, acts.Abandon(rng.choice(state.actives)))
    return None


# -- what the table does for everybody


def _between(rules: Rules, state: State, rng: Random, vault: Vault) -> Proposal | None:
    awaits = state.awaits
    if isinstance(awaits, (PickFirst, DealCharacters, FirstDisplay)):
        return Proposal(JUDGE, _set_up(rules, state, rng))
    if isinstance(awaits, AwaitTurnUp):
        return Proposal(JUDGE, acts.TurnUp(_turned_up(rules, state, rng)))
    if isinstance(awaits, AwaitEffect):
        return Proposal(JUDGE, _effect(state, rng))
    if isinstance(awaits, AwaitReveal):
        return Proposal(JUDGE, _reveal(rules, state, rng, vault))
    if isinstance(awaits, AwaitShare):
        return Proposal(JUDGE, acts.Share(rng.choice(inheritances(rules, state))))
    if isinstance(awaits, AwaitKeep):
        seat = awaits.seats[0]
        best = max(own(rules, state, seat), key=lambda kind: rules.box.treasures[kind].value)
        return Proposal(seat, acts.Keep(rules.box.treasures[best].id))
    if isinstance(awaits, AwaitTally) or (isinstance(awaits, Count) and to_tally(state)):
        seat = to_tally(state)[0]
        return Proposal(seat, acts.Tally(_pile(rules, state, seat, rng)))
    if isinstance(awaits, (AwaitUnmask, Count)):
        seat = awaits.seat if isinstance(awaits, AwaitUnmask) else to_unmask(rules, state)[0]
        shown = showing(rules, state, seat, vault)
        assert shown is not None
        return Proposal(seat, shown)
    return None


def _set_up(rules: Rules, state: State, rng: Random) -> Act:
    if isinstance(state.awaits, PickFirst):
        return acts.First(rng.randrange(rules.seats))
    if isinstance(state.awaits, DealCharacters):
        return acts.Characters()
    kinds = rng.sample(rules.in_play, ON_DISPLAY)
    return acts.Display(tuple(rules.box.treasures[kind].id for kind in kinds))


def _turned_up(rules: Rules, state: State, rng: Random) -> str:
    """The Queen is any of the cards left in her packet."""
    if not state.above and rng.randrange(state.packet + 1) == 0:
        return QUEEN
    return rules.box.treasures[rng.choice(hoards.possible(state, DECK))].id


def _effect(state: State, rng: Random) -> acts.Effect:
    """Nobody knows the texts: now and then a player draws a card."""
    seat = rng.choice(state.actives)
    hands = {seat: state.hand_size(seat) + 1} if state.deck > 1 and rng.random() < 0.5 else {}
    return acts.Effect("pesca una carta" if hands else "", hands, forgot=rng.random() < P_FORGETS)


def _reveal(rules: Rules, state: State, rng: Random, vault: Vault) -> acts.Reveal:
    seats = [seat for seat in state.actives if rng.random() < P_REVEALS]
    dealt = {seat: vault.of(seat, CHARACTER)[0] for seat in seats}
    characters = tuple(dealt[seat].value if seat in dealt else "" for seat in range(rules.seats))
    salts = tuple(dealt[seat].salt if seat in dealt else "" for seat in range(rules.seats))
    return acts.Reveal(characters, salts if rules.sealed else ())


def _pile(rules: Rules, state: State, seat: int, rng: Random) -> tuple[str, ...]:
    """Treasures that the pile can hold together."""
    chosen: list[int] = []
    while state.sides[seat].pile:
        kind = rng.choice(hoards.possible(state, seat))
        after = hoards.exposed(state, seat, (kind,))
        assert after is not None
        chosen, state = [*chosen, kind], after
    return tuple(rules.box.treasures[kind].id for kind in chosen)


def _cards(rules: Rules, state: State, zone: str, seat: int, count: int, rng: Random) -> tuple[str, ...]:
    """Cards that the zone can hold together."""
    chosen: list[int] = []
    for _ in range(count):
        kind = rng.choice(hidden.showable(state, zone, seat))
        after = hidden.expose(state, zone, seat, (kind,))
        assert after is not None
        chosen, state = [*chosen, kind], after
    return tuple(rules.box.card_id(kind) for kind in chosen)


# -- the turn


def _turn(rules: Rules, state: State, rng: Random, vault: Vault) -> Act:
    awaits, seat = state.awaits, state.seat
    if isinstance(awaits, Turn):
        return _main(rules, state, awaits, rng)
    if isinstance(awaits, AwaitSurplus):
        return acts.Surplus(_cards(rules, state, hidden.DRAWN, seat, awaits.count, rng))
    if isinstance(awaits, AwaitDiscard):
        return acts.Discard(_cards(rules, state, hidden.HANDS, seat, awaits.count, rng))
    if isinstance(awaits, AwaitTake):
        kind, to = _best_gift(rules, state, rng, vault)
        return acts.Take(rules.box.treasures[kind].id, to)
    if isinstance(awaits, AwaitTrimagia):
        return acts.Trimagia(rng.choice(awaits.rows))
    if isinstance(awaits, AwaitAim):
        return acts.Aim(_target(rules, state, rng, vault))
    assert isinstance(awaits, AwaitStrike)
    return _strike(rules, state, rng, vault)


def _main(rules: Rules, state: State, awaits: Turn, rng: Random) -> Act:
    seat = state.seat
    if awaits.step == ENCHANT and rng.random() < P_ENCHANTS and (found := enchantments(rules, state)):
        return acts.Enchant(rules.box.card_id(rng.choice(found)))
    if (
        awaits.step == ENCHANT
        and state.hand_size(seat) > 3
        and rng.random() < P_CHANGES
        and (coins := payable(rules, state))
    ):
        coin = min(coins, key=lambda kind: rules.box.treasures[kind].value)
        cards = _cards(rules, state, hidden.HANDS, seat, rng.randint(1, CHANGE), rng)
        return acts.Change(rules.box.treasures[coin].id, cards)
    if awaits.step <= STEAL and rng.random() < P_STEALS and (able := steals(rules, state)):
        return rng.choice(able)
    wants = state.hand_size(seat) > 1 and (not state.played or rng.random() < P_SECOND)
    if wants and (visions := playable(rules, state)):
        kind = rng.choice(visions)
        return acts.Play(rules.box.card_id(kind), _row(rules, state, rng), forgot=rng.random() < P_FORGETS)
    return acts.EndPlay()


def _row(rules: Rules, state: State, rng: Random) -> int:
    """The longer of the rows with room, mostly."""
    rows = [row for row in (0, 1) if free_place(state.sides[state.seat].rows[row]) != EMPTY]
    return max(rows, key=lambda row: free_place(state.sides[state.seat].rows[row]) + 2 * rng.random())


def _worth(rules: Rules, vault: Vault, seat: int, kind: int) -> int:
    colour = rules.colour(vault.of(seat, CHARACTER)[0].value)
    one = rules.box.treasures[kind]
    return 3 + one.value if one.colour == colour else one.value


def _best_gift(rules: Rules, state: State, rng: Random, vault: Vault) -> tuple[int, int]:
    """The treasure worth most, kept; where all are bad, the worst for another player."""
    best = max(state.display, key=lambda kind: _worth(rules, vault, state.seat, kind))
    if _worth(rules, vault, state.seat, best) > 0:
        return best, state.seat
    worst = min(state.display, key=lambda kind: rules.box.treasures[kind].value)
    return worst, rng.choice([seat for seat in state.actives if seat != state.seat])


def _target(rules: Rules, state: State, rng: Random, vault: Vault) -> int:
    strike = state.strike
    assert strike is not None
    able = targets(state, strike)
    others = [seat for seat in able if seat != state.seat]
    if strike.kind == DRAW:
        return state.seat if state.seat in able else min(others, key=state.hand_size)
    if strike.kind == AWARD:
        keeps = state.seat in able and _best_gift(rules, state, rng, vault)[1] == state.seat
        return state.seat if keeps or not others else rng.choice(others)
    if strike.kind == ROB:
        return max(others, key=lambda seat: state.sides[seat].pile + rng.random())
    return min(others, key=lambda seat: state.hand_size(seat) + rng.random())


def _strike(rules: Rules, state: State, rng: Random, vault: Vault) -> Act:
    strike = state.strike
    assert strike is not None
    if strike.kind == DRAW:
        return acts.Deliver()
    if strike.kind == AWARD:
        is_mine = strike.target == state.seat
        sign = 1 if is_mine else -1
        kind = max(state.display, key=lambda one: sign * _worth(rules, vault, state.seat, one))
        return acts.Award(rules.box.treasures[kind].id)
    if strike.kind == ROB:
        return acts.Rob(rng.choice(thefts(rules, state)))
    count = min(strike.power, state.hand_size(strike.target))
    return acts.Strip(_cards(rules, state, hidden.HANDS, strike.target, count, rng))
