"""Sentences in two languages: fields, and counts with their words."""

from games.kernel.words import Words, same


def test_a_count_brings_its_word_in_each_language():
    holding = Words("{n:carta|carte}, {m} in tutto", "{n:card|cards}, {m} in all")
    assert [holding.fill({"n": n, "m": 7}) for n in (0, 1, 2)] == [
        Words("0 carte, 7 in tutto", "0 cards, 7 in all"),
        Words("1 carta, 7 in tutto", "1 card, 7 in all"),
        Words("2 carte, 7 in tutto", "2 cards, 7 in all"),
    ]


def test_a_count_may_bend_the_whole_sentence():
    left = Words("{n:resta # armata|restano # armate}", "{n:# army is|# armies are} left")
    assert left.fill({"n": 1}) == Words("resta 1 armata", "1 army is left")
    assert left.fill({"n": 5}) == Words("restano 5 armate", "5 armies are left")


def test_a_fact_in_words_is_put_in_its_own_language():
    assert Words("{who}: {n:punto|punti}", "{who}: {n:point|points}").fill(
        {"who": Words("tu", "you"), "n": 1}
    ) == Words("tu: 1 punto", "you: 1 point")
    assert same("a|b").fill({}) == same("a|b")
