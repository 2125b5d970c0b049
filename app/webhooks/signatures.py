"""Secrets and signatures of webhooks, after the Standard Webhooks convention (standardwebhooks.com).

A secret is `whsec_` and 32 bytes in base64. It is derived from the service secret, so it is stored nowhere
and a repeated answer can show it again.
"""

import hmac
from base64 import b64encode
from collections.abc import Sequence
from typing import Final

PREFIX: Final = "whsec_"
_LABEL: Final = b"conquian/webhook/1"


def key_of(token_key: bytes, webhook: str, generation: int) -> bytes:
    """Return the 32-byte key of the secret of that generation; `token_key` is the service's."""
    name = webhook.encode()
    message = _LABEL + bytes([len(name)]) + name + generation.to_bytes(4)
    return hmac.digest(token_key, message, "sha256")


def text_of(key: bytes) -> str:
    """The secret as its owner is shown it.

    >>> text_of(bytes(3))
    'whsec_AAAA'
    """
    return PREFIX + b64encode(key).decode()


def headers(keys: Sequence[bytes], message: str, seconds: int, body: bytes) -> dict[str, str]:
    """The three headers of a message sent at `seconds` since 1970: one signature for each key.

    >>> made = headers([b"key"], "msg_1", 7, b"{}")
    >>> made["webhook-signature"]
    'v1,UcjtNNKi6osFXxTKDIEbADH0yePbVKgj+tYxGWklV3w='
    """
    signed = b".".join((message.encode(), str(seconds).encode(), body))
    signatures = (b64encode(hmac.digest(key, signed, "sha256")).decode() for key in keys)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{one}" for one in signatures),
    }
