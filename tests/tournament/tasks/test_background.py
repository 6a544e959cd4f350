"""Work aside: taken from the queue, taken up again when its worker died, told as failed in the end."""

import threading
import time
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.queue import work_off
from tournament.actions import prints
from tournament.jobs import daily
from tournament.jobs.prints import draw_print
from tournament.models import PrintJob, WorkerHeartbeat
from tournament.privacy import retention
from tournament.tasks import webhooks as webhook_tasks
from tournament.tasks import worker

DETAILS = {"round_number": None, "base": "http://sala.lan", "language": "it"}


@pytest.fixture
def ordered(running, organizer):
    return prints.order(running.tournament, kind="badge", task=draw_print, by=organizer, **DETAILS)


def begun_by(*names: str) -> DBTaskResult:
    """The only task of the queue, as a worker leaves it that is killed in the middle of it."""
    DBTaskResult.objects.update(status="RUNNING", worker_ids=list(names), started_at=timezone.now())
    return DBTaskResult.objects.get()


def test_what_is_ordered_is_drawn_by_whoever_works_the_queue_off(ordered):
    work_off()
    ordered.refresh_from_db()
    assert (ordered.state, bytes(ordered.file)[:5]) == ("ready", b"%PDF-")


def test_the_command_works_all_of_the_queue_off(ordered, monkeypatch):
    monkeypatch.setattr("django_tasks_db.management.commands.db_worker.close_old_connections", lambda: None)
    call_command("db_worker", batch=True, startup_delay=False, verbosity=0, reload=False)
    ordered.refresh_from_db()
    assert ordered.state == "ready"
    assert not WorkerHeartbeat.objects.exists()


def test_what_a_person_waits_for_goes_before_messages(running, organizer):
    webhook_tasks.deliver.enqueue(1)
    ordered = prints.order(running.tournament, kind="badge", task=draw_print, by=organizer, **DETAILS)
    assert [task.priority for task in DBTaskResult.objects.all()] == [worker.URGENT, 0]
    assert str(DBTaskResult.objects.first().pk) == ordered.task


def test_what_a_dead_worker_had_begun_is_done_by_another(ordered):
    begun_by("dead")
    with worker.heartbeat("living"):
        work_off("living")
    ordered.refresh_from_db()
    assert (ordered.state, DBTaskResult.objects.get().worker_ids) == ("ready", ["dead", "living"])


def test_what_a_living_worker_has_begun_is_left_to_it(ordered):
    begun_by("busy")
    with worker.heartbeat("busy"):
        assert worker.requeue_abandoned(now=timezone.now()) == 0
    assert DBTaskResult.objects.get().status == "RUNNING"


def test_a_worker_that_fell_silent_is_dead(ordered):
    begun_by("silent")
    now = timezone.now()
    WorkerHeartbeat.objects.create(name="silent", seen_at=now)
    assert worker.requeue_abandoned(now=now + worker.SILENCE) == 0
    assert worker.requeue_abandoned(now=now + worker.SILENCE + timedelta(seconds=1)) == 1
    assert DBTaskResult.objects.get().status == "READY"


def test_what_cuts_every_worker_short_has_failed_and_says_so(ordered):
    begun_by("dead", "dead too", "dead as well")
    worker.requeue_abandoned(now=timezone.now())
    ordered.refresh_from_db()
    assert (ordered.state, DBTaskResult.objects.get().status) == ("failed", "FAILED")


def test_another_try_takes_the_place_of_what_failed(ordered, organizer):
    PrintJob.objects.update(state="failed")
    again = prints.order(ordered.tournament, kind="badge", task=draw_print, by=organizer, **DETAILS)
    work_off()
    assert list(PrintJob.objects.values_list("pk", "state")) == [(again.pk, "ready")]


def test_a_task_whose_round_is_gone_leaves_nothing_under_way(running, organizer, caplog):
    details = {**DETAILS, "round_number": 99}
    job = prints.order(running.tournament, kind="cartelli", task=draw_print, by=organizer, **details)
    work_off()
    job.refresh_from_db()
    assert job.state == "failed"
    assert "DoesNotExist" in DBTaskResult.objects.get().traceback


def test_a_queue_that_nobody_works_off_is_noticed(ordered):
    later = timezone.now() + worker.PATIENCE + timedelta(seconds=1)
    assert worker.overdue_tasks(now=timezone.now()) == 0
    assert worker.overdue_tasks(now=later) == 1
    WorkerHeartbeat.objects.create(name="living", seen_at=later)
    assert worker.overdue_tasks(now=later) == 0


def test_yesterdays_results_go(ordered):
    work_off()
    worker.requeue_abandoned(now=timezone.now() + worker.RETENTION + timedelta(seconds=1))
    assert not DBTaskResult.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_thread_of_the_site_works_the_queue_off_and_ends(ordered, settings, monkeypatch):
    settings.WORKS_IN_THREAD = True
    monkeypatch.setattr(worker, "_is_enabled", False)
    worker.enable()
    (hand,) = [thread for thread in threading.enumerate() if thread.name == "work"]
    hand.join(30)
    worker.disable()
    ordered.refresh_from_db()
    assert ordered.state == "ready"
    assert worker.seconds_until_due(now=timezone.now()) is None


@pytest.mark.django_db(transaction=True)
def test_the_thread_outlives_a_database_that_was_locked(ordered, settings, monkeypatch):
    settings.WORKS_IN_THREAD = True
    monkeypatch.setattr(worker, "_is_enabled", False)
    monkeypatch.setattr(worker, "BEAT", timedelta(seconds=0.1))
    worked, faults = worker.run_due_tasks, [OperationalError("database is locked")]

    def locked_in_the_middle(name: str) -> None:
        if faults:
            begun_by(name)
            raise faults.pop()
        worked(name)

    monkeypatch.setattr(worker, "run_due_tasks", locked_in_the_middle)
    worker.enable()
    (hand,) = [thread for thread in threading.enumerate() if thread.name == "work"]
    hand.join(30)
    worker.disable()
    ordered.refresh_from_db()
    assert (ordered.state, faults) == ("ready", [])


def test_which_database_works_in_a_thread(settings):
    assert settings.WORKS_IN_THREAD is (connection.vendor == "sqlite")


@pytest.mark.django_db(transaction=True)
def test_a_site_without_a_timer_erases_what_is_overdue_and_does_so_again_a_day_later(
    running, organizer, settings, monkeypatch
):
    settings.WORKS_IN_THREAD, settings.RETENTION_DAYS = True, 30
    tournament = running.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(day=timezone.localdate() - timedelta(days=31))
    monkeypatch.setattr(worker, "_is_enabled", False)
    monkeypatch.setattr(worker, "_schedulers", [daily.schedule])
    assert retention.named(tournament).exists()
    worker.enable()
    until = time.monotonic() + 30
    while time.monotonic() < until and not DBTaskResult.objects.filter(status="SUCCESSFUL").exists():
        time.sleep(0.05)
    worker.disable()
    for thread in threading.enumerate():
        if thread.name == "work":
            thread.join(30)
    assert not retention.named(tournament).exists()
    (again,) = DBTaskResult.objects.ready() | DBTaskResult.objects.filter(status="READY")
    assert timedelta(hours=23) < again.run_after - timezone.now() <= daily.EVERY


@pytest.mark.django_db
def test_periodic_work_is_in_the_queue_once():
    daily.schedule()
    daily.schedule()
    assert DBTaskResult.objects.count() == 1
    DBTaskResult.objects.update(status="SUCCESSFUL")
    daily.schedule()
    assert DBTaskResult.objects.filter(status="READY").count() == 1
