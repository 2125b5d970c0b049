"""Settings from the environment of a process, and from files: `NAME_FILE` is the path of a file with `NAME`.

systemd, Kubernetes and containers give secrets to a process as files, so that no configuration contains them.
"""

import os
from collections.abc import Collection, Mapping
from dataclasses import Field, fields, replace
from typing import Any, Final

from app.settings import parsers
from app.settings.errors import BadSetting
from app.settings.parsers import NotInstalled, misspelt
from app.settings.settings import Settings

SUFFIX: Final = "_FILE"

_LONGEST: Final = 4096
"""Bytes of the longest file that is read; the longest addresses have some hundred."""


def with_files(environ: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    """Return `environ` with the values of those of `names` that are in files, without the paths.

    Raises BadSetting for a file that cannot be used, and for a setting that is given twice.
    """
    chosen = dict(environ)
    for name in names:
        path = chosen.pop(name + SUFFIX, "").strip()
        if not path:
            continue
        if chosen.get(name, "").strip():
            raise BadSetting(f"{name} and {name}{SUFFIX} are both set; keep one of them.")
        chosen[name] = _content(name + SUFFIX, path)
    return chosen


def without_files(environ: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    """Return `environ` without the paths of those of `names` that are in files, for a child process."""
    paths = {name + SUFFIX for name in names}
    return {name: text for name, text in environ.items() if name not in paths}


def _content(variable: str, text: str) -> str:
    try:
        path = parsers.path(text)
        with path.open("rb") as file:
            content = file.read(_LONGEST).decode("ascii").strip()
    except OSError as problem:
        raise BadSetting(f"{variable} cannot be read: {path} ({problem.strerror}).") from None
    except (ValueError, RuntimeError):
        raise BadSetting(f"{variable} must be the path of a file with one line of ASCII text.") from None
    if not content:
        raise BadSetting(f"{variable} is empty: {path}.")
    return content


def load(environ: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings in `environ`; a variable that is absent or empty keeps its default.

    Raises BadSetting, with one sentence that names the variable, for the first invalid value, and for a
    variable that is probably a misspelt setting, or a file that cannot be read.
    """
    rows, in_files = {row.metadata["name"]: row for row in fields(Settings)}, names_in_files()
    if sentence := misspelt(environ, [*rows, *(name + SUFFIX for name in in_files)]):
        raise BadSetting(sentence)
    given = {name: text.strip() for name, text in with_files(environ, in_files).items()}
    settings = Settings(
        **{row.name: _read(row, given[name]) for name, row in rows.items() if given.get(name)}
    )
    if settings.secret and settings.secret_file:
        raise BadSetting("CONQUIAN_SECRET and CONQUIAN_SECRET_FILE are both set; keep one of them.")
    if settings.redis_url and not settings.queue_url:
        raise BadSetting(
            "QUEUE_REDIS_URL is not set; beside a cluster the job queue needs a server of its own."
        )
    return replace(settings, data=settings.data.absolute())


def names_in_files() -> list[str]:
    """Return the settings whose value may be in a file, which the same name with `_FILE` names.

    The file of the service secret has a setting of its own, and needs a stricter mode.
    """
    known = {row.metadata["name"]: row for row in fields(Settings)}
    return [name for name, row in known.items() if not row.repr and name + SUFFIX not in known]


def _read(row: Field[Any], text: str) -> Any:
    try:
        return row.metadata["parse"](text)
    except NotInstalled as problem:
        raise BadSetting(f"{row.metadata['name']} {problem}") from None
    except (ValueError, RuntimeError) as problem:  # RuntimeError: `~user` of an unknown user
        shown = "" if not row.repr else f", not {text!r}"
        raise BadSetting(f"{row.metadata['name']} {problem}{shown}.") from None
