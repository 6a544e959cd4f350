"""An event into an archive and out of it again."""

import json
from collections.abc import Collection, Iterator

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel import boards
from games.kernel.lines import read_header
from games.registry import game, games
from referee.archive import chain
from referee.archive.cross_check import faults_of_rows
from referee.archive.parcel import BadArchive, open_parcel, pack
from referee.archive.rows import insert_rows, rows_of
from referee.models import GameRecord
from tournament import exports
from tournament.actions import roster, staff
from tournament.actions.base import record as log
from tournament.core.log_verbs import log_verb
from tournament.core.roster_fields import TEXT_FIELDS
from tournament.documents.event_report import report_text
from tournament.documents.progress import Progress
from tournament.exports.tables import csv_lines
from tournament.models import Entrant, Membership, Table, Tournament
from tournament.queries.printed_sheets import score_sheets_of
from tournament.queries.report import event_report
from tournament.queries.sheets import standings_sheet
from tournament.states import Role, TableState

DOWNLOAD = log_verb("archive.download", gettext_lazy("ha scaricato l'archivio di"))
RESTORE = log_verb("archive.restore", gettext_lazy("ha ripristinato dall'archivio"))

ROWS, REPORT, HEADS, ROSTER, REGULATION = "event.json", "report.txt", "heads.txt", "roster.csv", "regulation.json"
RECORDS = "records/"
BOARDS = "boards/"
"""Boards and cards of organizers that records name, each as `boards/GAME/DIGEST.csv`."""
WITHHELD = "withheld.txt"
LOG = "log"
"""The log's name in HEADS, among those of the records."""


def archive_of(
    tournament: Tournament, progress: Progress | None = None, *, withheld: Collection[GameRecord] = ()
) -> bytes:
    """The archive of the present event, except `withheld` records; two archives of the same state differ only in the sheets' moment."""
    report = progress or (lambda done, total: None)
    report(0, 2)
    records = [record for record in _records(tournament) if record not in withheld]
    files = {
        ROWS: json.dumps(rows_of(tournament, withheld), ensure_ascii=False, sort_keys=True, indent=1).encode(),
        REPORT: report_text(event_report(tournament)),
        REGULATION: tournament.regulation.encode(),
        ROSTER: _roster(tournament),
        HEADS: _heads(tournament, records),
    }
    files |= {f"{RECORDS}{name_of(record)}.jsonl": _lines(record) for record in records}
    files |= _boards(records)
    if withheld:
        names = sorted(f"{one.archived_from or one.table}" for one in withheld)
        files[WITHHELD] = "".join(f"{name}\n" for name in names).encode()
    report(1, 2)
    return pack(files | _sheets(tournament))


def log_download(tournament: Tournament, *, by) -> None:
    log(tournament, DOWNLOAD, by=by, subject=tournament.name)


def records_to_withhold(tournament: Tournament) -> list[GameRecord]:
    """Those of games in play at which somebody of the staff sits: no page shows them to that person, and all organizers get the archive."""
    playing = Membership.objects.filter(tournament=tournament, entrant__isnull=False).values("entrant")
    tables = Table.objects.filter(round__tournament=tournament, seats__entrant__in=playing)
    in_play = tables.exclude(state__in=(TableState.COUNTED, TableState.SIGNED))
    found = GameRecord.objects.filter(Q(table__in=in_play) | Q(archived_from__in=in_play))
    return list(found.select_related("table", "archived_from"))


def _records(tournament: Tournament):
    rows = GameRecord.objects.filter(table__round__tournament=tournament).select_related("table__round")
    return rows.order_by("table__round__number", "table__number")


def name_of(record: GameRecord) -> str:
    return f"turno-{record.table.round.number}-tavolo-{record.table.number}"


def _heads(tournament: Tournament, records: list[GameRecord]) -> bytes:
    """The head of each record, and that of the log: what an archive is anchored by, where somebody else writes it down."""
    last = tournament.log.filter(number__gte=1).order_by("-number").first()
    named = [(name_of(record), record.seq, record.head) for record in records]
    named += [(LOG, last.number, last.head)] if last else []
    return "".join(f"{name} {number} {head}\n" for name, number, head in named).encode()


def _lines(record: GameRecord) -> bytes:
    return chain.as_file(record.header, record.entries.order_by("seq").values_list("line", flat=True))


def _boards(records: list[GameRecord]) -> dict[str, bytes]:
    found = dict[str, bytes]()
    for one in records:
        own, digest = game(one.game).replaceable, read_header(one.header.encode()).board
        if own and (text := own.brought(digest)):
            found[f"{BOARDS}{one.game}/{digest}.csv"] = text.encode()
    return found


