"""A person at one tournament."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.core.identity import is_match, is_same_name
from tournament.core.public_names import PublicName, numbered, public_name
from tournament.models.tournament import Tournament, new_code
from tournament.states import Distinction, EntrantState


class EntrantQuerySet(models.QuerySet):
    def present(self) -> "EntrantQuerySet":
        return self.filter(state=EntrantState.PRESENT)

    def by_surname(self) -> "EntrantQuerySet":
        return self.order_by("surname", "name", "number")

    def named(self, surname: str, name: str) -> "list[Entrant]":
        """By surname, those of this name, in either order of its two parts."""
        return [one for one in self.by_surname() if is_same_name((one.surname, one.name), (surname, name))]


class Entrant(models.Model):
    """`public_id` is the name in records; the person's own data are stored here only, so that they can be erased."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    public_id = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    number = models.PositiveIntegerField(_("numero"))
    surname = models.CharField(_("cognome"), max_length=80)
    name = models.CharField(_("nome"), max_length=80, blank=True)
    nick = models.CharField(_("nick"), max_length=60, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    region = models.CharField(_("regione"), max_length=60, blank=True)
    category = models.CharField(_("categoria"), max_length=40, blank=True)
    is_minor = models.BooleanField(_("minorenne"), default=False)
    has_paid = models.BooleanField(_("quota pagata"), default=False)
    has_consented = models.BooleanField(_("consenso firmato"), default=False)
    is_late = models.BooleanField(_("arrivo in ritardo"), default=False)
    fixed_table = models.PositiveSmallIntegerField(
        _("tavolo fisso"),
        null=True,
        blank=True,
        help_text=_("Per chi non può spostarsi: gioca sempre a questo tavolo."),
    )
    # Kept up to date by every action that changes the roster, so that no page has to look for namesakes.
    distinction = models.CharField(
        _("che cosa lo distingue dagli omonimi"),
        max_length=6,
        choices=Distinction,
        blank=True,
        default="",
        editable=False,
    )
    state = models.CharField(_("stato"), max_length=10, choices=EntrantState, default=EntrantState.EXPECTED)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Part of the badge's HMAC: raising it revokes a lost badge.
    phone_version = models.PositiveSmallIntegerField(default=1, editable=False)

    objects = EntrantQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        # Used by roster, check-in and seatings, which are sorted by surname.
        indexes = [models.Index(fields=["tournament", "surname", "name"], name="entrants_by_surname")]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="a_number_belongs_to_one_entrant"),
            models.UniqueConstraint(
                fields=["tournament", "surname", "name", "nick", "club"], name="a_person_enters_once"
            ),
            models.CheckConstraint(condition=~Q(surname=""), name="an_entrant_has_a_surname"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entrant_numbers_start_at_one"),
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__gte=1), name="fixed_tables_start_at_one"
            ),
            models.CheckConstraint(condition=Q(distinction__in=["", *Distinction.values]), name="distinction_is_known"),
            models.CheckConstraint(condition=Q(state__in=EntrantState.values), name="entrant_state_is_known"),
        ]

    def __str__(self) -> str:
        return self._distinguished(str(self.public))

    @property
    def short_name(self) -> str:
        """The surname, for screens with little room."""
        return self._distinguished(self.public.surname)

    def _distinguished(self, name: str) -> str:
        marks = {
            "nick": f"{name} «{self.nick}»",
            "club": f"{name} ({self.club})",
            "number": f"{name} {numbered(self.number)}",
        }
        return marks.get(self.distinction, name)

    @property
    def public(self) -> PublicName:
        return public_name(self)

    def is_found_by(self, sought: str) -> bool:
        """Whether surname, name, nick and club hold every word sought between them, or it is the number."""
        return sought.strip() == str(self.number) or is_match(sought, *self.texts_to_find)

    @property
    def texts_to_find(self) -> tuple[str, ...]:
        return self.surname, self.name, self.nick, self.club

    @property
    def full_name(self) -> str:
        """For the staff's own lists alone."""
        return f"{self.surname} {self.name}".strip()
