"""The record of one game: a header, then one act a line, inputs only, with a SHA-256 chain through it.

`Record.play` is the public door, which checks; `append_trusted` is for acts that were checked already. Undo, rulings and notes are
appended, never erased. The state at each turn's end stays, so that an undo replays one turn at most. `docs/notation.md` describes
the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from games.kernel.acts import CLOCK, JUDGE, Act, By, Note, PreAlarm, Ruling, TimeNotUp, TimeUp, Undo, tag
from games.kernel.breaches import IMPOSSIBLE, Breach, Refused, Unreadable, impossible
from games.kernel.choices import Ask, Partial
from games.kernel.game import Game, Rule, in_book_order
from games.kernel.history import History, Line
from games.kernel.lines import HEAD_MARK, Entry, Header, check_header, encoder, line_decoder, read_act, split_head
from games.kernel.moments import Stray, When, stray
from games.kernel.partials import read_partial
from games.kernel.score import Sheet
from games.kernel.speakers import JUDGE_SAYS, everybody, strangers
from games.kernel.strict import check_direction, check_one_line, check_words, shows_something
from games.kernel.vault import Vault

SHOWN = "shown"
NOTHING_SHOWN = b'{"type":"shown"}'
OF_THE_CLOCK = frozenset((TimeUp, TimeNotUp, PreAlarm))


class Call(Struct, frozen=True, gc=False):
    """What the clock said in a giro that was then taken back: it takes effect, as this act, as soon as that giro is reached again.

    The act names the giro, unless it was said before anything else in it: a game may take that for the giro before.
    """

    giro: int
    act: TimeUp | PreAlarm


class Standing(Struct, frozen=True, gc=False):
    """An entry that has not been taken back. `call`: where the clock said it, once an undo took back what came before."""

    seq: int
    by: By
    act: Act
    call: Call | None = None


class TakenBack(Struct, frozen=True, gc=False):
    """An act that showed something and that an undo took back, and in which turn: something else in its place needs a reason."""

    seq: int
    by: By
    act: Act
    turn: int


class Known(Struct, frozen=True):
    """Something that was revealed by an entry later taken back: what was seen stays seen."""

    seq: int
    by: By
    act: msgspec.Raw


class Checkpoint(Struct, frozen=True, gc=False):
    """The state at a turn's end, how many standing entries lead to it, and which calls of the clock wait for their giro there."""

    standing: int
    state: Any
    calls: tuple[Call, ...] = ()


class Door(Struct, frozen=True, gc=False):
    """An act's law at one table: as `Rule`, with everybody who may say it.

    `when`: in which moments and whose turn. `is_bound`: only the seat whose turn it is. `is_held`: what the judge says of the table, held
    against what can stand. `needs_reason`: its line says why.
    A struct, since each act of a file reads four of its fields: of a named tuple each takes four times as long.
    """

    breaches: Callable[[Any, Any, By, Any], Iterable[Breach]]
    apply: Callable[[Any, Any, By, Any], Any]
    speakers: frozenset[By]
    is_bound: bool
    is_held: bool
    needs_reason: bool
    when: When
    rule: Rule


Doors = dict[type[Act], Door]
_BUILT: dict[tuple[int, int, int], tuple[Game, Doors, dict[type[Any], Doors]]] = {}
"""Doors by game (its identity, and the game itself so that it stays), number of seats, and revision."""


def _doors(game: Game, seats: int, revision: int) -> tuple[Doors, dict[type[Any], Doors]]:
    """The doors of every act, and those that are open in each moment: where nothing but the speaker needs to be asked.

    Built once, for a thousand records may be read in a row.
    """
    key = (id(game), seats, revision)
    if key not in _BUILT:
        doors = {kind: _door(game, kind, seats, revision) for kind in game.acts}
        _BUILT[key] = (game, doors, {moment: _open(game, doors, moment) for moment in game.moments})
    return _BUILT[key][1:]


def _open(game: Game, doors: Doors, moment: type[Any]) -> Doors:
    """By act, its door where that is open in a moment; where it is not, and for acts about the record, one for nobody."""
    closed = msgspec.structs.replace(next(iter(doors.values())), speakers=frozenset())
    return dict.fromkeys(game.act_types, closed) | {
        kind: door
        for kind, door in doors.items()
        if not door.is_held and (not door.when.belongs or moment in door.when.belongs)
    }


