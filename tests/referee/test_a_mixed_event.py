"""A gathering through the pages, of whose tables every other is recorded and the rest typed from paper: absences, late
corrections of both, an appeal, a penalty. Every figure is worked out again from the regulation's words."""

from collections import defaultdict
from fractions import Fraction

import pytest
from django.utils import timezone

from referee.actions import acceptances
from tests.referee.conftest import Recorder, current, open_table
from tests.tournament.conftest import give_rights
from tests.tournament.pages import to
from tests.tournament.web.test_events_through_forms import Hall
from tournament.models import Penalty, Season, Tournament
from tournament.queries.prizes import prize_sheet
from tournament.states import EntrantState, HouseRight

PLACES = (25, 18, 15, 12, 10)
PAPER = ((46, 9), (46, 4), (30, None), (12, None), (5, None))
"""Points and, where two are level, the value outside the objective: from the first of a table on."""


class MixedHall(Hall):
    """`sheets` are the rows (name, points, rank) of each table, by round and number, as its record or its players had them."""

    def __init__(self, client, by, **more):
        super().__init__(client, **more)
        self.by = by
        self.sheets: dict[tuple[int, int], list[tuple[str, Fraction, int]]] = {}
        self.taken: dict[str, Fraction] = defaultdict(Fraction)

    def play(self) -> None:
        self.draw()
        self.round.refresh_from_db()
        for table in self.round.tables.all():
            (self.record if table.number % 2 else self.type_in)(table)

    def record(self, table) -> None:
        names, row = names_at(table), open_table(table, self.by)
        recorder = Recorder(row, self.by, seed=self.rng.randrange(10**6))
        recorder.record_all()
        for seat in range(len(names)):
            acceptances.accept(current(row), seat=seat, head=current(row).head, seats=len(names), by=self.by)
        acceptances.sign(current(row), seats=len(names), by=self.by)
        rows = recorder.ahead.score(recorder.vault).rows
        self.sheets[self.round.number, table.number] = [
            (names[one.seat], Fraction(one.points), one.rank) for one in rows
        ]

    def type_in(self, table) -> None:
        form = self.on_paper(self.round.number, table.number, names_at(table))
        typed = {f"t{table.number}-{name}": value for name, value in {**form, "is_signed": "on"}.items()}
        self.post("paper_save", self.round.number, table.number, **typed)

    def on_paper(self, number: int, place: int, names: list[str]) -> dict[str, str]:
        order = self.rng.sample(range(len(names)), len(names))
        form = {"ended_by": "time", "confirmed": "sta sul foglio"}
        for (points, outside), seat in zip(PAPER, order, strict=False):
            form |= {f"points_{seat + 1}": str(points), f"outside_{seat + 1}": "" if outside is None else str(outside)}
        ranked = list(zip(PAPER, order, strict=False))
        self.sheets[number, place] = [
            (names[seat], Fraction(of), rank) for rank, ((of, _), seat) in enumerate(ranked, 1)
        ]
        return form

    def correct(self, number: int, place: int) -> None:
        """Other figures for the same people, seen in the preview first."""
        table = self.tournament.rounds.get(number=number).tables.get(number=place)
        emptied = [f"{name}_{seat.position}" for seat in table.seats.all()
                   for name in ("rank", "territories", "objective", "inside_armies", "armies", "dice", "left")]  # fmt: skip
        form = dict.fromkeys(emptied, "") | self.on_paper(number, place, names_at(table)) | {"reason": "riletto"}
        self.post("correct_preview", number, place, **form)
        self.post("correct", number, place, **form)

    def punish(self, name: str, points: str, number: int) -> Penalty:
        person = next(one for one in self.tournament.entrants.all() if str(one) == name)
        of = self.tournament.rounds.get(number=number).pk
        self.post("penalties", entrant=person.pk, points=points, article="", reason="ritardo", round=of)
        self.taken[name] += Fraction(points)
        return Penalty.objects.latest("pk")

    def through(self, number: int) -> dict[str, str]:
        """Who plays on by the round's page, and why."""
        rows = self.client.get(to("round", self.tournament, number)).context["through"]
        return {row.name: str(row.reason) for row in rows}

    # From the words: the points of the table, and 50 for the first, 25 each for those level on points with him

    def worth(self, name: str) -> dict[int, Fraction]:
        found = {}
        for (number, _place), rows in self.sheets.items():
            most = max(of for _who, of, _rank in rows)
            first = {who for who, of, _rank in rows if of == most}
            first = first if winner_of(rows) in first else {winner_of(rows)}
            for who, points, _rank in rows:
                if who == name:
                    found[number] = points + (50 if len(first) == 1 else 25) * (name in first)
        return found

    def total(self, name: str) -> Fraction:
        return sum(self.worth(name).values(), Fraction(0)) - self.taken[name]

    def by_total(self) -> list[str]:
        """The total, then the best, second and third result, then the standings before this round."""
        names = {who for rows in self.sheets.values() for who, _of, _rank in rows}
        return sorted(names, key=self.merit, reverse=True)

    def merit(self, name: str) -> tuple:
        worth = self.worth(name)
        return self.total(name), sorted(worth.values(), reverse=True), worth.get(1, 0) - self.taken[name]

    def compare(self) -> None:
        rows = [row for row in self.rows() if row.is_played]
        assert {row.name: Fraction(row.total) for row in rows} == {row.name: self.total(row.name) for row in rows}
        for row in rows:
            played = {n: Fraction(points) for n, points in enumerate(row.per_round, 1) if points is not None}
            assert played == self.worth(row.name)


