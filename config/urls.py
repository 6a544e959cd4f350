"""Every address of the site. A view is closed until something opens it: see LoginRequiredMiddleware in the settings."""

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.i18n import set_language

from config import component_page, observation
from operations import boards, system
from tournament.web.support.lanes import login_lane
from tournament.web.views import entry, second_factor, share
from tournament.web.views.first_account import first_account


@login_not_required
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers request it when they show a file that names no icon, such as a PDF."""
    return redirect(static("img/mark.svg"))


handler500 = "config.database_unavailable.database_unavailable"

urlpatterns = [
    path("favicon.ico", favicon),
    path("robots.txt", share.robots, name="robots"),
    path("sitemap.xml", share.sitemap, name="sitemap"),
    path("figura.png", share.site_picture, name="site_picture"),
    path("sito.webmanifest", share.manifest, name="manifest"),
    path("accedi/", login_lane(second_factor.LogIn.as_view()), name="login"),
    path("accedi/cifre/", second_factor.second_step, name="second_step"),
    path("primo-accesso/", first_account, name="first_account"),
    path("accedi/codice/", entry.by_code, name="entry_code"),
    path("accedi/con/<str:token>/", entry.by_link, name="entry_link"),
    path("password/", entry.password, name="password"),
    path("password/secondo-passo/", second_factor.page, name="second_factor"),
    path("esci/", LogoutView.as_view(), name="logout"),
    path("salute/", system.liveness, name="alive"),
    path("pronto/", system.readiness, name="ready"),
    path("metriche/", observation.metrics, name="metrics"),
    path("sistema/", system.system, name="system"),
    path("sistema/componenti/", component_page.components, name="components"),
    path("sistema/copie/nuova/", system.take_copy, name="take_copy"),
    path("sistema/copie/rimetti/", system.restore_copy, name="put_back"),
    path("sistema/copie/<str:name>", system.download_copy, name="download_copy"),
    path("sistema/plancia/<slug:played>/", boards.page, name="board"),
    path("sistema/plancia/<slug:played>/modello.csv", boards.template, name="board_template"),
    path("sistema/plancia/<slug:played>/usa/", boards.use, name="board_use"),
    path("sistema/plancia/<slug:played>/di-serie/", boards.standard, name="board_standard"),
    path("lingua/", login_not_required(set_language), name="set_language"),
    path("", include("referee.urls")),
    path("", include("tournament.web.urls")),
]
