"""What the judge may enter next: one question at a time, with its legal answers only, in the order of the seven steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from typing import Any

import msgspec

from games.arba import acts, income, labels, opening, purchases
from games.arba.close import attack_breaches, attackers
from games.arba.ends import ENDS
from games.arba.income import deploy_breaches
from games.arba.moments import MOMENTS
from games.arba.movement import legs_breaches, ways, ways_to_tread
from games.arba.opening import end_turn_breaches, step_breaches
from games.arba.places import (
    bases_and_outposts,
    can_all_be_reached,
    most_troops,
    open_neighbours,
    territories_of,
    troops_in_all,
)
from games.arba.purchases import barricade_cost, barricades_breaches
from games.arba.ranged import drop_breaches, launch_breaches, removable, shot_price, strike_breaches
from games.arba.rules import BARRICADE_LEVELS, Rules
from games.arba.state import CLOSE, KINDS, MOVE, NOBODY, PARA, TRACTOR, TROOP, Duel, Reply, Start, State, Turn
from games.kernel.acts import JUDGE, Act, By, tag
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.game import Chapter
from games.kernel.questions import NotPossibleNow, next_question, one_die_each, single_die
from games.kernel.words import Words, listed, same, seat_words

Asker = Callable[[Rules, State, Partial], Ask]
RULES: Chapter = {**opening.CHAPTER, **income.CHAPTER, **purchases.CHAPTER}
KINDS_OF_ACT = {tag(kind.__name__): kind for kind in RULES}
OWN = "own-"
HOW_MANY = Words("Quante pedine muovono: {what}?", "How many pieces move: {what}?")
WHICH = Words("Che cosa succede?", "What happens?")


def choices(rules: Rules, state: State, partial: Partial) -> Ask:
    """The next question. Raises `Unreadable` when the partial act names what cannot be asked for."""
    if "type" not in partial:
        return Ask(
            "act", WHICH, MOMENTS[type(state.awaits)].by(rules, state), "type", tuple(_act_choices(rules, state))
        )
    is_first = isinstance(state.awaits, Start)
    return next_question(FIRST_ASKERS if is_first else ASKERS, rules, state, partial)


# -- which act


def _act_choices(rules: Rules, state: State) -> Iterator[Choice]:
    for name in _main_acts(rules, state):
        words = _priced(labels.ACT_WORDS[name], PRICES[name](rules)) if name in PRICES else labels.ACT_WORDS[name]
        yield Choice(name, words, {"type": name}, main=name in ("attack_die", "move"))
    if not state.ended:
        yield Choice("resign", labels.ACT_WORDS["resign"], {"type": "resign"}, "judge")
    if state.giro and not state.ended:
        for name in ("finish",) * bool(ENDS.open_ways(rules, state)) + (
            "time_not_up" if state.time_up_in else "time_up",
        ):
            yield Choice(name, labels.ACT_WORDS[name], {"type": name}, "judge")


def _main_acts(rules: Rules, state: State) -> Iterator[str]:
    awaits = state.awaits
    if isinstance(awaits, Start):
        yield from ("start_dice", "nearest")
    elif isinstance(awaits, Duel):
        yield from ("attack_die", "break_off")
    elif isinstance(awaits, Reply):
        yield "defence_die"
    elif isinstance(awaits, Turn):
        yield from (name for name, is_open in TURN_ACTS.items() if is_open(rules, state))


def _is_open(name: str) -> Callable[[Rules, State], bool]:
    """Whether any whole act of this kind is legal now: its first question has an answer."""

    def test(rules: Rules, state: State) -> bool:
        ask = ASKERS[name](rules, state, {"type": name})
        return (ask.kind == "ready" and _stands(rules, state, ask)) or bool(ask.choices)

    return test


def _stands(rules: Rules, state: State, ask: Ask) -> bool:
    kind = KINDS_OF_ACT[ask.act["type"]]
    act = kind(**{key: value for key, value in ask.act.items() if key != "type"})
    return not any(RULES[kind].breaches(rules, state, ask.by, act))


# -- who begins


def _nearest(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [Choice(seat, seat_words(seat), {"seat": seat}) for seat in (0, 1)]
    return _pick(partial, JUDGE, "seat", Words("Chi è più vicino al suo paese?", "Who is nearest to his town?"), seats)


def _start_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    return one_die_each(partial, Words("Un dado a testa", "One die each"), (0, 1))


# -- steps 1 to 3


def _deploy(rules: Rules, state: State, partial: Partial) -> Ask:
    words = Words("Dove entrano le truppe?", "Where do the troopers come in?")
    if "troops" in partial:
        return ready(state.seat, partial, words)
    room = most_troops(rules, state, state.seat) - troops_in_all(state, state.seat)
    base = rules.board.ids[rules.board.bases[state.seat]]
    may = room > 0 and not any(deploy_breaches(rules, state, state.seat, acts.Deploy({base: 1})))
    places = bases_and_outposts(rules, state, state.seat) if may else []
    return Ask("spread", words, state.seat, "troops", tuple(_places(rules, places)), 1, max(1, room), partial=partial)


def _collect(rules: Rules, state: State, partial: Partial) -> Ask:
    """One contested place after another may be claimed, as long as a trooper of its own can go to each."""
    claims = list(partial.get("claims", ()))
    words = Words("Rivendica un territorio conteso?", "Claim a contested place?")
    _, contested = territories_of(rules, state, state.seat)
    index = rules.board.index
    free = [
        place
        for place in contested
        if rules.board.ids[place] not in claims
        and can_all_be_reached(rules, state, [*(index[name] for name in claims), place])
    ]
    if partial.get("more") is False or not free:
        return ready(state.seat, {**partial, "claims": claims}, words)
    more = [Choice(rules.board.ids[p], rules.board.names[p], {"claims": [*claims, rules.board.ids[p]]}) for p in free]
    if rules.claiming == "optional":
        more.insert(
            0,
            Choice(
                "-",
                Words("Registra: nessun altro", "Record: no other"),
                {"claims": claims, "more": False},
                main=True,
                ends=True,
            ),
        )
    return Ask("pick", words, state.seat, "claim", tuple(more), partial=partial)


def _may_collect(rules: Rules, state: State) -> bool:
    """With as many claims as there can be, where they come by themselves."""
    claims: list[int] = []
    if rules.claiming == "automatic":
        for place in territories_of(rules, state, state.seat)[1]:
            if can_all_be_reached(rules, state, [*claims, place]):
                claims.append(place)
    return _legal(rules, state, {"type": "collect", "claims": [rules.board.ids[place] for place in claims]})


def _at_base(name: str) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        places = bases_and_outposts(rules, state, state.seat)
        legal = [place for place in places if _legal(rules, state, {"type": name, "place": rules.board.ids[place]})]
        words = _in_hand(state, Words("Dove?", "Where?"))
        return _pick(partial, state.seat, "place", words, _places(rules, legal, "place"))

    return ask


def _legal(rules: Rules, state: State, whole: Partial) -> bool:
    return _stands(rules, state, ready(state.seat, whole, WHICH))


# -- step 4


def _drop(rules: Rules, state: State, partial: Partial) -> Ask:
    words = _in_hand(state, Words("Dove atterrano?", "Where do they land?"))
    if "paras" in partial:
        return ready(state.seat, partial, words)
    count = rules.paratroopers
    open_places = [
        place
        for place in range(rules.board.size)
        if place not in rules.board.safe
        and not any(drop_breaches(rules, state, state.seat, acts.Drop({rules.board.ids[place]: count})))
    ]
    return Ask("spread", words, state.seat, "paras", tuple(_places(rules, open_places)), count, count, partial=partial)


def _strike(rules: Rules, state: State, partial: Partial) -> Ask:
    """Weapon with its place first, then what it removes: single pieces, a missile's load, or a bridge."""
    words = Words("Che cosa colpisce?", "What does it hit?")
    if "bridge" in partial:
        return ready(state.seat, partial, words)
    if "hits" in partial:
        return _strike_more(rules, state, partial)
    if "weapon" not in partial:
        launchers = [one for one in _launchers(rules, state) if any(_targets(rules, state, one))]
        sets = [
            Choice(f"{weapon}:{src}", _launcher_words(rules, state, weapon, src), _launch(weapon, src))
            for weapon, src in launchers
        ]
        with_what = _in_hand(state, Words("Con che cosa?", "With what?"))
        return Ask("pick", with_what, state.seat, "weapon", tuple(sets), partial=partial)
    options = _targets(rules, state, (partial["weapon"], partial.get("src", "")))
    return Ask("pick", words, state.seat, "target", tuple(options), partial=partial)


