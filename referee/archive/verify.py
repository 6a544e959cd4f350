"""Verifies an archive offline: digests, a replay of every record, chain heads, and the standings from the rows."""

import json
from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.kernel import boards
from games.kernel.breaches import Unreadable
from games.kernel.lines import read_header
from games.kernel.record import Record
from games.kernel.verify import verify_lines
from games.registry import UnknownGame, game
from referee.archive import chain
from referee.archive.event import HEADS, LOG, RECORDS, REPORT, ROWS, boards_in
from referee.archive.parcel import open_parcel


def faults_of(data: bytes) -> Iterator[str]:
    """Each fault in words. The caller, who has a database for the rows, checks the standings. Raises BadArchive."""
    files = open_parcel(data)
    heads = _heads(files.get(HEADS, b""))
    log_anchor = heads.pop(LOG, None)
    named = {name.removeprefix(RECORDS).removesuffix(".jsonl"): name for name in files if name.startswith(RECORDS)}
    yield from (_("%s: il verbale manca") % name for name in heads.keys() - named.keys())
    lent = [text for _played, text in boards_in(files)]
    for name, path in sorted(named.items()):
        with boards.lent(lent):
            found = list(_faults_of_record(name, files[path], heads.get(name)))
        yield from found
    if REPORT not in files or ROWS not in files:
        yield _("mancano le righe o il rapporto del torneo")
    else:
        yield from _unanchored(files, set(heads.values()))
        yield from _unanchored_log(files, log_anchor)


def _heads(data: bytes) -> dict[str, tuple[int, str]]:
    found = {}
    for line in data.decode("utf-8", "replace").splitlines():
        name, seq, head = [*line.split(), "", "", ""][:3]
        found[name] = (int(seq) if seq.isdecimal() else -1, head)
    return found


def _faults_of_record(name: str, data: bytes, anchor: tuple[int, str] | None) -> Iterator[str]:
    """The first break of the chain, then every line that the game refuses, and a record that is too short."""
    header, *lines = chain.cut(data) or [b""]
    broken = chain.first_break(header, lines)
    if broken is not None:
        yield _broken(name, broken)
    yield from _refused_lines(name, header, lines, broken=broken)
    if anchor is None or broken is not None:
        return
    if len(lines) < anchor[0]:
        lost = {"name": name, "line": len(lines) + 2, "last": anchor[0] + 1}
        yield _("%(name)s, riga %(line)d: manca; l'elenco arriva alla riga %(last)d") % lost
    elif anchor != (len(lines), chain.head_of(header, lines)):
        yield _("%s: la catena non è quella dell'elenco") % name


def _broken(name: str, line: int) -> str:
    if line == chain.HEADER + 1:
        return _("%s, riga 2: la catena si spezza qui: questa riga o l'intestazione è stata cambiata") % name
    return _("%(name)s, riga %(line)d: la catena si spezza qui: questa riga è stata cambiata") % {
        "name": name,
        "line": line,
    }


def _refused_lines(name: str, header: bytes, lines: list[bytes], *, broken: int | None) -> Iterator[str]:
    """The game's refusals of each line, except the line at which the chain is `broken`."""
    try:
        read = read_header(header)
        record = Record(game(read.game), read)
    except (Unreadable, UnknownGame) as fault:
        yield _("%(name)s: il verbale non si apre: %(fault)s") % {"name": name, "fault": fault}
        return
    record.adopt_header_line(header)
    for line in verify_lines(record, lines):
        if line.refusal is not None and line.number != broken:
            reasons = "; ".join(str(getattr(reason, "it", reason)) for reason in line.refusal.reasons)
            yield _("%(name)s, riga %(line)d: %(why)s") % {"name": name, "line": line.number, "why": reasons}


def _unanchored(files: dict[str, bytes], anchors: set[tuple[int, str]]) -> Iterator[str]:
    """The head of a result must be one of its record's; after a correction it is not the last one."""
    heads = {head for _seq, head in anchors}
    for name in (name for name in files if name.startswith(RECORDS)):
        heads |= {_head_of(line) for line in files[name].splitlines()}
    rows = json.loads(files[ROWS])
    for row in rows.get("tournament.Result", []):
        if row.get("head") and row["head"] not in heads:
            yield _("un risultato porta una catena che nessun verbale ha: %s") % row["head"]


def _unanchored_log(files: dict[str, bytes], anchor: tuple[int, str] | None) -> Iterator[str]:
    """The chain itself is checked with the rows (cross_check.py); here that it ends where the list of heads says."""
    try:
        lines = [row for row in json.loads(files[ROWS]).get("tournament.LogEvent", []) if row.get("number")]
        last = max(lines, key=lambda row: row["number"], default={})
        found = (last.get("number"), last.get("head"))
    except (ValueError, TypeError, AttributeError):
        found = (None, None)
    if anchor is None or found != anchor:
        yield _("il registro non finisce dove dice l'elenco delle catene")


def _head_of(line: bytes) -> str:
    try:
        return json.loads(line).get("head", "")
    except (ValueError, AttributeError, RecursionError):
        return ""
