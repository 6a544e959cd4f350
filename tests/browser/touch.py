"""A finger on the judge's tablet: tells on the page what happens at the table, tap by tap, and counts the taps.

`record` is the same game, told in the test, to know what will be asked. Dice are entered on their keys and are no taps.
"""

from contextlib import suppress
from itertools import pairwise

from playwright.sync_api import Locator, Page, expect

from games.kernel.choices import Ask
from games.kernel.lines import read_act
from games.kernel.record import Record
from referee.judge_page import board_taps, questions
from referee.models import GameRecord
from referee.records import cache as record_cache
from tests.games.answers import Answers, LeadsNowhere, Search, beginnings

BACK = "[data-judge]:not([data-before])"
# Where the finger comes down: the middle of what is to be touched, and nothing may lie over it. Playwright's own tap waits for two
# frames more, to see whether the page moves; this page stands still once it has answered.
AIM = """element => {
    document.querySelector("[data-judge]").dataset.before = "1";
    document.addEventListener("judge:swapped", () => { delete document.querySelector("[data-judge]").dataset.before; }, { once: true });
    if (window.sdadata) window.sdadata.guard.ms = 0; // every tap of this finger is meant
    const look = () => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const at = { x: x + width / 2, y: y + height / 2 };
        const hit = document.elementFromPoint(at.x, at.y);
        const isOver = element.contains(hit) || [...element.labels ?? []].some((label) => label.contains(hit));
        return { ...at, over: element.disabled ? "disabled" : isOver && width && height ? "" : hit?.outerHTML ?? "nothing" };
    };
    const found = look();
    if (!found.over || element.disabled) return found;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return { ...look(), isScrolled: true };
}"""


def slide(page: Page, *points: tuple[float, float], steps: int = 6) -> None:
    """A real finger from point to point, which the browser may take for scrolling; a mouse never learns of that."""
    cdp = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    touch("touchStart", points[0])
    for (x, y), (to_x, to_y) in pairwise(points):
        for step in range(1, steps + 1):
            touch("touchMove", (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps))
    touch("touchEnd")
    cdp.detach()


def open_more(page: Page) -> None:
    """Opens the drawer of what is rare at a table."""
    page.get_by_role("button", name="Altro", exact=True).click()


def choose_the_map(page: Page) -> None:
    open_more(page)
    page.get_by_role("button", name="Plancia: riquadri").click()
    expect(page.get_by_role("button", name="Plancia: mappa")).to_be_visible()
    page.locator("#more").get_by_role("button", name="Chiudi").click()
    expect(page.locator(".j-map")).to_be_visible()


