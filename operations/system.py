"""The operator's pages: liveness, readiness, health in words, backups and restores."""

import tempfile
from pathlib import Path

from django import forms
from django.contrib import messages
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
from operations import backups, health
from tournament.models import Tournament
from tournament.states import Role

UNDER_WAY = (TaskResultStatus.READY, TaskResultStatus.RUNNING)


class CopyForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("Copia da rimettere"))
    is_sure = forms.BooleanField(label=gettext_lazy("Tutto torna com’era in quella copia, per tutti i tornei"))


@require_GET
@never_cache
@login_not_required
def liveness(request: HttpRequest) -> JsonResponse:
    """Liveness: the process answers, without using the database."""
    return JsonResponse({"status": "ok"})


@require_GET
@never_cache
@login_not_required
def readiness(request: HttpRequest) -> JsonResponse:
    is_ready = health.is_ready()
    return JsonResponse({"status": "ok" if is_ready else "unavailable"}, status=200 if is_ready else 503)


@require_GET
@never_cache
def system(request: HttpRequest) -> HttpResponse:
    mine = organized_by(request.user)
    if not mine.exists() and not request.user.is_superuser:
        raise PermissionDenied
    return _page(request, CopyForm())


def _page(request: HttpRequest, form: CopyForm) -> HttpResponse:
    now = timezone.now()
    context = {
        "findings": [*health.findings(now=now), *health.silent_tables(organized_by(request.user), now=now)],
        "may_administer_site": may_administer_site(request.user),
        "last_copy": _last_copy(),
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
        "refused": outcome.get("refused", ""),
    }


@require_POST
def take_copy(request: HttpRequest) -> HttpResponse:
    _guard(request)
    requested = backups.last_requested()
    if requested is None or requested.status not in UNDER_WAY:
        backups.back_up_in_background.enqueue()
    return redirect("system")


@require_GET
@never_cache
def download_copy(request: HttpRequest, name: str) -> FileResponse:
    """Download a backup. Only names listed in the folder are opened."""
    _guard(request)
    found = next((copy for copy in backups.copies() if copy.path.name == name), None)
    if found is None:
        raise Http404
    return FileResponse(found.path.open("rb"), as_attachment=True, filename=name)


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
        except backups.BackupError:
            form.add_error("file", _("Il file non è una copia intera di questo sito: non è cambiato niente."))
            return _page(request, form)
    messages.success(request, _("Fatto. Ciò che c’era prima è in %(name)s.") % {"name": before.path.name})
    return redirect("system")


def organized_by(user):
    return Tournament.objects.filter(memberships__user=user, memberships__role=Role.ORGANIZER)


def may_administer_site(user) -> bool:
    """A backup contains every tournament of the site: only somebody who organizes all of them may have it, as on a club's laptop."""
    if user.is_superuser:
        return True
    mine = organized_by(user)
    return mine.exists() and not Tournament.objects.exclude(pk__in=mine).exists()


def _guard(request: HttpRequest) -> None:
    if not may_administer_site(request.user):
        raise PermissionDenied
