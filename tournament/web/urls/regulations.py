"""Addresses of regulations, the site's and a tournament's own copy, and of teams."""

from django.urls import URLPattern, path, register_converter

from tournament.web.support import converters
from tournament.web.views import captain, regulations, teams


class ShortNameConverter:
    """The short name of a regulation."""

    regex = "[a-z0-9][a-z0-9-]{1,38}"
    to_python = to_url = converters.CodeConverter.to_python


register_converter(ShortNameConverter, "word")

HOUSE = "regolamenti/<word:name>/"
OWN = "t/<code:slug>/regolamento/"

urlpatterns: list[URLPattern] = [
    path("regolamenti/", regulations.catalogue_page, name="regulations"),
    path(HOUSE, regulations.regulation, name="regulation"),
    path(HOUSE + "scheda.pdf", regulations.regulation_sheet, name="regulation_sheet"),
    path(HOUSE + "modifica/", regulations.regulation_edit, name="regulation_edit"),
    path(HOUSE + "copia/", regulations.regulation_copy, name="regulation_copy"),
    path(HOUSE + "versioni/<small:number>/riprendi/", regulations.regulation_restore, name="regulation_restore"),
    path("t/<code:slug>/squadre/", teams.line_ups, name="line_ups"),
    path("t/<code:slug>/squadre/formazione/", teams.line_up, name="line_up"),
    path("t/<code:slug>/squadre/scadenza/", teams.deadline, name="line_up_deadline"),
    path("t/<code:slug>/squadre/collegamenti/", teams.issue_links, name="captain_links"),
    path("t/<code:slug>/squadre/collegamenti/revoca/", teams.revoke_link, name="captain_revoke"),
    path("capitano/<str:token>/", captain.enter, name="captain_enter"),
    path("t/<code:slug>/capitano/", captain.page, name="captain"),
    path("t/<code:slug>/capitano/esci/", captain.leave, name="captain_leave"),
    path("t/<code:slug>/classifica/squadre/", teams.team_standings, name="team_standings"),
    path(OWN, regulations.rules, name="rules"),
    path(OWN + "scheda.pdf", regulations.rules_sheet, name="rules_sheet"),
    path(OWN + "modifica/", regulations.rules_edit, name="rules_edit"),
    path(OWN + "versioni/<small:number>/riprendi/", regulations.rules_restore, name="rules_restore"),
]
