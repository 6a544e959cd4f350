"""What the judge says of a table: `shown` changes what it names and nothing else, a result is one that the position bears out."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from games.kernel import cases
from games.kernel.acts import JUDGE, TimeNotUp, TimeUp
from games.kernel.breaches import IMPOSSIBLE, INFRACTION, Refused, Unreadable
from games.kernel.game import Game
from games.kernel.lines import read_act
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import SLUGS, acts_of, every_table, fresh, read_tag, record_up_to_move, seated, whole_game
from tests.tools import many

WHY = "as the table shows"
CLOSED = {"open": None, "thrown": ()}
"""A window that any act closes: one die thrown again (FabRisiko!)."""


def shown_kind(one: Game) -> Any:
    return next(kind for kind in one.acts if kind.__struct_config__.tag == "shown")


def without_window(state: Any) -> Any:
    fields = {name: value for name, value in CLOSED.items() if hasattr(state, name)}
    return msgspec.structs.replace(state, **fields) if fields else state


def middles(slug: str, seats: int, every: int) -> Any:
    """A record at one move in so many of a random game under way."""
    record, lines, _ = whole_game(slug, seats, 2)
    replayed = fresh(record)
    for number, (by, act) in enumerate(acts_of(record, lines)):
        replayed.append_trusted(by, act)
        if number % every == 0 and replayed.state.giro and not replayed.state.ended:
            yield replayed


def as_it_stands(record: Record) -> list[dict[str, Any]]:
    """One `shown` for each field of what is known of the table, and one for all of them."""
    named = [{"turn": record.state.seat}, {"giro": record.state.giro}]
    if "left" in shown_kind(record.game).__struct_fields__:
        named.append({"left": getattr(record.state.awaits, "left", 0)})
    sheet = record.game.turn_sheet(record.rules, record.state)
    if sheet is not None:
        known = {key: value for key, value in msgspec.to_builtins(sheet.known).items() if key != "type"}
        known |= hands_of(record, known)
        for field in {"units", "bought", "revealed"} & set(known):
            known[field] = without_zeros(known[field])
        named += [{key: value} for key, value in known.items()] + [known]
    return named


def hands_of(record: Record, known: dict[str, Any]) -> dict[str, Any]:
    """Hands as they are now: the form of a turn asks for them as they will be at its end."""
    if not hasattr(record.state, "hand_size") or "hands" not in known:
        return {}
    counts = [record.state.hand_size(seat) for seat in range(len(record.header.seats))]
    return {"hands": dict(enumerate(counts)) if isinstance(known["hands"], dict) else counts}


def without_zeros(value: Any) -> Any:
    """Counts as an act names them: what is not there is left out."""
    if not isinstance(value, dict):
        return value
    return {key: without_zeros(one) for key, one in value.items() if one not in (0, "")}


@every_table()
def test_what_the_table_shows_as_the_record_has_it_changes_nothing(slug: str, seats: int) -> None:
    rule, seen = game(slug).acts[shown_kind(game(slug))], 0
    for record in middles(slug, seats, many(7, 1)):
        state = record.state
        for fields in as_it_stands(record):
            act = read_act(record.game, {"type": "shown", **fields})
            if record.breaches(JUDGE, act, why=WHY):  # units of a battle under way, where the battle is
                continue
            after = rule.apply(record.rules, state, JUDGE, act)
            assert without_window(after) == without_window(state), fields
            seen += 1
    assert seen >= 10


@pytest.mark.parametrize("slug", SLUGS)
def test_what_the_table_shows_needs_a_reason(slug: str) -> None:
    record = next(middles(slug, game(slug).seats[0], 30))
    act = read_act(record.game, {"type": "shown", "giro": record.state.giro})
    assert [breach.reason.en for breach in record.breaches(JUDGE, act)] == ["say why the table shows something else"]
    assert record.breaches(JUDGE, act, why=WHY) == ()
    older = Record(record.game, msgspec.structs.replace(record.header, revision=record.game.statements_from - 1))
    older.start_from(record.state)
    assert older.breaches(JUDGE, act) == ()


def test_a_ruling_of_what_the_table_shows_needs_a_reason_too() -> None:
    record = record_up_to_move("risiko", 4, 1, 150)
    act = read_act(record.game, {"type": "shown", "conquests": 0, "card": True, "turn_over": True})
    assert [breach.article for breach in record.breaches(JUDGE, act)] == ["11"]
    with pytest.raises(Refused, match="say why"):
        record.rule(JUDGE, act)
    record.rule(JUDGE, act, why=WHY)


# -- a result


@every_table()
def test_a_result_that_nothing_bears_out_names_the_article_that_it_sets_aside(slug: str, seats: int) -> None:
    """Before time is called no game is over by time; registered it is over all the same."""
    record, refused = record_up_to_move(slug, seats, 1, len(whole_game(slug, seats, 1)[1]) // 3), 0
    for how in record.game.endings:
        try:
            act = read_act(record.game, {"type": "finish", "how": how})
            found = record.breaches(JUDGE, act)
        except Unreadable:
            continue
        assert found, how
        refused += 1
        if all(breach.kind == INFRACTION for breach in found):
            assert all(breach.article and breach.may_be_registered for breach in found)
            record.rule(JUDGE, act, why=WHY)
            assert record.ended_by == how
            record.undo(why=WHY)
    assert refused


PLAYED_TO_THE_TIME: dict[str, dict[str, Any]] = {
    "arba": {"edition": "evento"},
    "fabrisiko": {"edition": "torneo"},
    "fatal": {"options": {"time_called": "last_giro"}},
    "risiko": {"options": {"closing": "5+6-7"}},
}


def told_by_time(slug: str, seats: int, seed: int) -> list[tuple[Any, bool]]:
    """Every position of a random game in which time is called in the second giro, and whether a result by time is borne out there; none
    where the game ends otherwise. In RisiKo! it is said in the fifth giro, two late, so that no throw to close follows it.
    """
    one, positions = game(slug), list[tuple[Any, bool]]()
    header, dealt = seated(one, seats, seed, **PLAYED_TO_THE_TIME.get(slug, {}))
    record, rng = Record(one, header), Random(f"time {slug} {seats} {seed}")
    finish, called = read_act(one, {"type": "finish", "how": "time"}), 5 if slug == "risiko" else 2
    while not record.state.ended:
        if record.state.giro == called and not positions:
            record.play(JUDGE, TimeUp(min(called, 3)))
        if record.state.giro >= called:
            positions.append((record.state, record.breaches(JUDGE, finish) == ()))
        move = one.policy(record, rng, dealt)
        record.play(move.by, move.act, why=move.why)
    return positions if record.ended_by == "time" else []


@every_table()
def test_a_result_by_time_stands_once_nobody_else_plays(slug: str, seats: int) -> None:
    """Where it is borne out something was played in the turn, and it is the last of all. In RisiKo! three conquests prolong it."""
    for seed in range(80):
        positions = told_by_time(slug, seats, seed)
        turns = [state.turn for state, _ in positions]
        prolonged = {state.turn for state, _ in positions if slug == "risiko" and state.conquests > 2}
        borne_out = [
            number for number, (_, stands) in enumerate(positions) if stands and turns[number] not in prolonged
        ]
        assert all(turns[number] == turns[number - 1] == turns[-1] for number in borne_out)
        if borne_out:
            return
    raise AssertionError("no result by time is ever borne out")


@every_table()
def test_the_result_alone_is_told_until_anything_is_played(slug: str, seats: int) -> None:
    """Whatever the game had come to: the second act of the first turn makes it a game that was told."""
    ends, options = 0, PLAYED_TO_THE_TIME.get(slug, {})
    one = game(slug)
    header, dealt = seated(one, seats, 3, **options)
    record, rng, was = Record(one, header), Random("alone"), None
    finish = read_act(one, {"type": "finish", "how": "time"})
    while record.state.turn == 0:
        stands = bool(record.state.giro) and record.breaches(JUDGE, finish) == ()
        if record.state.giro:
            assert stands is (was is None), record.state
            was, ends = record.state, ends + 1
        move = one.policy(record, rng, dealt)
        record.play(move.by, move.act, why=move.why)
    assert ends


@every_table()
def test_the_table_shows_no_giro_before_the_first(slug: str, seats: int) -> None:
    kind = shown_kind(game(slug))
    for record in middles(slug, seats, many(40, 20)):
        try:
            found = record.breaches(JUDGE, read_act(record.game, {"type": read_tag(kind), "giro": 0}), why=WHY)
        except Unreadable:
            continue
        assert [one.kind for one in found] == [IMPOSSIBLE]


BEFORE_THE_LAW = {
    "arba": ("evento.7", 8),
    "fabrisiko": ("torneo.tempo.13", 8),
    "fatal": ("fine.61", 7),
    "iperisiko": ("1.61", 7),
    "porcello": ("7.10", 4),
    "risiko": ("16.33", 7),
}
"""A case of a result that is not borne out, and the last revision in which it stood."""


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_of_an_earlier_revision_keeps_its_result(slug: str) -> None:
    number, revision = BEFORE_THE_LAW[slug]
    case = next(one for one in cases.load(game(slug)) if one.number == number)
    record = cases.set_up(game(slug), case)
    by, act = cases.read_entry(record, case, case.act)
    assert record.breaches(by, act) != ()
    older = Record(record.game, msgspec.structs.replace(record.header, revision=revision))
    older.start_from(record.state)
    assert older.breaches(by, act) == ()


# -- time told late


@every_table()
def test_time_told_when_the_game_is_over_is_refused_with_its_reason(slug: str, seats: int) -> None:
    record, _, _ = whole_game(slug, seats, 1)
    for act in (TimeUp(), TimeNotUp()):
        found = record.breaches(JUDGE, act)
        reasons = {(breach.kind, breach.reason.en) for breach in found}
        assert (IMPOSSIBLE, "the game is over") in reasons or "clock" in str(reasons)


def in_the_sixth_giro(slug: str, seed: int) -> Record | None:
    whole, lines, _ = whole_game(slug, game(slug).seats[0], seed)
    options = {"fabrisiko": {"mode": "torneo"}, "fatal": {"time_called": "last_giro"}}.get(slug, {})
    record = Record(whole.game, msgspec.structs.replace(whole.header, options=options))
    for by, act in acts_of(whole, lines):
        record.append_trusted(by, act)
        if record.state.giro == 6 and not record.state.ended:
            return record
    return None


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "risiko"])
def test_time_that_was_over_in_an_earlier_giro_ends_what_is_over_or_is_registered(slug: str) -> None:
    """The giro named would be the last, and is over: it is an infraction, and the giro under way is finished."""
    record = next(found for seed in range(1, 30) if (found := in_the_sixth_giro(slug, seed)))
    (breach,) = record.breaches(JUDGE, TimeUp(1))
    assert (breach.kind, breach.may_be_registered) == (INFRACTION, True)
    assert "giro 1" in breach.reason.en or "was the last" in breach.reason.en
    assert record.breaches(JUDGE, TimeUp(record.state.giro)) == ()


@every_table()
def test_time_named_for_a_giro_that_is_over_ends_the_game_or_is_refused(slug: str, seats: int) -> None:
    """At no moment of a game does play go on behind its last giro. What the judge named by mistake is taken back. In RisiKo! the sdadata
    follows the last giro, so that it is never too late.
    """
    one, closed = game(slug), 0
    for seed in range(6):
        header, dealt = seated(one, seats, seed, **PLAYED_TO_THE_TIME.get(slug, {}))
        record, rng = Record(one, header), Random(f"late {slug} {seats} {seed}")
        last_of = one.acts[TimeUp].breaches.__self__.last_of
        while not record.state.ended and record.state.giro < 6:
            for giro in range(1, record.state.giro + 1):
                late = 0 < last_of(record.rules, giro) < record.state.giro
                if late and not record.breaches(JUDGE, TimeUp(giro)):
                    ended = record.fork()
                    ended.play(JUDGE, TimeUp(giro))
                    assert ended.ended_by == "time"
                    ended.undo()
                    assert ended.state == record.state
                    closed += 1
            move = one.policy(record, rng, dealt)
            record.play(move.by, move.act, why=move.why)
    assert closed or slug == "risiko"


# -- a position written by hand


@pytest.mark.parametrize(
    ("slug", "spec"),
    [
        ("risiko", {"board": {"0": "alaska 0, kamchatka 3"}}),
        ("iperisiko", {"board": {"0": "alaska 2"}, "hidden": {"alaska": 900}}),
        ("fabrisiko", {"board": {"0": "melano fanteria 40"}}),
        ("arba", {"alpini": "arba 9"}),
        ("porcello", {"seat": 0, "banked": [900, 0, 0, 0]}),
    ],
)
def test_a_position_that_cannot_stand_is_unreadable(slug: str, spec: dict[str, Any]) -> None:
    record = fresh(whole_game(slug, game(slug).seats[0], 1)[0])
    with pytest.raises(Unreadable, match="position"):
        record.start_at(spec)


@pytest.mark.parametrize("slug", ["iperisiko", "risiko"])
def test_who_has_the_turn_is_not_shown_without_land(slug: str) -> None:
    kind = shown_kind(game(slug))
    for record in middles(slug, 4, 90):
        state, ids = record.state, record.rules.board.ids
        mine = [name for name, owner in zip(ids, state.owners, strict=True) if owner == state.seat]
        other = next(seat for seat, status in enumerate(state.standing) if status == "active" and seat != state.seat)
        lost = dict.fromkeys(mine, other)
        assert "would have no territory" in str(record.breaches(JUDGE, kind(owners=lost), why=WHY))
        assert "would have no territory" not in str(record.breaches(JUDGE, kind(owners=lost, turn=other), why=WHY))
        del lost[mine[0]]
        assert "would have no territory" not in str(record.breaches(JUDGE, kind(owners=lost), why=WHY))


# -- the first board


@pytest.mark.parametrize("slug", SLUGS)
def test_a_first_board_begins_its_turn_in_the_giro_that_is_named(slug: str) -> None:
    """Shown as it stands when a turn begins, a table waits for what it waits for there: what a turn brings hangs on its giro."""
    seats, seen = game(slug).seats[0], 0
    record, lines, _ = whole_game(slug, seats, 2)
    table = fresh(record)
    for by, act in acts_of(record, lines):
        turn = table.state.turn
        table.append_trusted(by, act)
        if table.state.turn == turn or table.state.ended or table.state.giro < 2:
            continue
        sheet = table.game.turn_sheet(table.rules, table.state)
        if sheet is None:
            continue
        known = {key: value for key, value in msgspec.to_builtins(sheet.known).items() if key != "type"}
        fields = {**known, **hands_of(table, known), "turn": table.state.seat, "giro": table.state.giro}
        fields = {key: value for key, value in fields.items() if key in FIRST_BOARD}
        again = fresh(record)
        first = read_act(again.game, {"type": "shown", **fields})
        if again.breaches(JUDGE, first, why=WHY):
            continue
        again.play(JUDGE, first, why=WHY)
        assert getattr(again.state.awaits, "left", None) == getattr(table.state.awaits, "left", None), (
            fields,
            table.seq,
        )
        assert (again.state.giro, again.state.seat) == (table.state.giro, table.state.seat)
        seen += 1
    assert seen or slug not in ON_A_MAP


FIRST_BOARD = {"owners", "armies", "hidden", "factories", "turn", "giro"}
"""Of a table as it stands, what is told of it in the middle of a game."""
ON_A_MAP = {
    one
    for one in SLUGS
    if "owners" in shown_kind(game(one)).__struct_fields__ and "left" in shown_kind(game(one)).__struct_fields__
}
"""Where a turn brings armies."""


# -- the first board


PIECES = ("units", "bought")


def first_board(record: Record) -> dict[str, Any]:
    """The table at the beginning of a turn, as the judge would lay it out before anything else is told."""
    fields = msgspec.to_builtins(record.game.turn_sheet(record.rules, record.state).known, str_keys=True)
    del fields["type"]
    named = {key: _without_nothing(one, ("", {}, 0) if key in PIECES else ("", {})) for key, one in fields.items()}
    second = {"smazzata": 2} if getattr(record.state, "smazzata", 1) > 1 else {}
    return {
        **named,
        **second,
        "type": "shown",
        "turn": record.state.seat,
        "giro": record.state.giro,
        "turn_over": False,
    }


def _without_nothing(value: Any, nothing: tuple[Any, ...]) -> Any:
    """No empty text, and no piece of which there is none, within a table."""
    if not isinstance(value, dict):
        return value
    found = {key: _without_nothing(one, nothing) for key, one in value.items()}
    return {key: one for key, one in found.items() if one not in nothing}


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if not game(slug).is_example])
def test_a_first_board_in_any_giro_waits_for_what_a_game_waits_for_there(slug: str) -> None:
    """As first entry `shown` names the turn, whose seat begins: with all that is due at its beginning."""
    record, lines, _ = whole_game(slug, game(slug).seats[-1], 1)
    table, before, giri = fresh(record), fresh(record), set[int]()
    for by, act in acts_of(record, lines):
        if not table.state.giro and read_tag(act) == "sheet":
            before.append_trusted(by, act)
        turn = table.state.turn
        table.append_trusted(by, act)
        state = table.state
        if not state.giro or state.ended or state.turn == turn or table.game.turn_sheet(table.rules, state) is None:
            continue
        again = before.fork()
        board = read_act(table.game, first_board(table))
        if again.breaches(JUDGE, board, why="laid out"):
            continue
        again.play(JUDGE, board, why="laid out")
        found = again.state
        assert (found.seat, found.giro, found.awaits) == (state.seat, state.giro, state.awaits)
        for name in ("phase", "step"):
            assert getattr(found, name, None) == getattr(state, name, None), (state.giro, name)
        giri.add(state.giro)
    assert len(giri) > 1


OF_A_TURN = {"turn": 0, "giro": 1, "left": 3, "conquests": 3, "smazzata": 1, "turn_over": True}
"""What a board says of a turn under way, by field."""


@every_table()
def test_nothing_of_a_turn_is_shown_once_the_game_is_over(slug: str, seats: int) -> None:
    record = whole_game(slug, seats, 2)[0]
    kind = shown_kind(record.game)
    assert record.ended_by
    for field in OF_A_TURN.keys() & set(kind.__struct_fields__):
        found = record.breaches(JUDGE, kind(**{field: OF_A_TURN[field]}), why=WHY)

        assert [one.kind for one in found][:1] == [IMPOSSIBLE], field
