"""The server's entry point: the live stream stands in front of Django, which would hold a thread for each open page."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()

from config.live_stream import LiveStream, Receive, Send  # noqa: E402  the apps must be loaded first
from tournament import background  # noqa: E402
from tournament.live import STREAM_PATH  # noqa: E402

live_stream = LiveStream()


async def application(scope: dict, receive: Receive, send: Send) -> None:
    background.serve()
    chosen = live_stream if scope["type"] == "http" and scope["path"] == STREAM_PATH else django_application
    await chosen(scope, receive, send)
