"""Whole events by chance, played by the product's functions and worked out again by the second implementation.

People are absent at every stage, leave after qualifying, come back and are replaced; results come from paper and from
records, are level, and are corrected two rounds late; penalties fall on rounds and on totals. `Difference` says where
the two disagree.
"""

import random
import tomllib
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import msgspec

from tests.tournament.second import advancement, needs
from tests.tournament.second.pairs import sheet_of_one, swiss_bye, unplayed_wins
from tests.tournament.second.standings import decided_by, standings
from tests.tournament.second.teams import team_standings
from tournament.core.formats import NoFormat, Stage, possible_formats
from tournament.core.formats.pairings import make_pairings
from tournament.core.ranking import event as events
from tournament.core.ranking.event import EventSoFar, RoundSoFar
from tournament.core.ranking.needs import need_of
from tournament.core.ranking.reasons import deciding
from tournament.core.ranking.scoring import team_standings as product_teams
from tournament.core.ranking.standings import order_of
from tournament.core.regulation.schema import PRESETS, Readings, Regulation
from tournament.core.results import PenaltyPoints, ResultRow, Standing, TableResult

FOLDERS = [PRESETS, *sorted((PRESETS.parents[1] / "games").glob("*/regulations"))]
FILES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for folder in FOLDERS
    for path in sorted(Path(folder).glob("*.toml"))
}
SLUGS = sorted(FILES) + 2 * [slug for slug, file in FILES.items() if file["format"] == "pairs"]
"""What is played in pairs more often: it is three formulas."""
READINGS = {name: field.__args__ for name, field in Readings.__annotations__.items()}
OF_PAIRS = ("second_bye",)
"""Readings that only tables of two have; taken for those alone, so that the other events stay what they were."""
TIES_OF_A_RECORD = 3
SMALL_BANDS = (
    [{"finalists": 1, "semifinals": 2, "semifinalists": 6, "wildcards": 1}],
    [{"finalists": 2, "semifinals": 2, "semifinalists": 8, "wildcards": 2}],
    [{"semifinals": 4, "semifinalists": 12, "finals": 2}],
    [{"finalists": 4}],
)


class Difference(AssertionError):
    """Where product and second implementation disagree."""


def same(what: str, product: object, second: object) -> None:
    if product != second:
        raise Difference(f"{what}\n  product {product}\n  second  {second}")


def has_every_tie_break(sheet: list[dict]) -> bool:
    """As a record has them; from paper come those that the table needed."""
    return all(len(row["ties"]) == TIES_OF_A_RECORD for row in sheet)


def with_next(lines: Sequence) -> list[tuple]:
    return list(zip(lines, [*lines[1:], None], strict=False))


def altered(file: dict, chance: random.Random) -> dict:
    """The preset as it stands, or as an organizer might edit it: every open reading, and what is counted."""
    file = {**file, "scoring": dict(file.get("scoring", {})), "counting": dict(file.get("counting", {}))}
    of_all = {name: given for name, given in READINGS.items() if name not in OF_PAIRS}
    file["readings"] = {name: chance.choice(given) for name, given in of_all.items() if chance.random() < 0.3}
    if chance.random() < 0.25 and file["format"] != "pairs":
        file["scoring"] |= chance.choice(
            [
                {"sole_winner": True},
                {"first": "7.5", "first_shared": "2.25", "first_by": "points"},
                {"first_by": "place"},
            ]
        )
    if chance.random() < 0.1 and file["format"] != "pairs":
        file["scoring"] = {"method": "percent", "decimals": chance.randint(0, 3), "first": "10", "first_by": "points"}
    if chance.random() < 0.3 and file["rounds"] > 1 and file["format"] not in ("knockout", "pairs"):
        counting = chance.choice(
            [{"discards": 1}, {"best": 2}, {"discards": 1, "absences_are_discards": True}, {"needed": 2}]
        )
        file["counting"] = {**counting, "entry": chance.choice(["0", "80"])}
    if file.get("bands") and chance.random() < 0.5:
        file["bands"] = chance.choice(SMALL_BANDS)
    if file["format"] == "pairs":
        if chance.random() < 0.3:
            file["withdrawals"] = "next"
        file["readings"] |= {name: chance.choice(READINGS[name]) for name in OF_PAIRS if chance.random() < 0.5}
    return file


