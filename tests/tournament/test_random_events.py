"""Random events, drawn by the product and checked by a module that shares no code with it; results are in `test_second.py`.

`EVENTS=5000 pytest tests/tournament/test_random_events.py` is the long run; `python -m tests.drills.events` prints its figures.
"""

import os
import random
import tomllib
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from tests.tournament import checker
from tests.tournament.second import standings as second
from tournament.core.draw import DrawEntrant, draw
from tournament.core.formats import Stage, possible_formats, splits
from tournament.core.formats.pairings import RoundPairings, bye_results, make_pairings
from tournament.core.ranking.qualification import qualified
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import PRESETS, presets
from tournament.core.results import ResultRow, TableResult

EVENTS = int(os.environ.get("EVENTS", "40"))
FIRST = range(40)
"""They hold every preset, every wish, hundreds of people at once, and what the tests below look for; `make drills` holds 5,000."""
FILES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(PRESETS).glob("*.toml"))}
SHARED = 100
"""So many events are held for the tests that look at the same ones; the long run has too many to hold."""
WISHES = ("club", "rematch", "apart", "fives", "seats", "neighbours")


class Event:
    """People who come and go, and rounds drawn by the product."""

    def __init__(self, number: int):
        self.chance = random.Random(f"event {number}")
        self.slug = self.chance.choice(sorted(FILES))
        self.regulation = presets()[self.slug]
        self.clubs: dict[str, str] = {}
        for _one in range(self.a_field()):
            self.enter()
        self.here = set(self.clubs)
        self.criteria = tuple(self.chance.sample(WISHES, self.chance.randint(0, 3)))
        self.tables: list = []

    def a_field(self) -> int:
        low, high = self.chance.choice([(3, 16), (8, 40), (30, 60), (100, 400)])
        return self.chance.randint(low, high)

    def rounds(self) -> int:
        return self.chance.randint(1, 10) if len(self.here) < 12 or len(self.here) > 150 else self.chance.randint(1, 4)

    def enter(self) -> str:
        name = f"p{len(self.clubs):03}"
        self.clubs[name] = self.chance.choice(["", "rossi", "blu", "verdi", "neri"])
        return name

    def come_and_go(self) -> None:
        for name in sorted(self.here):
            if self.chance.random() < 0.04 and len(self.here) > 4:
                self.here.remove(name)
        for _late in range(self.chance.choice([0, 0, 1, 2])):
            self.here.add(self.enter())

    def sizes(self) -> tuple[int, ...]:
        for known in (self.regulation.table_sizes, (4, 5, 3), (4, 5, 3, 2)):
            ways = splits(len(self.here), known)
            if ways:
                return self.chance.choice(ways[:3])
        raise AssertionError(len(self.here))

    def play(self) -> None:
        sizes, names = self.sizes(), sorted(self.here)
        apart = [tuple(self.chance.sample(names, 2)) for _pair in range(3)]
        seed = str(self.chance.random())
        drawn = draw(
            [DrawEntrant(name, self.clubs[name]) for name in names],
            sizes,
            seed=seed,
            criteria=self.criteria,
            past=self.tables,
            apart=apart,
        )
        self.check_draw(names, sizes, drawn, apart)
        self.tables.append([list(table) for table in drawn.tables])

    def check_draw(self, names, sizes, drawn, apart) -> None:
        assert checker.faults_of_draw(names, sizes, drawn.tables) == []
        reported = {result.criterion: result for result in drawn.results}
        found = {
            "club": checker.club_pairs(drawn.tables, self.clubs),
            "rematch": checker.meetings_before(drawn.tables, self.tables),
            "seats": checker.seats_again(drawn.tables, self.tables),
            "neighbours": checker.neighbours_again(drawn.tables, self.tables),
            "apart": checker.apart_pairs(drawn.tables, apart),
        }
        assert {n: reported[n].cost for n in reported if n in found} == {n: found[n] for n in reported if n in found}
        assert drawn.unavoidable_clubmates == checker.least_club_pairs(names, self.clubs, sizes)
        assert len(drawn.clubmates) == found["club"]
        if self.criteria[:1] == ("club",) and max(sizes) - min(sizes) <= 1:
            assert found["club"] == drawn.unavoidable_clubmates


def drawn_event(number: int) -> Event:
    event = Event(number)
    for round_ in range(event.rounds()):
        if round_:
            event.come_and_go()
        event.play()
    return event


@lru_cache(SHARED)
def checked(number: int) -> Event:
    """An event of this run, which several tests look at."""
    return drawn_event(number)


