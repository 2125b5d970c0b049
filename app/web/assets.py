"""The static files of the pages: served under a path that names their version, so that they may be kept.

The version is a hash of all files. Modules import each other by relative paths, so all of them come from the
version of the page that named the first.
"""

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from flask import Response

from app.http.caching import cached_forever
from app.http.errors import Problem

TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/manifest+json",
    "svg": "image/svg+xml",
}
_IMPORT: Final = re.compile(r"""^(?:import|export)\b[^;"']*["']\./([\w.]+)["']""", re.MULTILINE)


@cache
def current() -> str:
    """The version: what stands for the contents of all static files."""
    whole = sha256()
    for name, file in _walked(_root(), ""):
        whole.update(f"{name}\n".encode() + sha256(file.read_bytes()).digest())
    return whole.hexdigest()[:12]


def _walked(folder: Traversable, before: str) -> Iterator[tuple[str, Traversable]]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from _walked(one, f"{before}{one.name}/")
        else:
            yield before + one.name, one


def names() -> tuple[str, ...]:
    """Every static file by its path, such as `js/api.js`."""
    return tuple(name for name, _ in _walked(_root(), ""))


def text(name: str) -> str:
    """What stands in a static file."""
    return _root().joinpath(name).read_text(encoding="utf-8")


def _root() -> Traversable:
    return files(__package__).joinpath("static")


def address(name: str) -> str:
    """Where a static file is served, such as `/static/0f3a.../js/api.js`."""
    return f"/static/{current()}/{name}"


@cache
def modules(script: str) -> tuple[str, ...]:
    """A script of `js/` and all that it imports, itself first: to be fetched at once instead of in turn."""
    found = {script: None}
    waiting = [script]
    while waiting:
        for name in _IMPORT.findall(text(f"js/{waiting.pop()}")):
            if name not in found:
                found[name] = None
                waiting.append(name)
    return tuple(found)


def served(version: str, name: str) -> Response:
    """A static file; to be kept for ever where the version asked for is ours. not_found for what is none."""
    kind = TYPES.get(name.rpartition(".")[2])
    if kind is None or name not in names():
        raise Problem("not_found")
    response = Response(_root().joinpath(name).read_bytes(), content_type=f"{kind}; charset=utf-8")
    if version == current():
        return cached_forever(response)
    response.headers["Cache-Control"] = "no-cache"
    return response
