"""`python -m tests.drills.chain --mutations 1000 [--entries 400] [--write]`

A stored record is damaged at random, in the exported file, in the rows for a restore, or in both as if the database had been changed
before the export; every digest of the archive is made to match. `verify_event` must name the first bad entry each time.
"""

import argparse
import io
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.drills import mutations, results
from tests.drills.sites import own_site

COMMANDS = 8
"""The number of mutations that use the command itself, which makes an empty database each time."""
PLACES = ("file", "rows", "both")
IN = {"file": "in the file", "rows": "in the rows", "both": "in both"}
LONGEST_ENTRIES = 2_000


@dataclass(frozen=True)
class Archive:
    """The files of a valid archive, and the place of its one record in them."""

    files: dict[str, bytes]
    name: str

    @property
    def lines(self) -> list[str]:
        return self.files[f"records/{self.name}.jsonl"].decode().splitlines()

    def harmed(self, lines: list[str], place: str) -> bytes:
        from referee.archive import chain
        from referee.archive.parcel import pack

        files = dict(self.files)
        if place != "rows":
            files[f"records/{self.name}.jsonl"] = chain.as_file(lines[0], lines[1:])
        if place != "file":
            files["event.json"] = _rows(files["event.json"], lines)
        return pack(files)


def _rows(data: bytes, lines: list[str]) -> bytes:
    """The rows with these lines in them, numbered as they come: a database lets nobody number two entries alike."""
    rows = json.loads(data)
    rows["referee.GameRecord"][0]["header"] = lines[0]
    entries = rows["referee.Entry"]
    rows["referee.Entry"] = [
        {**entries[min(at, len(entries) - 1)], "seq": at + 1, "client_key": f"chiave-{at}", "line": line}
        for at, line in enumerate(lines[1:])
    ]
    return json.dumps(rows).encode()


def an_archive(by, entries: int, *, seed: int = 1) -> Archive:
    """A tournament with a table on record, exported; the database is left as it was."""
    from django.db import transaction

    from referee.archive import archive_of, open_parcel
    from tests.referee.conftest import Recorder, open_table
    from tests.tournament.conftest import NOW, a_tournament, ready_to_draw
    from tournament.actions import rounds

    with transaction.atomic():
        tournament = ready_to_draw(a_tournament(by), 16, by)
        round_ = rounds.draw(tournament, seed=str(seed), by=by)
        rounds.publish(round_, by=by)
        rounds.start(round_, by=by, now=NOW)
        recorder = Recorder(open_table(round_.tables.first(), by), by, seed=seed)
        while recorder.ahead.seq < entries and not recorder.is_over:
            recorder.record_next()
        files = open_parcel(archive_of(tournament))
        transaction.set_rollback(True)
    return Archive(files, "turno-1-tavolo-1")


def drill(archive: Archive, many: int, *, seed: int = 1) -> dict[str, object]:
    """Runs this many mutations, each by itself; returns the counts, and the faults that were not named correctly."""
    rng = Random(seed)
    faults: list[str] = []
    kinds: Counter[str] = Counter()
    for number in range(many):
        harm, place = rng.choice(mutations.HARMS), rng.choice(PLACES)
        lines, due = harm(archive.lines, rng)
        kinds[place] += 1
        text = first_fault(archive.harmed(lines, place))
        if line_named(text, archive.name) not in due:
            faults.append(f"{number}: {harm.__name__} in {place}: line {sorted(due)} was due, it says: {text!r}")
    return {"mutations": many, **{IN[name]: kinds[name] for name in PLACES}, "faults": faults}


def first_fault(data: bytes) -> str:
    """What `verify_event` says first: of the archive by itself, then of its rows put into a database. Empty when all is well."""
    from django.db import transaction

    from referee.archive import BadArchive, faults_of, restore

    for fault in faults_of(data):
        return fault
    try:
        with transaction.atomic():
            restore(data)
            transaction.set_rollback(True)
    except BadArchive as fault:
        return str(fault)
    return ""


def line_named(text: str, name: str) -> int | None:
    found = re.match(rf"{name}, riga (\d+):", text)
    return int(found[1]) if found else None


def by_the_command(archive: Archive, many: int, folder: Path, *, seed: int = 2) -> Iterator[str]:
    """The same through `manage.py verify_event`: the first line that it prints, and its exit code."""
    from django.core.management import call_command

    rng = Random(seed)
    file = folder / "archive.zip"
    for number in range(many):
        harm, place = mutations.HARMS[number % len(mutations.HARMS)], PLACES[number % len(PLACES)]
        lines, due = harm(archive.lines, rng)
        file.write_bytes(archive.harmed(lines, place))
        output = io.StringIO()
        try:
            with redirect_stdout(output):
                call_command("verify_event", str(file), stdout=output)
            code: object = 0
        except SystemExit as stopped:
            code = stopped.code
        if code != 1 or line_named(output.getvalue(), archive.name) not in due:
            yield f"verify_event, {harm.__name__} in {place}: line {sorted(due)} was due: {code} {output.getvalue()!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutations", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=400)
    parser.add_argument("--write", action="store_true", help="write the figures into bench/results.md")
    options = parser.parse_args()
    with own_site() as site:
        figures = _run(options, site.folder)
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    if options.write:
        results.write_section("Chain", f"python -m tests.drills.chain --mutations {options.mutations}", figures)
    return 1 if figures["faults"] else 0


def _run(options: argparse.Namespace, folder: Path) -> dict[str, object]:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from django.contrib.auth import get_user_model

    organizer = get_user_model().objects.create_user("drill-organizer")
    archive = an_archive(organizer, min(options.entries, LONGEST_ENTRIES))
    begun = time.monotonic()
    sound = first_fault(archive.harmed(archive.lines, "both"))
    figures = drill(archive, options.mutations)
    more = list(by_the_command(archive, min(COMMANDS, options.mutations), folder))
    return {
        "lines of the record": len(archive.lines),
        **figures,
        "of them by the command itself": min(COMMANDS, options.mutations),
        "faults": [*([sound] if sound else []), *figures["faults"], *more],
        "seconds": round(time.monotonic() - begun, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
