"""On the server: which engine the devices are to load, and from where."""

from pathlib import Path

from django.conf import settings

VERSION = "314.0.7-0.22.0-2"  # Pyodide and msgspec, as tools/fetch-offline pins them, and the form of the folder that it makes


def folder() -> Path:
    return Path(settings.WHITENOISE_ROOT) / "motore" / VERSION


def address() -> str:
    """The URL of its files; empty where they were not fetched."""
    return f"/motore/{VERSION}/" if folder().is_dir() else ""
