"""The ranking of a season, from the standings of its tournaments."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from tournament.core.public_names import PublicName, public_name
from tournament.core.ranking import season as rules
from tournament.models import Person, Recognised, Season, SeasonEvent
from tournament.queries.league import PersonMatcher, VenueTournament, events_of, venue_tournaments
from tournament.queries.memory import outings
from tournament.queries.results import format_of, standings_of


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
        """The points of each event, and whether they were discarded; for the template."""
        return [(points, number in self.discarded) for number, points in enumerate(self.per_event, 1)]


def ranking_of(season: Season) -> list[RankingRow]:
    """The ranking over the season's own tournaments and those of its league's venues. Ties are listed by name."""
    tournaments, people = venue_tournaments(season), _People()
    carried = {people.id_of(row.person): row.points for row in season.carried.select_related("person")}
    own = [event_of(event, people.id_of) for event in season.events.select_related("tournament")]
    lines = rules.ranking(
        [*own, *events_of(tournaments, _matcher(tournaments), people.id_of)],
        season.formula,
        season.counting,
        places=[Decimal(points) for points in season.places],
        carried=carried,
        level=season.level_ranks,
    )
    return [
        RankingRow(
            line.rank, who := people.known[line.person], public_name(who),
            line.per_event, line.discarded, line.carried, line.total,
        )
        for line in lines
    ]  # fmt: skip


def remembered_among(rows: Iterable[RankingRow]) -> set[int]:
    """The people of the ranking who have a page across events."""
    ranked = [row.person.pk for row in rows if row.person.pk]
    return set(outings().filter(person__in=ranked).values_list("person", flat=True))


def columns_of(season: Season) -> list[str]:
    """The names over the columns of the ranking, one for each event."""
    own = [event.tournament.name for event in season.events.select_related("tournament")]
    return [*own, *(f"{one.sheet.name} ({one.site})" for one in venue_tournaments(season))]


@dataclass
class _People:
    """Everybody in the ranking by an id that sorts by name, so that the order of ties reveals no database keys."""

    known: dict[str, Person] = field(default_factory=dict)
    _ids: dict[int, str] = field(default_factory=dict)

    def id_of(self, person: Person) -> str:
        if person.pk:
            id_ = f"{person.key}\0{person.club}\0{person.pk:012}"
        else:
            id_ = self._ids.setdefault(id(person), f"{person.key}\0{person.club}\0~{len(self._ids):06}")
        self.known.setdefault(id_, person)
        return id_


def _matcher(tournaments: list[VenueTournament]) -> PersonMatcher:
    who = PersonMatcher()
    for person in Person.objects.in_use() if tournaments else ():
        who.by_key.setdefault(person.key, []).append(person)
    return who


def event_of(event: SeasonEvent, id_of: Callable[[Person], str]) -> rules.Event:
    """Only people of the directory count; later entrants are linked when the season is opened again."""
    tournament = event.tournament
    tied = Recognised.objects.filter(entrant__tournament=tournament).select_related("entrant", "person")
    known = {one.entrant.public_id: id_of(one.person) for one in tied}
    format_ = format_of(tournament)
    return rules.Event(
        outings=tuple(_outings(standings_of(tournament), known)),
        tables=len(format_.stages[0].tables) if format_ else 0,
        rounds=len(format_.stages) if format_ else 0,
        grade=event.grade,
    )


def _outings(lines: Iterable, known: dict[str, str]) -> Iterable[rules.Outing]:
    return (
        rules.Outing(person=known[line.entrant], rank=line.rank, total=line.total)
        for line in lines
        if line.entrant in known
    )
