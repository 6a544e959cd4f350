"""Permissions, one predicate each. `roles` are those of one reader in one tournament; a stranger has none."""

from collections.abc import Callable, Collection

from django.apps import apps
from django.conf import settings

from tournament.prepared import Prepared
from tournament.states import HouseRight, Role

_roles: Prepared[str] = Prepared(
    lambda tournament, user: (
        apps.get_model("tournament.Membership")
        .objects.filter(tournament=tournament, user=user)
        .values_list("role", flat=True)
    ),
    int,
    int,
)


def roles_of(user, tournament) -> frozenset[str]:
    if not user.is_authenticated:
        return frozenset()
    return frozenset(_roles(tournament.pk, user.pk))


def may_see(tournament, roles: Collection[str]) -> bool:
    """Seatings, standings and the clock of a public tournament are everybody's."""
    return tournament.is_public or bool(roles)


def is_staff(roles: Collection[str]) -> bool:
    return bool(roles)


def may_organize(roles: Collection[str]) -> bool:
    """Roster, plan, draw, staff and screens."""
    return Role.ORGANIZER in roles


def may_direct(roles: Collection[str]) -> bool:
    """What happens in the hall once the tables are published: clock, judges, results, penalties."""
    return Role.ORGANIZER in roles or Role.HEAD_JUDGE in roles


def may_record(user, table, roles: Collection[str]) -> bool:
    """The record of a table belongs to its judge; whoever directs the hall may step in."""
    return may_direct(roles) or (Role.JUDGE in roles and table.judge_id is not None and table.judge_id == user.pk)


_bars: list[Callable] = []


def bars_from_record(test: Callable) -> Callable:
    """Register `test(user, table) -> bool`, which denies a person the record of a table although a role allows it."""
    _bars.append(test)
    return test


def is_barred_from_record(user, table) -> bool:
    return any(test(user, table) for test in _bars)


def entrants_of(user, tournament) -> frozenset[int]:
    """As whom a member of the staff plays here: about them no role of that member decides."""
    return frozenset(
        user.memberships.filter(tournament=tournament, entrant__isnull=False).values_list("entrant", flat=True)
    )


def house_rights(user) -> frozenset[str]:
    """Rights over the whole site that count now: none without a second factor, where the site requires one."""
    rights = granted_rights(user)
    return frozenset() if rights and settings.SECOND_FACTOR_REQUIRED and not hasattr(user, "second_factor") else rights


def granted_rights(user) -> frozenset[str]:
    """Each is granted by name. An account with the machine's own powers (the first one) holds all."""
    if not user.is_authenticated:
        return frozenset()
    if user.is_superuser:
        return frozenset(HouseRight.values)
    return frozenset(user.house_grants.values_list("right", flat=True))


def holds(user, right: HouseRight) -> bool:
    return right in house_rights(user)


def may_see_health(user) -> bool:
    """Whoever runs a day needs to know whether the site is well; a rehearsal is not one."""
    if house_rights(user):
        return True
    if not user.is_authenticated:
        return False
    return user.memberships.filter(role=Role.ORGANIZER, tournament__is_rehearsal=False).exists()
