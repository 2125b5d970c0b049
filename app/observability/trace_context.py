"""Trace context of a request: the header `traceparent` of W3C Trace Context.

The service makes no spans. It takes over the trace of a caller and passes it on, so that log lines and
webhooks can be found under its id. `tracestate` is not passed on. See https://www.w3.org/TR/trace-context/.
"""

import re
from secrets import token_hex
from typing import Final, NamedTuple, Self

HEADER: Final = "traceparent"
_TRACEPARENT: Final = re.compile(
    r"(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?"
)
_TEXT: Final = re.compile(r"(?!0{32})([0-9a-f]{32})-(0[0-3])")
_VERSION: Final = "00"
_FLAGS: Final = 0x03
"""The flags `sampled` and `random-trace-id`; no other one is passed on, as the recommendation requires."""


class Trace(NamedTuple):
    """A trace: its id, 32 hexadecimal digits, and its flags, two."""

    id: str
    flags: str

    @classmethod
    def of_header(cls, traceparent: str | None) -> Self | None:
        """Return the trace in a header; None if it is missing or malformed.

        Of a later version the members of version 00 are read.

        >>> Trace.of_header("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
        Trace(id='0af7651916cd43dd8448eb211c80319c', flags='01')
        """
        found = _TRACEPARENT.fullmatch(traceparent) if traceparent else None
        if found is None:
            return None
        version, name, flags, more = found.groups()
        if version == _VERSION and more is not None:
            return None
        return cls(name, f"{int(flags, 16) & _FLAGS:02x}")

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the trace in `text`, see `text`; None if it is malformed."""
        found = _TEXT.fullmatch(text)
        return None if found is None else cls(*found.groups())

    @property
    def text(self) -> str:
        """Text of the trace, for what is kept or sent between processes."""
        return f"{self.id}-{self.flags}"

    def header(self, parent: str) -> str:
        """Return the header of a request that is sent in this trace with the parent id `parent`."""
        return f"{_VERSION}-{self.id}-{parent}-{self.flags}"


def parent_id() -> str:
    """Return a new parent id, 16 hexadecimal digits; it is never zero."""
    while (name := token_hex(8)) == "0" * 16:
        pass
    return name
