"""Exact chances: one throw, and an all-out attack, as fractions (base.comparison, art. 7, 8)."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from games.kernel.breaches import Unreadable
from games.kernel.dice import throws
from games.risiko.attack import attack_dice, defence_dice, losses

Chances = dict[tuple[int, int], Fraction]
OneThrow = Callable[[int, int], Mapping[tuple[int, int], Fraction]]
MOST_ARMIES = 200


@lru_cache(maxsize=16)
def one_throw(attack: int, defence: int) -> Mapping[tuple[int, int], Fraction]:
    """Chances of (attacker's losses, defender's losses) when `attack` dice meet `defence` dice."""
    found: Chances = {}
    for mine, mine_chance in throws(attack):
        for theirs, theirs_chance in throws(defence):
            lost = losses(mine, theirs)
            found[lost] = found.get(lost, Fraction(0)) + mine_chance * theirs_chance
    return found


def all_out(attackers: int, defenders: int, fewer_dice: bool, throw: OneThrow = one_throw) -> Chances:
    """Chances of (attackers left, defenders left) when the attack goes on, each with all the dice it may, as long as it may.

    `attackers` counts the armies on the attacking territory, one of which always stays. Without `fewer_dice` the attack stops where it
    would have fewer dice than the defence (art. 8). A variant brings its own `throw`.
    """
    reached: dict[tuple[int, int], int] = {(attackers, defenders): 1}
    scale: Chances = {}
    # Integer numerators over a common power of 6**6 keep the sums exact and quick; each throw takes away at least one army.
    over = {(attackers, defenders): 0}
    for total in range(attackers + defenders, 0, -1):
        for mine in range(max(1, total - defenders), min(attackers, total) + 1):
            place = (mine, total - mine)
            if place in reached:
                _spread(place, reached, over, scale, fewer_dice, throw)
    return scale


UNIT = 6**6


def _spread(
    place: tuple[int, int],
    reached: dict[tuple[int, int], int],
    over: dict[tuple[int, int], int],
    ended: Chances,
    fewer_dice: bool,
    throw: OneThrow,
) -> None:
    """Carry the weight of one position to those that follow, or to the end."""
    weight, power = reached.pop(place), over.pop(place)
    mine, theirs = place
    dice, against = attack_dice(mine), defence_dice(theirs)
    if not dice or not theirs or (dice < against and not fewer_dice):
        ended[place] = Fraction(weight, UNIT**power)
        return
    for (lost, taken), chance in throw(dice, against).items():
        after = (mine - lost, theirs - taken)
        share = weight * int(chance * UNIT)
        level = max(power + 1, over.get(after, 0))
        reached[after] = reached.get(after, 0) * UNIT ** (level - over.get(after, level)) + share * UNIT ** (
            level - power - 1
        )
        over[after] = level


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--attack", type=int, metavar="DICE", help="dice of the attacker, 1 to 3")
    parser.add_argument("--defend", type=int, metavar="DICE", help="dice of the defender, 1 to 3")
    parser.add_argument("--armies", metavar="AxD", help="an all-out attack: armies on the two territories, as in 10x7")
    parser.add_argument(
        "--no-fewer-dice", action="store_true", help="stop where the attack would have fewer dice (art. 8)"
    )


def odds(chosen: Namespace) -> Mapping[str, Any]:
    """`{"outcomes": […]}` with exact fractions as text. Raises `Unreadable` for numbers that no table can show."""
    if chosen.armies:
        return _all_out_table(chosen.armies, not chosen.no_fewer_dice)
    if chosen.attack not in (1, 2, 3) or chosen.defend not in (1, 2, 3):
        raise Unreadable(
            "servono da 1 a 3 dadi per parte, oppure --armies AxD", "give 1 to 3 dice a side, or --armies AxD"
        )
    rows = sorted(one_throw(chosen.attack, chosen.defend).items())
    return {
        "outcomes": [
            {"attacker_loses": mine, "defender_loses": theirs, "p": str(chance)} for (mine, theirs), chance in rows
        ]
    }


def _all_out_table(armies: str, fewer_dice: bool) -> Mapping[str, Any]:
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", armies)
    if not match or not all(1 <= int(side) <= MOST_ARMIES for side in match.groups()):
        raise Unreadable("--armies: come 10x7, da 1 a {n}", "--armies: as in 10x7, from 1 to {n}", n=MOST_ARMIES)
    attackers, defenders = map(int, match.groups())
    rows = sorted(all_out(attackers, defenders, fewer_dice).items(), reverse=True)
    conquest = sum((chance for (_, left), chance in rows if not left), Fraction(0))
    table = [{"attackers_left": mine, "defenders_left": theirs, "p": str(chance)} for (mine, theirs), chance in rows]
    return {"outcomes": table, "conquest": str(conquest)}
