"""An archive checked offline: digests, every record told again, chain heads, and the standings from the rows."""

import json
from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.kernel.breaches import Unreadable
from games.kernel.record import Record, read_header, retrace
from games.registry import UnknownGame, game
from referee.archive.event import HEADS, RECORDS, REPORT, ROWS
from referee.archive.parcel import open_parcel


def faults_of(data: bytes) -> Iterator[str]:
    """Each fault in words. The standings are the caller's to check, who has a database to put the rows into. Raises BadArchive."""
    files = open_parcel(data)
    heads = _heads(files.get(HEADS, b""))
    named = {name.removeprefix(RECORDS).removesuffix(".jsonl"): name for name in files if name.startswith(RECORDS)}
    yield from (_("%s: il verbale manca") % name for name in heads.keys() - named.keys())
    for name, path in sorted(named.items()):
        yield from _faults_of_record(name, files[path], heads.get(name))
    if REPORT not in files or ROWS not in files:
        yield _("mancano le righe o il rapporto del torneo")
    else:
        yield from _unanchored(files, set(heads.values()))


def _heads(data: bytes) -> dict[str, tuple[int, str]]:
    found = {}
    for line in data.decode("utf-8", "replace").splitlines():
        name, seq, head = [*line.split(), "", "", ""][:3]
        found[name] = (int(seq) if seq.isdecimal() else -1, head)
    return found


def _faults_of_record(name: str, data: bytes, anchor: tuple[int, str] | None) -> Iterator[str]:
    header, *lines = data.splitlines() or [b""]
    try:
        read = read_header(header)
        record = Record(game(read.game), read)
    except (Unreadable, UnknownGame) as fault:
        yield _("%(name)s: il verbale non si apre: %(fault)s") % {"name": name, "fault": fault}
        return
    record.adopt_header_line(header)
    for line in retrace(record, lines):
        if line.refusal is not None:
            reasons = "; ".join(str(getattr(reason, "it", reason)) for reason in line.refusal.reasons)
            yield _("%(name)s, riga %(line)d: %(why)s") % {"name": name, "line": line.number, "why": reasons}
    if anchor != (record.seq, record.head):
        yield _("%s: la catena non è quella dell'elenco") % name


def _unanchored(files: dict[str, bytes], anchors: set[tuple[int, str]]) -> Iterator[str]:
    """A result that names a head names one that a record once had; after a correction that is not the last one."""
    known = {head for _seq, head in anchors}
    for name in (name for name in files if name.startswith(RECORDS)):
        known |= {_head_of(line) for line in files[name].splitlines()}
    rows = json.loads(files[ROWS])
    for row in rows.get("tournament.Result", []):
        if row.get("head") and row["head"] not in known:
            yield _("un risultato porta una catena che nessun verbale ha: %s") % row["head"]


def _head_of(line: bytes) -> str:
    try:
        return json.loads(line).get("head", "")
    except (ValueError, AttributeError, RecursionError):
        return ""
