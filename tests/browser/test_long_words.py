"""A language in which everything is 40 % longer: nothing on the judge's pages is cut off, spills over or widens the page.

The words are lengthened in the test alone, those of gettext and those of the games; names of places stay, for the picture fits them itself.
"""

import math
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation.trans_real import DjangoTranslation

from games.kernel.words import Words
from referee.actions import calls, flags
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.referee.test_judge_page import address

LONGER = 0.4
SIZES = [(800, 1280), (1280, 800), (390, 844)]
FIELD = re.compile(r"%\(\w+\)\w|%\w|\{\w*\}|<[^>]+>|&\w+;")

# An element that hides what is too much for it, and a key whose words leave it. Elsewhere a longer text only makes its box taller.
CUT_OFF = """() => {
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const seen = [...document.querySelectorAll("body *")].filter((one) => isSeen(one) && one.clientWidth !== 1 && one.textContent.trim()
        && !one.closest("svg, .sr-only, .skip-link, select, [hidden]"));
    const name = (one) => `${one.tagName}.${one.className} «${one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40)}»`;
    const cuts = (overflow) => ["hidden", "clip"].includes(overflow);
    // The last lines are as many as there is room for: those that have none stand in a second column, out of sight.
    const isWhole = ({ left, bottom }, box) => left >= box.right || bottom <= box.bottom + 1;
    const hides = (one) => {
        const box = one.getBoundingClientRect();
        if (one.matches(".j-last ol")) return [...one.children].some((line) => !isWhole(line.getBoundingClientRect(), box));
        const style = getComputedStyle(one);
        return (cuts(style.overflowX) && one.scrollWidth > one.clientWidth + 1)
            || (cuts(style.overflowY) && one.scrollHeight > one.clientHeight + 1);
    };
    const spills = (one) => {
        const box = one.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(one);
        return [...words.getClientRects()].some((part) => part.width && (part.right > box.right + 1 || part.left < box.left - 1
            || part.bottom > box.bottom + 2 || part.top < box.top - 2));
    };
    const room = document.documentElement.clientWidth;
    const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
    const isInside = (one) => { for (let at = one.parentElement; at; at = at.parentElement) if (scrolls(at)) return true; };
    const widens = (one) => one.getBoundingClientRect().right > room + 1 && !isInside(one);
    const wide = document.documentElement.scrollWidth > room ? seen.filter(widens).slice(0, 6) : [];
    const keys = seen.filter((one) => one.matches("button, .btn, .badge, summary, .j-key, .j-face, th, td, legend"));
    return [...wide.map((one) => `widens ${name(one)}`), ...seen.filter(hides).map((one) => `hides ${name(one)}`),
        ...keys.filter(spills).map((one) => `spills ${name(one)}`)];
}"""


def longer(text: str) -> str:
    """The words and four tenths more of them; what a program fills in stays as it is."""
    length = len(FIELD.sub("", text).strip())
    if length < 2:
        return text
    extra = math.ceil(LONGER * length)
    filler = ("ancora " * (extra // 7 + 1))[:extra].strip() if " " in text else "o" * extra
    return f"{text} {filler}" if " " in text else f"{text}{filler}"


@pytest.fixture
def long_words(monkeypatch):
    for name in ("gettext", "ngettext"):
        plain = getattr(DjangoTranslation, name)
        monkeypatch.setattr(DjangoTranslation, name, lambda *args, plain=plain: longer(plain(*args)))
    plain_words = Words.in_language
    monkeypatch.setattr(Words, "in_language", lambda words, code: longer(plain_words(words, code)))


def faults(page, url: str) -> list[str]:
    page.goto(url)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{url} {width}x{height}: {one}" for one in page.evaluate(CUT_OFF)]
        if page.locator("#more").count():
            page.evaluate("document.getElementById('more').showPopover()")
            found += [f"{url} {width}x{height}, drawer: {one}" for one in page.evaluate(CUT_OFF)]
            page.evaluate("document.getElementById('more').hidePopover()")
    return found


def test_longer_words_are_longer_and_keep_their_fields():
    assert longer("Annulla") == "Annullaooo"
    assert longer("Ne servono %(n)d in tutto") == "Ne servono %(n)d in tutto ancora a"
    assert longer("%d") == "%d"


def test_nothing_is_cut_off_on_the_judges_pages(long_words, at_the_table, row, table, recorder, judge):  # noqa: F811
    page, slug = at_the_table(*SIZES[0]), table.round.tournament.slug
    found = faults(page, address(table))
    for reached in (awaits("Fight"), awaits("DefenceThrow"), awaits("Reinforce")):
        recorder.record_until(reached)
        found += faults(page, address(table))
    calls.call(table, reason="Regola dubbia", by=judge, now=timezone.now())
    flags.raise_flag(row, words="Carta presa senza diritto", articles=("11",), by=judge)
    for url in (
        address(table),
        address(table) + "?atto=shown",
        address(table) + "?atto=*",
        address(table, "hand_over"),
        reverse("referee:redeem", args=[slug]),
        reverse("referee:floor", args=[slug]),
        reverse("referee:practice"),
        reverse("referee:puzzle", args=[row.game]),
    ):
        found += faults(page, url)
    recorder.record_all()
    found += faults(page, address(table))
    assert not found, "\n".join(found)
