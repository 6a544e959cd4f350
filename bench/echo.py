"""A minimal ASGI application for comparison: it keeps streams open and echoes each post to all of them."""

import asyncio

waiting: set[asyncio.Event] = set()


async def application(scope: dict, receive, send) -> None:
    assert scope["type"] == "http"
    await (_stream(receive, send) if scope["method"] == "GET" else _publish(send))


async def _publish(send) -> None:
    for event in waiting:
        event.set()
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


async def _stream(receive, send) -> None:
    event = asyncio.Event()
    waiting.add(event)
    try:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        await send({"type": "http.response.body", "body": b"data: open\n\n", "more_body": True})
        while True:
            await event.wait()
            event.clear()
            await send({"type": "http.response.body", "body": b"data: news\n\n", "more_body": True})
    finally:
        waiting.discard(event)
