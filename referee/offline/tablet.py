"""On the device: one table's record, and what the server would render of its page, by the same modules.

What the judge enters is checked here, overlay at once, and given back as an entry for the queue. The server checks it again.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.core import signing
from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import resolve
from django.utils.translation import gettext as _

from games.kernel import boards
from games.kernel import corrections as kernel_corrections
from games.kernel.breaches import Refused, Unreadable
from games.kernel.game import encode
from games.kernel.history import History
from games.kernel.lines import read_act, read_header
from games.kernel.record import Record, Standing, replay_trusted
from games.registry import game
from referee.judge_page import board_view, corrections, questions
from referee.judge_page.context import (
    PageOverlay,
    fault_words,
    faulty_form,
    form_tag,
    overlay_of,
    page_context,
    read_act_form,
    read_answer_or_tap,
    refusal,
    refused_correction,
)
from referee.judge_page.questions import BadAnswer
from referee.offline.drawn import DrawnPage
from referee.wording import naming

UNDO = '"act":{"type":"undo"'
WHOLE_TURN = '"turn_over":true'
NO_CLOCK = SimpleNamespace(remaining=timedelta(0), ends_at=None)  # the page keeps the clock that it has


@dataclass(frozen=True)
class QueueEntry:
    """An entry for the queue to the server: `kind` is act, ruling or undo; `words` and `at` describe it to the judge while it waits."""

    kind: str
    seq: int
    by: int | str
    act: dict[str, Any]
    why: str
    words: str
    at: str = ""


@dataclass(frozen=True)
class PageResponse:
    """What changed on the page (`drawn.DrawnPage`), and at which line it stands now; `lines` are those of its entries."""

    number: int
    parts: dict[str, str]
    picture: dict[str, Any] | None
    status: int
    seq: int
    head: str
    entry: dict[str, Any] | None = None
    is_under_way: bool = False
    following: list[dict[str, Any]] = field(default_factory=list)
    """Entries that were made with it, in their order: the lines of a correction."""
    lines: list[str] = field(default_factory=list)
    is_over: bool = False
    places: list[tuple[str, str, str, int]] = field(default_factory=list)
    """Those of the board that changed: key, name, owner's letter, pieces."""
    frame: str = ""
    """Classes of the page's two columns."""


@dataclass(frozen=True)
class TabletLine:
    seq: int
    line: str
    at: datetime | None
    is_standing: bool = True
    giro: int = 0
    in_turn: int | None = None
    """Both of whole turns alone."""


