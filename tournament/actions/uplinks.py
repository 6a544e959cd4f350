"""A venue of a league, which sends its season to a hub. Segments contain what has changed, and wait in the database until the hub has them.

A hub that has more than this site, because the site was restored from an older backup, or another past, is right: the chain continues
from where the hub stands, and every tournament is sent again.
"""

from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta

from tournament.actions import webhooks
from tournament.core.league import envelope
from tournament.core.league.envelope import Envelope, canonical
from tournament.core.league.sheet import Sheet
from tournament.errors import NotNow
from tournament.models import Season, SentSegment, Uplink
from tournament.queries.league import sheet_of

MOST_BYTES = 2 * 1024 * 1024


class Has(msgspec.Struct, frozen=True):
    seq: Annotated[int, Meta(ge=0, le=envelope.MOST_SEGMENTS)]
    head: envelope.Digest


class RefusedReply(msgspec.Struct, frozen=True):
    why: Annotated[str, Meta(max_length=20, pattern="^[a-z]+$")]


class Reply(msgspec.Struct, frozen=True):
    """What a hub answers; fields that this version does not know are passed over."""

    has: Has
    refused: tuple[RefusedReply, ...]


@transaction.atomic
def tie(season: Season, *, url: str, by) -> Uplink:
    """Send the season to the hub at this address, from its beginning; another address begins another chain."""
    uplink = Uplink(season=season, url=url.strip())
    if not _is_address_of_hub(uplink):
        raise NotNow(_("Serve l'indirizzo intero che il centro ha dato a questa sede."))
    webhooks.refuse_inside(urlsplit(uplink.url).hostname or "")
    Uplink.objects.filter(season=season).delete()
    uplink.head = envelope.first_link(uplink.hub_season, uplink.site)
    uplink.save()
    return uplink


def _is_address_of_hub(uplink: Uplink) -> bool:
    """`https://hub/lega/season/venue/`: segments name all three."""
    try:
        parts = urlsplit(uplink.url)
    except ValueError:
        return False
    is_web = parts.scheme in ("http", "https") and not parts.username and "\0" not in uplink.url
    codes = uplink.hub_season, uplink.site
    fits = 0 < len(_hub_of(uplink)) <= envelope.MOST_HOST and all(0 < len(code) <= 16 for code in codes)
    return is_web and fits


def _hub_of(uplink: Uplink) -> str:
    return envelope.hub_name(urlsplit(uplink.url).netloc)


@transaction.atomic
def untie(season: Season, *, by) -> None:
    """Stop sending; what the hub has stays there."""
    if not Uplink.objects.filter(season=season).delete()[0]:
        raise NotNow(_("Questa stagione non va a nessun centro."))


# Cutting


@transaction.atomic
def cut(uplink: Uplink) -> int:
    """Make a segment for each tournament of the season that changed since it was last sent, and for each that no longer counts."""
    uplink = Uplink.objects.select_for_update().select_related("season").get(pk=uplink.pk)
    sent: dict[str, tuple[str, bool]] = {}
    for code, digest, content in uplink.segments.order_by("seq").values_list("tournament", "digest", "content"):
        sent[code] = digest, '"is_withdrawn":true' in content
    events = uplink.season.events.filter(tournament__is_rehearsal=False).select_related("tournament")
    sheets = [sheet_of(event) for event in events]
    gone = set(sent) - {one.code for one in sheets}
    before = uplink.seq
    for one in sheets:
        _cut_unless_sent(uplink, one, sent)
    for code in sorted(code for code in gone if not sent[code][1]):
        _cut_unless_sent(uplink, _withdrawn(code), sent)
    return uplink.seq - before


def _withdrawn(code: str) -> Sheet:
    return Sheet(code=code, name=code, day=timezone.localdate(), grade="open", is_withdrawn=True)


def _cut_unless_sent(uplink: Uplink, sheet: Sheet, sent: dict[str, tuple[str, bool]]) -> None:
    content = canonical(sheet)
    digest = envelope.digest(content)
    if sent.get(sheet.code, ("",))[0] == digest:
        return
    signed = canonical(
        Envelope(
            form=envelope.FORM,
            hub=_hub_of(uplink),
            season=uplink.hub_season,
            site=uplink.site,
            seq=uplink.seq + 1,
            before=uplink.head,
            tournament=sheet.code,
            content=digest,
            at=timezone.now(),
        )
    )
    signature = envelope.signature(signed, envelope.private_key(settings.SECRET_KEY))
    uplink.segments.filter(tournament=sheet.code).update(content="")
    SentSegment.objects.create(
        uplink=uplink,
        seq=uplink.seq + 1,
        envelope=signed.decode(),
        signature=signature,
        tournament=sheet.code,
        digest=digest,
        content=content.decode(),
    )
    uplink.seq, uplink.head = uplink.seq + 1, envelope.digest(signed)
    uplink.save(update_fields=["seq", "head"])


# Sending


def parcels_of(uplink: Uplink, *, most: int, most_bytes: int = MOST_BYTES) -> list[dict[str, str]]:
    """The segments that the hub lacks, oldest first: at least one, and no more than a post may carry."""
    parcels: list[dict[str, str]] = []
    size = 0
    for one in uplink.segments.filter(seq__gt=uplink.acknowledged)[:most]:
        size += len(one.content.encode())
        if parcels and size > most_bytes:
            break
        parcels.append({"envelope": one.envelope, "signature": one.signature, "content": one.content})
    return parcels


@transaction.atomic
def accept_reply(uplink: Uplink, answer: bytes) -> bool:
    """Store what the hub has now. True when it still lacks something. Raises ValueError for an invalid answer."""
    reply = msgspec.json.decode(answer, type=Reply)
    seq, head = reply.has.seq, reply.has.head
    refused = [one.why for one in reply.refused]
    uplink = Uplink.objects.select_for_update().get(pk=uplink.pk)
    starts_anew = not _is_own_chain(uplink, seq, head)
    if starts_anew:
        _continue_from(uplink, seq, head)
    uplink.acknowledged = seq
    uplink.tries, uplink.next_try_at = 0, None
    uplink.answer, uplink.answered_at = ", ".join(sorted(set(refused)))[:300], timezone.now()
    uplink.save()
    return starts_anew or (uplink.acknowledged < uplink.seq and not refused)


def _is_own_chain(uplink: Uplink, seq: int, head: str) -> bool:
    if seq == 0:
        return head == envelope.first_link(uplink.hub_season, uplink.site)
    found = uplink.segments.filter(seq=seq).values_list("envelope", flat=True).first()
    return found is not None and envelope.digest(found.encode()) == head


def _continue_from(uplink: Uplink, seq: int, head: str) -> None:
    uplink.segments.all().delete()
    uplink.seq, uplink.head = seq, head
    uplink.save(update_fields=["seq", "head"])
    cut(uplink)
    uplink.refresh_from_db()
