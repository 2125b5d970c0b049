"""Variables of the environment that were probably meant to be a setting, so that none is silently ignored."""

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Final

OURS: Final = "CONQUIAN_"
"""How the names of variables begin that are settings or mistakes."""

OTHERS: Final = frozenset(
    {"CONQUIAN_KEY", "CONQUIAN_WEBHOOK_SECRET", "CONQUIAN_CHROMIUM", "CONQUIAN_SOAK_TRACE"}
)
"""Variables of such names that the examples of bots and the tests read; they are no settings of a service."""

# Kubernetes gives every container the addresses of the services beside it, one of which may be ours.
_SERVICE: Final = re.compile(r"_SERVICE_HOST$|_SERVICE_PORT(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)")
_LINK: Final = re.compile(r"(tcp|udp|sctp)://")

_LIKE: Final = 0.86
"""How alike a name of others and one of ours are that are one mistake apart."""
_SHORTEST: Final = 8
"""Letters of the shortest name for which a likeness says anything."""


def misspelt(environ: Mapping[str, str], known: Collection[str]) -> str | None:
    """A sentence about the first variable that was probably meant to be one of `known`; None without any.

    A variable of another program may be called much like one of ours. It is left alone where ours is set.

    >>> misspelt({"CATALOG_URL": "sqlite:///x"}, ["CATALOGUE_URL", "PORT"])
    'CATALOG_URL is not a setting; CATALOGUE_URL was probably meant.'
    """
    given = {name for name, text in environ.items() if text.strip()}
    for name in sorted(given - set(known) - OTHERS):
        if name.startswith(OURS):
            if not _SERVICE.search(name) and not _LINK.match(environ[name]):
                return _told(name, _within_ours(name, known))
        elif near := [one for one in _near(name, known) if one not in given]:
            return _told(name, near)
    return None


def _within_ours(name: str, known: Collection[str]) -> list[str]:
    """The setting that a name which begins like ours was meant for, what all of them begin with left out."""
    rests = {one.removeprefix(OURS): one for one in known}
    return [rests[rest] for rest in get_close_matches(name.removeprefix(OURS), rests, 1)]


def _near(name: str, known: Collection[str]) -> list[str]:
    others = [one for one in known if not one.startswith(OURS) and len(one) >= _SHORTEST]
    return get_close_matches(name.upper(), others, 1, _LIKE)


def _told(name: str, near: list[str]) -> str:
    if near:
        return f"{name} is not a setting; {near[0]} was probably meant."
    return f"{name} is not a setting; `conquian serve --help` lists all of them."