def _door(game: Game, kind: type[Act], seats: int, revision: int) -> Door:
    rule = game.acts[kind]
    is_open = revision < game.law_from and tag(kind.__name__) in game.unchecked_speakers
    is_bound = rule.by.seats in ("in turn", "own")
    when = When(
        rule.at(rule.moments, revision),
        rule.at(rule.late, revision),
        rule.at(rule.void, revision),
        is_bound,
        rule.by.seats == "own",
        rule.article,
        game.turn_article,
        game.out_by,
        revision >= game.all_owed_from,
    )
    return Door(
        rule.breaches,
        rule.apply,
        everybody(seats) if is_open else rule.by.speakers(seats),
        is_bound=is_bound,
        is_held=rule.by.is_statement,
        needs_reason=rule.by.needs_reason and revision >= game.statements_from,
        when=when,
        rule=rule,
    )


class Record:
    """One game as it is told: header, entries, the state that they lead to.

    A record that was resumed from a snapshot (see `resume`) does not reach its start: an undo behind it raises `OutOfReach`.
    """

    def __init__(self, game: Game, header: Header) -> None:
        check_header(game, header)
        self.game = game
        self.header = header
        self.rules = game.rules(header)
        self.seq = 0
        self.header_line = encoder.encode(header)
        self.head = sha256(self.header_line).hexdigest()
        self._standing: list[Standing] = []
        self._followed: list[Any] = []
        """Entries of files that stand after those, as they were decoded."""
        self.known: list[Known] = []
        self.start_from(game.start(self.rules))
        self.undone: list[TakenBack] = []
        self.whys: dict[int, str] = {}
        """The reasons that lines gave, by number."""
        self.history: History | None = History()
        """What undo and redo are about; None where lines before the record's start decide of it (see `corrections.history_of`)."""
        self.has_law = header.revision >= game.law_from
        self.has_one_form = header.revision >= game.one_form_from
        self.asks_of_all = header.revision >= game.seen_from
        self.has_one_line = header.revision >= game.one_line_from
        self.has_seen_notes = header.revision >= game.seen_notes_from
        self.keeps_calls = header.revision >= game.calls_stay_from
        self.reaches_start = True
        self._everybody = everybody(len(header.seats))
        self._doors, self._open_doors = _doors(game, len(header.seats), header.revision)

    @property
    def standing(self) -> list[Standing]:
        """The entries that stand, in order. Those of a file take this form when somebody asks: few do who check one."""
        if self._followed:
            followed, self._followed = self._followed, []
            self._standing += [Standing(entry.seq, entry.by, entry.act) for entry in followed]
        return self._standing

    @standing.setter
    def standing(self, entries: list[Standing]) -> None:
        self._standing, self._followed = entries, []

    def start_from(self, state: Any, calls: tuple[Call, ...] = ()) -> None:
        """Begin with this state: the game's own, a position written by hand, or one of a snapshot, with the calls that wait there."""
        self.state: Any = state
        self.calls = calls
        """What the clock said in giri that were taken back since, and are not reached again."""
        self.checkpoints: list[Checkpoint] = [Checkpoint(0, state, calls)]

    def start_at(self, spec: Mapping[str, Any]) -> None:
        """Begin at a position written by hand. Raises `Unreadable` for what is none, or what cannot stand."""
        state = self.game.position(self.rules, spec)
        if faults := tuple(self.game.unsound(self.rules, state)):
            raise Unreadable("posizione: {why}", "position: {why}", why=faults[0].reason)
        self.start_from(state)

    def fork(self) -> Record:
        """A record that stands where this one does, to try out how it might go on: nothing of it is seen here."""
        other = copy(self)
        other.standing, other.known, other.checkpoints = [*self.standing], [*self.known], [*self.checkpoints]
        other.undone, other.whys = [*self.undone], {**self.whys}
        other.history = self.history.fork() if self.history else None
        return other

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
        return self.append_trusted(by, act, why=why)

    def append_trusted(self, by: By, act: Act, *, why: str = "") -> bytes:
        """Let the act stand without checking it, and give its line. For acts that were checked when they were told."""
        was = self.state
        self.seq += 1
        self.remember(act, why, self.take(by, act))
        entry = Entry(
            self.seq, by, msgspec.Raw(encoder.encode(act)), why, self.digest() if self.closes_turn(was) else ""
        )
        body = encoder.encode(entry)
        self.head = self.link(body)
        return body[:-1] + HEAD_MARK + self.head.encode() + b'"}'

    def rule(self, by: By, act: Act, *, why: str = "") -> bytes:
        """Register an act that breaks waivable articles as it happened, by a ruling that names them all."""
        _expect_of_the_table(act)
        found = self._breaches_of_the_game(by, act)
        waives = tuple(dict.fromkeys(breach.article for breach in found))
        return self.play(JUDGE, Ruling(waives, by, msgspec.Raw(encoder.encode(act))), why=why)

    def undo(self, *, why: str = "") -> bytes:
        """Take back the last act of the table that stands. Raises `Refused` when there is none."""
        last = self.last_undoable
        return self.play(JUDGE, Undo(last.seq if last else 0), why=why)

    # -- asking ----------------------------------------------------------------------------------------------------------------------

    def breaches(self, by: By, act: Act, why: str = "") -> tuple[Breach, ...]:
        """Every rule that the act would break now; empty when it may stand. Raises `Unreadable`."""
        if why:
            self._check_words(why)
            why = why if self._is_reason(why) else ""
        if type(act) not in self._doors:  # no act of the game: one about the record
            return tuple(self._breaches_of_the_record(by, act, why))
        if found := self._breaches_of_the_game(by, act):
            return found
        return () if why else tuple(self._lacking_reasons(by, act))

    def _check_words(self, text: str) -> None:
        check_words(text)
        if self.has_one_form and not text.isascii():
            check_direction(text)
            if self.has_one_line:
                check_one_line(text)

    def _is_reason(self, why: str) -> bool:
        return self.header.revision < self.game.strict_from or shows_something(why)

    def lacks_reason(self, by: By, act: Act) -> bool:
        """Whether the act, as it is or registered by a ruling, must say why."""
        return any(True for _ in self._lacking_reasons(by, act))

    def _breaches_of_the_game(self, by: By, act: Act) -> tuple[Breach, ...]:
        """Who speaks, whose turn it is, then what the game says; in rulebook order."""
        if by not in self._everybody:
            raise Unreadable("sedia sconosciuta: {seat}", "unknown seat: {seat}", seat=by)
        door, state = self._doors[type(act)], self.state
        if by not in door.speakers:
            return tuple(strangers(door.rule.by, by, door.rule.article))
        astray = self._stray(door, by)
        if astray is not None:
            return self._astray(astray, by, act, door)
        if self.has_law and door.is_held and encoder.encode(act) == NOTHING_SHOWN:
            return (impossible("non dice che cosa mostra il tavolo", "it does not say what the table shows"),)
        found = in_book_order(self.game, tuple(door.breaches(self.rules, state, by, act)))
        return found or (self._unsound_after(by, act) if door.is_held and self.has_law else ())

    def _stray(self, door: Door, by: By) -> Stray | None:
        return stray(door.when, self.game.moments, self.rules, self.state, by)

    def _astray(self, astray: Stray, by: By, act: Act, door: Door) -> tuple[Breach, ...]:
        """First the moment; then what the act breaks in the position in which it takes place."""
        if astray.state is None:
            return (astray.breach,)
        found = in_book_order(self.game, tuple(door.breaches(self.rules, astray.state, by, act)))
        if astray.otherwise and not all(one.may_be_registered for one in found):
            return (astray.otherwise,)
        if found and found[0].kind == IMPOSSIBLE:
            return (found[0], astray.breach, *astray.more, *found[1:])
        return (astray.breach, *astray.more, *found)

    def _effect(self, by: By, act: Act) -> Any:
        """The position after an act that may be out of its moment, registered as it happened."""
        door = self._doors[type(act)]
        astray = self._stray(door, by)
        if astray is None:
            return door.apply(self.rules, self.state, by, act)
        return self.state if astray.state is None else door.apply(self.rules, astray.state, by, act)

    def _unsound_after(self, by: By, act: Act) -> tuple[Breach, ...]:
        """What cannot stand once the judge's word about the table is taken, and could before."""
        if not self.state.giro and _tag(act) != SHOWN:
            return ()
        after = self._effect(by, act)
        before = [*self.game.unsound(self.rules, self.state)]
        return tuple(breach for breach in self.game.unsound(self.rules, after) if breach not in before)

    def _breaches_of_the_record(self, by: By, act: Act, why: str) -> Iterable[Breach]:
        if by != JUDGE:
            return strangers(JUDGE_SAYS, by)
        if isinstance(act, Undo):
            return self._undo_breaches(act)
        if isinstance(act, Ruling):
            return self._ruling_breaches(act, why)
        assert isinstance(act, Note)
        return self._note_breaches(act)

    def choices(self, partial: Partial) -> Ask:
        """The next question; dice that an undo took back are offered again to whom they are due, in the turn in which they fell."""
        answers = read_partial(self.game, len(self.header.seats), partial)
        if "type" in answers and not self._may_come(answers["type"]):
            raise Unreadable("ora non si può: {what}", "not possible now: {what}", what=answers["type"])
        ask = self.game.choices(self.rules, self.state, answers)
        if ask.kind != "dice" or not self.undone:
            return ask
        alike = (one for one in reversed(self.undone) if _tag(one.act) == ask.partial.get("type") and one.by == ask.by)
        gone = next((one for one in alike if one.turn == self.state.turn), None)
        if gone is None:
            return ask
        dice = getattr(gone.act, ask.field)
        return msgspec.structs.replace(ask, offer=(dice,) if ask.is_single else tuple(dice))

    def _may_come(self, name: str) -> bool:
        """Whether this is a moment of the act that goes by this tag."""
        found = (door for kind, door in self._doors.items() if kind.__struct_config__.tag == name)
        return all(not door.when.belongs or type(self.state.awaits) in door.when.belongs for door in found)

    def view(self, viewer: int | str, vault: Vault | None = None) -> Struct:
        """What `public`, `judge` or a seat may see, with what an undone entry had shown."""
        seen = self.game.view(self.rules, self.state, viewer, vault)
        return msgspec.structs.replace(seen, known=tuple(self.known)) if self.known else seen

    def score(self, vault: Vault | None = None) -> Sheet:
        return self.game.score(self.rules, self.state, vault)

    def digest(self) -> str:
        """SHA-256 of the public view: what anybody at the table may see, and nothing else."""
        return self.digest_of(self.state)

    def digest_of(self, state: Any) -> str:
        """The digest of the record where it stood in this state."""
        return sha256(encoder.encode(self.game.view(self.rules, state, "public", None))).hexdigest()

    @property
    def ended_by(self) -> str | None:
        return self.state.ended or None

    @property
    def last_undoable(self) -> Standing | None:
        return next((one for one in reversed(self.standing) if not self.is_transparent(one)), None)

    def is_transparent(self, one: Standing) -> bool:
        """What the clock says is not taken back: time does not run backwards. What the judge says of it is an act like any other, as is a
        waived one. Up to an earlier revision only the giro in which, he said, time had been over was one: the game may have ended by it.
        """
        if type(one.act) not in OF_THE_CLOCK:
            return False
        if self.header.revision >= self.game.strict_from:
            return one.by == CLOCK
        return type(one.act) is not TimeUp or not one.act.giro or self.header.revision < self.game.closes_from

    # -- inside ----------------------------------------------------------------------------------------------------------------------

    def admit(self, by: By, act: Act, why: str = "") -> tuple[Breach, ...]:
        """Let the act take effect where it may stand, without making a line of it; else the rules that it breaks."""
        broken = self.breaches(by, act, why)
        if not broken:
            self.take(by, act)
        return broken

    def follow(self, entries: list[Any], place: int, ends: list[tuple[int, Any, str]]) -> int:
        """Let entries take effect one after the other, as `admit` does, up to the first that is not plainly in order; how many were.

        In order is the act of a game, numbered as is due, that its speaker may say now and that breaks no rule, while nothing that was
        taken back in this turn is to be entered again. Any other is left alone, to be asked about by itself. `ends` gets the place of each
        entry that has a digest, counted from `place`, with the state and the digest. One loop, since it is run for every line of every
        file.
        """
        if self.calls or any(one.turn >= self.state.turn or not self.has_law for one in self.undone):
            return 0
        rules, state, open_doors = self.rules, self.state, self._open_doors
        due, turn = self.seq + 1, state.turn
        before, stood = place - due, len(self._standing) + len(self._followed) - self.seq
        try:
            for entry in entries:
                by, act = entry.by, entry.act
                door = open_doors[type(state.awaits)][type(act)]
                if by not in door.speakers or entry.seq != due or (door.is_bound and by != state.seat):
                    break
                # Not called as methods: what is no method of its class Python 3.11 looks up anew in each such call.
                breaches, apply = door.breaches, door.apply
                found = breaches(rules, state, by, act)
                if found and tuple(found):
                    break
                state = apply(rules, state, by, act)
                if entry.digest:
                    is_end = state.turn != turn or state.ended or not self.has_one_form
                    ends.append((before + due, state, entry.digest if is_end else ""))
                if state.turn != turn:
                    turn = state.turn
                    self.checkpoints.append(Checkpoint(stood + due, state))
                due += 1
        except Unreadable:
            pass  # asked again, it is named
        finally:
            many, self.seq, self.state = due - self.seq - 1, due - 1, state
            self._followed += entries[:many]
        return many

    def take(self, by: By, act: Act) -> Standing | None:
        """Let a checked act take effect, without making a line of it. What an undo takes back comes back."""
        door = self._doors.get(type(act))
        if door is not None:
            self._stand(Standing(self.seq, by, act), door.apply(self.rules, self.state, by, act))
        elif type(act) is Undo:
            return self._take_back(act.of)
        elif type(act) is Ruling:
            self._stand_again(Standing(self.seq, by, act))
        return None

    def remember(self, act: Act, why: str, gone: Standing | None) -> None:
        """What undo and redo must know of the line that took effect last; `gone` is what it took back."""
        if why:
            self.whys[self.seq] = why
        if self.history is None:
            return
        if gone is not None:
            self.history.follow_undo(self.line_of(gone), why)
        elif not self.history.is_settled and type(act) is not Note and not self.is_transparent(self.standing[-1]):
            self.history.follow_act(self.line_of(self.standing[-1]))

    def line_of(self, one: Standing) -> Line:
        by, act = self.as_it_happened(one)
        return Line(one.seq, by, act, self.whys.get(one.seq, ""), act is not one.act)

    def take_standing(self, one: Standing) -> None:
        """Let an entry of a record that is read without what was taken back take effect as it stands there."""
        self.seq = one.seq
        if one.call is not None:
            self._stand_again(one)
        else:
            self.take(one.by, one.act)

    def _stand_again(self, one: Standing) -> None:
        by, act = self.as_it_happened(one)
        if one.call is not None:
            self.calls += (one.call,)
            self._stand(one, self.state)
        else:
            self._stand(one, self._effect(by, act))

    def _stand(self, one: Standing, state: Any) -> None:
        """The entry stands and leads to this state."""
        turn, self.state = self.state.turn, state
        if self.calls:
            self._make_calls()
        self.standing.append(one)
        if self.undone:
            self._enter_again(one, turn)
        if self.state.turn != turn:
            self.checkpoints.append(Checkpoint(len(self.standing), self.state, self.calls))

    def _make_calls(self) -> None:
        """What the clock said in a giro that is reached again takes effect; in one that a board passes by, in the giro shown."""
        giro, calls = self.state.giro, self.calls
        self.calls = tuple(call for call in calls if call.giro > giro)
        for call in calls:
            if call.giro <= giro:
                self.state = self._effect(CLOCK, call.act if call.giro == giro else type(call.act)())

    def _with_its_giro(self, one: Standing, position: int) -> Standing:
        """What the clock said, and where: the table stands in that giro, for nothing else was said since the entry at `position`."""
        clock_act = one.act
        if not self.keeps_calls or one.call is not None or not isinstance(clock_act, (TimeUp, PreAlarm)):
            return one
        giro = self.state.giro
        act = TimeUp(giro) if type(clock_act) is TimeUp and giro and not self._opens_giro(position) else clock_act
        return msgspec.structs.replace(one, call=Call(giro, act))

    def _opens_giro(self, position: int) -> bool:
        """Whether the entry at `position` is the last of a giro: what comes next is said before anything else in the next one."""
        last = self.checkpoints[-1]
        before = self.checkpoints[-2].state.giro if len(self.checkpoints) > 1 else last.state.giro
        return last.standing == position + 1 and before != last.state.giro

    def _enter_again(self, one: Standing, turn: int) -> None:
        """What was taken back and had been seen is settled once the same is entered again, whatever else happens before.

        Earlier revisions forgot them as soon as the game went another way.
        """
        if self.has_law:
            by, act = self.as_it_happened(one)
            settled = self._taken_back(by, act, turn)
            self.undone = [other for other in self.undone if other is not settled]
        elif not self.is_transparent(one):
            self.undone = self.undone[:-1] if type(self.undone[-1].act) is type(one.act) else []

    def _taken_back(self, by: By, act: Act, turn: int) -> TakenBack | None:
        """The act that this one is to repeat: taken back last, of those that are first to be entered again."""
        if not self.has_law:
            gone = self.undone[-1]
            return gone if type(gone.act) is type(act) and gone.by == by else None
        alike = (one for one in reversed(self.undone) if type(one.act) is type(act) and one.by == by)
        return next((one for one in alike if one.turn == turn), None)

    def as_it_happened(self, one: Standing) -> tuple[By, Act]:
        """Who did what: for a ruling, the act that it registers."""
        if isinstance(one.act, Ruling):
            return one.act.by, read_act(self.game, one.act.act)
        return one.by, one.act

    def _take_back(self, seq: int) -> Standing:
        position = next(
            (index for index in range(len(self.standing) - 1, -1, -1) if self.standing[index].seq == seq), -1
        )
        if position < 0:
            raise OutOfReach(seq)
        gone, later = self.standing[position], self.standing[position + 1 :]
        later = [self._with_its_giro(one, position) for one in later]
        undone = self.undone
        while self.checkpoints[-1].standing > position:
            self.checkpoints.pop()
        replay = self.standing[self.checkpoints[-1].standing : position] + later
        self.standing = self.standing[: self.checkpoints[-1].standing]
        self.state, self.calls = self.checkpoints[-1].state, self.checkpoints[-1].calls
        for one in replay:
            self._stand_again(one)
        by, act = self.as_it_happened(gone)
        self.undone = [*undone, *self._to_enter_again(gone, by, act)]
        if _tag(act) in self.game.reveals:
            self.known.append(Known(gone.seq, by, msgspec.Raw(encoder.encode(act))))
        return gone

    def _to_enter_again(self, gone: Standing, by: By, act: Act) -> Iterator[TakenBack]:
        if not self.has_law:
            yield TakenBack(gone.seq, gone.by, gone.act, self.state.turn)
        elif self._was_seen(act):
            yield TakenBack(gone.seq, by, act, self.state.turn)

    def closes_turn(self, was: Any) -> bool:
        """Whether the turn that was under way in this state, or the game, is over by now."""
        return bool(self.state.turn != was.turn or self.state.ended != was.ended)

    def link(self, body: bytes) -> str:
        """The head of the chain after a line whose text, without its head, is `body`."""
        return sha256(self.head.encode() + body).hexdigest()

    def _was_seen(self, act: Act) -> bool:
        """Whether an undo cannot make it unseen: dice, and whatever else shows something. Earlier revisions asked for dice alone."""
        tag = _tag(act)
        return tag in self.game.dice_acts or (self.asks_of_all and tag in self.game.reveals)

    def _what_was_seen(self, act: Act) -> tuple[Any, ...]:
        return tuple(getattr(act, field) for field in self.game.reveals.get(_tag(act), type(act).__struct_fields__))

    def _undo_breaches(self, act: Undo) -> Iterator[Breach]:
        last = self.last_undoable
        if last is None and not self.reaches_start:
            raise OutOfReach(act.of)
        if last is None:
            yield impossible("non c'è nulla da annullare", "there is nothing to take back")
        elif act.of != last.seq:
            yield impossible(
                "si annulla prima la riga {last}, non la {of}",
                "line {last} is to be taken back first, not {of}",
                last=last.seq,
                of=act.of,
            )

    def _ruling_breaches(self, act: Ruling, why: str) -> Iterator[Breach]:
        inner = read_act(self.game, act.act)
        _expect_of_the_table(inner)
        found = self._breaches_of_the_game(act.by, inner)
        if self.has_law and found and all(breach.may_be_registered for breach in found):
            yield from self._unsound_after(act.by, inner)
        broken = {breach.article for breach in found}
        yield from (one for one in found if not one.may_be_registered or one.article not in act.waives)
        if self.header.revision >= self.game.moments_from and all(one.may_be_registered for one in found):
            yield from self._waived_for_nothing(act, broken)
        if self.has_one_form and not found:
            yield impossible(
                "l'atto non viola nulla: si registra da sé", "the act breaks nothing: it is recorded by itself"
            )
        if not why and self.header.revision >= self.game.statements_from:
            yield from self._lacking_reasons(act.by, inner)

    def _waived_for_nothing(self, act: Ruling, broken: set[str]) -> Iterator[Breach]:
        """Raises `Unreadable` for an article that the rulebook does not have, and for one named twice: so the list is never long."""
        for article in act.waives:
            self._expect_article(article)
        if len(set(act.waives)) < len(act.waives):
            raise Unreadable("un articolo è nominato due volte", "an article is named twice")
        for article in act.waives:
            if article not in broken:
                it, en = "l'atto non viola l'art. {number}", "the act does not break art. {number}"
                yield impossible(it, en, article=article, number=article)

    def _expect_article(self, article: str) -> None:
        if article not in self.game.rulebook:
            raise Unreadable("articolo sconosciuto: {article}", "unknown article: {article}", article=article)

    def _note_breaches(self, act: Note) -> tuple[Breach, ...]:
        self._check_words(act.text)
        if self.has_seen_notes and not shows_something(act.text):
            raise Unreadable("la nota non dice nulla", "the note says nothing")
        if act.article:
            self._expect_article(act.article)
        if not -1 <= act.seat < len(self.header.seats):
            raise Unreadable("sedia sconosciuta: {seat}", "unknown seat: {seat}", seat=act.seat)
        return ()

    def _lacking_reasons(self, by: By, act: Act) -> Iterator[Breach]:
        """What was taken back was seen: something else in its place needs a reason. So does what overrules the record."""
        if self._doors[type(act)].needs_reason:
            yield impossible("si dica perché il tavolo mostra altro", "say why the table shows something else")
        if not self.undone or not self._was_seen(act):
            return
        gone = self._taken_back(by, act, self.state.turn)
        if gone is None or self._what_was_seen(gone.act) == self._what_was_seen(act):
            return
        if _tag(act) in self.game.dice_acts:
            yield impossible(
                "alla riga {seq} i dadi erano altri: si dica perché",
                "line {seq} had other dice: say why they differ",
                seq=gone.seq,
            )
        else:
            yield impossible(
                "la riga {seq} mostrava altro: si dica perché",
                "line {seq} showed something else: say why",
                seq=gone.seq,
            )


