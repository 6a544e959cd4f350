"""The directory: the people of a club, identified from one tournament to the next."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.public_names import public_name
from tournament.models.entrant import Entrant
from tournament.models.tournament import new_code

ERASED = "-"  # prefix of an erased person's key, which no name gives


class PersonQuerySet(models.QuerySet):
    def in_use(self) -> "PersonQuerySet":
        """Without merged and erased entries."""
        return self.filter(merged_into=None).exclude(key__startswith=ERASED)


class Person(models.Model):
    """A person of the directory; `key` is the name without case, accents and signs."""

    # The address of the page across events; it says nothing about the person, and an erased one's opens nothing.
    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    surname = models.CharField(_("cognome"), max_length=80)
    name = models.CharField(_("nome"), max_length=80, blank=True)
    nick = models.CharField(_("nick"), max_length=60, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    key = models.CharField(max_length=180)
    is_minor = models.BooleanField(_("minorenne"), default=False)  # from the last tournament
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="doubles")

    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ["surname", "name", "pk"]
        # Used by every import, which finds its people by key.
        indexes = [models.Index(fields=["key"], name="people_by_key")]
        constraints = [
            models.CheckConstraint(condition=~Q(key=""), name="a_person_has_a_name"),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=F("pk")), name="nobody_is_their_own_double"
            ),
        ]

    def __str__(self) -> str:
        return str(public_name(self))

    @property
    def full_name(self) -> str:
        """The people of tournaments that this user organizes."""
        return f"{self.surname} {self.name}".strip()


class Recognised(models.Model):
    """An entrant of one tournament is this person."""

    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="recognised")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="outings")

    def __str__(self) -> str:
        return f"{self.entrant} = {self.person_id}"


class PersonMerge(models.Model):
    """A merge of two entries of one person; `moved` are the moved entrants, for undoing it."""

    survivor = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    merged = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    moved = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.merged} → {self.survivor}"
