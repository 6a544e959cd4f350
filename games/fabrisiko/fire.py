"""Phase 4-B, who hits whom: ranks, fire power by land and card, and every way in which hits may fall."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from msgspec import Struct

from games.fabrisiko.rules import (
    CACCIA,
    CARRO,
    FANTERIA,
    FIRE,
    FIRE_AS_AA,
    FIRE_CAP,
    FIRE_ON_RIDGE,
    GROUND,
    PLANES,
    RIDGE_MALUS,
    Rules,
)
from games.fabrisiko.state import (
    Fighter,
    Fray,
)
from games.kernel.breaches import Lookup
from games.kernel.words import Words

FANTERIA_AA = "fanteria_aa"
VALIANT, COLLE = 1, 2
RANKS = ("fanteria", FANTERIA_AA, "carro", "caccia", "bombardiere")
AA_RANK, CARRO_RANK, RANK_OF_KIND = 1, 2, (0, 2, 3, 4)
RANK = Lookup(Words("unità", "unit"), RANKS)
FIRE_BY_RANK = (FIRE[FANTERIA], FIRE_AS_AA, *FIRE[CARRO:])


def rank(one: Fighter) -> int:
    """The place of a unit among those that a person names: infantry set against planes is a rank of its own."""
    return AA_RANK if one.is_aa else RANK_OF_KIND[one.kind]


def is_ground(one: Fighter) -> bool:
    return one.kind in GROUND


def fire(rules: Rules, fray: Fray, one: Fighter) -> int:
    """The fire power of a unit in this round: it hits on that or less, never on a 10, and below 1 never."""
    return of_one(powers(rules, fray, one.seat), one)


def of_one(power: tuple[int, ...], one: Fighter) -> int:
    if one.is_idle:
        return 0
    found = power[AA_RANK if one.is_aa else RANK_OF_KIND[one.kind]] + one.bonus
    return FIRE_CAP if found > FIRE_CAP else found if found > 0 else 0


def powers(rules: Rules, fray: Fray, seat: int) -> tuple[int, ...]:
    """By rank, the fire power of a side's units in this round, before what a card gives one of them."""
    found = _ridge_powers(fray.against(seat)) if rules.board.is_ridge(fray.at) else FIRE_BY_RANK
    if seat != fray.defender or not (fray.cards or fray.colle):
        return found
    more = VALIANT * bool(fray.played("difesa_valorosa")) + COLLE * (fray.colle and fray.round <= 1)
    if rules.ridge_bonus == "never" and rules.board.is_ridge(fray.at):
        return (*found[:CARRO_RANK], *[power + more for power in found[CARRO_RANK:]])
    if rules.aa_bonus == "never":
        return tuple([power + more * (number != AA_RANK) for number, power in enumerate(found)])
    return tuple([power + more for power in found])


def _ridge_powers(others: tuple[Fighter, ...]) -> tuple[int, ...]:
    """Planes hit infantry on a mountain less well."""
    foot = any(other.kind == FANTERIA for other in others)
    planes = [FIRE[kind] - foot * RIDGE_MALUS[kind] for kind in PLANES]
    return (FIRE_ON_RIDGE, FIRE_ON_RIDGE, FIRE[CARRO], *planes)


def may_hit(shooter: Fighter, target: Fighter) -> bool:
    """Infantry and tanks only ground units, infantry set against planes only planes, planes everything."""
    if shooter.kind >= CACCIA:
        return True
    return shooter.is_aa == (target.kind >= CACCIA)


def can_hurt(rules: Rules, fray: Fray, side: tuple[Fighter, ...], other: tuple[Fighter, ...]) -> bool:
    """Whether any unit of a side hits any of the other: ground units stand first in the ranks, planes last."""
    if not side or not other:
        return False
    power, lowest, highest = powers(rules, fray, side[0].seat), other[0], other[-1]
    for one in side:
        has_target = may_hit(one, lowest) or may_hit(one, highest)
        if has_target and of_one(power, one) > 0:
            return True
    return False


class Hits(Struct, frozen=True, gc=False):
    """Hits of one throw, by what they may fall on."""

    ground: int = 0
    air: int = 0
    any: int = 0


def hits(rules: Rules, fray: Fray, shooters: tuple[Fighter, ...], dice: Iterable[int]) -> Hits:
    ground, air, whatever = 0, 0, 0
    power = powers(rules, fray, shooters[0].seat)
    for one, die in zip(shooters, dice, strict=False):
        if die <= of_one(power, one):
            if one.kind >= CACCIA:
                whatever += 1
            elif one.is_aa:
                air += 1
            else:
                ground += 1
    return Hits(ground, air, whatever)


@lru_cache(maxsize=1024)
def fallen(found: Hits, counts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every way in which the owner may share the hits among `counts` units of each rank.

    As many hits as possible land; those on ground units alone fall there, those on planes alone there; where a plane hit, infantry set
    against planes falls first.
    """
    ground, air = sum(counts[:3]), sum(counts[3:])
    on_ground, on_air = min(found.ground, ground), min(found.air, air)
    total = on_ground + on_air + min(found.any, ground + air - on_ground - on_air)
    aa_first = min(counts[1], found.any)
    return tuple(
        shares
        for shares in product(*(range(min(count, total) + 1) for count in counts))
        if sum(shares) == total and sum(shares[:3]) >= on_ground and sum(shares[3:]) >= on_air and shares[1] >= aa_first
    )


def standing(side: Iterable[Fighter]) -> tuple[int, ...]:
    """Units of each rank that have not been hit yet."""
    counts = [0] * len(RANKS)
    for one in side:
        if not one.is_hit:
            counts[AA_RANK if one.is_aa else RANK_OF_KIND[one.kind]] += 1
    return tuple(counts)
