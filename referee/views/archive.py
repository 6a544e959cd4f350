"""The event in one file, for its organizer."""

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.archive import archive_of
from tournament.views import access


@require_safe
@never_cache
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    response = HttpResponse(archive_of(tournament), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{slugify(tournament.name) or slug}.zip"'
    return response
