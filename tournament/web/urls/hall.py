"""Addresses of phones, print-outs, files and other programs, included in the tournament's."""

from django.urls import URLPattern, URLResolver, path

from tournament.web.api import open_to_everybody
from tournament.web.support.converters import ROUND, TABLE
from tournament.web.views import downloads, paper_entry, phone, print_outs, privacy, public, webhooks

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", open_to_everybody()),
    path("g/<code:token>/", phone.enter, name="phone"),
    path("t/<code:slug>/io/", phone.mine, name="player_day"),
    path("t/<code:slug>/io/diretta/", phone.stream, name="player_day_stream"),
    path("t/<code:slug>/io/arrivo/", phone.arrive, name="player_day_arrive"),
    path("t/<code:slug>/io/avvisi/", phone.subscribe, name="player_day_subscribe"),
    path("t/<code:slug>/io/avvisi/spegni/", phone.unsubscribe, name="player_day_unsubscribe"),
    path("t/<code:slug>/io/servizio.js", phone.service_worker, name="player_day_worker"),
    path("t/<code:slug>/io/esci/", phone.leave, name="player_day_leave"),
    path("t/<code:slug>/iscritti/n/<code:public_id>/badge/", phone.renew, name="phone_renew"),
    path("t/<code:slug>/stampe/", print_outs.page, name="print_outs"),
    path("t/<code:slug>/stampe/diretta/", print_outs.stream, name="print_outs_stream"),
    path("t/<code:slug>/stampe/pronte/<small:pk>.pdf", print_outs.ready, name="print_out_ready"),
    path("t/<code:slug>/stampe/logo/", print_outs.logo, name="logo"),
    path("t/<code:slug>/stampe/<slug:what>.pdf", print_outs.file, name="print_out_file"),
    path("t/<code:slug>/stampe/<slug:what>/prepara/", print_outs.order, name="print_out_order"),
    path("t/<code:slug>/elenchi/<slug:what>.<table:kind>", downloads.spreadsheet, name="spreadsheet"),
    path("t/<code:slug>/programmi/", webhooks.page, name="webhooks"),
    path("t/<code:slug>/programmi/<small:pk>/togli/", webhooks.revoke, name="webhook_revoke"),
    path("t/<code:slug>/programmi/codici/", webhooks.issue_token, name="token_issue"),
    path("t/<code:slug>/programmi/codici/<small:pk>/revoca/", webhooks.revoke_token, name="token_revoke"),
    path("t/<code:slug>/privacy/", privacy.page, name="privacy"),
    path("t/<code:slug>/privacy/cancella-tutti/", privacy.erase_everybody, name="erase_everybody"),
    path("t/<code:slug>/iscritti/n/<code:public_id>/dati.json", privacy.export, name="entrant_export"),
    path("t/<code:slug>/iscritti/n/<code:public_id>/cancella-dati/", privacy.erase, name="entrant_erase"),
    path("t/<code:slug>/rapporto.txt", downloads.report, name="report"),
    path("t/<code:slug>/calendario.ics", downloads.calendar, name="calendar"),
    path("t/<code:slug>/classifica/incorpora/", downloads.embedded, name="embedded"),
    path(ROUND + "referti/", paper_entry.page, name="paper_entry"),
    path(ROUND + "referti/<small:place>/", paper_entry.save, name="paper_save"),
    path(ROUND + "referti/<small:place>/foglio/", paper_entry.sheet, name="paper_sheet"),
    path(TABLE + "referto/", public.sheet_page, name="sheet_page"),
]
