"""The record of one game: a header, then one act a line, inputs only, with a SHA-256 chain through it.

`Record.play` is the public door, which checks; `retell` is the trusted door for replay. Undo, rulings and notes are appended, never
erased. The state is kept at each turn's end, so that an undo replays one turn at most. `docs/notation.md` describes the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from hashlib import sha256
from itertools import islice
from operator import or_
from typing import Any

import msgspec
from msgspec import Struct

from games.kernel.acts import CLOCK, JUDGE, Act, By, Note, PreAlarm, Ruling, TimeNotUp, TimeUp, Undo
from games.kernel.breaches import IMPOSSIBLE, UNREADABLE, Breach, Refused, Unreadable, impossible
from games.kernel.choices import Ask, Partial
from games.kernel.game import Game, breaches, in_book_order
from games.kernel.score import Sheet
from games.kernel.vault import Vault
from games.kernel.words import Words

NOTATION = 1
OF_THE_CLOCK = frozenset((TimeUp, TimeNotUp, PreAlarm))
_HEAD_MARK = b',"head":"'
_HEAD_LENGTH = len(_HEAD_MARK) + 64 + 2
_BEFORE_MARK, _MARK, _HEAD = slice(-_HEAD_LENGTH), slice(-_HEAD_LENGTH, -66), slice(-66, -2)
"""Where, in a line with a head, the three parts of it stand."""
NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
BLOCK = 64
"""How many lines of a file are looked at together."""
CHAIN_BREAKS = Words(
    "la catena si spezza qui: questa riga è stata cambiata", "the chain breaks here: this line was changed"
)


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The first line of a record.

    `seats` are opaque ids in physical order, clockwise; `judge` is the seat at the judge's right hand; `options` are the readings and
    numbers that differ from the edition's. Names of persons never stand here.
    """

    notation: int
    game: str
    edition: str
    revision: int
    board: str
    seats: tuple[str, ...]
    judge: int = 0
    direction: str = "clockwise"
    options: Mapping[str, str | int] = {}
    sealed: Mapping[str, tuple[str, ...]] = {}
    id: str = ""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line. `why`: the reason for an undo, a ruling or dice thrown anew; `digest` stands where a turn ends; `head` is the chain."""

    seq: int
    by: By
    act: msgspec.Raw
    why: str = ""
    digest: str = ""
    head: str = ""


class Standing(Struct, frozen=True, gc=False):
    """An entry that has not been taken back."""

    seq: int
    by: By
    act: Act


class Known(Struct, frozen=True):
    """Something that was revealed by an entry later taken back: what was seen stays seen."""

    seq: int
    by: By
    act: msgspec.Raw


class Kept(Struct, frozen=True, gc=False):
    """The state at a turn's end, and how many standing entries lead to it."""

    standing: int
    state: Any


class Line(Struct, frozen=True, gc=False):
    """What one line of a file did when it was read: `refusal` is None when it stands."""

    number: int
    refusal: Refusal | None


class Refusal(Struct, frozen=True):
    kind: str
    article: str | None
    breaches: tuple[Breach, ...]

    @property
    def reasons(self) -> tuple[Any, ...]:
        return tuple(breach.reason for breach in self.breaches)


