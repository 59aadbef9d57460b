"""What every answer tells browsers about its safety, whoever made it: pages, streams, files, refusals."""

from collections.abc import Iterable
from functools import cache

from csp.utils import build_policy
from django.conf import settings

Headers = list[tuple[bytes, bytes]]
MOST_OF_HEAD = 32 * 1024  # bytes of the first line and the headers of a request
# No page wants the machine's senses; the one thing pages ask for is to copy an address.
UNUSED = (
    *("accelerometer", "browsing-topics", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope"),
    *("hid", "idle-detection", "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get"),
    *("screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
)
PERMISSIONS = ", ".join([*(f"{name}=()" for name in UNUSED), "clipboard-write=(self)", "fullscreen=(self)"])


@cache
def required_headers() -> Headers:
    """Each that an answer must have, as the settings want it."""
    headers = {
        "content-security-policy": build_policy(),
        "cross-origin-opener-policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": PERMISSIONS,
        "referrer-policy": settings.SECURE_REFERRER_POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": settings.X_FRAME_OPTIONS,
    }
    if settings.SECURE:
        headers["strict-transport-security"] = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload"
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def completed(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """The headers with those that are missing; what an answer says itself counts."""
    present = list(headers)
    names = {name.lower() for name, _ in present}
    return present + [(name, value) for name, value in required_headers() if name not in names]
