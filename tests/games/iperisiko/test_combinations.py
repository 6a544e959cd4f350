"""The table of article 14, by an oracle of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from games.iperisiko.reinforcement import worth
from games.iperisiko.rules import Rules

FANTI = ("alaska", "alberta", "argentina", "islanda", "egitto")
CANNONI = ("quebec", "venezuela", "brasile", "scandinavia", "ucraina")
CAVALIERI = ("groenlandia", "ontario", "peru", "congo", "urali")
PRINTED = """
coppia 4 8 13 18
scala 6 10 16 20
tris 9 15 20 25
poker 13 20 25 30
"""


def printed() -> dict[str, list[int]]:
    rows = [line.split() for line in PRINTED.strip().splitlines()]
    return {name: [int(text) for text in numbers] for name, *numbers in rows}


def expected(fanti: int, cannoni: int, cavalieri: int, rinforzi: int) -> int:
    shape = tuple(sorted((fanti, cannoni, cavalieri), reverse=True))
    name = {(2, 0, 0): "coppia", (1, 1, 1): "scala", (3, 0, 0): "tris", (4, 0, 0): "poker"}.get(shape)
    return printed()[name][rinforzi] if name and rinforzi <= 3 else 0


def test_every_mixture_of_cards_is_worth_what_the_table_says(rules_of: Callable[..., Rules]) -> None:
    rules = rules_of()
    for fanti, cannoni, cavalieri, rinforzi in product(range(5), range(5), range(5), range(6)):
        cards = (*FANTI[:fanti], *CANNONI[:cannoni], *CAVALIERI[:cavalieri], *["rinforzo"] * rinforzi)
        assert worth(rules, cards) == expected(fanti, cannoni, cavalieri, rinforzi), cards


@pytest.mark.parametrize(
    ("cards", "armies"),
    [
        (("alaska", "jolly"), 4),
        (("alaska", "alberta", "jolly"), 9),
        (("alaska", "quebec", "jolly"), 6),
        (("alaska", "alberta", "argentina", "jolly"), 13),
        (("alaska", "alberta", "jolly", "jolly"), 13),
        (("jolly", "jolly"), 0),
        (("alaska", "quebec"), 0),
        (("alaska", "alberta", "quebec", "jolly"), 0),
    ],
)
def test_a_jolly_stands_for_any_figure_where_an_option_leaves_it_in(
    rules_of: Callable[..., Rules], cards: tuple[str, ...], armies: int
) -> None:
    assert worth(rules_of(jollies=2), cards) == armies


def test_a_figure_of_article_17_is_no_exchange_card(rules_of: Callable[..., Rules]) -> None:
    assert worth(rules_of(), ("alaska", "alberta", "generale")) == 0
