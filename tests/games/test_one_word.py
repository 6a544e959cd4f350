"""One thing has one word: what stands on a board is called what its game calls it, and no shared page knows another word for it."""

import ast
import gettext
import re
from pathlib import Path

import pytest

from games.kernel.forms import forms_of
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


ITALIAN = re.compile(r"compless[io]|rinforz[io]|\bcart[ae]\b|\bsit[oi]\b|scopert[ae]|\bcopert[ae]\b", re.IGNORECASE)
IN_TOML = re.compile(r'\ben = "([^"]*)"')


def english_of(file: Path) -> list[str]:
    """The English texts of a game's file."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".toml":
        return IN_TOML.findall(text)
    calls = (one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Call) and len(one.args) > 1)
    words = (one.args[1] for one in calls if getattr(one.func, "id", "") == "Words")
    return [str(one.value) for one in words if isinstance(one, ast.Constant)]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_word_of_the_italian_game_is_left_in_its_english(slug):
    """Names of cards and places stay as they are printed; what they are is said in the reader's language."""
    found = []
    for file in sorted((ROOT / "games" / slug).rglob("*")):
        if file.suffix in (".py", ".toml"):
            found += [f"{file.name}: {text}" for text in english_of(file) if ITALIAN.search(text)]
    assert found == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_id_of_a_piece_that_is_no_word_has_words_in_forms(slug):
    """A form would read it as `Sito aa`, in every language."""
    forms = forms_of(games()[slug])
    kinds = [mark.kind for mark in scene_of(slug).kinds if "_" in mark.kind]
    assert [kind for kind in kinds if not forms.words(kind)] == []
