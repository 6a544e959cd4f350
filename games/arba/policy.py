"""A sensible seeded player for both sides: it marches on the enemy base, keeps a guard at home, and buys what it can use."""

from __future__ import annotations

from random import Random

import msgspec

from games.arba import acts
from games.arba.choices import choices, one_piece
from games.arba.close import attackers
from games.arba.movement import legs_breaches, ways_to_tread
from games.arba.places import bases_and_outposts, most_troops, open_neighbours, troops_in_all
from games.arba.rules import Rules
from games.arba.state import BUY, CLOSE, INCOME, KINDS, RANGED, TROOP, Duel, Reply, Start, State, Turn
from games.kernel.acts import CLOCK, JUDGE, Act, TimeUp
from games.kernel.choices import Partial, any_answer
from games.kernel.game import Move as Proposal
from games.kernel.lines import Header, read_act
from games.kernel.record import Record
from games.kernel.vault import Vault

TIRED_AFTER = 16
P_TIME_UP = 0.02
P_RANGED = 0.5
P_BREAK_OFF = 0.25
P_ASIDE = 0.4
P_BOUGHT = {"buy_missile": 0.8, "barricades": 0.2, "buy_cannon": 0.4, "build_bridge": 0.4, "break_bridge": 0.05}
GUARD = 2
WORTH_HOLDING = ("missili", "ospedale", "rifugio", "bonus", "avamposto")


def deal(header: Header, rng: Random) -> Vault:
    """Nothing in this game is secret."""
    return Vault()


def showing(rules: Rules, state: State, seat: int, vault: Vault) -> Act | None:
    return None


def is_done(rules: Rules, state: State) -> bool:
    return bool(state.ended)


def propose(record: Record, rng: Random, vault: Vault) -> Proposal:
    """The next entry of a plausible game."""
    rules, state = record.rules, record.state
    awaits = state.awaits
    if isinstance(awaits, Start):
        return Proposal(JUDGE, acts.StartDice((rng.randint(1, 6), rng.randint(1, 6))))
    if isinstance(awaits, Reply):
        return Proposal(1 - state.seat, acts.DefenceDie(rng.randint(1, 6)))
    if isinstance(awaits, Duel):
        return Proposal(state.seat, _duel(rules, state, awaits, rng))
    if state.giro > TIRED_AFTER and not state.time_up_in and rng.random() < P_TIME_UP:
        return Proposal(CLOCK, TimeUp())
    assert isinstance(awaits, Turn)
    return Proposal(state.seat, _turn(record, rules, state, awaits, rng))


def _duel(rules: Rules, state: State, awaits: Duel, rng: Random) -> Act:
    mine = sum(state.unspent(kind, awaits.src) for kind in attackers(rules, state, awaits.src, awaits.dst))
    theirs = _defenders(state, awaits.dst)
    if awaits.has_begun and mine < theirs and rng.random() < P_BREAK_OFF:
        return acts.BreakOff()
    return acts.AttackDie(rng.randint(1, 6))


def _defenders(state: State, place: int) -> int:
    alpini = state.alpini[place] if state.alpini_of != state.seat else 0
    return alpini + sum(state.count(1 - state.seat, kind, place) for kind in range(len(KINDS)))


# -- the steps


def _turn(record: Record, rules: Rules, state: State, awaits: Turn, rng: Random) -> Act:
    if awaits.step < INCOME:
        return _deploy(rules, state, rng) or _collect(record, rng)
    if awaits.step <= RANGED and (bought := _early(record, state, rng)):
        return bought
    if awaits.step <= CLOSE and (fight := _fight(record, rules, state, rng)):
        return fight
    if awaits.step < BUY and (step := _fulfil(rules, state) or _march(rules, state, rng)):
        return step
    return _late(record, state, rng) or acts.EndTurn()


def _deploy(rules: Rules, state: State, rng: Random) -> Act | None:
    room = most_troops(rules, state, state.seat) - troops_in_all(state, state.seat)
    if room <= 0:
        return None
    goal = rules.board.bases[1 - state.seat]
    front = min(bases_and_outposts(rules, state, state.seat), key=lambda place: (rules.board.steps[place][goal], place))
    base = rules.board.bases[state.seat]
    at_home = min(room, max(0, GUARD - state.troops(state.seat, base)))
    placed = {rules.board.ids[base]: at_home} if at_home else {}
    if room > at_home:
        name = rules.board.ids[front]
        placed[name] = placed.get(name, 0) + room - at_home
    return acts.Deploy(placed)


def _collect(record: Record, rng: Random) -> Act:
    return _answered(record, {"type": "collect"}, rng)


def _early(record: Record, state: State, rng: Random) -> Act | None:
    """Tractors, paratroopers and ranged attacks, now and then and while the money lasts."""
    if rng.random() > P_RANGED:
        return None
    offered = [
        choice.value for choice in record.choices({}).choices if choice.value in ("buy_tractor", "drop", "strike")
    ]
    if not offered or state.money[state.seat] < 40:
        offered = [name for name in offered if name == "strike"]
    return _answered(record, {"type": rng.choice(offered)}, rng) if offered else None


