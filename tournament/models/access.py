"""Invitations, passes, captains' links, devices, and the counters of log-in attempts."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.states import HouseRight, Role


class LoginCounter(models.Model):
    """Tries at passwords or codes within one span of time, for one address, one name at an address, or in all; or a form that was sent.

    The key is a digest: names and addresses are not stored, and a password typed as a name is nobody's to read.
    """

    key = models.CharField(max_length=64, unique=True)
    used = models.PositiveIntegerField(default=0)
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("conteggio dei tentativi")

    def __str__(self) -> str:
        return f"{self.used} until {self.ends_at}"


class HouseGrant(models.Model):
    """A right over the whole site that an account holds (`permissions.house_rights`)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="house_grants")
    right = models.CharField(max_length=12, choices=HouseRight)
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["user__username", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "right"], name="a_house_right_is_given_once"),
            models.CheckConstraint(condition=Q(right__in=HouseRight.values), name="a_house_right_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_right_display()}"


class HouseEvent(models.Model):
    """One line of the log of the house: who gave or took which right, and when. Lines are appended and never edited."""

    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=150)
    right = models.CharField(max_length=12, choices=HouseRight, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"


class SecondFactor(models.Model):
    """Six digits of a phone that an account's log-in asks for besides the password (tournament/actions/second_factors.py).

    The key is derived from `nonce` and the site's secret key, so that no copy of the database contains it. `last_step` is the time
    step of the newest digits that were used: none is used twice.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor")
    nonce = models.CharField(max_length=64)
    last_step = models.BigIntegerField(default=0)
    enrolled_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("secondo passo")

    def __str__(self) -> str:
        return f"second factor of {self.user_id}"


class RecoveryCode(models.Model):
    """Takes the place of the digits once, where the phone is lost. Only its hash is stored; a used one is deleted."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="codes")
    code_hash = models.CharField(max_length=64, unique=True)

    class Meta:
        verbose_name = _("codice di riserva")

    def __str__(self) -> str:
        return f"recovery code of {self.factor_id}"


class AccountOrigin(models.Model):
    """An account that its owner did not make: an event, a rehearsal or the demo did. The organizers of the event may let it in by a pass,
    which sets a new password.

    An account without one was made by its owner or by the site's operator. The row outlives its tournament.
    """

    class Kind(models.TextChoices):
        EVENT = "event", _("torneo")
        REHEARSAL = "rehearsal", _("prova")
        DEMO = "demo", _("dimostrazione")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="origin")
    kind = models.CharField(max_length=9, choices=Kind, default=Kind.EVENT)
    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.SET_NULL, null=True, related_name="accounts_made"
    )
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("account fatto da un torneo")
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["event", "rehearsal", "demo"]), name="what_made_an_account_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} of {self.tournament_id}"


class Invitation(models.Model):
    """A role offered to an account that exists already. It counts for nothing until its owner accepts it; then the row goes."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("incarico"), max_length=12, choices=Role)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    invited_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("invito")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "role"], name="a_role_is_offered_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="an_offered_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


class EntryPass(models.Model):
    """Opens one session, once: a link to be photographed, or six digits to be read aloud. Only hashes are stored."""

    membership = models.ForeignKey("tournament.Membership", on_delete=models.CASCADE, related_name="passes")
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("lasciapassare")
        constraints = [
            models.UniqueConstraint(
                fields=["code_hash"], condition=Q(used_at__isnull=True), name="an_open_code_opens_one_pass"
            )
        ]

    def __str__(self) -> str:
        return f"pass of {self.membership_id}"


class CaptainPass(models.Model):
    """A link by which a captain hands in the line-ups of one team, until it is revoked. Only its hash is stored."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="captain_passes")
    team = models.CharField(_("squadra"), max_length=80)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("collegamento del capitano")
        ordering = ["team", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "team"], condition=Q(revoked_at__isnull=True), name="a_team_has_one_open_link"
            ),
            models.CheckConstraint(condition=~Q(team=""), name="a_captains_link_is_of_a_team"),
        ]

    def __str__(self) -> str:
        return f"captain of {self.team}"


class Device(models.Model):
    """A session as the organizer sees it, who can end it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    session_key = models.CharField(max_length=40, unique=True)
    label = models.CharField(_("dispositivo"), max_length=60)
    by_pass = models.BooleanField(default=False)
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("dispositivo")
        ordering = ["-opened_at"]

    def __str__(self) -> str:
        return self.label
