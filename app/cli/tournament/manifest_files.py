"""Manifests as they lie on a disk, made ready to be played on this machine.

Bots that are code of this machine get a `version`, the hash of their files, where the manifest gives none.
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
    """A file is no manifest; the text is one sentence."""


def manifest_at(path: Path, bots: Sequence[str] = ()) -> Json:
    """The document in the file at `path`, with `bots` (NAME=PATH.py:CLASS) in it; BadFile if it is none."""
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
    """The name and the place of a bot; a file is named from where we are, and in a manifest from `folder`."""
    name, equals, place = text.partition("=")
    if not (name and equals and place):
        raise BadFile(f"--bot {text}: write NAME=PATH.py:CLASS.")
    file, colon, made = place.rpartition(":")
    return name, os.path.relpath(file, folder) + colon + made if file.endswith(".py") else place


def _with(entrants: Sequence[Any], bots: Mapping[str, str]) -> list[Any]:
    """The entrants; those in `bots` are Python objects, at their own place or, new ones, at the end."""
    made = {name: {"name": name, "python": place} for name, place in bots.items()}
    found = [made.pop(_name(one), one) for one in entrants]
    return [*found, *made.values()]


def _name(entrant: Any) -> str:
    return str(entrant.get("name")) if isinstance(entrant, dict) else ""


def _versioned(entrant: Any, folder: Path) -> Any:
    """The entrant with the version of its code, if it is code and says none."""
    if not isinstance(entrant, dict) or "version" in entrant:
        return entrant
    try:
        local = kind_of(entrant, local=True) in LOCAL
    except EntrantRefused:
        return entrant  # whoever checks the whole manifest says what is wrong with it, and where
    found = version(entrant, folder) if local else None
    return entrant if found is None else {**entrant, "version": found}