class Tablet:
    """`bundle` is what the server gave for the device: see `referee.offline.table_bundle`."""

    def __init__(self, bundle: Mapping[str, Any]) -> None:
        self.bundle = bundle
        if bundle.get("brought"):
            boards.store(bundle["game"], bundle["brought"])
        self.record = Record(game(bundle["game"]), read_header(bundle["header"].encode()))
        self.record.adopt_header_line(bundle["header"].encode())
        self.lines: list[TabletLine] = []
        self.now: datetime | None = None
        self.level: str = bundle["row"]["level"]
        self.drawn = DrawnPage()
        self.follow(bundle["lines"])

    def follow(self, lines: Iterable[tuple[str, str, bool]]) -> None:
        """Lines that the server already has."""
        for line, at, is_standing in lines:
            gone, whose = self.record.last_undoable if UNDO in line else None, self._whose(line)
            replay_trusted(self.record, [line.encode()])
            self.lines.append(TabletLine(self.record.seq, line, datetime.fromisoformat(at), is_standing, *whose))
            self._strike(gone)

    def replay_queue(self, waiting: Iterable[Mapping[str, Any]]) -> int:
        """Entries that still wait on the device, after a reload: how many of them still fit."""
        fits = 0
        for one in waiting:
            try:
                act = read_act(self.record.game, one["act"]) if one["act"] else None
                self.now = _moment(one.get("at"))
                self._write(one["kind"], one["by"], act, one["why"])
            except (Refused, Unreadable):
                break
            fits += 1
        return fits

    def fork(self) -> "Tablet":
        """A tablet that stands where this one does, to try out what would be entered: nothing of it is seen here."""
        other = copy(self)
        other.record, other.lines, other.drawn = self.record.fork(), [*self.lines], self.drawn.fork()
        return other

    # -- what the page asks

    def show(self, page: Mapping[str, Any], tag: str = "") -> dict[str, Any]:
        """The page as it stands, or with the plain form of an act."""
        self._follow_level(page)
        return vars(self._render(page, PageOverlay(act_tag=form_tag(self.record.game, tag))))

    def fetch(self, address: str, page: Mapping[str, Any]) -> dict[str, Any]:
        self._follow_level(page)
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        try:
            return vars(self._render(page, overlay_of(self.record.game, query)))
        except Unreadable as fault:  # a line that can no longer be corrected
            return vars(self._render(page, PageOverlay(notice=fault_words(fault), status=404)))

    def enter(self, address: str, fields: Iterable[tuple[str, str]], page: Mapping[str, Any]) -> dict[str, Any]:
        """Handle a submitted form of the page. The response has `entry` when an act was entered; `at` is the hall's time."""
        self.now = _moment(page.get("at"))
        self._follow_level(page)
        data = QueryDict(urlencode([(name, value) for name, value in fields]))
        forms: dict[str, Callable[[QueryDict], PageOverlay | QueueEntry | list[QueueEntry]]] = {
            "answer": self._answer_question,
            "submit_act": self._submit_act,
            "confirm_act": self._confirm_act,
            "register": self._register,
            "undo": self._undo,
            "redo": self._redo,
            "correct": self._correct,
        }
        try:
            done = forms[resolve(urlsplit(address).path).url_name](data)
        except (BadAnswer, Unreadable, Refused) as fault:
            done = PageOverlay(notice=fault_words(fault), status=422 if isinstance(fault, Refused) else 400)
        if isinstance(done, PageOverlay):
            return vars(self._render(page, done))
        return vars(self._render(page, PageOverlay(), *(done if isinstance(done, list) else [done])))

    def _follow_level(self, page: Mapping[str, Any]) -> None:
        """The level is the page's: the record was given to the device before, and the level may have changed since."""
        self.level = page.get("level") or self.level

    def _answer_question(self, data: QueryDict) -> PageOverlay | QueueEntry:
        token = _open_token(data.get("ask", ""))
        self._check_line(token["seq"])
        partial = read_answer_or_tap(self._row, self.record, self._board, token["partial"], data)
        if isinstance(partial, PageOverlay):
            return partial
        ask = questions.next_ask(self.record, partial)
        if ask.kind != "ready":
            return PageOverlay(ask=ask)
        return self._attempt(ask.by, read_act(self.record.game, ask.act), data)

    def _submit_act(self, data: QueryDict) -> PageOverlay | QueueEntry:
        tag = data.get("type", "")
        try:
            by, act = read_act_form(self.record, self._board(), tag, data)
        except (BadAnswer, Unreadable) as fault:
            return faulty_form(tag, data, fault)
        done = self._attempt(by, act, data)
        if isinstance(done, PageOverlay) and done.refusal:
            done.act_tag, done.form_values = tag, data
        return done

    def _register(self, data: QueryDict) -> PageOverlay | QueueEntry:
        by, act = self._open_act(data)
        return self._enter("ruling", by, act, questions.reasons(data))

    def _confirm_act(self, data: QueryDict) -> PageOverlay | QueueEntry:
        by, act = self._open_act(data)
        return self._attempt(by, act, data)

    def _open_act(self, data: QueryDict) -> tuple[Any, Any]:
        token = _open_token(data.get("act", ""))
        self._check_line(token["seq"])
        return token["by"], read_act(self.record.game, token["act"].encode())

    def _undo(self, data: QueryDict) -> list[QueueEntry]:
        again = corrections.undoing_reason()
        return self._enter_all(kernel_corrections.undo(self.record, self._history, questions.reasons(data), again))

    def _redo(self, data: QueryDict) -> list[QueueEntry]:
        entries = kernel_corrections.redo(self.record, self._history, questions.reasons(data))
        if not entries:
            raise BadAnswer(_("Non c'è nulla da rifare."))
        return self._enter_all(entries)

    @property
    def _history(self) -> History:
        return kernel_corrections.history_of(self.record, tuple)  # the record has every line from the first one on

    def _enter_all(self, entries: Iterable[kernel_corrections.PlannedEntry]) -> list[QueueEntry]:
        return [self._enter(one.kind, one.by, one.act, one.why) for one in entries]

    def _latest(self) -> list[TabletLine]:
        return self.lines[: -board_view.RECENT - 1 : -1]

    def _correct(self, data: QueryDict) -> PageOverlay | list[QueueEntry]:
        board, token = self._board(), data.get("act", "")
        payload = _open_token(token) if token else {}
        if payload:
            self._check_line(payload["seq"])
        whys = self._reasons([one.seq for one in kernel_corrections.correctable(self.record)])
        try:
            requested = corrections.read(self._row, self.record, board, data, payload)
            plan = corrections.plan(self.record, requested, whys)
        except (BadAnswer, Unreadable, Refused) as fault:
            return refused_correction(self.record, board, data, fault)
        if requested.needs_look(plan):
            return PageOverlay(preview=corrections.preview(self._row, self.record, board, requested, plan))
        return self._enter_all(plan.entries)

    def _reasons(self, lines: list[int]) -> dict[int, str]:
        return {one.seq: json.loads(one.line).get("why", "") for one in self.lines if one.seq in lines}

    def _check_line(self, seq: int) -> None:
        if seq != self.record.seq:
            raise BadAnswer(_("La domanda era di prima: rispondi a questa."))

    def _attempt(self, by, act, data: QueryDict) -> PageOverlay | QueueEntry:
        try:
            return self._enter("act", by, act, questions.reasons(data))
        except Refused as refused:
            why = questions.reasons(data)
            overlay = refusal(self._row, self.record, self._board(), refused, by, act, why)
            return PageOverlay(refusal=overlay, refused_act=act, status=422)

    def _enter(self, kind: str, by, act, why: str) -> QueueEntry:
        seq, was = self.record.seq, board_view.last_undoable(self.record)
        self._write(kind, by, act, why)
        words = _("annullata: %s") % was if kind == "undo" else board_view.describe_act(self.record, by, act)
        at = self.now.isoformat() if self.now else ""
        return QueueEntry(kind, seq, by, json.loads(encode(act)) if act else {}, why, words, at)

    def _write(self, kind: str, by, act, why: str) -> None:
        gone = self.record.last_undoable if kind == "undo" else None
        whose = self._whose(encode(act).decode()) if act else ()
        if kind == "undo":
            line = self.record.undo(why=why)
        else:
            line = (self.record.rule if kind == "ruling" else self.record.play)(by, act, why=why)
        self.lines.append(TabletLine(self.record.seq, line.decode(), self.now, True, *whose))
        self._strike(gone)

    def _whose(self, line: str) -> tuple[int, int | None] | tuple[()]:
        """The giro and the seat of a whole turn that is about to be entered."""
        if WHOLE_TURN not in line:
            return ()
        now = self.record.game.status(self.record.rules, self.record.state)
        return now.giro, now.seat

    def _strike(self, gone: Standing | None) -> None:
        """The line that an undo removed, which may be much older."""
        if gone:
            self.lines = [replace(one, is_standing=False) if one.seq == gone.seq else one for one in self.lines]

    # -- what the page shows

    @property
    def _row(self) -> SimpleNamespace:
        return SimpleNamespace(
            **{**self.bundle["row"], "level": self.level},
            game=self.bundle["game"],
            instance_id=self.bundle["row"]["instance"],
            seq=self.record.seq,
            head=self.record.head,
        )

    def _board(self) -> board_view.BoardView:
        return board_view.board_of(
            self.record, [SimpleNamespace(entrant=_NamedEntrant(**one)) for one in self.bundle["seats"]]
        )

    def _render(self, page: Mapping[str, Any], overlay: PageOverlay, *entries: QueueEntry) -> PageResponse:
        """`page`: what the page knows better than the record, such as its token against forged requests."""
        board, last = self._board(), self.lines[-1] if self.lines else None
        context = {
            **page_context(self._row, self.record, board, overlay, self._latest(), may_write=True),
            **{name: SimpleNamespace(**self.bundle[name]) for name in ("tournament", "round", "table")},
            "levels": self.bundle["levels"],
            "is_open": True,
            "last_entry": last,
            "reading": NO_CLOCK,
            "now": datetime.fromtimestamp(0, UTC),
            "drawn": self.drawn,
            **page,
        }
        self.drawn.begin(page.get("number", 0))
        self._context, self._names = context, board.names
        self._draw()
        first, *following = [asdict(one) for one in entries] or [None]
        return PageResponse(
            **self.drawn.changes(),
            status=overlay.status,
            seq=self.record.seq,
            head=self.record.head,
            entry=first,
            following=following,
            lines=[one.line for one in self.lines[len(self.lines) - len(entries) :]],
            is_under_way=bool(context.get("is_under_way") or overlay.act_tag or overlay.refusal),
            is_over=context["sheet"] is not None,
            places=self.drawn.changed_places(board.places),
            frame=context["frame"],
        )

    def complete(self, on_page: Mapping[str, int]) -> dict[str, Any]:
        """The parts that the last answer left out, in drawers that the judge must open first; `number` is still that of the answer.

        `on_page`: behind which answer the page drew each of them.
        """
        self.drawn.begin_late(on_page)
        self._draw()
        return self.drawn.changes()

    def _draw(self) -> None:
        with naming(self._names):
            render_to_string("referee/judge/_judge.html", self._context)


@dataclass(frozen=True)
class _NamedEntrant:
    """A player as the page calls him."""

    public_id: str
    nick: str
    name: str = ""
    surname: str = ""
    is_minor: bool = False  # the server has already withheld a minor's name

    def __str__(self) -> str:
        return self.nick


def _moment(written: str | None) -> datetime | None:
    """A time that the page sent, in UTC."""
    return datetime.fromisoformat(written) if written else None


def _open_token(token: str) -> dict[str, Any]:
    """The content of a token of the page, whoever signed it: the server checks every act again."""
    try:
        return json.loads(signing.b64_decode(token.split(":")[0].encode()))
    except ValueError:
        raise BadAnswer(_("La richiesta non viene da questa pagina: ricaricala.")) from None