def _launch(weapon: str, src: str) -> Partial:
    return {"weapon": weapon, "src": src} if src else {"weapon": weapon}


def _launchers(rules: Rules, state: State) -> Iterator[tuple[str, str]]:
    board = rules.board
    yield from (("cannon", board.ids[place]) for place in range(board.size) if state.cannons[place])
    yield from (("missile", board.ids[place]) for place in bases_and_outposts(rules, state, state.seat))
    yield ("plane", "")


def _launcher_words(rules: Rules, state: State, weapon: str, src: str) -> Words:
    place = rules.board.names[rules.board.index[src]] if src else same("")
    words = Words("{weapon} {place}", "{weapon} {place}").fill({"weapon": labels.WEAPONS[weapon], "place": place})
    return _priced(words, shot_price(rules, state)) if weapon == "cannon" else words


def _strike_more(rules: Rules, state: State, partial: Partial) -> Ask:
    """A missile on Udine, one place for it, may take what it still carries from further sectors."""
    words = Words("Colpisce anche un altro settore?", "Does it hit another sector too?")
    weapon, src, hits = partial["weapon"], partial.get("src", ""), partial["hits"]
    hit = {rules.board.index[one["place"]] for one in hits}
    if weapon != "missile" or partial.get("more") is False or not hit.issubset(rules.board.udine):
        return ready(state.seat, partial, words)
    others = [place for place in rules.board.udine if place not in hit]
    more = tuple(_target_places(rules, state, (weapon, src), others, hits))
    if not more:
        return ready(state.seat, partial, words)
    enough = Choice("-", Words("Registra: nessun altro", "Record: no other"), {"more": False}, main=True, ends=True)
    return Ask("pick", words, state.seat, "target", (enough, *more), partial=partial)