def boards_in(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """Game and text of each board of an archive that stands; what does not is as good as missing."""
    for name in sorted(name for name in files if name.startswith(BOARDS)):
        played, text = name.split("/")[1], files[name].decode("utf-8", "replace")
        own = games()[played].replaceable if played in games() else None
        if own and not own.faults(text, name):
            yield played, text


def _roster(tournament: Tournament) -> bytes:
    """In Italian whatever the reader's language: archives of one state are the same bytes."""
    head = ("numero", *(field.label for field in TEXT_FIELDS))
    fields = ("number", *(field.key for field in TEXT_FIELDS))
    return b"".join(csv_lines(head, tournament.entrants.order_by("number").values_list(*fields)))


def _sheets(tournament: Tournament) -> dict[str, bytes]:
    now = timezone.localtime()
    sheets = {"sheets/classifica.pdf": exports.standings_pdf(standings_sheet(tournament, made_at=now, explained=()))}
    for round_ in tournament.rounds.visible():
        round_.tournament = tournament
        sheets[f"sheets/referti-{round_.number}.pdf"] = exports.score_sheets_pdf(score_sheets_of(round_, made_at=now))
    return sheets


UNUSABLE = (DatabaseError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""What rows lead to that somebody made up: a list where a number is due is seen only where the standings are computed from it."""


def restore(data: bytes, *, by=None) -> Tournament:
    """Restore the event on this site for `by`, with byte-identical standings. Raises BadArchive and then changes nothing."""
    files = open_parcel(data)
    rows = _rows(files)
    try:
        with transaction.atomic():
            _refuse_existing(rows)
            for played, text in boards_in(files):
                boards.store(played, text)
            tournament = insert_rows(rows)
            roster.distinguish(tournament)
            if report_text(event_report(tournament)) != files.get(REPORT):
                raise BadArchive(_("La classifica dell'archivio non è quella che danno le sue righe"))
            _refuse_other_records(tournament, files)
            if fault := next(iter(faults_of_rows(tournament)), None):
                raise BadArchive(fault)
            if by is not None:
                staff.grant(tournament, user=by, role=Role.ORGANIZER, by=by)
                log(tournament, RESTORE, by=by, subject=tournament.name)
    except UNUSABLE as fault:
        if isinstance(fault, BadArchive):
            raise
        raise BadArchive(_("Le righe dell'archivio si contraddicono: %s") % fault) from None
    return tournament


def _refuse_other_records(tournament: Tournament, files: dict[str, bytes]) -> None:
    """Compares the records of the rows with the files, line by line, and verifies the chains of archived records."""
    for record in _records(tournament):
        name = name_of(record)
        differs = chain.first_difference(_lines(record), files.get(f"{RECORDS}{name}.jsonl", b""))
        if differs is not None:
            where = {"name": name, "line": differs}
            raise BadArchive(_("%(name)s, riga %(line)d: le righe dell'archivio dicono altro") % where)
        _refuse_broken(record, name)
    for record in GameRecord.objects.filter(archived_from__round__tournament=tournament).select_related(
        "archived_from__round"
    ):
        _refuse_broken(record, _("messo da parte, %(round)s, tavolo %(table)d") % {
            "round": record.archived_from.round.name, "table": record.archived_from.number,
        })  # fmt: skip


def _refuse_broken(record: GameRecord, name: str) -> None:
    header, *lines = chain.cut(_lines(record))
    broken = chain.first_break(header, lines)
    if broken is not None:
        raise BadArchive(_("%(name)s, riga %(line)d: la catena si spezza qui") % {"name": name, "line": broken})
    numbers = list(record.entries.order_by("seq").values_list("seq", flat=True))
    if numbers != list(range(1, record.seq + 1)) or record.head != chain.head_of(header, lines):
        raise BadArchive(_("%s: il verbale non finisce dove dicono le righe dell'archivio") % name)


def _rows(files: dict[str, bytes]) -> dict:
    try:
        rows = json.loads(files[ROWS])
    except (KeyError, ValueError, RecursionError):
        raise BadArchive(_("Nell'archivio manca %s, o non si legge") % ROWS) from None
    if not isinstance(rows, dict):
        raise BadArchive(_("Nell'archivio manca %s, o non si legge") % ROWS)
    return rows


def _refuse_existing(rows: dict) -> None:
    slugs = _texts(rows, "tournament.Tournament", "slug")
    ids = _texts(rows, "tournament.Entrant", "public_id")
    if Tournament.objects.filter(slug__in=slugs).exists():
        raise BadArchive(_("Questo torneo è già su questo sito"))
    if Entrant.objects.filter(public_id__in=ids[:500]).exists():
        raise BadArchive(_("Alcuni iscritti dell'archivio sono già su questo sito, in un altro torneo"))


def _texts(rows: dict, model: str, name: str) -> list[str]:
    found = rows.get(model)
    return [str(row.get(name)) for row in found if isinstance(row, dict)] if isinstance(found, list) else []
