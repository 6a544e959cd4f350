"""Links whose token moves into the session: a player's badge, a captain's link; one of each kind a tournament, in no address afterwards."""

from collections.abc import Callable
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

Owner = TypeVar("Owner")


def store_link(request: HttpRequest, kind: str, owner: object | None, token: str, to: str) -> HttpResponse:
    """Stores the token of `owner` in the session under `kind` and redirects to the view `to`. 404 for an invalid token."""
    if owner is None:
        raise Http404
    slug = owner.tournament.slug
    request.session[kind] = {**request.session.get(kind, {}), slug: token}
    response = redirect(to, slug)
    response["Referrer-Policy"] = "no-referrer"
    return response


def linked_owner(request: HttpRequest, kind: str, slug: str, owner_of: Callable[[str], Owner | None]) -> Owner:
    """The owner of this browser's link for the tournament; 404 without one, or with a revoked one."""
    token = request.session.get(kind, {}).get(slug, "")
    owner = owner_of(token) if token else None
    if owner is None or owner.tournament.slug != slug:
        raise Http404
    return owner


def drop_link(request: HttpRequest, kind: str, slug: str) -> None:
    request.session[kind] = {key: token for key, token in request.session[kind].items() if key != slug}
