"""Files of the archive in a bucket, by boto3 (the extra `s3`)."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from boto3.session import Session
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from app.http.blocking_calls import AT_ONCE
from replays.archive.errors import MISSING, SHORTER, DamagedBlob
from replays.archive.files import ArchivingStep, Reached, go_on, translated

CONNECT_SECONDS: Final = 2
READ_SECONDS: Final = 5
"""Timeout of a connection without data."""

ATTEMPTS: Final = 2

_errors: Final = partial(translated, (BotoCoreError, ClientError, OSError))

_MISSING: Final = frozenset({"NoSuchKey", "404", "NotFound"})
_TAKEN: Final = frozenset({"PreconditionFailed", "ConditionalRequestConflict", "412", "409"})
_UNCONDITIONAL: Final = frozenset({"NotImplemented", "501"})
_TOO_SHORT: Final = frozenset({"InvalidRange", "416"})


class Bucket:
    """Files below `prefix` of a bucket: an object is complete or missing, and durable once accepted.

    `where` may have the `endpoint` of a service other than Amazon's and the `region`. Credentials are found
    by boto3. Safe between greenlets and threads.
    """

    def __init__(self, bucket: str, prefix: str, where: Mapping[str, str], reached: Reached = go_on) -> None:
        self._bucket = bucket
        self._root = f"{prefix}/" if prefix else ""
        self._reached = reached
        self._client: Any = Session().client(
            "s3", endpoint_url=where.get("endpoint"), region_name=where.get("region"), config=_config(where)
        )

    def put(self, name: str, data: bytes) -> None:
        """See Files: put, then read back."""
        with _errors():
            self._client.put_object(**self._at(name), Body=data)
        self._reached(ArchivingStep.RENAMED)
        if self.read(name) != data:
            raise DamagedBlob(f"the file {name} reads back as something else")

    def put_new(self, name: str, data: bytes) -> bool:
        """See Files. A service without conditional requests may overwrite a concurrent file."""
        if self.size(name) is not None:
            return False
        with _errors():
            try:
                self._client.put_object(**self._at(name), Body=data, IfNoneMatch="*")
            except ClientError as refusal:
                if _code(refusal) in _TAKEN:
                    return False
                if _code(refusal) not in _UNCONDITIONAL:
                    raise
                self._client.put_object(**self._at(name), Body=data)
        return True

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """See Files; a part is requested by its range."""
        if length == 0:
            return b""
        last = "" if length is None else at + length - 1
        part = {"Range": f"bytes={at}-{last}"} if at or length is not None else {}
        with _errors():
            try:
                data: bytes = self._client.get_object(**self._at(name), **part)["Body"].read()
            except ClientError as refusal:
                if _code(refusal) in _MISSING:
                    raise DamagedBlob(MISSING.filled(name=name)) from None
                if _code(refusal) in _TOO_SHORT:
                    raise DamagedBlob(SHORTER.filled(name=name)) from None
                raise
        if length is not None and len(data) != length:
            raise DamagedBlob(SHORTER.filled(name=name))
        return data

    def size(self, name: str) -> int | None:
        """See Files."""
        with _errors():
            try:
                return int(self._client.head_object(**self._at(name))["ContentLength"])
            except ClientError as refusal:
                if _code(refusal) in _MISSING:
                    return None
                raise

    def check(self) -> None:
        """See Files."""
        with _errors():
            self._client.head_bucket(Bucket=self._bucket)

    def names(self, under: str) -> Iterator[str]:
        """See Files."""
        pages = self._client.get_paginator("list_objects_v2")
        with _errors():
            for page in pages.paginate(
                Bucket=self._bucket, Prefix=f"{self._root}{under}/" if under else self._root
            ):
                yield from (item["Key"][len(self._root) :] for item in page.get("Contents", ()))

    def remove(self, name: str) -> None:
        """See Files."""
        with _errors():
            self._client.delete_object(**self._at(name))

    def _at(self, name: str) -> dict[str, str]:
        return {"Bucket": self._bucket, "Key": self._root + name}


def _config(where: Mapping[str, str]) -> Config:
    return Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"total_max_attempts": ATTEMPTS, "mode": "standard"},
        max_pool_connections=AT_ONCE,
        # Other services may support neither bucket names as hosts nor checksums in trailers.
        s3={"addressing_style": "path" if "endpoint" in where else "auto"},
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )


def _code(refusal: ClientError) -> str:
    return str(refusal.response.get("Error", {}).get("Code"))
