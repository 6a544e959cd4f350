"""What a question of Iperisiko offers: territories, seats, objectives, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.iperisiko import labels
from games.iperisiko.moments import MOMENTS
from games.iperisiko.rules import Rules
from games.iperisiko.state import State
from games.kernel.acts import JUDGE, By
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import pick_next, without
from games.kernel.words import Words, seat_words

Asker = Callable[[Rules, State, Partial], Ask]


def by_default(rules: Rules, state: State) -> By:
    return MOMENTS[type(state.awaits)].by(rules, state)


def two_objectives(rules: Rules, partial: Partial, pairs: list[tuple[int, ...]]) -> Ask:
    """Two objectives, one after the other."""
    chosen = tuple(partial.get("objectives", ()))
    clean = without(partial, "objective")
    if len(chosen) == 2:
        return ready(partial["by"], clean, Words("Obiettivi", "Objectives"))
    rest = dict.fromkeys(
        number for pair in pairs if set(chosen) <= set(pair) for number in pair if number not in chosen
    )
    options = [objective_choice(rules, number, [*chosen, number]) for number in sorted(rest)]
    words = Words("Quale obiettivo ha il {seat}?", "Which objective does {seat} have?")
    return pick_next(clean, partial["by"], "objective", words.fill({"seat": seat_words(partial["by"])}), options)


def nothing_to_ask(name: str, by: Callable[[State, Partial], By]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return ready(by(state, partial), partial, labels.ACT_WORDS[name])

    return ask


def territory_choices(rules: Rules, places: Iterable[int], field: str) -> list[Choice]:
    return [territory_choice(rules, place, {field: rules.board.ids[place]}) for place in places]


def territory_choice(rules: Rules, place: int, sets: dict[str, Any] | None = None) -> Choice:
    board = rules.board
    group = board.continents[board.continent_of[place]].id
    return Choice(board.ids[place], board.names[place], sets or {}, group)


def seat_choice(seat: int, sets: dict[str, Any]) -> Choice:
    return Choice(seat, seat_words(seat), sets)


def objective_choice(rules: Rules, number: int, chosen: list[int]) -> Choice:
    return Choice(number, labels.objective_words(rules, number), {"objectives": chosen})


def by_seat_in_turn(state: State, partial: Partial) -> By:
    return state.seat


def by_judge(state: State, partial: Partial) -> By:
    return JUDGE


def by_answering(state: State, partial: Partial) -> By:
    by: By = partial["by"]
    return by
