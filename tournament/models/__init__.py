"""The rows of a tournament."""

from tournament.models.access import (
    AccountOrigin,
    CaptainPass,
    Device,
    EntryPass,
    HouseEvent,
    HouseGrant,
    Invitation,
    LoginCounter,
    RecoveryCode,
    SecondFactor,
)
from tournament.models.broadcasts import Broadcast
from tournament.models.day_plan import DayPlan, Prize, Venue
from tournament.models.directory import Person, PersonMerge, Recognised
from tournament.models.drawing import ApartPair, DrawEvent
from tournament.models.entrant import Entrant
from tournament.models.formats import Bye, LineUpDeadline, LineUpEntry
from tournament.models.league import LeagueSite, RefusedSegment, Segment, SentSegment, Uplink
from tournament.models.live import LiveVersion
from tournament.models.play import (
    ClockEvent,
    Objection,
    Penalty,
    PenaltyRevision,
    Result,
    ResultRevision,
    Round,
    Seat,
    Table,
    TableStatus,
)
from tournament.models.prints import ClubLogo, PrintJob
from tournament.models.programs import ApiToken
from tournament.models.push import PushSubscription
from tournament.models.regulations import BroughtFile, RegulationVersion
from tournament.models.roster import HeaderMapping
from tournament.models.screen_links import Announcement, Part, ScreenLink, ScreenPairing
from tournament.models.season import CarriedPoints, Season, SeasonEvent
from tournament.models.tournament import LogEvent, Membership, Tournament
from tournament.models.webhooks import Delivery, Webhook
from tournament.models.work import WorkerHeartbeat

__all__ = [
    "AccountOrigin",
    "Announcement",
    "ApartPair",
    "ApiToken",
    "Broadcast",
    "BroughtFile",
    "Bye",
    "CaptainPass",
    "CarriedPoints",
    "ClockEvent",
    "ClubLogo",
    "DayPlan",
    "Delivery",
    "Device",
    "DrawEvent",
    "Entrant",
    "EntryPass",
    "HeaderMapping",
    "HouseEvent",
    "HouseGrant",
    "Invitation",
    "LeagueSite",
    "LineUpDeadline",
    "LineUpEntry",
    "LiveVersion",
    "LogEvent",
    "LoginCounter",
    "Membership",
    "Objection",
    "Part",
    "Penalty",
    "PenaltyRevision",
    "Person",
    "PersonMerge",
    "PrintJob",
    "Prize",
    "PushSubscription",
    "Recognised",
    "RecoveryCode",
    "RefusedSegment",
    "RegulationVersion",
    "Result",
    "ResultRevision",
    "Round",
    "ScreenLink",
    "ScreenPairing",
    "Season",
    "SeasonEvent",
    "Seat",
    "SecondFactor",
    "Segment",
    "SentSegment",
    "Table",
    "TableStatus",
    "Tournament",
    "Uplink",
    "Venue",
    "Webhook",
    "WorkerHeartbeat",
]
