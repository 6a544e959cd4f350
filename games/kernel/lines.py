"""What a record is written in: a header, then one entry a line, each with its head. `docs/notation.md` describes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from operator import or_
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from games.kernel.acts import Act, By, Name, Text
from games.kernel.breaches import Unreadable
from games.kernel.game import Game
from games.kernel.strict import check_length, check_unambiguous, hides_something, may_steer, parser_words

NOTATION = 1
HEAD_MARK = b',"head":"'
_LENGTH = len(HEAD_MARK) + 64 + 2
BEFORE_MARK, MARK, HEAD = slice(-_LENGTH), slice(-_LENGTH, -66), slice(-66, -2)
"""Where, in a line with a head, the three parts of it stand."""
NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The first line of a record.

    `seats` are opaque ids in physical order, clockwise; `judge` is the seat at the judge's right hand; `options` are the readings and
    numbers that differ from the edition's. Names of persons never stand here.
    """

    notation: int
    game: Name
    edition: Name
    revision: int
    board: Name
    seats: tuple[Name, ...]
    judge: int = 0
    direction: Name = "clockwise"
    options: Mapping[Name, Name | int] = {}
    sealed: Mapping[Name, tuple[Name, ...]] = {}
    id: Name = ""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line. `why`: the reason for an undo, a ruling or dice thrown anew; `digest` stands where a turn ends; `head` is the chain."""

    seq: int
    by: By
    act: msgspec.Raw
    why: Text = ""
    digest: Name = ""
    head: Name = ""


@lru_cache(maxsize=32)
def _decoder(acts: tuple[type[Act], ...]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(reduce(or_, acts))


def line_type(acts: tuple[type[Act], ...]) -> type[Struct]:
    """An `Entry` whose act is decoded: the shape of a line of one game."""
    fields: list[Any] = [
        ("seq", int),
        ("by", By),
        ("act", reduce(or_, acts)),
        ("why", Text, ""),
        ("digest", Name, ""),
        ("head", Name, ""),
    ]
    return msgspec.defstruct("Line", fields, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False)


@lru_cache(maxsize=32)
def line_decoder(acts: tuple[type[Act], ...]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(line_type(acts))


encoder = msgspec.json.Encoder()


def read_act(game: Game, raw: bytes | msgspec.Raw | Mapping[str, Any]) -> Act:
    """An act from JSON bytes or from a partial that is whole. Raises `Unreadable`."""
    data = encoder.encode(raw) if isinstance(raw, Mapping) else bytes(raw)
    check_length(data)
    try:
        act: Act = _decoder(game.act_types).decode(data)
    except NO_JSON as error:
        why = parser_words(error, data)
        raise Unreadable("non è un atto di questo gioco: {why}", "not an act of this game: {why}", why=why) from error
    if encoder.encode(act) != data or may_steer(data):
        check_unambiguous(data)
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
    if doubled := sorted({one for one in header.seats if header.seats.count(one) > 1}):
        raise Unreadable("seats: {ids} sta due volte", "seats: {ids} stands twice", ids=", ".join(doubled))
    if not all(map(str.strip, header.seats)):
        raise Unreadable("seats: una sedia senza id", "seats: a seat without an id")
    if header.revision >= game.strict_from and (
        odd := next((one for one in header.seats if _may_be_mistaken(one)), "")
    ):
        raise Unreadable(
            "seats: un id è di lettere, cifre e segni ASCII, senza spazi: {id}",
            "seats: an id is of ASCII letters, digits and signs, without blanks: {id}",
            id=ascii(odd)[1:-1],
        )
    if header.revision >= game.strict_from and hides_something(header.id):
        raise Unreadable(
            "id: un carattere che non si vede: {id}",
            "id: a character that nobody sees: {id}",
            id=ascii(header.id)[1:-1],
        )
    if seats not in game.seats:
        allowed = ", ".join(map(str, game.seats))
        raise Unreadable(
            "seats: {n:sedia|sedie}, ammesse {allowed}{cited}",
            "seats: {n:seat|seats}, allowed {allowed}{cited}",
            n=seats,
            allowed=allowed,
            cited=f" (art. {game.seats_article})" if game.seats_article else "",
        )
    if not 0 <= header.judge < seats:
        raise Unreadable("judge: {n} non è una sedia", "judge: {n} is not a seat", n=header.judge)
    due = _secrets_due(game, header) if header.sealed else Counter()
    for kind, sealed in header.sealed.items():
        _check_sealed(kind, sealed, due[kind])
    every = [one for sealed in header.sealed.values() for one in sealed]
    if header.revision >= game.strict_from and (doubled := sorted({one for one in every if every.count(one) > 1})):
        raise Unreadable(
            "sealed: lo stesso impegno sta due volte: {ids}",
            "sealed: the same commitment stands twice: {ids}",
            ids=", ".join(doubled),
        )


def _may_be_mistaken(seat: str) -> bool:
    """Whether an id may look like another one, or like none: it holds a letter of another script, a blank, or what nobody sees."""
    return not (seat.isascii() and seat.isprintable()) or " " in seat


def _secrets_due(game: Game, header: Header) -> Counter[str]:
    """How many values of each kind a system deals at this table."""
    dealt = game.deal(msgspec.structs.replace(header, sealed={}), Random(0))
    return Counter(secret.kind for secret in dealt.secrets)


def _check_sealed(kind: str, sealed: tuple[str, ...], due: int) -> None:
    if not due:
        raise Unreadable("sealed: {kind} non vale per questo gioco", "sealed: {kind} does not fit this game", kind=kind)
    if len(sealed) != due:
        raise Unreadable(
            "sealed: {kind} vuole {n:impegno|impegni}, non {found}",
            "sealed: {kind} takes {n:commitment|commitments}, not {found}",
            kind=kind,
            n=due,
            found=len(sealed),
        )
    if any(len(one) != 64 or set(one) - set("0123456789abcdef") for one in sealed):
        raise Unreadable("sealed: un impegno è un SHA-256 esadecimale", "sealed: a commitment is a hex SHA-256")


def read_header(line: bytes) -> Header:
    """Raises `Unreadable` when the line is no header."""
    check_length(line)
    try:
        header = msgspec.json.decode(line, type=Header)
    except NO_JSON as error:
        why = parser_words(error, line)
        raise Unreadable(
            "la prima riga non è un'intestazione: {why}", "the first line is no header: {why}", why=why
        ) from error
    if encoder.encode(header) != line or may_steer(line):
        check_unambiguous(line)
    return header


def split_head(line: bytes) -> tuple[bytes, str]:
    """A line as it was hashed, and the head that it claims (empty for a line without a chain)."""
    if line[MARK] == HEAD_MARK:
        return line[BEFORE_MARK] + b"}", line[HEAD].decode("latin-1")
    return line, ""
