"""The ranking of a season, from the standings of its tournaments."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from tournament import season as rules
from tournament.models import Person, Recognised, Season, SeasonEvent
from tournament.names import PublicName, public_name
from tournament.queries.results import plan_of, standings_of


@dataclass(frozen=True)
class RankingRow:
    rank: int
    person: Person
    name: PublicName
    per_event: tuple[Decimal | None, ...]
    discarded: tuple[int, ...]
    carried: Decimal
    total: Decimal

    @property
    def cells(self) -> list[tuple[Decimal | None, bool]]:
        """For the template: the points of each event, and whether they were discarded."""
        return [(points, number in self.discarded) for number, points in enumerate(self.per_event, 1)]


def ranking_of(season: Season) -> list[RankingRow]:
    events = list(season.events.select_related("tournament"))
    carried = {str(row.person_id): row.points for row in season.carried.all()}
    lines = rules.ranking(
        [event_of(event) for event in events],
        season.formula,
        season.counting,
        places=[Decimal(points) for points in season.places],
        carried=carried,
    )
    people = Person.objects.in_bulk([int(line.person) for line in lines])
    return [
        RankingRow(
            line.rank, who := people[int(line.person)], public_name(who),
            line.per_event, line.discarded, line.carried, line.total,
        )
        for line in lines
    ]  # fmt: skip


def event_of(event: SeasonEvent) -> rules.Event:
    """Only people of the directory count; whoever was entered later is recognised when the season is opened again."""
    tournament = event.tournament
    known = dict(
        Recognised.objects.filter(entrant__tournament=tournament).values_list("entrant__public_id", "person_id")
    )
    plan = plan_of(tournament)
    return rules.Event(
        outings=tuple(_outings(standings_of(tournament), known)),
        tables=len(plan.stages[0].tables) if plan else 0,
        rounds=len(plan.stages) if plan else 0,
        grade=event.grade,
    )


def _outings(lines: Iterable, known: dict[str, int]) -> Iterable[rules.Outing]:
    return (
        rules.Outing(person=str(known[line.entrant]), rank=line.rank, total=line.total)
        for line in lines
        if line.entrant in known
    )
