"""The fields of the tournament's models: which of them hold personal data, and what an erasure does to them."""

from tournament.core.roster_fields import ROSTER_FIELDS
from tournament.models import (
    AccountOrigin,
    Announcement,
    ApiToken,
    Broadcast,
    BroughtFile,
    Bye,
    CaptainPass,
    CarriedPoints,
    ClockEvent,
    ClubLogo,
    DayPlan,
    Delivery,
    Device,
    DrawEvent,
    Entrant,
    EntryPass,
    HeaderMapping,
    HouseEvent,
    HouseGrant,
    Invitation,
    LeagueSite,
    LineUpDeadline,
    LineUpEntry,
    LiveVersion,
    LogEvent,
    LoginCounter,
    Membership,
    Objection,
    Penalty,
    PenaltyRevision,
    Person,
    PersonMerge,
    PrintJob,
    Prize,
    PushSubscription,
    RecoveryCode,
    RefusedSegment,
    RegulationVersion,
    Result,
    ResultRevision,
    Round,
    ScreenLink,
    ScreenPairing,
    Season,
    SeasonEvent,
    Seat,
    SecondFactor,
    Segment,
    SentSegment,
    Table,
    TableStatus,
    Tournament,
    Uplink,
    Venue,
    Webhook,
    WorkerHeartbeat,
)
from tournament.privacy.fields import Erasure, classify, register_impersonal
from tournament.privacy.free_text import register_free_text

# A person

PERSONAL = tuple(field.key for field in ROSTER_FIELDS if field.is_personal and field.key != "surname")
classify(Entrant, "surname", erasure=Erasure.LABEL)
classify(Entrant, *PERSONAL, "has_paid", "has_consented", "is_late", "fixed_table", erasure=Erasure.EMPTIED)
register_impersonal(Entrant, *(field.key for field in ROSTER_FIELDS if not field.is_personal))
register_impersonal(Entrant, "public_id", "number", "state", "distinction", "erased_at", "phone_version")

classify(Person, "surname", erasure=Erasure.LABEL)
classify(Person, "name", "nick", "club", "is_minor", "key", erasure=Erasure.EMPTIED)
register_impersonal(Person, "code")
register_impersonal(PersonMerge, "moved", "at", "undone_at")
register_impersonal(CarriedPoints, "points")

# Where people type

register_free_text(LogEvent, "subject", "data", within="tournament", mark="is_erased")
register_impersonal(LogEvent, "at", "verb", "number", "content", "head", "is_erased")
register_free_text(Announcement, "text", within="tournament")
register_impersonal(Announcement, "at", "removed_at")
register_free_text(DrawEvent, "reason", within="tournament")
register_impersonal(DrawEvent, "commitment", "secret", "committed_at", "number", "round_number", "dice", "seed")
register_impersonal(DrawEvent, "transcript", "drawn_at", "created_at")  # a draw names entrants by their public id
register_free_text(Penalty, "reason", "appeal", within="tournament")
register_impersonal(Penalty, "points", "article", "at", "revoked_at", "is_sub_judice", "version")
register_free_text(PenaltyRevision, "was", "reason", within="penalty__tournament")
register_impersonal(PenaltyRevision, "at")
register_free_text(Objection, "text", "answer", within="round__tournament")
register_impersonal(Objection, "at", "answered_at")
register_free_text(ResultRevision, "was", "reason", within="seat__round__tournament")
register_impersonal(ResultRevision, "revision", "at")
register_free_text(TableStatus, "call_reason", within="table__round__tournament")
register_impersonal(TableStatus, "giro", "phase_it", "phase_en", "is_last_giro", "closing_threshold", "last_entry")
register_impersonal(TableStatus, "last_entry_at", "called_at", "level", "is_over", "paused_at", "paused_after")
register_free_text(RegulationVersion, "reason", within="tournament")
register_impersonal(RegulationVersion, "slug", "number", "text", "at")
register_impersonal(BroughtFile, "game", "digest", "text", "is_in_use", "at")

# Sheets with names, thrown away

classify(PrintJob, "kind", "state", "done", "total", "file", "task", "at", erasure=Erasure.DELETED)

