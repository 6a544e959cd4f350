"""The command line of the engines, from `list` to `odds`. One function a command."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from games.kernel import acts_table, articles, cases, incidents, schema, sentences, vault
from games.kernel.breaches import UNREADABLE, Unreadable
from games.kernel.game import Game
from games.kernel.lines import header_for, read_header
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.vault import Vault
from games.kernel.verify import BLANK_LINE, Line, Refusal, verify_lines
from games.registry import UnknownGame, game, games

OK, REFUSED, NO_RECORD = 0, 1, 2


INCIDENTS = """\
# What happened, and how it is recorded

Written by `python -m games incidents > docs/incidents.md` from each game's `incidents.toml`; the judge's page
leads to the same list, at `/aiuto/`. `waive` stands for an infraction that is registered and stays."""


class NoRecord(Exception):
    """The file cannot be read as a record at all."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; 0 when all went well, 1 when a line was refused, 2 when there was nothing to work on."""
    chosen = _parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except (NoRecord, Unreadable, UnknownGame, ValueError) as error:
        print(f"{type(error).__name__}: {_reason(error, chosen)}", file=sys.stderr)
        return NO_RECORD
    except BrokenPipeError:
        sys.stderr.close()
        return OK


def _reason(error: Exception, chosen: Namespace) -> str:
    return error.reason.in_language(chosen.lang) if isinstance(error, Unreadable) else str(error)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m games", description="Rule engines of board games: play, check, score and view records."
    )
    parser.add_argument("--lang", choices=("it", "en"), default="en", help="language of reasons (en)")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _command(commands, "list", list_games, "one slug a line")
    one = _command(
        commands, "articles", print_articles, "every article of a game's rulebook, as `ARTICLES.md` shows it"
    )
    one.add_argument("game")
    one.add_argument("--coverage", action="store_true", help="each sentence with what holds it, then what is missing")
    _command(commands, "incidents", print_incidents, "what goes wrong at a table, as `docs/incidents.md` shows it")
    one = _command(commands, "acts", print_acts, "who says each act of a game, and when, as `ACTS.md` shows it")
    one.add_argument("game")
    one = _command(commands, "speakers", rewrite_speakers, "the column `by` of the notation, as the games declare it")
    one.add_argument("file", help="docs/notation.md")
    one = _command(commands, "schema", print_schema, "JSON Schema of a record's lines")
    one.add_argument("game")
    playing = _command(commands, "play", play, "a whole random game, as a record")
    playing.add_argument("game")
    playing.add_argument("--players", type=int, metavar="N")
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--edition", default="")
    playing.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the game; may be repeated"
    )
    playing.add_argument("--sealed", action="store_true", help="seal the secrets that the system deals")
    playing.add_argument("--vault", type=Path, metavar="FILE", help="write the secrets there")
    for name, run, text in (
        ("check", check, "every refused line, then a summary"),
        ("score", score, "the score sheet at the end"),
        ("view", view, "what a viewer may see at the end"),
        ("state", state, "the judge's view at the end"),
    ):
        reading = _command(commands, name, run, text)
        reading.add_argument("file", help="a record, - for standard input")
        reading.add_argument("--vault", type=Path, metavar="FILE")
        if name == "view":
            reading.add_argument("--as", dest="viewer", required=True, metavar="public|judge|SEAT")
    _odds_commands(_command(commands, "odds", print_odds, "exact chances of dice"))
    return parser


def _command(commands: Any, name: str, run: Any, text: str) -> ArgumentParser:
    parser: ArgumentParser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    return parser


def _odds_commands(parser: ArgumentParser) -> None:
    each = parser.add_subparsers(required=True, dest="game", metavar="GAME")
    for one in games().values():
        one.odds_arguments(each.add_parser(one.slug))


# -- commands


def list_games(chosen: Namespace) -> int:
    print("\n".join(games()))
    return OK


def print_acts(chosen: Namespace) -> int:
    print(acts_table.acts_table(game(chosen.game)), end="")
    return OK


def rewrite_speakers(chosen: Namespace) -> int:
    page = Path(chosen.file)
    page.write_text(acts_table.with_speakers(page.read_text(encoding="utf-8"), games()), encoding="utf-8")
    return OK


def print_articles(chosen: Namespace) -> int:
    """The articles, or with `--coverage` their sentences; ends with 1 where a sentence is not covered."""
    one = game(chosen.game)
    if not chosen.coverage:
        print(articles.table(one.rulebook), end="")
        return OK
    found = sentences.load(one.folder)
    print(sentences.table(found), end="")
    missing = list(sentences.gaps(found, one.rulebook, {case.number for case in cases.load(one)}))
    print("\n".join(missing), file=sys.stderr, end="\n" if missing else "")
    return REFUSED if missing else OK


def print_incidents(chosen: Namespace) -> int:
    print(INCIDENTS)
    for one in games().values():
        if not one.is_example:
            print(f"\n## {one.name.en}\n")
            print(incidents.table(incidents.load(one.folder)), end="")
    return OK


def print_schema(chosen: Namespace) -> int:
    _print(schema.of_lines(game(chosen.game)))
    return OK


