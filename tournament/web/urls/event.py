"""Addresses of the public pages of an event beside its tables: people, clubs, crosstable, bracket, and further pages of long lists."""

from django.urls import URLPattern, path

from tournament.web.support.converters import ROUND, TABLE
from tournament.web.views import ceremony, event, public, share

urlpatterns: list[URLPattern] = [
    path("t/<code:slug>/cerca/", event.search, name="event_search"),
    path("t/<code:slug>/giocatori/<small:number>/", event.player, name="player"),
    path("t/<code:slug>/club/<str:key>/", event.club, name="event_club"),
    path("t/<code:slug>/risultati/", event.crosstable, name="crosstable"),
    path("t/<code:slug>/risultati/pagina/<small:page>/", event.crosstable, name="crosstable_page"),
    path("t/<code:slug>/risultati.pdf", event.crosstable_file, name="crosstable_file"),
    path("t/<code:slug>/premiazione/", ceremony.ceremony, name="ceremony"),
    path("t/<code:slug>/figura.png", share.picture, name="picture"),
    path(TABLE + "figura.png", share.table_picture, name="table_picture"),
    path("stagioni/<code:code>/figura.png", share.season_picture, name="season_picture"),
    path("t/<code:slug>/tabellone/", event.bracket, name="bracket"),
    path("t/<code:slug>/classifica/pagina/<small:page>/", public.standings, name="standings_page"),
    path(ROUND + "tavoli/pagina/<small:page>/", public.public_round, name="public_round_page"),
]
