"""Where an address leads, found once for each address: matching it against some hundred patterns costs more than some queries.

The patterns change with no request, so an address leads where it led. One that leads nowhere is looked up each time.
"""

from functools import lru_cache

from django.conf import settings
from django.urls import ResolverMatch, get_urlconf, resolve

MOST_ADDRESSES, LONGEST = 4_096, 120
"""Of a site with a thousand tables all that are in use; longer addresses are a stranger's."""


def match_of(path: str) -> ResolverMatch:
    """Raises Resolver404. The match is shared, so nobody changes it."""
    if len(path) > LONGEST:
        return resolve(path)
    return _match(path, get_urlconf() or settings.ROOT_URLCONF)


@lru_cache(MOST_ADDRESSES)
def _match(path: str, urlconf: str) -> ResolverMatch:
    return resolve(path, urlconf)


forget = _match.cache_clear
