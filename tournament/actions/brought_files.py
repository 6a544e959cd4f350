"""The shelf of a site for boards and cards that organizers bring: rows of the database, which several machines share and copies hold."""

from django.db import transaction

from games.kernel.boards import FolderShelf
from tournament.models import BroughtFile


class DatabaseShelf:
    """What an earlier version left in the folder is still found there."""

    _folder = FolderShelf()

    def text(self, slug: str, digest: str) -> str:
        found = BroughtFile.objects.filter(game=slug, digest=digest).values_list("text", flat=True).first()
        return found or self._folder.text(slug, digest)

    def digest_in_use(self, slug: str) -> str:
        found = BroughtFile.objects.filter(game=slug, is_in_use=True).values_list("digest", flat=True).first()
        return found or self._folder.digest_in_use(slug)

    def store(self, slug: str, digest: str, text: str) -> None:
        BroughtFile.objects.get_or_create(game=slug, digest=digest, defaults={"text": text})

    @transaction.atomic
    def put_into_use(self, slug: str, digest: str) -> None:
        BroughtFile.objects.filter(game=slug, is_in_use=True).update(is_in_use=False)
        BroughtFile.objects.filter(game=slug, digest=digest).update(is_in_use=True)
        self._folder.put_into_use(slug, "")
