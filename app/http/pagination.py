"""Pages of lists: the cursor of the next page.

A cursor is the time and the name of the last item of a page, as an opaque text.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any

from app.http.fields import TranslatedField, invalid
from app.i18n import Message

_DIGITS = 15


def cursor(ms: int, name: str) -> str:
    """Return the cursor of the page after the item `name` of the time `ms`."""
    return urlsafe_b64encode(f"{ms}.{name}".encode()).decode().rstrip("=")


class CursorField(TranslatedField):
    """Query parameter with a cursor, deserialised to its time and name.

    `known` returns whether a text can be the name of an item of the list.
    """

    def __init__(self, known: Callable[[str], bool], **kwargs: Any) -> None:
        metadata = {
            "description": "The `next` of the page before; absent for the first page",
            "type": "string",
        }
        super().__init__(metadata=metadata, **kwargs)
        self._known = known

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> tuple[int, str]:
        try:
            ms, name = urlsafe_b64decode(str(value).encode() + b"==").decode("ascii").split(".")
            if not self._known(name) or not ms.isdigit() or len(ms) > _DIGITS:
                raise ValueError
        except ValueError:
            raise invalid(Message("A cursor is what the page before gave as next.")) from None
        return int(ms), name
