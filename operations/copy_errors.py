"""The error of copies, apart from their modules, which all raise it."""


class BackupError(Exception):
    """Nothing was changed; the text says why, for a person."""
