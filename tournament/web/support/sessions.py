"""Sessions in the database, as Django has them; reading one is the first query of every request, so its text is composed once."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournament.prepared import Prepared

_of_key = Prepared(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        found = _of_key.first(self.session_key)
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
