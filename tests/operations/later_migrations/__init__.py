"""The tournament's migrations and one more, as a later version would have: for tests of upgrades and of the way back."""

from tournament import migrations

__path__ = [*__path__, *migrations.__path__]
