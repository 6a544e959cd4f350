"""Random events, drawn and scored by the product and worked out again by a checker that shares no code with it.

`EVENTS=5000 pytest tests/tournament/test_random_events.py` is the long run; `python -m tests.drills.events` prints its figures.
"""

import os
import random
import tomllib
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from tests.tournament import checker
from tournament.core.draw import Entrant, draw
from tournament.core.formats import NoFormat, Stage, possible_formats, splits
from tournament.core.formats.pairings import RoundPairings, bye_results, make_pairings
from tournament.core.ranking.qualification import qualified
from tournament.core.ranking.scoring import team_standings, tournament_points
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import PRESETS, Regulation, presets
from tournament.core.results import PenaltyPoints, ResultRow, TableResult

EVENTS = int(os.environ.get("EVENTS", "40"))
FIRST = range(40)
"""They hold every preset, every wish, hundreds of people at once, and what the tests below look for; `make drills` holds 5,000."""
FILES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(PRESETS).glob("*.toml"))}
SHARED = 100
"""So many events are held for the tests that look at the same ones; the long run has too many to hold."""
ROUNDINGS = ("up", "half-up", "down")
WISHES = ("club", "rematch", "apart", "fives", "seats", "neighbours")


def altered(file: dict, chance: random.Random) -> tuple[dict, Regulation]:
    """The preset as it stands, or as an organizer might edit it."""
    file = {**file, "scoring": dict(file.get("scoring", {})), "counting": dict(file.get("counting", {}))}
    if chance.random() < 0.4:
        file["scoring"] |= {"sole_winner": True} if chance.random() < 0.5 else {"first": "7.5", "first_shared": "2.25"}
    if chance.random() < 0.15:
        file["scoring"] = {"method": "percent", "decimals": chance.randint(0, 4), "rounding": chance.choice(ROUNDINGS)}
    if chance.random() < 0.3 and file["rounds"] > 1:
        file["counting"] = chance.choice([{"discards": 1}, {"best": 2}, {"discards": 1, "absences_are_discards": True}])
    return file, msgspec.convert(file, Regulation)


