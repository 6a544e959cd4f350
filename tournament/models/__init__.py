"""The rows of a tournament."""

from tournament.models.access import CaptainPass, Device, EntryPass, LoginCounter
from tournament.models.day import DayPlan, Prize, Venue
from tournament.models.directory import Person, PersonMerge, Recognised
from tournament.models.drawing import ApartPair, DrawEvent
from tournament.models.entrant import Entrant
from tournament.models.formats import Bye, Fielded, LineUpDeadline
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
from tournament.models.prints import PrintJob
from tournament.models.programs import ApiToken
from tournament.models.regulations import RegulationVersion
from tournament.models.roster import KnownHeader
from tournament.models.screens import Announcement, Part, ScreenLink
from tournament.models.season import CarriedPoints, Season, SeasonEvent
from tournament.models.tournament import LogEvent, Membership, Tournament
from tournament.models.webhooks import Delivery, Webhook
from tournament.models.work import LivingWorker

__all__ = [
    "Announcement",
    "ApartPair",
    "ApiToken",
    "Bye",
    "CaptainPass",
    "CarriedPoints",
    "ClockEvent",
    "DayPlan",
    "Delivery",
    "Device",
    "DrawEvent",
    "Entrant",
    "EntryPass",
    "Fielded",
    "KnownHeader",
    "LeagueSite",
    "LineUpDeadline",
    "LiveVersion",
    "LivingWorker",
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
    "Recognised",
    "RefusedSegment",
    "RegulationVersion",
    "Result",
    "ResultRevision",
    "Round",
    "ScreenLink",
    "Season",
    "SeasonEvent",
    "Seat",
    "Segment",
    "SentSegment",
    "Table",
    "TableStatus",
    "Tournament",
    "Uplink",
    "Venue",
    "Webhook",
]
