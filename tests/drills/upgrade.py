"""`python -m tests.drills.upgrade [--tables 5] [--entries 120] [--postgresql]`

A site of the earliest version, in the middle of a round, brought to this one: its database is made by the first migration of each app,
filled with tables in play, and migrated forward under the code of today. The head of every chain, and every line, must be what they were,
and each table must go on from where it stood.
"""

import argparse
import json
import sys
from datetime import UTC, date, datetime
from functools import partial
from hashlib import sha256
from random import Random

from tests.drills.sites import own_site

FIRST = [("tournament", "0001_initial"), ("referee", "0001_initial")]
SEATS = 4
NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
MORE = 5


def drill(tables: int, entries: int) -> dict[str, object]:
    """In the database of this process, which is empty."""
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    executor.migrate(FIRST)
    old = executor.loader.project_state(FIRST).apps
    call_command("migrate", "auth", verbosity=0, stdout=sys.stderr)
    _fill(old, tables, entries)
    before = _heads(old.get_model("referee", "GameRecord"))
    executor = MigrationExecutor(connection)
    missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    call_command("migrate", verbosity=0, stdout=sys.stderr)
    from referee.models import Entry, GameRecord

    after = _heads(GameRecord)
    faults = [f"table {table}: {before[table][:2]} before, {after.get(table, ())[:2]} after" for table in before
              if before[table] != after.get(table)]  # fmt: skip
    faults += [fault for row in GameRecord.objects.all() for fault in _goes_on(row)]
    return {
        "tables in play": len(before),
        "migrations": missing,
        "entries before": sum(one[0] for one in before.values()),
        "entries after": Entry.objects.count(),
        "faults": faults,
        "shape": shape(),
    }


def shape() -> str:
    """A hash of every column, index and constraint of the database, in whatever order they were made."""
    from django.db import connection

    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            columns = connection.introspection.get_table_description(cursor, table)
            found += [f"{table}: {tuple(column)}" for column in columns]
            constraints = connection.introspection.get_constraints(cursor, table)
            found += [f"{table}: {name.strip('_0123456789')} {what}" for name, what in constraints.items()]
    return sha256("\n".join(sorted(found)).encode()).hexdigest()


def _fill(old, tables: int, entries: int) -> None:
    """Rows as the first version had them; every game told by its engine, so that the chains are real."""
    from games.kernel import boards
    from games.registry import games

    boards.set_shelf(boards.FolderShelf())  # the first version had no table for what organizers bring

    person = old.get_model("auth", "User").objects.create(username="olga", password="!")
    model = partial(old.get_model, "tournament")
    for number, (slug, played) in enumerate(sorted(games().items())[:tables], 1):
        tournament = model("Tournament").objects.create(
            slug=f"torneo{number}",
            name=f"Prova {slug}",
            day=date(2026, 3, 14),
            game=slug,
            regulation=_regulation(),
            state="running",
        )
        entrants = [
            model("Entrant").objects.create(
                tournament=tournament, public_id=f"chi{number}x{n}", number=n, surname=f"Cognome{n}", state="present"
            )
            for n in range(1, 1 + min(SEATS, max(played.seats)))
        ]
        round_ = model("Round").objects.create(tournament=tournament, number=1, state="running", minutes=90)
        table = model("Table").objects.create(round=round_, number=1, state="playing", judge=person)
        for position, entrant in enumerate(entrants, 1):
            model("Seat").objects.create(round=round_, table=table, entrant=entrant, position=position)
        _record(old, table, played, [one.public_id for one in entrants], entries, person)


def _regulation() -> str:
    from tournament.core.regulation.schema import presets, to_json

    return to_json(presets()["risiko-torneo"])


def _record(old, table, played, seats: list[str], entries: int, person) -> None:
    from games.kernel.lines import header_for
    from games.kernel.record import Record, snapshot
    from referee.records.cache import write_snapshot

    record = Record(played, header_for(played, seats))
    header, rng = record.header_line.decode(), Random(table.pk)
    vault = played.deal(record.header, rng)
    row = old.get_model("referee", "GameRecord").objects.create(
        table=table, game=played.slug, header=header, head=record.head, holder=person
    )
    while record.seq < entries and not played.is_done(record.rules, record.state):
        turn, move = record.state.turn, played.policy(record, rng, vault)
        line = record.play(move.by, move.act).decode()
        old.get_model("referee", "Entry").objects.create(
            record=row, seq=record.seq, client_key=f"chiave-{record.seq}", line=line, actor=person, at=NOW
        )
        if record.state.turn > turn:
            old.get_model("referee", "Snapshot").objects.create(
                record=row, seq=record.seq, snapshot=write_snapshot(snapshot(record))
            )
    type(row).objects.filter(pk=row.pk).update(seq=record.seq, head=record.head)


def _heads(model) -> dict[int, tuple]:
    return {
        row.table_id: (row.seq, row.head, row.header, tuple(row.entries.order_by("seq").values_list("seq", "line")))
        for row in model.objects.order_by("pk")
    }


def _goes_on(row):
    """The record as it was upgraded: told again from its header, resumed from its newest kept state, and a few moves more."""
    from referee.actions import records
    from referee.records import cache as record_cache

    record = record_cache.rebuild(row)
    if (record.seq, record.head) != (row.seq, row.head) or not record_cache.is_sound(row):
        yield f"{row}: told again it ends elsewhere"
        return
    rng, by = Random(1), row.holder
    vault = record.game.deal(record.header, Random(row.table_id))
    for _more in range(MORE):
        if record.game.is_done(record.rules, record.state):
            return
        move = record.game.policy(record, rng, vault)
        receipt = records.append(
            row, client_key=records.new_client_key(), expected_seq=record.seq, by_seat=move.by, act=move.act, by=by
        )
        record.play(move.by, move.act)
        if receipt.head != record.head:
            yield f"{row}: the chain goes on otherwise"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--entries", type=int, default=120)
    parser.add_argument("--postgresql", action="store_true", help="a cluster of its own instead of SQLite")
    options = parser.parse_args()
    with own_site(on_postgresql=options.postgresql):
        figures = drill(options.tables, options.entries)
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
