"""Reading a record that somebody else wrote: chain, shape, every rule and every digest, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain, count, islice
from typing import Any

import msgspec
from msgspec import Struct

from games.kernel.breaches import IMPOSSIBLE, UNREADABLE, Breach, Unreadable
from games.kernel.lines import BEFORE_MARK, NO_JSON, encoder, line_decoder, split_head
from games.kernel.record import Record
from games.kernel.strict import (
    check_direction,
    check_length,
    check_one_line,
    check_unambiguous,
    is_canonical,
    may_turn,
    parser_words,
)
from games.kernel.words import Words

BLOCK = 256
"""How many lines of a file are looked at together."""
CHAIN_BREAKS = Words(
    "la catena si spezza qui: questa riga è stata cambiata", "the chain breaks here: this line was changed"
)
NO_HEAD = Words(
    "head: 64 cifre esadecimali minuscole, ultimo membro della riga",
    "head: 64 lower-case hexadecimal digits, the last member of the line",
)
NO_DIGEST = Words(
    "digest: è vuoto: dove non serve non si scrive", "digest: it is empty: where none is due it is left out"
)
NO_SUCH_STATE = Words("il riassunto dello stato non torna", "the digest does not fit the state")
NO_END = Words(
    "digest: sta solo dove finisce un turno o la partita", "digest: it stands only where a turn or the game ends"
)
BLANK = Words("riga vuota: ogni riga è una voce", "blank line: each line is an entry")
BROKEN = Words("riga illeggibile: {why}", "unreadable line: {why}")
NOTHING = sha256()
"""The hash of nothing, copied for each line of a file: OpenSSL takes longer to look the algorithm up by its name."""


class Line(Struct, frozen=True, gc=False):
    """What one line of a file did when it was read: `refusal` is None when it stands."""

    number: int
    refusal: Refusal | None


class Refusal(Struct, frozen=True):
    """Why a line does not stand. `head`: where the chain breaks first, the head up to which it holds."""

    kind: str
    article: str | None
    breaches: tuple[Breach, ...]
    head: str = ""

    @property
    def reasons(self) -> tuple[Any, ...]:
        return tuple(breach.reason for breach in self.breaches)


def verify_lines(record: Record, lines: Iterable[bytes], at_once: int = BLOCK) -> Iterator[Line]:
    """Tell the lines of a file to `record`, checking each. A refused line changes nothing, and the next one is read.

    So many lines are taken `at_once`, and told to `record` before the first of them is given back: one, where a line depends on what became
    of the one before it.
    """
    return chain.from_iterable(_verified(record, lines, at_once))


def _verified(record: Record, lines: Iterable[bytes], at_once: int) -> Iterator[Iterable[Line]]:
    """Block by block, so that nothing of Python's own runs between the lines of one."""
    reader, source, first = _Reader(record), iter(lines), 2
    while block := [*islice(source, at_once)]:
        yield map(Line, count(first), reader.refusals(block))
        first += len(block)


