"""What must hold at any moment of any game, whoever says whatever: the checks that the suite and the drills share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from random import Random
from typing import Any

import msgspec

from games.kernel.acts import CLOCK, JUDGE, Act, By, Ruling
from games.kernel.breaches import IMPOSSIBLE, INFRACTION, Breach, Refused, Unreadable
from games.kernel.lines import read_act
from games.kernel.playing import LIMIT
from games.kernel.record import Record
from games.kernel.words import Words
from games.registry import game
from tests.games.conformance.forged import forge, shapes
from tests.games.seeded_games import read_tag, seated

WHY = "test"
BRACE = re.compile(r"\{[a-z_]+[:}]")
ODD: tuple[Any, ...] = (None, -1, 10**6, 10**30, 1.5, True, "", "x" * 5_000, [], {}, [[]], {"x": 0})
Spoken = tuple[By, Act]


def play(slug: str, seats: int, seed: int) -> Iterator[tuple[Record, Spoken]]:
    """A random game line by line: the record after each, and what was just said. The same record each time."""
    one = game(slug)
    header, dealt = seated(one, seats, seed, is_sealed=bool(seed % 2 and one.secret_kinds))
    record, rng = Record(one, header), Random(f"conformance {slug} {seats} {seed}")
    for _ in range(LIMIT):
        if one.is_done(record.rules, record.state):
            return
        move = one.policy(record, rng, dealt)
        record.play(move.by, move.act, why=move.why)
        yield record, (move.by, move.act)


def fork(record: Record) -> Record:
    """The same table, to go another way."""
    other = copy(record)
    other.standing, other.known = [*record.standing], [*record.known]
    other.undone, other.checkpoints = [*record.undone], [*record.checkpoints]
    return other


def check_sound(record: Record) -> None:
    faults = [breach.reason.en for breach in record.game.unsound(record.rules, record.state)]
    assert not faults, faults


def check_answers(record: Record) -> None:
    """Whatever happened: it can stand, be seen, drawn, counted, and asked about."""
    check_sound(record)
    for viewer in ("public", JUDGE, 0):
        record.view(viewer)
    record.game.scene(record.rules, record.state, frozenset())
    record.game.status(record.rules, record.state)
    record.score()
    record.game.turn_sheet(record.rules, record.state)
    if not record.game.is_done(record.rules, record.state):
        record.choices({})


def check_words(words: Words) -> None:
    assert words.it
    assert words.en
    assert not BRACE.search(words.it + words.en), words


def check_breaches(record: Record, found: Iterable[Breach]) -> None:
    for breach in found:
        check_words(breach.reason)
        if breach.kind == INFRACTION:
            assert breach.article in record.game.rulebook, breach
        else:
            assert breach.kind == IMPOSSIBLE
            assert breach.article == "" or breach.article in record.game.rulebook, breach


def breaches_twice(record: Record, by: By, act: Act, why: str) -> tuple[Breach, ...] | None:
    """What is found, and found again; None for what is unreadable both times."""
    answers = []
    for _ in range(2):
        try:
            answers.append(record.breaches(by, act, why=why))
        except Unreadable as error:
            check_words(error.reason)
            answers.append(None)
    assert answers[0] == answers[1], act
    return answers[0]


def check_spoken(record: Record, by: By, act: Act, cited: Counter[tuple[str, str]]) -> None:
    """One act by one speaker, now: a breach, or it stands; registered where that is allowed; and taken back."""
    was = record.state
    found = breaches_twice(record, by, act, WHY)
    assert record.state is was
    if found is None:
        return
    check_breaches(record, found)
    cited.update((breach.article, breach.kind) for breach in found if breach.article)
    if not found:
        check_taken_back(record, by, lambda other: other.play(by, act, why=WHY), act)
    elif type(act) in record.game.acts and all(breach.may_be_registered for breach in found):
        check_taken_back(record, by, lambda other: other.rule(by, act, why=WHY), act)


def check_taken_back(record: Record, by: By, tell: Callable[[Record], Any], act: Act) -> None:
    """The act stands on a board that can stand, once more is judged like any other, and an undo leads back; what was seen stays seen."""
    other = fork(record)
    refusal: Refused | None = None
    try:
        tell(other)
    except Refused as refused:
        refusal = refused
    if refusal:
        assert breaches_twice(record, by, act, WHY), "an act without a breach was refused"
        assert refusal.kind == IMPOSSIBLE, refusal  # what the ruling would leave cannot stand
        check_breaches(record, refusal.breaches)
        return
    check_answers(other)
    check_breaches(other, breaches_twice(other, by, act, WHY) or ())
    if other.last_undoable is None or other.last_undoable.seq != other.seq:
        return
    other.undo(why=WHY)
    assert other.state == record.state, act
    seen = [one.seq for one in other.known]
    happened = read_act(record.game, act.act) if isinstance(act, Ruling) else act
    assert (other.seq - 1 in seen) == (read_tag(happened) in record.game.reveals), act


def speakers(record: Record, rng: Random) -> list[By]:
    """The judge, the clock and two seats."""
    seats = range(len(record.header.seats))
    return [JUDGE, CLOCK, record.state.seat if record.state.seat in seats else 0, rng.choice(seats)]


def check_forged(record: Record, rng: Random, cited: Counter[tuple[str, str]], many: int) -> None:
    """Acts made from their types, by anybody. The judge's word about the table comes as often as all others together."""
    tags = list(shapes(record.game.slug))
    for _ in range(many):
        tag = rng.choice((rng.choice(tags), "shown"))
        by = rng.choice(speakers(record, rng)) if tag != "shown" else JUDGE
        try:
            act = read_act(record.game, forge(record.game.slug, tag, rng))
        except Unreadable as error:
            check_words(error.reason)
            continue
        check_spoken(record, by, act, cited)


def check_misspelt(record: Record, spoken: Spoken, rng: Random) -> None:
    """The act just told with each member doubled, missing, of another type, huge: it is unreadable, or an act that is judged."""
    fields = msgspec.to_builtins(spoken[1])
    for member in fields:
        text = msgspec.json.encode(fields)
        doubled = b'{"%s":null,' % member.encode() + text[1:]
        assert _read(record, doubled) is None, member
        without = {key: value for key, value in fields.items() if key != member}
        changed = {**fields, member: rng.choice(ODD)}
        for other in (without, changed):
            if (act := _read(record, msgspec.json.encode(other))) is not None:
                breaches_twice(record, spoken[0], act, WHY)


def _read(record: Record, text: bytes) -> Act | None:
    try:
        return read_act(record.game, text)
    except Unreadable as error:
        check_words(error.reason)
        return None
