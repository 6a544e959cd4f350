"""Changing a regulation: each change is a version with who, when and why; reverting makes a new version."""

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.breaches import Unreadable
from games.kernel.options import settle
from games.registry import games
from tournament.actions.base import claim, needed, record
from tournament.core.formats import NoFormat, possible_formats
from tournament.core.log_verbs import LogVerb, log_verb
from tournament.core.regulation.schema import BadRegulation, BilingualText, Regulation, to_json
from tournament.errors import BadRules, NotNow, SomeoneElseMovedIt
from tournament.models import RegulationVersion, Tournament
from tournament.queries.regulations import catalogue, version_of
from tournament.queries.teams import field_size
from tournament.states import TournamentState

CHANGE = log_verb("regulation.change", gettext_lazy("ha cambiato il regolamento: versione %s"))

BEFORE_THE_DRAW = ("format", "pairings", "seeding", "rounds", "table_sizes", "final_sizes", "advance", "bands", "teams")
"""Fields that cannot change once a round is drawn, because the format was made from them."""


# The site's regulations


@transaction.atomic
def change(regulation: Regulation, *, reason: str, by) -> RegulationVersion:
    """Add a version of a site's regulation. `regulation.version` is the one that it was made from."""
    reason = needed(reason)
    current = catalogue().get(regulation.slug)
    if current is None or current.version != regulation.version:
        raise SomeoneElseMovedIt
    refuse_unfit(regulation)
    return _add_version(regulation, number=current.version + 1, reason=reason, by=by)


@transaction.atomic
def restore(slug: str, *, number: int, reason: str, by) -> RegulationVersion:
    """Make an earlier version the newest again."""
    reason = needed(reason)
    old, current = version_of(slug, number), catalogue().get(slug)
    if old is None or current is None or old.version == current.version:
        raise NotNow(_("Questa versione non c'è, o è già quella in uso."))
    return _add_version(old, number=current.version + 1, reason=reason, by=by)


@transaction.atomic
def copy(slug: str, *, new_slug: str, name: str, by) -> RegulationVersion:
    """Create a regulation of the site as a copy of another."""
    regulations = catalogue()
    if new_slug in regulations:
        raise NotNow(_("C'è già un regolamento «%s»: scegli un altro nome breve.") % new_slug)
    copied = msgspec.structs.replace(regulations[slug], slug=new_slug, name=BilingualText(it=name, en=name))
    return _add_version(copied, number=1, reason=_("copia di «%s»") % slug, by=by)


def _add_version(regulation: Regulation, *, number: int, reason: str, by, tournament=None) -> RegulationVersion:
    regulation = msgspec.structs.replace(regulation, version=number)
    try:
        with transaction.atomic():
            return RegulationVersion.objects.create(
                tournament=tournament,
                slug=regulation.slug,
                number=number,
                text=to_json(regulation),
                reason=reason,
                by=by,
            )
    except IntegrityError:
        raise SomeoneElseMovedIt from None


def refuse_unfit(regulation: Regulation) -> None:
    """Options and edition that the game does not know. A game that is only scored by hand takes anything."""
    if regulation.game not in games():
        return
    played = games()[regulation.game]
    edition = played.edition(regulation.edition) if regulation.edition else played.editions[0]
    if edition is None:
        raise BadRules("edition", _("l'edizione «%s» non c'è") % regulation.edition)
    for changed in ({}, *(one.options for one in regulation.round_options)):
        try:
            settle(played.options, edition.options, {**regulation.game_options, **changed})
        except Unreadable as fault:
            raise BadRules("game_options", str(fault.reason)) from None


# A tournament's own copy


@transaction.atomic
def change_of(tournament: Tournament, *, regulation: Regulation, reason: str, by) -> RegulationVersion:
    """Add a version of the tournament's regulation; results already counted are scored by it."""
    reason = needed(reason)
    was = tournament.rules
    if regulation.version != was.version:
        raise SomeoneElseMovedIt
    _refuse_now(tournament, was, regulation)
    refuse_unfit(regulation)
    _record_first_version(tournament, was)
    return _adopt(tournament, regulation, reason=reason, by=by)


