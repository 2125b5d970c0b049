"""What is worked out from a log at a ply: beside other requests, and once for all who ask for it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final

import orjson

from app.http.aside import aside

_KEPT: Final = 64


class Worked:
    """The last answers that were worked out, as JSON. Safe between threads and greenlets."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def __call__(self, name: Hashable, work: Callable[[], Any]) -> bytes:
        """The JSON of what `work` gives, which is always the same for a name."""
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
        found = aside(lambda: orjson.dumps(work()))
        with self._lock:
            self._kept[name] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found
