"""Addresses of a season's league."""

from django.urls import URLPattern, path, register_converter

from tournament.web.support import converters
from tournament.web.views import league


class SiteChangeConverter:
    regex = "chiave|chiudi|riapri"
    to_python = to_url = converters.CodeConverter.to_python


register_converter(SiteChangeConverter, "change_of_site")

LEAGUE = "stagioni/<code:code>/lega/"

urlpatterns: list[URLPattern] = [
    path(LEAGUE, league.page, name="league"),
    path(LEAGUE + "sedi/", league.register, name="league_register"),
    path(LEAGUE + "sedi/<small:pk>/<change_of_site:what>/", league.site, name="league_site"),
    path(LEAGUE + "centro/", league.tie, name="league_tie"),
    path(LEAGUE + "centro/lascia/", league.untie, name="league_untie"),
    path(LEAGUE + "centro/manda/", league.send_now, name="league_send"),
    path("lega/<code:season>/<code:code>/", league.receive, name="league_receive"),
]
