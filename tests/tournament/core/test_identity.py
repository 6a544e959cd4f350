"""Finding a person by what somebody types, and telling that two names are one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.identity import is_match, is_same_name

PEOPLE = st.tuples(*[st.text(st.characters(categories=("Lu", "Ll")), min_size=1, max_size=12)] * 3)


@pytest.mark.parametrize("sought", ["Leone Tito", "tito leone", "LEO", "eon ito", "  leone  ", "tit4 leone", ""])
def test_any_part_of_any_word_finds(sought):
    assert is_match(sought, "Leone", "Tito", "tit4")


@pytest.mark.parametrize(("sought", "surname"), [
    ("pero", "Però"), ("PERÒ", "Però"), ("però", "Pero"), ("damico", "D'Amico"), ("d’amico", "D'Amico"),
    ("deluca", "De Luca"), ("de luca", "De Luca"), ("lukasz", "Łukasz"), ("soren", "Søren"), ("strasse", "Straße"),
])  # fmt: skip
def test_accents_signs_and_spaces_do_not_matter(sought, surname):
    assert is_match(sought, surname)


def test_signs_alone_find_nobody():
    assert not is_match("%", "Leone", "Tito")
    assert is_match("Leone -", "Leone", "Tito")


def test_every_word_counts():
    assert not is_match("Leone Carla", "Leone", "Tito")


@given(PEOPLE, st.data())
def test_parts_of_a_name_in_any_order_find_it(person, data):
    parts = []
    for text in person:
        start = data.draw(st.integers(0, len(text) - 1))
        parts.append(data.draw(st.sampled_from([str.upper, str.lower, str]))(text[start : start + 3]))
    assert is_match(" ".join(data.draw(st.permutations(parts))), *person)


def test_a_name_is_the_same_in_either_order():
    assert is_same_name(("Leone", "Tito"), ("TITO", "leone"))
    assert is_same_name(("Però", "Ada"), ("Pero'", "Ada"))
    assert not is_same_name(("Leone", "Tito"), ("Leone", "Ada"))
