"""A league: the state of a tournament that a venue sends, and at the hub the tournaments and people of all venues."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from tournament.core.identity import key_of, same
from tournament.core.league import envelope, sheet
from tournament.core.league.sheet import Sheet, Someone
from tournament.core.public_names import public_name
from tournament.core.ranking import event
from tournament.core.ranking import season as rules
from tournament.models import (
    Entrant,
    LeagueSite,
    Person,
    Recognised,
    RefusedSegment,
    Season,
    SeasonEvent,
    Segment,
    Tournament,
)
from tournament.queries.doubts import DoubtfulTable, doubtful_in_sheet
from tournament.queries.results import event_of

# At a venue


def sheet_of(of_season: SeasonEvent) -> Sheet:
    """The present state of the tournament. The same state gives the same bytes."""
    tournament = of_season.tournament
    so_far = event_of(tournament)
    reached = event.reached(so_far)
    return Sheet(
        code=tournament.slug,
        name=tournament.name,
        day=tournament.day,
        grade=of_season.grade,
        rules=tournament.regulation,
        format=so_far.format,
        people=tuple(_people(tournament, reached)),
        reached=reached,
        results=tuple(event.scored(so_far)),
        penalties=so_far.penalties,
    )


def _people(tournament: Tournament, played: Iterable[str]) -> Iterator[Someone]:
    known = dict(Recognised.objects.filter(entrant__tournament=tournament).values_list("entrant_id", "person_id"))
    for one in tournament.entrants.filter(public_id__in=list(played)).order_by("number"):
        yield _someone(one, str(known.get(one.pk, "")))


def _someone(one: Entrant, person: str) -> Someone:
    name = public_name(one)
    return Someone(
        id=one.public_id,
        surname=name.surname,
        name=name.name,
        nick=name.nick,
        club=one.club,
        person=person,
        has_no_name=one.is_minor and not one.nick,
    )


# At the hub


@dataclass(frozen=True)
class VenueTournament:
    """A tournament of a venue from its newest counting segment."""

    site: LeagueSite
    sheet: Sheet


@dataclass
class PersonMatcher:
    """People of the directory and of every venue, identified tournament by tournament: by the venue's directory first, then by name."""

    by_key: dict[str, list[Person]] = field(default_factory=dict)
    by_venue: dict[tuple[int, str], Person] = field(default_factory=dict)

    def match(self, tournaments: VenueTournament) -> dict[str, Person]:
        """Everybody at this tournament, by the id that its sheet uses."""
        here: dict[str, Person] = {}
        assigned: set[int] = set()
        for one in tournaments.sheet.people:
            person = self._match(tournaments.site.pk, one, assigned) or self._new_person(one)
            assigned.add(id(person))
            here[one.id] = person
            if one.person:
                self.by_venue.setdefault((tournaments.site.pk, one.person), person)
        return here

    def _match(self, site: int, one: Someone, assigned: set[int]) -> Person | None:
        person = self.by_venue.get((site, one.person)) if one.person else None
        if person is None and not one.has_no_name:
            person = same(one, [who for who in self.by_key.get(_key(one), []) if id(who) not in assigned])
        return None if person is not None and id(person) in assigned else person

    def _new_person(self, one: Someone) -> Person:
        person = Person(surname=one.surname, name=one.name, nick=one.nick, club=one.club, key=_key(one))
        if not one.has_no_name:
            self.by_key.setdefault(person.key, []).append(person)
        return person


def _key(one: Someone) -> str:
    return key_of(one.surname, one.name)


def venue_tournaments(season: Season) -> list[VenueTournament]:
    """The counting tournaments of all venues by day: the same segments give the same list, in whatever order they arrived."""
    sites = {site.pk: site for site in season.sites.all()}
    newest: dict[tuple[int, str], Segment] = {}
    segments = Segment.objects.filter(site__in=sites).exclude(content="").order_by("seq")
    for segment in segments:
        if segment.seq <= sites[segment.site_id].seq:
            newest[segment.site_id, segment.tournament] = segment
    found = [
        VenueTournament(sites[segment.site_id], sheet.decode(segment.content.encode())) for segment in newest.values()
    ]
    return sorted(
        (tournaments for tournaments in found if not tournaments.sheet.is_withdrawn),
        key=lambda tournaments: (tournaments.sheet.day, tournaments.sheet.name, tournaments.sheet.code),
    )


def events_of(tournaments: list[VenueTournament], who: PersonMatcher, id_of) -> list[rules.Event]:
    """`id_of(person)` is the person's id in the ranking."""
    return [one.sheet.event({id_: id_of(person) for id_, person in who.match(one).items()}) for one in tournaments]


@dataclass(frozen=True)
class SiteRow:
    """One venue on the page of the league: `newest_at` is when the venue made the last counting segment."""

    site: LeagueSite
    pending: tuple[int, ...]
    missing: tuple[int, ...]
    newest_at: datetime | None
    tournaments: int
    refused: tuple[RefusedSegment, ...]
    doubtful: tuple[tuple[str, DoubtfulTable], ...] = ()
    """Tables of its tournaments, with the tournament's name, whose points the game cannot give."""


def site_rows(season: Season) -> list[SiteRow]:
    """Five queries for any number of venues."""
    doubtful: dict[int, list[tuple[str, DoubtfulTable]]] = {}
    for one in venue_tournaments(season):
        doubtful.setdefault(one.site.pk, []).extend((one.sheet.name, table) for table in doubtful_in_sheet(one.sheet))
    sites = list(season.sites.prefetch_related("refused"))
    segments: dict[int, list[Segment]] = {site.pk: [] for site in sites}
    for segment in Segment.objects.filter(site__season=season).defer("content", "signature"):
        segments[segment.site_id].append(segment)
    return [_row(site, segments[site.pk], tuple(doubtful.get(site.pk, ()))) for site in sites]


def _row(site: LeagueSite, segments: list[Segment], doubtful: tuple[tuple[str, DoubtfulTable], ...]) -> SiteRow:
    pending = tuple(one.seq for one in segments if one.seq > site.seq)
    last = next((one for one in segments if one.seq == site.seq), None)
    return SiteRow(
        site=site,
        pending=pending,
        missing=tuple(number for number in range(site.seq + 1, max(pending, default=0)) if number not in set(pending)),
        newest_at=envelope.read(last.envelope.encode()).at if last else None,
        tournaments=len({one.tournament for one in segments if one.seq <= site.seq}),
        refused=tuple(site.refused.all()),
        doubtful=doubtful,
    )
