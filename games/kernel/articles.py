"""A rulebook as data: every article with its title, a short text of our own and its status.

`enforced`: the engine refuses what the article forbids. `computed`: the engine works out what it says, so that there is nothing to refuse.
`judge`: a person at the table watches it. `prose`: nothing to check. What can be read in two ways stands in the game's `options.toml`.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from games.kernel.words import Words

Status = Literal["enforced", "computed", "judge", "prose"]


class Article(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: Words
    text: Words
    status: Status
    source: str = "rulebook"

    @property
    def number(self) -> str:
        """As it is printed in the book: `16`, `4-A`, `B`; empty where the book gives a heading alone."""
        found = re.match(r"(\d+(-[A-Z])?|[A-Z])(?![A-Za-z])", self.id)
        return found[0] if found else ""

    @property
    def is_basic(self) -> bool:
        """Taken from the boxed game: the rulebook of the tournament has no number for it."""
        return self.id.startswith("base.")


class Rulebook(Struct, frozen=True):
    """All articles of one game, in the order of the printed book, by id."""

    articles: tuple[Article, ...]

    def __getitem__(self, article: str) -> Article:
        return self.by_id[article]

    def __contains__(self, article: str) -> bool:
        return article in self.by_id

    def place(self, article: str) -> int:
        """Where an article stands in the book; what no article speaks of comes before all of them."""
        return next((place for place, one in enumerate(self.articles) if one.id == article), -1)

    @property
    def by_id(self) -> dict[str, Article]:
        return {article.id: article for article in self.articles}


class _File(Struct, forbid_unknown_fields=True):
    article: tuple[Article, ...]


def load(path: Path) -> Rulebook:
    """Read `rulebook.toml`. Raises `ValueError` naming the file for anything that is not a rulebook."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    ids = [article.id for article in found.article]
    doubled = sorted({one for one in ids if ids.count(one) > 1})
    if doubled:
        raise ValueError(f"{path.name}: article twice: {', '.join(doubled)}")
    return Rulebook(found.article)


def table(rulebook: Rulebook) -> str:
    """The articles as a Markdown table, for `ARTICLES.md` of a game's folder."""
    rows = [f"| {one.id} | {one.title.en} | {one.status} | {one.source} |" for one in rulebook.articles]
    return "\n".join(["| Article | What it says | Status | Source |", "|---|---|---|---|", *rows]) + "\n"
