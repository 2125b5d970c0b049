"""Manifest files, prepared for being played on this machine.

Bots that are local code get a `version`, the hash of their files, unless the manifest sets one.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from app.bots.errors import EntrantRefused
from app.bots.external.participants import LOCAL, kind_of
from app.bots.external.versions import version
from app.settings.settings import StartError

Json = dict[str, Any]


class BadFile(StartError):
    """A file is not a manifest; the text is one sentence."""


def manifest_at(path: Path, bots: Sequence[str] = ()) -> Json:
    """Return the document in the file at `path`, with `bots` (NAME=PATH.py:CLASS) added. Raises BadFile."""
    try:
        document = orjson.loads(path.read_bytes())
    except OSError as problem:
        raise BadFile(f"{path} cannot be read: {problem.strerror}.") from None
    except orjson.JSONDecodeError as problem:
        raise BadFile(f"{path} is not JSON: {problem}.") from None
    if not isinstance(document, dict) or not isinstance(document.get("entrants"), list):
        raise BadFile(f"{path} is no manifest: an object with a list of `entrants` is needed.")
    entrants = _with(document["entrants"], dict(_bot(bot, path.parent) for bot in bots))
    return {**document, "entrants": [_versioned(entrant, path.parent) for entrant in entrants]}


def _bot(text: str, folder: Path) -> tuple[str, str]:
    """Return the name and the location of a bot, relative to `folder` instead of the working directory."""
    name, equals, place = text.partition("=")
    if not (name and equals and place):
        raise BadFile(f"--bot {text}: write NAME=PATH.py:CLASS.")
    file, colon, made = place.rpartition(":")
    return name, os.path.relpath(file, folder) + colon + made if file.endswith(".py") else place


def _with(entrants: Sequence[Any], bots: Mapping[str, str]) -> list[Any]:
    """Return the participants; those in `bots` are Python objects, in their place or, new ones, at the
    end.
    """
    made = {name: {"name": name, "python": place} for name, place in bots.items()}
    merged = [made.pop(_name(entrant), entrant) for entrant in entrants]
    return [*merged, *made.values()]


def _name(entrant: Any) -> str:
    return str(entrant.get("name")) if isinstance(entrant, dict) else ""


def _versioned(entrant: Any, folder: Path) -> Any:
    """Return the participant with the version of its code, if it is local code without one."""
    if not isinstance(entrant, dict) or "version" in entrant:
        return entrant
    try:
        local = kind_of(entrant, local=True) in LOCAL
    except EntrantRefused:
        return entrant  # the check of the whole manifest reports the error
    code_version = version(entrant, folder) if local else None
    return entrant if code_version is None else {**entrant, "version": code_version}
