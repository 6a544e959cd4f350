"""An event leaves in one file and comes back as it was; whoever changes the file is found out."""

import hashlib
import io
import json
import re
import subprocess
import sys
import warnings
import zipfile
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from referee.actions import counts
from referee.archive import BadArchive, archive_of, faults_of, open_parcel, restore
from referee.archive.event import REPORT, ROWS, WITHHELD, records_to_withhold
from referee.archive.parcel import pack
from referee.archive.rows import APPS, LEFT_OUT, archived, insert_rows
from referee.models import Acceptance, Entry, Flag, GameRecord, Quarantined, Snapshot
from referee.records import cache as record_cache
from tests.queue import work_off
from tests.referee.conftest import Recorder, open_table
from tests.tournament.conftest import CONFIRMED, NOW, a_tournament, lines_for, play, ready_to_draw, user
from tournament.actions import penalties, privacy, results, rounds, screen_links, staff
from tournament.core import log_chain
from tournament.documents.event_report import report_text
from tournament.models import BroughtFile, Entrant, LogEvent, Tournament
from tournament.queries import badge_tokens
from tournament.queries.report import event_report

CHECKER = Path(settings.BASE_DIR) / "tools" / "check-report"


@pytest.fixture
def olga(db):
    return user("olga")


@pytest.fixture
def event(olga) -> Tournament:
    """Two rounds: the first played, signed and closed; in the second a table is on record, forty lines long."""
    tournament = ready_to_draw(a_tournament(olga), 20, olga)
    Entrant.objects.filter(number=3).update(surname="=Èllero;", name='Nicolò "Nic"')
    first = rounds.draw(tournament, seed="uno", by=olga)
    play(first, olga)
    penalties.add(tournament.entrants.get(number=5), points=Decimal("2.5"), reason="ritardo", by=olga, round_=first)
    rounds.close(first, by=olga, now=NOW)
    second = rounds.draw(tournament, seed="due", by=olga)
    rounds.publish(second, by=olga)
    rounds.start(second, by=olga, now=NOW)
    Recorder(open_table(second.tables.first(), olga), olga).record_many(40)
    return tournament


def forget_everything() -> None:
    """The site as it is before anybody used it."""
    record_cache.clear()
    for model in (Acceptance, Flag, Quarantined, Snapshot, Entry, GameRecord):
        model.objects.all().delete()
    for model in archived()[::-1]:
        model.objects.all().delete()


def changed(data: bytes, name: str, change) -> bytes:
    """The archive with one file changed and the manifest made to fit."""
    files = open_parcel(data)
    return pack({**files, name: change(files[name])})


def test_an_event_comes_back_with_the_same_standings_bytes(event, olga):
    before = report_text(event_report(event))
    archive = archive_of(event)
    forget_everything()
    back = restore(archive, by=olga)
    assert report_text(event_report(back)) == before
    assert report_text(event_report(back)) == open_parcel(archive)[REPORT]
    assert back.memberships.get().user == olga


def test_every_row_comes_back_and_the_next_archive_says_the_same(event, olga):
    archive = archive_of(event)
    counts = {model: model.objects.count() for model in archived()}
    forget_everything()
    back = restore(archive)
    assert {model: model.objects.count() for model in archived()} == counts
    assert open_parcel(archive_of(back))[ROWS] == open_parcel(archive)[ROWS]
    assert LogEvent.objects.filter(actor=olga).exists()


def test_a_record_that_came_back_goes_on(event, olga):
    archive = archive_of(event)
    forget_everything()
    restore(archive, by=olga)
    row = GameRecord.objects.get()
    recorder = Recorder(row, olga)
    recorder.ahead = record_cache.rebuild(row)
    recorder.record_many(3)
    row.refresh_from_db()
    assert row.seq == 43
    assert record_cache.is_sound(row)


def test_the_archive_holds_what_other_programs_read(event):
    files = open_parcel(archive_of(event))
    assert {"event.json", "report.txt", "roster.csv", "regulation.json", "heads.txt", "records/turno-2-tavolo-1.jsonl",
            "sheets/classifica.pdf", "sheets/referti-1.pdf"} <= set(files)  # fmt: skip
    assert len(files["records/turno-2-tavolo-1.jsonl"].splitlines()) == 41
    assert '3;=Èllero;;"Nicolò ""Nic""";' not in files["roster.csv"].decode("utf-8-sig")
    assert '3;"\'=Èllero;";' in files["roster.csv"].decode("utf-8-sig"), "a name is no formula"


