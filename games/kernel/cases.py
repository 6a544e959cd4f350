"""Cases as data: a position, an act, the article that refuses it, and a twin that passes. Tests run them, judges practise on them.

One file an article or chapter in `games/<game>/cases/`, each a list of `[[case]]`. A case starts from the game's own beginning or from a
`position` written by hand, tells what came `before`, and asks about one `act`. Each `[[case.twin]]` says only what differs, and passes;
`then` are facts about the judge's view afterwards (`"territories.alaska.armies" = 3`), or about the score sheet (`"score.rows.0.points"`).

`sealed` is what the system dealt, by kind a value for each seat, or a list of them.

In `then`, `@none` stands for nothing there. In an act, `by` may be left out where the table waits for somebody, and `@salt 2` stands for
the salt of what is sealed for seat 2.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from games.kernel import vault
from games.kernel.acts import Act, By
from games.kernel.breaches import UNREADABLE, Breach, Unreadable
from games.kernel.game import Game
from games.kernel.lines import header_for, read_act
from games.kernel.options import Value
from games.kernel.record import Record
from games.kernel.words import Words

Entry = dict[str, Any]
WHY = "case"
"""A reason for lines that must say one."""
Kind = Literal["infraction", "impossible", "unreadable"]
SALT = "@salt "
NOTHING = "@none"


class BadCase(ValueError):
    """A case does not stand: the message names the file and the case."""


class Twin(Struct, frozen=True, forbid_unknown_fields=True):
    """What differs from the refused act, so that it passes. An `act` without `type` changes fields of the one refused."""

    title: Words | None = None
    players: int | None = None
    edition: str | None = None
    options: Mapping[str, Value] = {}
    judge: int | None = None
    position: Mapping[str, Any] = {}
    before: tuple[Entry, ...] | None = None
    act: Entry = {}
    then: Mapping[str, Any] = {}


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """One question about the rules. `refused` is the article that the refusal names first: the case's own unless it says another; `also`
    what else the act breaks.
    """

    number: str
    article: str
    title: Words
    act: Entry = {}
    twin: tuple[Twin, ...] = ()
    refused: str = ""
    also: tuple[str, ...] = ()
    kind: Kind = "infraction"
    players: int = 0
    edition: str = ""
    options: Mapping[str, Value] = {}
    judge: int = 0
    sealed: Mapping[str, tuple[str | tuple[str, ...], ...]] = {}
    position: Mapping[str, Any] = {}
    before: tuple[Entry, ...] = ()

    @property
    def refused_by(self) -> str:
        """The article that the refusal names; an unreadable entry names none."""
        return "" if self.kind == UNREADABLE else self.refused or self.article


class _File(Struct, forbid_unknown_fields=True):
    case: tuple[dict[str, Any], ...]


# -- reading


def load(game: Game) -> tuple[Case, ...]:
    """Every case of a game, file by file. Raises `BadCase`."""
    found: list[Case] = []
    for path in sorted((game.folder / "cases").glob("*.toml")):
        for case in read(path):
            _check(path, game, case, {one.number for one in found})
            found.append(case)
    return tuple(found)


def read(path: Path) -> tuple[Case, ...]:
    """The cases of one file. Raises `BadCase` naming the file, and the case where the text got so far."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadCase(f"{path.name}: {error}") from error
    try:
        parts = msgspec.convert(table, _File).case
    except msgspec.ValidationError as error:
        raise BadCase(f"{path.name}: {error}") from error
    return tuple(_case(path, part) for part in parts)


def _case(path: Path, part: dict[str, Any]) -> Case:
    try:
        return msgspec.convert(part, Case)
    except msgspec.ValidationError as error:
        raise BadCase(f"{path.name}: case {part.get('number', '?')}: {error}") from error


def _check(path: Path, game: Game, case: Case, numbers: set[str]) -> None:
    where = f"{path.name}: case {case.number}"
    for article in {case.article, case.refused or case.article, *case.also}:
        if article not in game.rulebook:
            raise BadCase(f"{where}: there is no article {article}")
    if case.number in numbers:
        raise BadCase(f"{where}: this number stands twice")
    if not case.twin:
        raise BadCase(f"{where}: no twin that passes")