def names_at(table) -> list[str]:
    return [str(seat.entrant) for seat in table.seats.select_related("entrant").order_by("position")]


def winner_of(rows) -> str:
    return next(who for who, _of, rank in rows if rank == 1)


@pytest.fixture
def hall(organizer, client):
    give_rights(organizer, *HouseRight)
    client.force_login(organizer)
    return MixedHall(client, organizer, preset="raduno", many=10, seed=26)


def test_paper_and_records_make_one_standing_one_final_and_one_season(hall):
    """Ten people: two rounds, two who go to the final, semifinals of eight."""
    hall.choose()
    hall.play()
    hall.post("close", 1)
    late = hall.by_total()[-1]
    hall.mark(late, EntrantState.MISSING)
    hall.play()
    hall.correct(1, 1)
    hall.correct(1, 2)
    penalty = hall.punish(hall.by_total()[1], "7.5", 1)
    hall.post("penalty_appeal", penalty.pk, reason="non ero in ritardo")
    hall.post("dispute", 2, 1, reason="il quarto contesta")
    hall.post("close", 2)
    hall.compare()
    assert hall.client.get(to("standings", hall.tournament)).context["sheet"].is_provisional
    hall.correct(2, 1)
    hall.post("settle", 2, 1, reason="si corregge")
    hall.post("penalty_uphold", penalty.pk, reason="era in ritardo")
    hall.mark(late, EntrantState.PRESENT)
    hall.compare()
    hall.settle_ties()
    direct = list(hall.through(2))[:2]
    assert list(map(hall.merit, direct)) == list(map(hall.merit, hall.by_total()[:2]))
    assert set(hall.through(2)) == set(hall.by_total())
    the_end(hall, direct)
    prizes_and_season(hall)


def the_end(hall: MixedHall, direct: list[str]) -> None:
    """The semifinals, of whose winners one goes home, and the final; a semifinal is corrected after it."""
    hall.play()
    hall.post("close", 3)
    winners = [winner_of(hall.sheets[3, place]) for place in (1, 2)]
    assert set(hall.through(3)) == {*direct, *winners}
    hall.mark(winners[0], EntrantState.MISSING)
    second = next(who for who, _of, rank in hall.sheets[3, 1] if rank == 2)
    assert set(hall.through(3)) == {*direct, winners[1], second}
    hall.play()
    assert {who for who, _of, _rank in hall.sheets[4, 1]} == {*direct, winners[1], second}
    hall.post("close", 4)
    hall.settle_ties()
    hall.correct(4, 1)
    hall.correct(3, 2)
    hall.compare()
    rows = hall.rows()
    assert [row.name for row in rows[:4]] == [who for who, _of, _rank in hall.sheets[4, 1]]
    assert not hall.client.get(to("standings", hall.tournament)).context["sheet"].is_provisional


def prizes_and_season(hall: MixedHall) -> None:
    hall.post("change_state", move="finish")
    rows = hall.rows()
    overall, *_others = prize_sheet(Tournament.objects.get(pk=hall.tournament.pk), made_at=timezone.now()).groups
    assert [(one.place, one.name) for one in overall.rows] == [(row.rank, row.name) for row in rows if row.rank <= 5]
    assert str(rows[0].name) in hall.client.get(to("public", hall.tournament)).content.decode()
    worth = {row.name: (*PLACES, *[0] * len(rows))[row.rank - 1] for row in rows}
    for formula, points in (("total", {row.name: hall.total(row.name) for row in rows}), ("places", worth)):
        texts = " ".join(map(str, PLACES)) if formula == "places" else ""
        hall._post(
            "/stagioni/", name=formula, formula=formula, places_text=texts, best="", discards="0", level_ranks="each"
        )
        season = Season.objects.latest("pk")
        hall._post(f"{season.get_absolute_url()}tornei/", tournament=Tournament.objects.latest("pk").pk, grade="raduno")
        ranking = hall.client.get(season.get_absolute_url()).context["rows"]
        assert {str(row.name): row.total for row in ranking} == points