def test_nothing_that_opens_a_door_is_in_the_archive(event, olga):
    _screen, token = screen_links.issue(event, by=olga)
    data = b"".join(open_parcel(archive_of(event)).values())
    assert screen_links.hash_of(token).encode() not in data
    assert badge_tokens.token_of(event.entrants.first()).encode() not in data
    assert b"password" not in data


def test_every_model_of_a_tournament_is_archived_or_left_out_on_purpose():
    known = {model._meta.label for model in archived()} | LEFT_OUT
    assert {model._meta.label for app in APPS for model in apps.get_app_config(app).get_models()} - known <= set()


# Refusals


def test_an_event_is_not_restored_twice(event):
    with pytest.raises(BadArchive, match="già su questo sito"):
        restore(archive_of(event))


def test_a_file_that_was_changed_is_found_by_its_digest(event):
    data = archive_of(event)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for part in source.infolist():
            content = source.read(part)
            target.writestr(part.filename, content.replace(b"89", b"99") if part.filename == REPORT else content)
    with pytest.raises(BadArchive, match=r"report\.txt"):
        open_parcel(out.getvalue())


def test_changed_points_are_found_although_every_digest_fits(event):
    def more(rows: bytes) -> bytes:
        data = json.loads(rows)
        data["tournament.Result"][0]["points"] = "99.0000"
        return json.dumps(data).encode()

    forged = changed(archive_of(event), ROWS, more)
    forget_everything()
    with pytest.raises(BadArchive, match="classifica"):
        restore(forged)
    assert not Tournament.objects.exists()


def test_a_changed_line_of_a_record_is_named(event):
    name = "records/turno-2-tavolo-1.jsonl"
    forged = changed(archive_of(event), name, lambda lines: lines.replace(b'"seq":7', b'"seq":70', 1))
    assert any(fault.startswith("turno-2-tavolo-1, riga 8") for fault in faults_of(forged))


def test_a_record_that_lost_its_last_lines_is_named(event):
    name = "records/turno-2-tavolo-1.jsonl"
    forged = changed(archive_of(event), name, lambda lines: b"\n".join(lines.splitlines()[:-3]) + b"\n")
    assert list(faults_of(forged)) == ["turno-2-tavolo-1, riga 39: manca; l'elenco arriva alla riga 41"]


def test_a_sound_archive_has_no_faults(event):
    assert list(faults_of(archive_of(event))) == []


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no archive", pack({})])
def test_what_is_no_archive_is_refused_in_words(db, data):
    with pytest.raises(BadArchive):
        restore(data)


