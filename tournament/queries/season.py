"""The ranking of a season, from the standings of its tournaments."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from django.utils.translation import ngettext

from tournament.core.formatting import decimals_of
from tournament.core.public_names import PublicName, public_name
from tournament.core.ranking import season as rules
from tournament.documents.season_sheet import SeasonSheet, SeasonSheetRow
from tournament.labels.season import formula_in_words, tie_in_words
from tournament.models import Person, Recognised, Season, SeasonEvent, Tournament
from tournament.queries.league import PersonMatcher, VenueTournament, events_of, venue_tournaments
from tournament.queries.memory import outings
from tournament.queries.outcomes import Outcome, outcomes_of
from tournament.queries.results import format_of


@dataclass(frozen=True)
class RankingRow:
    rank: int
    person: Person
    name: PublicName
    per_event: tuple[Decimal | None, ...]
    discarded: tuple[int, ...]
    carried: Decimal
    total: Decimal
    tie: rules.SeasonTie | None
    """What parts it from the row before, which has the same total."""

    @property
    def cells(self) -> list[tuple[Decimal | None, bool]]:
        """The points of each event, and whether they were discarded; for the template."""
        return [(points, number in self.discarded) for number, points in enumerate(self.per_event, 1)]

    @property
    def words(self) -> tuple[str, ...]:
        """What is public of the person, to search in: a minor's name is not."""
        return self.name.surname, self.name.name, self.name.nick, self.person.club


def ranking_of(season: Season) -> list[RankingRow]:
    """The ranking over the season's own tournaments and those of its league's venues. Ties are listed by name."""
    tournaments, people = venue_tournaments(season), _People()
    carried = {people.id_of(row.person): row.points for row in season.carried.select_related("person")}
    own = _own_events(list(season.events.select_related("tournament")), people.id_of)
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
            line.per_event, line.discarded, line.carried, line.total, line.tie,
        )
        for line in lines
    ]  # fmt: skip


def decimals_of_ranking(rows: Iterable[RankingRow]) -> int:
    """How many decimals every figure of the ranking has."""
    return decimals_of(one for row in rows for one in (row.total, row.carried, *row.per_event))


def progress_of_season(rows: Sequence[RankingRow]) -> str:
    """“dopo 3 tornei”: those that have given somebody points or a place already; nothing before the first."""
    played = len({number for row in rows for number, points in enumerate(row.per_event) if points is not None})
    return ngettext("dopo un torneo", "dopo %(n)d tornei", played) % {"n": played} if played else ""


def remembered_among(rows: Iterable[RankingRow]) -> set[int]:
    """The people of the ranking who have a page across events."""
    ranked = [row.person.pk for row in rows if row.person.pk]
    return set(outings().filter(person__in=ranked).values_list("person", flat=True))


@dataclass(frozen=True)
class SeasonColumn:
    """One event of the ranking. `slug` is empty where the event has no page here that everybody may open."""

    title: str
    day: date
    slug: str = ""


def columns_of(season: Season) -> list[SeasonColumn]:
    """The events of the ranking in the order of its points, the season's own first."""
    own = [one.tournament for one in season.events.select_related("tournament")]
    return [
        *(SeasonColumn(one.name, one.day, one.slug if one.is_public else "") for one in own),
        *(SeasonColumn(f"{one.sheet.name} ({one.site})", one.sheet.day) for one in venue_tournaments(season)),
    ]


def season_sheet(season: Season, rows: Sequence[RankingRow], *, made_at: datetime) -> SeasonSheet:
    return SeasonSheet(
        season=season.name,
        formula=formula_in_words(season),
        progress=progress_of_season(rows),
        made_at=made_at,
        events=tuple((column.title, column.day) for column in columns_of(season)),
        rows=tuple(
            SeasonSheetRow(
                row.rank, str(row.name), row.person.club, row.total, row.carried, tuple(row.cells),
                tie_in_words(row.tie, decimals_of_ranking(rows)),
            )
            for row in rows
        ),
    )  # fmt: skip


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


def _own_events(events: Sequence[SeasonEvent], id_of: Callable[[Person], str]) -> list[rules.Event]:
    """Only people of the directory count; later entrants are linked when the season is opened again."""
    tournaments = [one.tournament for one in events]
    outcomes, people = outcomes_of(tournaments), _people_of(tournaments)
    ids = {key: id_of(person) for key, person in Person.objects.in_bulk(set(people.values())).items()}
    known = {entrant: ids[person] for entrant, person in people.items()}
    return [_event_of(one, outcomes[one.tournament_id], known) for one in events]


def _people_of(tournaments: Iterable[Tournament]) -> dict[str, int]:
    """By the public id of an entrant, the key of the person."""
    tied = Recognised.objects.filter(entrant__tournament__in=[one.pk for one in tournaments])
    return dict(tied.values_list("entrant__public_id", "person"))


def _event_of(event: SeasonEvent, outcomes: Iterable[Outcome], known: dict[str, str]) -> rules.Event:
    format_ = format_of(event.tournament)
    return rules.Event(
        outings=tuple(
            rules.Outing(person=known[one.entrant], rank=one.rank, total=one.total)
            for one in outcomes
            if one.entrant in known
        ),
        tables=len(format_.stages[0].tables) if format_ else 0,
        rounds=len(format_.stages) if format_ else 0,
        grade=event.grade,
    )
