"""Who may do what at a table's record; see `tournament.permissions` for the roles."""

from referee.models import PlayingStaff
from tournament import permissions
from tournament.permissions import is_staff, may_direct, may_organize, may_record

__all__ = ["holds_lease", "is_staff", "may_direct", "may_organize", "may_record", "plays_at", "sits_at"]


@permissions.kept_from
def plays_at(user, table) -> bool:
    """Somebody of the staff who also plays: at the own table a role gives nothing."""
    return PlayingStaff.objects.filter(user=user, entrant__seats__table=table).exists()


def sits_at(user, table) -> bool:
    """The same, of a table that was fetched with its seats and who plays on them."""
    links = (getattr(seat.entrant, "playing_staff", None) for seat in table.seats.all())
    return any(link.user_id == user.pk for link in links if link)


def holds_lease(row, user, device: str) -> bool:
    """Whether this very device writes for the table."""
    return bool(device) and row.holder_id == user.pk and row.device == device
