"""Addresses of other apps that the description of the API names beside its own."""

from typing import Any

described: dict[str, dict[str, Any]] = {}
"""By address, as the `paths` of OpenAPI have it."""
described_schemas: dict[str, dict[str, Any]] = {}


def describe(paths: dict[str, dict[str, Any]], schemas: dict[str, dict[str, Any]]) -> None:
    described.update(paths)
    described_schemas.update(schemas)