# Phones to notify: they go with the person, and some days after the event (tournament/actions/push.py)

PHONE = ("endpoint", "p256dh", "auth", "language", "moment", "failures", "made_at")
classify(PushSubscription, *PHONE, erasure=Erasure.DELETED)

# What a venue sent to its league: the segment of the erased state takes the place of `content`

register_impersonal(Segment, "seq", "envelope", "signature", "tournament", "content", "arrived_at")
register_impersonal(SentSegment, "seq", "envelope", "signature", "tournament", "digest", "content")
register_impersonal(RefusedSegment, "digest", "seq", "why", "detail", "times", "at")
register_impersonal(LeagueSite, "code", "name", "public_key", "seq", "head", "last_contact_at", "closed_at")
register_impersonal(Uplink, "url", "seq", "head", "acknowledged", "tries", "next_try_at", "answer", "answered_at")

# The event, its rounds and its results

register_impersonal(Tournament, "slug", "name", "place", "day", "game", "edition", "options", "regulation", "format")
register_impersonal(Tournament, "state", "is_public", "is_rehearsal", "checkin_until", "checkin_closed_at", "keep_days")
register_impersonal(Tournament, "version", "created_at")
register_impersonal(DayPlan, "begins", "pause", "breaks")
register_impersonal(Venue, "name", "first", "last")
register_impersonal(Prize, "category", "place", "title")
register_impersonal(Round, "number", "stage", "state", "seed", "minutes", "tie_order", "version", "closed_at")
register_impersonal(Round, "objections_until")
register_impersonal(Table, "number", "state", "is_sub_judice", "version")
register_impersonal(Seat, "position", "record_alias")
register_impersonal(Bye, "is_walkover")
register_free_text(Result, "confirmation", within="seat__round__tournament")
register_impersonal(Result, "points", "tiebreaks", "figures", "rank", "is_eliminated", "ended_by", "head", "revision")
register_impersonal(Result, "entered_at")
register_impersonal(ClockEvent, "kind", "at", "seconds")
register_impersonal(ClubLogo, "picture", "at")
register_impersonal(LineUpDeadline, "round_number", "until")
register_impersonal(LineUpEntry, "round_number", "team", "at")
register_impersonal(
    Season, "code", "name", "formula", "places", "best", "discards", "absences_are_discards", "level_ranks", "is_public"
)
register_impersonal(SeasonEvent, "grade")

# Doors, devices and the site's own work: accounts and programs are not players

register_impersonal(Membership, "role", "club", "most_tables")
register_impersonal(SecondFactor, "nonce", "last_step", "enrolled_at")
register_impersonal(RecoveryCode, "code_hash")
register_impersonal(Invitation, "role", "invited_at")
register_impersonal(AccountOrigin, "kind", "made_at")
register_impersonal(HouseGrant, "right", "given_at")
register_impersonal(HouseEvent, "at", "verb", "subject", "right")
register_impersonal(LoginCounter, "key", "used", "ends_at")
register_impersonal(EntryPass, "token_hash", "code_hash", "expires_at", "used_at")
register_impersonal(CaptainPass, "team", "token_hash", "made_at", "revoked_at")
register_impersonal(Device, "session_key", "label", "by_pass", "opened_at")
register_impersonal(ApiToken, "token_hash", "label", "created_at", "revoked_at")
register_impersonal(Broadcast, "delay", "delay_in", "opened_at", "closed_at")
register_impersonal(ScreenLink, "token_hash", "label", "parts", "least_seconds", "size", "live_delay", "live_delay_in")
register_impersonal(ScreenLink, "is_paused", "created_at", "revoked_at")
register_impersonal(ScreenPairing, "code", "token_hash", "ends_at")
register_impersonal(Webhook, "url", "secret", "created_at", "revoked_at")
register_impersonal(Delivery, "body", "state", "tries", "next_try_at", "answer")
register_impersonal(HeaderMapping, "digest", "fields")
register_impersonal(LiveVersion, "topic", "version")
register_impersonal(WorkerHeartbeat, "name", "seen_at")
