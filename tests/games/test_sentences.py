"""Every sentence of a rulebook that commands or forbids is held by a case or says why none does; incidents name what the game has."""

from __future__ import annotations
