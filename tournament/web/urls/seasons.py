"""Addresses of seasons, the directory, the timetable, and files for other programs."""

from django.urls import URLPattern, path, register_converter

from tournament.web.support import converters
from tournament.web.urls.league import urlpatterns as league
from tournament.web.views import day_plan, seasons


class SeasonFormatConverter:
    regex = "pdf|csv|xlsx"
    to_python = to_url = converters.CodeConverter.to_python


register_converter(SeasonFormatConverter, "season_file")

SEASON = "stagioni/<code:code>/"

urlpatterns: list[URLPattern] = [
    path("stagioni/", seasons.seasons_page, name="seasons"),
    path(SEASON, seasons.season, name="season"),
    path(SEASON + "pagina/<small:page>/", seasons.season, name="season_page"),
    path(SEASON + "classifica.<season_file:kind>", seasons.season_file, name="season_file"),
    path(SEASON + "tornei/", seasons.season_count, name="season_count"),
    path(SEASON + "tornei/<small:pk>/togli/", seasons.season_leave_out, name="season_leave_out"),
    path(SEASON + "riporto/", seasons.season_carry, name="season_carry"),
    path("rubrica/", seasons.people, name="people"),
    path("rubrica/unisci/", seasons.people_merge, name="people_merge"),
    path("rubrica/unioni/<small:pk>/annulla/", seasons.people_part, name="people_part"),
    path("t/<code:slug>/orario/", day_plan.day_page, name="day_plan"),
    path("t/<code:slug>/orario/modifica/", day_plan.day_edit, name="day_plan_edit"),
    path("t/<code:slug>/classifica/gestionetorneo.xlsx", seasons.gestione_file, name="gestione_file"),
    *league,
]
