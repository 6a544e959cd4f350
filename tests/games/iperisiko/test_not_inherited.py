"""What this game does not take from rulebook 001, article by article of that book: each allowed or decided otherwise here."""

from __future__ import annotations

from collections.abc import Callable

from games.iperisiko import acts
from games.iperisiko.game import GAME
from games.kernel.cases import fact
from games.kernel.record import Record
from games.registry import game

Table = Callable[..., Record]


def test_article_8_fewer_dice_than_the_defender_are_allowed(table: Table) -> None:
    record = table(board={0: "alaska 2", 3: "kamchatka 5"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((6,)))

    assert fact(record, "awaits.awaits") == "defence_throw"


def test_articles_10_and_15_no_garrison_of_two_and_no_final_move(table: Table) -> None:
    record = table(giro=2, awaits={"is": "reinforce", "left": 0}, board={0: "alaska 6, alberta 1"})
    record.play(0, acts.Move("alaska", "alberta", 5))
    record.play(0, acts.Attack("alberta", "ontario"))
    record.play(0, acts.AttackDice((6, 6, 6)))
    record.play(3, acts.DefenceDice((1, 1)))
    record.play(0, acts.Occupy(5))

    assert [fact(record, f"territories.{name}.armies") for name in ("alaska", "alberta", "ontario")] == [1, 1, 5]
    assert [one.article for one in record.breaches(0, acts.Move("ontario", "alberta", 1))] == ["12", "12"]


def test_article_11_more_than_seven_cards_may_be_held(table: Table) -> None:
    record = table(cards=[7, 0, 0, 0], conquests=1, has_attacked=True, board={0: "alaska"})
    record.play(0, acts.Draw())

    assert fact(record, "players.0.cards") == 8


def test_article_11_a_forgotten_card_is_lost(table: Table) -> None:
    record = table(conquests=1, has_attacked=True, board={0: "alaska", 1: "siam"})
    record.play(0, acts.EndTurn())

    assert [breach.article for breach in record.breaches(0, acts.LateCard())] == ["14"]
    assert fact(record, "players.0.cards") == 0


def test_article_12_no_booty_and_elimination_at_any_time(table: Table) -> None:
    record = table(giro=1, cards=[0, 5, 0, 0], board={0: "alaska 5", 1: "kamchatka 1", 2: "siam"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((6, 6, 6)))
    record.play(1, acts.DefenceDice((1,)))
    record.play(0, acts.Occupy(3))

    assert fact(record, "players.1.standing") == "eliminated"
    assert [fact(record, f"players.{seat}.cards") for seat in range(4)] == [0, 0, 0, 0]


def test_article_14_other_values_of_sets(table: Table) -> None:
    for cards, worth in (
        (("alberta", "argentina", "islanda"), 9),
        (("alberta", "ontario", "quebec"), 6),
        (("alberta", "argentina"), 4),
    ):
        record = table(cards=[4, 0, 0, 0], awaits={"is": "reinforce", "left": 0}, board={0: "alaska"})
        record.play(0, acts.Combination(cards))
        assert fact(record, "awaits.left") == worth


def test_article_16_no_sdadata() -> None:
    ours, theirs = set(GAME.act_words), set(game("risiko").act_words)

    assert {"close_dice", "start_dice", "tie_dice", "tris", "undue_card"} <= theirs - ours
    assert "dice" not in GAME.endings


def test_article_17_territories_score_nothing(table: Table) -> None:
    record = table(ended="time", awaits={"is": "count"}, objectives=[[2, 14], [15, 16], [17, 18], [19, 20]], others=0)

    assert [row.points for row in record.score().rows] == ["0.38", "0.48", "0.52", "0.56"]
    assert record.score().tiebreak_names == ()


def test_article_19_more_than_130_armies_may_stand(table: Table) -> None:
    record = table(awaits={"is": "reinforce", "left": 10}, board={0: "alaska 200"})
    record.play(0, acts.Place({"alaska": 10}))

    assert fact(record, "players.0.armies") == 210


def test_article_4_no_limit_of_half_a_continent(table: Table) -> None:
    record = table(giro=0, others=-1, awaits={"is": "deal", "seat": 0})
    most_of_asia = (
        "urali",
        "siberia",
        "jacuzia",
        "cita",
        "kamchatka",
        "giappone",
        "mongolia",
        "afghanistan",
        "india",
        "siam",
    )

    assert record.breaches("judge", acts.Deal(0, most_of_asia)) == ()


def test_no_article_of_the_other_book_is_named() -> None:
    assert [article.id for article in GAME.rulebook.articles if not article.id.startswith("base.")] == [
        str(number) for number in range(1, 27)
    ]
