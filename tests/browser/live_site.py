"""A site of one live page, for the tests of the scripts: a board whose number any test may change."""

from datetime import UTC, datetime

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from tournament import live

PAGE = """{% extends "base.html" %}{% load ui %}
{% block body_attributes %} data-live-url="/token/"{% endblock %}
{% block main %}
  {% stale %}
  <p id="running">{% countdown 5400 now running=True alarm_at=600 %}</p>
  <p id="paused">{% countdown 5400 now running=False %}</p>
  <p id="overtime">{% countdown 60 now running=True overtime=True %}</p>
  {% include fragment %}
  {% include calm %}
{% endblock %}"""

FRAGMENT = (
    '<p id="board" data-live-topic="board:1" hx-get="/board/" hx-trigger="live" hx-swap="morph:outerHTML">'
    "{{ number }}</p>"
)

CALM = (
    '<p id="calm" data-live-topic="board:1" data-live-every="2" hx-get="/calm/" hx-trigger="live" '
    'hx-swap="morph:outerHTML">{{ number }}</p>'
)

# A stream that fails is watched for in these tests, so the numbers live in memory and not in a table.
board = {"number": 1, "calm_fetches": 0}


def show_number(number: int) -> None:
    board["number"] = number
    live.bump("board:1")


@login_not_required
def page(request: HttpRequest) -> HttpResponse:
    django = engines["django"]
    parts = {"fragment": django.from_string(FRAGMENT).template, "calm": django.from_string(CALM).template}
    context = {"now": datetime.now(UTC), **parts, **board}
    return HttpResponse(django.from_string(PAGE).render(context, request))


@login_not_required
def fragment(request: HttpRequest) -> HttpResponse:
    return HttpResponse(engines["django"].from_string(FRAGMENT).render(board, request))


@login_not_required
def calm(request: HttpRequest) -> HttpResponse:
    board["calm_fetches"] += 1
    return HttpResponse(engines["django"].from_string(CALM).render(board, request))


@login_not_required
def token(request: HttpRequest) -> HttpResponse:
    return live.stream_response(["board:1"], through=[])


urlpatterns = [
    path("live-page/", page),
    path("board/", fragment),
    path("calm/", calm),
    path("token/", token),
    path("", include("config.urls")),
]
