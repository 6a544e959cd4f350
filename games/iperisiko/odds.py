"""Exact chances with the Generale, the Maresciallo or both (17 l, m): one throw, and an all-out attack, as fractions."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from games.iperisiko.attack import losses
from games.kernel.breaches import Unreadable
from games.kernel.dice import throws
from games.risiko.odds import MOST_ARMIES, Chances, all_out

DICE = (1, 2, 3)


@lru_cache(maxsize=128)
def one_throw(
    attack: int, defence: int, general: bool = False, marshal: bool = False, capped: bool = False
) -> Mapping[tuple[int, int], Fraction]:
    """Chances of (attacker's losses, defender's losses) when `attack` dice meet `defence` dice."""
    found: Chances = {}
    for mine, mine_chance in throws(attack):
        for theirs, theirs_chance in throws(defence):
            lost = losses(mine, theirs, general, marshal, capped)
            found[lost] = found.get(lost, Fraction(0)) + mine_chance * theirs_chance
    return found


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--attack", type=int, metavar="DICE", help="dice of the attacker, 1 to 3")
    parser.add_argument("--defend", type=int, metavar="DICE", help="dice of the defender, 1 to 3")
    parser.add_argument("--armies", metavar="AxD", help="an all-out attack: armies on the two territories, as in 10x7")
    parser.add_argument("--generale", action="store_true", help="the attacker has played the Generale")
    parser.add_argument("--maresciallo", action="store_true", help="the defender has played the Maresciallo")
    parser.add_argument("--six-stays-six", action="store_true", help="with the Maresciallo a 6 stays 6 (an option)")


def odds(chosen: Namespace) -> Mapping[str, Any]:
    """`{"outcomes": […]}` with exact fractions as text. Raises `Unreadable` for numbers that no table can show."""
    figures = {"general": chosen.generale, "marshal": chosen.maresciallo, "capped": chosen.six_stays_six}
    if chosen.armies:
        return _all_out_table(chosen.armies, figures)
    if chosen.attack not in DICE or chosen.defend not in DICE:
        raise Unreadable(
            "servono da 1 a 3 dadi per parte, oppure --armies AxD", "give 1 to 3 dice a side, or --armies AxD"
        )
    rows = sorted(one_throw(chosen.attack, chosen.defend, **figures).items())
    return {
        "outcomes": [
            {"attacker_loses": mine, "defender_loses": theirs, "p": str(chance)} for (mine, theirs), chance in rows
        ]
    }


def _all_out_table(armies: str, figures: Mapping[str, bool]) -> Mapping[str, Any]:
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", armies)
    if not match or not all(1 <= int(side) <= MOST_ARMIES for side in match.groups()):
        raise Unreadable("--armies: come 10x7, da 1 a {n}", "--armies: as in 10x7, from 1 to {n}", n=MOST_ARMIES)
    attackers, defenders = map(int, match.groups())
    rows = sorted(all_out(attackers, defenders, True, partial(one_throw, **figures)).items(), reverse=True)
    conquest = sum((chance for (_, left), chance in rows if not left), Fraction(0))
    table = [{"attackers_left": mine, "defenders_left": theirs, "p": str(chance)} for (mine, theirs), chance in rows]
    return {"outcomes": table, "conquest": str(conquest)}
