"""Pages as their readers find them: an address by its name, and the words of an answer."""

from django.urls import reverse


def to(name: str, tournament, *args) -> str:
    return reverse(f"tournament:{name}", args=[tournament.slug, *args])


def page_text(response) -> str:
    return " ".join(response.content.decode().split())
