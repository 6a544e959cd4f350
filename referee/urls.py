"""Addresses of the referee pages: most under the tournament's address of the table, the hall's under the tournament."""

from django.urls import URLPattern, URLResolver, include, path

from referee.views import (
    acts,
    archive,
    broadcasts,
    ending,
    exams,
    floor,
    handover,
    judge,
    manuals,
    offline,
    practice,
    replay,
    rule_help,
    table_controls,
)
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
    path("atto/", acts.answer, name="answer"),
    path("altro-atto/", acts.submit_act, name="submit_act"),
    path("conferma/", acts.confirm_act, name="confirm_act"),
    path("infrazione/", acts.register, name="register"),
    path("annulla/", acts.undo, name="undo"),
    path("rifai/", acts.redo, name="redo"),
    path("correggi/", acts.correct, name="correct"),
    path("scopri/", acts.show_sealed, name="show_sealed"),
    path("tempo/", table_controls.time_over, name="time_over"),
    path("preallarme/", table_controls.pre_alarm, name="pre_alarm"),
    path("pausa/", table_controls.pause, name="pause"),
    path("riprendi/", table_controls.resume, name="resume"),
    path("livello/", table_controls.level, name="level"),
    path("dispositivo/", judge.reclaim_device, name="reclaim_device"),
    path("prendi/", table_controls.acquire, name="acquire"),
    path("metti-da-parte/", table_controls.archive_record, name="archive_record"),
    path("chiama/", table_controls.call, name="call"),
    path("chiamata-risolta/", table_controls.resolve_call, name="resolve_call"),
    path("segna/", table_controls.flag, name="flag"),
    path("segnalazioni/<small:pk>/", table_controls.settle, name="settle"),
    path("decisione/", table_controls.rule, name="rule"),
    path("in-ritardo/<small:pk>/registra/", table_controls.late_register, name="late_register"),
    path("in-ritardo/<small:pk>/scarta/", table_controls.late_drop, name="late_drop"),
    path("accetta/", ending.accept, name="accept"),
    path("non-accetta/", ending.withdraw, name="withdraw"),
    path("firma/", ending.sign, name="sign"),
    path("contesta/", ending.dispute, name="dispute"),
    path("passa/", handover.offer, name="hand_over"),
    path("dispositivo.json", offline.offline_bundle, name="offline_bundle"),
    path("coda/", offline.queue, name="queue"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path(BASE, include(at_the_table)),
    path(TABLE + "partita/", replay.replay, name="replay"),
    path(TABLE + "dal-vivo/", broadcasts.page, name="live"),
    path(TABLE + "dal-vivo/diretta/", broadcasts.stream, name="live_stream"),
    path(TABLE + "dal-vivo/stato.json", broadcasts.state, name="live_state"),
    path(TABLE + "dal-vivo/riquadro/", broadcasts.scene, {"scene": "frame"}, name="live_frame"),
    path(TABLE + "dal-vivo/fascia/", broadcasts.scene, {"scene": "band"}, name="live_band"),
    path(TABLE + "dal-vivo/plancia/", broadcasts.scene, {"scene": "board"}, name="live_board"),
    path(TABLE + "dal-vivo/apri/", broadcasts.open_to_all, name="live_open"),
    path(TABLE + "dal-vivo/chiudi/", broadcasts.close, name="live_close"),
    path("t/<code:slug>/archivio/", archive.order, name="archive_order"),
    path("t/<code:slug>/archivio/<small:pk>.zip", archive.archive, name="archive"),
    path(HALL, floor.page, name="floor"),
    path(HALL + "prendi-un-tavolo/", handover.redeem, name="redeem"),
    path("servizio.js", offline.service_worker, name="service_worker"),
    path("motore/lavoratore.js", offline.worker, name="worker"),
    path("motore/<str:digest>/sorgenti.zip", offline.sources, name="sources"),
    path("aiuto/", rule_help.index, name="help"),
    path("aiuto/manuali.pdf", manuals.booklet, name="booklet"),
    path("aiuto/manuali/<slug:manual>/", manuals.page, name="manual"),
    path("aiuto/<code:game_slug>/", rule_help.page, name="help_game"),
    path("aiuto/<code:game_slug>/foglio.pdf", rule_help.sheet, name="help_sheet"),
    path("palestra/", practice.index, name="practice"),
    path("palestra/<code:game_slug>/", practice.puzzle, name="puzzle"),
    path("palestra/<code:game_slug>/prova/", exams.exam, name="exam"),
    path("palestra/<code:game_slug>/prova/comincia/", exams.start, name="exam_start"),
]