def play(chosen: Namespace) -> int:
    one = game(chosen.game)
    rng = Random(f"{chosen.game}:{chosen.seed}")
    options = dict(_option(text) for text in chosen.option)
    seats = [f"s{number}" for number in range(1, (chosen.players or one.seats[0]) + 1)]
    header = header_for(
        one, seats, edition=chosen.edition, judge=rng.randrange(len(seats)), options=_typed(one, options)
    )
    dealt = one.deal(header, rng)
    if chosen.sealed:
        header = msgspec.structs.replace(
            header, sealed={kind: vault.commitments(dealt, kind) for kind in one.secret_kinds}
        )
    record = Record(one, header)
    sys.stdout.buffer.write(record.header_line + b"\n")
    for line in play_game(record, rng, dealt):
        sys.stdout.buffer.write(line + b"\n")
    sys.stdout.flush()
    if chosen.vault:
        chosen.vault.write_bytes(dealt.to_bytes())
    return OK


def check(chosen: Namespace) -> int:
    record, lines = _read(chosen.file)
    secrets = _vault(chosen)
    entries = refused = 0
    chain: dict[str, Any] = {}
    for _, alike in groupby(verify_lines(record, lines), key=_run):
        first, last = _ends(alike)
        found = first.refusal
        many = last.number - first.number + 1
        entries += many if found is not BLANK_LINE else 0
        if found is not None:
            refused += many
            _print_line(_refusal(first, chosen.lang) | ({"to": last.number} if last is not first else {}))
            if found.head:
                chain = {"head": None, "chain_holds_to": first.number - 1, "head_there": found.head}
    if secrets is not None:
        schema.check_vault(record, secrets)
    _print_line(
        {
            "entries": entries,
            "refused": refused,
            "digest": record.digest(),
            "over": bool(record.ended_by),
            "ended_by": record.ended_by,
            **(chain or {"head": record.head}),
        }
    )
    return REFUSED if refused else OK


def _run(line: Line) -> int | Refusal:
    """The same for lines that stand, and for lines that follow each other and are none for the same reason: a file may have millions."""
    if line.refusal is None:
        return 0
    return line.refusal if line.refusal.kind == UNREADABLE else line.number


def _ends(lines: Iterator[Line]) -> tuple[Line, Line]:
    first = next(lines)
    last = deque(lines, maxlen=1)
    return first, last[0] if last else first


def score(chosen: Namespace) -> int:
    record = _replayed(chosen)
    sheet = record.score(_vault(chosen))
    rows = [
        {"seat": row.seat, "points": row.points, "tiebreaks": row.tiebreaks, "rank": row.rank} for row in sheet.rows
    ]
    _print(
        {"ended_by": sheet.ended_by, "rows": rows, "awaits": [words.in_language(chosen.lang) for words in sheet.awaits]}
    )
    return OK


def view(chosen: Namespace) -> int:
    record = _replayed(chosen)
    _print(record.view(_viewer(record, chosen.viewer), _vault(chosen)))
    return OK


def state(chosen: Namespace) -> int:
    record = _replayed(chosen)
    _print(record.view("judge"))
    return OK


def print_odds(chosen: Namespace) -> int:
    _print(game(chosen.game).odds(chosen))
    return OK


# -- reading


def _read(name: str) -> tuple[Record, Iterator[bytes]]:
    """A record told up to its header, and the lines that follow. Raises `NoRecord`."""
    try:
        lines = _lines(name)
        first = next(lines, b"")
        header = read_header(first)
        record = Record(game(header.game), header)
    except (OSError, Unreadable, UnknownGame) as error:
        raise NoRecord(f"{name}: {error}") from error
    record.adopt_header_line(first)
    return record, lines


def _lines(name: str) -> Iterator[bytes]:
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as stream:
        for line in stream:
            yield line.removesuffix(b"\n").removesuffix(b"\r")


def _replayed(chosen: Namespace) -> Record:
    record, lines = _read(chosen.file)
    for line in verify_lines(record, lines):
        if line.refusal is not None:
            print(f"line {line.number}: {_refusal(line, chosen.lang)['reason']}", file=sys.stderr)
    return record


def _refusal(line: Line, language: str) -> dict[str, Any]:
    assert line.refusal is not None
    reason = "; ".join(words.in_language(language) for words in line.refusal.reasons)
    return {"line": line.number, "kind": line.refusal.kind, "article": line.refusal.article, "reason": reason}


def _vault(chosen: Namespace) -> Vault | None:
    return vault.read(chosen.vault) if chosen.vault else None


def _viewer(record: Record, name: str) -> int | str:
    """`public`, `judge`, a seat's number or its id."""
    if name in ("public", "judge"):
        return name
    if name in record.header.seats:
        return record.header.seats.index(name)
    if name.isascii() and name.isdecimal() and int(name) < len(record.header.seats):
        return int(name)
    raise Unreadable(
        "chi guarda: public, judge o una sedia, non {name}", "viewer: public, judge or a seat, not {name}", name=name
    )


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise Unreadable("opzione: si scrive K=V, non {text}", "option: write K=V, not {text}", text=text)
    return key, value


def _typed(one: Game, options: dict[str, str]) -> dict[str, str | int]:
    """Option values as they stand in a header: numbers as numbers."""
    known = {option.key: option for option in one.options}
    return {key: known[key].read(value) if key in known else value for key, value in options.items()}


def _print(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _print_line(value: Any) -> None:
    print(msgspec.json.encode(value).decode())
