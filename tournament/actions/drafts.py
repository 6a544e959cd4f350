"""The data of a draft: the request of a round's draw, then its tables, chairs and byes."""

from collections.abc import Collection, Sequence

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from tournament.actions.base import claim
from tournament.actions.commitments import SeedSource
from tournament.core import draw as drawing
from tournament.core.draw.transcript import Transcript, make_transcript
from tournament.core.formats import NoFormat, Stage
from tournament.core.formats.qualifying import with_band
from tournament.errors import BadDraw, NotNow, SomeoneElseMovedIt
from tournament.models import Bye, Round, Seat, Table, TableStatus, Tournament
from tournament.queries import drawing as queries
from tournament.queries.pairing import pairing_of, with_pairing
from tournament.queries.results import format_of


def stage_of(tournament: Tournament, number: int) -> Stage:
    format_ = format_of(tournament)
    if format_ is None:
        raise NotNow(_("Prima scegli la formula del torneo."))
    if number > len(format_.stages):
        raise NotNow(_("L'ultimo turno è già stato giocato: non ce n'è un altro."))
    return format_.stages[number - 1]


def settle_band(tournament: Tournament, number: int, players: Collection[str]) -> None:
    """Where the regulation counts everybody who has played by the last qualifying round, its draw sets semifinals and finals."""
    rules, format_ = tournament.rules, format_of(tournament)
    if format_ is None or rules.readings.band != "last-round" or not rules.bands or number != rules.rounds:
        return
    seated = Seat.objects.filter(round__tournament=tournament, round__number__lt=number)
    everybody = {*seated.values_list("entrant__public_id", flat=True), *players}
    try:
        found = with_band(format_, len(everybody), rules)
    except NoFormat:
        return
    tournament.format = msgspec.to_builtins(found)
    tournament.save(update_fields=["format"])


def request_for(tournament: Tournament, number: int, seed: str, sizes: Sequence[int]) -> drawing.Request:
    field = queries.field_of(tournament, number)
    stage = stage_of(tournament, number)
    if stage.pairing:
        if number == 1:
            queries.sizes_for(tournament, number, len(field))
        pairing = pairing_of(tournament, stage, number, field, seed=seed)
        return with_pairing(queries.request_for(tournament, number, field, stage.tables, seed=seed), pairing)
    tables = queries.sizes_for(tournament, number, len(field), sizes)
    return queries.request_for(tournament, number, field, tables, seed=seed)


def refuse_if_changed(tournament: Tournament, request: drawing.Request, number: int, sizes: Sequence[int]) -> None:
    tournament.refresh_from_db()
    tournament.__dict__.pop("rules", None)
    if request_for(tournament, number, request.seed, sizes) != request:
        raise SomeoneElseMovedIt


def draw_transcript(request: drawing.Request, source: SeedSource) -> Transcript:
    try:
        return make_transcript(request, source.commitment)
    except drawing.ImpossibleDraw as bad:
        raise BadDraw(str(bad)) from None


def create(tournament: Tournament, number: int, transcript: Transcript, *, stage: Stage) -> Round:
    """The draft of a round with the tables of this transcript."""
    round_ = _create(tournament, number, _as_drawn(stage, transcript.request), transcript.request.seed)
    _seat(round_, transcript.draw.tables)
    return round_


def reseat(round_: Round, transcript: Transcript, *, stage: Stage) -> None:
    """Replace the tables of a draft by those of this transcript."""
    claim(round_)
    clear(round_)
    round_.stage = msgspec.to_builtins(_as_drawn(stage, transcript.request))
    round_.seed = transcript.request.seed
    round_.save(update_fields=["seed", "stage"])
    _seat(round_, transcript.draw.tables)


def clear(round_: Round) -> None:
    """Delete the tables of a draft. Refused, with its number, for a table that has a count or a record."""
    try:
        with transaction.atomic():
            round_.tables.all().delete()
    except ProtectedError:
        protected = ", ".join(str(table.number) for table in round_.tables.all() if not _is_deleted(table))
        raise NotNow(
            _(
                "Hanno già giocato, e ciò che hanno contato o registrato resta agli atti, i tavoli: %s. "
                "Cambia i giocatori a mano, poi pubblica di nuovo."
            )
            % protected
        ) from None


def _is_deleted(table: Table) -> bool:
    try:
        with transaction.atomic():
            table.delete()
    except ProtectedError:
        return False
    return True


def _as_drawn(stage: Stage, request: drawing.Request) -> Stage:
    """The stage of the format with the actual tables: the round is complete when these are counted."""
    return msgspec.structs.replace(stage, tables=request.sizes)


def _create(tournament: Tournament, number: int, stage: Stage, seed: str) -> Round:
    try:
        with transaction.atomic():
            return Round.objects.create(
                tournament=tournament,
                number=number,
                stage=msgspec.to_builtins(stage),
                seed=seed,
                minutes=tournament.rules.minutes,
            )
    except IntegrityError:
        raise SomeoneElseMovedIt from None


def _seat(round_: Round, drawn: Sequence[Sequence[str]]) -> None:
    by_id = {one.public_id: one for one in round_.tournament.entrants.all()}
    tables = Table.objects.bulk_create(Table(round=round_, number=place) for place, _t in enumerate(drawn, 1))
    TableStatus.objects.bulk_create(TableStatus(table=table) for table in tables)
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, entrant=by_id[id_], position=place)
        for table, ids in zip(tables, drawn, strict=True)
        for place, id_ in enumerate(ids, 1)
    )
    _rest(round_, {id_ for ids in drawn for id_ in ids})


def _rest(round_: Round, seated: Collection[str]) -> None:
    """At tables of two whoever is drawn and has no opponent rests."""
    round_.byes.all().delete()
    if round_.stage.get("pairing"):
        field = queries.field_of(round_.tournament, round_.number)
        stage = msgspec.convert(round_.stage, Stage)
        walkovers = pairing_of(round_.tournament, stage, round_.number, field, seed=round_.seed).walkovers
        Bye.objects.bulk_create(
            Bye(round=round_, entrant=one, is_walkover=one.public_id in walkovers)
            for one in field
            if one.public_id not in seated
        )
