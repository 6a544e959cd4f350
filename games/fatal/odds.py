"""Exact chances, as fractions: when the Queen comes, and whether a closed hand can answer with a Schermo Elementale."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from games.fatal.rules import WITH_QUEEN
from games.kernel.breaches import Unreadable

MOST = 100


def queen(above: int, packet: int, turned: int) -> list[Fraction]:
    """The chances that the Queen is the first, the second, … of the next `turned`: under `above` treasures, anywhere in her packet."""
    return [Fraction(1, packet + 1) if above <= place <= above + packet else Fraction(0) for place in range(turned)]


def hand_chances(wanted: int, unseen: int, hand: int) -> list[Fraction]:
    """The chances that a hand of `hand` cards, of `unseen` among which are `wanted`, holds none, one, two, … of them."""
    ways = comb(unseen, hand)
    return [Fraction(comb(wanted, n) * comb(unseen - wanted, hand - n), ways) for n in range(min(wanted, hand) + 1)]


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--next", type=int, metavar="K", help="the Queen among the next K treasures turned up")
    parser.add_argument("--above", type=int, default=0, metavar="N", help="treasures above the Queen's packet (0)")
    parser.add_argument("--packet", type=int, default=WITH_QUEEN, metavar="N", help="treasures left with the Queen (4)")
    parser.add_argument("--hand", type=int, metavar="N", help="a closed hand of N cards")
    parser.add_argument("--unseen", type=int, metavar="N", help="cards that nobody has shown, the hand included")
    parser.add_argument("--screens", type=int, default=1, metavar="N", help="Schermo Elementale among them (1)")


def odds(chosen: Namespace) -> Mapping[str, Any]:
    """`{"outcomes": […]}` with exact fractions as text. Raises `Unreadable` for numbers that no table can show."""
    if chosen.hand is not None and chosen.unseen is not None:
        return _hand_table(chosen.screens, chosen.unseen, chosen.hand)
    if chosen.next is None or not all(0 <= n <= MOST for n in (chosen.next, chosen.above, chosen.packet)):
        raise Unreadable(
            "serve --next K, oppure --hand N --unseen N; numeri da 0 a {n}",
            "give --next K, or --hand N --unseen N; numbers from 0 to {n}",
            n=MOST,
        )
    chances = queen(chosen.above, chosen.packet, chosen.next)
    rows = [{"turned_up": number, "p": str(chance)} for number, chance in enumerate(chances, 1)]
    return {"outcomes": rows, "queen": str(sum(chances, Fraction(0)))}


def _hand_table(wanted: int, unseen: int, hand: int) -> Mapping[str, Any]:
    if not (0 <= wanted <= unseen <= MOST and 0 <= hand <= unseen):
        raise Unreadable(
            "la mano e gli Schermi stanno tra le carte non viste, al più {n}",
            "the hand and the screens are among the unseen cards, {n} at most",
            n=MOST,
        )
    chances = hand_chances(wanted, unseen, hand)
    rows = [{"screens": number, "p": str(chance)} for number, chance in enumerate(chances)]
    return {"outcomes": rows, "at_least_one": str(1 - chances[0])}