def twins(case: Case) -> Iterator[tuple[Twin, Case]]:
    """Each twin with the whole case that it makes of this one."""
    for twin in case.twin:
        yield twin, _made(case, twin)


def _made(case: Case, twin: Twin) -> Case:
    plain = {
        key: value
        for key in ("title", "players", "edition", "judge", "before")
        if (value := getattr(twin, key)) is not None
    }
    act = twin.act if "type" in twin.act else {**case.act, **twin.act}
    return msgspec.structs.replace(
        case,
        act=act,
        options={**case.options, **twin.options},
        position=_merged(case.position, twin.position),
        **plain,
    )


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The position with its changes: tables are merged, except where a table says what it `is`."""
    found = dict(one)
    for key, value in other.items():
        inner = found.get(key)
        both = isinstance(inner, Mapping) and isinstance(value, Mapping) and "is" not in value
        found[key] = _merged(inner, value) if both else value  # type: ignore[arg-type]
    return found


# -- running


def set_up(game: Game, case: Case) -> Record:
    """The table as the case finds it. Raises `Unreadable` or `Refused` where the case cannot come about."""
    seats = [f"s{number + 1}" for number in range(case.players or game.seats[0])]
    dealt = _vault(case)
    sealed = {kind: vault.commitments(dealt, kind) for kind in case.sealed}
    header = header_for(
        game, seats, edition=case.edition, judge=case.judge, options=dict(case.options), **_given("sealed", sealed)
    )
    record = Record(game, header)
    if case.position:
        record.start_at(case.position)
    for entry in case.before:
        record.play(*read_entry(record, case, entry), why=WHY)
    return record


def _given(key: str, value: Any) -> dict[str, Any]:
    return {key: value} if value else {}


def _vault(case: Case) -> vault.Vault:
    """What the case seals, under salts that anybody may know: seat 0 gets sixteen bytes of 0, seat 1 of 1, …"""
    return vault.Vault(
        tuple(
            vault.Secret(seat, kind, value, _salt(seat))
            for kind, dealt in case.sealed.items()
            for seat, values in enumerate(dealt)
            for value in ((values,) if isinstance(values, str) else values)
        )
    )


def _salt(seat: int) -> str:
    return bytes([seat] * vault.SALT_BYTES).hex()


def read_entry(record: Record, case: Case, entry: Entry) -> tuple[By, Act]:
    """An entry of a case as actor and act. Raises `Unreadable`."""
    fields = {key: _unsalted(value) for key, value in entry.items() if key != "by"}
    by = entry["by"] if "by" in entry else record.choices({}).by
    return by, read_act(record.game, fields)


def _unsalted(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(SALT):
        return _salt(int(value.removeprefix(SALT)))
    return [_unsalted(one) for one in value] if isinstance(value, list) else value


def refusal(game: Game, case: Case) -> tuple[Breach, ...]:
    """Why the act of the case may not stand, in rulebook order; empty when it may. An unreadable one is a breach of that kind."""
    try:
        record = set_up(game, case)
        return record.breaches(*read_entry(record, case, case.act), why=WHY) if case.act else ()
    except Unreadable as error:
        return (Breach("", error.reason, {}, UNREADABLE, False),)


def outcome(game: Game, case: Case) -> Record:
    """The table after the act of the case. Raises `Refused` or `Unreadable`."""
    record = set_up(game, case)
    if case.act:
        record.play(*read_entry(record, case, case.act), why=WHY)
    return record


def fact(record: Record, path: str) -> Any:
    """What the judge's view, or after `score.` the score sheet, says at a path of names and numbers. Raises `LookupError`."""
    names = path.split(".")
    seen = record.score() if names[0] == "score" else record.view("judge")
    found = msgspec.json.decode(msgspec.json.encode(seen))
    for name in names[1:] if names[0] == "score" else names:
        found = found[int(name)] if isinstance(found, list) else found[name]
    return NOTHING if found is None else found
