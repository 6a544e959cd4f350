"""The demo: tournaments from a readable script, loaded through the same actions as the pages.

The log of each tournament says that the demo made it, so that loading twice changes nothing.
"""

import secrets
import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Literal

import msgspec
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.demo import playing
from tournament.actions import (
    checkin,
    formats,
    house,
    roster,
    rounds,
    screen_links,
    staff,
    tables,
    tournaments,
)
from tournament.actions.accounts import MADE_BY_DEMO
from tournament.actions.base import record as log
from tournament.core.formats import possible_formats
from tournament.core.log_verbs import log_verb
from tournament.core.regulation.schema import presets
from tournament.imports.roster import read_roster
from tournament.models import AccountOrigin, LogEvent, ScreenLink, Table, Tournament
from tournament.models.tournament import CODE_LETTERS
from tournament.states import EntrantState, HouseRight, Role

LOADED = log_verb(MADE_BY_DEMO, gettext_lazy("ha caricato la prova"))


class TableScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The progress of one table, and the seed of its game."""

    number: int
    seed: int
    stops: playing.Stops | Literal["waiting"] = "signed"
    by_hand: bool = False
    sealed: bool = False


class RoundScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seed: str
    began_minutes_ago: int
    is_closed: bool = False
    tables: tuple[TableScript, ...] = ()

    def table(self, number: int) -> TableScript:
        return next((one for one in self.tables if one.number == number), TableScript(number, number))


class TournamentScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`missing` of the roster will not come and `expected` are not here yet; without rounds, check-in is open."""

    key: str
    name: str
    regulation: str
    roster: str
    place: str = ""
    missing: int = 0
    expected: int = 0
    rounds: tuple[RoundScript, ...] = ()


class Accounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    organizer: str
    judge: str


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    accounts: Accounts
    tournaments: tuple[TournamentScript, ...]


class Keys(msgspec.Struct):
    """Secrets that the demo generates on its first run: passwords and tokens of screens."""

    passwords: dict[str, str] = {}
    screens: dict[str, str] = {}


@dataclass(frozen=True)
class Login:
    """An account of the demo; the password is empty for an account that the demo did not create."""

    username: str
    password: str


@dataclass(frozen=True)
class Loaded:
    """The loaded demo: log-ins, and each tournament with the token of its screen."""

    organizer: Login
    judge: Login
    tournaments: tuple[tuple[Tournament, str], ...]


class BadScript(ValueError):
    """The script or one of its rosters cannot be used; the message says where."""


def read_script(folder: Path) -> Script:
    try:
        script = _script(folder)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise BadScript(f"event.toml: {fault}") from None
    for one in script.tournaments:
        if one.regulation not in presets():
            raise BadScript(f"event.toml: regulation {one.regulation}")
        if not (folder / one.roster).is_file():
            raise BadScript(f"event.toml: roster {one.roster}")
    return script


def _script(folder: Path) -> Script:
    return msgspec.convert(tomllib.loads((folder / "event.toml").read_text(encoding="utf-8")), Script)


def load(folder: Path, keys: Keys, *, now: datetime) -> Loaded:
    """Create what is missing, all or nothing; adds generated secrets to `keys`."""
    script = read_script(folder)
    with transaction.atomic():
        organizer = _keeper(script.accounts.organizer, keys)
        judge = _account(script.accounts.judge, keys)
        made = [_tournament(one, folder, organizer, judge, now) for one in script.tournaments]
        screens_of = [(tournament, _screen(tournament, keys, by=organizer)) for tournament in made]
    return Loaded(_login(organizer, keys), _login(judge, keys), tuple(screens_of))


# Accounts


def _account(username: str, keys: Keys):
    accounts = get_user_model().objects
    user = accounts.filter(username=username).first()
    if user is None:
        keys.passwords.setdefault(username, _new_password())
        user = accounts.create_user(username, password=keys.passwords[username])
        AccountOrigin.objects.create(user=user, kind=AccountOrigin.Kind.DEMO)
    return user


def _keeper(username: str, keys: Keys):
    """The first account of a site holds every right of the house; on a site that has accounts already it gets none."""
    is_first = not get_user_model().objects.exists()
    user = _account(username, keys)
    if is_first:
        for right in HouseRight:
            house.grant(user, right=right, by=user)
    return user


def _new_password() -> str:
    return "-".join("".join(secrets.choice(CODE_LETTERS) for _letter in range(4)) for _group in range(3))


def _login(user, keys: Keys) -> Login:
    """A password that was changed since is not printed."""
    stored = keys.passwords.get(user.username, "")
    return Login(user.username, stored if stored and user.check_password(stored) else "")


def _screen(tournament: Tournament, keys: Keys, *, by) -> str:
    stored = keys.screens.get(tournament.slug, "")
    if stored and ScreenLink.objects.filter(tournament=tournament, token_hash=screen_links.hash_of(stored)).exists():
        return stored
    _link, token = screen_links.issue(tournament, by=by, label=_("Proiettore della prova"))
    keys.screens[tournament.slug] = token
    return token


# A tournament


def _tournament(script: TournamentScript, folder: Path, organizer, judge, now: datetime) -> Tournament:
    loaded = LogEvent.objects.filter(verb=LOADED.key, subject=script.key).select_related("tournament").first()
    return loaded.tournament if loaded else _create(script, folder, organizer, judge, now)


def _create(script: TournamentScript, folder: Path, organizer, judge, now: datetime) -> Tournament:
    tournament = tournaments.create(
        name=script.name,
        place=script.place,
        day=timezone.localdate(now),
        regulation=presets()[script.regulation],
        by=organizer,
    )
    staff.grant(tournament, user=judge, role=Role.JUDGE, by=organizer)
    # An account that was there before keeps what it is.
    made = AccountOrigin.objects.filter(user=judge, kind=AccountOrigin.Kind.DEMO, tournament=None)
    made.update(tournament=tournament, made_by=organizer)
    sheet = read_roster((folder / script.roster).read_bytes(), script.roster)
    people = roster.import_rows(tournament, sheet=sheet, by=organizer)
    tournaments.open_checkin(tournament, by=organizer)
    _check_in(people, script, by=organizer)
    if script.rounds:
        best = possible_formats(tournament.entrants.present().count(), tournament.rules)[0]
        formats.choose(tournament, key=best.key, by=organizer)
    for round_ in script.rounds:
        _round(tournament, round_, organizer, judge, now)
    log(tournament, LOADED, by=organizer, subject=script.key)
    return tournament


def _check_in(people: list, script: TournamentScript, *, by) -> None:
    here = len(people) - script.missing - script.expected
    for entrant in people[:here]:
        checkin.mark(entrant, state=EntrantState.PRESENT, by=by)
    for entrant in people[here : here + script.missing]:
        checkin.mark(entrant, state=EntrantState.MISSING, by=by)


def _round(tournament: Tournament, script: RoundScript, organizer, judge, now: datetime) -> None:
    began = now - timedelta(minutes=script.began_minutes_ago)
    round_ = playing.drawn(tournament, script.seed, by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=began)
    for table in round_.tables.order_by("number"):
        _table(table, script.table(table.number), organizer, judge)
    if script.is_closed:
        rounds.close(round_, by=organizer, now=began + timedelta(minutes=round_.minutes))


def _table(table: Table, script: TableScript, organizer, judge) -> None:
    tables.assign_judge(table, judge=judge, by=organizer)
    rng = Random(f"demo:{script.seed}")
    if script.by_hand:
        playing.on_paper(table, rng, by=judge)
    elif script.stops != "waiting":
        playing.recorded(table, rng, stops=script.stops, is_sealed=script.sealed, by=judge)
