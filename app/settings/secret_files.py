"""Settings with secrets, read from files: `NAME_FILE` is the path of a file with the value of `NAME`.

systemd, Kubernetes and containers give secrets to a process as files, so that no configuration contains them.
"""

from collections.abc import Collection, Mapping
from typing import Final

from app.settings import parsers
from app.settings.errors import BadSetting

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
