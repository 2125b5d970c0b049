"""What bodies and answers look like, by the name of their schema in the document."""

from importlib.resources import files
from typing import Any

import orjson


def examples() -> dict[str, Any]:
    """The examples, as they stand in examples.json."""
    found: dict[str, Any] = orjson.loads(files(__package__).joinpath("examples.json").read_bytes())
    return found