class Pairs:
    """An event at tables of two, by one of the three formulas, with winners by chance and now and then a draw."""

    def __init__(self, number: int):
        self.chance = random.Random(f"pairs {number}")
        self.file, self.regulation = FILES["arba"], presets()["arba"]
        self.names = tuple(f"p{n:03}" for n in range(1, self.chance.randint(2, 16) + 1))
        self.format = self.chance.choice(possible_formats(len(self.names), self.regulation))
        self.rounds: list[list[tuple[str, ...]]] = []
        self.byes: list[tuple[str, ...]] = []
        self.winners: list[list[str]] = []
        self.results: list[TableResult] = []
        self.left: list[set[str]] = [set()]

    def play(self) -> None:
        field: list[str] = list(self.names)
        through: list[list[str]] = []
        for number, stage in enumerate(self.format.stages, start=1):
            pairing = make_pairings(
                stage, number, field, self.names, ranks=self.ranks(), had_bye=[who for one in self.byes for who in one],
                through=[[who for who in going if who not in self.gone()] for going in through],
                sat=self.rounds if stage.pairing == "swiss" else (),
            )  # fmt: skip
            stage = msgspec.structs.replace(stage, tables=(2,) * ((len(field) - len(pairing.byes)) // 2))
            self.seat(number, stage, [name for name in field if name not in pairing.byes], pairing)
            going = (
                qualified(stage, self.rounds_played(number), self.regulation, byes=pairing.byes)
                if stage.players_after
                else None
            )
            field = [who.entrant for who in going.everybody] if going else field
            won = [row.entrant for result in self.rounds_played(number) for row in result.rows if row.rank == 1]
            self.winners.append(field if going else won)
            through.append(field)
            self.left.append(self.leavers(field) if going else set())
            field = [who for who in field if who not in self.gone()]

    def leavers(self, field: list[str]) -> set[str]:
        """In a bracket somebody who went on goes home now and then, and nobody takes the place."""
        is_one = self.format.kind == "bracket" and len(field) > 1 and self.chance.random() < 0.4
        return {self.chance.choice(field)} if is_one else set()

    def gone(self) -> set[str]:
        return {who for left in self.left for who in left}

    def ranks(self) -> dict[str, int]:
        return {line.entrant: line.rank for line in standings(self.regulation, self.names, self.results)}

    def rounds_played(self, number: int) -> list[TableResult]:
        return [result for result in self.results if result.round == number]

    def seat(self, number: int, stage: Stage, playing: list[str], pairing: RoundPairings) -> None:
        ranks = self.ranks()
        entrants = [DrawEntrant(name, rank=ranks[name]) for name in playing]
        criteria = ("rematch", "swiss") if stage.pairing == "swiss" else ()
        drawn = draw(entrants, stage.tables, seed=f"{number}", criteria=criteria, past=self.rounds, fixed=pairing.fixed)
        self.rounds.append(list(drawn.tables))
        self.byes.append(pairing.byes)
        for place, pair in enumerate(drawn.tables, start=1):
            self.results.append(self.a_game(number, place, self.chance.sample(pair, 2), stage.pairing != "bracket"))
        self.results += bye_results(stage, number, pairing.byes, walkovers=pairing.walkovers)

    def a_game(self, number: int, place: int, pair: list[str], may_draw: bool) -> TableResult:
        second = 1 if may_draw and self.chance.random() < 0.2 else 2
        rows = (
            ResultRow(pair[0], Decimal(self.chance.randint(0, 30)), rank=1),
            ResultRow(pair[1], Decimal(1), rank=second),
        )
        return TableResult(number, place, rows)

    def check(self) -> None:
        faults = {
            "swiss": lambda: checker.faults_of_swiss(self.names, self.rounds, self.byes),
            "round-robin": lambda: checker.faults_of_round_robin(self.names, self.rounds, self.byes),
            "bracket": lambda: checker.faults_of_bracket(self.names, self.rounds, self.byes, self.winners, self.left),
        }
        assert faults[self.format.kind]() == []
        if self.format.kind != "bracket":
            result = [
                (line.rank, line.entrant)
                for line in standings(self.regulation, self.names, self.results, (), self.format)
            ]
            found = second.standings(self.file, sorted(self.names), self.sheets(), kind=self.format.kind)
            assert result == [(line["rank"], line["name"]) for line in found]

    def sheets(self) -> list[list[list[dict]]]:
        rounds: list[list[list[dict]]] = [[] for _round in self.rounds]
        for result in self.results:
            rows = [
                {"name": row.entrant, "points": row.points, "rank": row.rank, "out": False, "ties": []}
                for row in result.rows
            ]
            rounds[result.round - 1].append(rows)
        return rounds


@lru_cache(SHARED)
def played(number: int) -> Pairs:
    event = Pairs(number)
    event.play()
    return event


@pytest.mark.parametrize("ten", range(0, EVENTS, 10))
def test_the_checker_finds_no_difference_at_tables_of_two(ten):
    for number in range(ten, min(ten + 10, EVENTS)):
        played(number).check()


def test_the_pairs_cover_every_formula():
    events = [played(number) for number in FIRST]
    assert {event.format.kind for event in events} == {"swiss", "round-robin", "bracket"}
    assert sum(any(event.left) and any(event.byes[1:]) for event in events) > 2


def test_the_checker_shares_no_code_with_the_product():
    text = Path(checker.__file__).read_text(encoding="utf-8")
    imports = [line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imports == ["itertools"]


@pytest.mark.parametrize("ten", range(0, EVENTS, 10))
def test_the_checker_finds_no_difference_in_random_events(ten):
    for number in range(ten, min(ten + 10, EVENTS)):
        checked(number)


def test_the_events_cover_every_preset():
    events = [checked(number) for number in FIRST]
    assert {event.slug for event in events} == set(FILES)
    assert {result for event in events for result in event.criteria} == set(WISHES)
    assert max(len(event.here) for event in events) > 250
