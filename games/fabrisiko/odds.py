"""Exact chances of a battle between two forces, as fractions: by rounds (4-B), with a stated order in which each side loses its units."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm, prod
from typing import Any

from msgspec import Struct

from games.fabrisiko.fire import COLLE, FANTERIA_AA, RANKS, VALIANT, Hits, fallen
from games.fabrisiko.rules import (
    BOMBARDIERE,
    CACCIA,
    CARRO,
    FANTERIA,
    FIRE,
    FIRE_AS_AA,
    FIRE_CAP,
    FIRE_ON_RIDGE,
    RIDGE_MALUS,
)
from games.kernel.breaches import Unreadable

Force = tuple[int, ...]
Meeting = tuple[Force, Force]
CHEAPEST_FIRST = RANKS
MOST_UNITS = 40
NONE: Force = (0,) * len(RANKS)
KIND_OF_RANK = (FANTERIA, FANTERIA, CARRO, CACCIA, BOMBARDIERE)
GROUND_RANKS, AA_RANK, AIR_RANKS = (0, 1, 2), 1, (3, 4)
DIGITS = 4000


class Terms(Struct, frozen=True):
    """On what terms the battle is fought: the orders of losses as ranks, on a mountain or not, cards and skills of the defence."""

    attacker_loses: tuple[int, ...] = tuple(range(len(RANKS)))
    defender_loses: tuple[int, ...] = tuple(range(len(RANKS)))
    is_ridge: bool = False
    is_valiant: bool = False
    is_lightning: bool = False
    is_colle: bool = False


def power(terms: Terms, rank: int, *, defends: bool, first: bool, foot: bool) -> int:
    """Fire power of one unit; `foot`: infantry stands on the other side."""
    value = FIRE_AS_AA if rank == AA_RANK else FIRE[KIND_OF_RANK[rank]]
    if terms.is_ridge:
        is_infantry = KIND_OF_RANK[rank] == FANTERIA
        value = FIRE_ON_RIDGE if is_infantry else value - foot * RIDGE_MALUS.get(KIND_OF_RANK[rank], 0)
    if defends:
        value += VALIANT * terms.is_valiant + COLLE * (terms.is_colle and first)
    return max(0, min(FIRE_CAP, value))


@lru_cache(maxsize=4096)
def throw(terms: Terms, side: Force, defends: bool, first: bool, foot: bool) -> Mapping[tuple[int, int, int], int]:
    """Ways, out of 10 to the number of units, to make so many hits on ground units only, on planes only, on anything."""
    found = {(0, 0, 0): 1}
    for rank, count in enumerate(side):
        if not count:
            continue
        reach = power(terms, rank, defends=defends, first=first, foot=foot)
        lane = 2 if rank in AIR_RANKS else 1 if rank == AA_RANK else 0
        ways = [comb(count, hits) * reach**hits * (10 - reach) ** (count - hits) for hits in range(count + 1)]
        found = _convolved(found, ways, lane)
    return found


def _convolved(
    found: Mapping[tuple[int, int, int], int], ways: list[int], lane: int
) -> dict[tuple[int, int, int], int]:
    after: dict[tuple[int, int, int], int] = {}
    for hits, weight in found.items():
        for more, way in enumerate(ways):
            if way:
                key = list(hits)
                key[lane] += more
                whole = (key[0], key[1], key[2])
                after[whole] = after.get(whole, 0) + weight * way
    return after


@lru_cache(maxsize=65536)
def after_hits(side: Force, hits: tuple[int, int, int], order: tuple[int, ...]) -> Force:
    """The side without what falls, lost as far as the rules allow in the stated order."""
    ways = fallen(Hits(*hits), side)
    lost = max(ways, key=lambda shares: tuple(shares[rank] for rank in order))
    return tuple(had - gone for had, gone in zip(side, lost, strict=True))


@lru_cache(maxsize=8192)
def losses(
    terms: Terms, shooters: Force, targets: Force, defends: bool, first: bool
) -> tuple[tuple[Force, int, int], ...]:
    """What is left of the targets after one throw, each with its ways and its arms."""
    order = terms.attacker_loses if defends else terms.defender_loses
    foot = terms.is_ridge and targets[0] + targets[AA_RANK] > 0
    found: dict[Force, int] = {}
    for hits, ways in throw(terms, shooters, defends, first, foot).items():
        left = after_hits(targets, hits, order)
        found[left] = found.get(left, 0) + ways
    return tuple((left, ways, arms(left)) for left, ways in found.items())


def one_round(terms: Terms, meeting: Meeting, first: bool) -> dict[Meeting, int]:
    """Every position after one round, with its ways out of 10 to the number of units that threw."""
    ours, theirs = meeting
    found: dict[Meeting, int] = {}
    is_lightning = terms.is_lightning and first
    back = losses(terms, theirs, ours, True, first)
    for their_left, ways, their_arms in losses(terms, ours, theirs, False, first):
        if is_lightning:
            back = losses(terms, their_left, ours, True, first)
            ways *= 10 ** (sum(theirs) - sum(their_left))
        who_falls = WHO_FALLS[their_arms]
        for our_left, more, our_arms in back:
            if who_falls[our_arms] == NOBODY_FALLS:  # such a pair comes about in one way only
                found[our_left, their_left] = ways * more
            else:
                key = settled((our_left, their_left))
                found[key] = found.get(key, 0) + ways * more
    return found


@lru_cache(maxsize=65536)
def arms(side: Force) -> int:
    """Which of the three ways to shoot a side has, as bits: planes, ground units, infantry set against planes."""
    return (side[3] + side[4] > 0) | (side[0] + side[2] > 0) << 1 | (side[AA_RANK] > 0) << 2


def can_hurt(side: int, other: int) -> bool:
    """Planes hurt whoever is there, ground units those on the ground, infantry set against planes only planes."""
    planes, ground, against = side & 1, side & 2, side & 4
    return bool((planes and other) or (ground and other & 6) or (against and other & 1))


def _who_falls(ours: int, theirs: int) -> int:
    if not ours or not theirs:
        return ENDED
    if not can_hurt(ours, theirs):
        return OURS_FALL
    return NOBODY_FALLS if can_hurt(theirs, ours) else THEIRS_FALL


NOBODY_FALLS, OURS_FALL, THEIRS_FALL, ENDED = range(4)
WHO_FALLS = tuple(tuple(_who_falls(ours, theirs) for ours in range(8)) for theirs in range(8))


def settled(meeting: Meeting) -> Meeting:
    """A side that can hurt nobody any more is destroyed without dice; where neither can, the attack has failed."""
    ours, theirs = meeting
    falls = WHO_FALLS[arms(theirs)][arms(ours)]
    if falls == OURS_FALL:
        return NONE, theirs
    return (ours, NONE) if falls == THEIRS_FALL else meeting


# -- the whole battle


def chances(attack: Force, defence: Force, terms: Terms) -> dict[Meeting, Fraction]:
    """How the battle ends, with exact probabilities.

    A round in which nothing falls leaves a position as it was, so each position is left with its ways over those that change it. Positions
    are worked through by the number of units lost; the numerators of one layer share a denominator, which keeps the sums in whole numbers.
    """
    whole = sum(attack) + sum(defence)
    start = settled((attack, defence))
    if not all(map(any, start)):
        return {start: Fraction(1)}
    totals = _Totals()
    if terms.is_colle or terms.is_lightning:
        totals.scale_by(10**whole)
        for meeting, ways in one_round(terms, (attack, defence), True).items():
            totals.add(meeting, ways)
    else:
        totals.add(start, 1)
    for lost in range(whole):
        layer = [one for one in totals.open() if whole - sum(map(sum, one)) == lost]
        totals.leave(layer, {one: _moves(terms, one) for one in layer})
    return totals.ended()


def _moves(terms: Terms, meeting: Meeting) -> tuple[int, dict[Meeting, int]]:
    """(ways that change the position, where they lead), without common factors."""
    found = one_round(terms, meeting, False)
    found.pop(meeting, None)
    shared = gcd(*found.values())
    ways = {key: count // shared for key, count in found.items()}
    return sum(ways.values()), ways


class _Totals:
    """Weights of positions over a denominator that grows layer by layer; each weight remembers for which layer it was written."""

    def __init__(self) -> None:
        self.factors: list[int] = []
        self.ratios: dict[int, int] = {}
        self.weights: dict[Meeting, tuple[int, int]] = {}

    def scale_by(self, factor: int) -> None:
        self.factors.append(factor)
        self.ratios = {}

    def add(self, meeting: Meeting, weight: int) -> None:
        level = len(self.factors)
        self.weights[meeting] = (self._now(meeting) + weight, level)

    def _now(self, meeting: Meeting) -> int:
        weight, level = self.weights.get(meeting, (0, len(self.factors)))
        return weight * self._since(level) if weight else 0

    def _since(self, level: int) -> int:
        """The factor from an earlier layer's denominator to the present one."""
        if level not in self.ratios:
            self.ratios[level] = prod(self.factors[level:])
        return self.ratios[level]

    def open(self) -> list[Meeting]:
        return [one for one in self.weights if all(map(any, one))]

    def leave(self, layer: list[Meeting], moves: Mapping[Meeting, tuple[int, dict[Meeting, int]]]) -> None:
        """Carry the weight of every position of a layer to those that follow."""
        if not layer:
            return
        had = {one: self._now(one) for one in layer}
        factor = lcm(*(moves[one][0] for one in layer))
        self.scale_by(factor)
        arrived: defaultdict[Meeting, int] = defaultdict(int)
        for one in layer:
            del self.weights[one]
            change, ways = moves[one]
            share = had[one] * (factor // change)
            for there, count in ways.items():
                arrived[there] += share * count
        for there, weight in arrived.items():
            self.add(there, weight)

    def ended(self) -> dict[Meeting, Fraction]:
        below = [1]
        for factor in self.factors:
            below.append(below[-1] * factor)
        return {one: Fraction(weight, below[level]) for one, (weight, level) in self.weights.items()}


# -- the command line


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--attack", metavar="UNITS", help="the attacker's units, as in 'fanteria 3, carro 2'")
    parser.add_argument(
        "--defend", metavar="UNITS", help=f"the defender's units; {FANTERIA_AA} is infantry set against planes"
    )
    for side in ("attack", "defend"):
        parser.add_argument(
            f"--{side}-losses",
            metavar="ORDER",
            default=",".join(CHEAPEST_FIRST),
            help="which units fall first, between commas; those left out follow, cheapest first",
        )
    parser.add_argument("--ridge", action="store_true", help="on a mountain border")
    parser.add_argument("--valorosa", action="store_true", help="the defender played Difesa valorosa")
    parser.add_argument("--fulmineo", action="store_true", help="the attacker played Attacco fulmineo")
    parser.add_argument("--colle", action="store_true", help="the defender uses Colle ameno")


def odds(chosen: Namespace) -> Mapping[str, Any]:
    """`{"outcomes": […]}` with exact fractions as text. Raises `Unreadable` for forces that no table can show."""
    attack, defence = read_force(chosen.attack, "--attack"), read_force(chosen.defend, "--defend")
    if attack[AA_RANK]:
        raise Unreadable("--attack: la fanteria AA è solo di chi si difende", "--attack: infantry AA only defends")
    if defence[AA_RANK] > sum(attack[rank] for rank in AIR_RANKS):
        raise Unreadable(
            "--defend: una fanteria AA per ogni aereo nemico", "--defend: one infantry AA for each enemy plane"
        )
    terms = Terms(
        read_order(chosen.attack_losses, "--attack-losses"),
        read_order(chosen.defend_losses, "--defend-losses"),
        chosen.ridge,
        chosen.valorosa,
        chosen.fulmineo,
        chosen.colle,
    )
    return table(chances(attack, defence, terms))


def read_force(text: str | None, where: str) -> Force:
    """`fanteria 3, carro 2` as counts by rank. Raises `Unreadable`."""
    counts = [0] * len(RANKS)
    for part in (text or "").split(","):
        name, _, number = part.strip().partition(" ")
        if name not in RANKS or not number.strip().isdecimal() or len(number.strip()) > 3:
            raise Unreadable(
                "{where}: «{part}» non è un'unità e un numero, come in fanteria 3",
                "{where}: '{part}' is not a unit and a number, as in fanteria 3",
                where=where,
                part=part.strip(),
            )
        counts[RANKS.index(name)] += int(number)
    if not 0 < sum(counts) <= MOST_UNITS:
        raise Unreadable(
            "{where}: al più {n} unità, e almeno una",
            "{where}: at most {n:unit|units}, and one at least",
            where=where,
            n=MOST_UNITS,
        )
    return tuple(counts)


def read_order(text: str, where: str) -> tuple[int, ...]:
    """Ranks in the order in which they fall. Raises `Unreadable`."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if any(name not in RANKS for name in names) or len(set(names)) < len(names):
        raise Unreadable(
            "{where}: unità tra virgole, ciascuna una volta: {names}",
            "{where}: units between commas, each once: {names}",
            where=where,
            names=", ".join(RANKS),
        )
    return tuple(RANKS.index(name) for name in (*names, *(name for name in CHEAPEST_FIRST if name not in names)))


def table(found: Mapping[Meeting, Fraction]) -> Mapping[str, Any]:
    rows = sorted(found.items(), key=lambda row: (sum(row[0][0]) - sum(row[0][1]), row[0]), reverse=True)
    return {
        "outcomes": [
            {"attacker": _named(ours), "defender": _named(theirs), "p": text(p)} for (ours, theirs), p in rows
        ],
        "attacker_wins": text(_total(p for (ours, _), p in rows if any(ours))),
        "conquest": text(_total(p for (ours, _), p in rows if any(ours[rank] for rank in GROUND_RANKS))),
        "defender_wins": text(_total(p for (_, theirs), p in rows if any(theirs))),
        "both_destroyed": text(found.get((NONE, NONE), Fraction(0))),
    }


def _named(force: Force) -> dict[str, int]:
    return {RANKS[rank]: count for rank, count in enumerate(force) if count}


def _total(parts: Iterable[Fraction]) -> Fraction:
    """The sum of many fractions over one denominator, with one reduction at the end."""
    found = list(parts)
    below = lcm(*(part.denominator for part in found)) if found else 1
    return Fraction(sum(part.numerator * (below // part.denominator) for part in found), below)


def text(chance: Fraction) -> str:
    """A fraction as `2275/7776`, of any length."""
    above = digits(chance.numerator)
    return above if chance.denominator == 1 else f"{above}/{digits(chance.denominator)}"


def digits(number: int) -> str:
    """Decimal digits of a whole number, beyond the length that Python writes at once."""
    if number < 10**DIGITS:
        return str(number)
    half = DIGITS
    while number >= 10 ** (2 * half):
        half *= 2
    above, rest = divmod(number, 10**half)
    return digits(above) + digits(rest).zfill(half)
