"""The picture of a shared link: whatever the names, every letter is there, in its place and over nothing else."""

import io
from itertools import combinations, product

import pytest
from PIL import Image

from tournament.documents.social_card import CardLine, SocialCard
from tournament.exports.social_card import BOARD, EDGE, HEIGHT, WIDTH, Words, laid_out, social_card

NAMES = {
    "short": "Zoe Wu",
    "many words": "Carlo Federico Massimiliano von Hohenzollern-Sigmaringen und Sachsen-Coburg " * 2,
    "one word": "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrente" * 2,
    "wide": "W" * 120,
    "longest": ("Wolfeschlegelsteinhausenbergerdorff " * 5)[:161],
}


def letters(words: str) -> str:
    return "".join(words.split())


def card_of(name: str, seats: int, note: str) -> SocialCard:
    lines = tuple(CardLine(f"{name} {seat}", note, "R", "red", seat == 1) for seat in range(1, seats + 1))
    return SocialCard(name[:120], f"14 marzo 2026 · {name[:120]}", f"Finale · tavolo 12 · {name[:80]}", lines)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_every_letter_of_every_name_stands_in_the_picture_and_over_no_other(name):
    for seats, board_width, note in product(
        (0, 1, 2, 6), (0, BOARD[0]), ("", "11 territori, 24 carri, 7 carte scoperte")
    ):
        card = card_of(name, seats, note)
        words = [one for one in laid_out(card, board_width=board_width) if isinstance(one, Words)]
        written = letters("".join("".join(one.lines) for one in words))
        lines = (text for line in card.lines for text in (line.words, line.note))
        for text in (card.title, card.where, card.moment, *lines):
            assert letters(text) in written
        boxes = [(one.x, one.y, one.x + one.width, one.y + one.height) for one in words]
        for left, top, right, bottom in boxes:
            assert left >= EDGE
            assert right <= WIDTH - EDGE / 2 + 1
            assert top >= 0
            assert bottom <= HEIGHT
        for one, other in combinations(boxes, 2):
            assert one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] - 1 or other[1] >= one[3] - 1


def test_no_word_is_broken_that_fits_on_a_line():
    card = card_of("Carlo Federico Massimiliano Hohenzollern", 4, "")
    lines = [line for part in laid_out(card) if isinstance(part, Words) for line in part.lines]
    assert set(" ".join(lines).split()) <= set(f"{card.title} {card.where} {card.moment} 1 2 3 4".split())


def test_it_is_a_picture_that_previews_take():
    data = social_card(card_of(NAMES["many words"], 5, "x"), lambda size: Image.new("RGB", size, "#09672e"))
    with Image.open(io.BytesIO(data)) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert len(data) < 300_000
