"""Addresses of the referee pages: most under the tournament's address of the table, the hall's under the tournament."""

from django.urls import URLPattern, URLResolver, include, path

from referee.views import acts, archive, around, ending, floor, handover, judge, offline, practice, replay
from tournament.web.urls import TABLE

app_name = "referee"

BASE = TABLE + "arbitro/"
HALL = "t/<code:slug>/arbitri/"

at_the_table: list[URLPattern] = [
    path("", judge.page, name="judge"),
    path("apri/", judge.open_record, name="open"),
    path("riapri/", judge.reopen, name="reopen"),
    path("striscia/", judge.strip, name="strip"),
    path("diretta/", judge.stream, name="stream"),
    path("registro.jsonl", judge.lines, name="lines"),
    path("atto/", acts.tell, name="tell"),
    path("altro-atto/", acts.tell_free, name="tell_free"),
    path("conferma/", acts.tell_signed, name="tell_signed"),
    path("infrazione/", acts.register, name="register"),
    path("annulla/", acts.undo, name="undo"),
    path("scopri/", acts.show_sealed, name="show_sealed"),
    path("tempo/", around.time_over, name="time_over"),
    path("preallarme/", around.pre_alarm, name="pre_alarm"),
    path("pausa/", around.pause, name="pause"),
    path("riprendi/", around.resume, name="resume"),
    path("livello/", around.level, name="level"),
    path("prendi/", around.take, name="take"),
    path("metti-da-parte/", around.set_aside, name="set_aside"),
    path("chiama/", around.call, name="call"),
    path("chiamata-risolta/", around.call_off, name="call_off"),
    path("segna/", around.flag, name="flag"),
    path("segnalazioni/<small:pk>/", around.settle, name="settle"),
    path("decisione/", around.rule, name="rule"),
    path("in-ritardo/<small:pk>/registra/", around.late_register, name="late_register"),
    path("in-ritardo/<small:pk>/scarta/", around.late_drop, name="late_drop"),
    path("accetta/", ending.accept, name="accept"),
    path("non-accetta/", ending.withdraw, name="withdraw"),
    path("firma/", ending.sign, name="sign"),
    path("contesta/", ending.dispute, name="dispute"),
    path("passa/", handover.offer, name="hand_over"),
    path("dispositivo.json", offline.kept, name="kept"),
    path("coda/", offline.queue, name="queue"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path(BASE, include(at_the_table)),
    path(TABLE + "partita/", replay.replay, name="replay"),
    path("t/<code:slug>/archivio/", archive.order, name="archive_order"),
    path("t/<code:slug>/archivio/<small:pk>.zip", archive.archive, name="archive"),
    path(HALL, floor.page, name="floor"),
    path(HALL + "prendi-un-tavolo/", handover.redeem, name="redeem"),
    path("servizio.js", offline.service_worker, name="service_worker"),
    path("motore/lavoratore.js", offline.worker, name="worker"),
    path("motore/<str:digest>/sorgenti.zip", offline.sources, name="sources"),
    path("palestra/", practice.index, name="practice"),
    path("palestra/<code:played>/", practice.puzzle, name="puzzle"),
]
