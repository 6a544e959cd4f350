"""A sentence ends with one full stop, also behind a name that ends with its initial: in both languages, on every page."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.utils import translation

from games.kernel.words import stopped, unstopped
from games.registry import games
from referee.judge_page.context import refusal_words
from referee.offline.tablet import Tablet
from referee.wording import localized, naming, with_names
from tests.games.seeded_games import TABLES, whole_game

ROOT = Path(__file__).parents[1]
NAMES = tuple(f"{name} {name[0]}." for name in ("Anna", "Bea", "Carlo", "Dora", "Elio", "Fausto"))
TWICE = re.compile(r"\w\.\.(?!\.)")
FIGURES = {"n", "many", "of", "p", "dice", "points", "theirs", "rounds", "all", "changes", "seq", "exact"}
OF_NO_NAME = FIGURES | {"at", "day", "url", "engine", "reason", "events", "where", "lacks", "folder"}
"""What a sentence ends with and is no name: figures, times, addresses, dice, words of the program."""
OF_NO_PERSON = {  # sentences whose last word is a table, a room, a code, a time, a number
    "Il regolamento non ha una formula che cominci con %s.",
    "Hanno già giocato, e ciò che hanno contato o registrato resta agli atti, i tavoli: %s.",
    "Mancano ancora i tavoli: %s.",
    "Il turno non è finito: mancano i risultati firmati dei tavoli %s.",
    "Non si torna indietro: hanno già cominciato i tavoli %s.",
    "Nessun torneo ha il codice %s.",
    "Scadenza salvata: %s.",
    "Il tavolo %(table)d è in due sale: %(one)s e %(other)s.",
    "Fatto. Ciò che c'era prima è in %(name)s.",
    "Almeno {least}.",
    "Da {least} a {most}.",
}
LAST = re.compile(r"(%\((\w+)\)s|%s|\{(\w+)\})\.(?![.\w])")
NEAR = 6  # lines of a source within which a sentence is filled


def test_a_name_with_its_initial_ends_a_sentence_by_itself():
    assert [stopped(one) for one in ("Gaia F.", "Gaia F", "chi?")] == ["Gaia F.", "Gaia F.", "chi?"]
    assert [unstopped(one) for one in ("Gaia F.", "Gaia", "così…", "e via...")] == [
        "Gaia F",
        "Gaia",
        "così…",
        "e via...",
    ]
    assert with_names(
        "Ora gioca il giocatore 2. Poi il giocatore 1, tocca al giocatore 2...", ("Ada B.", "Gaia F.")
    ) == ("Ora gioca Gaia F. Poi Ada B., tocca a Gaia F....")


def bundle_of(slug: str, seats: int, level: str) -> dict:
    """What a device is given of a table before its first line, with names that end with their initial."""
    played = whole_game(slug, seats, 7)[0]
    return {
        "game": slug,
        "brought": "",
        "header": played.header_line.decode(),
        "lines": [],
        "row": {"pk": 1, "instance": "prova", "lease": 1, "level": level},
        "seats": [{"public_id": f"s{seat}", "nick": NAMES[seat]} for seat in range(seats)],
        "tournament": {"slug": "prova", "name": "Prova", "topic": "t"},
        "round": {"number": 1},
        "table": {"number": 1, "state": "playing", "topic": "t", "get_absolute_url": "/"},
        "levels": [],
    }


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("slug", list(games()))
def test_no_page_of_a_table_ends_a_sentence_twice(slug, language):
    seats = max(one for name, one in TABLES if name == slug)
    lines = whole_game(slug, seats, 7)[1]
    bundle = bundle_of(slug, seats, "result")
    with translation.override(language):
        tablet = Tablet(bundle)
        for start in range(0, len(lines), max(1, len(lines) // 6)):
            tablet.follow(
                [(line.decode(), "2026-03-07T15:00:00+00:00", True) for line in lines[tablet.record.seq : start]]
            )
            for tag in ("", "finish", "abandon"):
                parts = tablet.show({"number": 0}, tag)["parts"]
                assert TWICE.findall(re.sub(r"<[^>]*>", " ", " ".join(parts.values()))) == []
            with naming(NAMES):
                for words in tablet.record.game.guide(tablet.record.rules, tablet.record.state):
                    assert not TWICE.search(localized(words))


def test_a_refusal_keeps_the_capitals_of_a_name():
    words = "prima gioca il giocatore 2"
    with naming(NAMES):
        refused = SimpleNamespace(breaches=[SimpleNamespace(reason=with_names(words, NAMES))])
        assert refusal_words(refused) == "Prima gioca Bea B."


def sentences() -> dict[str, list[str]]:
    """The sentences of the catalogue that end with what is put into them, in either language, with their sources."""
    text = (ROOT / "locale/en/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    found = {}
    for entry in text.split("\n\n"):
        if entry.startswith("#~"):
            continue
        sources = re.findall(r"^#: (.*)$", entry, re.MULTILINE)
        texts = {
            kind: "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', body))
            for kind, body in re.findall(r'^(msgid|msgid_plural|msgstr(?:\[\d\])?) ((?:".*"\n?)+)', entry, re.MULTILINE)
        }
        places = {name or other for one in texts.values() for _all, name, other in LAST.findall(one)}
        if any(LAST.search(one) for one in texts.values()) and not places <= OF_NO_NAME:
            found[texts["msgid"].replace('\\"', '"')] = " ".join(sources).split()
    return found


def test_what_is_put_before_a_full_stop_brings_none_of_its_own():
    loose = []
    for sentence, sources in sentences().items():
        if any(sentence.startswith(one) for one in OF_NO_PERSON):
            continue
        start = re.split(r"%[(s]|\{", sentence)[0].rstrip()
        for source in sources:
            lines = (ROOT / source).read_text(encoding="utf-8").splitlines()
            near = [" ".join(lines[max(0, at - 1) : at + NEAR]) for at, line in enumerate(lines) if start[:40] in line]
            if not near or not all("unstopped" in one for one in near):
                loose.append((source, sentence))
    assert len(sentences()) > len(OF_NO_PERSON)
    assert loose == []
