"""Addresses of what the site remembers from one event to the next."""

from django.urls import URLPattern, path

from tournament.web.views import albo

urlpatterns: list[URLPattern] = [
    path("albo/", albo.hall, name="albo"),
    path("albo/giocatori/<code:code>/", albo.person, name="person"),
    path("albo/club/<str:key>/", albo.club, name="club"),
    path("albo/rating/<slug:game>/", albo.rating, name="rating"),
    path("albo/rating/<slug:game>/pagina/<small:page>/", albo.rating, name="rating_page"),
    path("albo/primati/<slug:game>/", albo.records, name="play_records"),
]