def _targets(rules: Rules, state: State, launcher: tuple[str, str]) -> Iterator[Choice]:
    weapon, src = launcher
    board = rules.board
    if any(launch_breaches(rules, state, weapon, board.index[src] if src else NOBODY)):
        return
    yield from _target_places(rules, state, launcher, range(board.size), [])
    for bridge in board.bridge_ids:
        if not any(strike_breaches(rules, state, state.seat, acts.Strike(weapon, src, (), bridge))):  # type: ignore[arg-type]
            yield Choice(bridge, labels.bridge_words(rules, bridge), {"bridge": bridge}, "bridges")


def _target_places(
    rules: Rules, state: State, launcher: tuple[str, str], places: Iterable[int], before: list[dict[str, Any]]
) -> Iterator[Choice]:
    """What may be removed from one of these places, together with what was chosen before."""
    weapon, src = launcher
    board = rules.board
    for place in places:
        for load in _loads(rules, state, weapon, place):
            hits = [*before, *(_hit(board.ids[place], piece, count) for piece, count in load)]
            if not any(strike_breaches(rules, state, state.seat, _struck(weapon, src, hits))):
                yield Choice(
                    f"{board.ids[place]}:{_load_key(load)}",
                    _load_words(rules, place, load),
                    {"hits": hits},
                    board.ids[place],
                )


