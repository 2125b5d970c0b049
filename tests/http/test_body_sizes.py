"""Sizes of bodies: limits by kind from the settings, one copy in memory."""

import tracemalloc
from pathlib import Path
from wsgiref.types import WSGIEnvironment

import pytest
from werkzeug.test import EnvironBuilder

from app.api.request_limits import body_sizes
from app.http.body import USUAL, BodySize, read_exactly
from app.http.errors import Problem
from app.settings.environment import load
from app.settings.settings import Settings

EIGHT_MIB = USUAL[BodySize.IMPORT]


class Wire:
    """Stream of a body of `size` bytes, made as it is read."""

    def __init__(self, size: int) -> None:
        self.left = size

    def read(self, most: int) -> bytes:
        part = b"x" * min(most, self.left)
        self.left -= len(part)
        return part


def request_of(size: int) -> WSGIEnvironment:
    environ = EnvironBuilder(method="POST").get_environ()
    return environ | {"wsgi.input": Wire(size), "CONTENT_LENGTH": str(size)}


def test_a_long_body_is_in_memory_once() -> None:
    tracemalloc.start()
    try:
        body = read_exactly(request_of(EIGHT_MIB), EIGHT_MIB)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(body) == EIGHT_MIB
    assert peak < EIGHT_MIB * 5 // 4


def test_no_byte_beyond_the_length_is_taken() -> None:
    request = request_of(200_000)
    assert read_exactly(request, 100_000) == b"x" * 100_000
    assert request["wsgi.input"].left == 100_000
    with pytest.raises(Problem, match="incomplete_body"):
        read_exactly(request, 100_001)


def test_every_size_is_a_setting_with_the_documented_default() -> None:
    assert body_sizes(Settings(data=Path())) == dict(USUAL)
    names = {size: f"CONQUIAN_{size.upper()}_KIB" for size in BodySize}
    assert body_sizes(load(dict.fromkeys(names.values(), "3"))) == dict.fromkeys(BodySize, 3072)
