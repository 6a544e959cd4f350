"""Seasons: which tournaments count, and the points that a ranking file brings along."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournament.actions import directory
from tournament.actions.base import take_turns
from tournament.errors import NotNow
from tournament.imports.ranking import RankedPerson
from tournament.models import CarriedPoints, Person, Season, SeasonEvent, Tournament


@transaction.atomic
def create(*, by, **fields: object) -> Season:
    return Season.objects.create(created_by=by, **fields)


@transaction.atomic
def count(season: Season, *, tournament: Tournament, grade: str, by) -> SeasonEvent:
    """Add the tournament to the season; its people are looked up in the directory."""
    if tournament.is_rehearsal:
        raise NotNow(_("Una prova non conta per nessuna stagione."))
    directory.recognise(tournament.entrants.all())
    try:
        with transaction.atomic():
            return SeasonEvent.objects.create(season=season, tournament=tournament, grade=grade)
    except IntegrityError:
        raise NotNow(_("Questo torneo conta già per la stagione.")) from None


@transaction.atomic
def leave_out(event: SeasonEvent, *, by) -> None:
    event.delete()


@transaction.atomic
def carry(season: Season, *, people: Sequence[RankedPerson], by) -> int:
    """Replace the carried points by those of a ranking file. Returns the number of people."""
    take_turns(season)
    season.carried.all().delete()
    for one in people:
        person = _person(one)
        _row, is_new = CarriedPoints.objects.get_or_create(
            season=season, person=person, defaults={"points": one.points}
        )
        if not is_new:
            raise NotNow(_("%s è due volte nel file.") % person)
    return len(people)


def _person(one: RankedPerson) -> Person:
    key = directory.key_of(one.surname, one.name)
    same = list(Person.objects.in_use().filter(key=key))
    by_club = [person for person in same if person.club.casefold() == one.club.casefold()] or (
        same if not one.club else [person for person in same if not person.club]
    )
    if len(by_club) == 1:
        return by_club[0]
    return Person.objects.create(surname=one.surname, name=one.name, club=one.club, key=key)
