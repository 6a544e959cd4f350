"""Screens for the hall: read-only links, shown once and revocable; what each shows and how; announcements."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions import login_limits
from tournament.actions.base import record, take_turns
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import Announcement, Part, ScreenLink, ScreenPairing, Tournament
from tournament.queries.outside import sits_at_live_table

ISSUE = log_verb("screens.issue", gettext_lazy("ha aperto uno schermo:"))
REVOKE = log_verb("screens.revoke", gettext_lazy("ha revocato lo schermo"))
ARRANGE = log_verb("screens.arrange", gettext_lazy("ha cambiato che cosa mostra lo schermo"))
SET_UP = log_verb("screens.set_up", gettext_lazy("ha cambiato l'aspetto dello schermo"))
ANNOUNCE = log_verb("screens.announce", gettext_lazy("ha pubblicato l'avviso"))
TAKE_DOWN = log_verb("screens.take_down", gettext_lazy("ha tolto l'avviso"))

MOST_OPEN = 50
"""Links of one event that open: more than any hall has screens, and each is a line of the page."""


@transaction.atomic
def issue(tournament: Tournament, *, by, label: str = "", token: str | None = None) -> tuple[ScreenLink, str]:
    """Create a link with its token, which is not stored: a lost one is replaced. A given token makes one link: of the same form that
    arrives twice, and of a demo."""
    token = token or secrets.token_urlsafe(24)
    take_turns(tournament)
    if found := tournament.screens.filter(token_hash=hash_of(token)).first():
        if found.revoked_at is not None:
            raise NotNow(_("Questo modulo era già arrivato, e il suo collegamento è revocato: ricarica la pagina."))
        return found, token
    screen = _new(tournament, hash_of(token), label, by)
    record(tournament, ISSUE, by=by, subject=label or screen.pk)
    return screen, token


def _require_room(tournament: Tournament) -> None:
    """Locked: of several who open the last one at once the others are refused."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.screens.filter(revoked_at=None).count() >= MOST_OPEN:
        raise NotNow(_("Ci sono già %d schermi aperti: revoca quelli che non servono.") % MOST_OPEN)


def _new(tournament: Tournament, token_hash: str, label: str, by) -> ScreenLink:
    """As late as the other screens, so that none shows at once what they show later; for who sits at the table, also as those that were
    revoked."""
    _require_room(tournament)
    screens = tournament.screens.all()
    if not sits_at_live_table(by, tournament):
        screens = screens.filter(revoked_at=None)
    late = screens.filter(live_delay__gt=0).order_by("-live_delay").first()
    delay = {"live_delay": late.live_delay, "live_delay_in": late.live_delay_in} if late else {}
    return ScreenLink.objects.create(
        tournament=tournament, token_hash=token_hash, label=label[:60], created_by=by, **delay
    )


