"""Static files under names that change with them, and packed copies of those that every page asks for.

Packing everything would take the first start some twenty seconds, nearly all of it for the pages of the API and the
admin, which are opened rarely and by few.
"""

from collections.abc import Iterable, Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage

HTMX = "django_htmx/htmx-2.min."


class PackedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Packs the site's own files and htmx, with gzip and brotli."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        yield from super().compress_files([path for path in paths if "/" not in path or path.startswith(HTMX)])