@lru_cache(maxsize=32)
def _decoder(acts: tuple[type[Act], ...]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(reduce(or_, acts))


def line_type(acts: tuple[type[Act], ...]) -> type[Struct]:
    """An `Entry` whose act is decoded: the shape of a line of one game."""
    fields: list[Any] = [
        ("seq", int),
        ("by", By),
        ("act", reduce(or_, acts)),
        ("why", str, ""),
        ("digest", str, ""),
        ("head", str, ""),
    ]
    return msgspec.defstruct("Line", fields, frozen=True, forbid_unknown_fields=True, gc=False)


@lru_cache(maxsize=32)
def _line_decoder(acts: tuple[type[Act], ...]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(line_type(acts))


_encoder = msgspec.json.Encoder()


def read_act(game: Game, raw: bytes | msgspec.Raw | Mapping[str, Any]) -> Act:
    """An act from JSON bytes or from a partial that is whole. Raises `Unreadable`."""
    data = _encoder.encode(raw) if isinstance(raw, Mapping) else bytes(raw)
    try:
        act: Act = _decoder(game.act_types).decode(data)
    except NO_JSON as error:
        raise Unreadable(
            "non è un atto di questo gioco: {why}", "not an act of this game: {why}", why=str(error)
        ) from error
    return act


def header_for(game: Game, seats: Iterable[str], *, edition: str = "", **more: Any) -> Header:
    """A header of the current revision for these seats, in physical clockwise order."""
    return Header(
        notation=NOTATION,
        game=game.slug,
        edition=edition or game.editions[0].slug,
        revision=game.revision,
        board=game.board(),
        seats=tuple(seats),
        direction=game.direction,
        **more,
    )


def check_header(game: Game, header: Header) -> None:
    """Raises `Unreadable` naming the field that does not fit this game."""
    seats = len(header.seats)
    if header.notation != NOTATION:
        raise Unreadable("notazione {n} non conosciuta", "notation {n} is not known", n=header.notation)
    if game.edition(header.edition) is None:
        raise Unreadable("edizione sconosciuta: {edition}", "unknown edition: {edition}", edition=header.edition)
    if not 1 <= header.revision <= game.revision:
        raise Unreadable("revisione sconosciuta: {n}", "unknown revision: {n}", n=header.revision)
    if not game.has_board(header.board):
        raise Unreadable("la plancia non è quella di questo gioco", "the board is not the one of this game")
    if header.direction != game.direction:
        raise Unreadable("direction: qui si gioca {way}", "direction: this game is played {way}", way=game.direction)
    if seats not in game.seats or len(set(header.seats)) != seats:
        allowed = ", ".join(map(str, game.seats))
        raise Unreadable(
            "seats: {n} posti, ammessi {allowed}", "seats: {n} seats, allowed {allowed}", n=seats, allowed=allowed
        )
    if not 0 <= header.judge < seats:
        raise Unreadable("judge: {n} non è un posto", "judge: {n} is not a seat", n=header.judge)
    for kind, sealed in header.sealed.items():
        _check_sealed(game, seats, kind, sealed)


def _check_sealed(game: Game, seats: int, kind: str, sealed: tuple[str, ...]) -> None:
    if kind not in game.secret_kinds or len(sealed) % seats:
        raise Unreadable("sealed: {kind} non vale per questo gioco", "sealed: {kind} does not fit this game", kind=kind)
    if any(len(one) != 64 or set(one) - set("0123456789abcdef") for one in sealed):
        raise Unreadable("sealed: un impegno è un SHA-256 esadecimale", "sealed: a commitment is a hex SHA-256")


class Record:
    """One game as it is told: header, entries, the state that they lead to.

    A record that was resumed from a snapshot (see `resume`) does not reach its start: an undo behind it raises `OutOfReach`.
    """

    def __init__(self, game: Game, header: Header) -> None:
        check_header(game, header)
        self.game = game
        self.header = header
        self.rules = game.rules(header)
        self.state: Any = game.start(self.rules)
        self.seq = 0
        self.header_line = _encoder.encode(header)
        self.head = sha256(self.header_line).hexdigest()
        self.standing: list[Standing] = []
        self.kept: list[Kept] = [Kept(0, self.state)]
        self.known: list[Known] = []
        self.undone: list[Standing] = []
        self.reaches_start = True
        self._rule_of = game.acts
        self._speakers = frozenset((*range(len(header.seats)), JUDGE, CLOCK))

    def adopt_header_line(self, line: bytes) -> None:
        """Start the chain from a header as it stands in a file, whatever its spacing."""
        self.header_line = line
        self.head = sha256(line).hexdigest()

    # -- telling ---------------------------------------------------------------------------------------------------------------------

    def play(self, by: By, act: Act, *, why: str = "") -> bytes:
        """Check the act, let it stand, and give its line for the record. Raises `Refused` or `Unreadable`, and then changes nothing."""
        found = self.breaches(by, act, why=why)
        if found:
            raise Refused(found)
        return self.retell(by, act, why=why)

    def retell(self, by: By, act: Act, *, why: str = "") -> bytes:
        """Let the act stand without checking it, and give its line. For acts that were checked when they were told."""
        was = self.state
        self.seq += 1
        self.take(by, act)
        entry = Entry(
            self.seq, by, msgspec.Raw(_encoder.encode(act)), why, self.digest() if self._closes_turn(was) else ""
        )
        body = _encoder.encode(entry)
        self.head = self.link(body)
        return body[:-1] + _HEAD_MARK + self.head.encode() + b'"}'

    def rule(self, by: By, act: Act, *, why: str = "") -> bytes:
        """Register an act that breaks waivable articles as it happened, by a ruling that names them all."""
        found = breaches(self.game, self.rules, self.state, by, act)
        waives = tuple(dict.fromkeys(breach.article for breach in found))
        return self.play(JUDGE, Ruling(waives, by, msgspec.Raw(_encoder.encode(act))), why=why)

    def undo(self, *, why: str = "") -> bytes:
        """Take back the last act of the table that stands. Raises `Refused` when there is none."""
        last = self.last_undoable
        return self.play(JUDGE, Undo(last.seq if last else 0), why=why)

    # -- asking ----------------------------------------------------------------------------------------------------------------------

    def breaches(self, by: By, act: Act, why: str = "") -> tuple[Breach, ...]:
        """Every rule that the act would break now; empty when it may stand. Raises `Unreadable`."""
        rule = self._rule_of.get(type(act))
        if rule is None:  # no act of the game: one about the record
            return tuple(self._breaches_of_the_record(by, act))
        if by not in self._speakers:
            raise Unreadable("posto sconosciuto: {seat}", "unknown seat: {seat}", seat=by)
        if found := [*rule.breaches(self.rules, self.state, by, act)]:
            return in_book_order(self.game, tuple(found))
        return tuple(self._other_dice(by, act, why)) if self.undone else ()

    def _breaches_of_the_record(self, by: By, act: Act) -> Iterator[Breach]:
        if isinstance(act, Undo):
            return self._undo_breaches(by, act)
        if isinstance(act, Ruling):
            return self._ruling_breaches(by, act)
        assert isinstance(act, Note)
        return self._note_breaches(by, act)

    def choices(self, partial: Partial) -> Ask:
        """The next question; dice that an undo took back are offered again."""
        ask = self.game.choices(self.rules, self.state, partial)
        if ask.kind == "dice" and self.undone and _tag(self.undone[-1].act) == ask.partial.get("type"):
            return msgspec.structs.replace(ask, offer=tuple(getattr(self.undone[-1].act, ask.field)))
        return ask

    def view(self, viewer: int | str, vault: Vault | None = None) -> Struct:
        """What `public`, `judge` or a seat may see, with what an undone entry had shown."""
        seen = self.game.view(self.rules, self.state, viewer, vault)
        return msgspec.structs.replace(seen, known=tuple(self.known)) if self.known else seen

    def score(self, vault: Vault | None = None) -> Sheet:
        return self.game.score(self.rules, self.state, vault)

    def digest(self) -> str:
        """SHA-256 of the public view: what anybody at the table may see, and nothing else."""
        return sha256(_encoder.encode(self.game.view(self.rules, self.state, "public", None))).hexdigest()

    @property
    def ended_by(self) -> str | None:
        return self.state.ended or None

    @property
    def last_undoable(self) -> Standing | None:
        return next((one for one in reversed(self.standing) if not _is_transparent(one)), None)

    # -- inside ----------------------------------------------------------------------------------------------------------------------

    def take(self, by: By, act: Act) -> None:
        """Let a checked act take effect, without making a line of it."""
        rule = self._rule_of.get(type(act))
        if rule is not None:
            self._stand(Standing(self.seq, by, act), rule.apply(self.rules, self.state, by, act))
        elif type(act) is Undo:
            self._take_back(act.of)
        elif type(act) is Ruling:
            self._stand_again(Standing(self.seq, by, act))

    def _stand_again(self, one: Standing) -> None:
        by, act = self._as_it_happened(one)
        self._stand(one, self._rule_of[type(act)].apply(self.rules, self.state, by, act))

    def _stand(self, one: Standing, state: Any) -> None:
        """The entry stands and leads to this state."""
        turn, self.state = self.state.turn, state
        self.standing.append(one)
        if self.undone and not _is_transparent(one):
            self.undone = self.undone[:-1] if type(self.undone[-1].act) is type(one.act) else []
        if state.turn != turn:
            self.kept.append(Kept(len(self.standing), state))

    def _as_it_happened(self, one: Standing) -> tuple[By, Act]:
        """Who did what: for a ruling, the act that it registers."""
        if isinstance(one.act, Ruling):
            return one.act.by, read_act(self.game, one.act.act)
        return one.by, one.act

    def _take_back(self, seq: int) -> None:
        position = next(
            (index for index in range(len(self.standing) - 1, -1, -1) if self.standing[index].seq == seq), -1
        )
        if position < 0:
            raise OutOfReach(seq)
        gone, later = self.standing[position], self.standing[position + 1 :]
        undone = self.undone
        while self.kept[-1].standing > position:
            self.kept.pop()
        replay = self.standing[self.kept[-1].standing : position] + later
        self.standing = self.standing[: self.kept[-1].standing]
        self.state = self.kept[-1].state
        for one in replay:
            self._stand_again(one)
        self.undone = [*undone, gone]
        by, act = self._as_it_happened(gone)
        if _tag(act) in self.game.reveals:
            self.known.append(Known(gone.seq, by, msgspec.Raw(_encoder.encode(act))))

    def _closes_turn(self, was: Any) -> bool:
        return bool(self.state.turn != was.turn or self.state.ended != was.ended)

    def link(self, body: bytes) -> str:
        """The head of the chain after a line whose text, without its head, is `body`."""
        return sha256(self.head.encode() + body).hexdigest()

    def _is_dice(self, act: Act) -> bool:
        return _tag(act) in self.game.dice_acts

    def _undo_breaches(self, by: By, act: Undo) -> Iterator[Breach]:
        last = self.last_undoable
        if last is None and not self.reaches_start:
            raise OutOfReach(act.of)
        if by != JUDGE:
            yield impossible("solo il giudice annulla", "only the judge takes an entry back")
        if last is None:
            yield impossible("non c'è nulla da annullare", "there is nothing to take back")
        elif act.of != last.seq:
            yield impossible(
                "si annulla prima la riga {last}, non la {of}",
                "line {last} is to be taken back first, not {of}",
                last=last.seq,
                of=act.of,
            )

    def _ruling_breaches(self, by: By, act: Ruling) -> Iterator[Breach]:
        if by != JUDGE:
            yield impossible("solo il giudice registra un'infrazione", "only the judge registers an infraction")
            return
        inner = read_act(self.game, act.act)
        if isinstance(inner, (Undo, Ruling, Note)):
            raise Unreadable("una decisione riguarda un atto del tavolo", "a ruling is about an act of the table")
        if act.by not in self._speakers:
            raise Unreadable("posto sconosciuto: {seat}", "unknown seat: {seat}", seat=act.by)
        found = breaches(self.game, self.rules, self.state, act.by, inner)
        broken = {breach.article for breach in found if breach.may_be_registered}
        yield from (one for one in found if not one.may_be_registered or one.article not in act.waives)
        for article in act.waives:
            if article not in broken:
                yield impossible(
                    "l'atto non viola l'art. {article}", "the act does not break art. {article}", article=article
                )

    def _note_breaches(self, by: By, act: Note) -> Iterator[Breach]:
        if by != JUDGE:
            yield impossible("solo il giudice annota", "only the judge takes a note")
        if act.article and act.article not in self.game.rulebook:
            raise Unreadable("articolo sconosciuto: {article}", "unknown article: {article}", article=act.article)
        if not -1 <= act.seat < len(self.header.seats):
            raise Unreadable("posto sconosciuto: {seat}", "unknown seat: {seat}", seat=act.seat)

    def _other_dice(self, by: By, act: Act, why: str) -> Iterator[Breach]:
        """Dice that were taken back were seen: other dice in their place need a reason."""
        if why or not self._is_dice(act):
            return
        gone = self.undone[-1]
        if type(gone.act) is type(act) and gone.by == by and gone.act != act:
            yield impossible(
                "alla riga {seq} i dadi erano altri: si dica perché",
                "line {seq} had other dice: say why they differ",
                seq=gone.seq,
            )


def _tag(act: Act) -> str:
    return str(type(act).__struct_config__.tag)


def _is_transparent(one: Standing) -> bool:
    """Clock acts are not taken back: time does not run backwards. A waived act is an act of the table like any other."""
    return type(one.act) in OF_THE_CLOCK or one.by == CLOCK


# -- files -----------------------------------------------------------------------------------------------------------------------------


def read_header(line: bytes) -> Header:
    """Raises `Unreadable` when the line is no header."""
    try:
        return msgspec.json.decode(line, type=Header)
    except NO_JSON as error:
        raise Unreadable(
            "la prima riga non è un'intestazione: {why}", "the first line is no header: {why}", why=str(error)
        ) from error


def retrace(record: Record, lines: Iterable[bytes], at_once: int = BLOCK) -> Iterator[Line]:
    """Tell the lines of a file to `record`, checking each. A refused line changes nothing, and the next one is read.

    So many lines are taken `at_once`: one, where a line depends on what became of the one before it.
    """
    reader = _Reader(record)
    numbered = ((number, text) for number, line in enumerate(lines, 2) if (text := line.strip()))
    while block := tuple(islice(numbered, at_once)):
        numbers, texts = zip(*block, strict=True)
        for number, (head, holds), entry in zip(numbers, reader.heads(texts), reader.entries(texts), strict=True):
            yield Line(number, reader.tell(head, entry if holds else _unreadable(CHAIN_BREAKS)))


class _Reader:
    """Reads lines that somebody else wrote: nothing in them is trusted, and each failure is named once.

    What a line says by itself, its chain and its shape, is looked at for a whole block before the rules are asked: three short loops stay
    in the processor's cache where one long loop does not.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.decode = _line_decoder(record.game.act_types).decode
        self.is_chained: bool | None = None

    def heads(self, lines: tuple[bytes, ...]) -> list[tuple[str, bool]]:
        """The head after each line, and whether the chain holds there. A file is chained on every line or on none.

        Where the chain breaks, the reading goes on from what the line says.
        """
        head, found = self.record.head, []
        for line in lines:
            if self.is_chained and line[_MARK] == _HEAD_MARK:
                due = sha256(head.encode() + line[_BEFORE_MARK] + b"}").hexdigest()
                if due.encode() == line[_HEAD]:
                    head = due
                    found.append((head, True))
                    continue
            body, said = split_head(line)
            due = sha256(head.encode() + body).hexdigest()
            if self.is_chained is None:
                self.is_chained = bool(said)
            head = said or due
            found.append((head, said == due if self.is_chained else not said))
        return found

    def entries(self, lines: tuple[bytes, ...]) -> list[Any]:
        """Each line as an `Entry` whose act is decoded, or the `Refusal` of what is none."""
        try:
            return [*map(self.decode, lines)]
        except NO_JSON:
            return [self._entry(line) for line in lines]

    def _entry(self, line: bytes) -> Any:
        try:
            return self.decode(line)
        except NO_JSON as error:
            return _unreadable(Words("riga illeggibile: {why}", "unreadable line: {why}").fill({"why": str(error)}))

    def tell(self, head: str, entry: Any) -> Refusal | None:
        """Let the entry stand if it breaks no rule."""
        record = self.record
        record.seq += 1
        record.head = head
        if type(entry) is Refusal:
            return entry
        try:
            if entry.seq != record.seq:
                self._skip_to(entry.seq)
            by, act = entry.by, entry.act
            if found := record.breaches(by, act, entry.why):
                return _refusal(found)
            record.take(by, act)
            if entry.digest and entry.digest != record.digest():
                raise Unreadable("il riassunto dello stato non torna", "the digest does not fit the state")
        except Unreadable as error:
            return _unreadable(error.reason)
        return None

    def _skip_to(self, seq: int) -> None:
        """A line has another number than is due: the reading goes on from it, unless it is far away."""
        record = self.record
        due, record.seq = record.seq, max(record.seq, min(seq, record.seq + 1_000))
        raise Unreadable("seq {seq} dove tocca a {due}", "seq {seq} where {due} is due", seq=seq, due=due)


def _unreadable(reason: Words) -> Refusal:
    return Refusal(UNREADABLE, None, (Breach("", reason, {}, UNREADABLE, False),))


def _refusal(found: tuple[Breach, ...]) -> Refusal:
    kind = IMPOSSIBLE if any(breach.kind == IMPOSSIBLE for breach in found) else found[0].kind
    return Refusal(kind, next((breach.article for breach in found if breach.article), None), found)


def split_head(line: bytes) -> tuple[bytes, str]:
    """A line as it was hashed, and the head that it claims (empty for a line without a chain)."""
    if line[_MARK] == _HEAD_MARK:
        return line[_BEFORE_MARK] + b"}", line[_HEAD].decode("latin-1")
    return line, ""


class Snapshot(Struct, frozen=True):
    """A record at a turn's end, to go on from without its past: the state as MessagePack, and what the past still says."""

    seq: int
    head: str
    state: bytes
    known: tuple[Known, ...] = ()


class OutOfReach(Exception):
    """An undo reaches behind the snapshot that the record was resumed from: resume from an earlier one."""


def snapshot(record: Record) -> Snapshot:
    return Snapshot(record.seq, record.head, msgspec.msgpack.encode(record.state), tuple(record.known))


def resume(game: Game, header: Header, base: Snapshot, lines: Iterable[bytes]) -> Record:
    """A record from a snapshot and the (trusted) lines that came after it. Raises `OutOfReach`."""
    record = Record(game, header)
    record.state = msgspec.msgpack.decode(base.state, type=game.state_type)
    record.seq, record.head, record.known = base.seq, base.head, list(base.known)
    record.kept = [Kept(0, record.state)]
    record.reaches_start = False
    retell(record, lines)
    return record


def retell(record: Record, lines: Iterable[bytes]) -> None:
    """Replay trusted lines: they were checked when they were told, so only their order and their effect are followed."""
    decode = _line_decoder(record.game.act_types).decode
    for line in lines:
        entry = decode(line)
        record.seq = entry.seq
        record.take(entry.by, entry.act)
        body, head = split_head(line)
        record.head = head or record.link(body)