class Finger:
    def __init__(self, page: Page, row: GameRecord, *, touches: bool = False, drags: bool = False) -> None:
        self.page, self.taps, self.scrolls, self.drags = page, 0, 0, drags
        self.presses = 0
        """Every time the finger comes down: taps, keys of dice and of armies."""
        self.pairs = 0
        """Keys among them that stand for two dice."""
        self.loses_network = False  # under the next tap
        self._down = page.touchscreen.tap if touches else page.mouse.click
        self.record = Record(row.game_definition, record_cache.header_of(row))
        self.record.adopt_header_line(row.header.encode())

    def tap(self, where: Locator) -> None:
        """A tap after which the page answers with the table as it then stands."""
        if self.loses_network:
            self._press_without_network(where)
        else:
            self.press(where)
        self.page.wait_for_selector(BACK, state="attached")
        self.taps += 1

    def _press_without_network(self, where: Locator) -> None:
        self.loses_network = False
        self.page.context.set_offline(True)
        self.press(where)
        expect(self.page.locator("[data-sent]")).to_have_text("In coda (1)")
        self.page.context.set_offline(False)

    def press(self, where: Locator) -> None:
        at = where.evaluate(AIM)
        self.scrolls += "isScrolled" in at
        assert not at["over"], f"{where} cannot be touched: {at['over'][:200]}"
        self.presses += 1
        self._down(at["x"], at["y"])

    def key(self, value: object) -> Locator:
        return self.page.locator(f'.j-question button[name=answer][value="{value}"]').first

    # -- one entry

    def enter(self, by, act) -> int:
        """The taps that it took."""
        before = self.taps
        ask, answers = (self._drag(by, act) if self.drags else None) or self._begin(by, act)
        for ask, value in answers:
            value = getattr(self, f"_{ask.kind}")(ask, value) or value
            ask = self.record.choices(ask.answered(value))
        self.record.play(ask.by, read_act(self.record.game, ask.act))
        expect(self.page.locator("[data-judge]")).to_have_attribute("data-seq", str(self.record.seq))
        return self.taps - before

    def _drag(self, by, act) -> tuple[Ask, Answers] | None:
        """From place to place on the picture, where the page takes that for the act."""
        src, dst = getattr(act, "src", ""), getattr(act, "dst", "")
        found = src and dst and board_taps.tap(self.record, questions.opening(self.record), src, dst)
        if not found or (found.partial or {}).get("type") != str(type(act).__struct_config__.tag):
            return None
        ask = self.record.choices(found.partial)
        try:
            answers = Search(self.record, by, act).answers(ask)
        except LeadsNowhere:
            return None
        start, end = [self.page.locator(f'.b-place[data-place="{key}"] > .b-tile').evaluate(AIM) for key in (src, dst)]
        slide(self.page, (start["x"], start["y"]), (end["x"], end["y"]))
        self.page.wait_for_selector(BACK, state="attached")
        self.presses += 1
        self.taps += 1
        return ask, answers

    def _begin(self, by, act) -> tuple[Ask, Answers]:
        """The page asks for the likeliest act by itself; any other is one tap away."""
        tag = str(type(act).__struct_config__.tag)
        search, ask = Search(self.record, by, act), questions.opening(self.record)
        ways = [("", ask)] * (ask.partial.get("type") == tag) + beginnings(self.record, tag)
        for way, ask in ways:
            with suppress(LeadsNowhere):
                answers = search.answers(ask)
                if way:
                    self._open_act(way)
                return ask, answers
        raise LeadsNowhere(f"the page offers nothing that leads to {by}: {act}")

    def _open_act(self, way: str) -> None:
        key = self.page.locator(f'button[name=answer][value="{way}"]').first
        self.open_drawer_of(key)
        if key.get_attribute("data-second-tap") and not self._says_the_clock(key):
            self.press(key)
        self.tap(key)

    def _says_the_clock(self, key: Locator) -> bool:
        """Time is over by the clock as well, so that one tap is enough."""
        clock = self.page.locator("[data-strip] [data-countdown]").first
        return key.get_attribute("data-against-clock") is not None and clock.get_attribute("data-phase") == "over"

    def _pick(self, ask: Ask, value: object) -> None:
        self.tap(self.key(value))

    _number = _pick

    def _dice(self, ask: Ask, dice: list[int]) -> list[int]:
        """The dice in the order in which they are entered. The last one that there can be sends the throw; fewer are sent by a tap."""
        if questions.has_one_pad(ask.most, ask.faces) and not ask.throwers:
            if ask.faces == questions.PAIRED_FACES:
                dice = sorted(dice, reverse=True)
            self._pad(dice, two_at_a_tap=ask.faces == questions.PAIRED_FACES)
            if len(dice) == ask.most:
                self.page.wait_for_selector(BACK, state="attached")
            else:
                self.tap(self.page.locator("[data-throw-submit]"))
            return dice
        for number, die in enumerate(dice[:-1], 1):
            self.press(self.page.locator(f'input[name="die-{number}"][value="{die}"]'))
        last = self.page.locator(f'input[name="die-{len(dice)}"][value="{dice[-1]}"]')
        self.press(last)
        if len(dice) == ask.most:
            self.page.wait_for_selector(BACK, state="attached")
        else:
            self.tap(self.page.locator("[data-submit]"))
        return dice

    def _pad(self, dice: list[int], *, two_at_a_tap: bool) -> None:
        """Several dice have one pad, with a key for each face and, where it has room, one for every two."""
        size = 2 if two_at_a_tap else 1
        for faces in (dice[at : at + size] for at in range(0, len(dice), size)):
            self.press(self.page.locator(f'.j-question [data-faces="{" ".join(map(str, faces))}"]'))
            self.pairs += len(faces) == size > 1

    def _several(self, ask: Ask, values: list) -> None:
        boxes = [
            self.page.locator(".j-check", has=self.page.locator(f'input[name="answer"][value="{value}"]'))
            for value in values
        ]
        self._all(boxes, is_most=len(values) == ask.most)

    def _spread(self, ask: Ask, armies: dict[str, int]) -> None:
        """A tap for each army; the place with most of them comes last and takes the rest, where all of them are laid."""
        is_most = sum(armies.values()) == ask.most
        *others, (last, count) = sorted(armies.items(), key=lambda one: one[1])
        takes_rest = is_most and (ask.cap or ask.most) >= ask.most
        keys = [self._chip(place).locator("[data-plus]") for place, n in others for _ in range(n)]
        keys += (
            [self._chip(last).locator("[data-rest]")]
            if takes_rest
            else [self._chip(last).locator("[data-plus]")] * count
        )
        self._all(keys, is_most=is_most)

    def _all(self, keys: list[Locator], *, is_most: bool) -> None:
        """The last one that there is sends the answer; fewer are sent by a tap."""
        *before, last = keys if is_most else [*keys, self.page.locator(".j-question form[data-most] [data-submit]")]
        for key in before:
            self.press(key)
            self.taps += 1
        self.tap(last)

    def _chip(self, place: str) -> Locator:
        return self.page.locator("[data-chip]", has=self.page.locator(f'input[name="n-{place}"]'))

    # -- around an entry

    def open_drawer_of(self, where: Locator) -> None:
        """What is rare at a table lies in a drawer, one tap further."""
        if where.evaluate("one => one.closest('[data-drawer]:not(:popover-open)')?.id ?? ''") == "more":
            self.press(self.page.get_by_role("button", name="Altro", exact=True))
            self.taps += 1

    def undo(self) -> None:
        self.tap(self.page.locator(".j-undo"))
        self.record.undo()
        expect(self.page.locator("[data-judge]")).to_have_attribute("data-seq", str(self.record.seq))

    def once_more(self) -> None:
        """The last attack, by the key that repeats it."""
        by, act = questions.repeat(self.record)
        self.tap(self.page.locator("[data-again]"))
        self.record.play(by, act)
