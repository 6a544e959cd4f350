"""What a site remembers from one event to the next: a player's results, form and head-to-head, clubs, ratings.

It is computed from results whenever they change, and stored nowhere: what is erased is forgotten at once. Only public events that are
over count, no rehearsals, and only people who have signed their consent there: everybody else is a stranger at each event, and named
nowhere. Names are public names, a minor's the nick.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.core.cache import cache
from django.db.models import Count, F, QuerySet, Sum

from tournament.core.identity import alphabetical, is_match, key_of
from tournament.core.public_names import public_name
from tournament.core.ranking.rating import Rating, rated
from tournament.models import Entrant, Person, Recognised, Result, Seat, Tournament
from tournament.queries.outcomes import A_DAY, Outcome, digest, outcomes_of, states_of_results
from tournament.states import TournamentState

LAST_TABLES = 10
MOST_RIVALS = 200
MOST_MEETINGS = 12


def events_that_count() -> QuerySet[Tournament]:
    return Tournament.objects.public().filter(state=TournamentState.FINISHED, is_rehearsal=False)


def outings() -> QuerySet[Recognised]:
    """Who took part in an event that counts and consented; erased and merged entries of the directory are nobody."""
    return Recognised.objects.filter(
        entrant__tournament__in=events_that_count(),
        entrant__has_consented=True,
        entrant__erased_at=None,
        person__in=Person.objects.in_use(),
    )


def is_remembered(person: Person) -> bool:
    return outings().filter(person=person).exists()


def remembered_people(entrants: Iterable[int]) -> dict[int, str]:
    """By entrant, the code of the page across events, for those who have one."""
    return dict(outings().filter(entrant__in=list(entrants)).values_list("entrant_id", "person__code"))


# Games


@dataclass(frozen=True)
class PlayedGame:
    """A table of an event that counts; `places` are by person where there is one, else by entrant, as strings."""

    table: int
    tournament: int
    day: date
    round: int
    number: int
    places: tuple[tuple[str, int], ...]


def games_of(game: str, entrants: Collection[int] | None = None) -> tuple[PlayedGame, ...]:
    """The counted tables of this game in the order of play: all of them, or those at which one of these entrants sat."""
    seats = Seat.objects.filter(round__tournament__in=events_that_count().filter(game=game), result__isnull=False)
    known = outings().filter(entrant__tournament__game=game)
    if entrants is not None:
        tables = set(seats.filter(entrant__in=entrants).values_list("table", flat=True))
        seats, known = seats.filter(table__in=tables), known.filter(entrant__seats__table__in=tables)
    people = dict(known.values_list("entrant_id", "person__code"))
    rows = seats.order_by(
        "round__tournament__day", "round__tournament_id", "round__number", "table__number", "position"
    ).values_list(
        "table_id", "round__tournament_id", "round__tournament__day", "round__number", "table__number",
        "entrant_id", "result__rank",
    )  # fmt: skip
    found: dict[int, list] = {}
    about: dict[int, tuple[int, date, int, int]] = {}
    for table, tournament, day, round_, number, entrant, rank in rows:
        about[table] = (tournament, day, round_, number)
        found.setdefault(table, []).append((people.get(entrant, f"#{entrant}"), rank))
    return tuple(PlayedGame(table, *about[table], tuple(places)) for table, places in found.items())


def ratings_of(game: str) -> dict[str, Rating]:
    """By the code of each remembered person. Cached until a result, a consent or an entry of the directory changes."""
    key = f"ratings-{game}-{fingerprint(game)}"
    found = cache.get(key)
    if found is None:
        everybody = rated(one.places for one in games_of(game))
        found = {who: rating for who, rating in everybody.items() if not who.startswith("#")}
        cache.set(key, found, A_DAY)
    return found


def fingerprint(game: str) -> str:
    """Changes with every result that counts and with everybody who is or is not remembered, by sums: who is named is read anew."""
    events = events_that_count().filter(game=game)
    people = outings().filter(entrant__tournament__in=events).order_by()
    states = states_of_results(Result.objects.filter(seat__round__tournament__in=events))
    sums = people.aggregate(
        Count("pk"), Sum("entrant_id"), Sum("person_id"), pairs=Sum(F("entrant_id") * F("person_id"))
    )
    return digest(sorted(states.items()), sorted(sums.items()))


@dataclass(frozen=True)
class RatingRow:
    rank: int
    code: str
    name: str
    club: str
    rating: Rating

    @property
    def club_key(self) -> str:
        return key_of(self.club, "")


def rating_list(game: str) -> list[RatingRow]:
    """Everybody remembered in this game, by what their strength very probably exceeds."""
    found = ratings_of(game)
    remembered = outings().filter(entrant__tournament__game=game)
    people = {one.code: one for one in Person.objects.filter(pk__in=remembered.values("person"), code__in=found)}
    ordered = sorted(found.items(), key=lambda pair: (-pair[1].sure, pair[0]))
    return [
        RatingRow(place, code, str(people[code]), people[code].club, rating)
        for place, (code, rating) in enumerate(((c, r) for c, r in ordered if c in people), 1)
    ]


def games_played() -> list[str]:
    """The games of events that count, by the number of events."""
    many = Counter(events_that_count().order_by().values_list("game", flat=True))
    return [game for game, _many in many.most_common()]


# One person


@dataclass(frozen=True)
class Outing:
    """One event of a person."""

    tournament: Tournament
    number: int
    rank: int
    field: int
    total: Decimal


@dataclass(frozen=True)
class Meeting:
    """A table at which two people met; its page is public, as the event is."""

    tournament: Tournament
    round: int
    table: int


@dataclass(frozen=True)
class Rival:
    """Somebody met at tables: how often, how often this person was placed ahead or behind, and the latest of those tables first."""

    code: str
    name: str
    met: int
    ahead: int
    behind: int
    meetings: tuple[Meeting, ...] = ()


@dataclass(frozen=True)
class GameForm:
    """A person in one game. `form` are the places at the last tables, the latest last, each of how many."""

    game: str
    rating: Rating
    tables: int
    wins: int
    form: tuple[tuple[int, int], ...]
    expected_wins: float


@dataclass(frozen=True)
class PersonMemory:
    outings: list[Outing] = field(default_factory=list)
    games: list[GameForm] = field(default_factory=list)
    rivals: list[Rival] = field(default_factory=list)


def memory_of(person: Person) -> PersonMemory:
    """Empty for somebody who is not remembered."""
    mine = outings().filter(person=person).select_related("entrant__tournament")
    entrants = [one.entrant for one in mine.order_by("-entrant__tournament__day", "-entrant__tournament_id")]
    games = sorted({one.tournament.game for one in entrants})
    met: Counter[str] = Counter()
    ahead: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    events = {one.tournament_id: one.tournament for one in entrants}
    meetings: dict[str, list[PlayedGame]] = {}
    forms = []
    for game in games:
        tables = games_of(game, [one.pk for one in entrants])
        for one in tables:
            places = dict(one.places)
            for who, place in one.places:
                if who != person.code and not who.startswith("#"):
                    met[who] += 1
                    meetings.setdefault(who, []).append(one)
                    ahead[who] += places[person.code] < place
                    behind[who] += place < places[person.code]
        if tables:
            forms.append(_form(game, person.code, tables))
    names = {one.code: str(one) for one in Person.objects.filter(code__in=met)}
    rivals = [
        Rival(who, names[who], many, ahead[who], behind[who], _latest(meetings[who], events))
        for who, many in met.most_common(MOST_RIVALS)
        if who in names
    ]
    outcomes = outcomes_of([one.tournament for one in entrants])
    found = [outing for one in entrants if (outing := _outing(one, outcomes[one.tournament_id]))]
    return PersonMemory(found, forms, rivals)


def _latest(games: Sequence[PlayedGame], events: Mapping[int, Tournament]) -> tuple[Meeting, ...]:
    latest = sorted(games, key=lambda one: (one.day, one.tournament, one.round), reverse=True)
    return tuple(Meeting(events[one.tournament], one.round, one.number) for one in latest[:MOST_MEETINGS])


def _form(game: str, code: str, tables: Sequence[PlayedGame]) -> GameForm:
    places = [(dict(one.places)[code], len(one.places)) for one in tables]
    return GameForm(
        game=game,
        rating=ratings_of(game)[code],
        tables=len(tables),
        wins=sum(place == 1 for place, _many in places),
        form=tuple(places[-LAST_TABLES:]),
        expected_wins=sum(1 / many for _place, many in places),
    )


def _outing(entrant: Entrant, lines: Sequence[Outcome]) -> Outing | None:
    line = next((one for one in lines if one.entrant == entrant.public_id), None)
    return Outing(entrant.tournament, entrant.number, line.rank, len(lines), line.total) if line else None


# Clubs


@dataclass(frozen=True)
class ClubMember:
    """Somebody of a club: events that count, how many were won, and the best place with the size of its field."""

    person: Person
    events: int
    wins: int
    best: tuple[int, int]


def people_of_club(key: str) -> tuple[str, list[ClubMember]]:
    """Remembered people whose club this is in the directory, the most successful first."""
    people = Person.objects.filter(pk__in=outings().values("person")).exclude(club="")
    found = {one.pk: one for one in people if key_of(one.club, "") == key}
    rows = outings().filter(person__in=found).select_related("entrant__tournament")
    tournaments = {row.entrant.tournament_id: row.entrant.tournament for row in rows}
    outcomes = outcomes_of(list(tournaments.values()))
    ranks = {one.entrant: (one.rank, len(lines)) for lines in outcomes.values() for one in lines}
    places: dict[int, list[tuple[int, int]]] = {}
    for row in rows:
        if place := ranks.get(row.entrant.public_id):
            places.setdefault(row.person_id, []).append(place)
    members = [
        ClubMember(
            found[key_],
            len(those),
            sum(rank == 1 for rank, _many in those),
            min(those, key=lambda one: (one[0], -one[1])),
        )
        for key_, those in places.items()
    ]
    names = {one.club for one in found.values()}
    return min(names, default=""), sorted(members, key=lambda one: (-one.wins, one.best[0], _by_name(one.person)))


def _by_name(person: Person) -> tuple[str, str, str]:
    return alphabetical(public_name(person))


def people_named(sought: str, most: int) -> list[Person]:
    """Remembered people whose public name, nick or club holds every word."""
    if not sought.strip():
        return []
    everybody = Person.objects.filter(pk__in=outings().values("person"))
    found = [one for one in everybody if is_match(sought, *_public_words(one))]
    return sorted(found, key=_by_name)[:most]


def _public_words(person: Person) -> tuple[str, ...]:
    name = public_name(person)
    return name.surname, name.name, name.nick, person.club
