"""Texts that somebody uploads as a file."""

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile


def text_of(file: UploadedFile | None, *, most: int, too_large: str, not_text: str) -> str:
    """What the file says, without a byte order mark; empty without a file.

    Raises ValidationError: `too_large` above `most` bytes, `not_text` unless it is UTF-8.
    """
    if file is None:
        return ""
    if file.size is None or file.size > most:
        raise ValidationError(too_large)
    try:
        return file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValidationError(not_text) from None
