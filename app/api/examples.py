"""Examples of request and response bodies, by schema name."""

from importlib.resources import files
from typing import Any

import orjson


def examples() -> dict[str, Any]:
    """Return the examples of examples.json."""
    by_schema: dict[str, Any] = orjson.loads(files(__package__).joinpath("examples.json").read_bytes())
    return by_schema