@transaction.atomic
def change_part(
    tournament: Tournament,
    *,
    reason: str,
    by,
    verb: LogVerb,
    subject: object,
    log_data: dict | None = None,
    **changes: object,
) -> RegulationVersion | None:
    """Change a few fields from another page: an ordinary version, logged with that page's verb.

    Writes nothing where nothing changes. Raises BadRules where the fields do not fit the others.
    """
    was = tournament.rules
    try:
        regulation = msgspec.structs.replace(was, **changes)
    except BadRegulation as bad:
        raise BadRules(bad.field, bad.message) from None
    if regulation == was:
        return None
    _refuse_now(tournament, was, regulation)
    _record_first_version(tournament, was)
    return _adopt(tournament, regulation, reason=needed(reason), by=by, verb=verb, subject=subject, log_data=log_data)


@transaction.atomic
def restore_of(tournament: Tournament, *, number: int, reason: str, by) -> RegulationVersion:
    reason = needed(reason)
    row = tournament.regulation_versions.filter(number=number).first()
    if row is None or number == tournament.rules.version:
        raise NotNow(_("Questa versione non c'è, o è già quella in uso."))
    _refuse_now(tournament, tournament.rules, row.regulation)
    return _adopt(tournament, row.regulation, reason=reason, by=by)


def _adopt(
    tournament: Tournament,
    regulation: Regulation,
    *,
    reason: str,
    by,
    verb: LogVerb = CHANGE,
    subject: object = "",
    log_data: dict | None = None,
) -> RegulationVersion:
    claim(tournament)
    was = tournament.rules
    last = tournament.regulation_versions.order_by("-number").first()
    row = _add_version(regulation, number=last.number + 1, reason=reason, by=by, tournament=tournament)
    tournament.regulation, tournament.edition = row.text, regulation.edition
    tournament.options = dict(regulation.game_options)
    tournament.__dict__.pop("rules", None)
    if _changed_before_the_draw(was, regulation):
        _drop_a_format_that_no_longer_fits(tournament)
    tournament.save(update_fields=["regulation", "edition", "options", "format"])
    record(
        tournament, verb, by=by, subject=subject or row.number, reason=reason, version=row.number, **(log_data or {})
    )
    return row


def _record_first_version(tournament: Tournament, was: Regulation) -> None:
    """The copy that the tournament was made with is the first of its versions, for the way back."""
    if not tournament.regulation_versions.exists():
        organizer = tournament.log.filter(verb="tournament.create").first()
        by = organizer.actor if organizer else None
        _add_version(was, number=was.version, reason=_("alla creazione del torneo"), by=by, tournament=tournament)


def _refuse_now(tournament: Tournament, was: Regulation, regulation: Regulation) -> None:
    if tournament.state == TournamentState.FINISHED:
        raise NotNow(_("Il torneo è concluso: per cambiare il regolamento va prima riaperto."))
    if regulation.game != was.game:
        raise NotNow(_("Il gioco di un torneo non si cambia: fanne uno nuovo."))
    fixed = _changed_before_the_draw(was, regulation)
    if fixed and tournament.rounds.exists():
        raise BadRules(fixed[0], _("c'è già un sorteggio: questo non si cambia più"))


def _changed_before_the_draw(was: Regulation, regulation: Regulation) -> list[str]:
    return [name for name in BEFORE_THE_DRAW if getattr(regulation, name) != getattr(was, name)]


def _drop_a_format_that_no_longer_fits(tournament: Tournament) -> None:
    if tournament.format is None or tournament.rounds.exists():
        return
    try:
        offered = {format_.key for format_ in possible_formats(field_size(tournament), tournament.rules)}
    except NoFormat:
        offered = set()
    if tournament.format["key"] not in offered:
        tournament.format = None
