"""The available regulations: the presets, each in the site's last version."""

from tournament.core.regulation.schema import Regulation, presets
from tournament.models import RegulationVersion


def catalogue() -> dict[str, Regulation]:
    """By slug: presets first in their order, then the site's own."""
    newest: dict[str, Regulation] = {}
    for version in RegulationVersion.objects.filter(tournament=None).order_by("slug", "number"):
        newest[version.slug] = version.regulation
    return {**presets(), **newest}


def house_versions(slug: str) -> list[RegulationVersion]:
    """Newest first; the original preset has no row."""
    return list(RegulationVersion.objects.filter(tournament=None, slug=slug).select_related("by"))


def version_of(slug: str, number: int) -> Regulation | None:
    """A version of the site, or the original preset."""
    row = RegulationVersion.objects.filter(tournament=None, slug=slug, number=number).first()
    if row:
        return row.regulation
    preset = presets().get(slug)
    return preset if preset and preset.version == number else None
