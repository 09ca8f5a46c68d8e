"""Bytes as URLs and tokens write them."""

import base64


def encoded(data: bytes) -> str:
    """Bytes as text."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """The same, back."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
