"""The font that pages load holds what the interface is written with, so that no page of ours fetches the whole one."""

import re
import subprocess
import unicodedata
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ("*.html", "*.py", "*.po", "*.js", "*.toml", "*.json")
NOT_ON_PAGES = ("tests/", "bench/", "tools/", "docs/", "node_modules/", "css/", "package")
# Signs that the font has not: the system's own fonts draw them, as before the font was cut.
OF_THE_SYSTEM = set("ŉ▸▾◎☐☑☒✔✕\ufe0e")


def ranges(file: str) -> set[int]:
    face = next(
        one
        for one in re.findall(r"@font-face {(.*?)}", (ROOT / "css" / "site.css").read_text(), re.DOTALL)
        if f'fonts/{file}"' in one
    )
    found: set[int] = set()
    for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", face):
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def interface() -> set[str]:
    """Every character of the product's texts in both languages, of its templates and scripts."""
    listed = subprocess.run(["git", "ls-files", "--", *SOURCES], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [one for one in listed.stdout.split() if not one.startswith(NOT_ON_PAGES)]
    assert len(files) > 500
    texts = [(ROOT / one).read_text() for one in files if (ROOT / one).is_file()]
    return {one for text in texts for one in text if one.isprintable()}


def names_of_a_hall() -> set[str]:
    """Latin-1 and Latin Extended-A."""
    return {chr(one) for one in range(0x20, 0x180) if unicodedata.category(chr(one)) not in {"Cc", "Cf"}}


def test_the_interface_and_a_halls_names_stand_in_the_cut_font():
    cut = {chr(one) for one in ranges("InterLatin.woff2")}
    assert sorted((interface() | names_of_a_hall()) - cut - OF_THE_SYSTEM) == []


def test_nothing_of_the_interface_fetches_the_whole_font():
    whole = {chr(one) for one in ranges("InterVariable.woff2")}
    assert sorted((interface() | names_of_a_hall()) & whole) == []
    assert not ranges("InterVariable.woff2") & ranges("InterLatin.woff2")


def test_the_cut_font_is_small():
    assert (ROOT / "static" / "fonts" / "InterLatin.woff2").stat().st_size < 40_000
