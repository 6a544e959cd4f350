"""The record: undo, rulings, notes, dice thrown anew, what was seen, time. Told with the first game."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from games.kernel.acts import CLOCK, JUDGE, Note, PreAlarm, Ruling, TimeUp, Undo
from games.kernel.breaches import IMPOSSIBLE, INFRACTION, Refused, Unreadable
from games.kernel.lines import check_header, header_for, read_act, read_header, split_head
from games.kernel.record import Record
from games.kernel.verify import verify_lines
from games.registry import game
from games.risiko import acts
from tests.games.seeded_games import SLUGS, fresh, whole_game

RISIKO = game("risiko")
BOARD = {"0": "alaska 6, kamchatka 4", "1": "alberta 2, jacuzia 3", "2": "brasile 3"}


def table(options: dict | None = None, revision: int = RISIKO.revision, **position) -> Record:
    """A table of four in the middle of seat 0's turn, with everything not named in seat 3's hands."""
    header = header_for(RISIKO, ["a", "b", "c", "d"], options=options or {})
    record = Record(RISIKO, msgspec.structs.replace(header, revision=revision))
    record.start_from(RISIKO.position(record.rules, {"board": BOARD, "seat": 0, **position}))
    return record


def attack(record: Record) -> None:
    record.play(0, acts.Attack("alaska", "alberta"))


# -- dice taken back


def test_dice_taken_back_are_offered_again_as_they_were() -> None:
    record = table()
    attack(record)
    record.play(0, acts.AttackDice((6, 4, 1)))
    record.undo(why="typed in the wrong pad")
    assert record.choices({"type": "attack_dice"}).offer == (6, 4, 1)
    record.play(0, acts.AttackDice((6, 4, 1)))
    assert record.choices({"type": "defence_dice"}).offer == ()


def test_other_dice_than_those_taken_back_need_a_reason() -> None:
    record = table()
    attack(record)
    record.play(0, acts.AttackDice((6, 4, 1)))
    record.undo()
    with pytest.raises(Refused) as refused:
        record.play(0, acts.AttackDice((6, 6, 1)))
    assert refused.value.kind == IMPOSSIBLE
    record.play(0, acts.AttackDice((6, 6, 1)), why="read the die wrongly")
    assert record.state.awaits.attack == (6, 6, 1)


def test_dice_seen_before_the_declaration_was_corrected_are_offered_after_it() -> None:
    record = table()
    attack(record)
    record.play(0, acts.AttackDice((6, 4, 1)))
    record.undo()
    record.undo()
    record.play(0, acts.Attack("kamchatka", "jacuzia"))
    assert record.choices({"type": "attack_dice"}).offer == (6, 4, 1)
    with pytest.raises(Refused):
        record.play(0, acts.AttackDice((5, 5, 5)))
    record.play(0, acts.AttackDice((5, 5, 5)), why="thrown again")
    assert record.state.awaits.attack == (5, 5, 5)


def after_another_way(revision: int) -> Record:
    """A throw was taken back with its declaration, a card was drawn and put back, and the same attack is declared again."""
    record = table(revision=revision, conquests=1)
    attack(record)
    record.play(0, acts.AttackDice((6, 4, 1)))
    record.undo()
    record.undo()
    record.play(0, acts.Draw())
    record.undo()
    attack(record)
    return record


def test_dice_taken_back_need_a_reason_until_they_are_entered_again() -> None:
    record = after_another_way(RISIKO.revision)
    assert record.choices({"type": "attack_dice"}).offer == (6, 4, 1)
    with pytest.raises(Refused, match="say why"):
        record.play(0, acts.AttackDice((5, 5, 5)))
    record.play(0, acts.AttackDice((6, 4, 1)))
    record.play(1, acts.DefenceDice((6, 6)))
    record.play(0, acts.AttackDice((5, 5, 5)))


def test_older_records_forgot_dice_once_the_game_went_another_way() -> None:
    record = after_another_way(RISIKO.law_from - 1)
    record.play(0, acts.AttackDice((5, 5, 5)))
    assert record.state.awaits.attack == (5, 5, 5)


def test_a_throw_after_the_same_declaration_needs_a_reason_too() -> None:
    record = table()
    attack(record)
    record.play(0, acts.AttackDice((6, 4, 1)))
    record.undo()
    attack(record)
    with pytest.raises(Refused, match="say why"):
        record.play(0, acts.AttackDice((5, 5, 5)))
    record.play(0, acts.AttackDice((5, 5, 5)), why="the die had fallen from the table")


def test_dice_of_a_turn_that_is_over_are_not_asked_for_in_the_next() -> None:
    record = table()
    attack(record)
    record.play(0, acts.AttackDice((6, 4, 1)))
    record.undo()
    record.undo()
    record.play(0, acts.EndTurn())
    record.undo()
    attack(record)
    with pytest.raises(Refused, match="say why"):
        record.play(0, acts.AttackDice((5, 5, 5)))
    record.undo()
    record.play(0, acts.EndTurn())
    assert [one.turn for one in record.undone] == [0]
    assert record.state.turn == 1


# -- rulings


def garrison_of_one() -> acts.Move:
    return acts.Move("alaska", "kamchatka", 5)


def test_a_registered_infraction_stands_as_it_happened() -> None:
    record = table()
    with pytest.raises(Refused) as refused:
        record.play(0, garrison_of_one())
    assert (refused.value.kind, refused.value.may_be_registered) == (INFRACTION, True)
    line = msgspec.json.decode(record.rule(0, garrison_of_one(), why="noticed late"))
    assert line["by"] == "judge"
    assert line["act"]["waives"] == ["10"]
    assert record.state.armies[record.rules.board.index["alaska"]] == 1


def test_an_undo_takes_back_a_registered_act_together_with_its_ruling() -> None:
    record = table()
    before = record.state
    record.rule(0, garrison_of_one())
    record.undo()
    assert record.state == before
    with pytest.raises(Refused):
        record.play(0, garrison_of_one())


def test_what_a_registered_act_showed_stays_seen_after_an_undo() -> None:
    record = table(cards=[3, 0, 0, 0], sets=1, awaits={"is": "reinforce", "left": 3}, options={"several_tris": "one"})
    record.rule(0, acts.Tris(("alaska", "alberta", "islanda")))
    record.undo()
    assert [one.by for one in record.view("public").known] == [0]


def test_a_ruling_that_waives_what_is_not_broken_is_refused() -> None:
    record = table()
    fair = msgspec.Raw(msgspec.json.encode(acts.Move("alaska", "kamchatka", 2)))
    with pytest.raises(Refused, match=r"does not break art\. 10"):
        record.play(JUDGE, Ruling(("10",), 0, fair))
    record.play(0, acts.Move("alaska", "kamchatka", 2))


def test_a_ruling_on_what_the_rules_undo_says_why_and_not_that_nothing_is_broken() -> None:
    record = table()
    undeclared = msgspec.Raw(msgspec.json.encode(acts.AttackDice((6, 5, 4))))
    with pytest.raises(Refused) as refused:
        record.play(JUDGE, Ruling(("6",), 0, undeclared))

    assert [(one.kind, one.article) for one in refused.value.breaches] == [("infraction", "6")]


def test_a_ruling_names_each_article_once() -> None:
    record = table()
    record.play(0, acts.Move("kamchatka", "alaska", 1))
    again = msgspec.Raw(msgspec.json.encode(acts.Move("kamchatka", "alaska", 1)))
    with pytest.raises(Unreadable, match="an article is named twice"):
        record.play(JUDGE, Ruling(("10", "10"), 0, again))
    record.play(JUDGE, Ruling(("10",), 0, again))


def test_a_table_of_another_size_is_refused_with_the_article_that_says_how_many_play() -> None:
    with pytest.raises(Unreadable, match=r"3 seats, allowed 4, 5 \(art\. 2\)"):
        Record(game("risiko"), header_for(game("risiko"), ["a", "b", "c"]))


def test_a_ruling_must_waive_every_article_that_is_broken() -> None:
    record = table()
    far = acts.Move("alaska", "kamchatka", 5)
    record.play(0, acts.Move("kamchatka", "alaska", 1))
    both = msgspec.Raw(msgspec.json.encode(far))
    with pytest.raises(Refused):
        record.play(JUDGE, Ruling(("15",), 0, both))
    record.play(JUDGE, Ruling(("10",), 0, both))


def test_an_impossible_act_is_never_registered() -> None:
    record = table()
    with pytest.raises(Refused):
        record.rule(0, acts.Move("alaska", "kamchatka", 7))


def test_only_the_judge_rules_undoes_and_notes() -> None:
    record = table()
    attack(record)
    for act in (Undo(1), Note("talks"), Ruling(("10",), 0, msgspec.Raw(msgspec.json.encode(garrison_of_one())))):
        with pytest.raises(Refused):
            record.play(0, act)
    record.play(JUDGE, Note("talks", article="5", seat=2))
    record.play(JUDGE, Undo(1))


def test_a_note_about_an_article_that_does_not_exist_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        table().play(JUDGE, Note("talks", article="99"))
    table().play(JUDGE, Note("talks", article="5"))


# -- undo and the clock


def test_an_undo_goes_past_what_the_clock_said_and_leaves_it_standing() -> None:
    record = table(giro=9)
    attack(record)
    record.play(CLOCK, TimeUp())
    record.play(CLOCK, PreAlarm())
    record.undo()
    assert record.state.last_giro == 9
    assert type(record.state.awaits).__name__ == "Fight"


def test_an_undo_names_the_line_that_it_takes_back() -> None:
    record = table()
    attack(record)
    record.play(0, acts.AttackDice((6, 4, 1)))
    with pytest.raises(Refused):
        record.play(JUDGE, Undo(1))
    record.play(JUDGE, Undo(2))


def test_what_was_shown_stays_seen_after_an_undo() -> None:
    record = table(cards=[3, 0, 0, 0], awaits={"is": "reinforce", "left": 3})
    act = acts.Tris(("alaska", "alberta", "siam"))
    with pytest.raises(Refused):
        record.play(0, act)
    act = acts.Tris(("alaska", "alberta", "islanda"))
    record.play(0, act)
    assert record.view("public").known == ()
    record.undo()
    known = record.view("public").known
    assert [read_act(RISIKO, one.act) for one in known] == [act]


# -- the chain, to the byte


def test_the_chain_can_be_recomputed_with_nothing_but_sha256() -> None:
    record = table()
    head = hashlib.sha256(record.header_line).hexdigest()
    for line in (record.play(0, acts.Attack("alaska", "alberta")), record.play(0, acts.AttackDice((6, 4, 1)))):
        body, claimed = split_head(line)
        head = hashlib.sha256(head.encode() + body).hexdigest()
        assert claimed == head
    assert record.head == head


# -- headers


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ("a", "b", "c")},
        {"seats": ("a", "b", "c", "c")},
        {"edition": "none"},
        {"revision": 99},
        {"board": "0" * 64},
        {"judge": 4},
        {"direction": "counterclockwise"},
        {"notation": 2},
        {"sealed": {"objective": ("x",)}},
        {"sealed": {"hand": ("0" * 64,) * 4}},
    ],
)
def test_a_header_that_does_not_fit_the_game_is_unreadable(wrong: dict) -> None:
    header = header_for(RISIKO, ["a", "b", "c", "d"])
    check_header(RISIKO, header)
    with pytest.raises(Unreadable):
        check_header(RISIKO, msgspec.structs.replace(header, **wrong))


@pytest.mark.parametrize("options", [{"closing": "8"}, {"nonsense": 1}, {"army_limit": 10**6}, {"army_limit": "many"}])
def test_an_option_that_does_not_exist_is_unreadable_by_name(options: dict) -> None:
    with pytest.raises(Unreadable) as error:
        Record(RISIKO, header_for(RISIKO, ["a", "b", "c", "d"], options=options))
    assert next(iter(options)) in str(error.value)


def test_a_header_round_trips() -> None:
    header = header_for(RISIKO, ["a", "b", "c", "d"], judge=2, options={"army_limit": 120})
    assert read_header(msgspec.json.encode(header)) == header


# -- read from a file


@pytest.mark.parametrize("slug", SLUGS)
def test_what_stands_is_the_same_read_or_played(slug: str) -> None:
    played, lines, _ = whole_game(slug, game(slug).seats[-1], 1)
    read, half = fresh(played), len(lines) // 2
    list(verify_lines(read, lines[:half]))
    apart = read.fork()
    for record in (read, apart):
        list(verify_lines(record, lines[half:]))
        assert record.standing == played.standing
        assert record.checkpoints == played.checkpoints
