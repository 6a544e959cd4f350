"""The manuals at `/aiuto/manuali/`: in both languages, with the interface's own words and pictures, and on paper."""

import io
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext, override
from pypdf import PdfReader

from referee import manuals as pages
from tests.tournament.conftest import a_tournament, user
from tournament.documents.manuals import manuals
from tournament.models import TableStatus

LANGUAGES = ("it", "en")
SOURCES = ("templates", "tournament", "referee", "operations")
SLUGS = [manual.slug for manual in manuals()]


def sentences(language: str) -> list[str]:
    with override(language):
        return [line for manual in manuals() for chapter in manual.chapters for line in chapter.sentences]


def pressed(text: str) -> list[str]:
    """Each language has its own quotation marks."""
    return re.findall("[«“]([^»”]+)[»”]", text)


def test_every_button_is_called_as_on_its_page():
    files = [path for name in SOURCES for path in (settings.BASE_DIR / name).rglob("*.*")]
    texts = [
        path.read_text(encoding="utf-8")
        for path in files
        if path.suffix in {".html", ".py"} and "documents" not in path.parts
    ]
    shown = "".join(texts) + "".join(str(level.label) for level in TableStatus.Level)
    named = {word for line in sentences("it") for word in pressed(line)}
    assert len(named) > 30
    assert [word for word in named if word not in shown] == []


def test_the_english_manuals_name_what_an_english_page_shows():
    for italian, english in zip(sentences("it"), sentences("en"), strict=True):
        assert italian != english
        with override("en"):
            for word, called in zip(pressed(italian), pressed(english), strict=True):
                assert gettext(word) in {called, word}  # a few words are part of a longer text in the catalogue


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_anybody_reads_each_manual_with_its_pictures(db, slug, language):
    client = Client(headers={"accept-language": language})
    page = client.get(reverse("referee:manual", args=[slug])).content.decode()
    with override(language):
        (manual,) = [one for one in manuals() if one.slug == slug]
        named = [pages.picture_address(chapter.picture) for chapter in manual.chapters if chapter.picture]
    assert escape(manual.title) in page
    assert all(named)
    assert [address for address in named if address not in page] == []
    assert f"/{language}/" in "".join(named)
    assert client.get(reverse("referee:manual", args=["altro"])).status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_booklet_holds_every_sentence_and_picture(db, language):
    answer = Client(headers={"accept-language": language}).get(reverse("referee:booklet"))
    book = PdfReader(io.BytesIO(answer.content))
    text = re.sub(r"\s+", "", "".join(page.extract_text() for page in book.pages))
    assert [line for line in sentences(language) if re.sub(r"\s+", "", line) not in text] == []
    with override(language):
        named = [chapter.picture for manual in manuals() for chapter in manual.chapters if chapter.picture]
    assert sum(len(page.images) for page in book.pages) == len(named)


@pytest.mark.django_db
def test_a_page_leads_to_the_manual_that_speaks_of_it():
    organizer = user("olga")
    tournament = a_tournament(organizer)
    client = Client()
    client.force_login(organizer)
    expected = {"desk": "organizzatore", "roster": "organizzatore", "public": "giocatori", "standings": "giocatori"}
    for name, slug in expected.items():
        page = client.get(reverse(f"tournament:{name}", args=[tournament.slug])).content.decode()
        assert reverse("referee:manual", args=[slug]) in page
    assert reverse("referee:help") in Client().get(reverse("login")).content.decode()
    help_page = client.get(reverse("referee:help")).content.decode()
    assert [slug for slug in SLUGS if reverse("referee:manual", args=[slug]) not in help_page] == []


def test_a_judges_device_stores_the_manuals_for_the_table_and_for_emergencies():
    found = list(pages.addresses("tablet", "emergenze"))
    assert {reverse("referee:manual", args=[slug]) for slug in ("tablet", "emergenze")} < set(found)
    assert sum(one.endswith(".webp") for one in found) == 4