def _expect_of_the_table(act: Act) -> None:
    """Raises `Unreadable` for an act about the record, which no ruling registers."""
    if isinstance(act, (Undo, Ruling, Note)):
        raise Unreadable("una decisione riguarda un atto del tavolo", "a ruling is about an act of the table")


def _tag(act: Act) -> str:
    return str(type(act).__struct_config__.tag)


# -- from a snapshot ----------------------------------------------------------------------------------------------------------------


class Snapshot(Struct, frozen=True):
    """A record at a turn's end, to go on from without its past: the state as MessagePack, and what the past still says."""

    seq: int
    head: str
    state: bytes
    known: tuple[Known, ...] = ()
    calls: tuple[Call, ...] = ()


class OutOfReach(Exception):
    """An undo reaches behind the snapshot that the record was resumed from: resume from an earlier one."""


def snapshot(record: Record) -> Snapshot:
    state = msgspec.msgpack.encode(record.state)
    return Snapshot(record.seq, record.head, state, tuple(record.known), record.calls)


def resume(game: Game, header: Header, base: Snapshot, lines: Iterable[bytes]) -> Record:
    """A record from a snapshot and the (trusted) lines that came after it. Raises `OutOfReach`."""
    record = Record(game, header)
    record.start_from(msgspec.msgpack.decode(base.state, type=game.state_type), base.calls)
    record.seq, record.head, record.known = base.seq, base.head, list(base.known)
    record.reaches_start, record.history = False, None
    replay_trusted(record, lines)
    return record


def replay_trusted(record: Record, lines: Iterable[bytes]) -> None:
    """Replay trusted lines: they were checked when they were told, so only their order and their effect are followed."""
    decode = line_decoder(record.game.act_types).decode
    for line in lines:
        entry = decode(line)
        record.seq = entry.seq
        record.remember(entry.act, entry.why, record.take(entry.by, entry.act))
        body, head = split_head(line)
        record.head = head or record.link(body)
