"""The English catalogue: it has every word of the site, with the same places to fill, and is compiled from its source.
Places and colours, which are in no catalogue, follow the language too.

What the site says is gathered here as `make messages` does it, from a copy of the sources.
"""

import gettext
import re
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils.translation import override

from referee.wording import colour
from tests.tools import need
from tournament.templatetags.display import dated
from tournament.templatetags.formats import ordinal

ROOT = Path(__file__).parents[2]
MESSAGES = ROOT / "locale" / "en" / "LC_MESSAGES"
SOURCES = ("config", "games", "laptop", "operations", "referee", "tournament", "templates")
PLACES = r"%(?:\(\w+\))?[sd]|\{\w*\}|</?\w+>"

# A text by its original; one that counts has an entry for each plural form, by original and form.
Catalogue = dict[str | tuple[str, int], str]


def read(compiled: Path) -> Catalogue:
    with compiled.open("rb") as file:
        found = gettext.GNUTranslations(file)._catalog
    return {key: text for key, text in found.items() if key}


def places(text: str) -> list[str]:
    return sorted(re.findall(PLACES, text))


@pytest.fixture(scope="module")
def english() -> Catalogue:
    """Neither a fuzzy entry nor an empty one comes into the compiled catalogue."""
    return read(MESSAGES / "django.mo")


@pytest.fixture(scope="module")
def italian(tmp_path_factory) -> Catalogue:
    """Every text of the sources, as its own translation."""
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "migrations"))
    (folder / "locale").mkdir()
    template = _gathered(folder).replace("nplurals=INTEGER; plural=EXPRESSION", "nplurals=2; plural=(n != 1)")
    filled = subprocess.run([need("msgen"), "-"], input=template.encode(), check=True, capture_output=True).stdout
    subprocess.run([need("msgfmt"), "-o", folder / "italian.mo", "-"], input=filled, check=True)
    return read(folder / "italian.mo")


def _gathered(folder: Path) -> str:
    need("xgettext")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("django.conf.settings.LOCALE_PATHS", [])
        call_command("makemessages", locale=["en"], keep_pot=True, verbosity=0)
    return (folder / "locale" / "django.pot").read_text()


def test_every_text_of_the_site_is_in_english(italian, english):
    assert len(italian) > 2000
    missing = sorted({key if isinstance(key, str) else key[0] for key in italian.keys() - english.keys()})
    if missing:
        pytest.fail("run `make messages`, then translate in locale/en/LC_MESSAGES/django.po:\n" + "\n".join(missing))


def test_no_text_hides_in_another():
    """What stands inside an f-string is not gathered."""
    hidden = r"""\bf"[^"\n]*\{n?_\('"""
    files = [path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")]
    assert [str(path) for path in files if re.search(hidden, path.read_text())] == []


def test_no_entry_waits_for_somebody_to_check_it():
    assert "#, fuzzy" not in (MESSAGES / "django.po").read_text()


def test_a_translation_fills_the_same_places_as_its_original(italian, english):
    def allowed(key) -> tuple[list[str], ...]:
        """Where one language writes out the one, the other may count it."""
        forms = [key] if isinstance(key, str) else [key, (key[0], 1)]
        return tuple(places(italian[form]) for form in forms)

    both = italian.keys() & english.keys()
    different = {key: english[key] for key in both if places(english[key]) not in allowed(key)}
    assert different == {}


def test_one_apostrophe_is_written_throughout():
    """The straight one, as keyboards have it: a text searched on a page is found, and no text stands in the catalogue twice."""
    kinds = {".py", ".html", ".txt", ".js", ".toml", ".json", ".po"}
    folders = (*SOURCES, "locale", "static/js")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in kinds]
    assert len(files) > 500
    assert {str(path): found for path in files if (found := re.findall(r"\w+’\w*", path.read_text()))} == {}


def test_no_translation_is_empty(english):
    assert [original for original, text in english.items() if not text.strip()] == []


def test_a_translation_begins_and_ends_as_its_original(italian, english):
    def edges(text: str) -> tuple[bool, bool]:
        return text[:1].isspace(), text[-1:].isspace()

    both = italian.keys() & english.keys()
    assert {key: english[key] for key in both if edges(english[key]) != edges(italian[key])} == {}


def test_the_compiled_catalogue_is_that_of_its_source(tmp_path):
    compiled = tmp_path / "django.mo"
    subprocess.run([need("msgfmt"), "--check", "-o", compiled, MESSAGES / "django.po"], check=True)
    assert compiled.read_bytes() == (MESSAGES / "django.mo").read_bytes()


@pytest.mark.parametrize(
    ("language", "places"),
    [("it", ["1º", "2º", "3º", "4º", "11º", "22º"]), ("en", ["1st", "2nd", "3rd", "4th", "11th", "22nd"])],
)
def test_a_place_is_written_as_the_language_does(language, places):
    with override(language):
        assert [ordinal(place) for place in (1, 2, 3, 4, 11, 22)] == places


@pytest.mark.parametrize(("language", "words"), [("it", "sabato 14 marzo 2026"), ("en", "Saturday 14 March 2026")])
def test_a_date_is_written_as_the_language_does(language, words):
    with override(language):
        assert dated(date(2026, 3, 14)) == words


def test_colours_are_named_in_the_language_of_the_reader():
    with override("en"):
        assert (colour("giallo"), colour("")) == ("yellow", "")
    with override("it"):
        assert colour("giallo") == "giallo"
