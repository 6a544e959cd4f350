"""The theme can be read: every text colour on every ground that it meets has a contrast of 4.5 or more (WCAG 1.4.3)."""

import itertools
import math
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "css" / "site.css"
BASES = ("base-100", "base-200", "base-300")
TONES = ("primary", "secondary", "accent", "neutral", "info", "success", "warning", "error")
OKLCH = r"oklch\((?P<light>[\d.]+)% (?P<chroma>[\d.]+) (?P<hue>[\d.]+)\)"
ENOUGH = 4.5


def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme block of the style's source, by name."""
    blocks = re.findall(r'@plugin "daisyui/theme" \{(.*?)\n\}', SOURCE.read_text(), re.DOTALL)
    return {_name(block): dict(re.findall(r"--color-([\w-]+): ([^;]+);", block)) for block in blocks}


def _name(block: str) -> str:
    return re.search(r'name: "([\w-]+)"', block)[1]


def armies() -> dict[str, dict[str, str]]:
    blocks = re.findall(r"\.army-(\w+) \{(.*?)\n  \}", SOURCE.read_text(), re.DOTALL)
    colours = {name: dict(re.findall(r"--(army|army-ink): ([^;]+);", block)) for name, block in blocks}
    return {name: found for name, found in colours.items() if found}


def linear_rgb(colour: str) -> tuple[float, float, float]:
    """Björn Ottosson's OKLab to linear sRGB, clipped to what a screen shows."""
    found = re.fullmatch(OKLCH, colour)
    light, chroma, hue = float(found["light"]) / 100, float(found["chroma"]), math.radians(float(found["hue"]))
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return tuple(
        min(max(channel, 0.0), 1.0)
        for channel in (
            4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
        )
    )


def contrast(one: str, other: str) -> float:
    first, second = (
        sum(weight * channel for weight, channel in zip((0.2126, 0.7152, 0.0722), linear_rgb(colour), strict=True))
        for colour in (one, other)
    )
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def test_contrast_is_measured_as_wcag_does():
    assert round(contrast("oklch(100% 0 0)", "oklch(0% 0 0)"), 2) == 21.0
    assert round(contrast("oklch(62.796% 0.25768 29.234)", "oklch(100% 0 0)"), 2) == 4.0  # pure red on white


def test_there_is_a_light_and_a_dark_theme_with_the_same_colours():
    assert list(themes()) == ["sdadata", "sdadata-notte"]
    light, dark = themes().values()
    assert list(light) == list(dark)


@pytest.mark.parametrize("theme", themes())
def test_text_is_readable_on_every_ground(theme):
    colours = themes()[theme]
    pairs = [("base-content", base) for base in BASES]
    pairs += [(f"{tone}-content", tone) for tone in TONES]
    pairs += list(itertools.product(TONES, BASES))
    found = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < ENOUGH} == {}


def test_an_armys_letter_is_readable_on_its_colour():
    assert list(armies()) == ["red", "blue", "green", "yellow", "black", "purple"]
    assert {name for name, army in armies().items() if contrast(army["army"], army["army-ink"]) < ENOUGH} == set()