def zipped(*parts: tuple[str, bytes], flags: int = 0) -> bytes:
    """Parts as they are, whatever no honest program would write."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile warns of names that come twice
        for name, content in parts:
            archive.writestr(name, content)
        for part in archive.infolist():
            part.flag_bits |= flags
    return out.getvalue()


NESTED = b"[" * 200_000
ENCRYPTED = 0x1
CRAFTED = {
    "a part that unpacks to 300 MB": lambda files: zipped((ROWS, bytes(300 * 1024 * 1024))),
    "more parts than an event has": lambda files: zipped(*((f"records/{n}", b"") for n in range(5_001))),
    "an archive within the archive": lambda files: pack({**files, "event.zip": pack(files)}),
    "names that lead elsewhere": lambda files: pack(
        {**files, "../../etc/passwd": b"", "/etc/shadow": b"", "boards/..": b""}
    ),
    "a board of no game": lambda files: pack({**files, "boards/": b"\xff\x00", "boards/x/y/z.csv": b"a;b"}),
    "the same name twice": lambda files: zipped(*((ROWS, content) for content in (b"{}", files[ROWS]))),
    "encrypted parts": lambda files: zipped(*files.items(), flags=ENCRYPTED),
    "rows without a bottom": lambda files: pack({**files, ROWS: NESTED}),
    "a manifest without a bottom": lambda files: zipped(("manifest.json", NESTED)),
    "a manifest that is a list": lambda files: zipped(("manifest.json", b"[]")),
    "a number of a million digits": lambda files: pack(
        {**files, ROWS: b'{"tournament.Tournament": [' + b"9" * 1_000_000 + b"]}"}
    ),
    "rows that are no text": lambda files: pack({**files, ROWS: b"\xff\xfe\x00"}),
}


@pytest.mark.parametrize("craft", CRAFTED)
def test_a_crafted_archive_is_refused_or_leaves_what_the_honest_one_does(archive_once, craft):
    """Nothing is written but the event, to the database or beside it; what is only superfluous may be left aside."""
    data, before = CRAFTED[craft](archive_once), sorted(Path.cwd().iterdir())
    forget_everything()
    try:
        restore(data)
    except BadArchive:
        assert not Tournament.objects.exists()
        assert not BroughtFile.objects.exists()
    else:
        assert report_text(event_report(Tournament.objects.get())) == archive_once[REPORT]
    assert sorted(Path.cwd().iterdir()) == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@hypothesis_settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(model=st.sampled_from(["tournament.Tournament", "tournament.Entrant", "tournament.Seat", "x"]), value=JSON)
def test_made_up_rows_are_refused_and_change_nothing(db, model, value):
    forged = pack({ROWS: json.dumps({model: value}).encode(), REPORT: b""})
    with pytest.raises(BadArchive):
        restore(forged)
    assert not Tournament.objects.exists()


@hypothesis_settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_one_wrong_field_is_refused_or_comes_back_as_it_is(db, archive_once, data):
    """A field of any row replaced by anything: the import says no in words, or restores what the report allows."""
    rows = json.loads(archive_once[ROWS])
    model = data.draw(st.sampled_from(sorted(name for name, found in rows.items() if found)))
    row = data.draw(st.sampled_from(rows[model]))
    row[data.draw(st.sampled_from(sorted(row)))] = data.draw(JSON)
    forget_everything()
    try:
        restore(pack({**archive_once, ROWS: json.dumps(rows).encode()}))
    except BadArchive:
        assert not Tournament.objects.exists()


@pytest.mark.parametrize("tiebreaks", [False, 3, ["x"], [{}], {"a": 1}, None])
def test_tie_breaks_of_another_shape_are_refused_in_words(db, archive_once, tiebreaks):
    rows = json.loads(archive_once[ROWS])
    rows["tournament.Result"][0]["tiebreaks"] = tiebreaks
    forget_everything()
    with pytest.raises(BadArchive):
        restore(pack({**archive_once, ROWS: json.dumps(rows).encode()}))
    assert not Tournament.objects.exists()


@pytest.fixture
def archive_once(event) -> dict[str, bytes]:
    return open_parcel(archive_of(event))


# Page and commands


def test_the_organizer_downloads_the_archive(client, event, olga):
    client.force_login(olga)
    client.post(f"/t/{event.slug}/archivio/")
    work_off()
    address = f"/t/{event.slug}/archivio/{event.prints.get().pk}.zip"
    assert address in client.get(f"/t/{event.slug}/stampe/").content.decode()
    answer = client.get(address)
    assert list(faults_of(answer.content)) == []
    assert answer["Content-Disposition"] == 'attachment; filename="open-di-primavera-archivio.zip"'


def test_the_commands_export_verify_and_import(event, olga, tmp_path, capsys):
    file = tmp_path / "evento.zip"
    call_command("export_event", event.slug, str(file))
    forget_everything()
    call_command("import_event", str(file), organizer="olga")
    assert f"/t/{event.slug}/" in capsys.readouterr().out
    assert Tournament.objects.get().slug == event.slug


def test_a_result_that_its_game_doubts_is_named_where_it_comes_in(event, olga, tmp_path, capsys, client, monkeypatch):
    """The archive of a site that did not look, or whose board was another; what somebody confirmed there is not named."""
    table = event.rounds.get(number=2).tables.last()
    lines = lines_for(table)
    lines[0] = replace(lines[0], points=Decimal(5000))
    with monkeypatch.context() as unlooked:
        unlooked.setattr(results, "doubts_of", lambda *_of: ())
        results.enter_by_hand(table, lines=lines, ended_by="time", by=olga)
    file = tmp_path / "evento.zip"
    call_command("export_event", event.slug, str(file))
    forget_everything()
    call_command("import_event", str(file), organizer="olga")
    named = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Da guardare:")]
    assert [line.split(":")[1].strip() for line in named] == [f"Finale, tavolo {table.number}"]
    assert f"sedia {lines[0].position}, " in named[0]
    client.force_login(olga)
    page = client.get(reverse("tournament:table", args=[event.slug, 2, table.number])).content.decode()
    assert "Da guardare" in page
    assert "Da guardare" not in client.get(reverse("tournament:table", args=[event.slug, 1, 1])).content.decode()


def test_an_archive_for_a_folder_that_is_not_there_is_refused_in_words(event, tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("export_event", event.slug, str(tmp_path / "manca" / "x.zip"))


def test_a_tournament_is_named_by_its_code_or_any_of_its_addresses(event, tmp_path):
    file = tmp_path / "x.zip"
    call_command("export_event", f"https://sala.lan/t/{event.slug}/segreteria/", str(file))
    assert list(faults_of(file.read_bytes())) == []
    with pytest.raises(CommandError, match=f"codice mai. Ci sono:\n  {event.slug}  {event.name}"):
        call_command("export_event", "mai", str(file))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("export_event", "mai", "x.zip"), "Nessun torneo ha il codice mai."),
        (("import_event", "manca.zip", "--organizer", "olga"), "manca.zip: No such file or directory"),
        (("verify_event", "manca.zip"), "manca.zip: No such file or directory"),
    ],
)
def test_a_command_that_cannot_says_why(olga, words, why):
    with pytest.raises(CommandError) as refused:
        call_command(*words)
    assert str(refused.value) == why


def test_verify_event_needs_no_database_of_the_site(event, tmp_path):
    """In a process of its own, whose database is an empty file."""
    sound, forged = tmp_path / "evento.zip", tmp_path / "falso.zip"
    sound.write_bytes(archive_of(event))
    forged.write_bytes(changed(sound.read_bytes(), "heads.txt", lambda heads: heads.replace(b" 40 ", b" 39 ")))

    def verified(file: Path) -> tuple[int, str]:
        command = [sys.executable, "manage.py", "verify_event", str(file)]
        environment = {
            "PATH": "",
            "DATABASE_URL": f"sqlite:///{tmp_path / 'vuoto.sqlite3'}",
            "SDADATA_VAR": str(tmp_path),
        }
        done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    assert verified(sound) == (0, f"{sound}: tutto torna\n")
    code, text = verified(forged)
    assert (code, "turno-2-tavolo-1: la catena" in text) == (1, True)


# The report alone


def checked(report: bytes, tmp_path) -> tuple[int, str]:
    file = tmp_path / "report.txt"
    file.write_bytes(report)
    done = subprocess.run([sys.executable, "-I", str(CHECKER), str(file)], capture_output=True, text=True)
    return done.returncode, done.stdout


def resealed(report: bytes) -> bytes:
    body = report.rpartition(b"901 ")[0]
    return body + b"901 " + hashlib.sha256(body).hexdigest().encode() + b"\n"


def test_the_report_agrees_with_itself(event, tmp_path):
    assert checked(report_text(event_report(event)), tmp_path) == (0, "the report agrees with itself\n")


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda text: text.replace(b"301   1    1  1", b"301   1    1  9"), "digest"),
        (lambda text: resealed(re.sub(rb"(?m)^(501 +\d+ +\d+ +)\d", rb"\g<1>7", text, count=1)), "total"),
        (lambda text: resealed(b"\n".join(_swapped(text.split(b"\n")))), "ranks"),
    ],
)
def test_whoever_changes_the_report_is_found_out(event, tmp_path, change, found):
    report = report_text(event_report(event))
    forged = change(report)
    assert forged != report
    code, page_words = checked(forged, tmp_path)
    assert (code, found in page_words) == (1, True), page_words


def _swapped(lines: list[bytes]) -> list[bytes]:
    """The first two of the standings change places."""
    at = next(number for number, line in enumerate(lines) if line.startswith(b"501"))
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


# The rows against each other


def forged(archive: bytes, change) -> bytes:
    """The archive with other rows, and a report and a manifest made to fit them, as by somebody with the database in hand."""
    rows = json.loads(open_parcel(archive)[ROWS])
    change(rows)
    return with_the_report_of(pack({**open_parcel(archive), ROWS: json.dumps(rows).encode()}))


def with_the_report_of(archive: bytes) -> bytes:
    files = open_parcel(archive)
    with transaction.atomic():
        forget_everything()
        tournament = insert_rows(json.loads(files[ROWS]))
        files[REPORT] = report_text(event_report(tournament))
        transaction.set_rollback(True)
    return pack(files)


def swapped_points(rows: dict) -> None:
    """Between the first two of one table, as they come."""
    one, other = rows["tournament.Result"][:2]
    for name in ("points", "rank", "tiebreaks"):
        one[name], other[name] = other[name], one[name]


def swapped_seats(rows: dict) -> None:
    one, other = rows["tournament.Seat"][:2]
    one["entrant"], other["entrant"] = other["entrant"], one["entrant"]


def lines_of_log(rows: dict, verb: str) -> list[dict]:
    return [line for line in rows["tournament.LogEvent"] if line["verb"] == verb]


def swapped_points_and_their_line(rows: dict) -> None:
    swapped_points(rows)
    lines = lines_of_log(rows, "results.report")[0]["data"]["lines"]
    lines[0][2:], lines[1][2:] = lines[1][2:], lines[0][2:]


def without_a_line(rows: dict) -> None:
    rows["tournament.LogEvent"].remove(lines_of_log(rows, "penalties.add")[0])


def without_the_first_line(rows: dict) -> None:
    rows["tournament.LogEvent"].remove(min(rows["tournament.LogEvent"], key=lambda line: line["number"]))


def without_the_last_line(rows: dict) -> None:
    rows["tournament.LogEvent"].remove(max(rows["tournament.LogEvent"], key=lambda line: line["number"]))


def another_verb(rows: dict) -> None:
    lines_of_log(rows, "penalties.add")[0]["verb"] = "penalties.revoke"


def another_moment(rows: dict) -> None:
    line = lines_of_log(rows, "penalties.add")[0]
    line["at"] = line["at"].replace("20", "19", 1)


def another_reason(rows: dict) -> None:
    lines_of_log(rows, "penalties.add")[0]["data"]["reason"] = "niente"


def another_reason_as_if_erased(rows: dict) -> None:
    another_reason(rows)
    lines_of_log(rows, "penalties.add")[0]["is_erased"] = True


def out_of_the_chain(rows: dict) -> None:
    lines_of_log(rows, "rounds.draw")[0].update(number=0, head="")


def smaller_penalty(rows: dict) -> None:
    rows["tournament.Penalty"][0]["points"] = "0.5000"


def no_penalty(rows: dict) -> None:
    rows["tournament.Penalty"].clear()


FORGERIES = [
    swapped_points, swapped_seats, swapped_points_and_their_line, without_a_line, without_the_first_line, without_the_last_line,
    another_verb, another_moment, another_reason, another_reason_as_if_erased, out_of_the_chain, smaller_penalty, no_penalty,
]  # fmt: skip
ARCHIVE_CHECKER = Path(settings.BASE_DIR) / "tools" / "check-archive"


def check_archive(data: bytes, tmp_path) -> tuple[int, str]:
    file = tmp_path / "evento.zip"
    file.write_bytes(data)
    done = subprocess.run([sys.executable, "-I", str(ARCHIVE_CHECKER), str(file)], capture_output=True, text=True)
    assert not done.stderr
    return done.returncode, done.stdout


def verdict_of(data: bytes) -> list[str]:
    """What `verify_event` says: of the files, then of the rows in an empty database."""
    found = list(faults_of(data))
    with transaction.atomic():
        forget_everything()
        try:
            restore(data)
        except BadArchive as fault:
            found.append(str(fault))
        transaction.set_rollback(True)
    return found


def test_a_sound_archive_agrees_with_itself_for_both(event, tmp_path):
    data = archive_of(event)
    assert verdict_of(data) == []
    assert check_archive(data, tmp_path) == (0, "the archive agrees with itself\n")


@pytest.mark.parametrize("forgery", FORGERIES)
def test_forged_rows_with_a_report_made_to_fit_are_found_by_both(event, tmp_path, forgery):
    data = forged(archive_of(event), forgery)
    assert verdict_of(data) != []
    code, words = check_archive(data, tmp_path)
    assert (code, bool(words)) == (1, True), words


CHANGES_OF_A_REPORT = {
    "a fact": lambda text: text.replace(b"001 ", b"001 x", 1),
    "a name": lambda text: text.replace(b"101     1", b"101     2", 1),
    "the standings": lambda text: b"\n".join(_swapped(text.split(b"\n"))),
    "the digest": lambda text: text[:-2] + (b"0\n" if text[-2:-1] != b"0" else b"1\n"),
    "no digest": lambda text: text.rpartition(b"901 ")[0],
    "a line behind the digest": lambda text: text + b"001 winner       Rossi\n",
    "the last line without its end": lambda text: text[:-1],
}


@pytest.mark.parametrize("change", CHANGES_OF_A_REPORT.values(), ids=CHANGES_OF_A_REPORT)
def test_a_changed_report_with_the_digest_of_the_old_one_is_named(event, tmp_path, change):
    files = open_parcel(archive_of(event))
    changed = change(files[REPORT])
    assert changed != files[REPORT]
    code, words = check_archive(pack({**files, REPORT: changed}), tmp_path)
    assert (code, words) == (1, "the report's digest does not fit its lines\n")


def test_points_of_a_recorded_table_are_counted_again(row, judge, recorder):
    """Even where the whole log was written anew, with heads that fit."""
    recorder.record_all()
    counts.sign(row, by=judge)
    tournament = row.table.round.tournament

    def with_a_new_chain(rows: dict) -> None:
        swapped_points_and_their_line(rows)
        before = log_chain.first_link(rows["tournament.Tournament"][0]["slug"])
        for line in sorted(rows["tournament.LogEvent"], key=lambda line: line["number"]):
            line["content"] = log_chain.content_digest(line["subject"], line["data"])
            at = datetime.fromisoformat(line["at"])
            before = line["head"] = log_chain.link(
                before, number=line["number"], at=at, verb=line["verb"], content=line["content"]
            )

    assert verdict_of(archive_of(tournament)) == []
    assert any(
        "non sono quelli del verbale" in fault for fault in verdict_of(forged(archive_of(tournament), with_a_new_chain))
    )


def test_a_corrected_and_a_reopened_result_agree_with_the_log(olga, tmp_path):
    tournament = ready_to_draw(a_tournament(olga), 20, olga)
    round_ = rounds.draw(tournament, seed="uno", by=olga)
    play(round_, olga, sign=False)
    first, second, *_others = round_.tables.all()
    results.reopen(first, reason="contato male", by=olga)
    results.correct(second, lines=lines_for(second, first=2), reason="riletto il referto", by=olga, confirmed=CONFIRMED)
    assert verdict_of(archive_of(tournament)) == []
    assert check_archive(archive_of(tournament), tmp_path)[0] == 0


def test_an_erased_person_leaves_the_log_and_not_the_chain(event, olga, tmp_path):
    who = event.entrants.get(number=5)
    surname = who.surname
    penalties.add(who, points=Decimal(1), reason=f"{surname} è arrivato tardi", by=olga)
    privacy.erase(who, by=olga)
    line = event.log.filter(is_erased=True).get(verb="penalties.add")
    assert surname not in str(line.data)
    assert verdict_of(archive_of(event)) == []
    assert check_archive(archive_of(event), tmp_path)[0] == 0


def test_lines_of_the_log_written_at_once_follow_one_another(event):
    numbers = list(event.log.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


# Games in play


def test_who_of_the_staff_plays_finds_nothing_of_the_own_table_in_the_archive(client, event, olga):
    """The page of the own table is shut to an organizer who plays; the archive tells no more."""
    record = GameRecord.objects.get()
    staff.plays(record.table.seats.first().entrant, user=olga, by=olga)
    client.force_login(olga)
    assert client.get(f"/t/{event.slug}/turni/2/tavoli/1/arbitro/").status_code == 403
    client.post(f"/t/{event.slug}/archivio/")
    work_off()
    data = client.get(f"/t/{event.slug}/archivio/{event.prints.get().pk}.zip").content
    content = b"".join(open_parcel(data).values())
    lines = list(record.entries.values_list("line", flat=True))
    assert len(lines) == 40
    assert [line for line in lines if line.encode() in content or json.dumps(line).encode() in content] == []
    assert record.header.encode() not in content
    assert record.head.encode() not in content
    assert open_parcel(data)[WITHHELD] == b"1\n"
    assert verdict_of(data) == []


def test_who_does_not_play_has_every_record_in_the_archive(event):
    assert records_to_withhold(event) == []
    assert GameRecord.objects.get().head.encode() in open_parcel(archive_of(event))["heads.txt"]


def test_a_game_that_was_counted_is_everybody_s_again(row, judge, organizer, recorder):
    recorder.record_all()
    tournament = row.table.round.tournament
    staff.plays(row.table.seats.first().entrant, user=organizer, by=organizer)
    assert records_to_withhold(tournament) == [row]
    counts.sign(row, by=judge)
    assert records_to_withhold(tournament) == []


def test_who_took_the_archive_away_is_in_the_log(client, event, olga):
    client.force_login(olga)
    client.post(f"/t/{event.slug}/archivio/")
    work_off()
    address = f"/t/{event.slug}/archivio/{event.prints.get().pk}.zip"
    client.head(address)
    assert not event.log.filter(verb="archive.download").exists()
    client.get(address)
    assert event.log.get(verb="archive.download").actor == olga
