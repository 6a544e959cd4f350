"""The widths of letters that the server reckons with are those of the font that the browser draws."""

import string
from pathlib import Path

import pytest
from PIL import ImageFont

from tournament.core.letter_widths import broken, lines_of, width_of

FONT = Path(__file__).parents[3] / "static" / "fonts" / "InterVariable.woff2"


@pytest.fixture(scope="module")
def font():
    found = ImageFont.truetype(FONT, 1000)
    found.set_variation_by_name("SemiBold")
    return found


def test_every_letter_is_as_wide_as_in_the_font_and_hardly_narrower(font):
    """
    figures and points are all as wide as a figure on the site, which needs a feature of the font
    """
    letters = string.ascii_letters + "()«»àèéìòùçñößß"
    wrong = {one: (width_of(one) * 1000, font.getlength(one)) for one in letters}
    assert {one: pair for one, pair in wrong.items() if not -25 <= pair[0] - pair[1] <= 50} == {}


@pytest.mark.parametrize("name", ["Zanzottera dell'Acquasparta Massimiliano", "Bo Al", "Müller Lüdenscheidt Jürgen"])
def test_a_name_is_as_wide_as_in_the_font(font, name):
    assert width_of(name) * 1000 == pytest.approx(font.getlength(name), rel=0.04)


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("", 5, 1),
        ("Bo Al", 5, 1),
        ("Bo Al", 2, 2),
        ("Hohenlohe-Waldenburg", 7, 2),
        ("MMMMMMMM", 3, 3),
        ("a MMMMMMMM", 3, 4),
    ],
)
def test_a_text_is_broken_between_words_after_hyphens_and_only_then_anywhere(text, room, lines):
    assert lines_of(text, room) == lines
    assert len(broken(text, room)) == lines
    assert "".join(broken(text, room)).replace(" ", "") == text.replace(" ", "")
    assert all(width_of(line) <= room for line in broken(text, room))
