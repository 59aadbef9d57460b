"""The site as an ASGI application."""

import os
import warnings

from django.core.asgi import get_asgi_application

# Static files are sent in sync chunks, which is fine for files this small; Django would warn once a process.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bos_tournament.settings")
application = get_asgi_application()
