"""What a rulebook commands and forbids, sentence by sentence in our own words: who watches each, and the cases that hold it.

`sentences.toml` of a game's folder holds a `[[sentence]]` for each, in the book's order. `by` names who watches it: the `engine` refuses
what breaks it or works out what it says, and `cases` prove it; a `reminder` stands on the judge's page and nothing is refused; the
`judge` decides; `nobody` stands where the sentence is not a table's business. The last two say `why`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from games.kernel.articles import Rulebook
from games.kernel.words import Words

Watch = Literal["engine", "reminder", "judge", "nobody"]
FILE = "sentences.toml"


class Sentence(Struct, frozen=True, forbid_unknown_fields=True):
    """One command or prohibition. `article` is an id of the rulebook, `cases` are numbers of the game's cases."""

    article: str
    says: Words
    by: Watch
    cases: tuple[str, ...] = ()
    why: Words | None = None


class _File(Struct, forbid_unknown_fields=True):
    sentence: tuple[Sentence, ...]


def load(folder: Path) -> tuple[Sentence, ...]:
    """The sentences of a game's folder, in the book's order. Raises `ValueError` naming the file for anything else."""
    path = folder / FILE
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).sentence
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{path.name}: {error}") from error


def gaps(sentences: tuple[Sentence, ...], rulebook: Rulebook, cases: Collection[str]) -> Iterator[str]:
    """What is missing until every sentence is covered: a line for each gap, naming the article or the sentence.

    An article of status `prose` may stand without a sentence; any other has at least one.
    """
    for place, one in enumerate(sentences, start=1):
        where = f"sentence {place} (art. {one.article})"
        if one.article not in rulebook:
            yield f"{where}: the rulebook has no such article"
        yield from (f"{where}: there is no case {number}" for number in one.cases if number not in cases)
        if one.by == "engine" and not one.cases:
            yield f"{where}: no case holds it"
        if one.by in ("judge", "nobody") and one.why is None:
            yield f"{where}: no reason says why nothing checks it"
    covered = {one.article for one in sentences}
    for article in rulebook.articles:
        if article.status != "prose" and article.id not in covered:
            yield f"art. {article.id}: no sentence"
        watched = any(one.article == article.id and one.by == "engine" for one in sentences)
        if article.status == "enforced" and article.id in covered and not watched:
            yield f"art. {article.id}: enforced, but no sentence of it is watched by the engine"


def table(sentences: tuple[Sentence, ...]) -> str:
    """The sentences as a Markdown table, then a line with the figures."""
    rows = [
        f"| {one.article} | {one.says.en} | {one.by} | {', '.join(one.cases) or (one.why.en if one.why else '–')} |"
        for one in sentences
    ]
    covered = sum(bool(one.cases) or one.by != "engine" for one in sentences)
    counts = ", ".join(f"{sum(one.by == by for one in sentences)} {by}" for by in Watch.__args__)  # type: ignore[attr-defined]
    figures = f"{covered} of {len(sentences)} sentences covered: {counts}"
    return "\n".join(["| Article | Sentence | By | Cases, or why |", "|---|---|---|---|", *rows, "", figures]) + "\n"
