"""Dice and records across the events of a site: who threw what, the longest game, the quickest ends, the best score.

As in `tournament/queries/memory.py`: only public events that are over, and nobody is named who is not remembered there.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.kernel.words import Words
from tournament import live
from tournament.core.formatting import format_figure
from tournament.core.ranking.luck import Luck, summed
from tournament.hooks.memory import TableFacts, table_facts
from tournament.hooks.tables import TableLink, links_for
from tournament.labels.endings import ON_PAPER, game_endings
from tournament.models import Person, Result, Seat, Table, Tournament
from tournament.queries.memory import events_that_count, fingerprint, outings
from tournament.queries.outcomes import A_DAY, digest

NOT_BY_MERIT = frozenset({*ON_PAPER, "abandoned"})
BY_TIME = NOT_BY_MERIT | {"time", "dice", "draw", "limit"}
"""Endings that say nothing about how quick somebody was."""


@dataclass(frozen=True)
class PlayRecord:
    """One record: what it is, its figure, where it was set, and by whom, if that person is remembered."""

    title: str
    value: str
    table: Table
    person: Person | None = None

    @property
    def links(self) -> list[TableLink]:
        """To the game itself, where it can be seen again."""
        return links_for(self.table, None, frozenset())


@dataclass(frozen=True)
class PersonLuck:
    person: Person
    luck: Luck


@dataclass(frozen=True)
class _Played:
    """The counted tables of a game, with who sat on which chair."""

    facts: dict[int, TableFacts]
    people: dict[tuple[int, str], Person]
    """By table and the chair's id in the record."""


def _played(game: str) -> _Played:
    rows = list(
        Seat.objects.filter(round__tournament__in=_events(game), result__isnull=False).select_related("entrant")
    )
    known = _known(game)
    return _Played(
        table_facts(game, {seat.table_id for seat in rows}),
        {(seat.table_id, seat.record_id): known[seat.entrant_id] for seat in rows if seat.entrant_id in known},
    )


def _events(game: str) -> QuerySet[Tournament]:
    return events_that_count().filter(game=game)


def _known(game: str) -> dict[int, Person]:
    """The remembered person by entrant."""
    found = outings().filter(entrant__tournament__game=game).select_related("person")
    return {one.entrant_id: one.person for one in found}


Computed = TypeVar("Computed")


def _cached(what: str, game: str, compute: Callable[[], Computed]) -> Computed:
    """Computed again where a result, a record, a consent or an entry of the directory changes. It holds keys: who is named is read anew."""
    events = list(_events(game).only("slug"))
    topics = [topic for one in events for topic in (one.topic, one.tables_topic, one.words_topic)]
    key = f"fame-{what}-{game}-{get_language()}-{digest(fingerprint(game), sorted(live.versions(topics).items()))}"
    found: Computed | None = cache.get(key)
    if found is None:
        found = compute()
        cache.set(key, found, A_DAY)
    return found


# Dice


@dataclass(frozen=True)
class OftenHeld:
    """The objective that somebody had most often, how often, and in how many recorded games one of theirs lay open."""

    label: str
    times: int
    games: int


def play_of(person: Person, game: str) -> tuple[Luck | None, OftenHeld | None]:
    """The battle dice of this person in recorded games, and the objective; None where none were thrown or turned up."""
    mine = outings().filter(person=person).values("entrant")
    seats = Seat.objects.filter(entrant__in=mine, round__tournament__in=_events(game), result__isnull=False)
    chairs = {seat.table_id: seat.record_id for seat in seats.select_related("entrant")}
    facts = [(chairs[one.table], one) for one in table_facts(game, chairs).values()]
    luck = summed(one.dice[chair] for chair, one in facts if chair in one.dice)
    return luck if luck.dice else None, _often_held(
        [one.objectives[chair] for chair, one in facts if chair in one.objectives]
    )


def _often_held(objectives: Sequence[Sequence[Words]]) -> OftenHeld | None:
    """Of the objectives of each game."""
    language = get_language() or "it"
    times = Counter(label.in_language(language) for labels in objectives for label in labels)
    if not times:
        return None
    label = min(times, key=lambda one: (-times[one], one))
    return OftenHeld(label, times[label], len(objectives))


def luck_of_people(game: str) -> list[PersonLuck]:
    """Everybody remembered who threw battle dice, the luckiest first."""
    found = _cached("luck", game, lambda: [(one.person.pk, one.luck) for one in _by_luck(_played(game))])
    people = Person.objects.in_bulk([person for person, _luck in found])
    return [PersonLuck(people[person], luck) for person, luck in found if person in people]


