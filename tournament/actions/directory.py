"""The directory of a club's people: identified when they are entered, merged by hand, and separated again."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.identity import key_of, same
from tournament.core.roster_fields import DIRECTORY_FIELDS, values_of
from tournament.errors import NotNow
from tournament.models import Entrant, Person, PersonMerge, Recognised
from tournament.models.directory import ERASED
from tournament.privacy.fields import erased_values


@transaction.atomic
def recognise(entrants: Iterable[Entrant], *, has_ages: bool = False) -> int:
    """Link each entrant to a person of that name whose club does not contradict it, or to a new one.

    The same name from another club may be another person: the directory shows both, and a person decides.
    The directory takes who is a minor from the entrants. Who is of age it takes from them only where `has_ages` says that somebody wrote
    it; else the entrants take who is a minor from the directory: a box that was left empty shows nobody's name.
    Returns how many were found. Sample people of a rehearsal are not linked.
    """
    entrants = [one for one in entrants if not one.tournament.is_rehearsal]
    tied = set(Recognised.objects.filter(entrant__in=entrants).values_list("entrant_id", flat=True))
    keys = {one: key_of(one.surname, one.name) for one in entrants if one.pk not in tied}
    new = [one for one in keys if keys[one]]
    people = _people_by_key({keys[one] for one in new})
    taken = set(_already_there(new))
    found: dict[Entrant, Person] = {}
    for one in new:
        person = same(one, [person for person in people.get(keys[one], []) if person.pk not in taken])
        if person:
            found[one] = person
            taken.add(person.pk)
    strangers = [one for one in new if one not in found]
    made = Person.objects.bulk_create(_introduced(one, keys[one]) for one in strangers)
    tie = {**found, **dict(zip(strangers, made, strict=True))}
    Recognised.objects.bulk_create(Recognised(entrant=one, person=tie[one]) for one in new)
    differ = {one: person for one, person in found.items() if one.is_minor != person.is_minor}
    _set_minor(Person, [person for one, person in differ.items() if one.is_minor])
    of_age = [one for one in differ if not one.is_minor]
    if has_ages:
        _set_minor(Person, [differ[one] for one in of_age], is_minor=False)
    else:
        _set_minor(Entrant, of_age)
    return len(found)


def _set_minor(model: type[Person | Entrant], people: Iterable[Person | Entrant], *, is_minor: bool = True) -> None:
    model.objects.filter(pk__in=[one.pk for one in people]).update(is_minor=is_minor)


def _people_by_key(keys: set[str]) -> dict[str, list[Person]]:
    people: dict[str, list[Person]] = {}
    for person in Person.objects.in_use().filter(key__in=keys):
        people.setdefault(person.key, []).append(person)
    return people


def _already_there(entrants: Iterable[Entrant]) -> Iterable[int]:
    tournaments = {one.tournament_id for one in entrants}
    return Recognised.objects.filter(entrant__tournament__in=tournaments).values_list("person_id", flat=True)


def _introduced(entrant: Entrant, key: str) -> Person:
    return Person(**values_of(entrant, DIRECTORY_FIELDS), key=key)


def grew_up(entrant: Entrant) -> None:
    """Update the directory with the roster's age information."""
    Person.objects.filter(outings__entrant=entrant).update(is_minor=entrant.is_minor)


@transaction.atomic
def merge(gone: Person, *, into: Person, by) -> PersonMerge:
    """Merge two entries of one person: participations and carried points move to the one that stays."""
    if gone.pk == into.pk or gone.merged_into_id or into.merged_into_id:
        raise NotNow(_("Sono già la stessa persona."))
    here = set(into.outings.values_list("entrant__tournament_id", flat=True))
    if gone.outings.filter(entrant__tournament_id__in=here).exists():
        raise NotNow(_("Hanno giocato lo stesso torneo: non possono essere la stessa persona."))
    if gone.carried.filter(season__in=into.carried.values("season")).exists():
        raise NotNow(_("Hanno entrambi punti riportati nella stessa stagione: prima togli quelli di uno dei due."))
    moved = list(gone.outings.values_list("entrant_id", flat=True))
    carried = list(gone.carried.values_list("pk", flat=True))
    gone.outings.update(person=into)
    gone.carried.update(person=into)
    Person.objects.filter(pk=into.pk).update(is_minor=into.is_minor or gone.is_minor)
    gone.merged_into = into
    gone.save(update_fields=["merged_into"])
    return PersonMerge.objects.create(survivor=into, merged=gone, moved={"entrants": moved, "carried": carried}, by=by)


@transaction.atomic
def part(done: PersonMerge, *, by) -> None:
    """Undo a merge."""
    if not PersonMerge.objects.filter(pk=done.pk, undone_at=None).update(undone_at=timezone.now()):
        raise NotNow(_("Questa unione è già stata annullata."))
    Recognised.objects.filter(entrant_id__in=done.moved["entrants"], person=done.survivor).update(person=done.merged)
    done.survivor.carried.filter(pk__in=done.moved["carried"]).update(person=done.merged)
    Person.objects.filter(pk=done.merged_id).update(merged_into=None)


@transaction.atomic
def forget(entrant: Entrant, label: str) -> None:
    """Unlink an erased entrant from the directory: a season shows the points under `label`.

    A person with other tournaments stays for those; this participation moves to an anonymous entry of its own.
    """
    tied = Recognised.objects.filter(entrant=entrant).select_related("person").first()
    if tied is None:
        return
    person = tied.person
    if person.outings.exclude(pk=tied.pk).exists():
        person = Person.objects.create(surname=label, key=ERASED)
        Recognised.objects.filter(pk=tied.pk).update(person=person)
    person.doubles.all().delete()
    erased = {**erased_values(Person, label), "key": f"{ERASED}{person.pk}", "merged_into": None}
    Person.objects.filter(pk=person.pk).update(**erased)
