"""An exam for judges: puzzles drawn by a seed from every article with a case, at one level of difficulty, and its result.

The same game, seed, number and level give the same questions wherever the cases are the same.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest
from random import Random

from games.registry import game
from referee.judge_page.puzzles import Puzzle, is_right, with_position

COUNTS = (10, 20, 30)
EVERY_LEVEL, EASY, MEDIUM, HARD = range(4)
LONG_STORY = 2
"""From this many acts told before the question on, a judge has to work out the position."""


@dataclass(frozen=True)
class Exam:
    """`seed` is text that anybody may write down; `level` is 0 for all of them."""

    slug: str
    seed: str
    count: int
    level: int = EVERY_LEVEL


@dataclass(frozen=True)
class ExamResult:
    """`missed` are the articles of the wrong answers, in the order of the book, each once."""

    right: int
    count: int
    missed: tuple[str, ...]


def level_of(puzzle: Puzzle) -> int:
    """How much there is to keep in mind: what was played before, a rule that the table changed, a second article broken."""
    case = puzzle.case
    is_changed = bool(case.options or case.edition)
    if len(case.before) >= LONG_STORY or case.also or (case.before and is_changed):
        return HARD
    return MEDIUM if case.before or is_changed else EASY


@lru_cache(maxsize=32)
def questions(exam: Exam) -> tuple[Puzzle, ...]:
    """The questions in their order: one of each article before the second of any, so that few questions cover much of the book.

    As many as there are, where the level holds fewer than `exam.count`.
    """
    rng = Random(f"{exam.slug}:{exam.seed}:{exam.count}:{exam.level}")
    by_article = defaultdict(list)
    for one in with_position(exam.slug):
        if exam.level in (EVERY_LEVEL, level_of(one)):
            by_article[article_of(one)].append(one)
    piles = [by_article[article] for article in sorted(by_article)]
    for pile in piles:
        rng.shuffle(pile)
    rng.shuffle(piles)
    dealt = [one for one in chain.from_iterable(zip_longest(*piles)) if one is not None][: exam.count]
    rng.shuffle(dealt)
    return tuple(dealt)


def article_of(puzzle: Puzzle) -> str:
    """The article that the question is about, whether the act may stand or not."""
    return puzzle.article or puzzle.case.refused_by or puzzle.case.article


def result(exam: Exam, answers: list[str]) -> ExamResult:
    """The questions answered so far against their articles."""
    answered = list(zip(questions(exam), answers, strict=False))
    wrong = {article_of(one) for one, answer in answered if not is_right(one, answer)}
    right = sum(is_right(one, answer) for one, answer in answered)
    return ExamResult(right, len(answered), tuple(sorted(wrong, key=game(exam.slug).rulebook.place)))
