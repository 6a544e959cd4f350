"""Puzzles for judges, made from the cases that test the rules: a position, an act, and the article that refuses it, if any."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from types import SimpleNamespace

from django.utils.translation import gettext as _

from games.kernel import cases
from games.kernel.breaches import INFRACTION, Refused, Unreadable
from games.kernel.cases import Case
from games.kernel.record import Record
from games.kernel.words import Words
from games.registry import game
from referee.judge_page import board_view, readings
from referee.judge_page.board_view import BoardView
from referee.wording import article_title, localized

OTHER_ARTICLES = 4
ALLOWED = "ok"


@dataclass(frozen=True)
class Puzzle:
    """One question, for readers of every language. `article` is empty where the act may stand; `title` is given only with the answer."""

    number: str
    case: Case
    article: str
    named: Words | str

    @property
    def title(self) -> str:
        return localized(self.named)


@dataclass(frozen=True)
class PuzzleView:
    """The puzzle as the page shows it. `readings` are those of its table that are not the usual ones: the answer hangs on them."""

    board: BoardView
    headline: str
    before: tuple[str, ...]
    act: str
    who: str
    readings: tuple[str, ...] = ()


@lru_cache(maxsize=8)
def puzzles(slug: str) -> tuple[Puzzle, ...]:
    """Every case that can be shown as a position, with its passing twins, in an order that does not reveal the answer."""
    found = [puzzle for case in cases.load(game(slug)) for puzzle in _of(case)]
    Random(slug).shuffle(found)
    return tuple(found)


def _of(case: Case) -> Iterator[Puzzle]:
    if not case.act:
        return
    if case.kind == INFRACTION:
        yield Puzzle(case.number, case, case.refused_by, case.title)
    for place, (twin, whole) in enumerate(cases.twins(case), 1):
        yield Puzzle(f"{case.number}.{place}", whole, "", twin.title or "")


def view_of(slug: str, puzzle: Puzzle) -> PuzzleView:
    """Raises Unreadable or Refused for a case about the set-up of a table, which has no position to show."""
    record = cases.set_up(game(slug), puzzle.case)
    by, act = cases.read_entry(record, puzzle.case, puzzle.case.act)
    board = board_view.board_of(record, _people(record))
    before = tuple(board_view.describe_act(record, one.by, one.act) for one in record.standing[-4:])
    return PuzzleView(
        board,
        board.headline,
        before,
        board_view.describe_refused_act(record, by, act),
        board_view.who(board, by),
        readings.unusual(record),
    )


def has_position(slug: str, puzzle: Puzzle) -> bool:
    try:
        view_of(slug, puzzle)
    except (Unreadable, Refused):
        return False
    return True


@lru_cache(maxsize=8)
def with_position(slug: str) -> tuple[Puzzle, ...]:
    """Those of `puzzles`, in their order, that can be drawn. Six hundred boards are set up for it, once in a process."""
    return tuple(one for one in puzzles(slug) if has_position(slug, one))


def _people(record: Record) -> list[SimpleNamespace]:
    """Players of a puzzle are named by their seats."""
    return [
        SimpleNamespace(entrant=SimpleNamespace(public_id=who, name="", nick="", surname="", is_minor=False))
        for who in record.header.seats
    ]


def answers(slug: str, puzzle: Puzzle) -> list[tuple[str, str]]:
    """That it may stand, or the article against it: the right one among others."""
    rulebook = game(slug).rulebook
    tempting = puzzle.article or puzzle.case.refused_by or puzzle.case.article
    others = [one.id for one in rulebook.articles if one.id != tempting]
    drawn = Random(puzzle.number).sample(others, min(OTHER_ARTICLES, len(others)))
    articles = sorted((tempting, *drawn), key=rulebook.place)
    words = {one.id: article_title(one) for one in rulebook.articles}
    return [(ALLOWED, _("Sì, è permesso")), *((one, _("No: %s") % words.get(one, one)) for one in articles)]


def is_right(puzzle: Puzzle, answer: str) -> bool:
    return answer == (puzzle.article or ALLOWED)


def explained(slug: str, puzzle: Puzzle) -> tuple[str, str, list[str]]:
    """The article, what it says, and what was wrong with this very act."""
    rules = game(slug)
    article = rules.rulebook.by_id.get(puzzle.article or puzzle.case.article)
    reasons = [localized(breach.reason) for breach in cases.refusal(rules, puzzle.case)] if puzzle.article else []
    return (article_title(article), localized(article.text), reasons) if article else ("", "", reasons)
