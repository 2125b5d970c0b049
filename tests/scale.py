"""Amount of work of some tests: some of it in `make check`, all in the part `scaled` of `make soak`."""

import os
from typing import Final, TypeVar

_T = TypeVar("_T")

NAME: Final = "SCALE"
"""The environment variable that the soak sets to `full`."""


def scaled(few: _T, all_of_it: _T) -> _T:
    """Return what a test does at the scale of this run."""
    return all_of_it if os.environ.get(NAME) == "full" else few