# A screen that shows a code

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which are read as figures."""
CODE_LENGTH = 5
PAIRING_LASTS = timedelta(minutes=15)
MOST_WAITING = 5_000
"""Anybody may open the page of a new screen: beyond this many the oldest gives way. No address fills it alone."""


def begin_pairing(token: str, *, address: str, now: datetime) -> ScreenPairing:
    """The code that the screen with this token shows; the same one again while it lasts, which only reads. Raises TooManyAttempts where
    this address asked for too many.
    """
    if found := ScreenPairing.objects.filter(token_hash=hash_of(token), ends_at__gt=now).first():
        return found
    login_limits.begin(login_limits.of_new_screen(address), now=now)
    return _new_pairing(token, now)


@transaction.atomic
def _new_pairing(token: str, now: datetime) -> ScreenPairing:
    waiting = ScreenPairing.objects.select_for_update()
    waiting.filter(ends_at__lte=now).delete()
    oldest = waiting.order_by("-pk").values_list("pk", flat=True)[MOST_WAITING - 1 :]
    waiting.filter(pk__in=list(oldest)).delete()
    return ScreenPairing.objects.create(code=_unused_code(), token_hash=hash_of(token), ends_at=now + PAIRING_LASTS)


def _unused_code() -> str:
    codes = ("".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH)) for _try in count())
    return next(code for code in codes if not ScreenPairing.objects.filter(code=code).exists())


def pair(tournament: Tournament, *, code: str, label: str = "", by, now: datetime) -> ScreenLink:
    """Give the screen that shows this code a link to the tournament. Wrong codes are counted before they are compared."""
    try:
        attempt = login_limits.begin(login_limits.of_screen_code(by.pk), now=now)
    except login_limits.TooManyAttempts:
        raise NotNow(
            _("Troppi codici che nessuno schermo mostra: aspetta un quarto d'ora, oppure crea un collegamento.")
        ) from None
    screen = _paired(tournament, code, label, by, now)
    login_limits.release(attempt)
    return screen


@transaction.atomic
def _paired(tournament: Tournament, code: str, label: str, by, now: datetime) -> ScreenLink:
    waiting = ScreenPairing.objects.filter(code="".join(code.split()).upper(), ends_at__gt=now).first()
    if waiting is None or not ScreenPairing.objects.filter(pk=waiting.pk).delete()[0]:
        raise NotNow(_("Nessuno schermo mostra questo codice: controlla le lettere, o aspetta che ne mostri un altro."))
    screen = _new(tournament, waiting.token_hash, label, by)
    record(tournament, ISSUE, by=by, subject=label or screen.pk)
    return screen


@transaction.atomic
def revoke(screen: ScreenLink, *, by) -> None:
    if not ScreenLink.objects.filter(pk=screen.pk, revoked_at=None).update(revoked_at=timezone.now()):
        raise NotNow(_("Il collegamento è già stato revocato."))
    screen.refresh_from_db()
    live.shut(screen)
    record(screen.tournament, REVOKE, by=by, subject=screen)


@transaction.atomic
def arrange(screen: ScreenLink, *, parts: Sequence[str], by) -> None:
    """Set what the screen shows, in this order; without parts it follows the day."""
    _refuse_revoked(screen)
    if len(set(parts)) != len(parts) or not set(parts) <= set(Part.values):
        raise NotNow(_("Una parte dello schermo non esiste o è ripetuta."))
    if list(parts) == screen.parts:
        return
    screen.parts = list(parts)
    screen.save(update_fields=["parts"])
    record(screen.tournament, ARRANGE, by=by, subject=screen, parts=screen.parts)


@transaction.atomic
def set_up(
    screen: ScreenLink,
    *,
    least_seconds: int,
    size: str,
    is_paused: bool,
    by,
    live_delay: int = 0,
    live_delay_in: str = ScreenLink.DelayIn.MINUTES,
) -> None:
    """How long a page stays, how large its letters are, whether the pages turn at all, how late the live table is: that is nothing for
    whoever sits at it."""
    _refuse_revoked(screen)
    new = (least_seconds, size, is_paused, live_delay, live_delay_in)
    names = ("least_seconds", "size", "is_paused", "live_delay", "live_delay_in")
    stored = ScreenLink.objects.values_list(*names).get(pk=screen.pk)
    if stored == new:
        return
    if stored[-2:] != (live_delay, live_delay_in) and sits_at_live_table(by, screen.tournament):
        raise NotNow(_("Il ritardo con cui gli schermi mostrano il proprio tavolo lo cambia un altro organizzatore."))
    screen.least_seconds, screen.size, screen.is_paused = least_seconds, size, is_paused
    screen.live_delay, screen.live_delay_in = live_delay, live_delay_in
    screen.save(update_fields=["least_seconds", "size", "is_paused", "live_delay", "live_delay_in"])
    record(
        screen.tournament, SET_UP, by=by, subject=screen, least_seconds=least_seconds, size=size,
        is_paused=is_paused, live_delay=live_delay, live_delay_in=live_delay_in,
    )  # fmt: skip


def _refuse_revoked(screen: ScreenLink) -> None:
    if screen.revoked_at is not None:
        raise NotNow(_("Il collegamento è già stato revocato."))


@transaction.atomic
def announce(tournament: Tournament, *, text: str, by) -> Announcement:
    """Announce a text on every screen that shows announcements."""
    text = " ".join(text.split())
    if not text:
        raise NotNow(_("L'avviso è vuoto."))
    announcement = Announcement.objects.create(tournament=tournament, text=text[:200], by=by)
    record(tournament, ANNOUNCE, by=by, subject=announcement.pk)
    return announcement


@transaction.atomic
def take_down(announcement: Announcement, *, by) -> None:
    if not Announcement.objects.filter(pk=announcement.pk, removed_at=None).update(removed_at=timezone.now()):
        raise NotNow(_("L'avviso è già stato tolto."))
    announcement.refresh_from_db()
    record(announcement.tournament, TAKE_DOWN, by=by, subject=announcement.pk)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
