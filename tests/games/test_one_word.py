"""One thing has one word: what stands on a board is called what its game calls it, and no shared page knows another word for it."""

import gettext
import re
from pathlib import Path

import pytest

from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import games

SLUGS = list(games())
OTHER_WORDS = re.compile(r"\b(carr[io]|armat[ae]|pezz[io]|pedin[ae]|unità|truppe|segnalini)\b", re.IGNORECASE)
IN_ENGLISH = re.compile(r"\b(arm(y|ies)|pieces?|units?|pawns?|troops?)\b", re.IGNORECASE)
ROOT = Path(__file__).resolve().parents[2]
COMPILED = ROOT / "locale" / "en" / "LC_MESSAGES" / "django.mo"


def scene_of(slug: str):
    game = games()[slug]
    record = Record(game, header_for(game, [f"p{seat}" for seat in range(game.seats[0])]))
    return game.scene(record.rules, record.state, frozenset())


@pytest.mark.parametrize("slug", SLUGS)
def test_what_stands_on_a_board_has_a_word_of_its_own_in_both_languages(slug):
    scene = scene_of(slug)
    assert bool(scene.standing.it) == bool(scene.standing.en)
    assert scene.standing != scene.counted


def test_shared_pages_know_no_other_word_for_it():
    """Their texts are the catalogue's; those of a game stand beside it, in the game."""
    with COMPILED.open("rb") as file:
        texts = {key: text for key, text in gettext.GNUTranslations(file)._catalog.items() if key}
    originals = [key if isinstance(key, str) else key[0] for key in texts]
    assert [text for text in originals if OTHER_WORDS.search(text)] == []
    assert [text for text in texts.values() if IN_ENGLISH.search(text)] == []


OF_OTHER_GAMES = {
    "risiko": r"carr[io]|pezz[io]|pedin[ae]",
    "iperisiko": r"carr[io]|pezz[io]|pedin[ae]",
    "fabrisiko": r"armat[ae]|pedin[ae]",
    "arba": r"carr[io]|armat[ae]|pezzo|pezzi",
}
"""What the texts of a game call its pieces nowhere; a carro is one kind of them in FabRisiko!."""
NOT_OF_PIECES = ("la plancia è in pezzi",)


@pytest.mark.parametrize("slug", sorted(OF_OTHER_GAMES))
def test_a_game_keeps_to_its_word(slug):
    """In its questions, refusals, options and help; the titles of its cases may speak as a table does."""
    other = re.compile(rf"\b({OF_OTHER_GAMES[slug]})\b", re.IGNORECASE)
    folder = ROOT / "games" / slug
    found = []
    for file in sorted([*folder.glob("*.py"), *folder.glob("*.toml")]):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if other.search(line) and not any(words in line for words in NOT_OF_PIECES):
                found.append(f"{file.name}:{number}: {line.strip()}")
    assert found == []
