"""Exact chances of close attacks: one die each, a tie to the defender, fought to the end."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.arba.close import FIRST_TURN_MALUS
from games.kernel.breaches import Unreadable

MOST = 100
FACES = 6


def round_won(bonus: int) -> Fraction:
    """The chance that the attacker's die beats the defender's, given what the attacker adds to the difference."""
    won = sum(mine + bonus > theirs for mine in range(1, FACES + 1) for theirs in range(1, FACES + 1))
    return Fraction(won, FACES * FACES)


def to_the_end(attackers: int, defenders: int, barricade: int, fresh: int) -> dict[tuple[int, int], Fraction]:
    """Chances of (attackers left, defenders left). The `fresh` paratroopers fight first, with their malus."""
    reached = {(attackers, defenders): Fraction(1)}
    ended: dict[tuple[int, int], Fraction] = {}
    for _ in range(attackers + defenders):
        after: dict[tuple[int, int], Fraction] = {}
        for (mine, theirs), chance in reached.items():
            if not mine or not theirs:
                ended[mine, theirs] = ended.get((mine, theirs), Fraction(0)) + chance
                continue
            is_fresh = attackers - mine < fresh
            win = round_won(-barricade - (FIRST_TURN_MALUS if is_fresh else 0))
            after[mine, theirs - 1] = after.get((mine, theirs - 1), Fraction(0)) + chance * win
            after[mine - 1, theirs] = after.get((mine - 1, theirs), Fraction(0)) + chance * (1 - win)
        reached = after
    for place, chance in reached.items():
        ended[place] = ended.get(place, Fraction(0)) + chance
    return ended


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--attack", type=int, required=True, metavar="PIECES", help="pieces that attack")
    parser.add_argument("--defend", type=int, required=True, metavar="PIECES", help="pieces that defend")
    parser.add_argument(
        "--barricade", type=int, default=0, choices=(0, 1, 2, 3), help="level of the defender's barricade"
    )
    parser.add_argument("--fresh", type=int, default=0, metavar="PARAS", help="attackers who landed in this turn")


def odds(chosen: Namespace) -> Mapping[str, Any]:
    """`{"outcomes": […]}` with exact fractions as text. Raises `Unreadable`."""
    if not (1 <= chosen.attack <= MOST and 1 <= chosen.defend <= MOST and 0 <= chosen.fresh <= chosen.attack):
        raise Unreadable("pedine: da 1 a {n} per parte", "pieces: 1 to {n} a side", n=MOST)
    ended = to_the_end(chosen.attack, chosen.defend, chosen.barricade, chosen.fresh)
    rows = sorted(((place, chance) for place, chance in ended.items() if chance), reverse=True)
    return {
        "outcomes": [
            {"attackers_left": mine, "defenders_left": theirs, "p": str(chance)} for (mine, theirs), chance in rows
        ]
    }
