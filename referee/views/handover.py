"""The hand-over of a table: the old tablet shows six digits and a QR code, the new one enters them."""

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.actions import leases
from referee.permissions import holds_lease
from referee.views import access
from referee.views.entries import address
from tournament.errors import TournamentError
from tournament.web.views.access import for_staff
from tournament.web.views.hall_addresses import in_the_hall


@require_http_methods(["GET", "POST"])
@never_cache
def offer(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The six digits of this table; a post makes new ones, and only on the device that writes."""
    table = access.table_to_write(request, slug, number, place)
    row, now = access.record_of(table), timezone.now()
    is_mine = holds_lease(row, request.user, access.device_of(request))
    if request.method == "POST" and is_mine:
        leases.offer(row, by=request.user, now=now)
        return redirect(request.path)
    found = leases.offered(row, now=now) if is_mine else None
    url = in_the_hall(request, of_staff=True)(reverse("referee:redeem", args=[slug]))
    context = {
        "tournament": table.round.tournament,
        "round": table.round,
        "table": table,
        "is_mine": is_mine,
        "offer": found,
        "until": found.offered_at + leases.VALID_FOR if found else None,
        "qr": segno.make(f"{url}?codice={found.code}", error="m").svg_data_uri(scale=8, border=2) if found else "",
        "url": url,
    }
    return render(request, "referee/hand_over.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
def redeem(request: HttpRequest, slug: str) -> HttpResponse:
    """Six digits bring their table to this device."""
    tournament = for_staff(request, slug)
    code = "".join((request.POST.get("code") or request.GET.get("codice") or "").split())[:12]
    if request.method == "POST":
        try:
            row = leases.redeem(
                tournament, code=code, by=request.user, device=access.name_device(request), now=timezone.now()
            )
        except TournamentError as fault:
            messages.error(request, str(fault))
            return render(request, "referee/redeem.html", {"tournament": tournament, "code": ""}, status=422)
        messages.success(request, _("Il tavolo ora si registra da qui."))
        return redirect(address(row.table))
    return render(request, "referee/redeem.html", {"tournament": tournament, "code": code})