def _fight(record: Record, rules: Rules, state: State, rng: Random) -> Act | None:
    """An attack with more pieces than the defence has, where there is one."""
    ids = rules.board.ids
    sources = record.choices({"type": "attack"})
    best: tuple[int, acts.Attack] | None = None
    for source in sources.choices:
        src = rules.board.index[str(source.value)]
        for target in record.choices({"type": "attack", "src": source.value}).choices:
            dst = rules.board.index[str(target.value)]
            lead = sum(state.unspent(kind, src) for kind in attackers(rules, state, src, dst)) - _defenders(state, dst)
            owes = dst in state.landed and dst not in state.fought
            if (lead > 0 or owes or rng.random() < 0.1) and (best is None or lead > best[0]):
                best = (lead, acts.Attack(ids[src], ids[dst]))
    return best[1] if best else None


def _fulfil(rules: Rules, state: State) -> Act | None:
    """A trooper onto a claimed place, from wherever one can still come."""
    ids = rules.board.ids
    for place in state.claims:
        if state.is_hostile(state.seat, place):
            continue
        for source in open_neighbours(rules, state, place):
            step = acts.Move(ids[source], ids[place], 1)
            if state.unspent(TROOP, source) and _is_legal_move(rules, state, step):
                return step
    return None


def _march(rules: Rules, state: State, rng: Random) -> Act | None:
    """Towards claimed places first, then the enemy base, leaving a guard at home."""
    board, seat = rules.board, state.seat
    goal = _goal(rules, state, rng)
    ids = board.ids
    for src in sorted(range(board.size), key=lambda place: (board.steps[place][goal], place)):
        spare = state.unspent(TROOP, src) - (GUARD if src == board.bases[seat] else 0)
        tractors = state.unspent(2, src)
        paras = state.unspent(1, src)
        for field, count in (("troops", spare), ("paras", paras), ("tractors", tractors)):
            if count < 1:
                continue
            dst = _towards(rules, state, src, goal, field, rng)
            if dst is not None:
                left_behind = (
                    1
                    if board.kinds[src] != "ordinario" and field == "troops" and count > 1 and rng.random() < 0.7
                    else 0
                )
                between = ways_to_tread(rules, state, src, dst) if field == "troops" else []
                way = acts.Move(ids[src], ids[dst], via=ids[between[0]] if len(between) > 1 else "")
                return msgspec.structs.replace(way, **{field: max(1, count - left_behind)})
    return None


def _goal(rules: Rules, state: State, rng: Random) -> int:
    """The enemy base, or now and then a place worth holding."""
    board = rules.board
    special = [
        place
        for place in range(board.size)
        if board.kinds[place] in WORTH_HOLDING and not state.stands(state.seat, place)
    ]
    return rng.choice(special) if special and rng.random() < P_ASIDE else board.bases[1 - state.seat]


def _towards(rules: Rules, state: State, src: int, goal: int, field: str, rng: Random) -> int | None:
    """The open place nearest to the goal; now and then a step aside, so that nobody waits at a broken bridge for ever."""
    board, ids = rules.board, rules.board.ids
    options = []
    for place in range(board.size):
        if 0 < board.steps[src][place] <= 2 or (src != place and place in board.neighbours[src]):
            act = one_piece(ids[src], ids[place], field)
            if _is_legal_move(rules, state, act):
                options.append(place)
    claimed = [place for place in options if place in state.claims]
    if claimed and field == "troops":
        return claimed[0]
    nearer = [place for place in options if board.steps[place][goal] < board.steps[src][goal]]
    if nearer:
        return min(nearer, key=lambda place: (board.steps[place][goal], rng.random()))
    return rng.choice(options) if options and rng.random() < 0.3 else None


def _is_legal_move(rules: Rules, state: State, act: acts.Move) -> bool:
    return not any(legs_breaches(rules, state, state.seat, act))


def _late(record: Record, state: State, rng: Random) -> Act | None:
    """Purchases at the end of the turn, one kind in two; a missile first, since Marano is seldom held."""
    wanted = dict(P_BOUGHT)
    if state.kept_barricades:
        del wanted["barricades"]
    offered = {choice.value for choice in record.choices({}).choices}
    bought = [name for name, chance in wanted.items() if name in offered and rng.random() < chance]
    return _answered(record, {"type": bought[0]}, rng) if bought else None


def _answered(record: Record, partial: Partial, rng: Random) -> Act:
    """A random legal act of one kind."""
    ask = choices(record.rules, record.state, partial)
    while ask.kind != "ready":
        ask = choices(record.rules, record.state, ask.answered(any_answer(ask, rng)))
    return read_act(record.game, ask.act)