class WholeEvent:
    """One event; with `thorough` one table is left open in the deciding round, and every way in which it can end is tried."""

    def __init__(self, number: int, slug: str = "", thorough: bool = False):
        self.thorough = thorough
        self.fates: dict[tuple, set] = {}
        self.number = number
        self.chance = random.Random(f"whole {number}")
        self.slug = slug or SLUGS[number % len(SLUGS)]
        self.file = altered(FILES[self.slug], self.chance)
        self.regulation = msgspec.convert(self.file, Regulation)
        self.counts = {"standings": 0, "cuts": 0, "substitutes": 0, "needs": 0, "open": 0, "teams": 0, "corrections": 0}
        self.counts |= {
            "sure": 0,
            "can": 0,
            "out": 0,
            "walkovers": 0,
            "byes": 0,
            "mixed rounds": 0,
            "dice for a title": 0,
            "dice for a reserve": 0,
        }
        while True:
            many = self.chance.choice(
                [self.chance.randint(4, 12), self.chance.randint(8, 20), self.chance.randint(16, 36)]
            )
            if self.regulation.pairings:
                many = self.chance.randint(3, 14)
            try:
                self.format = self.chance.choice(possible_formats(many, self.regulation)[:3])
                break
            except NoFormat:
                continue
        self.names = [f"p{n:03}" for n in range(1, many + 1)]
        self.clubs = {name: self.chance.choice(["", "rossi", "blu", "verdi"]) for name in self.names}
        self.gone: set[str] = set()
        self.rounds: list[dict] = []
        self.penalties: list[tuple] = []
        self.kind = self.format.kind if self.regulation.pairings else ""
        self.seeds = tuple(self.names)

    # Play

    def play(self) -> "WholeEvent":
        for number, stage in enumerate(self.format.stages, 1):
            if not self.play_round(number, stage):
                break
            self.punish()
            self.correct()
            self.check_standings()
            self.check_cut(number)
            self.leave_and_return(number)
        self.check_standings()
        self.check_title()
        self.check_teams()
        return self

    def play_round(self, number: int, stage: Stage) -> bool:
        """False where too few are left for a table."""
        field = self.field(number)
        if self.regulation.pairings:
            tables, byes, walkovers = self.pairs(number, stage, field)
        else:
            tables, byes, walkovers = self.tables(stage, field), [], []
        if not tables and not byes:
            return False
        stage = msgspec.structs.replace(stage, tables=tuple(map(len, tables)))
        round_ = {
            "number": number, "stage": stage, "tables": [], "byes": byes, "walkovers": walkovers, "seated": set(),
            "decided": [], "closed": True, "people": tables,
        }  # fmt: skip
        self.rounds.append(round_)
        self.counts["byes"] += len(byes) - len(walkovers)
        self.counts["walkovers"] += len(walkovers)
        for table in tables:
            round_["tables"].append(self.a_table(table))
            round_["seated"] |= {row["name"] for row in round_["tables"][-1]}
        self.counts["mixed rounds"] += {True, False} == set(map(has_every_tie_break, round_["tables"]))
        if not self.regulation.pairings:
            self.check_while_open(round_)
        return True

    def field(self, number: int) -> list[str]:
        if number == 1:
            return list(self.names)
        before = self.rounds[-1]
        if before["stage"].advancement == "everybody":
            for _late in range(self.chance.choice([0, 0, 0, 1])):
                if self.kind != "round-robin":
                    self.names.append(f"p{len(self.names) + 1:03}")
                    self.clubs[self.names[-1]] = "rossi"
            here = [name for name in self.names if name not in self.gone]
            if self.regulation.format == "league" or (self.kind != "" and self.chance.random() < 0.5):
                here = [name for name in here if self.chance.random() > 0.15]
            return here
        self.settled(number - 1)
        return sorted(self.players_after(number - 1))

    def tables(self, stage: Stage, field: list[str]) -> list[list[str]]:
        """Even tables; now and then somebody does not come, and the chair stays empty or a stranger takes it."""
        seats = self.chance.sample(field, len(field))
        sizes = stage.tables if sum(stage.tables) == len(seats) else self.even(stage, len(seats))
        found = []
        for size in sizes:
            table, seats = seats[:size], seats[size:]
            for name in list(table):
                if self.chance.random() < 0.04 and len(table) > 3:
                    table.remove(name)
                    spare = [one for one in self.names if one not in field and one not in self.gone]
                    if spare and self.chance.random() < 0.5:
                        table.append(spare[0])
                        field = [*field, spare[0]]
                    if self.chance.random() < 0.5:
                        self.gone.add(name)
            found.append(table)
        return found

    def even(self, stage: Stage, people: int) -> list[int]:
        many = len(stage.tables) if stage.advancement == "by-table" else max(1, round(people / 4))
        many = max(1, min(many, people // 2))
        each, more = divmod(people, many)
        return [each] * (many - more) + [each + 1] * more if people > 1 else []

    def pairs(self, number: int, stage: Stage, field: list[str]) -> tuple[list, list, list]:
        """Tables of two; the opponent of somebody who does not come wins without a game, before the draw or after it."""
        ranks = {line["name"]: line["rank"] for line in self.lines()} if self.rounds else {}
        had_bye = [name for one in self.rounds for name in one["byes"]]
        past = [one["people"] for one in self.rounds]
        pairing = make_pairings(
            stage, number, field, self.seeds, ranks=ranks, had_bye=had_bye,
            through=[self.through_of(one) for one in self.rounds] if self.kind == "bracket" else (),
            sat=past if self.kind == "swiss" else (), readings=self.regulation.readings,
        )  # fmt: skip
        if self.kind == "swiss":
            same(
                f"Swiss bye of round {number}",
                set(pairing.byes),
                {swiss_bye(self.file, field, self.names, ranks, had_bye, past)} - {None},
            )
            rest = self.chance.sample(
                [name for name in field if name not in pairing.byes], len(field) - len(pairing.byes)
            )
            return [rest[n : n + 2] for n in range(0, len(rest), 2)], list(pairing.byes), []
        tables: dict[int, list[str]] = {}
        for name, table in pairing.fixed.items():
            tables.setdefault(table, []).append(name)
        return list(tables.values()), list(pairing.byes), self.walkovers(number, field, pairing.byes)

    def walkovers(self, number: int, field: list[str], byes: tuple[str, ...]) -> list[str]:
        """In a bracket nobody rests after the first round but for an opponent who left; in a round robin the rest of an odd
        field goes round, and whoever is passed over otherwise had an opponent who is not there."""
        if self.kind == "bracket":
            return [name for name in byes if number > 1]
        ring = [*self.seeds, None] if len(self.seeds) % 2 else list(self.seeds)
        for _turn in range(number - 1):
            ring = [ring[0], ring[-1], *ring[1:-1]]
        rests = next((ring[-1 - place] for place, name in enumerate(ring) if name is None), None)
        return [name for name in byes if name != rests]

    def a_table(self, table: list[str]) -> list[dict]:
        if self.regulation.pairings and self.chance.random() < 0.08:
            return sheet_of_one(self.chance.choice(table))
        return self.a_sheet(table)

    def a_sheet(self, table: list[str]) -> list[dict]:
        """From a record with every tie-break, or from paper with those that were needed; level players are parted by dice, or
        not at all; now and then somebody wins outright."""
        chance = self.chance
        points = sorted((chance.choice([0, 46, chance.randint(0, 84)]) for _name in table), reverse=True)
        if self.slug == "iperisiko":
            points = [chance.choice([Decimal("1.2"), Decimal("0.7"), 0])] + [
                chance.choice([0, Decimal("-0.3")]) for _ in table[1:]
            ]
            points.sort(reverse=True)
        if chance.random() < 0.1 and self.slug != "iperisiko":
            points[0] = 100
        names = chance.sample(table, len(table))
        rows = [
            {
                "name": name, "points": mine, "rank": place, "ties": [chance.randint(0, 2) for _tie in range(TIES_OF_A_RECORD)],
                "out": mine == 0 and place > 1 and chance.random() < 0.4,
            }
            for place, (name, mine) in enumerate(zip(names, points, strict=True), 1)
        ]  # fmt: skip
        if chance.random() < 0.25:
            for row, before in zip(rows[1:], rows, strict=False):
                row["rank"] = before["rank"] if before["points"] == row["points"] else row["rank"]
        if chance.random() < 0.5:
            level = [row["points"] for row in rows]
            many = chance.randint(1, TIES_OF_A_RECORD)
            rows = [dict(row, ties=row["ties"][:many] if level.count(row["points"]) > 1 else []) for row in rows]
        if chance.random() < 0.05 and len(rows) > 2 and len({row["rank"] for row in rows}) == len(rows):
            rows[0]["rank"], rows[1]["rank"] = rows[1]["rank"], rows[0]["rank"]
        return rows

    def punish(self) -> None:
        for _one in range(self.chance.choice([0, 0, 0, 1, 2])):
            name = self.chance.choice(self.names)
            round_ = self.chance.choice([None, *range(1, len(self.rounds) + 1)])
            self.penalties.append((name, Decimal(self.chance.randint(1, 120)) / 4, round_))

    def correct(self) -> None:
        """A sheet of this round or of up to two rounds before is found wrong; the rounds that are drawn stay."""
        if self.chance.random() < 0.2 and self.kind != "bracket":
            round_ = self.chance.choice(self.rounds[-3:])
            place = self.chance.randrange(len(round_["tables"])) if round_["tables"] else None
            if place is not None and len(round_["tables"][place]) > 1:
                round_["tables"][place] = self.a_sheet([row["name"] for row in round_["tables"][place]])
                self.counts["corrections"] += 1

    def leave_and_return(self, number: int) -> None:
        for name in self.names:
            if name not in self.gone and self.chance.random() < 0.04 and len(self.names) - len(self.gone) > 3:
                self.gone.add(name)
            elif name in self.gone and self.chance.random() < 0.15:
                self.gone.discard(name)

    # The product's values, and the second implementation's

    def product(self) -> EventSoFar:
        rounds = tuple(self.round_so_far(one) for one in self.rounds)
        taken = tuple(PenaltyPoints(*one) for one in self.penalties)
        return EventSoFar(
            regulation=self.regulation, format=self.format, rounds=rounds, penalties=taken, gone=frozenset(self.gone)
        )

    def round_so_far(self, one: dict) -> RoundSoFar:
        results = [
            TableResult(one["number"], place, tuple(map(self.row, sheet)))
            for place, sheet in enumerate(one["tables"], 1)
        ]
        opened = one.get("open", ())
        absent = {name for table in one["people"] for name in table} - one["seated"]
        return RoundSoFar(
            number=one["number"], stage=one["stage"], seated=frozenset(one["seated"]), absent=frozenset(absent),
            results=tuple(result for result in results if result.table not in opened),
            open_tables=tuple(tuple(row.entrant for row in result.rows) for result in results if result.table in opened),
            byes=tuple(one["byes"]), walkovers=tuple(one["walkovers"]), decided=tuple(one["decided"]), is_closed=one["closed"],
        )  # fmt: skip

    @staticmethod
    def row(row: dict) -> ResultRow:
        return ResultRow(row["name"], Decimal(row["points"]), tuple(map(Decimal, row["ties"])), row["rank"], row["out"])

    def sheets(self, until: int | None = None) -> list[list[list[dict]]]:
        """What counts: the sheets of the tables, and the wins without a game."""
        found = []
        worth = self.file["readings"].get("absent_opponent", "win") == "win"
        for one in self.rounds[:until]:
            sheets = [
                s
                for place, s in enumerate(one["tables"], 1)
                if place not in one.get("open", ()) and (len(s) > 1 or worth)
            ]
            wins = unplayed_wins(self.file, self.kind, one["number"], one["byes"], one["walkovers"])
            found.append(sheets + [sheet_of_one(name) for name in sorted(wins)])
        while found and not found[-1]:
            found.pop()
        return found

    def reached(self) -> dict[str, int]:
        """The last round with a chair or a bye; until it is drawn, the next for those who go on where others go out, and the
        final for direct finalists who stay."""
        last: dict[str, int] = {}
        for one in self.rounds:
            last |= dict.fromkeys([*one["seated"], *one["byes"]], one["number"])
        for one in self.rounds:
            number = one["number"]
            if not one["closed"] or number == len(self.format.stages):
                continue
            if one["stage"].advancement != "everybody" and len(self.rounds) == number:
                last |= dict.fromkeys(self.players_after(number), number + 1)
            if one["stage"].direct and len(self.rounds) < number + 2:
                last |= dict.fromkeys(self.found(number)["waiting"] - self.gone, number + 2)
        return last

    def lines(self) -> list[dict]:
        reached = self.reached()
        finals, last = self.format.stages[-1], len(self.format.stages)
        final = last if finals.name == "final" and len(finals.tables) > 1 else 0
        title = last if finals.name == "final" and len(finals.tables) == 1 else 0
        dice = self.rounds[-1]["decided"] if len(self.rounds) == last else ()
        return standings(
            self.file, sorted(reached), self.sheets(), self.penalties, reached, self.kind, final, title, dice
        )

    def found(self, number: int) -> dict:
        one = self.rounds[number - 1]
        stage, decided = self.stage(one), one["decided"]
        if stage["cut"]:
            rounds = [*self.sheets(number - 1), one["tables"]]
            return advancement.by_standings(self.file, stage, rounds, self.penalties, decided)
        return advancement.by_tables(self.file, stage, one["tables"], number, self.penalties, decided)

    @staticmethod
    def stage(one: dict) -> dict:
        stage = one["stage"]
        return {
            name: getattr(stage, name) for name in ("through", "runners_up", "cut", "direct", "wildcards", "pairing")
        }

    def waiting(self, number: int) -> set[str]:
        before = self.rounds[number - 2] if number > 1 else None
        return self.found(number - 1)["waiting"] if before and before["stage"].direct else set()

    def players_after(self, number: int) -> set[str]:
        return self.next_field(number)[0]

    def next_field(self, number: int) -> tuple[set[str], list[list[str]]]:
        one = self.rounds[number - 1]
        rounds = [*self.sheets(number - 1), one["tables"]]
        return advancement.players_of_next(
            self.file, self.stage(one), rounds, self.found(number), self.gone, self.penalties, one["decided"],
            self.waiting(number), one["byes"],
        )  # fmt: skip

    def through_of(self, one: dict) -> set[str]:
        return self.players_after(one["number"]) if one["stage"].advancement == "by-table" else set(self.names)

    # What is compared

    def check_standings(self) -> None:
        """Every figure of every line, and what parts it from the next."""
        lines, plain = events.ranked(self.product()), self.lines()
        product = [
            (
                line.rank, line.entrant, Fraction(line.total), line.wins, list(line.discarded), line.is_enough,
                self.decided(line, following),
            )
            for line, following in with_next(lines)
        ]  # fmt: skip
        second = [
            (
                one["rank"], one["name"], one["total"], one["wins"], one["discarded"], one["enough"],
                following and decided_by(one, following),
            )
            for one, following in with_next(plain)
        ]  # fmt: skip
        for mine, theirs in zip(product, second, strict=True):
            same(f"standings after round {len(self.rounds)}", mine, theirs)
        self.counts["standings"] += 1

    def decided(self, one: Standing, other: Standing | None) -> str | None:
        place = None if other is None else deciding(one, other)
        return None if place is None else ("enough", *order_of(self.regulation, self.format))[place]

    def check_title(self) -> None:
        """A final that ended level at its first place: dice are asked for, and part those who threw them."""
        asks = self.file["readings"].get("level_final", "dice") == "dice"
        first = [line["name"] for line in self.lines() if line["rank"] == 1 and line["shares_title"]]
        wanted = first if asks and len(first) > 1 else []
        tie = events.title_tie(self.product())
        same("dice for the final", sorted(tie.entrants) if tie else [], sorted(wanted))
        if wanted:
            same("the tie of the final", events.qualified(self.product(), len(self.rounds)).tied, (tie,))
            self.rounds[-1]["decided"] = self.chance.sample(wanted, len(wanted))
            same("nothing is left to decide", events.title_tie(self.product()), None)
            self.check_standings()
            same("who won the dice", self.lines()[0]["name"], self.rounds[-1]["decided"][0])
            self.counts["dice for a title"] += 1

    def check_cut(self, number: int) -> None:
        """Who goes on, with dice for ties, and who steps in."""
        one = self.rounds[number - 1]
        if not (one["stage"].through or one["stage"].cut):
            return
        product, second = self.settled(number)
        wait, byes = self.waiting(number), set(one["byes"])
        same(f"through after round {number}", {who.entrant for who in product.through}, second["through"] | wait | byes)
        same(f"runners-up after round {number}", {who.entrant for who in product.runners_up}, second["runners_up"])
        same(f"finalists after round {number}", {who.entrant for who in product.waiting}, second["waiting"])
        self.counts["cuts"] += 1
        field = [who.entrant for who in product.everybody]
        self.gone |= {name for name in field if self.chance.random() < 0.05}
        self.settled(number)
        players, swapped = events.players_after(self.product(), number)
        same(f"players after round {number}", sorted(players), sorted(self.players_after(number)))
        self.counts["substitutes"] += len(swapped)

    def settled(self, number: int) -> tuple[events.Qualification, dict]:
        """Who goes on, once dice have parted all who are level at the cut or would step in for somebody who left."""
        one = self.rounds[number - 1]
        while True:
            product, second = events.qualified(self.product(), number), self.found(number)
            tied = second["tied"]
            if not tied and number < len(self.format.stages):
                tied = self.next_field(number)[1][:1]
            same(
                f"ties after round {number}",
                sorted(sorted(tie.entrants) for tie in product.tied),
                sorted(map(sorted, tied)),
            )
            if not tied:
                return product, second
            for tie in tied:
                dice = self.chance.sample(sorted(tie), len(tie))
                one["decided"] = [name for name in one["decided"] if name not in dice] + dice
                self.counts["dice for a reserve"] += not second["tied"]

    def check_while_open(self, round_: dict) -> None:
        """The round with some of its tables open: who is through already, and what somebody at an open table needs."""
        tables = range(1, len(round_["tables"]) + 1)
        stage = round_["stage"]
        if not tables or (stage.advancement != "by-standings" and self.chance.random() > 0.5):
            return
        many = 1 if self.thorough else self.chance.randint(1, min(2, len(tables)))
        opened = set(self.chance.sample(tables, many))
        round_["open"], round_["closed"] = opened, False
        self.check_standings()
        if stage.advancement == "by-table" and stage.through:
            self.check_through_so_far(round_)
        if stage.advancement == "by-standings":
            for _one in range(1 if self.thorough else 2):
                self.check_needs(round_, most=10**6 if self.thorough else 8)
        round_["open"], round_["closed"] = set(), True
        self.counts["open"] += 1

    def check_through_so_far(self, round_: dict) -> None:
        """Those of counted tables are through whatever the others do."""
        number = round_["number"]
        product = events.qualified_so_far(self.product(), number)
        stage = {**self.stage(round_), "runners_up": 0}
        counted = [sheet for place, sheet in enumerate(round_["tables"], 1) if place not in round_["open"]]
        second = advancement.by_tables(self.file, stage, counted, number, self.penalties) if counted else None
        waits = self.waiting(number) if counted else set()
        through = (second["through"] if second else set()) | waits
        same(f"through so far in round {number}", {who.entrant for who in product.through}, through)

    def check_needs(self, round_: dict, most: int = 10) -> None:
        """What is said to one player at an open table holds at every ending that is tried."""
        number = round_["number"]
        tables = [[row["name"] for row in round_["tables"][place - 1]] for place in sorted(round_["open"])]
        name = self.chance.choice(tables[-1])
        said = need_of(self.product(), name)
        if said is None:
            return
        counted = [sheet for place, sheet in enumerate(round_["tables"], 1) if place not in round_["open"]]
        before = self.sheets(number - 1)
        for ending in self.some_endings(tables, most):
            rounds = [*before, [*counted, *ending]]
            place = next(row["rank"] for sheet in ending for row in sheet if row["name"] == name)
            fate = needs.fate(self.file, self.stage(round_), rounds, name, self.penalties)
            verdict = said.verdicts[place - 1]
            if verdict != "can" and fate != {"sure": "in", "out": "out"}[verdict]:
                raise Difference(
                    f"need of {name} at place {place}: product says {verdict}, and is {fate} after {ending}"
                )
            self.counts[verdict] += 1
            self.fates.setdefault((number, name, place, verdict), set()).add(fate)
        self.counts["needs"] += 1

    def some_endings(self, tables: list[list[str]], most: int) -> list:
        every = [needs.of_table(table) for table in tables]
        total = 1
        for one in every:
            total *= len(one)
        if total <= most:
            return list(needs.endings(tables))
        return [tuple(self.chance.choice(one) for one in every) for _ending in range(most)]

    def check_teams(self) -> None:
        if self.regulation.teams is None:
            return
        clubs = {name: club for name, club in self.clubs.items() if club}
        event = self.product()
        product = [
            (one.rank, one.team, Fraction(one.total))
            for one in product_teams(
                events.team_results(event, clubs), self.regulation, events.team_penalties(event, clubs)
            )
        ]
        same("teams", product, team_standings(self.file, clubs, self.sheets(), self.penalties))
        self.counts["teams"] += 1


def checked(number: int, slug: str = "", thorough: bool = False) -> WholeEvent:
    return WholeEvent(number, slug, thorough).play()