class Event:
    """People who come and go, rounds drawn by the product, results by chance."""

    def __init__(self, number: int):
        self.chance = random.Random(f"event {number}")
        self.slug = self.chance.choice(sorted(FILES))
        self.file, self.regulation = altered(FILES[self.slug], self.chance)
        self.clubs: dict[str, str] = {}
        for _one in range(self.a_field()):
            self.enter()
        self.here = set(self.clubs)
        self.criteria = tuple(self.chance.sample(WISHES, self.chance.randint(0, 3)))
        self.tables: list = []
        self.sheets: list = []
        self.penalties: list = []
        self.has_advanced = False
        self.cuts = 0
        self.has_teams = self.has_absent_finalist = False

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
            [Entrant(name, self.clubs[name]) for name in names],
            sizes,
            seed=seed,
            criteria=self.criteria,
            past=self.tables,
            apart=apart,
        )
        self.check_draw(names, sizes, drawn, apart)
        self.tables.append([list(table) for table in drawn.tables])
        self.sheets.append([self.a_sheet(table) for table in drawn.tables])

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

    def a_sheet(self, table) -> list[dict]:
        """Places by points; some level at the same place, some eliminated, now and then an objective reached."""
        points = sorted((self.chance.choice([0, self.chance.randint(0, 84)]) for _name in table), reverse=True)
        if self.chance.random() < 0.15:
            points[0] = 100
        rows, shares = [], self.chance.random() < 0.3
        is_paper = self.chance.random() < 0.4
        for place, (name, mine) in enumerate(zip(self.chance.sample(table, len(table)), points, strict=True), start=1):
            is_level = shares and rows and rows[-1]["points"] == mine
            rank = rows[-1]["rank"] if is_level else place
            out = mine == 0 and self.chance.random() < 0.5
            ties = [self.chance.randint(0, 3) for _tie in range(3)]
            rows.append({"name": name, "points": mine, "rank": rank, "out": out, "ties": ties})
        return self.on_paper(rows) if is_paper else rows

    def on_paper(self, rows: list[dict]) -> list[dict]:
        """Only those level on points write tie-breaks, and only as many as they need."""
        points = [row["points"] for row in rows]
        many = self.chance.randint(1, 3)
        return [dict(row, ties=row["ties"][:many] if points.count(row["points"]) > 1 else []) for row in rows]

    def punish(self) -> None:
        for _one in range(self.chance.randint(0, 4)):
            name, points = self.chance.choice(sorted(self.clubs)), Decimal(self.chance.randint(1, 80)) / 4
            self.penalties.append((name, points, self.chance.choice([None, *range(1, len(self.sheets) + 1)])))

    def results(self) -> list[TableResult]:
        return [
            TableResult(number, place, tuple(
                ResultRow(row["name"], Decimal(row["points"]), tuple(map(Decimal, row["ties"])), row["rank"], row["out"])
                for row in sheet
            ))
            for number, sheets in enumerate(self.sheets, start=1)
            for place, sheet in enumerate(sheets, start=1)
        ]  # fmt: skip

    def places_in_the_last_round(self) -> dict[str, int]:
        """Some of those who have no sheet of it had a place all the same."""
        played = {row["name"] for sheet in self.sheets[-1] for row in sheet}
        return {name: len(self.sheets) for name in sorted(set(self.clubs) - played) if self.chance.random() < 0.3}

    def check_standings(self) -> None:
        reached = self.places_in_the_last_round()
        self.has_absent_finalist = bool(reached) and self.regulation.is_playoff(len(self.sheets))
        taken = [PenaltyPoints(*one) for one in self.penalties]
        told = standings(self.regulation, self.clubs, self.results(), taken, reached=reached)
        found = checker.standings(self.file, sorted(self.clubs), self.sheets, self.penalties, reached)
        assert [self.plain(line) for line in told] == found

    @staticmethod
    def plain(line) -> tuple:
        return line.rank, line.entrant, Fraction(line.total), line.wins, line.discarded, line.is_enough

    def check_advancement(self) -> bool:
        """Whether there was something to check: the last qualifying round of a preset with semifinals or a final."""
        try:
            stage = possible_formats(len(self.here), self.regulation)[0].stages[len(self.sheets) - 1]
        except (NoFormat, IndexError):
            return False
        if stage.advancement != "by-standings":
            return False
        results = self.results()
        held = msgspec.structs.replace(stage, tables=tuple(map(len, self.sheets[-1])))
        last = [result for result in results if result.round == len(self.sheets)]
        told = qualified(held, last, self.regulation, so_far=[one for one in results if one not in last])
        played = sorted({row["name"] for sheets in self.sheets for sheet in sheets for row in sheet})
        lines = checker.standings(self.file, played, self.sheets, [])
        found = checker.going_on(lines, stage.direct, stage.cut, stage.wildcards, self.best_scores())
        if found == "tie":
            assert told.tied
        else:
            names = tuple({who.entrant for who in part} for part in (told.waiting, told.through, told.runners_up))
            assert (names, told.tied) == (found, ())
        return True

    def check_tables(self) -> bool:
        """Whether there was a cut by table: so many of each, and the best who just missed it."""
        sheets = self.sheets[-1]
        many = self.chance.randint(1, 2)
        if self.regulation.format != "knockout" or min(map(len, sheets)) <= many:
            return False
        runners_up = self.chance.randint(0, len(sheets) - 1)
        stage = Stage("round-1", tuple(map(len, sheets)), many, runners_up)
        results = [result for result in self.results() if result.round == len(self.sheets)]
        told = qualified(stage, results, self.regulation)
        found = checker.through(self.file, sheets, many, runners_up)
        if found == "tie":
            assert told.tied
        else:
            assert ({who.entrant for who in told.through}, {who.entrant for who in told.runners_up}) == found
        return True

    def check_teams(self) -> bool:
        if self.regulation.teams is None:
            return False
        clubs = {name: club for name, club in self.clubs.items() if club}
        results: dict[str, list[Decimal]] = {club: [] for club in clubs.values()}
        for result in self.results():
            worth = tournament_points(result.rows, self.regulation.scoring)
            for row, points in zip(result.rows, worth, strict=True):
                if row.entrant in clubs:
                    results[clubs[row.entrant]].append(points)
        told = [(one.rank, one.team, Fraction(one.total)) for one in team_standings(results, self.regulation)]
        assert told == checker.teams(self.file, self.clubs, self.sheets)
        return True

    def best_scores(self) -> dict[str, Fraction]:
        best: dict[str, Fraction] = {}
        for sheets in self.sheets:
            for sheet in sheets:
                for name, points in checker.worth(self.file, sheet).items():
                    best[name] = max(points, best.get(name, points))
        return best


