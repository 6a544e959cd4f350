"""The operator's pages: liveness, readiness, health in words, backups and restores."""

import tempfile
from pathlib import Path

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django_tasks import TaskResultStatus

from games.registry import games
from operations import backups, copy_log, handed_out, health
from tournament import permissions
from tournament.models import Tournament
from tournament.states import HouseRight, Role
from tournament.web.support.faults import note_reason
from tournament.web.support.lanes import files_lane, takes_large_bodies
from tournament.web.views import access

UNDER_WAY = (TaskResultStatus.READY, TaskResultStatus.RUNNING)


class CopyForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("Copia da rimettere"))
    is_sure = forms.BooleanField(label=gettext_lazy("Tutto torna com'era in quella copia, per tutti i tornei"))


@require_GET
@never_cache
@login_not_required
def liveness(request: HttpRequest) -> JsonResponse:
    """Liveness: the process answers, without using the database."""
    return JsonResponse({"status": "ok", "version": settings.VERSION})


@require_GET
@never_cache
@login_not_required
def readiness(request: HttpRequest) -> JsonResponse:
    if why_not := health.why_not_ready():
        note_reason(request, why_not)
    return JsonResponse({"status": "unavailable" if why_not else "ok"}, status=503 if why_not else 200)


@require_GET
@never_cache
def system(request: HttpRequest) -> HttpResponse:
    if not permissions.may_see_health(request.user):
        raise PermissionDenied
    return _page(request, CopyForm())


def _page(request: HttpRequest, form: CopyForm) -> HttpResponse:
    now = timezone.now()
    context = {
        "findings": [*health.findings(now=now), *health.silent_tables(organized_by(request.user), now=now)],
        "may_administer_site": may_administer_site(request.user),
        "may_take_whole_copies": may_take_whole_copies(request.user),
        "may_take_copies": handed_out.can_be_stripped() or may_take_whole_copies(request.user),
        "can_be_stripped": handed_out.can_be_stripped(),
        "last_copy": _last_copy(),
        "may_change_boards": permissions.holds(request.user, HouseRight.REGULATIONS),
        "replaceable": [game for game in games().values() if game.replaceable],
        "copies": backups.copies()[:10],
        "folder": backups.folder(),
        "form": form,
    }
    return render(request, "operations/system.html", context, status=422 if form.errors else 200)


def _last_copy() -> dict[str, object] | None:
    """The state of the last requested backup: pending, done, or why it failed."""
    requested = backups.last_requested()
    if requested is None:
        return None
    outcome = requested.return_value or {}
    return {
        "is_under_way": requested.status in UNDER_WAY,
        "name": outcome.get("name"),
        "elsewhere": backups.machine_of_last_requested(),
        "refused": outcome.get("refused", ""),
    }


@require_POST
def take_copy(request: HttpRequest) -> HttpResponse:
    _guard(request)
    requested = backups.last_requested()
    if requested is None or requested.status not in UNDER_WAY:
        backups.back_up_in_background.enqueue()
        copy_log.log_copy(copy_log.MAKE, by=request.user)
    return redirect("system")


@require_GET
@never_cache
def download_copy(request: HttpRequest, name: str) -> FileResponse:
    """Download a backup without its secrets, or `?intera=1` as it is. Only names listed in the folder are opened."""
    _guard(request)
    is_whole = "intera" in request.GET or not handed_out.can_be_stripped()
    if is_whole and not may_take_whole_copies(request.user):
        raise PermissionDenied
    found = next((copy for copy in backups.copies() if copy.path.name == name), None)
    if found is None:
        raise Http404
    file = found.path.open("rb") if is_whole else handed_out.stripped(found.path)
    copy_log.log_copy(copy_log.TAKE_WHOLE if is_whole else copy_log.TAKE_STRIPPED, by=request.user, name=name)
    return FileResponse(file, as_attachment=True, filename=name)


@files_lane
@takes_large_bodies(lambda request: may_administer_site(request.user))
@require_POST
def restore_copy(request: HttpRequest) -> HttpResponse:
    _guard(request)
    form = CopyForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "copy.backup"
        with path.open("wb") as file:
            file.writelines(form.cleaned_data["file"].chunks())
        try:
            before = backups.restore(path, now=timezone.now())
        except backups.BackupError as refused:
            reason = str(refused).replace(f"{path}: ", "")  # the reader knows the file by another name
            form.add_error("file", _("Non è cambiato niente. %(reason)s") % {"reason": reason})
            return _page(request, form)
    copy_log.log_copy(copy_log.PUT_BACK, by=_same_in_copy(request.user))
    messages.success(request, _("Fatto. Ciò che c'era prima è in %(name)s.") % {"name": before.path.name})
    return redirect("system")


def _same_in_copy(user):
    """The account of that name in the copy; None where it has none, and whoever has the same key is somebody else."""
    return get_user_model().objects.filter(username=user.get_username()).first()


def organized_by(user):
    mine = Tournament.objects.filter(memberships__user=user, memberships__role=Role.ORGANIZER)
    return mine.exclude(is_rehearsal=True)


def may_administer_site(user) -> bool:
    """A backup contains every tournament of the site."""
    return permissions.holds(user, HouseRight.COPIES)


def may_take_whole_copies(user) -> bool:
    """Password hashes and the secrets of games in play leave the site only for whoever holds it."""
    return user.is_active and user.is_superuser


def _guard(request: HttpRequest) -> None:
    access.require_right(request, HouseRight.COPIES)
