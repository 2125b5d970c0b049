"""The client of a bucket: Arrow's, because it does its waiting outside of Python and needs no event loop."""

from typing import Any, Final

from fsspec.implementations.arrow import ArrowFSWrapper
from pyarrow.fs import S3FileSystem

CONNECT_SECONDS: Final = 5
ANSWER_SECONDS: Final = 30


class S3(ArrowFSWrapper):  # type: ignore[misc, unused-ignore]
    """Buckets by fsspec; credentials, region and endpoint come from the usual AWS variables."""

    protocol = "conquian-s3"

    def __init__(self, **_options: Any) -> None:
        super().__init__(S3FileSystem(connect_timeout=CONNECT_SECONDS, request_timeout=ANSWER_SECONDS))