def whole_event(number: int) -> Event:
    event = Event(number)
    for round_ in range(event.rounds()):
        if round_:
            event.come_and_go()
        event.play()
        event.has_advanced |= event.check_advancement()
        event.cuts += event.check_tables()
    event.punish()
    event.check_standings()
    event.has_teams = event.check_teams()
    return event


@lru_cache(SHARED)
def checked(number: int) -> Event:
    """An event of this run, which several tests look at."""
    return whole_event(number)


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
            )  # fmt: skip
            stage = msgspec.structs.replace(stage, tables=(2,) * ((len(field) - len(pairing.byes)) // 2))
            self.seat(number, stage, [name for name in field if name not in pairing.byes], pairing)
            going = (
                qualified(stage, self.held(number), self.regulation, byes=pairing.byes) if stage.players_after else None
            )
            field = [who.entrant for who in going.everybody] if going else field
            won = [row.entrant for result in self.held(number) for row in result.rows if row.rank == 1]
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

    def held(self, number: int) -> list[TableResult]:
        return [result for result in self.results if result.round == number]

    def seat(self, number: int, stage: Stage, playing: list[str], pairing: RoundPairings) -> None:
        ranks = self.ranks()
        entrants = [Entrant(name, rank=ranks[name]) for name in playing]
        criteria = ("rematch", "swiss") if stage.pairing == "swiss" else ()
        drawn = draw(entrants, stage.tables, seed=f"{number}", criteria=criteria, past=self.rounds, fixed=pairing.fixed)
        self.rounds.append(list(drawn.tables))
        self.byes.append(pairing.byes)
        for place, pair in enumerate(drawn.tables, start=1):
            self.results.append(self.a_game(number, place, self.chance.sample(pair, 2), stage.pairing != "bracket"))
        self.results += bye_results(stage, number, pairing.byes)

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
            told = standings(self.regulation, self.names, self.results)
            found = checker.standings(self.file, sorted(self.names), self.sheets(), [])
            assert [Event.plain(line) for line in told] == found

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


def test_cuts_by_table_and_teams_are_among_what_is_checked():
    events = [checked(number) for number in FIRST]
    assert sum(event.cuts for event in events) > 3
    assert any(event.has_teams for event in events)


def test_the_checker_shares_no_code_with_the_product():
    text = Path(checker.__file__).read_text(encoding="utf-8")
    imports = [line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imports == ["bisect", "fractions", "itertools", "math"]


@pytest.mark.parametrize("ten", range(0, EVENTS, 10))
def test_the_checker_finds_no_difference_in_random_events(ten):
    for number in range(ten, min(ten + 10, EVENTS)):
        checked(number)


def test_the_events_cover_every_preset():
    events = [checked(number) for number in FIRST]
    assert {event.slug for event in events} == set(FILES)
    assert {result for event in events for result in event.criteria} == set(WISHES)
    assert max(len(event.here) for event in events) > 300


def notices_a_wrong_total(number: int) -> bool:
    event = Event(number)
    event.play()
    event.check_standings()
    first = event.sheets[0][0][0]
    first["points"] += 1
    wrong = [Event.plain(line) for line in standings(event.regulation, event.clubs, event.results())]
    first["points"] -= 1
    return wrong != checker.standings(event.file, sorted(event.clubs), event.sheets, [])


def test_the_checker_would_notice_a_wrong_total():
    """Not where only places count, nor beyond the most that points are worth."""
    assert sum(map(notices_a_wrong_total, range(12))) >= 6


def test_finalists_who_do_not_play_are_among_what_is_checked():
    assert sum(checked(number).has_absent_finalist for number in FIRST) >= 3


def test_advancement_by_standings_is_among_what_is_checked():
    advanced = (number for number in FIRST if checked(number).has_advanced)
    assert len(list(islice(advanced, 3))) == 3
