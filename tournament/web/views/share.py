"""What search engines, link previews and phones ask for: robots, sitemap, manifest, and the pictures of shared links."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import conditional_page, require_safe

from tournament import exports
from tournament.models import Season
from tournament.queries import sharing
from tournament.states import RoundState
from tournament.web.support import page_cache
from tournament.web.views import access

CLOSED = ("/accedi/", "/sistema/", "/password/", "/casa/", "/rubrica/", "/g/", "/schermo/", "/api/", "/albo/giocatori/")
ICON_SIZES = (192, 512)
"""Of the PNG icons without which a phone puts no site on its home screen: `tools/draw-icons`."""


@require_safe
@login_not_required
def robots(request: HttpRequest) -> HttpResponse:
    """Pages that need a log-in refuse by themselves: here stand those that would waste a robot's time, and people's pages."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@login_not_required
@conditional_page
def sitemap(request: HttpRequest) -> HttpResponse:
    """Public events and seasons; no page of a person, no rehearsal."""
    names = ("public", "standings", "crosstable")
    paths = [reverse("tournament:home"), reverse("tournament:seasons"), reverse("tournament:albo")]
    paths += [reverse(f"tournament:{name}", args=[one.slug]) for one in sharing.listed_events() for name in names]
    paths += [one.get_absolute_url() for one in Season.objects.filter(is_public=True)]
    context = {"addresses": [request.build_absolute_uri(path) for path in paths]}
    return HttpResponse(render_to_string("sitemap.xml", context), content_type="application/xml; charset=utf-8")


@require_safe
@login_not_required
def manifest(_request: HttpRequest) -> HttpResponse:
    icons = [{"src": static("img/mark.svg"), "sizes": "any", "type": "image/svg+xml"}]
    for size in ICON_SIZES:
        file = {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        icons += [{**file, "purpose": purpose} for purpose in ("any", "maskable")]
    about = {
        "name": "Sdadata",
        "short_name": "Sdadata",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f6f3ee",
        "theme_color": "#111721",
        "icons": icons,
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
@login_not_required
@conditional_page
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The event's picture for link previews; of public events alone, because nobody shares the others."""
    return page_cache.picture(
        request,
        page_cache.topics_of(slug),
        lambda: exports.social_card(sharing.event_card(access.visible_to_all(slug))),
    )


@require_safe
@login_not_required
@conditional_page
def table_picture(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Who sits at a table, and the result once it is counted."""
    return page_cache.picture(request, page_cache.topics_of(slug), lambda: _of_table(slug, number, place))


def _of_table(slug: str, number: int, place: int) -> bytes:
    table = access.table_in(access.visible_round_in(access.visible_to_all(slug), number), place)
    if table.round.state == RoundState.DRAFT:
        raise Http404
    return exports.social_card(sharing.table_card(table))


@require_safe
@login_not_required
@conditional_page
def season_picture(request: HttpRequest, code: str) -> HttpResponse:
    def draw() -> bytes:
        season = get_object_or_404(Season, code=code, is_public=True)
        return exports.social_card(sharing.season_card(season))

    return page_cache.picture(request, (), draw)


@require_safe
@login_not_required
@conditional_page
def site_picture(request: HttpRequest) -> HttpResponse:
    return page_cache.picture(request, (), lambda: exports.social_card(sharing.site_card()))
