"""What the judge reads out near the end: who throws, under what threshold, why not; and the count of an objective."""

from __future__ import annotations

from collections.abc import Callable

from games.kernel.acts import JUDGE, TimeUp
from games.risiko.closing import conclude, time_up
from games.risiko.guide import counted, guide
from games.risiko.rules import Rules
from games.risiko.state import Fight, State


def guide_lines(rules: Rules, state: State) -> list[str]:
    return [words.it for words in guide(rules, state)]


def test_nobody_throws_before_time_is_called(rules_of: Callable[..., Rules], position_of: Callable[..., State]) -> None:
    assert guide_lines(rules_of(), position_of(giro=9)) == []


def test_in_the_last_giro_only_its_last_player_throws(
    rules_of: Callable[..., Rules], position_of: Callable[..., State]
) -> None:
    """Four seats, seat 0 first: the last of the giro throws under 5, and so does the first of the next."""
    rules = rules_of(4)
    called = time_up(rules, position_of(giro=9, first=0, seat=0), JUDGE, TimeUp())

    assert guide_lines(rules, called) == ["Il giocatore 1 non lancia: gli ultimi giri si giocano per intero."]

    last = next(seat for seat in range(4) if guide_lines(rules, called.with_(seat=seat))[0].startswith("A fine turno"))
    assert (
        guide_lines(rules, called.with_(seat=last - 1))[1]
        == f"Poi lancia il giocatore {last + 1}: chiude con 5 o meno."
    )
    assert guide_lines(rules, called.with_(seat=last))[0] == (
        f"A fine turno lancia il giocatore {last + 1}: chiude con 5 o meno, se conquista al massimo due territori (ora 0)."
    )
    assert guide_lines(rules, called.with_(seat=last))[1] == "Poi lancia il giocatore 1: chiude con 5 o meno."


def test_three_conquests_are_the_reason_why_nobody_throws(
    rules_of: Callable[..., Rules], position_of: Callable[..., State]
) -> None:
    rules = rules_of(4)
    called = time_up(rules, position_of(giro=9, first=0, seat=0), JUDGE, TimeUp()).with_(giro=10, conquests=3)

    assert guide_lines(rules, called)[0] == "Il giocatore 1 non lancia: ha conquistato 3 territori, più di due."


def test_the_throw_that_is_due_is_told(rules_of: Callable[..., Rules], position_of: Callable[..., State]) -> None:
    rules = rules_of(4)
    called = time_up(rules, position_of(giro=9, first=0, seat=0), JUDGE, TimeUp()).with_(giro=10, awaits=Fight())

    assert guide_lines(rules, conclude(rules, called))[0] == "Lancia il giocatore 1: chiude con 5 o meno."


def test_the_last_throw_of_all_ends_the_game_whatever_it_shows(
    rules_of: Callable[..., Rules], position_of: Callable[..., State]
) -> None:
    rules = rules_of(4)
    called = time_up(rules, position_of(giro=9, first=0, seat=3), JUDGE, TimeUp()).with_(giro=12, awaits=Fight())

    assert guide_lines(rules, called)[0].startswith(
        "A fine turno l'ultimo lancio, del giocatore 4: si finisce comunque"
    )
    assert guide_lines(rules, conclude(rules, called)) == [
        "Lancia il giocatore 4: è l'ultimo lancio, e la partita finisce comunque."
    ]


def test_an_objective_is_counted_territory_by_territory(
    rules_of: Callable[..., Rules], position_of: Callable[..., State]
) -> None:
    """Everything of objective 1 belongs to seat 0 but one place: it gives nothing, the others their value."""
    rules = rules_of(4)
    number, objective = next(iter(rules.board.objectives.items()))
    lost, *holding = sorted(objective.territories)
    owners = [0 if place in holding else 1 for place in range(rules.board.size)]
    state = position_of(giro=9).with_(
        owners=tuple(owners), armies=(2,) * rules.board.size, objectives=(number, 0, 0, 0), ended="time"
    )

    limit, *lines = counted(rules, state, 0)
    assert (limit.value, limit.counts) == (str(2 * len(holding)), False)
    assert [line.words.it for line in lines] == [rules.board.names[place].it for place in sorted(objective.territories)]
    assert {line.words.it: (line.value, line.counts) for line in lines}[rules.board.names[lost].it] == ("0", False)
    assert sum(int(line.value) for line in lines) == sum(rules.board.values[place] for place in holding)
    assert [line.counts for line in counted(rules, state, 1)] == [False]
