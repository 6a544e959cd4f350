"""Odds: exact chances of the largest battles, each within a second."""

from argparse import Namespace

from bench.measure import Figure, Section, cost, span
from games.registry import game

MOST_SECONDS = 1.0
TWELVE = "fanteria 6, carro 3, caccia 2, bombardiere 1"
TERMS = {"attack_losses": "", "defend_losses": "", "ridge": False, "valorosa": False, "fulmineo": False, "colle": False}
QUERIES = (
    ("RisiKo! all out, 100 × 100", "risiko", Namespace(armies="100x100", no_fewer_dice=False)),
    ("RisiKo! all out, 100 × 100, never fewer dice", "risiko", Namespace(armies="100x100", no_fewer_dice=True)),
    ("FabRisiko! 12 × 12, infantry", "fabrisiko", Namespace(attack="fanteria 12", defend="fanteria 12", **TERMS)),
    ("FabRisiko! 12 × 12, every kind of unit", "fabrisiko", Namespace(attack=TWELVE, defend=TWELVE, **TERMS)),
)


def section() -> Section:
    return Section(
        "Odds",
        [_figure(*requested) for requested in QUERIES],
        ["Exact fractions as text, from nothing; a second is the limit."],
    )


def _figure(what: str, slug: str, chosen: Namespace) -> Figure:
    def run() -> int:
        assert game(slug).odds(chosen)["outcomes"]
        return 1

    seconds = max(cost(run) for _time in range(3))  # the first call finds empty caches
    return Figure(what, span(seconds), "limit 1 s", MOST_SECONDS / seconds, needs=1.0)
