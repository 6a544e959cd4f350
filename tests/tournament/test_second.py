"""Every standing against the second implementation, over random events of every preset.

`python -m tests.drills.events --events 10000` is the long run.
"""

import ast
import os
import random
from collections import Counter
from copy import copy
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from tests.tournament import second, whole_events
from tests.tournament.second import season as second_season
from tests.tournament.second import sheet as second_sheet
from tests.tournament.second import standings as second_standings
from tests.tournament.whole_events import FILES, READINGS, Difference, WholeEvent, checked
from tournament.core.ranking import event as ranking_event
from tournament.core.ranking import season
from tournament.core.ranking.scoring import leaders
from tournament.core.regulation.schema import Counting, presets

EVENTS = int(os.environ.get("EVENTS", "500"))
AT_ONCE = 20
SOME = range(60)
RARE = (1747,)
"""Events of the long run in which the product was wrong once: a correction made somebody a direct finalist who sat in the semifinal."""


@lru_cache(len(SOME))
def some(number: int) -> WholeEvent:
    return checked(number)


@pytest.mark.parametrize("first", range(0, EVENTS, AT_ONCE))
def test_both_implementations_agree(first):
    for number in range(first, min(first + AT_ONCE, EVENTS)):
        (some if number in SOME else checked)(number)


@pytest.mark.parametrize("number", RARE)
def test_both_agree_where_the_product_was_wrong_once(number):
    checked(number)


def test_the_events_reach_everything():
    """Every preset, every reading, and each kind of thing that is compared."""
    events = [some(number) for number in SOME]
    assert {event.slug for event in events} == set(FILES) == set(presets())
    assert {event.kind for event in events} >= {"swiss", "round-robin", "bracket"}
    taken = {(name, value) for event in events for name, value in event.file["readings"].items()}
    assert {name for name, _value in taken} == set(READINGS)
    together = sum((Counter(event.counts) for event in events), Counter())
    assert all(together[name] for name in events[0].counts), together


OF_PLAN_AND_PAIRS = {"band", "second_bye"}
"""What these change is made before anything is played: `test_open_readings.py`, `core/formats/test_swiss.py`."""


@pytest.mark.parametrize("name", sorted(set(READINGS) - OF_PLAN_AND_PAIRS))
def test_each_value_of_a_reading_gives_another_outcome(name):
    """In some event the standings, or who plays the next round, are different by every value."""
    assert any(
        len({outcome(some(number), **{name: value}) for value in READINGS[name]}) == len(READINGS[name])
        for number in SOME
    )


def outcome(event: WholeEvent, **readings: str) -> str:
    """Lines with what they are compared by, and the field of each round that others do not play; for one more reading."""
    other = copy(event)
    changed = msgspec.structs.replace(event.regulation.readings, **readings)
    other.regulation = msgspec.structs.replace(event.regulation, readings=changed)
    product = other.product()
    cuts = [
        n for n, stage in enumerate(event.format.stages[: len(event.rounds) - 1], 1) if stage.advancement != "everybody"
    ]
    fields = [sorted(ranking_event.players_after(product, number)[0]) for number in cuts]
    return repr(([(line.rank, line.entrant, line.total, line.merit) for line in ranking_event.ranked(product)], fields))


def test_the_second_implementation_shares_no_code_with_the_product():
    for path in Path(second.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = {one.module for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)}
        found |= {name.name for one in ast.walk(tree) if isinstance(one, ast.Import) for name in one.names}
        assert all(
            name in ("fractions", "itertools", "math") or name.startswith("tests.tournament.second") for name in found
        )


WRONG = {
    "who shares the first place": (second_sheet, "leaders", lambda preset, sheet: {sheet[0]["name"]}),
    "the rounding": (second_sheet, "rounded", lambda rules, value: value),
    "the round reached": (second_standings, "_reached", lambda preset, line, kind: line["reached"]),
    "tie-breaks": (second_standings, "_by_ties", lambda preset, group: [group]),
    "the opponents": (second_standings, "_opponents", lambda preset, line, total: (Fraction(0), Fraction(0))),
    "substitutes": (whole_events.advancement, "substitutes", lambda *args, **more: []),
    "dice": (whole_events.advancement, "_level", lambda group, value: [[name] for name in sorted(group, key=value)]),
    "walkovers": (whole_events, "unplayed_wins", lambda *args: set()),
    "what is worth nothing": (whole_events.needs, "fate", lambda *args: "tie"),
}


