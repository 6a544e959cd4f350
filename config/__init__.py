"""The Django project: settings, addresses, server entry point."""

from config.version import version

RELEASE = "0.1.0"
"""Of the program, as a release is named: the only place that is changed for one."""

VERSION = version(RELEASE)
"""Of this copy; pyproject.toml, the foot of each page, /salute/, the metrics, archives and file names read it here."""
