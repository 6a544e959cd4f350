"""What each act declares, as Markdown: `ACTS.md` of a game's folder, and the column `by` of `docs/notation.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.kernel.game import KERNEL_ACTS, Game, Rule

NOTE = "What each act declares. Written by `python -m games acts {slug}`; change the game's code, not this file."
SECTION = re.compile(r"(## Acts of `(\w+)`\n)(.*?)(?=\n## )", re.S)
ROW = re.compile(r"^\| (`[^|]+`) \| [^|]* \|", re.M)


def acts_table(game: Game) -> str:
    """What the table can wait for, and for each act who says it and in which of these moments."""
    moments = [
        f"| `{_tag(kind)}` | {moment.title.en} | {moment.article or '–'} | {_ways(moment.left, moment.over)} |"
        for kind, moment in game.moments.items()
    ]
    acts = [
        f"| `{tag}` | {rule.by.column} | {rule.article or '–'} | {_names(rule.moments) or 'any time'} |"
        f" {_names(rule.late) or '–'} | {_names(rule.void) or '–'} |"
        for tag, rule in _own(game).items()
    ]
    return "\n".join(
        [
            f"# Acts of {game.name.en}",
            "",
            NOTE.format(slug=game.slug),
            "",
            "## What the table waits for",
            "",
            "| Moment | What it is | Who passes it by breaks | Where somebody does |",
            "|---|---|---|---|",
            *moments,
            "",
            "## Acts",
            "",
            "In a *late* moment an act breaks its article and takes place; in a *void* one it breaks it and changes nothing.",
            "",
            "| Act | By | Article | Belongs to | Late in | Void in |",
            "|---|---|---|---|---|---|",
            *acts,
            "",
        ]
    )


def _ways(left: object, over: object) -> str:
    found = ["the seat goes on"] * bool(left) + ["the next turn begins"] * bool(over)
    return ", or ".join(found) or "it is taken back"


def _names(kinds: tuple[type[Any], ...]) -> str:
    return ", ".join(f"`{_tag(kind)}`" for kind in dict.fromkeys(kinds))


def _tag(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag or kind.__name__)


def _own(game: Game) -> dict[str, Rule]:
    return {_tag(kind): rule for kind, rule in game.acts.items() if kind not in KERNEL_ACTS}


def with_speakers(text: str, games: Mapping[str, Game]) -> str:
    """The page of the notation with the column `by` of every act as its game declares it."""
    return SECTION.sub(lambda found: _section(found, games), text)


def _section(found: re.Match[str], games: Mapping[str, Game]) -> str:
    own = _own(games[found[2]])

    def row(one: re.Match[str]) -> str:
        columns = dict.fromkeys(own[tag].by.column for tag in re.findall(r"`(\w+)`", one[1]) if tag in own)
        return f"| {one[1]} | {'; '.join(columns)} |" if columns else one[0]

    return found[1] + ROW.sub(row, found[3])
