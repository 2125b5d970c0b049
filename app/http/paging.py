"""Where a page of a list goes on: after a thing that has a name and a moment, as a text that says nothing."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any

from marshmallow import ValidationError, fields

_DIGITS = 15


def cursor(ms: int, name: str) -> str:
    """The cursor of the page after the thing `name` of the moment `ms`."""
    return urlsafe_b64encode(f"{ms}.{name}".encode()).decode().rstrip("=")


class CursorField(fields.Field[Any]):
    """Where a page goes on, as the one before it said: the moment and the name that gave the cursor.

    `known` says whether a text can be the name of a thing in the list.
    """

    def __init__(self, known: Callable[[str], bool], **kwargs: Any) -> None:
        told = {"description": "The `next` of the page before; absent for the first page", "type": "string"}
        super().__init__(metadata=told, **kwargs)
        self._known = known

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> tuple[int, str]:
        try:
            ms, name = urlsafe_b64decode(str(value).encode() + b"==").decode("ascii").split(".")
            if not self._known(name) or not ms.isdigit() or len(ms) > _DIGITS:
                raise ValueError
        except ValueError:
            raise ValidationError("A cursor is what the page before gave as next.") from None
        return int(ms), name
