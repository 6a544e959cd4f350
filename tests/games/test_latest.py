"""The latest answer kept, while several tables ask at the same time."""

from __future__ import annotations

from collections.abc import Callable

from games.kernel.latest import latest, latest_same, recent


def nothing() -> None:
    pass


class Place:
    """A value that lets something else happen once while it is compared, as another thread may."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.meanwhile: Callable[[], object] = nothing

    def __eq__(self, other: object) -> bool:
        meanwhile, self.meanwhile = self.meanwhile, nothing
        meanwhile()
        return isinstance(other, Place) and self.name == other.name

    __hash__ = None  # type: ignore[assignment]


def test_the_same_question_is_worked_out_once():
    calls: list[str] = []

    @latest
    def shouted(place: Place) -> str:
        calls.append(place.name)
        return place.name.upper()

    assert [shouted(Place(name)) for name in ("uno", "uno", "due", "uno")] == ["UNO", "UNO", "DUE", "UNO"]
    assert calls == ["uno", "due", "uno"]


def test_who_asks_in_between_changes_nobodys_answer():
    @latest
    def shouted(place: Place) -> str:
        return place.name.upper()

    entry, again = Place("uno"), Place("uno")
    assert shouted(entry) == "UNO"
    for one in (entry, again):
        one.meanwhile = lambda: shouted(Place("due"))
    assert shouted(again) == "UNO"


def test_who_asks_while_an_answer_is_worked_out_leaves_question_and_answer_together():
    @latest
    def shouted(place: Place) -> str:
        if place.name == "uno":
            shouted(Place("due"))
        return place.name.upper()

    assert [shouted(Place(name)) for name in ("uno", "uno", "due")] == ["UNO", "UNO", "DUE"]


def test_as_many_answers_are_kept_as_it_says_the_oldest_goes_first():
    calls: list[str] = []

    @recent(2)
    def shouted(place: Place) -> str:
        calls.append(place.name)
        return place.name.upper()

    names = ("uno", "due", "uno", "tre", "due", "uno")
    assert [shouted(Place(name)) for name in names] == [name.upper() for name in names]
    assert calls == ["uno", "due", "tre", "uno"]


def test_the_same_three_objects_are_asked_once_and_equal_ones_anew():
    calls: list[str] = []

    @latest_same
    def way(board: list[str], place: Place, units: list[int]) -> str:
        calls.append(place.name)
        return f"{board[0]} {place.name} {units[0]}"

    board, place, units = ["plancia"], Place("uno"), [3]
    assert way(board, place, units) == way(board, place, units) == "plancia uno 3"
    assert calls == ["uno"]
    assert way(["altra"], place, units) == "altra uno 3"
    assert way(["altra"], Place("due"), units) == "altra due 3"
    assert way(board, place, [4]) == "plancia uno 4"
    assert way(board, place, units) == "plancia uno 3"
    assert calls == ["uno", "uno", "due", "uno", "uno"]


def test_who_asks_of_other_objects_meanwhile_leaves_question_and_answer_together():
    one, other = Place("uno"), Place("due")

    @latest_same
    def shouted(place: Place, times: int, last: str) -> str:
        if place is one:
            shouted(other, times, last)
        return place.name.upper() * times + last

    assert [shouted(place, 1, "!") for place in (one, one, other)] == ["UNO!", "UNO!", "DUE!"]
