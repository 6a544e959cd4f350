"""The regulations to choose from: the presets that come with the program, each in the last version of the house."""

from tournament.core.regulation.schema import Regulation, presets
from tournament.models import RegulationVersion


def catalogue() -> dict[str, Regulation]:
    """By slug: presets first in their order, then those that the house made."""
    newest: dict[str, Regulation] = {}
    for version in RegulationVersion.objects.filter(tournament=None).order_by("slug", "number"):
        newest[version.slug] = version.regulation
    return {**presets(), **newest}


def house_versions(slug: str) -> list[RegulationVersion]:
    """Newest first; the preset as it came with the program has no row."""
    return list(RegulationVersion.objects.filter(tournament=None, slug=slug).select_related("by"))


def version_of(slug: str, number: int) -> Regulation | None:
    """A version of the house, or the one that came with the program."""
    row = RegulationVersion.objects.filter(tournament=None, slug=slug, number=number).first()
    if row:
        return row.regulation
    preset = presets().get(slug)
    return preset if preset and preset.version == number else None
