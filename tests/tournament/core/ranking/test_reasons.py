"""Why one line stands before another: a sentence for every key of every regulation, with the figures that decide."""

from decimal import Decimal

import msgspec
import pytest

from games.registry import games
from tournament.core.ranking.reasons import ReasonContext, why_ahead, why_behind
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import Counting, presets
from tournament.core.results import ResultRow, TableResult
from tournament.core.tie_breaks import TIE_BREAKS
from tournament.queries.game_paper import GamePaper

OPEN = presets()["open"]


def table(number: int, *rows: tuple[str, int, int]) -> TableResult:
    return TableResult(number, 1, tuple(ResultRow(name, Decimal(points), (), rank) for name, points, rank in rows))


def title(number: int) -> str:
    return f"Turno {number}"


def sentence(regulation, results) -> str:
    one, other = standings(regulation, ["a", "b"], results)[:2]
    return why_ahead(one, other, "Bruno", ReasonContext(regulation.order, title))


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
    assert why_ahead(one, other, "Bruno", ReasonContext(knockout.order, title)).endswith(
        "piazzamento nell'ultima partita, 1º contro non giocata."
    )


LAST_GAME = [key for key, one in TIE_BREAKS.items() if one.is_of_last_game]


@pytest.mark.parametrize("key", LAST_GAME)
def test_last_games_of_different_rounds_are_said_with_their_rounds(key):
    """While a round is played some have played it and some have not: nobody takes one game for the other."""
    knockout = msgspec.structs.replace(presets()["risiko-torneo"], order=(key,))
    rows = (ResultRow("a", Decimal(81), (Decimal(9),), 1), ResultRow("c", Decimal(10), (Decimal(3),), 2))
    later = (ResultRow("c", Decimal(90), (Decimal(8),), 1), ResultRow("b", Decimal(74), (Decimal(7),), 2))
    results = [TableResult(1, 1, rows), TableResult(2, 1, later)]
    lines = {line.entrant: line for line in standings(knockout, ["a", "b", "c"], results, reached={"a": 2, "b": 2})}
    for words in (why_ahead, why_behind):
        found = words(lines["a"], lines["b"], "Bruno", ReasonContext(knockout.order, title))
        assert "(Turno 1) contro" in found
        assert found.endswith("(Turno 2).")
        same = words(lines["c"], lines["b"], "Bruno", ReasonContext(knockout.order, title))
        assert "(Turno" not in same


def test_the_tie_break_of_a_sheet_that_decides_is_named_where_the_game_names_it():
    regulation = msgspec.structs.replace(OPEN, order=("tiebreaks",))
    rows = (
        ResultRow("a", Decimal(40), (Decimal(2), Decimal(20)), 1),
        ResultRow("b", Decimal(40), (Decimal(2), Decimal(9)), 2),
    )
    one, other = standings(regulation, ["a", "b"], [TableResult(1, 1, rows)])
    context = ReasonContext(regulation.order, title, ("obiettivo", "territori"))
    assert why_ahead(one, other, "Bruno", context).endswith("spareggi dell'ultima partita, territori, 20 contro 9.")


def test_rounds_are_called_by_their_names():
    league = presets()["league"]
    one, other = standings(league, ["a", "b"], [table(8, ("a", 40, 1), ("b", 20, 2))], reached={"a": 10, "b": 8})
    names = {8: "Turno 8", 10: "Finale"}
    found = why_ahead(one, other, "Bruno", ReasonContext(league.order, names.__getitem__))
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


@pytest.mark.parametrize("preset", sorted(presets()))
def test_a_sheet_of_every_size_has_the_same_tie_breaks(preset):
    """A sentence of the standings names them without knowing the table."""
    regulation = presets()[preset]
    sheets = {GamePaper.of(regulation, seats).tiebreaks for seats in games()[regulation.game].seats}
    assert len({tuple(field.name for field in one) for one in sheets}) == 1
