"""The server's entry point: the live stream is in front of Django, which would occupy a thread for each open page."""

import os

import django
from django.conf import settings
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.crowd import Crowd  # noqa: E402  the apps must be loaded first
from config.live_stream import LiveStream, Receive, Send  # noqa: E402
from config.threads import ThreadedHandler  # noqa: E402
from tournament.live import STREAM_PATH  # noqa: E402
from tournament.privacy.copies import forgotten_by  # noqa: E402
from tournament.tasks import worker  # noqa: E402

django_application = ThreadedHandler()
live_stream = LiveStream()
crowd = Crowd(django_application, live_stream.versions, live_stream.follow)
forgotten_by(crowd.clear)


async def site(scope: dict, receive: Receive, send: Send) -> None:
    worker.enable()
    chosen = live_stream if scope["type"] == "http" and scope["path"] == STREAM_PATH else crowd
    await chosen(scope, receive, send)


# By which road a request came, and from whom, is believed of the proxies alone, not of whoever reaches this port.
application = ProxyHeadersMiddleware(site, trusted_hosts=settings.PROXIES)