@pytest.mark.parametrize("what", sorted(WRONG))
def test_a_difference_would_be_noticed(what, monkeypatch):
    """Each part of the second implementation made wrong in turn: some event disagrees."""
    module, name, wrong = WRONG[what]
    monkeypatch.setattr(module, name, wrong)
    if module is second_sheet and name == "leaders":
        monkeypatch.setattr(second_standings, "leaders", wrong)
    for number in range(120):
        try:
            checked(number)
        except Difference:
            return
    pytest.fail("no event noticed it")


def test_what_a_player_needs_holds_at_every_ending():
    """One open table, every order with every pattern of points; some of what "can" be depends on them."""
    fates: dict[tuple, set] = {}
    for number, slug in enumerate(["league", "scaligero", "master", "raduno"] * 2):
        event = checked(number, slug, thorough=True)
        fates |= {(number, slug, *key): found for key, found in event.fates.items()}
    verdicts = Counter(key[-1] for key in fates)
    assert {"sure", "can"} <= set(verdicts)
    assert any(key[-1] == "can" and len(found) > 1 for key, found in fates.items())


def a_season(number: int) -> None:
    chance = random.Random(f"season {number}")
    people = [f"p{n:02}" for n in range(chance.randint(2, 12))]
    events = []
    for _event in range(chance.randint(1, 6)):
        here = chance.sample(people, chance.randint(1, len(people)))
        marks = {name: chance.randint(0, 5) for name in here}
        events.append(
            {
                "people": {name: (1 + sum(other > marks[name] for other in marks.values()), marks[name]) for name in here},
                "tables": chance.randint(1, 40), "rounds": chance.randint(1, 8),
                "grade": chance.choice(["raduno", "master", "open", "interclub", "league"]),
            }
        )  # fmt: skip
    formula, level = chance.choice(["total", "places", "national"]), chance.choice(["each", "shared"])
    places = [str(chance.randint(0, 30)) for _place in range(chance.randint(0, 8))]
    counting = chance.choice([{}, {"best": 2}, {"discards": 1}, {"discards": 1, "absences_are_discards": True}])
    carried = {name: Fraction(chance.randint(0, 9)) for name in chance.sample(people, chance.randint(0, 2))}
    product = season.ranking(
        [
            season.Event(
                outings=tuple(season.Outing(person=name, rank=rank, total=total) for name, (rank, total) in one["people"].items()),
                tables=one["tables"], rounds=one["rounds"], grade=one["grade"],
            )
            for one in events
        ],
        formula, Counting(**counting), places=[season.Decimal(value) for value in places],
        carried={name: season.Decimal(int(points)) for name, points in carried.items()}, level=level,
    )  # fmt: skip
    second_lines = second_season.ranking(
        events, formula, places, counting.get("best"), counting.get("discards", 0),
        counting.get("absences_are_discards", False), carried, level,
    )  # fmt: skip
    assert [(line.rank, line.person, Fraction(line.total)) for line in product] == second_lines


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_seasons_agree(first):
    for number in range(first, first + 50):
        a_season(number)


def test_the_first_place_is_shared_by_points_whatever_dice_said():
    """A gathering gives 25 each to those level on points, and 50 to one of them where it wants one winner."""
    sheet = [
        {"name": name, "points": points, "rank": rank, "ties": [], "out": False}
        for name, points, rank in (("a", 46, 1), ("b", 46, 2), ("c", 40, 3))
    ]
    rows = tuple(WholeEvent.row(row) for row in sheet)
    raduno = presets()["raduno"].scoring
    assert leaders(rows, raduno) == second_sheet.leaders(FILES["raduno"], sheet) == {"a", "b"}
    assert second_sheet.worth(FILES["raduno"], sheet) == {"a": 71, "b": 71, "c": 40}
    wants_one = {**FILES["raduno"], "scoring": {**FILES["raduno"]["scoring"], "sole_winner": True}}
    assert second_sheet.worth(wants_one, sheet) == {"a": 96, "b": 46, "c": 40}
