"""Flags of irregularities: raised, proposed again when the giro is over, then settled."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.actions import records
from referee.errors import AlreadySettled
from referee.models import Flag, GameRecord
from tournament import live
from tournament.actions.base import needed, take_turns
from tournament.actions.base import record as log
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow

FLAG_SETTLED = log_verb("record.flag_settled", gettext_lazy("ha deciso una cosa da rivedere al tavolo"))

MOST_OPEN = 40
"""Of one record: each is a form of the judge's page."""


@transaction.atomic
def raise_flag(row: GameRecord, *, words: str, by, articles: tuple[str, ...] = (), giro: int = 0) -> Flag:
    """Raise a flag, which changes nothing of the game. The same words at the same line are the same flag."""
    words = needed(words)[:300]
    if waiting := row.flags.filter(seq=row.seq, words=words, settled_at=None).first():
        return waiting
    take_turns(row)
    if row.flags.filter(settled_at=None).count() >= MOST_OPEN:
        raise NotNow(_("Ci sono già %d cose da rivedere a questo tavolo: prima decidine qualcuna.") % MOST_OPEN)
    flag = Flag.objects.create(
        record=row,
        seq=row.seq,
        giro=giro,
        words=words,
        articles=", ".join(one for one in articles if one)[:120],
        raised_by=by,
    )
    live.bump(row.table.topic)
    return flag


@transaction.atomic
def settle(flag: Flag, *, outcome: str, by) -> None:
    """Settle a flag; the decision is also a note in the record, for the sheet."""
    outcome = needed(outcome)
    open_ = Flag.objects.filter(pk=flag.pk, settled_at=None)
    if not open_.update(settled_at=timezone.now(), settled_by=by, outcome=outcome):
        raise AlreadySettled
    row = flag.record
    records.note(row, text=f"{flag.words}: {outcome}"[:300], by=by)
    table = row.table
    log(
        table.round.tournament,
        FLAG_SETTLED,
        by=by,
        subject=table.place,
        about=flag.words,
        outcome=outcome,
    )