def _by_luck(played: _Played) -> list[PersonLuck]:
    found: dict[Person, list[tuple[int, ...]]] = {}
    for table, facts in played.facts.items():
        for chair, faces in facts.dice.items():
            if person := played.people.get((table, chair)):
                found.setdefault(person, []).append(faces)
    thrown = [PersonLuck(person, summed(faces)) for person, faces in found.items()]
    return sorted((one for one in thrown if one.luck.dice), key=lambda one: (-one.luck.deviation, one.person.code))


# Records


def play_records(game: str) -> list[PlayRecord]:
    """The records of a game in a fixed order, without those that nobody has set yet. Who only equals a record leaves it where it is."""
    found = _cached("records", game, lambda: _found_records(game))
    tables = Table.objects.with_seats().select_related("round__tournament").in_bulk([one[0] for one in found])
    people = Person.objects.in_bulk([one[3] for one in found if one[3]])
    return [PlayRecord(title, value, tables[table], people.get(person)) for table, title, value, person in found]


def _found_records(game: str) -> list[tuple[int, str, str, int]]:
    """The key of the table, title, figure, and the key of the person, or 0."""
    played = _played(game)
    facts = sorted(played.facts.values(), key=lambda one: one.table)
    known = _known(game)
    found = [*_best_score(game, known), *_longest(facts), *_most_throws(facts, played)]
    found += [*_quickest(game, played, known), *_most_infractions(facts)]
    return [(table, title, value, person.pk if person else 0) for table, title, value, person in found]


_Found = tuple[int, str, str, Person | None]
"""The table's id, title, figure, person."""


def _best_score(game: str, known: dict[int, Person]) -> Iterator[_Found]:
    results = Result.objects.filter(seat__round__tournament__in=_events(game)).exclude(ended_by__in=NOT_BY_MERIT)
    best = results.select_related("seat").order_by("-points", "pk").first()
    if best is not None and best.points > 0:
        title, value = _("Più punti in una partita"), format_figure(best.points)
        times = results.filter(points=best.points).count()
        if times > 1:  # a score that many reach is nobody's: the first game stands for all of them
            value = ngettext("%(value)s, %(n)d volta", "%(value)s, %(n)d volte", times) % {"value": value, "n": times}
        yield best.seat.table_id, title, value, known.get(best.seat.entrant_id) if times == 1 else None


def _longest(facts: list[TableFacts]) -> Iterator[_Found]:
    longest = max(facts, key=lambda one: one.giri, default=None)
    if longest is not None and longest.giri:
        yield longest.table, _("La partita più lunga"), _giri(longest.giri), None


def _most_throws(facts: list[TableFacts], played: _Played) -> Iterator[_Found]:
    turns = [(one.longest_turn, one.table) for one in facts if one.longest_turn]
    if turns:
        turn, table = max(turns, key=lambda pair: pair[0].throws)
        words = ngettext("%(n)d lancio", "%(n)d lanci", turn.throws) % {"n": turn.throws}
        yield table, _("Più lanci di battaglia in un turno"), words, played.people.get((table, turn.chair))


def _quickest(game: str, played: _Played, known: dict[int, Person]) -> Iterator[_Found]:
    """For each way to end a game before its time the least giri that it took."""
    winners = Result.objects.filter(seat__table__in=played.facts, rank=1).select_related("seat").order_by("pk")
    won = {one.seat.table_id: one for one in winners}
    labels = game_endings(game)
    for code in sorted({one.ended_by for one in won.values()} - BY_TIME):
        ended = [played.facts[table] for table, one in won.items() if one.ended_by == code and played.facts[table].giri]
        quickest = min(ended, key=lambda one: (one.giri, one.table), default=None)
        if quickest is not None:
            title = _("La più rapida: %(ending)s") % {"ending": labels[code]}
            yield quickest.table, title, _giri(quickest.giri), known.get(won[quickest.table].seat.entrant_id)


def _most_infractions(facts: list[TableFacts]) -> Iterator[_Found]:
    most = max(facts, key=lambda one: one.infractions, default=None)
    if most is not None and most.infractions:
        words = ngettext("%(n)d irregolarità", "%(n)d irregolarità", most.infractions) % {"n": most.infractions}
        yield most.table, _("Più irregolarità registrate in una partita"), words, None


def _giri(giri: int) -> str:
    return ngettext("%(n)d giro", "%(n)d giri", giri) % {"n": giri}
