"""The client of a bucket: Arrow's, because it does its waiting outside of Python and needs no event loop."""

from typing import Any, Final

from fsspec.implementations.arrow import ArrowFSWrapper
from pyarrow.fs import S3FileSystem

CONNECT_SECONDS: Final = 5
ANSWER_SECONDS: Final = 30


class S3(ArrowFSWrapper):  # type: ignore[misc, unused-ignore]
    """Buckets by fsspec; credentials come from the usual AWS variables, and so does a region not given.

    `endpoint` is the address of a service other than Amazon's.
    """

    protocol = "conquian-s3"

    def __init__(self, endpoint: str | None = None, region: str | None = None, **_options: Any) -> None:
        client = S3FileSystem(
            endpoint_override=endpoint,
            region=region,
            connect_timeout=CONNECT_SECONDS,
            request_timeout=ANSWER_SECONDS,
        )
        super().__init__(client)

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_options: Any) -> bytes:
        """The bytes of a file from `start` to `end`, exclusive, or to its end; asked for by their range."""
        at = start or 0
        with self.fs.open_input_file(path) as file:
            size = file.size()
            stop = size if end is None else min(end, size)
            data: bytes = file.read_at(max(0, stop - at), at) if at < stop else b""
            return data
