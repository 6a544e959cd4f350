"""The end of an account's sessions, wherever they are open."""

from django.contrib.sessions.models import Session

from tournament import live
from tournament.models import Device


def end_all(user, *, but: str = "") -> None:
    """Log the account out everywhere, except the session of the key `but`. Each log-in has listed its session as a device."""
    devices = Device.objects.filter(user=user).exclude(session_key=but)
    Session.objects.filter(session_key__in=list(devices.values_list("session_key", flat=True))).delete()
    devices.delete()
    live.shut(user)
