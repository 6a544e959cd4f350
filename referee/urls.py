"""Addresses of the referee pages: most under the tournament's address of the table, the hall's under the tournament."""

from django.urls import URLPattern, path

from referee.views import acts, archive, around, ending, floor, handover, judge, offline, practice, replay
from tournament.urls import TABLE

app_name = "referee"

BASE = TABLE + "arbitro/"
HALL = "t/<code:slug>/arbitri/"

urlpatterns: list[URLPattern] = [
    path(BASE, judge.page, name="judge"),
    path(TABLE + "partita/", replay.replay, name="replay"),
    path(BASE + "apri/", judge.open_record, name="open"),
    path(BASE + "striscia/", judge.strip, name="strip"),
    path(BASE + "diretta/", judge.stream, name="stream"),
    path("t/<code:slug>/archivio/", archive.order, name="archive_order"),
    path("t/<code:slug>/archivio/<small:pk>.zip", archive.archive, name="archive"),
    path(BASE + "registro.jsonl", judge.lines, name="lines"),
    path(BASE + "atto/", acts.tell, name="tell"),
    path(BASE + "altro-atto/", acts.tell_free, name="tell_free"),
    path(BASE + "conferma/", acts.tell_signed, name="tell_signed"),
    path(BASE + "infrazione/", acts.register, name="register"),
    path(BASE + "annulla/", acts.undo, name="undo"),
    path(BASE + "scopri/", acts.show_sealed, name="show_sealed"),
    path(BASE + "tempo/", around.time_over, name="time_over"),
    path(BASE + "preallarme/", around.pre_alarm, name="pre_alarm"),
    path(BASE + "pausa/", around.pause, name="pause"),
    path(BASE + "riprendi/", around.resume, name="resume"),
    path(BASE + "livello/", around.level, name="level"),
    path(BASE + "prendi/", around.take, name="take"),
    path(BASE + "metti-da-parte/", around.set_aside, name="set_aside"),
    path(BASE + "chiama/", around.call, name="call"),
    path(BASE + "chiamata-risolta/", around.call_off, name="call_off"),
    path(BASE + "segna/", around.flag, name="flag"),
    path(BASE + "segnalazioni/<small:pk>/", around.settle, name="settle"),
    path(BASE + "decisione/", around.rule, name="rule"),
    path(BASE + "in-ritardo/<small:pk>/registra/", around.late_register, name="late_register"),
    path(BASE + "in-ritardo/<small:pk>/scarta/", around.late_drop, name="late_drop"),
    path(BASE + "accetta/", ending.accept, name="accept"),
    path(BASE + "non-accetta/", ending.withdraw, name="withdraw"),
    path(BASE + "firma/", ending.sign, name="sign"),
    path(BASE + "contesta/", ending.dispute, name="dispute"),
    path(BASE + "passa/", handover.offer, name="hand_over"),
    path(BASE + "dispositivo.json", offline.kept, name="kept"),
    path(BASE + "coda/", offline.queue, name="queue"),
    path(HALL, floor.page, name="floor"),
    path(HALL + "prendi-un-tavolo/", handover.redeem, name="redeem"),
    path("servizio.js", offline.service_worker, name="service_worker"),
    path("motore/lavoratore.js", offline.worker, name="worker"),
    path("motore/<str:digest>/sorgenti.zip", offline.sources, name="sources"),
    path("palestra/", practice.index, name="practice"),
    path("palestra/<code:played>/", practice.puzzle, name="puzzle"),
]
