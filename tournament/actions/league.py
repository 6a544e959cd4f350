"""The hub of a league: its venues, and the segments that they send, in any order and more than once.

A segment counts once all before it have arrived. Of a refused segment only the reason is stored, for the page of the league.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta

from tournament.core.league import envelope, sheet
from tournament.core.league.envelope import BadSegment, Envelope
from tournament.errors import NotNow
from tournament.models import LeagueSite, RefusedSegment, Season, Segment

MOST_AT_ONCE = 200
MOST_AHEAD = 5_000
"""How far ahead a segment may be; a venue that was offline sends the missing ones first, so nobody can fill the hub."""
MOST_REFUSED = 50
MOST_REFUSALS = 10
"""In one post: each is written down, and whoever knows the address may send two hundred. What follows in that post is not looked at."""


@dataclass(frozen=True)
class Parcel:
    """A segment on its way: canonical bytes, signature, and the content unless a newer one replaced it."""

    envelope: Annotated[str, Meta(max_length=2_000)]
    signature: Annotated[str, Meta(max_length=100)]
    content: str = ""


@dataclass(frozen=True)
class Refused:
    seq: int | None
    why: str


@dataclass(frozen=True)
class SiteState:
    """What the hub has of a venue: all up to `seq`, whose link is `head`; segments beyond a gap, and the missing numbers."""

    seq: int
    head: str
    pending: tuple[int, ...]
    missing: tuple[int, ...]


# Venues


@transaction.atomic
def register(season: Season, *, name: str, public_key: str, by) -> LeagueSite:
    """Register a venue, whose segments this key must sign. Its code is part of the address to which it sends."""
    key = _readable(public_key)
    name = " ".join(name.split())
    if season.sites.filter(public_key=key).exists():
        raise NotNow(_("Questa chiave è già di una sede della lega."))
    try:
        with transaction.atomic():
            site = LeagueSite.objects.create(season=season, name=name, public_key=key, created_by=by)
    except IntegrityError:
        raise NotNow(_("C'è già una sede con questo nome.")) from None
    LeagueSite.objects.filter(pk=site.pk).update(head=envelope.first_link(season.code, site.code))
    site.refresh_from_db()
    return site


@transaction.atomic
def change_key(site: LeagueSite, *, public_key: str, by) -> None:
    """Change the key of a venue with a new machine: its segments stay, and the chain continues under the new key."""
    site.public_key = _readable(public_key)
    site.save(update_fields=["public_key"])


def _readable(public_key: str) -> str:
    try:
        envelope.public_key(public_key)
    except BadSegment:
        raise NotNow(_("Non è una chiave pubblica: copiala dalla pagina della sede.")) from None
    return public_key.strip()


@transaction.atomic
def close(site: LeagueSite, *, by) -> None:
    """Accept no more segments of a venue; those that arrived still count."""
    if not LeagueSite.objects.filter(pk=site.pk, closed_at=None).update(closed_at=timezone.now()):
        raise NotNow(_("La sede è già chiusa."))


@transaction.atomic
def open_again(site: LeagueSite, *, by) -> None:
    if not LeagueSite.objects.filter(pk=site.pk).exclude(closed_at=None).update(closed_at=None):
        raise NotNow(_("La sede è aperta."))


# Segments


@transaction.atomic
def receive(site: LeagueSite, parcels: Sequence[Parcel], *, host: str) -> list[Refused]:
    """Accept the segments that are this venue's and fit; each of the others is refused by itself and reported. Repeats change nothing.

    `host` is the one to which they were sent.
    """
    site = LeagueSite.objects.select_for_update(of=("self",)).select_related("season").get(pk=site.pk)
    refused: list[Refused] = []
    for parcel in parcels[:MOST_AT_ONCE]:
        if len(refused) < MOST_REFUSALS and (refusal := _accepted_or_refused(site, parcel, host)):
            refused.append(refusal)
    LeagueSite.objects.filter(pk=site.pk).update(last_contact_at=timezone.now())
    refused += _advance(site)
    return refused


def _accepted_or_refused(site: LeagueSite, parcel: Parcel, host: str) -> Refused | None:
    read: Envelope | None = None
    try:
        if site.closed_at is not None:
            raise BadSegment("closed")
        read = envelope.read(_bytes(parcel.envelope))
        if (read.hub, read.season) != (envelope.hub_name(host), site.season.code):
            raise BadSegment("hub", f"{read.hub} {read.season}")
        _accept(site, read, parcel)
    except BadSegment as fault:
        return _refuse(site, parcel.envelope + parcel.signature + parcel.content, read.seq if read else None, fault)
    return None


def _accept(site: LeagueSite, read: Envelope, parcel: Parcel) -> None:
    if read.site != site.code:
        raise BadSegment("site")
    if not envelope.is_signed(_bytes(parcel.envelope), parcel.signature, site.public_key):
        raise BadSegment("signature")
    if parcel.content and envelope.digest(_bytes(parcel.content)) != read.content:
        raise BadSegment("content", "not what was signed")
    if read.seq > site.seq + MOST_AHEAD:
        raise BadSegment("link", "too far ahead")
    known = site.segments.filter(seq=read.seq).first()
    if known is not None:
        return _is_repeated(known, parcel)
    if parcel.content and sheet.read(_bytes(parcel.content)).code != read.tournament:
        raise BadSegment("content", "of another tournament")
    Segment.objects.create(
        site=site,
        seq=read.seq,
        envelope=parcel.envelope,
        signature=parcel.signature,
        tournament=read.tournament,
        content=parcel.content,
    )
    return None


def _is_repeated(known: Segment, parcel: Parcel) -> None:
    """For a known segment: store its content if it was missing and is not replaced. A different one with its number is a fork."""
    if known.envelope != parcel.envelope:
        raise BadSegment("fork")
    newer = known.site.segments.filter(tournament=known.tournament, seq__gt=known.seq).exclude(content="")
    if parcel.content and not known.content and not newer.exists():
        sheet.read(_bytes(parcel.content))
        Segment.objects.filter(pk=known.pk).update(content=parcel.content)


def _advance(site: LeagueSite) -> list[Refused]:
    """Advance as far as the segments are linked; a segment with another past is refused and deleted."""
    while segment := site.segments.filter(seq=site.seq + 1).first():
        data = segment.envelope.encode()
        if envelope.read(data).before != site.head:
            segment.delete()
            return [_refuse(site, segment.envelope + segment.signature, segment.seq, BadSegment("link"))]
        was, site.seq, site.head = site.seq, segment.seq, envelope.digest(data)
        LeagueSite.objects.filter(pk=site.pk, seq=was).update(seq=site.seq, head=site.head)
        if segment.content:
            older = site.segments.filter(tournament=segment.tournament, seq__lt=segment.seq)
            older.exclude(content="").update(content="")
    return []


def _refuse(site: LeagueSite, data: str, seq: int | None, fault: BadSegment) -> Refused:
    seq = seq if seq is None or seq <= envelope.MOST_SEGMENTS else None
    row, is_new = RefusedSegment.objects.get_or_create(
        site=site,
        digest=envelope.digest(_bytes(data)),
        defaults={"seq": seq, "why": fault.why, "detail": fault.detail[:300]},
    )
    if not is_new:
        RefusedSegment.objects.filter(pk=row.pk).update(times=F("times") + 1, at=timezone.now())
    oldest = site.refused.values_list("pk", flat=True)[MOST_REFUSED:]
    RefusedSegment.objects.filter(pk__in=list(oldest)).delete()
    return Refused(seq, fault.why)


def _bytes(text: str) -> bytes:
    """JSON may contain lone surrogates, which are not valid in a segment."""
    return text.encode("utf-8", "surrogatepass")


def state_of(site: LeagueSite) -> SiteState:
    site.refresh_from_db()
    pending = tuple(site.segments.filter(seq__gt=site.seq).order_by("seq").values_list("seq", flat=True))
    return SiteState(site.seq, site.head, pending, tuple(_between(site.seq, pending)))


def _between(seq: int, pending: Iterable[int]) -> Iterable[int]:
    pending_seqs = set(pending)
    return (number for number in range(seq + 1, max(pending_seqs, default=0)) if number not in pending_seqs)
