"""The referee's migrations and one more, as a later version would have: it has a column less."""

from referee import migrations

__path__ = [*__path__, *migrations.__path__]