def _hit(place: str, piece: str, count: int) -> dict[str, Any]:
    name = piece.removeprefix(OWN)
    hit = {"place": place, "piece": name, "count": count}
    return hit if name == piece else hit | {"own": True}


def _struck(weapon: str, src: str, hits: list[dict[str, Any]]) -> acts.Strike:
    return acts.Strike(weapon, src, tuple(acts.Hit(**hit) for hit in hits))  # type: ignore[arg-type]


def _loads(rules: Rules, state: State, weapon: str, place: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """What one attack may remove from one place: a piece, or as much as a missile carries; one's own only where that is allowed."""
    pieces = (*KINDS, "alpino")
    there = [(piece, removable(state, place, piece)) for piece in pieces]
    if rules.own_pieces == "allowed":
        there += [(OWN + piece, removable(state, place, piece, is_own=True)) for piece in pieces]
    present = [(piece, count) for piece, count in there if count > 0]
    if weapon != "missile":
        yield from (((piece, 1),) for piece, _ in present)
        return
    heavy = [piece for piece, _ in present if piece.endswith("tractor")]
    small = [piece for piece, _ in present if piece not in heavy]
    most = dict(present)
    for counts in product(*(range(min(3, most[piece]) + 1) for piece in small)):
        if 0 < sum(counts) <= 3:
            yield tuple((piece, count) for piece, count in zip(small, counts, strict=True) if count)
    for tractor in heavy:
        yield from ((((tractor, 1), (piece, 1))) for piece in small)
        yield from (((tractor, count),) for count in range(1, min(2, most[tractor]) + 1))
    if len(heavy) == 2:
        yield tuple([(tractor, 1) for tractor in heavy])


def _load_key(load: tuple[tuple[str, int], ...]) -> str:
    return "+".join(f"{piece}{count}" for piece, count in load)


def _load_words(rules: Rules, place: int, load: tuple[tuple[str, int], ...]) -> Words:
    what = listed([Words("{n} {kind}", "{n} {kind}").fill({"n": n, "kind": _piece_words(piece)}) for piece, n in load])
    return Words("{place}: {what}", "{place}: {what}").fill({"place": rules.board.names[place], "what": what})


def _piece_words(piece: str) -> Words:
    return labels.hit_words(piece.removeprefix(OWN), piece.startswith(OWN))


# -- step 5


def _attack(rules: Rules, state: State, partial: Partial) -> Ask:
    board, seat = rules.board, state.seat
    if "src" not in partial:
        sources = [
            place
            for place in _in_its_step(rules, state, CLOSE)
            if state.stands(seat, place) and _attack_targets(rules, state, place)
        ]
        return _pick(partial, seat, "src", Words("Da dove?", "From where?"), _places(rules, sources, "src"))
    src = board.index[partial["src"]]
    if "dst" not in partial:
        targets = _attack_targets(rules, state, src)
        return _pick(partial, seat, "dst", Words("Dove?", "Where?"), _places(rules, targets, "dst"))
    if "without" in partial or rules.involved == "all":
        return ready(seat, partial, labels.ACT_WORDS["attack"])
    return _held_back(rules, state, partial, attackers(rules, state, src, board.index[partial["dst"]]))


def _in_its_step(rules: Rules, state: State, step: int) -> Iterable[int]:
    """The places to look through for an act of this step: none where it may not come now, whatever stands there."""
    return () if step_breaches(rules, state, step) else range(rules.board.size)


def _held_back(rules: Rules, state: State, partial: Partial, kinds: list[int]) -> Ask:
    """Kinds of pieces that stay out of the attack: any but all of them."""
    there = [KINDS[kind] for kind in kinds]  # as they fall, which is the order of their names in `without`
    sets = [some for count in range(len(there)) for some in combinations(there, count)]
    if len(sets) == 1:
        return ready(state.seat, {**partial, "without": ""}, labels.ACT_WORDS["attack"])
    options = [
        Choice("+".join(some) or "-", labels.kinds_words(some), {"without": "+".join(some)}, main=not some)
        for some in sets
    ]
    return _pick(partial, state.seat, "without", Words("Chi resta fuori?", "Who stays out?"), options)


def _attack_targets(rules: Rules, state: State, src: int) -> list[int]:
    board = rules.board
    near = [
        place for place in range(board.size) if board.steps[src][place] <= 2 and state.is_hostile(state.seat, place)
    ]
    ids = board.ids
    return [
        dst
        for dst in near
        if not any(attack_breaches(rules, state, state.seat, acts.Attack(ids[src], ids[dst])))
        and attackers(rules, state, src, dst)
    ]


def _die(by: Callable[[State], By], words: Words) -> Asker:
    """One die of the attack under way, named by its battle."""

    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        fight, names = state.awaits, rules.board.names
        if not isinstance(fight, (Duel, Reply)):
            raise NotPossibleNow
        return single_die(partial, by(state), words.fill({"src": names[fight.src], "dst": names[fight.dst]}))

    return ask


# -- step 6


def _move(rules: Rules, state: State, partial: Partial) -> Ask:
    """From, to, then how many of each kind that can go there."""
    board, seat = rules.board, state.seat
    if "src" not in partial:
        sources = [place for place in _in_its_step(rules, state, MOVE) if any(_moves_from(rules, state, place))]
        return _pick(partial, seat, "src", Words("Da dove?", "From where?"), _places(rules, sources, "src"))
    src = board.index[partial["src"]]
    if "dst" not in partial:
        return _pick(
            partial,
            seat,
            "dst",
            Words("Dove?", "Where?"),
            _places(rules, list(dict.fromkeys(dst for dst, _ in _moves_from(rules, state, src))), "dst"),
        )
    dst = board.index[partial["dst"]]
    for field, kind in (("troops", TROOP), ("paras", PARA), ("tractors", TRACTOR)):
        if field not in partial:
            most = _most_movers(rules, state, src, dst, kind)
            others = sum(partial.get(other, 0) for other in ("troops", "paras")) or _later(rules, state, src, dst, kind)
            least = 0 if others else 1
            if most == 0:
                return _move(rules, state, {**partial, field: 0})
            words = HOW_MANY.fill({"what": labels.PIECES[KINDS[kind]]})
            return Ask("number", words, seat, field, (), min(least, most), most, partial=partial)
    cannons = state.cannons[src] - state.spent_cannons[src]
    if "cannons" not in partial and cannons > 0 and partial["troops"] and dst in open_neighbours(rules, state, src):
        words = HOW_MANY.fill({"what": labels.WEAPONS["cannon"]})
        return Ask("number", words, seat, "cannons", (), 0, cannons, partial=partial)
    if "via" not in partial and partial["troops"] and len(between := ways_to_tread(rules, state, src, dst)) > 1:
        return _pick(partial, seat, "via", Words("Per dove passa?", "By which way?"), _places(rules, between, "via"))
    return ready(seat, partial, labels.ACT_WORDS["move"])


def journeys(rules: Rules, state: State, src: str, dst: str) -> tuple[Act, ...]:
    """From one place to another: the close attack, or the move of one piece, a trooper where no other stands there."""
    kinds = [kind for kind in range(len(KINDS)) if state.unspent(kind, rules.board.index[src])]
    field = ("troops", "paras", "tractors")[kinds[0] if kinds else TROOP]
    return acts.Attack(src, dst), one_piece(src, dst, field)


def _most_movers(rules: Rules, state: State, src: int, dst: int, kind: int) -> int:
    """How many of a kind can go there: where a place is claimed, not the troopers who still can step onto it."""
    if (dst, kind) not in _moves_from(rules, state, src):
        return 0
    most, ids = state.unspent(kind, src), rules.board.ids
    while state.claims and kind == TROOP and most > 1:
        if not any(legs_breaches(rules, state, state.seat, acts.Move(ids[src], ids[dst], most))):
            break
        most -= 1
    return most


def _later(rules: Rules, state: State, src: int, dst: int, kind: int) -> bool:
    """Whether pieces of a kind that is still to be asked for can go there."""
    return any(after > kind and place == dst for place, after in _moves_from(rules, state, src))


def _moves_from(rules: Rules, state: State, src: int) -> Iterator[tuple[int, int]]:
    """Every (place, kind) that an unmoved piece there can go to."""
    ids = rules.board.ids
    for kind, field in enumerate(("troops", "paras", "tractors")):
        if not state.unspent(kind, src):
            continue
        for dst in _reachable(rules, state, src):
            if not any(legs_breaches(rules, state, state.seat, one_piece(ids[src], ids[dst], field))):
                yield dst, kind


def one_piece(src: str, dst: str, field: str) -> acts.Move:
    """One piece of a kind (`troops`, `paras`, `tractors`) moved."""
    return msgspec.structs.replace(acts.Move(src, dst), **{field: 1})


def _reachable(rules: Rules, state: State, src: int) -> list[int]:
    near = open_neighbours(rules, state, src)
    far = [
        place
        for other in near
        for place in open_neighbours(rules, state, other)
        if place != src and ways(rules, state, src, place)
    ]
    return list(dict.fromkeys((*near, *far)))


# -- step 7


def _barricades(rules: Rules, state: State, partial: Partial) -> Ask:
    """All barricades in one act: the level of each place with troopers, while the money lasts."""
    words = Words("Barricate", "Barricades")
    levels: dict[str, int] = dict(partial.get("levels", {}))
    if partial.get("more") is False:
        return ready(state.seat, {**partial, "levels": levels}, words)
    if any(barricades_breaches(rules, state, state.seat, acts.Barricades(levels))):
        return Ask("pick", words, state.seat, "barricade", (), partial=partial)
    more = list(_more_barricades(rules, state, levels))
    if levels:
        enough = Words("Registra: {n:danaro|danari}", "Record: {n:danaro|danari}").fill(
            {"n": _cost_of(rules, state, levels)}
        )
        more.insert(0, Choice("-", enough, {"levels": levels, "more": False}, main=True, ends=True))
        question = Words("Un'altra barricata?", "Another barricade?")
    else:
        question = Words("Dove, e di quanti livelli?", "Where, and of how many levels?")
    question = _in_hand(state, question, _cost_of(rules, state, levels))
    return Ask("pick", question, state.seat, "barricade", tuple(more), partial=partial)


def _cost_of(rules: Rules, state: State, levels: dict[str, int]) -> int:
    return barricade_cost(rules, state, {rules.board.index[name]: level for name, level in levels.items()})


def _more_barricades(rules: Rules, state: State, levels: dict[str, int]) -> Iterator[Choice]:
    board = rules.board
    for place, name in enumerate(board.ids):
        if not state.troops(state.seat, place) or name in levels:
            continue
        least = state.barricades[place] + 1 if place in state.kept_barricades else 1
        for level in range(least, BARRICADE_LEVELS + 1):
            wanted = {**levels, name: level}
            if _cost_of(rules, state, wanted) <= state.money[state.seat]:
                label = Words("{place} +{n}", "{place} +{n}").fill({"place": board.names[place], "n": level})
                more = _cost_of(rules, state, wanted) - _cost_of(rules, state, levels)
                yield Choice(f"{name}:{level}", _priced(label, more), {"levels": wanted}, name)


def _at_bridge(name: str) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        legal = [one for one in rules.board.bridge_ids if _legal(rules, state, {"type": name, "bridge": one})]
        options = [Choice(one, labels.bridge_words(rules, one), {"bridge": one}) for one in legal]
        words = Words("Quale ponte?", "Which bridge?")
        if name in PRICES:
            words = _in_hand(state, words)
        return _pick(partial, state.seat, "bridge", words, options)

    return ask


def _nothing(name: str, by: Callable[[State], By]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return ready(by(state), partial, labels.ACT_WORDS[name])

    return ask


def _resign(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [Choice(seat, seat_words(seat), {"seat": seat}) for seat in (0, 1)]
    return _pick(partial, JUDGE, "seat", Words("Chi si arrende?", "Who gives up?"), seats)


# -- prices

PRICES: dict[str, Callable[[Rules], int]] = {
    "buy_tractor": lambda rules: rules.tractor,
    "buy_cannon": lambda rules: rules.cannon,
    "buy_missile": lambda rules: rules.missile,
    "build_bridge": lambda rules: rules.bridge,
    "drop": lambda rules: rules.plane,
}
"""What one costs, of acts whose price is the same wherever they are done."""


def _priced(words: Words, price: int) -> Words:
    return Words("{what}: {n:danaro|danari}", "{what}: {n:danaro|danari}").fill({"what": words, "n": price})


def _in_hand(state: State, question: Words, spent: int = 0) -> Words:
    """The question, and what there is left to spend."""
    words = Words("{question} In mano: {n:danaro|danari}", "{question} In hand: {n:danaro|danari}")
    return words.fill({"question": question, "n": state.money[state.seat] - spent})


# -- shapes of questions


def _pick(partial: Partial, by: By, field: str, words: Words, options: Iterable[Choice]) -> Ask:
    return (
        ready(by, partial, words)
        if field in partial
        else Ask("pick", words, by, field, tuple(options), partial=partial)
    )


def _places(rules: Rules, places: Iterable[int], field: str = "") -> list[Choice]:
    board = rules.board
    return [
        Choice(board.ids[p], board.names[p], {field: board.ids[p]} if field else {}, board.halves[p]) for p in places
    ]


def _in_turn(state: State) -> By:
    return state.seat


FIRST_ASKERS: dict[str, Asker] = {"nearest": _nearest, "start_dice": _start_dice, "resign": _resign}
ASKERS: dict[str, Asker] = {
    "deploy": _deploy,
    "collect": _collect,
    "buy_tractor": _at_base("buy_tractor"),
    "drop": _drop,
    "strike": _strike,
    "attack": _attack,
    "attack_die": _die(_in_turn, Words("Dado dell'attacco: {src} → {dst}", "Attacker's die: {src} → {dst}")),
    "defence_die": _die(
        lambda state: 1 - state.seat, Words("Dado della difesa: {src} → {dst}", "Defender's die: {src} → {dst}")
    ),
    "break_off": _nothing("break_off", _in_turn),
    "move": _move,
    "barricades": _barricades,
    "buy_cannon": _at_base("buy_cannon"),
    "buy_missile": _nothing("buy_missile", _in_turn),
    "build_bridge": _at_bridge("build_bridge"),
    "break_bridge": _at_bridge("break_bridge"),
    "end_turn": _nothing("end_turn", _in_turn),
    "resign": _resign,
    "finish": lambda rules, state, partial: ENDS.ask(rules, state, partial, labels.ENDINGS),
    "time_up": _nothing("time_up", lambda state: JUDGE),
    "time_not_up": _nothing("time_not_up", lambda state: JUDGE),
}
_OF_THE_TURN = (
    "deploy", "collect", "buy_tractor", "drop", "strike", "attack", "move", "barricades", "buy_cannon", "buy_missile",
    "build_bridge", "break_bridge", "end_turn",
)  # fmt: skip
TURN_ACTS: dict[str, Callable[[Rules, State], bool]] = {name: _is_open(name) for name in _OF_THE_TURN}
TURN_ACTS["collect"] = _may_collect
TURN_ACTS["end_turn"] = lambda rules, state: not any(end_turn_breaches(rules, state, state.seat, acts.EndTurn()))
