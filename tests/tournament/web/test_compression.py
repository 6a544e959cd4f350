"""Pages for many are sent as gzip, compressed once, and what is a reader's own stands in them uncompressed."""

import gzip
import zlib

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.conftest import a_tournament
from tournament.web.support import compression, page_cache

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@given(st.lists(st.tuples(st.booleans(), st.binary(max_size=400)), max_size=8))
def test_blocks_in_any_order_are_read_as_the_text_that_they_hold(pieces):
    blocks = [compression.pressed(text) if is_pressed else compression.stored(text) for is_pressed, text in pieces]
    text = b"".join(text for _is_pressed, text in pieces)
    assert gzip.decompress(compression.gzip(blocks, text)) == text


def test_a_stored_text_may_be_longer_than_a_block():
    text = bytes(range(256)) * 600
    assert gzip.decompress(compression.gzip([compression.stored(text)], text)) == text


@pytest.mark.parametrize(
    ("header", "is_accepted"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("GZIP", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
    ],
)
def test_who_does_not_read_gzip_gets_none(header, is_accepted):
    assert compression.is_accepted(header) is is_accepted


@pytest.fixture
def public_page(organizer):
    page_cache.clear()
    yield f"/t/{a_tournament(organizer).slug}/"
    page_cache.clear()


def test_a_public_page_is_the_same_with_and_without_compression(public_page):
    pressed = Client().get(public_page, headers=GZIP)
    plain = Client().get(public_page)
    assert (pressed["Content-Encoding"], "Content-Encoding" in plain) == ("gzip", False)
    assert "Accept-Encoding" in pressed["Vary"]
    assert "Accept-Encoding" in plain["Vary"]
    text = gzip.decompress(pressed.content)
    assert len(pressed.content) < len(text) / 2
    assert len(text) == len(plain.content)


def test_a_readers_token_is_not_compressed(public_page):
    """Its bytes stand in the answer as they are: no guess elsewhere on the page makes the answer shorter."""
    client = Client()
    answer = client.get(public_page, headers=GZIP)
    text = gzip.decompress(answer.content)
    token = text.split(b'name="csrfmiddlewaretoken" value="')[1][:64]
    assert token in answer.content
    assert zlib.crc32(text) == int.from_bytes(answer.content[-8:-4], "little")


def test_a_page_for_an_account_is_not_compressed(public_page, django_user_model):
    client = Client()
    client.force_login(django_user_model.objects.create_user("lettrice"))
    assert "Content-Encoding" not in client.get(public_page, headers=GZIP)