class _Reader:
    """Reads lines that somebody else wrote: nothing in them is trusted, and each failure is named once.

    What a line says by itself, its chain and its shape, is looked at for a whole block before the rules are asked, and digests are compared
    after them: short loops stay in the processor's cache where one long loop does not.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.decode = line_decoder(record.game.act_types).decode
        self.is_chained: bool | None = None
        self.is_broken = False
        self.last_read = 0
        """The number of the last line that was read as one."""
        self.elsewhere = 0
        """With which number the reading goes on, should the next line have it: the line before had another than was due."""

    def refusals(self, block: list[bytes]) -> Iterable[Refusal | None]:
        """What becomes of each line. A blank one is no entry: it takes no number, and the chain goes on behind it."""
        if not any(map(bytes.strip, block)):
            return [BLANK_LINE] * len(block)
        entries = self._decoded(block)
        texts = block if entries else [*filter(bytes.strip, block)]
        heads, entries = self.read(texts, entries)
        if self.record.has_one_form and may_turn(b"".join(texts)):
            entries = [*map(self._on_one_line, entries)]
        found = self.check(heads, entries)
        if len(texts) == len(block):
            return found
        rest = iter(found)
        return [next(rest) if line.strip() else BLANK_LINE for line in block]

    def read(self, lines: list[bytes], entries: list[Any]) -> tuple[list[str], list[Any]]:
        """The head after each line, and its entry: a `Refusal` where the chain breaks or the line is none.

        `entries` are those of lines that are all canonical; empty where they are to be looked at one by one.
        """
        if entries and (heads := self._sound_heads(lines, entries)):
            return heads, entries
        first = self.record.head
        heads, broken = self._heads(lines)
        entries = entries or [self._entry(line) for line in lines]
        for place, (entry, line) in enumerate(zip(entries, lines, strict=True)):
            if type(entry) is not Refusal and entry.head != split_head(line)[1]:
                entries[place] = NO_HEAD_THERE
        for place in broken:
            holds = "" if self.is_broken or not self.is_chained else (first, *heads)[place]
            has_form = _is_head(split_head(lines[place])[1]) and entries[place] != NO_HEAD_THERE
            entries[place] = msgspec.structs.replace(CHAIN_BROKEN if has_form else NO_HEAD_THERE, head=holds)
            self.is_broken = True
        return heads, entries

    def _sound_heads(self, lines: list[bytes], entries: list[Any]) -> list[str]:
        """The heads that canonical lines claim, where the chain bears out every one of them; else nothing."""
        claimed = [entry.head for entry in entries]
        if self.is_chained is False or not claimed[0]:
            return []
        due, copy = list[str](), NOTHING.copy
        for before, line in zip((self.record.head, *claimed), lines, strict=False):
            link = copy()
            link.update(before.encode() + line[BEFORE_MARK] + b"}")
            due.append(link.hexdigest())
        if due != claimed:
            return []
        self.is_chained = True
        return claimed

    def _heads(self, lines: list[bytes]) -> tuple[list[str], list[int]]:
        """The head after each line, and at which places the chain breaks.

        A file is chained on every line or on none. Where the chain breaks, the reading goes on from what the line says.
        """
        before, heads, broken = self.record.head.encode(), list[str](), list[int]()
        for line in lines:
            body, claimed = split_head(line)
            due = sha256(before + body).hexdigest()
            if self.is_chained is None:
                self.is_chained = bool(claimed)
            if claimed != due if self.is_chained else claimed:
                broken.append(len(heads))
            head = claimed or due
            before = head.encode()
            heads.append(head)
        return heads, broken

    def _decoded(self, lines: list[bytes]) -> list[Any]:
        """Each line as an `Entry` whose act is decoded, where this program would have written all of them so; else nothing."""
        try:
            entries = [*map(self.decode, lines)]
        except NO_JSON:
            return []
        return entries if is_canonical(encoder, lines, entries) else []

    def _entry(self, line: bytes) -> Any:
        """A line by itself: an `Entry`, or the `Refusal` of what is none."""
        try:
            check_length(line)
            entry = self.decode(line)
            if not is_canonical(encoder, [line], [entry]):
                members = check_unambiguous(line)
                if not entry.head and "head" in members:
                    return _unreadable(NO_HEAD)
                if not entry.digest and "digest" in members and self.record.has_seen_notes:
                    return _unreadable(NO_DIGEST)
        except NO_JSON as error:
            return _unreadable(BROKEN.fill({"why": parser_words(error, line)}))
        except Unreadable as error:
            return _unreadable(BROKEN.fill({"why": error.reason}))
        return entry

    def _on_one_line(self, entry: Any) -> Any:
        """The entry, or the `Refusal` of one whose reason turns round what follows it, or ends its line. A note's text is asked about with
        the note.
        """
        if type(entry) is not Refusal:
            try:
                check_direction(entry.why)
                if self.record.has_one_line:
                    check_one_line(entry.why)
            except Unreadable as error:
                return _unreadable(error.reason)
        return entry

    def check(self, heads: list[str], entries: list[Any]) -> list[Refusal | None]:
        """Let each entry stand that breaks no rule; one whose digest does not fit stands as well, and is named."""
        record, ends, refusals = self.record, list[tuple[int, Any, str]](), list[Refusal | None]()
        are_readable = Refusal not in {*map(type, entries)}
        while (at := len(refusals)) < len(entries):
            if many := record.follow(entries[at:] if are_readable else _readable(entries, at), at, ends):
                record.head = heads[at + many - 1]
                self.last_read, self.elsewhere = record.seq, 0
                refusals += [None] * many
            else:
                refusals.append(self._check_one(heads[at], entries[at], at, ends))
        for place, state, digest in ends:
            if record.digest_of(state) != digest:
                refusals[place] = _unreadable(NO_SUCH_STATE if digest else NO_END)
        return refusals

    def _check_one(self, head: str, entry: Any, place: int, ends: list[tuple[int, Any, str]]) -> Refusal | None:
        """As `check`, for an entry that is not plainly in order, and what is wrong with it."""
        record = self.record
        record.head = head
        record.seq = due = record.seq + 1
        was = record.state
        if type(entry) is Refusal:
            self.elsewhere += bool(self.elsewhere)
            return entry
        try:
            self._number(entry.seq, due)
            found = record.admit(entry.by, entry.act, entry.why)
        except Unreadable as error:
            return _unreadable(error.reason)
        if entry.digest and not found:
            is_end = record.closes_turn(was) or not record.has_one_form
            ends.append((place, record.state, entry.digest if is_end else ""))
        return _refusal(found) if found else None

    def _number(self, seq: int, due: int) -> None:
        """A line with another number than is due is named; the reading goes on with the next one, which may follow the one or the other."""
        if seq != due and (seq != self.elsewhere or seq <= self.last_read):
            self.elsewhere = seq + 1
            raise Unreadable("seq {seq} dove tocca a {due}", "seq {seq} where {due} is due", seq=seq, due=due)
        self.record.seq = self.last_read = seq
        self.elsewhere = 0


def _is_head(claimed: str) -> bool:
    """Whether a line claims a head of the right form, or none."""
    return not set(claimed) - set("0123456789abcdef")


def _readable(entries: list[Any], start: int) -> list[Any]:
    """The entries from a place on, up to the first line that is none."""
    types = [*map(type, entries[start:]), Refusal]
    return entries[start : start + types.index(Refusal)]


def _unreadable(reason: Words) -> Refusal:
    return Refusal(UNREADABLE, None, (Breach("", reason, {}, UNREADABLE, False),))


NO_HEAD_THERE, CHAIN_BROKEN = _unreadable(NO_HEAD), _unreadable(CHAIN_BREAKS)
BLANK_LINE = _unreadable(BLANK)
"""The same for every blank line, of which a file may have millions."""


def _refusal(found: tuple[Breach, ...]) -> Refusal:
    kind = IMPOSSIBLE if any(breach.kind == IMPOSSIBLE for breach in found) else found[0].kind
    return Refusal(kind, next((breach.article for breach in found if breach.article), None), found)
