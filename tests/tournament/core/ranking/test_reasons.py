"""Why one line stands before another: a sentence for every key of every regulation, with the figures that decide."""

from decimal import Decimal

import msgspec
import pytest

from tournament.core.ranking.reasons import why_ahead
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import Counting, presets
from tournament.core.results import ResultRow, TableResult
from tournament.core.tie_breaks import TIE_BREAKS

OPEN = presets()["open"]


def table(number: int, *rows: tuple[str, int, int]) -> TableResult:
    return TableResult(number, 1, tuple(ResultRow(name, Decimal(points), (), rank) for name, points, rank in rows))


def title(number: int) -> str:
    return f"Turno {number}"


def sentence(regulation, results) -> str:
    one, other = standings(regulation, ["a", "b"], results)[:2]
    return why_ahead(one, other, "Bruno", regulation.order, title)


def test_the_first_key_that_differs_decides():
    assert sentence(OPEN, [table(1, ("a", 40, 1), ("b", 20, 2))]) == "Prima di Bruno: totale, 90 contro 20."


def test_a_later_key_says_that_the_earlier_ones_were_level():
    regulation = msgspec.structs.replace(
        OPEN, scoring=msgspec.structs.replace(OPEN.scoring, first=Decimal(0), first_shared=None)
    )
    results = [
        table(1, ("a", 40, 1), ("b", 40, 2)),
        table(2, ("a", 30, 1), ("b", 20, 2)),
        table(3, ("b", 30, 1), ("a", 20, 2)),
    ]
    assert sentence(regulation, results) == "A pari merito con Bruno: il regolamento non confronta altro."
    results[0] = table(1, ("a", 40, 1), ("b", 10, 2))
    results[1] = table(2, ("b", 60, 1), ("a", 30, 2))
    assert (
        sentence(regulation, results[:2])
        == "Prima di Bruno, a parità di ciò che conta prima: partita migliore, 60 contro 40."
    )


def test_who_has_not_played_enough_is_told_so():
    regulation = msgspec.structs.replace(OPEN, counting=Counting(needed=2))
    results = [table(1, ("a", 10, 2), ("b", 90, 1)), table(2, ("a", 10, 1))]
    assert sentence(regulation, results) == "Prima di Bruno, che non ha giocato le partite necessarie."


def test_placings_are_said_as_placings_and_a_missing_one_as_not_played():
    knockout = presets()["risiko-torneo"]
    results = [table(1, ("a", 40, 1), ("b", 40, 2))]
    assert (
        sentence(knockout, results)
        == "Prima di Bruno, a parità di ciò che conta prima: piazzamento nell'ultima partita, 1º contro 2º."
    )
    one, other = standings(knockout, ["a", "b"], [table(1, ("a", 40, 1))], reached={"b": 1})
    assert why_ahead(one, other, "Bruno", knockout.order, title).endswith(
        "piazzamento nell'ultima partita, 1º contro non giocata."
    )


def test_rounds_are_called_by_their_names():
    league = presets()["league"]
    one, other = standings(league, ["a", "b"], [table(8, ("a", 40, 1), ("b", 20, 2))], reached={"a": 10, "b": 8})
    names = {8: "Turno 8", 10: "Finale"}
    found = why_ahead(one, other, "Bruno", league.order, names.__getitem__)
    assert found == "Prima di Bruno: turno raggiunto, Finale contro Turno 8."


@pytest.mark.parametrize("key", sorted(TIE_BREAKS))
def test_every_key_has_figures_in_words(key):
    regulation = msgspec.structs.replace(OPEN, order=(key,))
    results = [
        table(1, ("a", 40, 1), ("b", 20, 2)),
        table(2, ("a", 30, 1), ("b", 10, 2)),
        table(3, ("a", 30, 1), ("b", 10, 2)),
    ]
    found = sentence(regulation, results)
    assert str(TIE_BREAKS[key].label) in found or found.startswith("A pari merito")
    assert "Decimal" not in found
    assert "Infinity" not in found
