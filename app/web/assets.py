"""Static files of the pages, served under a path with their version, so that they can be cached.

Scripts and style sheets are sent without the comments that have lines of their own; what is left stays on the
line where it is in the file. The version is a hash of all files. Modules import each other by relative paths,
so all of them have the version of the page.
"""

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath
from typing import Final

from flask import Response

from app.http.errors import Problem
from app.http.headers import cached_forever

TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/manifest+json",
    "svg": "image/svg+xml",
}
_IMPORT: Final = re.compile(r"""^(?:import|export)\b[^;"']*["'](\.\.?/[\w./]+)["']""", re.MULTILINE)

_COMMENT: Final = r"/\*(?:[^*]|\*(?!/))*\*/"
_COMMENTS: Final = {
    "css": re.compile(rf"^[ \t]*{_COMMENT}[ \t]*$", re.MULTILINE),
    "js": re.compile(rf"^[ \t]*(?://.*|{_COMMENT}[ \t]*)$", re.MULTILINE),
}


@cache
def current() -> str:
    """Return the version, a hash over all static files."""
    digest = sha256()
    for name, file in _walked(_root(), ""):
        digest.update(f"{name}\n".encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _walked(folder: Traversable, before: str) -> Iterator[tuple[str, Traversable]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _walked(item, f"{before}{item.name}/")
        else:
            yield before + item.name, item


def names() -> tuple[str, ...]:
    """Return the paths of all static files, such as `js/api.js`."""
    return tuple(name for name, _ in _walked(_root(), ""))


def text(name: str) -> str:
    """Return the content of a static file."""
    return _root().joinpath(name).read_text(encoding="utf-8")


@cache
def sent(name: str) -> bytes:
    """Return a static file as it is sent: without comments, which leave their lines empty.

    >>> text("js/words.js").splitlines()[0][:18], sent("js/words.js").splitlines()[0]
    ('// What the page s', b'')
    """
    comments = _COMMENTS.get(name.rpartition(".")[2])
    if comments is None:
        return _root().joinpath(name).read_bytes()
    return comments.sub(lambda comment: "\n" * comment[0].count("\n"), text(name)).encode()


def _root() -> Traversable:
    return files(__package__).joinpath("static")


def address(name: str) -> str:
    """Return the address of a static file, such as `/static/0f3a.../js/api.js`."""
    return f"/static/{current()}/{name}"


@cache
def modules(script: str) -> tuple[str, ...]:
    """Return a script of `js/` and all of its imports, itself first, for preloading."""
    imported = {script: None}
    waiting = [script]
    while waiting:
        module = waiting.pop()
        for path in _IMPORT.findall(text(f"js/{module}")):
            name = normpath(join(dirname(module), path))
            if name not in imported:
                imported[name] = None
                waiting.append(name)
    return tuple(imported)


def served(version: str, name: str) -> Response:
    """Return a static file, cacheable for ever if the version is current. Raises Problem not_found."""
    kind = TYPES.get(name.rpartition(".")[2])
    if kind is None or name not in names():
        raise Problem("not_found")
    response = Response(sent(name), content_type=f"{kind}; charset=utf-8")
    if version == current():
        return cached_forever(response)
    response.headers["Cache-Control"] = "no-cache"
    return response
