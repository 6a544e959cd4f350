"""A card is called by what is seen on it wherever a judge reads of it, and a board speaks the language of the page, in every game."""

import importlib
import pkgutil
import re
from html.parser import HTMLParser

import msgspec
import pytest
from django.utils import translation

from games.kernel.words import Words
from games.registry import games
from referee.board_image import geometry, svg
from referee.judge_page import board_view
from tests.games.seeded_games import SLUGS, acts_of, fresh, game, whole_game
from tests.referee.test_corrections_of_games import ADDRESS, PAGE, played_on_a_tablet
from tests.referee.test_offline_engine import html_of

READ = ("aria-label", "title", "placeholder")
CODE = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]{1,3}\d+\b")
EACH = 9
"""Lines between two looks at a page."""
BACK = 4
"""How many lines back one is struck, so that what would change comes first."""


class Read(HTMLParser):
    """What a person reads of a page: its text, and what stands in its fields and is spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.hidden = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in ("script", "style", "code"):
            self.hidden = tag
        self.words += [given[name] for name in READ if name in given]
        if tag == "option" or (tag == "input" and given.get("type", "text") == "text"):
            self.words.append(given.get("value", "") if tag == "input" else "")

    def handle_endtag(self, tag: str) -> None:
        if tag == self.hidden:
            self.hidden = ""

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words.append(data)


def codes_in(html: str, codes: set[str]) -> set[str]:
    page = Read()
    page.feed(html)
    return codes & set(CODE.findall("\n".join(page.words)))


def texts(value: object):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (*texts(key), *texts(one))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)


def codes_of(slug: str) -> set[str]:
    """Ids that no person would say, of all that the acts of a few games name: a code, or words joined below the line."""
    found: set[str] = set()
    for seats in {min(game(slug).seats), max(game(slug).seats)}:
        record, lines, _vault = whole_game(slug, seats, 1)
        for _by, act in acts_of(record, lines):
            found |= {one for value in msgspec.to_builtins(act).values() for one in texts(value)}
    return {one for one in found if CODE.fullmatch(one)}


def test_there_are_codes_to_look_for():
    assert {"v05", "v09", "rosso_meno_1"} <= codes_of("fatal")
    assert "africa_del_nord" in codes_of("risiko")


@pytest.mark.parametrize("slug", SLUGS)
def test_no_line_of_a_game_names_a_card_by_its_code(slug):
    """In any line of it, in any place of its board, in the answers to its questions."""
    codes, found = codes_of(slug), set()
    for seats in {min(game(slug).seats), max(game(slug).seats)}:
        whole, lines, _vault = whole_game(slug, seats, 1)
        record = fresh(whole)
        for by, act in acts_of(whole, lines):
            words = [record.game.describe(record.rules, by, act)]
            record.append_trusted(by, act)
            if record.seq % EACH == 0:
                for shape in record.game.scene(record.rules, record.state, frozenset()).shapes:
                    words += [shape.label, *(one for one in shape.badges if isinstance(one, Words))]
                words += [one.words for one in record.choices({}).choices]
            for one in words:
                found |= codes & set(CODE.findall(f"{one.it}\n{one.en}"))
    assert found == set()


@pytest.mark.parametrize("slug", SLUGS)
def test_no_page_of_a_table_names_a_card_by_its_code(slug):
    """The page with its keys of undoing and its lines, the lines that may be corrected, the form of one, and what would change."""
    codes, found, previews = codes_of(slug), {}, 0
    for number, (tablet, _act) in enumerate(played_on_a_tablet(slug, min(game(slug).seats), 1)):
        if number % EACH:
            continue
        pages = [html_of(tablet.fetch("", PAGE)), html_of(tablet.fetch("?correggi=*", PAGE))]
        lately = re.findall(r'href="\?correggi=(\d+)"', pages[-1])
        pages += [html_of(tablet.fetch(f"?correggi={seq}", PAGE)) for seq in lately[:2]]
        if len(lately) > BACK:
            fields = [("of", lately[BACK]), ("strike", "1"), ("why", "riga sbagliata")]
            made = tablet.enter(ADDRESS + "correggi/", fields, PAGE)
            if made["entry"]:
                break
            pages.append(html_of(made))
            previews += "data-preview" in pages[-1]
        for page in pages:
            if bare := codes_in(page, codes):
                found[tablet.record.seq] = bare
    assert found == {}
    assert previews


# -- the language of a board


def vocabulary(slug: str) -> list[Words]:
    """All words that the modules of a game hold, in whatever they stand."""
    package = importlib.import_module(f"games.{slug}")
    modules = [importlib.import_module(one.name) for one in pkgutil.iter_modules(package.__path__, f"games.{slug}.")]
    return [words for module in modules for value in vars(module).values() for words in words_in(value)]


def words_in(value: object):
    if isinstance(value, Words):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from words_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from words_in(one)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from words_in(getattr(value, name))


def only_italian(slug: str) -> set[str]:
    """Words that no English text of the game has; without those that may be a name of somebody's or somewhere's own."""
    letters = re.compile(r"[^\W\d_]{3,}")
    found = vocabulary(slug)
    italian = {one.lower() for words in found for one in letters.findall(words.it) if one.islower()}
    return italian - {one.lower() for words in found for one in letters.findall(words.en)}


@pytest.mark.parametrize("slug", list(games()))
def test_a_board_in_english_holds_no_italian_word_of_its_game(slug):
    """Names, badges and counts of its places, groups and players, the legend, and what is spoken of the picture."""
    italian, found = only_italian(slug), set()
    assert italian or slug == "porcello"
    for seats in {min(game(slug).seats), max(game(slug).seats)}:
        whole, lines, _vault = whole_game(slug, seats, 1)
        record = fresh(whole)
        for by, act in acts_of(whole, lines):
            record.append_trusted(by, act)
            if record.seq % EACH:
                continue
            with translation.override("en"):
                board = board_view.board_of(record, ())
                page = Read()
                page.feed(svg.svg(geometry.drawing(board.scene), label="Board"))
                visible = [*page.words, board.headline, *(group.label for group in board.groups)]
                visible += [line for player in board.players for line in (player.title, *player.lines)]
                visible += [text for place in board.places.values() for text in (place.label, *place.badges)]
            found |= italian & set(re.findall(r"[^\W\d_]{3,}", "\n".join(visible).lower()))
    assert found == set()
