"""Permissions of a table's record; see `tournament.permissions` for the roles."""

from django.db.models import Exists, OuterRef, QuerySet

from tournament import permissions
from tournament.models import Membership, Table
from tournament.permissions import is_staff, may_direct, may_organize, may_record, roles_of

__all__ = [
    "holds_lease",
    "is_staff",
    "marked_for",
    "may_direct",
    "may_organize",
    "may_record",
    "plays_at",
    "roles_of",
]


@permissions.bars_from_record
def plays_at(user, table) -> bool:
    """Whether a member of the staff plays at this table, where no role applies."""
    return Membership.objects.filter(user=user, entrant__seats__table=table).exists()


def marked_for(user) -> QuerySet[Table]:
    """Tables that say whether the reader sits at them (`is_readers`): the same as `plays_at`, of many and in their own query."""
    own = Membership.objects.filter(user=user, entrant__seats__table=OuterRef("pk"))
    return Table.objects.annotate(is_readers=Exists(own))


def holds_lease(row, user, device: str) -> bool:
    """Whether this very device writes for the table."""
    return bool(device) and row.holder_id == user.pk and row.device == device
