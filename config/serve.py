"""`python -m config.serve [uvicorn's options]`: uvicorn over this site, with bounded connections.

Its options are uvicorn's own (`--help`). Those that every way to serve the site shares are defaults here.
"""

from typing import Any

import click
from uvicorn.main import main

from config.connections import allow_many_files

DEFAULTS: dict[str, Any] = {
    "app": "config.asgi:application",
    "http": "config.connections:BoundedProtocol",
    "ws": "none",
    "lifespan": "off",
    "access_log": False,
    "server_header": False,
    "log_level": "warning",
    "timeout_graceful_shutdown": 2,
}


def serve() -> None:
    allow_many_files()  # before the first connections, and for the workers of --workers, which inherit it
    for option in main.params:
        if option.name == "http":
            option.type = click.STRING  # uvicorn takes the name of a class, its command line only those of its own
        if option.name in DEFAULTS:
            option.default, option.required = DEFAULTS[option.name], False
    main(prog_name="python -m config.serve")


if __name__ == "__main__":
    serve()
